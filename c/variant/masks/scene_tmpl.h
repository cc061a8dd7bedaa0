/* The scene of a node: facts that the compiled generator knows before it looks at moves, the moves that it
 * finds, and moves that are tried one by one. */
#ifndef KS_MASKS_SCENE_TMPL_H
#define KS_MASKS_SCENE_TMPL_H

#include "variant/masks/lines_tmpl.h"
#include "variant/masks/node_tmpl.h"

/* ==== Moves found ==== */

/* The moves that the compiled generator finds: counted, or listed as sheaves, whose moves differ in their
 * targets alone. */

enum purpose { LIST, COUNT };

/* A pawn's sheaf has a step: each pawn comes from the square at distance -step from its target. The others
 * have one origin. */
struct sheaf {
    mask targets;
    int8_t step;
    uint8_t becomes;    /* the kind after the move, which is another one in promotions and turns */
    uint8_t from, kind; /* of a drop in the promoted form: the kind in hand, and that form */
    uint8_t way;        /* enum way */
};

enum way {
    WAY_PLAIN,
    WAY_FIRST_PUSH,
    WAY_EN_PASSANT,
    WAY_CASTLING,
    WAY_DROP,
    WAY_DROP_TURNED,
    WAY_PASS,
    WAY_WALL,
    WAY_TURN,
    WAY_CROWNING,
    WAY_PROMOTION /* of pieces that are no pawns of chess */
};

enum {
    SHEAVES_MAX = MASK_SQUARES + MASK_SQUARES * 6
}; /* a piece has one; pawns that are bound, up to six each */

struct found {
    uint64_t count, captures; /* COUNT: of all moves, and of captures when these are forced */
    struct sheaf *next;       /* LIST */
    const struct sheaf *first;
    bool forced; /* a piece must be dropped: there are no other moves */
};

/* Tells whether code is compiled for one purpose and these traits, and not shared by many. */
#define IS_SPECIAL(purpose, traits) ((purpose) == COUNT || __builtin_constant_p(traits))

ALWAYS_INLINE void add_sheaf(struct found *f, mask targets, int step, unsigned from, unsigned kind,
                             enum way way) {
    if (targets)
        *f->next++ =
            (struct sheaf){targets, (int8_t)step, (uint8_t)kind, (uint8_t)from, (uint8_t)kind, (uint8_t)way};
}

/* Adds moves of a piece that becomes another. */
static inline void add_change(struct found *f, mask targets, unsigned from, unsigned kind, unsigned becomes,
                              enum way way) {
    if (targets)
        *f->next++ = (struct sheaf){targets, 0, (uint8_t)becomes, (uint8_t)from, (uint8_t)kind, (uint8_t)way};
}

/* ==== The scene ==== */

/* Facts about a node that the compiled generator finds before it looks at moves: checks, pins, and the lines
 * that moves must not open. The parameter `traits` is c->traits, or a constant
 * that equals it; `us` is a variable, which was as fast as constants. */

struct scene {
    const struct compiled *c;
    const struct mask_node *n;
    mask own, enemies, occupied;
    mask others;               /* the squares of the board without own pieces and walls */
    mask wall_region;          /* WALLS */
    struct gate_counts gates;  /* GATES */
    mask royal, their_royal;   /* the king of us, when it has one, and of them */
    unsigned us;               /* the side to move */
    unsigned king, their_king; /* the squares of the kings */
    struct sliders theirs;     /* without riders */
    struct sliders aimed;      /* theirs that attack our king if nothing is in the way */
    struct aims pins;          /* of our king */
    struct aims uncovers;      /* CHECKLESS: of their king, by our own pieces */
    mask answers;              /* the squares on which a piece answers a check; all when there is none */
    mask bound;                /* pieces that are pinned or would uncover a check */
    mask screens;              /* BLASTS: the pieces whose loss may open a line to our king */
    mask zone;                 /* TRIES: moves that touch none of these are as safe as without the trait */
    mask checkers;             /* the pieces that check our king along lines or by leaps */
    bool in_check;
    bool touches; /* no capture that spares the king is unsafe: the kings touch, or walls are tried later */
    bool pressed; /* TRIES: only moves that touch the zone are legal */
    bool faced;   /* the kings face each other, and must be separated */
    struct mask_royals royals;
};

/* Returns whether kings on these squares protect each other from explosions. */
ALWAYS_INLINE bool kings_touch(const struct scene *s, unsigned traits, unsigned king) {
    return (traits & TRAIT_BLASTS) && (steps_from(king) & s->their_royal);
}

/* Returns whether our king would be in check on a square. */
ALWAYS_INLINE bool endangers(const struct scene *s, unsigned us, unsigned traits, unsigned king,
                             mask occupied, mask standing) {
    return !kings_touch(s, traits, king) &&
           (attacks_square(s->c, s->n, other_side(us), &s->theirs, king, occupied, standing) ||
            (s->faced && orthogonal_attacks(king, occupied) & s->their_royal));
}

/* Finds the squares on which a piece answers the check. leapers: the checkers that no piece in the way stops.
 */
