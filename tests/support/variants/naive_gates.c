/* Gates, as simply as possible: the squares of the castling rank that no piece has left, and the pieces from
 * the hand that are placed on them. Shares no code with c/variant. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "support/variants/naive.h"

static bool is_of(const struct naive_position *p, int square, int side) {
    return naive_is_piece(p->board[square]) && (islower((unsigned char)p->board[square]) != 0) == side;
}

bool naive_has_gates(const struct naive_variant *v, const struct naive_position *p, int side) {
    if (!v->gating || v->to_hand)
        return v->gates;
    for (int type = 0; type < v->type_count; type++)
        if (p->hand[side][type])
            return true;
    return false;
}

void naive_close_gates(const struct naive_variant *v, struct naive_position *p) {
    for (int side = 0; side < 2 && v->gates; side++) {
        const bool any = naive_has_gates(v, p, side);
        for (int square = 0; square < v->squares; square++)
            p->gate[side][square] &= any && is_of(p, square, side);
    }
}

static void place(const struct naive_variant *v, struct naive_position *p, int type, int gate) {
    const char label = v->types[type].label;
    p->board[gate] = p->side ? label : (char)toupper((unsigned char)label);
}

bool naive_may_gate(const struct naive_variant *v, const struct naive_position *p, struct naive_move move,
                    int type, bool by_rook) {
    const int gate = by_rook ? move.to : move.from;
    const bool castles = move.kind == NAIVE_CASTLING;
    const int wing = move.to < move.from, king = naive_castled_king(v, p->side, wing);
    if (!v->gating || !p->gate[p->side][gate] || !p->hand[p->side][type] || (by_rook && !castles))
        return false;
    if (castles && (gate == king || gate == (wing ? king + 1 : king - 1)))
        return false;
    struct naive_position there = *p;
    place(v, &there, type, gate);
    return naive_may_appear(v, p->side, type, gate) &&
           !(v->must_stay_mobile && naive_never_moves(v, &there, gate));
}

void naive_leave_gates(const struct naive_variant *v, struct naive_position *p, struct naive_move move) {
    if (move.kind >= NAIVE_PLAIN)
        p->gate[p->side][move.from] = p->gate[p->side][move.to] = false;
    if (move.gated) {
        place(v, p, move.gated - 1, move.by_rook ? move.to : move.from);
        p->hand[p->side][move.gated - 1]--;
    }
    naive_close_gates(v, p);
}

/* The rooks that castle come first. The letters of other open gates follow where these can be told from
 * rights. */
char *naive_write_gates(const struct naive_variant *v, const struct naive_position *p, int side, char *out) {
    const char first = side ? 'a' : 'A', *const begin = out;
    for (int wing = 0; wing < 2; wing++)
        if (p->castling_rook[side][wing] >= 0)
            *out++ = (char)(first + p->castling_rook[side][wing] % v->files);
    for (int square = 0; square < v->squares; square++) {
        const char letter = (char)(first + square % v->files);
        if (p->gate[side][square] && !memchr(begin, letter, (size_t)(out - begin)))
            *out++ = letter;
    }
    return out;
}
