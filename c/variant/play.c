/* Makes moves and takes them back. A move changes, in this order, clocks and rights, the pieces, and what may
 * be taken en passant. */
#include "variant/play.h"

#include <string.h>

#include "variant/attacks.h"
#include "variant/board.h"
#include "variant/castling.h"
#include "variant/explosion.h"
#include "variant/gating/gates.h"
#include "variant/promotion/turns.h"
#include "variant/squares.h"

void ks_variant_settle_en_passant(const ks_variant *v, ks_variant_position *p) {
    const unsigned us = p->side_to_move;
    ks_squares passed = both(p->en_passant, v->en_passant[us]);
    p->en_passant = (ks_squares){{0}};
    while (!is_empty_set(&passed)) {
        const unsigned square = take_square(&passed);
        ks_squares ready = ks_variant_attackers(v, p, square, us);
        while (!p->board[square] && !is_empty_set(&ready))
            if (v->types[KS_VARIANT_TYPE(p->board[take_square(&ready)])].takes_en_passant[us])
                add_square(&p->en_passant, square);
    }
    if (is_empty_set(&p->en_passant))
        p->en_passant_pawn = KS_NOWHERE;
}

/* ---- Making a move ---- */

static bool has_castling(const ks_variant_position *p) {
    static const uint8_t none[2][2] = {{KS_NOWHERE, KS_NOWHERE}, {KS_NOWHERE, KS_NOWHERE}};
    return memcmp(p->castling_rook, none, sizeof none) != 0;
}

static void lose_castling(ks_variant_position *p, unsigned square) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        uint8_t *const rooks = p->castling_rook[side];
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            if (rooks[wing] == square || p->king[side] == square || p->castling_king[side] == square)
                rooks[wing] = KS_NOWHERE;
        if (rooks[KS_KINGSIDE] == KS_NOWHERE && rooks[KS_QUEENSIDE] == KS_NOWHERE)
            p->castling_king[side] = KS_NOWHERE;
    }
}

static void castle(const ks_variant *v, ks_variant_position *p, unsigned king, unsigned rook) {
    const unsigned us = p->side_to_move, king_code = p->board[king], rook_code = p->board[rook];
    const struct castled end = ks_variant_castled(v, us, king, rook);
    lift(p, king);
    lift(p, rook);
    put(p, end.king, king_code);
    put(p, end.rook, rook_code);
    if (v->royal_castles)
        p->king[us] = (uint8_t)end.king;
}

/* A rook where it starts may castle with the king where that starts. */
static void grant_dropped(const ks_variant *v, ks_variant_position *p, unsigned wing) {
    const unsigned us = p->side_to_move, row = v->castling_row[us] * v->files;
    const unsigned rook = row + v->rook_file[wing], code = p->board[rook];
    if (v->castles && p->king[us] == row + v->king_file && code && KS_VARIANT_SIDE(code) == us &&
        v->castling_types >> KS_VARIANT_TYPE(code) & 1)
        p->castling_rook[us][wing] = (uint8_t)rook;
}

static void drop(const ks_variant *v, ks_variant_position *p, unsigned square, unsigned type) {
    put(p, square, KS_VARIANT_CODE(type, p->side_to_move));
    p->hand[p->side_to_move][v->types[type].plain]--;
    if (type == v->royal)
        p->king[p->side_to_move] = (uint8_t)square;
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE && v->castles_dropped; wing++)
        if (type == v->royal || square == v->castling_row[p->side_to_move] * v->files + v->rook_file[wing])
            grant_dropped(v, p, wing);
}

