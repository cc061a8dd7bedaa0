/* Finds the squares on which the safety of a king, and the moves of a piece, depend. */
#include "variant/perft/watch.h"

#include "variant/attacks/facing.h"
#include "variant/attacks/reach.h"

/* Returns the squares before the target of a line that only the nearest piece blocks. */
static ks_squares squares_before(const struct line *line, unsigned target) {
    const ks_squares stop = set_of_square(target);
    ks_squares below = {
        {stop.half[0] ? stop.half[0] - 1 : ~(uint64_t)0, stop.half[1] ? stop.half[1] - 1 : 0}};
    if (line->way == WAY_UP)
        return both(line->stops, below);
    add_square(&below, target);
    return without(line->stops, below);
}

/* Returns the squares of a line before the target. */
static ks_squares squares_between(const ks_variant *v, const struct line *line, unsigned target) {
    ks_squares squares = {{0}};
    if (line->way != WAY_WALK)
        return squares_before(line, target);
    for (const uint8_t *entry = v->pool + line->first; *entry != target; entry++)
        add_square(&squares, *entry & ~(unsigned)PASSED);
    return squares;
}

/* Watches a way from an attacker to the target. The way matters when at most `most` pieces stand in it: none
 * for an attack, one for a pin. */
static void watch_way(ks_squares between, const ks_squares *occupied, unsigned attacker, unsigned most,
                      struct watch *watch) {
    const ks_squares pieces = both(between, *occupied);
    const unsigned count = count_squares(&pieces);
    if (count <= most + 1)
        watch->leaving = either(watch->leaving, pieces);
    if (count > most)
        return;
    watch->arriving = either(watch->arriving, between);
    add_square(&watch->leaving, attacker);
}

static void watch_attacker(const ks_variant *v, const ks_variant_position *p, const ks_squares *occupied,
                           unsigned from, unsigned target, unsigned most, struct watch *watch) {
    const unsigned index = p->board[from] * v->squares + from;
    if (has_square(&v->leaps[index].captures, target))
        add_square(&watch->leaving, from);
    for (uint32_t i = v->rides_of[index]; i < v->rides_of[index + 1]; i++) {
        const struct line *const ride = &v->rides[i];
        if (!(ride->flags & LINE_CAPTURE) || !has_square(&ride->stops, target))
            continue;
        const ks_squares between = squares_between(v, ride, target);
        if (ride->hop == BETZA_NO_HOP) {
            watch_way(between, occupied, from, most, watch);
        } else {
            watch->arriving = either(watch->arriving, between);
            watch->leaving = either(watch->leaving, between);
            add_square(&watch->leaving, from);
        }
    }
}

static ks_squares squares_between_kings(const ks_variant *v, unsigned a, unsigned b) {
    const unsigned low = a < b ? a : b, high = a < b ? b : a, step = high - low < v->files ? 1 : v->files;
    ks_squares between = {{0}};
    for (unsigned square = low + step; square < high; square += step)
        add_square(&between, square);
    return between;
}

/* Watches all attackers of a square, which belong to `us`. */
static void watch_square(const ks_variant *v, const ks_variant_position *p, const ks_squares *occupied,
                         unsigned us, unsigned target, unsigned most, struct watch *watch) {
    const unsigned king = p->king[us];
    for (ks_squares near = both(p->pieces[us], v->within_reach[us][target]); !is_empty_set(&near);)
        watch_attacker(v, p, occupied, take_square(&near), target, most, watch);
    if (v->beyond_tables && king != KS_NOWHERE && has_square(&v->crosses[target], king))
        watch_way(squares_between_kings(v, king, target), occupied, king, most, watch);
}

void ks_variant_watch_king(const ks_variant *v, const ks_variant_position *p, unsigned them,
                           ks_squares targets, struct king_watch *watch) {
    const unsigned us = other_side(them), king = p->king[them];
    ks_squares occupied = occupied_squares(p);
    *watch = (struct king_watch){{{{0}}, {{0}}}, {{{0}}, {{0}}}};
    watch_square(v, p, &occupied, us, king, 1, &watch->check);
    remove_square(&occupied, king);
    while (!is_empty_set(&targets))
        watch_square(v, p, &occupied, us, take_square(&targets), 0, &watch->steps);
}

bool ks_variant_aims_at(const ks_variant *v, const ks_squares *occupied, unsigned code, unsigned from,
                        unsigned to, unsigned king) {
    const unsigned index = code * v->squares + to;
    if (king == KS_NOWHERE)
        return false;
    if (v->beyond_tables && KS_VARIANT_TYPE(code) == v->royal && has_square(&v->crosses[king], to))
        return true;
    if (!has_square(&v->reach[index], king))
        return false;
    for (uint32_t i = v->rides_of[index]; i < v->rides_of[index + 1]; i++) {
        const struct line *const ride = &v->rides[i];
        if (!(ride->flags & LINE_CAPTURE) || !has_square(&ride->stops, king))
            continue;
        ks_squares pieces = both(squares_between(v, ride, king), *occupied);
        remove_square(&pieces, from);
        if (ride->hop != BETZA_NO_HOP || count_squares(&pieces) <= 1)
            return true;
    }
    return has_square(&v->leaps[index].captures, king);
}

ks_squares ks_variant_sight(const ks_variant *v, const ks_variant_position *p, const ks_squares *occupied,
                            unsigned from) {
    const unsigned index = p->board[from] * v->squares + from;
    ks_squares sight = either(v->leaps[index].moves, v->leaps[index].captures);
    for (uint32_t i = v->rides_of[index]; i < v->rides_of[index + 1]; i++) {
        const struct line *const ride = &v->rides[i];
        if (ride->way != WAY_WALK)
            sight = either(sight, reach_of_line(v, ride, p->board, occupied));
        else
            for (unsigned n = 0; n < ride->count; n++)
                add_square(&sight, v->pool[ride->first + n] & ~(unsigned)PASSED);
    }
    return sight;
}
