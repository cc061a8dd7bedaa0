/* An attempt at a move of chess that is not legal, and the rule that it breaks. */
#ifndef KS_EXPLAIN_REASONS_H
#define KS_EXPLAIN_REASONS_H

#include "rules/explain/wording.h"
#include "rules/position.h"

/* A move that the side to move is told to make with its piece on `from`. promotion: a white code, or
 * KS_EMPTY. */
struct attempt {
    const ks_position *position;
    unsigned us, from, to, promotion;
    ks_error *error;
};

/* ---- Words ---- */

/* [white code]: "pawn" and so on. */
extern const char *const ks_piece_names[KS_WHITE_KING + 1];

static inline const char *name_on(const ks_position *position, unsigned square) {
    return ks_piece_names[position->board[square] & ~(unsigned)KS_BLACK_BIT];
}

/* Names what stands on a square, as in "the bishop on f1". */
struct words ks_the_piece_of_chess(const ks_position *position, unsigned square);

/* ---- Reasons ---- */

/* Return the code of the first rule that an illegal move breaks: the piece's way of moving, promotion, the
 * pieces in the way, and the safety of the king. *error gets the reason, to follow "the bishop on f1 can't go
 * to c4: "; what is wrong with a promotion is a whole sentence. */
int ks_refuse_attempt(const struct attempt *attempt);

/* Refuses a promotion of another piece than a pawn. */
int ks_refuse_promotion(const struct attempt *attempt);

/* Refuses castling to a wing. The rules are Chess960's, which include the rules of chess. */
int ks_refuse_castling(const ks_position *position, enum ks_wing wing, ks_error *error);

#endif
