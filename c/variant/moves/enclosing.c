/* Finds the squares of drops that enclose enemies, touch pieces or keep away from them, or are reached from
 * an edge. */
#include "variant/moves/enclosing.h"

#include "variant/definition/squares.h"
#include "variant/play/flips.h"

/* ---- Neighbours ---- */

/* Returns the squares that share a side with a square of the set. */
static ks_squares beside_set(const ks_variant *v, ks_squares set) {
    ks_squares squares = {{0}};
    while (!is_empty_set(&set)) {
        const unsigned square = take_square(&set);
        for (int way = 0; way < 4; way++) {
            const int step = way % 2 ? 1 : -1;
            const unsigned near = ks_variant_beside(v, square, way < 2 ? step : 0, way < 2 ? 0 : step);
            if (near != KS_NOWHERE)
                add_square(&squares, near);
        }
    }
    return squares;
}

/* Returns the squares next to a square of the set, diagonals included. */
static ks_squares around_set(const ks_variant *v, ks_squares set) {
    ks_squares squares = {{0}};
    while (!is_empty_set(&set))
        squares = either(squares, v->around[take_square(&set)]);
    return squares;
}

static ks_squares enclosing_enemies(const ks_variant *v, const ks_variant_position *p) {
    ks_squares squares = {{0}};
    const ks_squares near = around_set(v, p->pieces[other_side(p->side_to_move)]);
    for (ks_squares left = without(near, occupied_squares(p)); !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        const ks_squares enclosed = ks_variant_enclosed(v, p, p->side_to_move, square);
        if (!is_empty_set(&enclosed))
            add_square(&squares, square);
    }
    return squares;
}

/* ---- Slides from an edge ---- */

/* Adds the square on which a piece stops that slides onto the board at a square. */
static void add_stop(const ks_variant *v, const ks_squares *occupied, unsigned edge, int files, int rows,
                     ks_squares *stops) {
    unsigned stop = KS_NOWHERE;
    for (unsigned square = edge; square != KS_NOWHERE && !has_square(occupied, square);
         square = ks_variant_beside(v, square, files, rows))
        stop = square;
    if (stop != KS_NOWHERE)
        add_square(stops, stop);
}

static ks_squares slid_from_edges(const ks_variant *v, const ks_squares *occupied) {
    ks_squares stops = {{0}};
    for (unsigned row = 0; row < v->ranks; row++) {
        add_stop(v, occupied, row * v->files, 1, 0, &stops);
        add_stop(v, occupied, row * v->files + v->files - 1, -1, 0, &stops);
    }
    for (unsigned file = 0; file < v->files; file++) {
        add_stop(v, occupied, file, 0, 1, &stops);
        add_stop(v, occupied, (v->ranks - 1) * v->files + file, 0, -1, &stops);
    }
    return stops;
}

/* Returns white's first rank, and the squares directly above occupied ones. */
static ks_squares squares_on_top(const ks_variant *v, const ks_squares *occupied) {
    ks_squares squares = {{0}};
    for (unsigned square = 0; square < v->squares; square++)
        if (square + v->files >= v->squares || has_square(occupied, square + v->files))
            add_square(&squares, square);
    return squares;
}

/* ---- All ---- */

ks_squares ks_variant_enclosing_squares(const ks_variant *v, const ks_variant_position *p) {
    const struct drop_limits *const limits = &v->drop_limits;
    const unsigned us = p->side_to_move;
    const ks_squares occupied = occupied_squares(p);
    if (!is_subset(&limits->enclosing_start, &occupied))
        return limits->enclosing_start;
    switch (limits->enclosing) {
    case ENCLOSING_NONE:
        return v->board;
    case ENCLOSING_REVERSI:
        return enclosing_enemies(v, p);
    case ENCLOSING_SNORT:
        return without(v->board, beside_set(v, p->pieces[other_side(us)]));
    case ENCLOSING_ANYSIDE:
        return slid_from_edges(v, &occupied);
    case ENCLOSING_TOP:
        return squares_on_top(v, &occupied);
    default:
        return around_set(v, p->pieces[us]);
    }
}
