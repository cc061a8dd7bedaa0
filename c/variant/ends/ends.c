/* Finds out whether a game is over by lost pieces, by a goal reached, or by counted checks. Pieces in hand
 * count as pieces. */
#include "variant/ends/ends.h"

#include "variant/passing.h"
#include "variant/play.h"
#include "variant/reach.h"
#include "variant/safety.h"
#include "variant/squares.h"

/* ---- Lost pieces ---- */

/* Counts no further than `enough`. */
static unsigned count_all(const ks_variant *v, const ks_variant_position *p, unsigned side, unsigned enough) {
    unsigned count = 0;
    for (ks_squares left = p->pieces[side]; count < enough && !is_empty_set(&left); count++)
        take_square(&left);
    for (unsigned type = 0; v->hands && type < v->type_count; type++)
        count += p->hand[side][type];
    return count;
}

/* Counts the pieces of each type in one pass. */
static void count_types(const ks_variant *v, const ks_variant_position *p, unsigned side,
                        unsigned counts[TYPES_MAX]) {
    for (unsigned type = 0; type < v->type_count; type++)
        counts[type] = p->hand[side][type];
    for (ks_squares left = p->pieces[side]; !is_empty_set(&left);) {
        const unsigned type = KS_VARIANT_TYPE(p->board[take_square(&left)]);
        counts[v->turns ? v->types[type].kind : type]++;
    }
}

static bool is_extinct(const struct extinction *rule, unsigned count, unsigned opponents, bool to_move) {
    return count <= rule->count && opponents >= rule->opponents + (rule->claim && to_move);
}

/* A side whose king is only missing in a position read with KS_LENIENT hasn't lost. */
static bool has_lost_pieces(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const struct extinction *const rule = &v->extinction;
    const unsigned them = other_side(side);
    const bool to_move = side == p->side_to_move;
    unsigned ours[TYPES_MAX];
    if (v->royal != NO_TYPE && p->king[side] == KS_NOWHERE && !v->may_lose_king && !v->kingless[side])
        return false;
    if (rule->all)
        return is_extinct(rule, count_all(v, p, side, rule->count + 1),
                          count_all(v, p, them, rule->opponents + 1), to_move);
    if (v->may_lose_king)
        return p->king[side] == KS_NOWHERE;
    count_types(v, p, side, ours);
    for (uint32_t types = rule->types; types; types &= types - 1) {
        const unsigned type = (unsigned)__builtin_ctz(types);
        if (ours[type] <= rule->count &&
            is_extinct(rule, ours[type], ks_variant_count_type(v, p, them, type) + p->hand[them][type],
                       to_move))
            return true;
    }
    return false;
}

/* ---- Goals ---- */

static bool has_reached(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const ks_squares occupied = occupied_squares(p);
    ks_squares there = both(p->pieces[side], v->flag.region[side]);
    unsigned count = 0;
    while (!is_empty_set(&there))
        count += v->flag.types[side] >> KS_VARIANT_TYPE(p->board[take_square(&there)]) & 1;
    return count > 0 && (count >= v->flag.count || (v->flag.blocked && side != p->side_to_move &&
                                                    is_subset(&v->flag.region[side], &occupied)));
}

/* Whether one of the squares can be reached from `from` without giving check where that isn't allowed. */
static bool can_reach_any(const ks_variant *v, const ks_variant_position *p, unsigned from,
                          ks_squares squares) {
    while (!is_empty_set(&squares)) {
        const unsigned to = take_square(&squares);
        if (v->checking || !ks_variant_gives_check(v, p, VARIANT_MOVE(from, to, KS_VARIANT_PLAIN, 0)))
            return true;
    }
    return false;
}

/* Whether the side to move can bring one of its pieces to its goal by a legal move. */
static bool can_reach_goal(const ks_variant *v, const ks_variant_position *p) {
    const unsigned us = p->side_to_move;
    const ks_squares occupied = occupied_squares(p);
    struct safety safety;
    ks_variant_start_safety(&safety, v, p);
    for (ks_squares pieces = p->pieces[us]; !is_empty_set(&pieces);) {
        const unsigned from = take_square(&pieces);
        if (!(v->flag.types[us] >> KS_VARIANT_TYPE(p->board[from]) & 1))
            continue;
        const struct targets targets = find_targets(v, p->board, &occupied, from);
        const ks_squares captures = both(targets.attacks, p->pieces[other_side(us)]);
        const ks_squares all =
            both(either(captures, either(targets.moves, targets.firsts)), v->flag.region[us]);
        if (can_reach_any(v, p, from, ks_variant_safe_targets(&safety, from, all)))
            return true;
    }
    return false;
}

/* The side that has moved last is looked at first: it was there first. */
static bool is_at_goal(const ks_variant *v, const ks_variant_position *p, struct ending *ending) {
    const unsigned us = p->side_to_move, them = other_side(us);
    const bool reached[2] = {has_reached(v, p, KS_WHITE), has_reached(v, p, KS_BLACK)};
    if (!reached[us] && !reached[them])
        return false;
    if (v->flag.answered && (v->flag.types[us] >> v->royal != 1 || v->flag.count > 1)) {
        *ending = (struct ending){ENDED_BY_FLAG, ks_variant_win_of(us), us};
        return reached[us];
    }
    if (v->flag.answered && us == KS_BLACK && !reached[KS_BLACK] && can_reach_goal(v, p))
        return false;
    const unsigned side = reached[them] ? them : us;
    *ending = (struct ending){ENDED_BY_FLAG, ks_variant_win_of(side), side};
    if (v->flag.answered && reached[us] && reached[them])
        ending->outcome = KS_DRAWN;
    return true;
}

/* ---- Passing ---- */

/* The game is over when both have passed, or one has while the generals faced each other. */
static bool is_passed_out(const ks_variant *v, const ks_variant_position *p, struct ending *ending) {
    const bool bikjang = ks_variant_in_bikjang(v, p);
    if (p->passes == 0 || (p->passes == 1 && !bikjang))
        return false;
    *ending = (struct ending){bikjang ? ENDED_BY_BIKJANG : ENDED_BY_PASSING, ks_variant_count_material(v, p),
                              other_side(p->side_to_move)};
    return true;
}

/* ---- All ---- */

bool ks_variant_find_ending(const ks_variant *v, const ks_variant_position *p, struct ending *ending) {
    for (unsigned i = 0; i < 2; i++) {
        const unsigned side = i ? p->side_to_move : other_side(p->side_to_move); /* who has moved, first */
        if (v->extinction.value != EXTINCTION_NONE && has_lost_pieces(v, p, side)) {
            *ending =
                (struct ending){ENDED_BY_EXTINCTION, ks_variant_outcome_for(side, v->extinction.value), side};
            return true;
        }
        if (v->checks && p->checks_left[side] == 0) {
            *ending = (struct ending){ENDED_BY_CHECKS, ks_variant_win_of(side), side};
            return true;
        }
    }
    const unsigned them = other_side(p->side_to_move);
    if (v->connect && ks_variant_has_connected(v, p, them)) {
        *ending = (struct ending){ENDED_BY_CONNECTION, ks_variant_win_of(them), them};
        return true;
    }
    return ((v->flag.types[KS_WHITE] | v->flag.types[KS_BLACK]) && is_at_goal(v, p, ending)) ||
           (p->passes && is_passed_out(v, p, ending));
}
