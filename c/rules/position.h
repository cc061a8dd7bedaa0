/* Functions on positions and moves that several files of c/rules share. */
#ifndef KS_RULES_POSITION_H
#define KS_RULES_POSITION_H

#include <stdbool.h>

#include "kingscan.h"

/* Returns the code of a white piece in the colour of a side. */
static inline unsigned code_of(unsigned white_code, unsigned side) {
    return white_code | (side == KS_BLACK ? (unsigned)KS_BLACK_BIT : 0u);
}

/* Returns the row that is `rank` ranks ahead of the side's back rank. */
static inline unsigned row_of_rank(unsigned side, unsigned rank) {
    return side == KS_WHITE ? 7 - rank : rank;
}

/* Return the squares of king and rook after castling. */
static inline unsigned castled_king(unsigned side, unsigned king, unsigned rook) {
    return KS_SQUARE(rook > king ? 6 : 2, side == KS_WHITE ? 7 : 0);
}

static inline unsigned castled_rook(unsigned side, unsigned king, unsigned rook) {
    return KS_SQUARE(rook > king ? 5 : 3, side == KS_WHITE ? 7 : 0);
}

/* Returns whether the king's two squares identify castling: the king is on the e-file and the rook in its
 * corner. */
static inline bool castles_as_usual(unsigned king, unsigned rook) {
    return (king & 7) == 4 && (rook & 7) == (rook > king ? 7 : 0);
}

/* Returns whether a castling right exists only in Chess960. */
static inline bool needs_chess960(const ks_position *position) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const unsigned rook = ks_castling_rook(position, side, wing);
            if (rook != KS_NO_SQUARE && !castles_as_usual(ks_king_of(position, side), rook))
                return true;
        }
    return false;
}

/* Returns the square on which a move other than castling captures, if it does. */
static inline unsigned capture_square(ks_move move) {
    const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move);
    return KS_MOVE_KIND(move) == KS_MOVE_EN_PASSANT ? (from & 56) + (to & 7) : to;
}

static inline bool is_promotion(ks_move move) {
    return KS_MOVE_KIND(move) >= KS_MOVE_TO_KNIGHT;
}

/* Returns the white code promoted to, or KS_EMPTY. */
static inline unsigned promoted_to(ks_move move) {
    return is_promotion(move) ? KS_WHITE_KNIGHT + (KS_MOVE_KIND(move) & 3) : KS_EMPTY;
}

/* Returns the enemy pieces that attack the king of the side to move. Returns 0 when that side has no king,
 * which is possible after a move from a position read with KS_FEN_LENIENT. */
static inline uint64_t checkers_of(const ks_position *position) {
    const unsigned us = position->side_to_move, king = ks_king_of(position, us);
    return king == KS_NO_SQUARE ? 0 : ks_attackers(position->board, king, us ^ 1);
}

/* Returns the verdict on a side whose king has these checkers. */
static inline enum ks_verdict verdict_of(uint64_t checkers, bool can_move) {
    if (!can_move)
        return checkers ? KS_CHECKMATE : KS_STALEMATE;
    return !checkers ? KS_SAFE : checkers & (checkers - 1) ? KS_DOUBLE_CHECK : KS_CHECK;
}

#endif
