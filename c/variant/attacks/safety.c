/* The safety of the king. A move is tried on the board only when the guard says that it may endanger the
 * king. */
#include "variant/attacks/safety.h"

#include <string.h>

#include "variant/attacks/explosion.h"
#include "variant/attacks/passing.h"
#include "variant/definition/squares.h"

/* Returns whether the king would be attacked on a square of s->board. their_king: the square of the enemy's
 * king. */
static bool is_attacked(const struct safety *s, const ks_squares *enemies, unsigned king,
                        unsigned their_king) {
    if (!s->v->beyond_tables)
        return ks_variant_is_royal_attacked(s->v, s->board, enemies, s->them, king, their_king);
    return ks_variant_is_royal_attacked(s->v, s->board, enemies, s->them, king, their_king) ||
           (s->bikjang && ks_variant_kings_face(s->v, s->board, king, their_king));
}

static void start_royals(struct safety *s) {
    s->royals = ks_variant_royals(s->v, s->position, s->us);
    s->has_royals = !is_empty_set(&s->royals.each) || !is_empty_set(&s->royals.together);
    s->royals_in_check = ks_variant_guard_royals(s->v, s->position, &s->royals, &s->guard);
}

void ks_variant_start_safety(struct safety *s, const ks_variant *v, const ks_variant_position *p) {
    s->v = v;
    s->position = p;
    s->us = p->side_to_move;
    s->them = other_side(s->us);
    s->king = p->king[s->us];
    s->touches = false;
    s->in_check = false;
    s->bikjang = false;
    s->guard = (struct guard){{{0}}, {{0}}, {{0}}, false};
    s->has_royals = s->royals_in_check = false;
    if (s->king == KS_NOWHERE && !v->crowned.types)
        return;
    memcpy(s->board, p->board, sizeof s->board);
    s->touches = ks_variant_kings_touch(v, s->king, p->king[s->them]);
    if (s->touches)
        return;
    if (v->beyond_tables)
        s->bikjang = ks_variant_in_bikjang(v, p);
    ks_variant_guard(v, p, &s->guard);
    s->in_check = !is_empty_set(&s->guard.checkers);
    if (v->crowned.types)
        start_royals(s);
}

/* ---- Trials ---- */

/* Makes a move on s->board alone. Returns the remaining enemies. */
static ks_squares try_move(struct safety *s, unsigned from, unsigned to, unsigned captured_on) {
    ks_squares enemies = s->position->pieces[s->them];
    s->board[captured_on] = 0;
    s->board[from] = 0;
    s->board[to] = s->position->board[from];
    remove_square(&enemies, captured_on);
    return enemies;
}

static void take_back(struct safety *s, unsigned from, unsigned to, unsigned captured_on) {
    const uint8_t *const board = s->position->board;
    s->board[to] = board[to];
    s->board[from] = board[from];
    s->board[captured_on] = board[captured_on];
}

/* Returns whether the other royal pieces are safe on s->board after a piece has moved. */
static bool are_royals_safe(const struct safety *s, const ks_squares *enemies, unsigned from, unsigned to) {
    struct royals royals = s->royals;
    ks_variant_carry_royals(&royals, from, to);
    return ks_variant_find_endangered(s->v, s->board, enemies, s->them, &royals) == KS_NOWHERE;
}

/* Returns whether the king, which does not move, and the other royal pieces are safe after a move. */
static bool is_safe_after(struct safety *s, unsigned from, unsigned to, unsigned captured_on) {
    const ks_squares enemies = try_move(s, from, to, captured_on);
    const bool safe = !is_attacked(s, &enemies, s->king, s->position->king[s->them]) &&
                      (!s->has_royals || are_royals_safe(s, &enemies, from, to));
    take_back(s, from, to, captured_on);
    return safe;
}

bool ks_variant_is_safe_crowning(struct safety *s, unsigned from, unsigned to, unsigned captured_on,
                                 unsigned type) {
    struct royals royals = s->royals;
    ks_variant_crown(s->v, s->position, &royals, to, type);
    const ks_squares enemies = try_move(s, from, to, captured_on);
    const bool safe = !is_attacked(s, &enemies, s->king, s->position->king[s->them]) &&
                      ks_variant_find_endangered(s->v, s->board, &enemies, s->them, &royals) == KS_NOWHERE;
    take_back(s, from, to, captured_on);
    return safe;
}

/* Returns the targets to which the king may move without leaving other royal pieces in check. */
static ks_squares keep_royals_safe(struct safety *s, ks_squares targets) {
    ks_squares safe = {{0}};
    while (!is_empty_set(&targets)) {
        const unsigned to = take_square(&targets);
        const ks_squares enemies = try_move(s, s->king, to, to);
        if (are_royals_safe(s, &enemies, s->king, to))
            add_square(&safe, to);
        take_back(s, s->king, to, to);
    }
    return safe;
}

