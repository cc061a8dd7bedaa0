/* Captures and their exchanges, as baselines/attacked.c finds them with bitboards that a program keeps. */
#ifndef BENCH_SEE_H
#define BENCH_SEE_H

#include "bench.h"

enum { CAPTURES_MAX = 30 };

/* A position with its legal captures, but for promotions and en passant, and what a program with bitboards
 * keeps of it. */
struct see_case {
    ks_position position;
    uint64_t of_side[2], of_kind[KS_WHITE_KING]; /* [kind - 1] */
    uint64_t shields[2], pinners[2];             /* [side]: of its king */
    uint32_t count;
    ks_move captures[CAPTURES_MAX];
};

/* Returns whether a capture wins something or loses nothing. */
typedef int see_function(const struct see_case *at, ks_move move);

#endif