/* A promoted piece stays one wherever it goes. */
static void mark_promoted(ks_variant_position *p, unsigned from, unsigned to, bool promotes) {
    const bool promoted = promotes || has_square(&p->promoted, from);
    remove_square(&p->promoted, from);
    remove_square(&p->promoted, to);
    if (promoted)
        add_square(&p->promoted, to);
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

static unsigned captured_on(const ks_variant_position *p, ks_variant_move move) {
    return KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT ? p->en_passant_pawn
                                                               : KS_VARIANT_MOVE_TO(move);
}

static unsigned moved_by(const ks_variant_position *p, ks_variant_move move) {
    return KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP
               ? KS_VARIANT_CODE(KS_VARIANT_MOVE_PROMOTION(move) - 1, p->side_to_move)
               : p->board[KS_VARIANT_MOVE_FROM(move)];
}

/* What a captured piece is in the hand of who has captured it. promoted: those of the position before. */
static unsigned type_in_hand(const ks_variant *v, unsigned captured, const ks_squares *promoted,
                             unsigned square) {
    return has_square(promoted, square) ? v->unpromoted : v->types[KS_VARIANT_TYPE(captured)].in_hand;
}

/* Blows up what the capture from one square to another has left. The piece that has captured is on `to`. */
static void explode(const ks_variant *v, ks_variant_position *p, unsigned to, ks_variant_undo *undo) {
    ks_squares gone = ks_variant_explosion(v, p, to, to, to);
    unsigned count = 0;
    undo->exploded = gone;
    remove_square(&undo->exploded, to);
    while (!is_empty_set(&gone)) {
        const unsigned square = take_square(&gone);
        if (square != to)
            undo->exploded_codes[count++] = p->board[square];
        lose_castling(p, square);
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            if (p->king[side] == square)
                p->king[side] = KS_NOWHERE;
        lift(p, square);
        remove_square(&p->promoted, square);
    }
}

/* Whether what stands where the move ends, if anything, is captured. It isn't where that is where it begins:
 * in passing, and when a pawn promotes where it stands. */
static bool is_capture(ks_variant_move move) {
    return KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_CASTLING &&
           KS_VARIANT_MOVE_FROM(move) != KS_VARIANT_MOVE_TO(move);
}

static void keep_for_undo(const ks_variant *v, const ks_variant_position *p, ks_variant_move move,
                          ks_variant_undo *undo) {
    undo->en_passant = p->en_passant;
    undo->promoted = p->promoted;
    undo->exploded = (ks_squares){{0}};
    if (v->gates)
        memcpy(undo->gates, p->gates, sizeof undo->gates);
    undo->halfmove_clock = p->halfmove_clock;
    undo->fullmove_number = p->fullmove_number;
    undo->moved = (uint8_t)moved_by(p, move);
    undo->captured = is_capture(move) ? p->board[captured_on(p, move)] : 0;
    undo->passes = p->passes;
    memcpy(undo->king, p->king, sizeof undo->king);
    memcpy(undo->checks_left, p->checks_left, sizeof undo->checks_left);
    undo->en_passant_pawn = p->en_passant_pawn;
    memcpy(undo->castling_rook, p->castling_rook, sizeof undo->castling_rook);
    memcpy(undo->castling_king, p->castling_king, sizeof undo->castling_king);
}

static void count_clocks(const ks_variant *v, ks_variant_position *p, const ks_variant_undo *undo) {
    if (undo->captured || v->types[KS_VARIANT_TYPE(undo->moved)].resets_clock[p->side_to_move])
        p->halfmove_clock = 0;
    else if (p->halfmove_clock < KS_CLOCK_MAX)
        p->halfmove_clock++;
    if (p->side_to_move == KS_BLACK && p->fullmove_number < KS_CLOCK_MAX)
        p->fullmove_number++;
}

/* Counts a check to the side to move. */
static void count_check(const ks_variant *v, ks_variant_position *p) {
    const unsigned us = p->side_to_move, them = other_side(us);
    if (p->checks_left[them] && ks_variant_is_attacked(v, p->board, &p->pieces[them], them, p->king[us]))
        p->checks_left[them]--;
}

/* What a capture does beside taking a piece off the board. */
static void finish_capture(const ks_variant *v, ks_variant_position *p, unsigned square, unsigned to,
                           ks_variant_undo *undo) {
    if (v->to_hand)
        p->hand[p->side_to_move][type_in_hand(v, undo->captured, &undo->promoted, square)]++;
    if (v->blasts)
        explode(v, p, to, undo);
    if (v->petrifies && !v->types[KS_VARIANT_TYPE(undo->moved)].pawn) {
        remove_square(&p->promoted, to);
        put_wall(p, to);
    }
}

/* Changes the pieces, and all that depends on them alone. */
static void change_pieces(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                          ks_variant_undo *undo) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned kind = KS_VARIANT_MOVE_KIND(move), promotion = KS_VARIANT_MOVE_PROMOTION(move);
    const unsigned captured_square = captured_on(p, move);
    if (kind == KS_VARIANT_PASS)
        return;
    if (kind == KS_VARIANT_CASTLING) {
        castle(v, p, from, to);
        return;
    }
    if (kind == KS_VARIANT_DROP) {
        drop(v, p, to, promotion - 1);
        return;
    }
    move_piece(p, move);
    if (v->marks_promoted)
        mark_promoted(p, from, to, promotion && !ks_variant_is_turn(v, undo->moved, promotion - 1));
    if (undo->captured)
        finish_capture(v, p, captured_square, to, undo);
}

