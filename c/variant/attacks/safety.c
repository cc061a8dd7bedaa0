/* Finds which pieces of a variant are royal, and whether a move leaves them safe. */
#include "variant/attacks/safety.h"

#include <string.h>

#include "variant/attacks/attacks.h"
#include "variant/definition/squares.h"

/* ==== Royal pieces ==== */

/* Finds the pieces that are royal at present, and their attackers. */

static const ks_variant_squares everywhere = {{~(uint64_t)0, ~(uint64_t)0}};

/* ---- The royal pieces ---- */

struct royals ks_variant_royals(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    ks_variant_squares of_type[TYPES_MAX] = {{{0}}};
    struct royals royals = {{{0}}, {{0}}};
    for (ks_variant_squares left = p->pieces[side]; !is_empty_set(&left);) {
        const unsigned square = take_square(&left), type = v->types[KS_VARIANT_TYPE(p->board[square])].kind;
        if (v->crowned.types >> type & 1)
            add_square(&of_type[type], square);
    }
    for (uint32_t types = v->crowned.types; types; types &= types - 1) {
        const unsigned type = (unsigned)__builtin_ctz(types);
        if (count_squares(&of_type[type]) <= v->crowned.most)
            royals.each = either(royals.each, of_type[type]);
        if (v->crowned.together)
            royals.together = either(royals.together, of_type[type]);
    }
    return royals;
}

static void carry(ks_variant_squares *squares, unsigned from, unsigned to) {
    if (!has_square(squares, from))
        return;
    remove_square(squares, from);
    add_square(squares, to);
}

void ks_variant_carry_royals(struct royals *royals, unsigned from, unsigned to) {
    carry(&royals->each, from, to);
    carry(&royals->together, from, to);
}

/* One piece more may be too many of the type for any to be royal. */
void ks_variant_crown(const ks_variant *v, const ks_variant_position *p, struct royals *royals, unsigned to,
                      unsigned type) {
    const bool too_many = ks_variant_count_type(v, p, p->side_to_move, type) >= v->crowned.most;
    for (ks_variant_squares left = royals->each; too_many && !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (v->types[KS_VARIANT_TYPE(p->board[square])].kind == type)
            remove_square(&royals->each, square);
    }
    if (!too_many)
        add_square(&royals->each, to);
    if (v->crowned.together)
        add_square(&royals->together, to);
}

/* ---- Attacks ---- */

/* Returns the first of the squares that is attacked, or the first that is not; KS_VARIANT_NO_SQUARE when
 * there is none. */
static unsigned find_first(const ks_variant *v, const uint8_t *board, const ks_variant_squares *enemies,
                           unsigned by_side, ks_variant_squares squares, bool attacked) {
    while (!is_empty_set(&squares)) {
        const unsigned square = take_square(&squares);
        if (ks_variant_is_attacked(v, board, enemies, by_side, square) == attacked)
            return square;
    }
    return KS_VARIANT_NO_SQUARE;
}

unsigned ks_variant_find_endangered(const ks_variant *v, const uint8_t *board,
                                    const ks_variant_squares *enemies, unsigned by_side,
                                    const struct royals *royals) {
    const unsigned alone = find_first(v, board, enemies, by_side, royals->each, true);
    ks_variant_squares together = royals->together;
    if (alone != KS_VARIANT_NO_SQUARE || is_empty_set(&together) ||
        find_first(v, board, enemies, by_side, together, false) != KS_VARIANT_NO_SQUARE)
        return alone;
    return take_square(&together);
}

ks_variant_squares ks_variant_checkers(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const unsigned them = other_side(side);
    ks_variant_squares checkers = ks_variant_king_checkers(v, p, side);
    if (!v->crowned.types)
        return checkers;
    const struct royals royals = ks_variant_royals(v, p, side);
    ks_variant_squares attacked = royals.each;
    if (find_first(v, p->board, &p->pieces[them], them, royals.together, false) == KS_VARIANT_NO_SQUARE)
        attacked = either(attacked, royals.together);
    while (!is_empty_set(&attacked))
        checkers = either(checkers, ks_variant_attackers(v, p, take_square(&attacked), them));
    return checkers;
}

unsigned ks_variant_piece_in_check(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    const unsigned them = other_side(side);
    const ks_variant_squares checkers = ks_variant_king_checkers(v, p, side);
    const struct royals royals = ks_variant_royals(v, p, side);
    return is_empty_set(&checkers) ? ks_variant_find_endangered(v, p->board, &p->pieces[them], them, &royals)
                                   : p->king[side];
}

