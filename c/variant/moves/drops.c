/* Finds where the rules of a variant let a piece in hand be dropped, and the pieces that a drop encloses. */
#include "variant/moves/drops.h"

#include "variant/definition/squares.h"
#include "variant/ends/ends.h"
#include "variant/play/play.h"

/* ==== Enclosing ==== */

/* Finds the squares of drops that enclose enemies, touch pieces or keep away from them, or are reached from
 * an edge. */

/* ---- Neighbours ---- */

/* Returns the squares that share a side with a square of the set. */
static ks_variant_squares beside_set(const ks_variant *v, ks_variant_squares set) {
    ks_variant_squares squares = {{0}};
    while (!is_empty_set(&set)) {
        const unsigned square = take_square(&set);
        for (int way = 0; way < 4; way++) {
            const int step = way % 2 ? 1 : -1;
            const unsigned near = ks_variant_beside(v, square, way < 2 ? step : 0, way < 2 ? 0 : step);
            if (near != KS_VARIANT_NO_SQUARE)
                add_square(&squares, near);
        }
    }
    return squares;
}

/* Returns the squares next to a square of the set, diagonals included. */
static ks_variant_squares around_set(const ks_variant *v, ks_variant_squares set) {
    ks_variant_squares squares = {{0}};
    while (!is_empty_set(&set))
        squares = either(squares, v->around[take_square(&set)]);
    return squares;
}

static ks_variant_squares enclosing_enemies(const ks_variant *v, const ks_variant_position *p) {
    ks_variant_squares squares = {{0}};
    const ks_variant_squares near = around_set(v, p->pieces[other_side(p->side_to_move)]);
    for (ks_variant_squares left = without(near, occupied_squares(p)); !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        const ks_variant_squares enclosed = ks_variant_enclosed(v, p, p->side_to_move, square);
        if (!is_empty_set(&enclosed))
            add_square(&squares, square);
    }
    return squares;
}

/* ---- Slides from an edge ---- */

/* Adds the square on which a piece stops that slides onto the board at a square. */
static void add_stop(const ks_variant *v, const ks_variant_squares *occupied, unsigned edge, int files,
                     int rows, ks_variant_squares *stops) {
    unsigned stop = KS_VARIANT_NO_SQUARE;
    for (unsigned square = edge; square != KS_VARIANT_NO_SQUARE && !has_square(occupied, square);
         square = ks_variant_beside(v, square, files, rows))
        stop = square;
    if (stop != KS_VARIANT_NO_SQUARE)
        add_square(stops, stop);
}

