/* The choice between the builds of look_in_lanes.c: vectors as wide as the current kernel's. */
#include "rules/second_look.h"

#include "core/kernels/kernel.h"

void ks_settle_verdicts(struct second_look *looks, size_t count) {
#ifdef KS_VECTOR_ASSEMBLY
    const unsigned bytes = ks_current_vector_bytes();
    (bytes == 64   ? ks_avx512_settle_verdicts
     : bytes == 32 ? ks_avx2_settle_verdicts
                   : ks_any_settle_verdicts)(looks, count);
#else
    ks_any_settle_verdicts(looks, count);
#endif
}
