/* Puts pieces on the board of a variant and lifts them, and keeps castling rights and gates. */
#ifndef KS_VARIANT_CASTLING_H
#define KS_VARIANT_CASTLING_H

#include "variant/definition/definition.h"

/* ---- Boards ---- */

/* Puts pieces and walls on the board and removes them. */

static inline void lift(ks_variant_position *p, unsigned square) {
    const unsigned code = p->board[square];
    if (code == KS_VARIANT_WALL)
        remove_square(&p->walls, square);
    else if (code)
        remove_square(&p->pieces[KS_VARIANT_SIDE(code)], square);
    p->board[square] = 0;
}

static inline void put(ks_variant_position *p, unsigned square, unsigned code) {
    lift(p, square);
    p->board[square] = (uint8_t)code;
    add_square(&p->pieces[KS_VARIANT_SIDE(code)], square);
}

static inline void put_wall(ks_variant_position *p, unsigned square) {
    lift(p, square);
    p->board[square] = KS_VARIANT_WALL;
    add_square(&p->walls, square);
}

/* ---- Castling ---- */

/* Castling in variants: the squares of king and rook, the distinction from other moves, and legality. */

/* Returns the square of the piece that castles, if its side has a right. */
static inline unsigned ks_variant_castling_king(const ks_variant *v, const ks_variant_position *position,
                                                unsigned side) {
    return v->royal_castles ? position->king[side] : position->castling_king[side];
}

/* The squares of king and rook after castling. */
struct castled {
    unsigned king, rook;
};
struct castled ks_variant_castled(const ks_variant *v, unsigned side, unsigned king, unsigned rook);

/* Returns whether the squares `king` and `target` alone identify castling: they are more than one square
 * apart, no other move leads from one to the other, and the wings have different target files. */
bool ks_variant_is_clear_castling(const ks_variant *v, const ks_variant_position *position, unsigned king,
                                  unsigned target);

/* Returns the squares that must be free for king and rook to castle. */
ks_variant_squares ks_variant_castling_way(unsigned king, unsigned rook, struct castled end);

/* Returns whether the way of king and rook is free. */
bool ks_variant_castling_is_free(const ks_variant_position *position, unsigned king, unsigned rook,
                                 struct castled end);

/* Returns whether the side to move, which has the right, may castle with this rook: the way of king and rook
 * is free, and no square of a royal king's way is attacked. */
bool ks_variant_may_castle(const ks_variant *v, const ks_variant_position *position, unsigned rook);

/* ---- Gates ---- */

/* Gates: the initial squares of pieces that have not left them. In Seirawan chess a piece in hand may be
 * placed on a gate as its piece leaves. */

/* Returns the square on which a move with gating places the piece from the hand. */
static inline unsigned ks_variant_gate_of(ks_variant_move move) {
    return KS_VARIANT_MOVE_GATES_ROOK(move) ? KS_VARIANT_MOVE_TO(move) : KS_VARIANT_MOVE_FROM(move);
}

/* Returns whether the side to move may place a piece on the square where the move begins, or with `rook` on
 * the castling rook's square. */
bool ks_variant_may_gate(const ks_variant *v, const ks_variant_position *position, ks_variant_move move,
                         bool rook);

/* Returns whether a piece of the type may come through a gate on this square. */
static inline bool ks_variant_may_come(const ks_variant *v, unsigned type, unsigned side, unsigned gate) {
    return has_square(&v->drop_region[side][type], gate) &&
           !(v->must_stay_mobile && has_square(&v->stuck[KS_VARIANT_CODE(type, side)], gate));
}

/* Closes the gates that have no effect any more. */
void ks_variant_settle_gates(const ks_variant *v, ks_variant_position *position);

/* Places the gated piece of a move and closes the gates that it leaves. Call this after the pieces have moved
 * and before the other side is to move. */
void ks_variant_leave_gates(const ks_variant *v, ks_variant_position *position, ks_variant_move move);

/* Takes back ks_variant_leave_gates. */
void ks_variant_reopen_gates(ks_variant_position *position, ks_variant_move move,
                             const ks_variant_undo *undo);

#endif
