/* Finds which pieces of a variant are royal, and whether a move leaves them safe. */
#ifndef KS_SAFETY_H
#define KS_SAFETY_H

#include "variant/attacks/attacks.h"
#include "variant/definition/definition.h"

/* ---- Royal pieces ---- */

/* Pieces that are royal only while their side has at most a given number of their type: queens in coregal
 * chess, the last of two Spartan kings. The variant's king, which is always royal, is in
 * ks_variant_position.king and not among these. */

/* The squares of one side's royal pieces. Those of a position also hold during its next move. */
struct royals {
    ks_variant_squares each;     /* none of these may be attacked */
    ks_variant_squares together; /* these may not all be attacked at once */
};

struct royals ks_variant_royals(const ks_variant *v, const ks_variant_position *position, unsigned side);

/* Update the squares after a move of the side: a piece moves, or is promoted to a type that may be royal. */
void ks_variant_carry_royals(struct royals *royals, unsigned from, unsigned to);
void ks_variant_crown(const ks_variant *v, const ks_variant_position *position, struct royals *royals,
                      unsigned to, unsigned type);

/* Returns the square of one that these enemies check on a board, or KS_VARIANT_NO_SQUARE. */
unsigned ks_variant_find_endangered(const ks_variant *v, const uint8_t *board,
                                    const ks_variant_squares *enemies, unsigned by_side,
                                    const struct royals *royals);

/* Returns the square of a piece that is in check, the king or another; KS_VARIANT_NO_SQUARE when there is
 * none. */
unsigned ks_variant_piece_in_check(const ks_variant *v, const ks_variant_position *position, unsigned side);

/* Adds the sensitive squares of these pieces to the guard of the side to move. Returns whether any is in
 * check. */
bool ks_variant_guard_royals(const ks_variant *v, const ks_variant_position *position,
                             const struct royals *royals, struct guard *guard);

/* ---- Explosions ---- */

/* Captures that blow up the capturing piece, the captured piece, and the adjacent pieces. */

/* Returns the squares of all pieces that a capture removes or moves: `from`, the captured piece's, and
 * the squares around `to` whose pieces are not spared. */
static inline ks_variant_squares ks_variant_explosion(const ks_variant *v, const ks_variant_position *p,
                                                      unsigned from, unsigned to, unsigned captured_on) {
    ks_variant_squares near = both(v->around[to], either(p->pieces[KS_WHITE], p->pieces[KS_BLACK]));
    ks_variant_squares gone = set_of_square(from);
    add_square(&gone, captured_on);
    for (near = without(near, gone); !is_empty_set(&near);) {
        const unsigned square = take_square(&near);
        if (!(v->unblown >> KS_VARIANT_TYPE(p->board[square]) & 1))
            add_square(&gone, square);
    }
    return gone;
}

/* ---- Safety ---- */

/* The moves that leave the king of the side to move safe. */

/* The facts about a position's side to move that all tests of its moves need. */
struct safety {
    const ks_variant *v;
    const ks_variant_position *position;
    unsigned us, them, king;
    struct guard guard;
    bool in_check;
    bool bikjang;                     /* the generals face each other and must be separated */
    bool touches;                     /* the kings protect each other from explosions */
    bool has_royals, royals_in_check; /* of the pieces that are royal at present */
    struct royals royals;
    uint8_t board[KS_VARIANT_SQUARES_MAX]; /* a copy, on which moves are tried */
};

void ks_variant_start_safety(struct safety *s, const ks_variant *v, const ks_variant_position *p);

/* Returns those of the targets to which the piece on `from` certainly moves without endangering its king: no
 * sensitive square changes, and nothing explodes. */
static inline ks_variant_squares ks_variant_carefree(const struct safety *s, unsigned from,
                                                     ks_variant_squares targets) {
    if (s->king == KS_VARIANT_NO_SQUARE && !s->has_royals)
        return targets;
    if (from == s->king || s->in_check || has_square(&s->guard.sensitive, from))
        return (ks_variant_squares){{0}};
    if (s->v->blasts)
        targets = without(targets, s->position->pieces[s->them]);
    return without(targets, s->guard.sensitive);
}

/* Returns the targets to which the piece on `from` may move or capture without endangering its king. */
ks_variant_squares ks_variant_safe_targets(struct safety *s, unsigned from, ks_variant_squares targets);

/* Returns whether a piece may be promoted to a type on which safety may depend, by a move with or without a
 * capture. */
bool ks_variant_is_safe_promotion(struct safety *s, unsigned from, unsigned to, unsigned captured_on,
                                  unsigned type);

bool ks_variant_is_safe_en_passant(struct safety *s, unsigned from, unsigned to);

/* Returns the empty squares on which a piece may be dropped without endangering the king. When all pieces can
 * be hopped over, the result is the same for every code of the side. */
ks_variant_squares ks_variant_safe_drops(struct safety *s, unsigned code, ks_variant_squares squares);

#endif
