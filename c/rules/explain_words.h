/* The words in which moves are explained: what pieces are called and how they move. */
#ifndef KS_EXPLAIN_WORDS_H
#define KS_EXPLAIN_WORDS_H

#include "rules/geometry.h"
#include "rules/position.h"

struct piece_words {
    const char *name, *rule;
};

extern const struct piece_words ks_piece_words[7]; /* [white code] */

static inline unsigned white_code(const ks_position *position, unsigned square) {
    return position->board[square] & ~(unsigned)KS_BLACK_BIT;
}

static inline const char *piece_on(const ks_position *position, unsigned square) {
    return ks_piece_words[white_code(position, square)].name;
}

/* The first of some squares, and what stands there. */
static inline const char *first_name(uint64_t squares) {
    return ks_square_name(lowest_square(squares));
}

static inline const char *first_piece(const ks_position *position, uint64_t squares) {
    return piece_on(position, lowest_square(squares));
}

/* A row counted from the side's own back rank, which is 0. */
static inline unsigned row_of(unsigned square, unsigned side) {
    return side == KS_WHITE ? 7 - (square >> 3) : square >> 3;
}

#endif
