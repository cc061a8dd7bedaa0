/* Finds the promotions that replace a move. */
#include "variant/moves/standing.h"

#include <string.h>

#include "variant/attacks/reach.h"
#include "variant/play/play.h"

/* Returns the squares that the piece on `from` attacks on a board. */
static ks_squares find_attacks(const ks_variant *v, const uint8_t *board, const ks_squares *occupied,
                               unsigned from) {
    const unsigned index = board[from] * v->squares + from;
    ks_squares attacks = v->leaps[index].captures;
    for (uint32_t i = v->rides_of[index]; i < v->rides_of[index + 1]; i++)
        if (v->rides[i].flags & LINE_CAPTURE)
            attacks = either(attacks, reach_of_line(v, &v->rides[i], board, occupied));
    return attacks;
}

static unsigned count_pawns(const ks_variant *v, const ks_variant_position *p) {
    unsigned count = 0;
    for (ks_squares left = p->pieces[p->side_to_move]; !is_empty_set(&left);)
        count += v->types[KS_VARIANT_TYPE(p->board[take_square(&left)])].pawn;
    return count;
}

bool ks_variant_may_stand_up(const ks_variant *v, const ks_variant_position *p, unsigned from) {
    return v->types[KS_VARIANT_TYPE(p->board[from])].pawn &&
           (has_square(&v->promotion[p->side_to_move], from) || count_pawns(v, p) == 1);
}

bool ks_variant_may_soon_stand_up(const ks_variant *v, const ks_variant_position *p) {
    unsigned pawns = 0;
    for (ks_squares left = p->pieces[p->side_to_move]; v->stands_up && !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (!v->types[KS_VARIANT_TYPE(p->board[square])].pawn)
            continue;
        if (has_square(&v->promotion[p->side_to_move], square))
            return true;
        pawns++;
    }
    return pawns == 1 || pawns == 2;
}

ks_squares ks_variant_standing_squares(const ks_variant *v, const ks_variant_position *p, unsigned from,
                                       unsigned type) {
    const ks_squares occupied = occupied_squares(p);
    uint8_t board[KS_VARIANT_SQUARES];
    memcpy(board, p->board, sizeof board);
    board[from] = (uint8_t)KS_VARIANT_CODE(type, p->side_to_move);
    ks_squares squares = without(find_attacks(v, board, &occupied, from), occupied);
    add_square(&squares, from);
    return squares;
}

bool ks_variant_would_attack(const ks_variant *v, const ks_variant_position *p, unsigned from, unsigned to,
                             unsigned type) {
    const unsigned us = p->side_to_move;
    ks_squares occupied = occupied_squares(p);
    uint8_t board[KS_VARIANT_SQUARES];
    memcpy(board, p->board, sizeof board);
    board[from] = 0;
    board[to] = (uint8_t)KS_VARIANT_CODE(type, us);
    remove_square(&occupied, from);
    add_square(&occupied, to);
    const ks_squares attacked = both(find_attacks(v, board, &occupied, to), p->pieces[other_side(us)]);
    return !is_empty_set(&attacked);
}

/* A piece that attacks nothing gives check only by uncovering another piece. */
static bool may_uncover(const struct safety *s, unsigned from, unsigned to) {
    const ks_squares uncovering = ks_variant_uncovering(s->v, s->position);
    return has_square(&uncovering, from) || has_square(&uncovering, to);
}

ks_squares ks_variant_standing(struct safety *s, unsigned from, unsigned type) {
    const ks_variant *const v = s->v;
    ks_squares kept = {{0}};
    if (!ks_variant_may_stand_up(v, s->position, from))
        return kept;
    ks_squares squares =
        ks_variant_safe_targets(s, from, ks_variant_standing_squares(v, s->position, from, type));
    while (!is_empty_set(&squares)) {
        const unsigned to = take_square(&squares);
        if (!ks_variant_would_attack(v, s->position, from, to, type) &&
            !(may_uncover(s, from, to) &&
              ks_variant_gives_check(v, s->position, VARIANT_MOVE(from, to, KS_VARIANT_PLAIN, type + 1))))
            add_square(&kept, to);
    }
    return kept;
}
