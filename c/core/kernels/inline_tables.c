/* Gives the functions of kingscan/inline.h the tables of the kernels in assembly. */
#include "core/processor/cpu.h"
#include "kingscan/inline.h"

#ifdef KS_VECTOR_ASSEMBLY
extern const struct ks_inline_avx512 ks_avx512_seen;
extern const struct ks_inline_avx2 ks_seen_lanes;
extern const struct ks_inline_eight_slots ks_avx512_king_rows[KS_SQUARES];
extern const struct ks_inline_four_slots ks_slot_rows[KS_SQUARES];

const ks_inline_tables *ks_inline_get_tables(void) {
    static const ks_inline_tables tables = {
        .version = 1,
        .private_avx512 = &ks_avx512_seen,
        .private_avx2 = &ks_seen_lanes,
        .private_avx512_slots = ks_avx512_king_rows,
        .private_avx2_slots = ks_slot_rows,
    };
    return &tables;
}
#else
const ks_inline_tables *ks_inline_get_tables(void) {
    return NULL;
}
#endif
