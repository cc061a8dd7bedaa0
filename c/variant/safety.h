/* Which moves leave the king of the side to move safe. */
#ifndef KS_SAFETY_H
#define KS_SAFETY_H

#include "variant/royals/royals.h"

/* What is known of a position's side to move before its moves are looked at. */
struct safety {
    const ks_variant *v;
    const ks_variant_position *position;
    unsigned us, them, king;
    struct guard guard;
    bool in_check;
    bool bikjang;                     /* the generals face each other, and have to be parted */
    bool touches;                     /* the kings protect each other from explosions */
    bool has_royals, royals_in_check; /* of those that are royal for the time being */
    struct royals royals;
    uint8_t board[KS_VARIANT_SQUARES]; /* a copy, on which moves are tried */
};

void ks_variant_start_safety(struct safety *s, const ks_variant *v, const ks_variant_position *p);

/* Whether the piece on `from` changes nothing that matters by going to any of these squares. */
static inline bool ks_variant_is_insensitive(const struct safety *s, unsigned from,
                                             const ks_squares *targets) {
    return !has_square(&s->guard.sensitive, from) && !(s->guard.sensitive.half[0] & targets->half[0]) &&
           !(s->guard.sensitive.half[1] & targets->half[1]);
}

/* Whether nothing that the piece on `from` may do on these squares can endanger its king. */
static inline bool ks_variant_is_carefree(const struct safety *s, unsigned from, const ks_squares *targets) {
    if (s->king == KS_NOWHERE)
        return !s->v->blasts && (!s->has_royals || ks_variant_is_insensitive(s, from, targets));
    return from != s->king && !s->in_check && !s->v->blasts && ks_variant_is_insensitive(s, from, targets);
}

/* Those of the squares to which the piece on `from` may go, by an ordinary move or capture, and its king is
 * safe then. */
ks_squares ks_variant_safe_targets(struct safety *s, unsigned from, ks_squares targets);

/* Whether a piece may be promoted, by a move to another square and maybe a capture, to a type that may be
 * royal. */
bool ks_variant_is_safe_crowning(struct safety *s, unsigned from, unsigned to, unsigned captured_on,
                                 unsigned type);

bool ks_variant_is_safe_en_passant(struct safety *s, unsigned from, unsigned to);

/* Those of the empty squares on which a piece may be dropped, and the king is safe then. Where all pieces can
 * be hopped over, any code of the side serves for all. */
ks_squares ks_variant_safe_drops(struct safety *s, unsigned code, ks_squares squares);

#endif
