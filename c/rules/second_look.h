/* The verdicts on boards that aren't settled at a glance, much sooner than by the generator of moves: many
 * boards at once. */
#ifndef KS_SECOND_LOOK_H
#define KS_SECOND_LOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "kingscan.h"

struct second_look {
    const uint8_t *board; /* 64 bytes */
    uint8_t us;           /* the side to move */
    bool special;         /* it might castle or capture en passant */
    bool quiet;           /* LINE_QUIET holds, at least (four_lines.h) */
    uint8_t verdict;      /* enum ks_verdict, as ks_judge says; KS_VERDICTS: see below */
    uint64_t checkers;    /* squares */
};

/* Fills in verdict and checkers of each. The verdict is KS_VERDICTS when it isn't known: when the board can't
 * be a position (ks_read_fen without flags says why), or when no move is found and special is set. */
void ks_look_again(struct second_look *looks, size_t count);

/* The same by vectors of 16 bytes, and by those of AVX2 and AVX-512. */
void ks_any_look_again(struct second_look *looks, size_t count);
void ks_avx2_look_again(struct second_look *looks, size_t count);
void ks_avx512_look_again(struct second_look *looks, size_t count);

#endif
