/* Finds pieces that are royal while there are few of them, as simply as possible. Shares no code with
 * c/variant. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "support/variants/naive.h"

/* The royal squares of a side: every square of `each` must be safe, and at least one of `together`. */
struct royals {
    bool each[NAIVE_SQUARES], together[NAIVE_SQUARES];
};

static bool is_of(const struct naive_variant *v, const struct naive_position *p, int square, int side,
                  int type) {
    return isalpha((unsigned char)p->board[square]) &&
           (islower((unsigned char)p->board[square]) != 0) == side &&
           v->types[naive_type_of(v, p->board[square])].kind == type;
}

static int count(const struct naive_variant *v, const struct naive_position *p, int side, int type) {
    int found = 0;
    for (int square = 0; square < v->squares; square++)
        found += is_of(v, p, square, side, type);
    return found;
}

static struct royals find_royals(const struct naive_variant *v, const struct naive_position *p, int side) {
    struct royals royals = {{false}, {false}};
    for (int type = 0; type < v->type_count; type++)
        for (int square = 0; square < v->squares && v->crowned[type]; square++) {
            if (!is_of(v, p, square, side, type))
                continue;
            royals.each[square] = count(v, p, side, type) <= v->crowned_most;
            royals.together[square] = v->together;
        }
    return royals;
}

/* Marks the royal squares that are in check. Returns whether there are any. */
static bool find_checked(const struct naive_variant *v, const struct naive_position *p, int side,
                         const struct royals *royals, bool checked[NAIVE_SQUARES]) {
    bool any = false, there = false, all = true;
    for (int square = 0; square < v->squares; square++) {
        const bool attacked =
            (royals->each[square] || royals->together[square]) && naive_is_attacked(v, p, square, !side);
        checked[square] = royals->each[square] && attacked;
        any |= checked[square];
        there |= royals->together[square];
        all &= !royals->together[square] || attacked;
    }
    for (int square = 0; square < v->squares && there && all; square++)
        checked[square] |= royals->together[square];
    return any || (there && all);
}

bool naive_checked_royals(const struct naive_variant *v, const struct naive_position *p, int side,
                          bool checked[NAIVE_SQUARES]) {
    const struct royals royals = find_royals(v, p, side);
    return find_checked(v, p, side, &royals, checked);
}

/* ---- Moves ---- */

/* Returns the square on which the piece of `square` stands after the move. */
static int carry(const struct naive_variant *v, struct naive_move move, int square) {
    const int wing = move.to < move.from, row = move.from / v->files;
    const int king = row * v->files + v->castling_file[wing];
    if (move.kind == NAIVE_DROP)
        return square;
    if (square == move.from)
        return move.kind == NAIVE_CASTLING ? king : move.to;
    return move.kind == NAIVE_CASTLING && square == move.to ? (wing ? king + 1 : king - 1) : square;
}

/* Applies a promotion to a royal type. */
static void crown(const struct naive_variant *v, const struct naive_position *p, struct naive_move move,
                  struct royals *royals) {
    const int type = move.promotion - 1;
    const bool few = count(v, p, p->side, type) < v->crowned_most;
    for (int square = 0; square < v->squares && !few; square++)
        if (is_of(v, p, square, p->side, type))
            royals->each[square] = false;
    royals->each[move.to] = few;
    royals->together[move.to] = v->together;
}

bool naive_royals_are_safe(const struct naive_variant *v, const struct naive_position *before,
                           const struct naive_position *after, struct naive_move move) {
    struct royals royals = find_royals(v, before, before->side), carried = {{false}, {false}};
    const bool crowns = move.promotion && v->crowned[v->types[move.promotion - 1].kind];
    bool checked[NAIVE_SQUARES];
    if (crowns && move.kind != NAIVE_DROP)
        crown(v, before, move, &royals);
    const bool to_each = royals.each[move.to], to_together = royals.together[move.to];
    for (int square = 0; square < v->squares; square++) {
        carried.each[carry(v, move, square)] |= royals.each[square];
        carried.together[carry(v, move, square)] |= royals.together[square];
    }
    if (crowns) {
        carried.each[move.to] = to_each || move.kind == NAIVE_DROP;
        carried.together[move.to] = to_together;
    }
    return !find_checked(v, after, before->side, &carried, checked);
}