static ks_variant_squares slid_from_edges(const ks_variant *v, const ks_variant_squares *occupied) {
    ks_variant_squares stops = {{0}};
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
static ks_variant_squares squares_on_top(const ks_variant *v, const ks_variant_squares *occupied) {
    ks_variant_squares squares = {{0}};
    for (unsigned square = 0; square < v->squares; square++)
        if (square + v->files >= v->squares || has_square(occupied, square + v->files))
            add_square(&squares, square);
    return squares;
}

/* ---- Enclosed squares ---- */

ks_variant_squares ks_variant_enclosing_squares(const ks_variant *v, const ks_variant_position *p) {
    const struct drop_limits *const limits = &v->drop_limits;
    const unsigned us = p->side_to_move;
    const ks_variant_squares occupied = occupied_squares(p);
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

/* ==== Drops ==== */

/* Finds the squares on which pieces in hand may be dropped. */

bool ks_variant_must_drop(const ks_variant *v, const ks_variant_position *p) {
    for (uint32_t types = v->drop_limits.musts; types; types &= types - 1)
        if (p->hand[p->side_to_move][__builtin_ctz(types)])
            return true;
    return false;
}

ks_variant_squares ks_variant_full_files(const ks_variant *v, const ks_variant_position *p) {
    unsigned count[KS_VARIANT_FILES_MAX] = {0};
    ks_variant_squares full = {{0}};
    for (ks_variant_squares left = p->pieces[p->side_to_move]; !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        count[square % v->files] +=
            v->types[KS_VARIANT_TYPE(p->board[square])].kind == v->drop_limits.no_doubled;
    }
    for (unsigned square = 0; square < v->squares; square++)
        if (count[square % v->files] >= v->drop_limits.doubled_count)
            add_square(&full, square);
    return full;
}

/* ---- One piece on squares of each colour ---- */

static ks_variant_squares squares_of_shade(const ks_variant *v, unsigned shade) {
    const ks_variant_squares first = v->drop_limits.first_shade;
    return shade == 0 ? first : without(v->board, first);
}

/* Returns the squares of the colours on which the side to move has no piece of the type. */
static ks_variant_squares free_shades(const ks_variant *v, const ks_variant_position *p) {
    ks_variant_squares squares = v->board;
    for (ks_variant_squares left = p->pieces[p->side_to_move]; !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (v->types[KS_VARIANT_TYPE(p->board[square])].kind == v->drop_limits.one_a_shade)
            squares = without(squares, squares_of_shade(v, !has_square(&v->drop_limits.first_shade, square)));
    }
    return squares;
}

static unsigned count_shades(const ks_variant *v, ks_variant_squares squares) {
    const ks_variant_squares light = both(squares, squares_of_shade(v, 0)), dark = without(squares, light);
    return !is_empty_set(&light) + !is_empty_set(&dark);
}

/* Returns the squares that another piece may take while enough remain for the pieces limited to one a
 * colour. */
static ks_variant_squares spare_squares(const ks_variant *v, const ks_variant_position *p) {
    const unsigned us = p->side_to_move, type = v->drop_limits.one_a_shade;
    const ks_variant_squares open =
        without(both(free_shades(v, p), v->drop_region[us][type]), occupied_squares(p));
    ks_variant_squares spare = v->board;
    if (count_shades(v, open) < p->hand[us][type])
        return (ks_variant_squares){{0}};
    for (ks_variant_squares left = open; !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        ks_variant_squares rest = open;
        remove_square(&rest, square);
        if (count_shades(v, rest) < p->hand[us][type])
            remove_square(&spare, square);
    }
    return spare;
}

/* ---- Drops of a type ---- */

ks_variant_squares ks_variant_droppable(const ks_variant *v, const ks_variant_position *p, unsigned type) {
    const struct drop_limits *const limits = &v->drop_limits;
    ks_variant_squares squares = v->drop_region[p->side_to_move][type];
    if (limits->musts && !(limits->musts >> type & 1) && ks_variant_must_drop(v, p))
        return (ks_variant_squares){{0}};
    if (limits->enclosing)
        squares = both(squares, ks_variant_enclosing_squares(v, p));
    if (type == limits->no_doubled)
        squares = without(squares, ks_variant_full_files(v, p));
    if (type == limits->one_a_shade)
        squares = both(squares, free_shades(v, p));
    else if (limits->one_a_shade != NO_TYPE)
        squares = both(squares, spare_squares(v, p));
    return squares;
}

/* ---- Stuck pieces and mates ---- */

/* Returns the squares without those on which the drop is mate. A drop that ends the game by another rule is
 * none. */
static ks_variant_squares without_mates(const ks_variant *v, const ks_variant_position *p,
                                        ks_variant_squares squares, unsigned type,
                                        bool (*has_move)(const ks_variant *, const ks_variant_position *)) {
    const unsigned us = p->side_to_move, king = p->king[other_side(us)];
    ks_variant_squares checks = {{0}};
    if (king != KS_VARIANT_NO_SQUARE)
        checks = both(squares, v->threats[KS_VARIANT_CODE(type, us) * v->squares + king]);
    while (!is_empty_set(&checks)) {
        const unsigned to = take_square(&checks);
        ks_variant_position after = *p;
        ks_variant_undo undo;
        ks_variant_make_move(v, &after, VARIANT_MOVE(to, to, KS_VARIANT_DROP, type + 1), &undo);
        if (!has_move(v, &after) && !ks_variant_has_ended(v, &after, NULL))
            remove_square(&squares, to);
    }
    return squares;
}

static ks_variant_squares without_attacked(const ks_variant *v, const ks_variant_position *p,
                                           ks_variant_squares squares) {
    for (ks_variant_squares left = squares; !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        const ks_variant_squares attackers = ks_variant_attackers(v, p, square, other_side(p->side_to_move));
        if (!is_empty_set(&attackers))
            remove_square(&squares, square);
    }
    return squares;
}

ks_variant_squares ks_variant_drops_as(const ks_variant *v, const ks_variant_position *p,
                                       ks_variant_squares squares, unsigned type,
                                       bool (*has_move)(const ks_variant *, const ks_variant_position *)) {
    if (v->must_stay_mobile)
        squares = without(squares, v->stuck[KS_VARIANT_CODE(type, p->side_to_move)]);
    if (type == v->royal || v->crowned.types >> v->types[type].kind & 1)
        squares = without_attacked(v, p, squares);
    return type == v->drop_limits.no_mate ? without_mates(v, p, squares, type, has_move) : squares;
}
