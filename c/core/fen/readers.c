/* Chooses the readers of FEN that suit the processor. */
#include "core/fen/readers.h"

#include "core/kernels/family.h"
#include "kingscan.h"

static const struct ks_text_readers by_table = {ks_table_read_placement, ks_table_find_lines,
                                                ks_table_read_lines};
#ifdef KS_VECTOR_ASSEMBLY
static const struct ks_text_readers by_ssse3 = {ks_ssse3_read_placement, ks_ssse3_find_lines,
                                                ks_ssse3_read_lines};
static const struct ks_text_readers by_avx2 = {ks_avx2_read_placement, ks_avx2_find_lines,
                                               ks_avx2_read_lines};
static const struct ks_text_readers one_by_one = {ks_avx512_read_placement, ks_avx512_find_lines,
                                                  ks_avx512_read_lines_singly};
static const struct ks_text_readers by_avx512 = {ks_avx512_read_placement, ks_avx512_find_lines,
                                                 ks_avx512_read_lines};
#endif

const void *const ks_text_builds[TIERS] = {
    [TIER_any] = &by_table,
#ifdef KS_VECTOR_ASSEMBLY
    [TIER_nehalem] = &by_ssse3,  [TIER_avx2] = &by_avx2,
    [TIER_avx512] = &one_by_one, [TIER_avx512ifma] = &by_avx512,
#endif
};

static const struct ks_text_readers *readers_in_use(void) {
    return BUILD_IN_USE(text);
}

ks_placement_reader *ks_current_placement_reader(void) {
    return readers_in_use()->read_placement;
}

ks_line_finder *ks_current_line_finder(void) {
    return readers_in_use()->find_lines;
}

ks_line_reader *ks_current_line_reader(void) {
    return readers_in_use()->read_lines;
}
