/* The moves that leave the king of the side to move safe. */
#ifndef KS_SAFETY_H
#define KS_SAFETY_H

#include "variant/attacks/royals.h"

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
    uint8_t board[KS_VARIANT_SQUARES]; /* a copy, on which moves are tried */
};

void ks_variant_start_safety(struct safety *s, const ks_variant *v, const ks_variant_position *p);

/* Returns whether no sensitive square changes when the piece on `from` moves to any of these squares. */
static inline bool ks_variant_is_insensitive(const struct safety *s, unsigned from,
                                             const ks_squares *targets) {
    return !has_square(&s->guard.sensitive, from) && !(s->guard.sensitive.half[0] & targets->half[0]) &&
           !(s->guard.sensitive.half[1] & targets->half[1]);
}

/* Returns whether no move of the piece on `from` to these squares can endanger its king. */
static inline bool ks_variant_is_carefree(const struct safety *s, unsigned from, const ks_squares *targets) {
    if (s->king == KS_NOWHERE)
        return !s->v->blasts && (!s->has_royals || ks_variant_is_insensitive(s, from, targets));
    return from != s->king && !s->in_check && !s->v->blasts && ks_variant_is_insensitive(s, from, targets);
}

/* Returns the targets to which the piece on `from` may move or capture without endangering its king. */
ks_squares ks_variant_safe_targets(struct safety *s, unsigned from, ks_squares targets);

/* Returns whether a piece may be promoted to a type that may be royal, by a move with or without a
 * capture. */
bool ks_variant_is_safe_crowning(struct safety *s, unsigned from, unsigned to, unsigned captured_on,
                                 unsigned type);

bool ks_variant_is_safe_en_passant(struct safety *s, unsigned from, unsigned to);

/* Returns the empty squares on which a piece may be dropped without endangering the king. When all pieces can
 * be hopped over, the result is the same for every code of the side. */
ks_squares ks_variant_safe_drops(struct safety *s, unsigned code, ks_squares squares);

#endif
