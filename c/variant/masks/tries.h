/* Moves that are tried one by one. Hops and lame leaps have no pins: squares on which such attacks on the
 * king depend form a zone, and a move that touches it is legal when the attacks after it say so. */
#ifndef KS_MASK_TRIES_H
#define KS_MASK_TRIES_H

#include "variant/masks/scene.h"

/* Returns the squares among these to which a piece of the kind may go from a square, or be dropped. */
OUT_OF_LINE mask try_targets(const struct scene *s, unsigned us, mask targets, mask from, unsigned kind) {
    const struct compiled *const c = s->c;
    const mask tried = s->zone & from ? targets : targets & s->zone;
    const mask barred = barred_in(c, s->n) & ~from;
    mask safe = s->pressed ? 0 : targets & ~tried;
    for (mask left = tried; left; left &= left - 1) {
        const mask to = left & -left, hurdles = kind == c->hurdle ? barred | to : barred & ~to;
        if (!crooked_at(c, s->n, other_side(us), s->king, (s->occupied & ~from) | to, ~to, hurdles))
            safe |= to;
    }
    return safe;
}

ALWAYS_INLINE mask keep_safe(const struct scene *s, unsigned us, unsigned traits, mask targets, mask from,
                             unsigned kind) {
    return (traits & TRAIT_TRIES) && s->zone && targets ? try_targets(s, us, targets, from, kind) : targets;
}

/* Does the same for pawns that all move by a step. */
ALWAYS_INLINE mask keep_pawns_safe(const struct scene *s, unsigned us, unsigned traits, mask targets,
                                   int step) {
    if (!(traits & TRAIT_TRIES) || !s->zone)
        return targets;
    const mask near = s->zone | (step < 0 ? s->zone >> -step : s->zone << step);
    mask safe = s->pressed ? 0 : targets & ~near;
    for (mask left = targets & near; left; left &= left - 1)
        safe |=
            try_targets(s, us, left & -left, bit((unsigned)((int)lowest_square(left) - step)), s->c->pawn);
    return safe;
}

#endif
