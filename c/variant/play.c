/* Makes moves and takes them back. A move changes, in this order, clocks and rights, the pieces, and what may
 * be taken en passant. */
#include "variant/play.h"

#include <string.h>

#include "variant/attacks.h"
#include "variant/castling.h"
#include "variant/squares.h"

void ks_variant_settle_en_passant(const ks_variant *v, ks_variant_position *p) {
    const unsigned us = p->side_to_move;
    ks_squares passed = both(p->en_passant, v->en_passant[us]);
    p->en_passant = (ks_squares){{0}};
    while (!is_empty_set(&passed)) {
        const unsigned square = take_square(&passed);
        ks_squares ready = ks_variant_attackers(v, p, square, us);
        while (!p->board[square] && !is_empty_set(&ready))
            if (v->types[KS_VARIANT_TYPE(p->board[take_square(&ready)])].takes_en_passant)
                add_square(&p->en_passant, square);
    }
    if (is_empty_set(&p->en_passant))
        p->en_passant_pawn = KS_NOWHERE;
}

/* ---- Making a move ---- */

static void lift(ks_variant_position *p, unsigned square) {
    const unsigned code = p->board[square];
    if (code)
        remove_square(&p->pieces[KS_VARIANT_SIDE(code)], square);
    p->board[square] = 0;
}

static void put(ks_variant_position *p, unsigned square, unsigned code) {
    lift(p, square);
    p->board[square] = (uint8_t)code;
    add_square(&p->pieces[KS_VARIANT_SIDE(code)], square);
}

static void lose_castling(ks_variant_position *p, unsigned square) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            if (p->castling_rook[side][wing] == square || p->king[side] == square)
                p->castling_rook[side][wing] = KS_NOWHERE;
}

static void castle(const ks_variant *v, ks_variant_position *p, unsigned king, unsigned rook) {
    const unsigned us = p->side_to_move, king_code = p->board[king], rook_code = p->board[rook];
    const struct castled end = ks_variant_castled(v, us, king, rook);
    lift(p, king);
    lift(p, rook);
    put(p, end.king, king_code);
    put(p, end.rook, rook_code);
    p->king[us] = (uint8_t)end.king;
}

static void move_piece(ks_variant_position *p, ks_variant_move move) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move), us = p->side_to_move;
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move), code = p->board[from];
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT)
        lift(p, p->en_passant_pawn);
    lift(p, from);
    put(p, to, promotion ? KS_VARIANT_CODE(promotion - 1, us) : code);
    if (p->king[us] == from)
        p->king[us] = (uint8_t)to;
}

static unsigned captured_by(const ks_variant_position *p, ks_variant_move move) {
    switch (KS_VARIANT_MOVE_KIND(move)) {
    case KS_VARIANT_CASTLING:
        return 0;
    case KS_VARIANT_EN_PASSANT:
        return p->board[p->en_passant_pawn];
    default:
        return p->board[KS_VARIANT_MOVE_TO(move)];
    }
}

static void keep_for_undo(const ks_variant_position *p, ks_variant_move move, ks_variant_undo *undo) {
    undo->en_passant = p->en_passant;
    undo->halfmove_clock = p->halfmove_clock;
    undo->fullmove_number = p->fullmove_number;
    undo->moved = p->board[KS_VARIANT_MOVE_FROM(move)];
    undo->captured = (uint8_t)captured_by(p, move);
    undo->en_passant_pawn = p->en_passant_pawn;
    memcpy(undo->castling_rook, p->castling_rook, sizeof undo->castling_rook);
}

static void count_clocks(const ks_variant *v, ks_variant_position *p, const ks_variant_undo *undo) {
    if (undo->captured || v->types[KS_VARIANT_TYPE(undo->moved)].resets_clock)
        p->halfmove_clock = 0;
    else if (p->halfmove_clock < KS_CLOCK_MAX)
        p->halfmove_clock++;
    if (p->side_to_move == KS_BLACK && p->fullmove_number < KS_CLOCK_MAX)
        p->fullmove_number++;
}

void ks_variant_make_move(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                          ks_variant_undo *undo) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned kind = KS_VARIANT_MOVE_KIND(move);
    keep_for_undo(p, move, undo);
    count_clocks(v, p, undo);
    lose_castling(p, from);
    lose_castling(p, to);
    if (kind == KS_VARIANT_CASTLING)
        castle(v, p, from, to);
    else
        move_piece(p, move);
    p->side_to_move = (uint8_t)other_side(p->side_to_move);
    p->en_passant = (ks_squares){{0}};
    p->en_passant_pawn = KS_NOWHERE;
    if (kind == KS_VARIANT_FIRST_PUSH) {
        p->en_passant = ks_variant_between(v, from, to);
        p->en_passant_pawn = (uint8_t)to;
        ks_variant_settle_en_passant(v, p);
    }
}

/* ---- Taking a move back ---- */

static void take_back_castling(const ks_variant *v, ks_variant_position *p, unsigned king, unsigned rook) {
    const unsigned us = p->side_to_move;
    const struct castled end = ks_variant_castled(v, us, king, rook);
    const unsigned king_code = p->board[end.king], rook_code = p->board[end.rook];
    lift(p, end.king);
    lift(p, end.rook);
    put(p, king, king_code);
    put(p, rook, rook_code);
    p->king[us] = (uint8_t)king;
}

static void take_back_piece(ks_variant_position *p, ks_variant_move move, const ks_variant_undo *undo) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move), us = p->side_to_move;
    lift(p, to);
    put(p, from, undo->moved);
    if (undo->captured)
        put(p, KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT ? undo->en_passant_pawn : to,
            undo->captured);
    if (p->king[us] == to)
        p->king[us] = (uint8_t)from;
}

void ks_variant_unmake_move(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                            const ks_variant_undo *undo) {
    p->side_to_move = (uint8_t)other_side(p->side_to_move);
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING)
        take_back_castling(v, p, KS_VARIANT_MOVE_FROM(move), KS_VARIANT_MOVE_TO(move));
    else
        take_back_piece(p, move, undo);
    p->en_passant = undo->en_passant;
    p->halfmove_clock = undo->halfmove_clock;
    p->fullmove_number = undo->fullmove_number;
    p->en_passant_pawn = undo->en_passant_pawn;
    memcpy(p->castling_rook, undo->castling_rook, sizeof p->castling_rook);
}
