/* Finds check, mate and stalemate on many boards at once, without lists of moves, and says which of two
 * draws of a game counts. */
#ifndef KS_RULES_VERDICT_H
#define KS_RULES_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "kingscan.h"

/* ---- Many boards ---- */

/* The second look: verdicts on many boards at once, much faster than by the generator of moves. */

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

enum { EASY_LOOK = 128 };

/* Boards of whose side to move one move at least is known. */
struct easy_look {
    const uint8_t (*boards)[64];
    const uint8_t *kings, *sides;    /* the side to move, and its king's square */
    size_t count;                    /* 1 to EASY_LOOK */
    uint8_t other_kings[EASY_LOOK];  /* found: the other king's square */
    uint64_t pushes[EASY_LOOK / 64]; /* found: bit i & 63 of pushes[i >> 6]: a pawn that cannot be pinned may
                                     step ahead, so that board i is safe when nobody is in check */
};

/* Fills in what is found. Each board has one king of each side, and no pawn on a back rank (precondition). */
void ks_find_easy_pushes(struct easy_look *look);

/* A build of both, with vectors of 16 bytes, of AVX2, or of AVX-512. */
struct lanes_build {
    void (*settle_verdicts)(struct second_look *looks, size_t count);
    void (*find_easy_pushes)(struct easy_look *look);
};
extern const struct lanes_build ks_any_lanes, ks_avx2_lanes, ks_avx512_lanes;

/* ---- Which of two draws counts ---- */

enum { THREEFOLD = 2, FIVEFOLD = 4 }; /* earlier occurrences of a position */

/* Returns a draw that ends the game before one that may be claimed, and else the first before
 * a repetition. */
static inline enum ks_draw ks_choose_draw(enum ks_draw draw, enum ks_draw repetition) {
    const int ends = draw == KS_DRAW_MATERIAL || draw == KS_DRAW_SEVENTY_FIVE_MOVES;
    return draw == KS_DRAW_NONE || (!ends && repetition == KS_DRAW_FIVEFOLD) ? repetition : draw;
}

/* Returns the draw of a position that occurred so often before, by the rule of three. */
static inline enum ks_draw ks_draw_by_repetition(unsigned repetitions) {
    return repetitions >= FIVEFOLD    ? KS_DRAW_FIVEFOLD
           : repetitions >= THREEFOLD ? KS_DRAW_THREEFOLD
                                      : KS_DRAW_NONE;
}

#endif