ALWAYS_INLINE mask find_answers(const struct scene *s, mask checkers, mask leapers) {
    if (checkers & (checkers - 1))
        return 0;
    const unsigned checker = lowest_square(checkers);
    if (leapers)
        return checkers;
    if (checkers & s->pins.seen_orthogonally & s->aimed.orthogonal)
        return orthogonal_way(s->king, checker);
    return diagonal_way(s->king, checker);
}

/* ---- The zone ---- */

/* One move changes at most two of the squares between a hopper and the king. */
static inline void add_hop_to_zone(struct scene *s, mask way, mask hopper) {
    const mask between = way & s->occupied & ~hopper;
    const unsigned count = count_mask(between);
    if (count < 3)
        s->zone |= count == 2 ? between : way;
}

static inline void add_leaps_to_zone(struct scene *s, unsigned them, unsigned kind, unsigned square,
                                     mask near) {
    const struct leg *leg = &s->c->rides.legs[s->c->rides.crooked_lines[kind]->threats_of[them][square]];
    for (unsigned left = s->c->rides.crooked_lines[kind]->threat_count[them][square]; left > 0;
         left--, leg++) {
        const mask between = leg->passed & s->occupied;
        if (leg->captures & near && !(between & (between - 1)))
            s->zone |= between ? between : leg->passed | leg->captures;
    }
}

/* Adds the squares on which hops and lame leaps to a square depend. */
OUT_OF_LINE void add_crooked_zone(struct scene *s, unsigned them, unsigned square) {
    const struct compiled *const c = s->c;
    for (unsigned i = 0; i < c->rides.crooked_kinds.count; i++) {
        const unsigned kind = c->rides.crooked_kinds.kinds[i];
        const mask near =
            c->rides.crooked_lines[kind]->threats[them][square] & s->n->kinds[kind] & s->enemies;
        const mask *const threats = c->rides.hops[kind]->threats[them][square];
        for (mask left = near & threats[0]; left; left &= left - 1)
            add_hop_to_zone(s, orthogonal_way(square, lowest_square(left)), left & -left);
        for (mask left = near & threats[1]; left; left &= left - 1)
            add_hop_to_zone(s, diagonal_way(square, lowest_square(left)), left & -left);
        if (near)
            add_leaps_to_zone(s, them, kind, square, near);
    }
}

static inline void guard_king_by_zone(struct scene *s, unsigned them) {
    add_crooked_zone(s, them, s->king);
    s->pressed = s->zone && crooked_at(&s->c->rides, s->n, them, s->king, s->occupied, ~(mask)0,
                                       barred_in(&s->c->rides, s->n));
    s->in_check |= s->pressed;
}

/* Adds a royal piece that is not attacked, and the pieces whose moves may uncover an attack on it. */
static inline void add_royal_to_zone(struct scene *s, unsigned them, unsigned square) {
    const struct sliders aimed = sliders_at(&s->c->rides, s->n, them, &s->theirs, square);
    s->zone |= bit(square) | find_aims(&aimed, square, s->occupied, s->own).blockers;
    add_crooked_zone(s, them, square);
}

static inline bool is_attacked_now(const struct scene *s, unsigned them, unsigned square) {
    return attacks_square(s->c, s->n, them, &s->theirs, square, s->occupied, ~(mask)0);
}

/* Guards the pieces that are royal at present. While one is safe of those that may not all be attacked, there
 * is no check by these, so one is guarded. */
OUT_OF_LINE void guard_royals(struct scene *s, unsigned us) {
    const unsigned them = other_side(us);
    s->royals = find_royals(&s->c->crowns, s->n, us);
    for (mask left = s->royals.each; left; left &= left - 1)
        if (is_attacked_now(s, them, lowest_square(left)))
            s->pressed = true;
        else
            add_royal_to_zone(s, them, lowest_square(left));
    mask left = s->royals.together;
    while (left && is_attacked_now(s, them, lowest_square(left)))
        left &= left - 1;
    if (left)
        add_royal_to_zone(s, them, lowest_square(left));
    s->pressed |= s->royals.together && !left;
    s->zone |= s->pressed ? ~(mask)0 : s->royals.together;
}

/* ---- All ---- */

ALWAYS_INLINE void guard_king(struct scene *s, unsigned us, unsigned traits) {
    const struct compiled *const c = s->c;
    const unsigned them = other_side(us);
    s->king = lowest_square(s->royal);
    s->touches = kings_touch(s, traits, s->king);
    if (s->touches)
        return;
    s->aimed = sliders_at(&c->rides, s->n, them, &s->theirs, s->king);
    if (c->ends.bikjang && kings_face(c, s->n)) {
        s->faced = true;
        s->aimed.orthogonal |= s->their_royal;
    }
    s->pins = find_aims(&s->aimed, s->king, s->occupied, s->own);
    const mask leapers = leapers_at(&c->leaps, s->n, them, s->king);
    const mask checkers = leapers | (s->pins.seen_orthogonally & s->aimed.orthogonal) |
                          (s->pins.seen_diagonally & s->aimed.diagonal);
    s->bound = s->pins.blockers;
    s->checkers = checkers;
    if (checkers) {
        s->in_check = true;
        s->answers = find_answers(s, checkers, leapers);
    }
    if (traits & TRAIT_BLASTS)
        s->screens = ((s->pins.aligned_orthogonally ? s->pins.seen_orthogonally : 0) |
                      (s->pins.aligned_diagonally ? s->pins.seen_diagonally : 0)) &
                     s->occupied;
    if (traits & TRAIT_TRIES)
        guard_king_by_zone(s, them);
}

