/* Questions for kernels: random boards of several kinds, each with a square and a side. */
#ifndef KS_BOARDS_H
#define KS_BOARDS_H

#include <stdbool.h>

#include "cli/random/games.h"

/* One question to a kernel. */
struct question {
    uint8_t board[KS_SQUARES];
    unsigned square;
    unsigned side;          /* of the king: pieces of the other side attack */
    const ks_pieceset *set; /* the meaning of the bytes; NULL: Kingscan's codes, without a set */
    bool any_bytes;         /* without a set: the board may have bytes that are not codes */
    unsigned number;        /* in its round, from 0 */
};

enum {
    BOARD_ROUND = 4096, /* boards from one seed */
    REAL_POSITIONS = 12
};

struct distribution;

struct boards {
    uint64_t seed; /* of this round; it repeats the round */
    struct xoshiro random;
    unsigned left_of_round;
    const struct distribution *distribution;
    unsigned left_of_distribution;
    uint8_t board[KS_SQUARES]; /* in Kingscan's codes */
    unsigned king;             /* the square of most questions, with or without a king */
    uint8_t real[REAL_POSITIONS][KS_SQUARES];
    struct spelling spellings[BOARD_SPELLINGS];
};

/* Begins the first round. The same seed gives the same boards; the seed of each round is drawn at the end of
 * the previous one. */
void boards_start(struct boards *boards, uint64_t seed);

/* Draws the next board. question->set points into *boards, and the sets change with the round. */
void boards_next(struct boards *boards, struct question *question);

#endif