/* ---- The guard ---- */

/* Returns whether nothing attacks the square. */
static bool merge_guard(const ks_variant *v, const ks_variant_position *p, unsigned square,
                        struct guard *guard) {
    struct guard more;
    ks_variant_guard_square(v, p, square, &more);
    guard->sensitive = either(guard->sensitive, more.sensitive);
    return is_empty_set(&more.checkers);
}

/* Pieces that may not all be attacked are guarded by one that is not attacked: while it is safe, there is no
 * check. */
bool ks_variant_guard_royals(const ks_variant *v, const ks_variant_position *p, const struct royals *royals,
                             struct guard *guard) {
    const unsigned them = other_side(p->side_to_move);
    bool safe = true;
    for (ks_variant_squares left = royals->each; !is_empty_set(&left);)
        safe &= merge_guard(v, p, take_square(&left), guard);
    if (!is_empty_set(&royals->together)) {
        const unsigned free = find_first(v, p->board, &p->pieces[them], them, royals->together, false);
        safe &= free != KS_VARIANT_NO_SQUARE && merge_guard(v, p, free, guard);
    }
    guard->sensitive = safe ? either(guard->sensitive, either(royals->each, royals->together)) : everywhere;
    return !safe;
}

/* ==== Safety ==== */

/* The safety of the king. A move is tried on the board only when the guard says that it may endanger the
 * king. */

/* Returns whether the king would be attacked on a square of s->board. their_king: the square of the enemy's
 * king. */
