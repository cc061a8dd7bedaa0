/* Facts about a node that the compiled generator finds before it looks at moves: checks, pins, and the lines
 * that moves must not open. The parameter `traits` is c->traits, or a constant
 * that equals it; `us` is a variable, which was as fast as constants. */
#ifndef KS_MASK_SCENE_H
#define KS_MASK_SCENE_H

#include "variant/masks/found.h"
#include "variant/masks/lines.h"
#include "variant/masks/walls.h"

struct scene {
    const struct compiled *c;
    const struct mask_node *n;
    mask own, enemies, occupied;
    mask others;               /* the squares of the board without own pieces and walls */
    mask wall_region;          /* WALLS */
    mask royal, their_royal;   /* the king of us, when it has one, and of them */
    unsigned king, their_king; /* their squares */
    struct sliders theirs;
    struct aims pins;     /* of our king */
    struct aims uncovers; /* CHECKLESS: of their king, by our own pieces */
    mask answers;         /* the squares on which a piece answers a check; all when there is none */
    mask bound;           /* pieces that are pinned or would uncover a check */
    mask screens;         /* BLASTS: the pieces whose loss may open a line to our king */
    bool in_check, touches;
};

/* Returns whether kings on these squares protect each other from explosions. */
ALWAYS_INLINE bool kings_touch(const struct scene *s, unsigned traits, unsigned king) {
    return (traits & TRAIT_BLASTS) && (steps_from(king) & s->their_royal);
}

/* Returns whether our king would be in check on a square. */
ALWAYS_INLINE bool endangers(const struct scene *s, unsigned us, unsigned traits, unsigned king,
                             mask occupied, mask standing) {
    return !kings_touch(s, traits, king) &&
           attacks_square(s->c, s->n, other_side(us), &s->theirs, king, occupied, standing);
}

/* Finds the squares on which a piece answers the check. leapers: the checkers that no piece in the way stops.
 */
ALWAYS_INLINE mask find_answers(const struct scene *s, mask checkers, mask leapers) {
    if (checkers & (checkers - 1))
        return 0;
    const unsigned checker = lowest_square(checkers);
    if (leapers)
        return checkers;
    if (checkers & s->pins.seen_orthogonally & s->theirs.orthogonal)
        return orthogonal_way(s->king, checker);
    return diagonal_way(s->king, checker);
}

ALWAYS_INLINE void guard_king(struct scene *s, unsigned us, unsigned traits) {
    const struct compiled *const c = s->c;
    const unsigned them = other_side(us);
    s->king = lowest_square(s->royal);
    s->touches = kings_touch(s, traits, s->king);
    if (s->touches)
        return;
    s->pins = find_aims(&s->theirs, s->king, s->occupied, s->own);
    const mask leapers = leapers_at(c, s->n, them, s->king);
    const mask checkers = leapers | (s->pins.seen_orthogonally & s->theirs.orthogonal) |
                          (s->pins.seen_diagonally & s->theirs.diagonal);
    s->bound = s->pins.blockers;
    if (checkers) {
        s->in_check = true;
        s->answers = find_answers(s, checkers, leapers);
    }
    if (traits & TRAIT_BLASTS)
        s->screens = ((s->pins.aligned_orthogonally ? s->pins.seen_orthogonally : 0) |
                      (s->pins.aligned_diagonally ? s->pins.seen_diagonally : 0)) &
                     s->occupied;
}

ALWAYS_INLINE void set_scene(struct scene *s, const struct compiled *c, const struct mask_node *n,
                             unsigned us, unsigned traits) {
    s->c = c;
    s->n = n;
    s->own = n->sides[us];
    s->enemies = n->sides[other_side(us)];
    s->occupied = occupied_by(c, n);
    s->others = c->board & ~(s->own | n->walls);
    if (traits & TRAIT_WALLS)
        s->wall_region = wall_region(c, n, us);
    s->answers = ~(mask)0;
    s->bound = s->royal = 0;
    s->in_check = s->touches = false;
    if (!(traits & TRAIT_ROYAL))
        return;
    s->royal = king_of(c, n, us);
    s->their_royal = king_of(c, n, other_side(us));
    s->theirs = sliders_of(c, n, other_side(us));
    if (s->royal)
        guard_king(s, us, traits);
    if ((traits & TRAIT_CHECKLESS) && s->their_royal) {
        const struct sliders ours = sliders_of(c, n, us);
        s->their_king = lowest_square(s->their_royal);
        s->uncovers = find_aims(&ours, s->their_king, s->occupied, s->own);
        s->bound |= s->uncovers.blockers;
    }
}

/* Returns the squares to which a bound piece may move. */
static inline mask bounds_of(const struct scene *s, unsigned traits, mask piece) {
    mask allowed = ~(mask)0;
    if (s->royal && (s->pins.blockers & piece))
        allowed &= along_aims(&s->pins, s->king, piece);
    if ((traits & TRAIT_CHECKLESS) && s->their_royal && (s->uncovers.blockers & piece))
        allowed &= along_aims(&s->uncovers, s->their_king, piece);
    return allowed;
}

/* Returns the squares from which a kind would give check. CHECKLESS only. */
ALWAYS_INLINE mask checks_of(const struct scene *s, unsigned us, unsigned kind) {
    const struct compiled *const c = s->c;
    if (!s->their_royal)
        return 0;
    return c->threats[us][kind][s->their_king] |
           (c->slides[kind] & ORTHOGONAL_CAPTURES ? s->uncovers.seen_orthogonally : 0) |
           (c->slides[kind] & DIAGONAL_CAPTURES ? s->uncovers.seen_diagonally : 0);
}

#endif
