/* Declares the functions that find all squares that a side attacks, and all pairs of attacker and attacked:
 * the reference, and the builds of the family `attacked`. */
#ifndef KS_ATTACKED_H
#define KS_ATTACKED_H

#include "kingscan.h"
#include "kingscan/kernels.h"

/* One build. Each function is documented in check.h or pieces.h as ks_NAME. */
struct attacked_build {
    uint64_t (*attacked)(const uint8_t board[64], unsigned by_side);
    uint64_t (*attacked_by)(const uint8_t board[64], unsigned by_side, unsigned kinds);
    uint64_t (*attacked_set)(const ks_pieceset *set, const uint8_t board[64], unsigned by_side);
    size_t (*attack_pairs)(const uint8_t board[64], uint8_t *from, uint8_t *to, size_t room);
};

#define ATTACKED_FUNCTIONS(name)                                                                             \
    uint64_t ks_##name##_attacked(const uint8_t board[64], unsigned by_side);                                \
    uint64_t ks_##name##_attacked_by(const uint8_t board[64], unsigned by_side, unsigned kinds);             \
    uint64_t ks_##name##_attacked_set(const ks_pieceset *set, const uint8_t board[64], unsigned by_side);

#define PAIRS_FUNCTION(name)                                                                                 \
    size_t ks_##name##_attack_pairs(const uint8_t board[64], uint8_t *from, uint8_t *to, size_t room);

ATTACKED_FUNCTIONS(c) /* reference.c: the specification, which is no build */
PAIRS_FUNCTION(c)
ATTACKED_FUNCTIONS(portable) /* portable.c */
PAIRS_FUNCTION(portable)
ATTACKED_FUNCTIONS(avx2) /* asm/attacked/ */
PAIRS_FUNCTION(avx2)
ATTACKED_FUNCTIONS(gfni)
PAIRS_FUNCTION(avx512)

/* Returns the build that is in use while this kernel is selected by its name; NULL when an earlier kernel of
 * ks_kernel_get_all has the same one, or the kernel is none of those. */
const struct attacked_build *ks_attacked_beside(const ks_kernel *kernel);

#endif