static bool is_attacked(const struct safety *s, const ks_variant_squares *enemies, unsigned king,
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
    if (s->king == KS_VARIANT_NO_SQUARE && !v->crowned.types)
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
static ks_variant_squares try_move(struct safety *s, unsigned from, unsigned to, unsigned captured_on) {
    ks_variant_squares enemies = s->position->pieces[s->them];
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
static bool are_royals_safe(const struct safety *s, const ks_variant_squares *enemies, unsigned from,
                            unsigned to) {
    struct royals royals = s->royals;
    ks_variant_carry_royals(&royals, from, to);
    return ks_variant_find_endangered(s->v, s->board, enemies, s->them, &royals) == KS_VARIANT_NO_SQUARE;
}

/* Returns whether the king, which does not move, and the other royal pieces are safe after a move. */
static bool is_safe_after(struct safety *s, unsigned from, unsigned to, unsigned captured_on) {
    const ks_variant_squares enemies = try_move(s, from, to, captured_on);
    const bool safe = !is_attacked(s, &enemies, s->king, s->position->king[s->them]) &&
                      (!s->has_royals || are_royals_safe(s, &enemies, from, to));
    take_back(s, from, to, captured_on);
    return safe;
}

/* Does the same for a capture that explodes. A side that blows up the enemy's king needs no safety.
 * code: what captures; a pawn that promotes is already the new piece. */
static bool is_safe_explosion(struct safety *s, unsigned from, unsigned to, unsigned captured_on,
                              unsigned code) {
    const ks_variant_position *const p = s->position;
    ks_variant_squares gone = ks_variant_explosion(s->v, p, from, to, captured_on);
    const unsigned theirs = p->king[s->them];
    if (s->king == KS_VARIANT_NO_SQUARE || has_square(&gone, s->king))
        return s->king == KS_VARIANT_NO_SQUARE;
    if (theirs != KS_VARIANT_NO_SQUARE && has_square(&gone, theirs))
        return true;
    const ks_variant_squares enemies = without(p->pieces[s->them], gone);
    for (ks_variant_squares left = gone; !is_empty_set(&left);)
        s->board[take_square(&left)] = 0;
    if (s->v->fireproof >> KS_VARIANT_TYPE(code) & 1)
        s->board[to] = (uint8_t)code;
    const bool safe = !is_attacked(s, &enemies, s->king, theirs);
    s->board[to] = p->board[to];
    while (!is_empty_set(&gone)) {
        const unsigned square = take_square(&gone);
        s->board[square] = p->board[square];
    }
    return safe;
}

bool ks_variant_is_safe_promotion(struct safety *s, unsigned from, unsigned to, unsigned captured_on,
                                  unsigned type) {
    struct royals royals = s->v->crowned.types ? s->royals : (struct royals){{{0}}, {{0}}};
    if (s->v->blasts && s->position->board[captured_on])
        return is_safe_explosion(s, from, to, captured_on, KS_VARIANT_CODE(type, s->us));
    if (s->v->crowned.types >> type & 1)
        ks_variant_crown(s->v, s->position, &royals, to, type);
    const ks_variant_squares enemies = try_move(s, from, to, captured_on);
    const bool safe =
        !is_attacked(s, &enemies, s->king, s->position->king[s->them]) &&
        ks_variant_find_endangered(s->v, s->board, &enemies, s->them, &royals) == KS_VARIANT_NO_SQUARE;
    take_back(s, from, to, captured_on);
    return safe;
}

/* Returns the targets to which the king may move without leaving other royal pieces in check. */
static ks_variant_squares keep_royals_safe(struct safety *s, ks_variant_squares targets) {
    ks_variant_squares safe = {{0}};
    while (!is_empty_set(&targets)) {
        const unsigned to = take_square(&targets);
        const ks_variant_squares enemies = try_move(s, s->king, to, to);
        if (are_royals_safe(s, &enemies, s->king, to))
            add_square(&safe, to);
        take_back(s, s->king, to, to);
    }
    return safe;
}

/* The contents of a square never change the attacks on it, so it is enough to lift the king. */
static ks_variant_squares safe_king_targets(struct safety *s, ks_variant_squares targets) {
    const ks_variant_position *const p = s->position;
    ks_variant_squares safe = {{0}};
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

static ks_variant_squares safe_explosions(struct safety *s, unsigned from, ks_variant_squares targets) {
    ks_variant_squares safe = {{0}};
    while (!is_empty_set(&targets)) {
        const unsigned to = take_square(&targets);
        if (is_safe_explosion(s, from, to, to, s->position->board[from]))
            add_square(&safe, to);
    }
    return safe;
}

/* Does the same in variants without explosions. */
static ks_variant_squares safe_plain_targets(struct safety *s, unsigned from, ks_variant_squares targets) {
    if (from == s->king)
        return safe_king_targets(s, targets);
    if (s->in_check && !s->guard.tries)
        targets = both(targets, s->guard.answers);
    const bool all = has_square(&s->guard.sensitive, from) || s->guard.tries;
    ks_variant_squares tried = all ? targets : both(targets, s->guard.sensitive);
    ks_variant_squares safe = without(targets, tried);
    while (!is_empty_set(&tried)) {
        const unsigned to = take_square(&tried);
        if (is_safe_after(s, from, to, to))
            add_square(&safe, to);
    }
    return safe;
}

ks_variant_squares ks_variant_safe_targets(struct safety *s, unsigned from, ks_variant_squares targets) {
    if (s->v->blasts) {
        const ks_variant_squares captures = both(targets, s->position->pieces[s->them]);
        const ks_variant_squares moves = safe_plain_targets(s, from, without(targets, captures));
        return either(moves, safe_explosions(s, from, captures));
    }
    return s->king == KS_VARIANT_NO_SQUARE && !s->has_royals ? targets : safe_plain_targets(s, from, targets);
}

bool ks_variant_is_safe_en_passant(struct safety *s, unsigned from, unsigned to) {
    const unsigned pawn = s->position->en_passant_pawn;
    if (s->v->blasts)
        return is_safe_explosion(s, from, to, pawn, s->position->board[from]);
    return (s->king == KS_VARIANT_NO_SQUARE && !s->has_royals) || is_safe_after(s, from, to, pawn);
}

ks_variant_squares ks_variant_safe_drops(struct safety *s, unsigned code, ks_variant_squares squares) {
    if (s->king == KS_VARIANT_NO_SQUARE && !s->has_royals)
        return squares;
    if (s->in_check && !s->guard.tries)
        squares = both(squares, s->guard.answers);
    ks_variant_squares tried = s->guard.tries ? squares : both(squares, s->guard.sensitive);
    ks_variant_squares safe = without(squares, tried);
    while (!is_empty_set(&tried)) {
        const unsigned to = take_square(&tried);
        s->board[to] = (uint8_t)code;
        const ks_variant_squares *const enemies = &s->position->pieces[s->them];
        if (!is_attacked(s, enemies, s->king, s->position->king[s->them]) &&
            (!s->has_royals || are_royals_safe(s, enemies, to, to)))
            add_square(&safe, to);
        s->board[to] = 0;
    }
    return safe;
}
