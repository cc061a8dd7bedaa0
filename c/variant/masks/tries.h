/* Moves that are tried one by one. Hops, lame leaps, and attacks on royal pieces besides the king have no
 * pins: squares on which they depend form a zone, and a move that touches it is legal when the attacks after
 * it say so. */
#ifndef KS_MASK_TRIES_H
#define KS_MASK_TRIES_H

#include "variant/masks/scene.h"

/* Returns whether no royal piece besides the king is in check after a move. */
static inline bool are_safe(const struct scene *s, unsigned us, struct mask_royals royals, mask occupied,
                            mask standing) {
    return !endangers_royals(s->c, s->n, other_side(us), &s->theirs, royals, occupied, standing);
}

/* Returns whether a move is legal that pins and answers to checks allow. The king's own moves have been
 * tested for the king. */
static inline bool is_safe_try(const struct scene *s, unsigned us, mask from, mask to, unsigned kind) {
    const struct compiled *const c = s->c;
    const mask occupied = (s->occupied & ~from) | to, barred = barred_in(c, s->n) & ~(from | to);
    if (c->crooked_kinds.count && s->royal & ~from &&
        crooked_at(c, s->n, other_side(us), s->king, occupied, ~to, kind == c->hurdle ? barred | to : barred))
        return false;
    const struct mask_royals royals = {carried(s->royals.each, from, to),
                                       carried(s->royals.together, from, to)};
    return !c->crowned_count || are_safe(s, us, royals, occupied, ~to);
}

static inline mask try_each(const struct scene *s, unsigned us, mask targets, mask from, unsigned kind) {
    mask safe = 0;
    for (mask left = targets; left; left &= left - 1)
        if (is_safe_try(s, us, from, left & -left, kind))
            safe |= left & -left;
    return safe;
}

/* Returns the squares among these to which a piece of the kind may go from a square, or be dropped. */
OUT_OF_LINE mask try_targets(const struct scene *s, unsigned us, mask targets, mask from, unsigned kind) {
    const mask tried = s->zone & from ? targets : targets & s->zone;
    return (s->pressed ? 0 : targets & ~tried) | try_each(s, us, tried, from, kind);
}

ALWAYS_INLINE mask keep_safe(const struct scene *s, unsigned us, unsigned traits, mask targets, mask from,
                             unsigned kind) {
    const bool touches = (traits & TRAIT_TRIES) && (s->pressed || s->zone & (targets | from));
    return touches ? try_targets(s, us, targets, from, kind) : targets;
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

/* Returns whether a move that makes a piece one of the kind gives a check that is forbidden. */
OUT_OF_LINE bool checks_as(const struct scene *s, unsigned us, unsigned kind, mask from, mask to,
                           mask captured) {
    struct mask_node after = *s->n;
    if (!(s->c->traits & TRAIT_CHECKLESS))
        return false;
    clear_squares(s->c, &after, from | captured);
    place(&after, us, kind, to);
    return is_checked(s->c, &after, other_side(us));
}

/* Returns the squares among these to which a piece moves without check. A piece that captures otherwise than
 * it moves may check along the line on which it goes away. CHECKLESS only. */
OUT_OF_LINE mask without_checks_behind(const struct scene *s, unsigned us, mask targets, mask from,
                                       unsigned kind) {
    for (mask left = targets; left; left &= left - 1)
        if (checks_as(s, us, kind, from, left & -left, left & -left))
            targets ^= left & -left;
    return targets;
}

/* Returns whether a piece may become one of a kind that may be royal, or may give a forbidden check, by a
 * move or capture to a square. */
OUT_OF_LINE bool is_safe_crowning(const struct scene *s, unsigned us, mask from, mask to, unsigned kind) {
    struct mask_royals royals = s->royals;
    const mask occupied = (s->occupied & ~from) | to;
    crown(s->c, s->n, us, kind, to, &royals);
    return !(s->royal && endangers(s, us, s->c->traits, s->king, occupied, ~to)) &&
           are_safe(s, us, royals, occupied, ~to) && !checks_as(s, us, kind, from, to, to);
}

#endif
