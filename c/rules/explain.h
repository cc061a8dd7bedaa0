/* What the files that explain moves share: their words, and the question about castling. */
#ifndef KS_EXPLAIN_H
#define KS_EXPLAIN_H

#include "rules/geometry.h"
#include "core/internal.h"
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

/* Whether the side to move may castle to this wing: as ks_explain_move. */
int ks_explain_castling(const ks_position *position, enum ks_wing wing, ks_move *move, ks_error *error);

#endif
