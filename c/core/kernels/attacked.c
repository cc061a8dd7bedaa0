/* Chooses the build that finds all squares that a side attacks, and all pairs of attacker and attacked, and
 * has the public functions that call it. */
#include "core/kernels/attacked.h"

#include <assert.h>

#include "core/kernels/family.h"
#include "core/kernels/kernel.h"

/* The module for browsers asks for maps by all pieces alone; its linker leaves out the other functions. */
#ifdef KS_SMALL
#define UNLESS_SMALL(function) NULL
#else
#define UNLESS_SMALL(function) function
#endif

#define BUILD(maps, pairs)                                                                                   \
    {                                                                                                        \
        ks_##maps##_attacked, UNLESS_SMALL(ks_##maps##_attacked_by), UNLESS_SMALL(ks_##maps##_attacked_set), \
            UNLESS_SMALL(ks_##pairs##_attack_pairs)                                                          \
    }

static const struct attacked_build any_attacked = BUILD(portable, portable);
#ifdef KS_VECTOR_ASSEMBLY
static const struct attacked_build avx2_attacked = BUILD(avx2, avx2), avx512_attacked = BUILD(avx2, avx512),
                                   gfni_attacked = BUILD(gfni, avx512);
#endif

const void *const ks_attacked_builds[TIERS] = {
    [TIER_any] = &any_attacked,
#ifdef KS_VECTOR_ASSEMBLY
    [TIER_avx2] = &avx2_attacked,
    [TIER_avx512] = &avx512_attacked,
    [TIER_gfni] = &gfni_attacked,
#endif
};

const struct attacked_build *ks_attacked_beside(const ks_kernel *kernel) {
    size_t count;
    const ks_kernel *const *const all = ks_kernel_get_all(&count);
    const struct attacked_build *before = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct attacked_build *const beside =
            ks_attacked_builds[ks_last_tier(ks_attacked_builds, ks_features_with(all[i]))];
        if (all[i] == kernel)
            return beside == before ? NULL : beside;
        before = beside;
    }
    return NULL;
}

static const struct attacked_build *build(void) {
    return BUILD_IN_USE(attacked);
}

uint64_t ks_attacked(const uint8_t board[64], unsigned by_side) {
    assert(by_side <= KS_BLACK);
    return build()->attacked(board, by_side);
}

uint64_t ks_attacked_by(const uint8_t board[64], unsigned by_side, unsigned kinds) {
    assert(by_side <= KS_BLACK);
    return build()->attacked_by(board, by_side, kinds);
}

uint64_t ks_attacked_set(const ks_pieceset *set, const uint8_t board[64], unsigned by_side) {
    assert(by_side <= KS_BLACK);
    return build()->attacked_set(set, board, by_side);
}

size_t ks_attack_pairs(const uint8_t board[64], uint8_t *from, uint8_t *to, size_t room) {
    return build()->attack_pairs(board, from, to, room);
}

void ks_attacked_batch(const uint8_t *boards, size_t stride, const uint8_t *by_sides, size_t n,
                       uint64_t *out_attacked) {
    const struct attacked_build *const chosen = build();
    assert(stride >= KS_SQUARES);
    for (size_t i = 0; i < n; i++, boards += stride) {
        assert(by_sides[i] <= KS_BLACK);
        out_attacked[i] = chosen->attacked(boards, by_sides[i]);
    }
}