ALWAYS_INLINE void set_scene(struct scene *s, const struct compiled *c, const struct mask_node *n,
                             unsigned us, unsigned traits) {
    s->c = c;
    s->n = n;
    s->us = us;
    s->own = n->sides[us];
    s->enemies = n->sides[other_side(us)];
    s->occupied = occupied_by(&c->area, n);
    s->others = c->area.board & ~(s->own | n->walls);
    if (traits & TRAIT_WALLS)
        s->wall_region = wall_region(c, n, us);
    if (traits & TRAIT_GATES)
        s->gates = count_gates(c, n, us);
    s->answers = ~(mask)0;
    s->bound = s->royal = s->their_royal = 0;
    s->in_check = s->touches = s->pressed = s->faced = false;
    s->zone = 0;
    s->royals = (struct mask_royals){0, 0};
    if (!(traits & (TRAIT_ROYAL | TRAIT_TRIES)))
        return;
    s->royal = king_of(c, n, us);
    s->their_royal = king_of(c, n, other_side(us));
    if (traits & TRAIT_WALLS) {
        s->king = s->royal ? lowest_square(s->royal) : 0;
        s->touches = true;
        return;
    }
    s->theirs = sliders_of(&c->slides, n, other_side(us));
    if (s->royal)
        guard_king(s, us, traits);
    if ((traits & TRAIT_TRIES) && c->crowns.count)
        guard_royals(s, us);
    if ((traits & TRAIT_CHECKLESS) && s->their_royal) {
        const struct sliders ours = sliders_of(&c->slides, n, us);
        s->their_king = lowest_square(s->their_royal);
        const struct sliders aimed = sliders_at(&c->rides, n, us, &ours, s->their_king);
        s->uncovers = find_aims(&aimed, s->their_king, s->occupied, s->own);
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

/* Returns the squares from which lines lead to their king. CHECKLESS only. */
ALWAYS_INLINE mask sees_their_king(const struct scene *s) {
    return s->their_royal ? s->uncovers.seen_orthogonally | s->uncovers.seen_diagonally : 0;
}

/* Returns the squares from which a kind would give check. CHECKLESS only. */
ALWAYS_INLINE mask checks_of(const struct scene *s, unsigned us, unsigned kind) {
    const struct compiled *const c = s->c;
    if (!s->their_royal)
        return 0;
    const mask *const threats = c->rides.lines[kind]->threats[us][s->their_king];
    const mask rides =
        (threats[0] & s->uncovers.seen_orthogonally) | (threats[1] & s->uncovers.seen_diagonally);
    return c->leaps.threats[us][kind][s->their_king] | rides |
           (c->slides.lines[kind] & ORTHOGONAL_CAPTURES ? s->uncovers.seen_orthogonally : 0) |
           (c->slides.lines[kind] & DIAGONAL_CAPTURES ? s->uncovers.seen_diagonally : 0);
}

/* ==== Tries ==== */

/* Moves that are tried one by one. Hops, lame leaps, and attacks on royal pieces besides the king have no
 * pins: squares on which they depend form a zone, and a move that touches it is legal when the attacks after
 * it say so. */

/* Returns whether no royal piece besides the king is in check after a move. */
static inline bool are_safe(const struct scene *s, unsigned us, struct mask_royals royals, mask occupied,
                            mask standing) {
    return !endangers_royals(s->c, s->n, other_side(us), &s->theirs, royals, occupied, standing);
}

/* Returns whether a move is legal that pins and answers to checks allow. The king's own moves have been
 * tested for the king. */
static inline bool is_safe_try(const struct scene *s, unsigned us, mask from, mask to, unsigned kind) {
    const struct compiled *const c = s->c;
    const mask occupied = (s->occupied & ~from) | to, barred = barred_in(&c->rides, s->n) & ~(from | to);
    if (c->rides.crooked_kinds.count && s->royal & ~from &&
        crooked_at(&c->rides, s->n, other_side(us), s->king, occupied, ~to,
                   kind == c->rides.hurdle ? barred | to : barred))
        return false;
    const struct mask_royals royals = {carried(s->royals.each, from, to),
                                       carried(s->royals.together, from, to)};
    return !c->crowns.count || are_safe(s, us, royals, occupied, ~to);
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
    crown(&s->c->crowns, s->n, us, kind, to, &royals);
    return !(s->royal && endangers(s, us, s->c->traits, s->king, occupied, ~to)) &&
           are_safe(s, us, royals, occupied, ~to) && !checks_as(s, us, kind, from, to, to);
}

#endif
