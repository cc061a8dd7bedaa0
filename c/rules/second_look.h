/* The second look: verdicts on many boards at once, much faster than by the generator of moves. */
#ifndef KS_SECOND_LOOK_H
#define KS_SECOND_LOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "kingscan.h"

struct second_look {
    const uint8_t *board; /* 64 bytes */
    uint8_t us;           /* the side to move */
    bool special;         /* the side to move might castle or capture en passant */
    bool quiet;           /* LINE_QUIET holds, at least (readers.h) */
    uint8_t verdict;      /* enum ks_verdict, as of ks_judge; KS_VERDICTS: see below */
    uint64_t checkers;    /* squares */
};

/* Fills in verdict and checkers of each. The verdict is KS_VERDICTS when it is not known: when the board is
 * no position (ks_read_fen without flags reports why), or when no move is found and special is set. */
void ks_settle_verdicts(struct second_look *looks, size_t count);

/* Do the same with vectors of 16 bytes, of AVX2, and of AVX-512. */
void ks_any_settle_verdicts(struct second_look *looks, size_t count);
void ks_avx2_settle_verdicts(struct second_look *looks, size_t count);
void ks_avx512_settle_verdicts(struct second_look *looks, size_t count);

#endif
