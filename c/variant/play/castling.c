/* Changes the board of a variant, and keeps castling rights and gates. */
#include "variant/play/castling.h"

#include <string.h>

#include "variant/attacks/attacks.h"
#include "variant/attacks/safety.h"
#include "variant/definition/squares.h"

/* ---- Castling ---- */

/* Tests whether the board allows castling. The rights are in ks_variant_position.castling_rook. */

struct castled ks_variant_castled(const ks_variant *v, unsigned side, unsigned king, unsigned rook) {
    const unsigned wing = rook > king ? KS_KINGSIDE : KS_QUEENSIDE;
    const unsigned square = v->castling_row[side] * v->files + v->castling_file[wing];
    return (struct castled){square, wing == KS_KINGSIDE ? square - 1 : square + 1};
}

bool ks_variant_is_clear_castling(const ks_variant *v, const ks_variant_position *p, unsigned king,
                                  unsigned target) {
    const unsigned code = p->board[king];
    const struct line *const end = end_of_lines(v, code, king);
    if ((king > target ? king - target : target - king) <= 1 ||
        v->castling_file[KS_KINGSIDE] == v->castling_file[KS_QUEENSIDE])
        return false;
    for (const struct line *line = first_line(v, code, king); line < end; line++)
        if (has_square(&line->stops, target))
            return false;
    return true;
}

static void add_way(ks_variant_squares *way, unsigned a, unsigned b) {
    for (unsigned square = a < b ? a : b; square <= (a < b ? b : a); square++)
        add_square(way, square);
}

ks_variant_squares ks_variant_castling_way(unsigned king, unsigned rook, struct castled end) {
    ks_variant_squares way = {{0}};
    add_way(&way, king, end.king);
    add_way(&way, rook, end.rook);
    remove_square(&way, king);
    remove_square(&way, rook);
    return way;
}

bool ks_variant_castling_is_free(const ks_variant_position *p, unsigned king, unsigned rook,
                                 struct castled end) {
    const ks_variant_squares blockers = both(ks_variant_castling_way(king, rook, end), occupied_squares(p));
    return is_empty_set(&blockers);
}

static void castle_squares(ks_variant_squares *squares, unsigned king, unsigned rook, struct castled end) {
    const bool moves_king = has_square(squares, king), moves_rook = has_square(squares, rook);
    remove_square(squares, king);
    remove_square(squares, rook);
    if (moves_king)
        add_square(squares, end.king);
    if (moves_rook)
        add_square(squares, end.rook);
}

/* Returns whether castling keeps the pieces safe that are royal at present, and moves none of them through an
 * attack. board: that after castling. */
static bool royals_may_castle(const ks_variant *v, const ks_variant_position *p, unsigned king, unsigned rook,
                              const uint8_t *board) {
    const unsigned us = p->side_to_move, them = other_side(us);
    const struct castled end = ks_variant_castled(v, us, king, rook);
    struct royals royals = ks_variant_royals(v, p, us);
    uint8_t lifted[KS_VARIANT_SQUARES_MAX];
    memcpy(lifted, p->board, sizeof lifted);
    lifted[king] = 0;
    for (unsigned square = king; has_square(&royals.each, king) && square != end.king;
         square += end.king > king ? 1u : -1u)
        if (ks_variant_is_attacked(v, lifted, &p->pieces[them], them, square))
            return false;
    castle_squares(&royals.each, king, rook, end);
    castle_squares(&royals.together, king, rook, end);
    return ks_variant_find_endangered(v, board, &p->pieces[them], them, &royals) == KS_VARIANT_NO_SQUARE;
}

bool ks_variant_may_castle(const ks_variant *v, const ks_variant_position *p, unsigned rook) {
    const unsigned us = p->side_to_move, them = other_side(us), king = ks_variant_castling_king(v, p, us);
    const struct castled end = ks_variant_castled(v, us, king, rook);
    if (!ks_variant_castling_is_free(p, king, rook, end))
        return false;
    uint8_t board[KS_VARIANT_SQUARES_MAX];
    memcpy(board, p->board, sizeof board);
    if (v->blasts) /* a king that touches the other shields its way only until it leaves */
        board[king] = 0;
    const int step = end.king > king ? 1 : -1;
    for (int square = (int)king; v->royal_castles && square != (int)end.king; square += step)
        if (ks_variant_is_royal_attacked(v, board, &p->pieces[them], them, (unsigned)square, p->king[them]))
            return false;
    board[king] = board[rook] = 0;
    board[end.king] = p->board[king];
    board[end.rook] = p->board[rook];
    return !ks_variant_is_royal_attacked(v, board, &p->pieces[them], them,
                                         v->royal_castles ? end.king : p->king[us], p->king[them]) &&
           (!v->crowned.types || royals_may_castle(v, p, king, rook, board));
}

/* ---- Gates ---- */

/* Gates, and the pieces placed on them. */

bool ks_variant_may_gate(const ks_variant *v, const ks_variant_position *p, ks_variant_move move, bool rook) {
    const unsigned us = p->side_to_move, from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    const unsigned gate = rook ? to : from;
    const unsigned kind = KS_VARIANT_MOVE_KIND(move);
    const bool castles = kind == KS_VARIANT_CASTLING;
    if (!v->seirawan || kind == KS_VARIANT_DROP || kind == KS_VARIANT_PASS || (rook && !castles) ||
        !has_square(&p->gates[us], gate))
        return false;
    if (!castles)
        return true;
    const struct castled end = ks_variant_castled(v, us, from, to);
    return gate != end.king && gate != end.rook;
}

void ks_variant_settle_gates(const ks_variant *v, ks_variant_position *p) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        p->gates[side] = both(p->gates[side], p->pieces[side]);
        if (v->seirawan && !v->cambodian && !v->to_hand && !ks_variant_has_hand(v, p, side))
            p->gates[side] = (ks_variant_squares){{0}};
    }
}

void ks_variant_leave_gates(const ks_variant *v, ks_variant_position *p, ks_variant_move move) {
    const unsigned us = p->side_to_move, gated = KS_VARIANT_MOVE_GATED(move);
    if (KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_DROP && KS_VARIANT_MOVE_KIND(move) != KS_VARIANT_PASS) {
        remove_square(&p->gates[us], KS_VARIANT_MOVE_FROM(move));
        remove_square(&p->gates[us], KS_VARIANT_MOVE_TO(move));
    }
    if (ks_variant_takes_leap(v, p, p->board[KS_VARIANT_MOVE_TO(move)], KS_VARIANT_MOVE_TO(move)))
        remove_square(&p->gates[other_side(us)], p->king[other_side(us)]);
    if (gated) {
        put(p, ks_variant_gate_of(move), KS_VARIANT_CODE(gated - 1, us));
        p->hand[us][gated - 1]--;
    }
    ks_variant_settle_gates(v, p);
}

void ks_variant_reopen_gates(ks_variant_position *p, ks_variant_move move, const ks_variant_undo *undo) {
    const unsigned gated = KS_VARIANT_MOVE_GATED(move);
    memcpy(p->gates, undo->gates, sizeof p->gates);
    if (!gated)
        return;
    lift(p, ks_variant_gate_of(move));
    p->hand[p->side_to_move][gated - 1]++;
}
