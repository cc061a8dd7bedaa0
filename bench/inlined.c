/* Asks ks_in_check_inline of kingscan/inline.h about board after board, for the benchmark. bench.mk
 * compiles it by each compiler for AVX2 and for AVX-512. All objects leave a pointer in one section, where
 * bench/calls.c finds them. */
#include "baselines/compiler.h"
#include "bench.h"
#include "kingscan/inline.h"

static uint64_t pass_inlined(const struct contender *self, const struct board_set *set) {
    const ks_inline_tables *const tables = ks_inline_get_tables();
    uint64_t sum = 0;
    (void)self;
    for (size_t i = 0; i < set->count; i++)
        sum += (unsigned)ks_in_check_inline(tables, set->boards[i], set->kings[i], set->sides[i]);
    return sum;
}

static const struct inlined here = {KS_INLINE_VECTOR_BYTES == 64 ? "avx512" : "avx2", COMPILER, pass_inlined};
static const struct inlined *const inlined_entry __attribute__((used, section("inlined"))) = &here;
