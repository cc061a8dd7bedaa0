/* The squares that a piece reaches, as sets. */
#ifndef KS_REACH_H
#define KS_REACH_H

#include "variant/definition/walk.h"

/* Returns the stops up to the lowest blocker, or all stops when there is none. */
static inline ks_squares up_to_lowest(ks_squares stops, const ks_squares *occupied) {
    const ks_squares blockers = both(stops, *occupied);
    if (blockers.half[0])
        return (ks_squares){{stops.half[0] & (blockers.half[0] ^ (blockers.half[0] - 1)), 0}};
    if (blockers.half[1])
        stops.half[1] &= blockers.half[1] ^ (blockers.half[1] - 1);
    return stops;
}

/* Returns the stops down to the highest blocker, or all stops when there is none. */
static inline ks_squares down_to_highest(ks_squares stops, const ks_squares *occupied) {
    const ks_squares blockers = both(stops, *occupied);
    if (blockers.half[1])
        return (ks_squares){{0, stops.half[1] & ~(uint64_t)0 << (63 - __builtin_clzll(blockers.half[1]))}};
    if (blockers.half[0])
        stops.half[0] &= ~(uint64_t)0 << (63 - __builtin_clzll(blockers.half[0]));
    return stops;
}

static inline ks_squares walk_line(const ks_variant *v, const struct line *line, const uint8_t *board) {
    struct walk walk = start_walk(v, line);
    ks_squares stops = {{0}};
    for (unsigned stop; (stop = next_stop(&walk, board)) != KS_NOWHERE;)
        add_square(&stops, stop);
    return stops;
}

/* Returns the squares of a line on which the piece may end, empty or not. occupied: the occupied squares of
 * the board. */
static inline ks_squares reach_of_line(const ks_variant *v, const struct line *line, const uint8_t *board,
                                       const ks_squares *occupied) {
    switch (line->way) {
    case WAY_UP:
        return up_to_lowest(line->stops, occupied);
    case WAY_DOWN:
        return down_to_highest(line->stops, occupied);
    default:
        return walk_line(v, line, board);
    }
}

/* The targets of a piece, without regard to the safety of kings. A square is in at most one of the sets. */
struct targets {
    ks_squares moves, firsts; /* empty squares: of ordinary moves, and of first moves alone */
    ks_squares attacks;       /* squares that it attacks and does not move to without capturing */
};

static inline struct targets find_targets(const ks_variant *v, const uint8_t *board,
                                          const ks_squares *occupied, unsigned from) {
    const unsigned index = board[from] * v->squares + from;
    ks_squares moves = v->leaps[index].moves, captures = v->leaps[index].captures, firsts = {{0}};
    const struct line *const end = v->rides + v->rides_of[index + 1];
    for (const struct line *ride = v->rides + v->rides_of[index]; ride < end; ride++) {
        const ks_squares reach = reach_of_line(v, ride, board, occupied);
        if (ride->flags & LINE_CAPTURE)
            captures = either(captures, reach);
        if (ride->flags & LINE_FIRST)
            firsts = ride->flags & LINE_MOVE ? either(firsts, reach) : firsts;
        else if (ride->flags & LINE_MOVE)
            moves = either(moves, reach);
    }
    moves = without(moves, *occupied);
    firsts = without(without(firsts, *occupied), moves);
    return (struct targets){moves, firsts, without(without(captures, moves), firsts)};
}

#endif