/* Does the same for a capture that explodes. A side that blows up the enemy's king needs no safety. */
static bool is_safe_explosion(struct safety *s, unsigned from, unsigned to, unsigned captured_on) {
    const ks_variant_position *const p = s->position;
    ks_squares gone = ks_variant_explosion(s->v, p, from, to, captured_on);
    const unsigned theirs = p->king[s->them];
    if (s->king == KS_NOWHERE || has_square(&gone, s->king))
        return s->king == KS_NOWHERE;
    if (theirs != KS_NOWHERE && has_square(&gone, theirs))
        return true;
    const ks_squares enemies = without(p->pieces[s->them], gone);
    for (ks_squares left = gone; !is_empty_set(&left);)
        s->board[take_square(&left)] = 0;
    if (s->v->fireproof >> KS_VARIANT_TYPE(p->board[from]) & 1)
        s->board[to] = p->board[from];
    const bool safe = !is_attacked(s, &enemies, s->king, theirs);
    s->board[to] = p->board[to];
    while (!is_empty_set(&gone)) {
        const unsigned square = take_square(&gone);
        s->board[square] = p->board[square];
    }
    return safe;
}

/* The contents of a square never change the attacks on it, so it is enough to lift the king. */
static ks_squares safe_king_targets(struct safety *s, ks_squares targets) {
    const ks_variant_position *const p = s->position;
    ks_squares safe = {{0}};
    if (s->v->king_stands && s->in_check)
        targets = count_squares(&s->guard.checkers) == 1 ? both(targets, s->guard.checkers) : safe;
    s->board[s->king] = 0;
    while (!is_empty_set(&targets)) {
        const unsigned to = take_square(&targets);
        if (!is_attacked(s, &p->pieces[s->them], to, p->king[s->them]))
            add_square(&safe, to);
    }
    s->board[s->king] = p->board[s->king];
    return s->has_royals ? keep_royals_safe(s, safe) : safe;
}

/* ---- Many squares at once ---- */

static ks_squares safe_explosions(struct safety *s, unsigned from, ks_squares targets) {
    ks_squares safe = {{0}};
    while (!is_empty_set(&targets)) {
        const unsigned to = take_square(&targets);
        if (is_safe_explosion(s, from, to, to))
            add_square(&safe, to);
    }
    return safe;
}

/* Does the same in variants without explosions. */
static ks_squares safe_plain_targets(struct safety *s, unsigned from, ks_squares targets) {
    if (from == s->king)
        return safe_king_targets(s, targets);
    if (s->in_check && !s->guard.tries)
        targets = both(targets, s->guard.answers);
    const bool all = has_square(&s->guard.sensitive, from) || s->guard.tries;
    ks_squares tried = all ? targets : both(targets, s->guard.sensitive);
    ks_squares safe = without(targets, tried);
    while (!is_empty_set(&tried)) {
        const unsigned to = take_square(&tried);
        if (is_safe_after(s, from, to, to))
            add_square(&safe, to);
    }
    return safe;
}

ks_squares ks_variant_safe_targets(struct safety *s, unsigned from, ks_squares targets) {
    if (s->v->blasts) {
        const ks_squares captures = both(targets, s->position->pieces[s->them]);
        const ks_squares moves = safe_plain_targets(s, from, without(targets, captures));
        return either(moves, safe_explosions(s, from, captures));
    }
    return s->king == KS_NOWHERE && !s->has_royals ? targets : safe_plain_targets(s, from, targets);
}

bool ks_variant_is_safe_en_passant(struct safety *s, unsigned from, unsigned to) {
    const unsigned pawn = s->position->en_passant_pawn;
    if (s->v->blasts)
        return is_safe_explosion(s, from, to, pawn);
    return (s->king == KS_NOWHERE && !s->has_royals) || is_safe_after(s, from, to, pawn);
}

ks_squares ks_variant_safe_drops(struct safety *s, unsigned code, ks_squares squares) {
    if (s->king == KS_NOWHERE && !s->has_royals)
        return squares;
    if (s->in_check && !s->guard.tries)
        squares = both(squares, s->guard.answers);
    ks_squares tried = s->guard.tries ? squares : both(squares, s->guard.sensitive);
    ks_squares safe = without(squares, tried);
    while (!is_empty_set(&tried)) {
        const unsigned to = take_square(&tried);
        s->board[to] = (uint8_t)code;
        const ks_squares *const enemies = &s->position->pieces[s->them];
        if (!is_attacked(s, enemies, s->king, s->position->king[s->them]) &&
            (!s->has_royals || are_royals_safe(s, enemies, to, to)))
            add_square(&safe, to);
        s->board[to] = 0;
    }
    return safe;
}
