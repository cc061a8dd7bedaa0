/* The choice between the variants of look_in_lanes.c: vectors as wide as the current kernel's. */
#include "rules/second_look.h"

#include "core/kernel.h"

void ks_look_again(struct second_look *looks, size_t count) {
#ifdef KS_VECTOR_ASSEMBLY
    const unsigned bytes = ks_current_vector_bytes();
    (bytes == 64 ? ks_avx512_look_again : bytes == 32 ? ks_avx2_look_again : ks_any_look_again)(looks, count);
#else
    ks_any_look_again(looks, count);
#endif
}
