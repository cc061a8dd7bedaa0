/* The words with which the explanations name pieces, rules and squares. */
#ifndef KS_EXPLAIN_WORDS_H
#define KS_EXPLAIN_WORDS_H

#include <stdbool.h>

#include "core/geometry/geometry.h"
#include "rules/position.h"

struct piece_words {
    const char *name, *rule;
};

extern const struct piece_words ks_piece_words[7]; /* [white code] */

static inline unsigned white_code(const ks_position *position, unsigned square) {
    return position->board[square] & ~(unsigned)KS_BLACK_BIT;
}

/* Returns whether a piece of the side to move stands on the square. */
static inline bool is_own(const ks_position *position, unsigned square) {
    const unsigned code = position->board[square];
    return code != KS_EMPTY && (code & KS_BLACK_BIT ? KS_BLACK : KS_WHITE) == position->side_to_move;
}

/* Returns the name of the piece on a square, such as "bishop". */
static inline const char *piece_on(const ks_position *position, unsigned square) {
    return ks_piece_words[white_code(position, square)].name;
}

/* Returns the name of the first of some squares, such as "a8". */
static inline const char *first_name(uint64_t squares) {
    return ks_square_name(lowest_square(squares));
}

/* Returns the name of the piece on the first of some squares. */
static inline const char *first_piece(const ks_position *position, uint64_t squares) {
    return piece_on(position, lowest_square(squares));
}

/* Returns the row of a square, counted from the side's own back rank, which is 0. */
static inline unsigned row_of(unsigned square, unsigned side) {
    return side == KS_WHITE ? 7 - (square >> 3) : square >> 3;
}

#endif