void ks_variant_make_move(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                          ks_variant_undo *undo) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned kind = KS_VARIANT_MOVE_KIND(move);
    keep_for_undo(v, p, move, undo);
    count_clocks(v, p, undo);
    if (kind != KS_VARIANT_PASS && has_castling(p)) {
        lose_castling(p, from);
        lose_castling(p, to);
    }
    if (v->passing)
        p->passes = kind != KS_VARIANT_PASS ? 0 : p->passes ? 2 : 1;
    change_pieces(v, p, move, undo);
    if (v->gates)
        ks_variant_leave_gates(v, p, move);
    p->side_to_move = (uint8_t)other_side(p->side_to_move);
    p->en_passant = (ks_squares){{0}};
    p->en_passant_pawn = KS_NOWHERE;
    if (kind == KS_VARIANT_FIRST_PUSH) {
        p->en_passant = ks_variant_between(v, from, to);
        p->en_passant_pawn = (uint8_t)to;
        ks_variant_settle_en_passant(v, p);
    }
    if (v->checks)
        count_check(v, p);
}

bool ks_variant_gives_check(const ks_variant *v, const ks_variant_position *p, ks_variant_move move) {
    ks_variant_position after = *p;
    ks_variant_undo undo;
    ks_variant_make_move(v, &after, move, &undo);
    const unsigned them = after.side_to_move;
    /* Where only kings are royal, that is faster. */
    const ks_squares checkers =
        v->crowned.types ? ks_variant_checkers(v, &after, them) : ks_variant_king_checkers(v, &after, them);
    return !is_empty_set(&checkers);
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
}

static void take_back_piece(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                            const ks_variant_undo *undo) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move), us = p->side_to_move;
    unsigned count = 0;
    for (ks_squares gone = undo->exploded; !is_empty_set(&gone);)
        put(p, take_square(&gone), undo->exploded_codes[count++]);
    lift(p, to);
    put(p, from, undo->moved);
    if (!undo->captured)
        return;
    const unsigned square = KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT ? undo->en_passant_pawn : to;
    put(p, square, undo->captured);
    if (v->to_hand)
        p->hand[us][type_in_hand(v, undo->captured, &undo->promoted, square)]--;
}

static void take_back_drop(const ks_variant *v, ks_variant_position *p, ks_variant_move move) {
    lift(p, KS_VARIANT_MOVE_TO(move));
    p->hand[p->side_to_move][v->types[KS_VARIANT_MOVE_PROMOTION(move) - 1].plain]++;
}

void ks_variant_unmake_move(const ks_variant *v, ks_variant_position *p, ks_variant_move move,
                            const ks_variant_undo *undo) {
    p->side_to_move = (uint8_t)other_side(p->side_to_move);
    if (v->gates)
        ks_variant_reopen_gates(p, move, undo);
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING)
        take_back_castling(v, p, KS_VARIANT_MOVE_FROM(move), KS_VARIANT_MOVE_TO(move));
    else if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP)
        take_back_drop(v, p, move);
    else if (KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_PASS)
        take_back_piece(v, p, move, undo);
    p->en_passant = undo->en_passant;
    p->promoted = undo->promoted;
    p->passes = undo->passes;
    memcpy(p->king, undo->king, sizeof p->king);
    memcpy(p->checks_left, undo->checks_left, sizeof p->checks_left);
    p->halfmove_clock = undo->halfmove_clock;
    p->fullmove_number = undo->fullmove_number;
    p->en_passant_pawn = undo->en_passant_pawn;
    memcpy(p->castling_rook, undo->castling_rook, sizeof p->castling_rook);
    memcpy(p->castling_king, undo->castling_king, sizeof p->castling_king);
}
