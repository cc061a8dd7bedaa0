/* The squares that a move may not change if the other side's king is to be as safe, and to have the same
 * moves, as after a null move: c/variant/perft/watch.h, on masks. */
#ifndef KS_MASK_WATCH_H
#define KS_MASK_WATCH_H

#include "variant/masks/scene.h"

/* A square to which the king may go or not, as long as no piece leaves these others. */
struct shielded {
    mask square, shields;
};

enum { SHIELDED_MAX = 12 };

struct mask_watch {
    mask leaving, arriving;    /* no piece may leave the squares of the first, or arrive on the second */
    mask orthogonal, diagonal; /* and none that captures along lines arrive here */
    mask seen_orthogonally, seen_diagonally; /* or gives check from here */
    mask safe;                               /* the squares to which the king may go */
    /* The squares from which a piece of a kind attacks one of these by a leap, or along lines. */
    mask near[KINDS_MAX], near_orthogonally, near_diagonally;
    mask beside;  /* the pieces of the king's side next to it, whose captors it may capture */
    mask shields; /* of all these */
    unsigned shielded_count;
    struct shielded shielded[SHIELDED_MAX];
};

ALWAYS_INLINE void add_shields(struct mask_watch *w, unsigned square, mask shields) {
    if (w->shielded_count == SHIELDED_MAX) {
        w->leaving |= shields;
        return;
    }
    w->shielded[w->shielded_count++] = (struct shielded){bit(square), shields};
    w->shields |= shields;
}

/* Returns the sliders on a line with a square that are seen when these blockers are away. */
ALWAYS_INLINE mask hidden_orthogonally(unsigned square, mask sliders, mask occupied) {
    const mask aligned = sliders & orthogonal_attacks(square, 0);
    return aligned ? aligned & orthogonal_attacks(square, occupied) : 0;
}

ALWAYS_INLINE mask hidden_diagonally(unsigned square, mask sliders, mask occupied) {
    const mask aligned = sliders & diagonal_attacks(square, 0);
    return aligned ? aligned & diagonal_attacks(square, occupied) : 0;
}

/* Watches a square that these pieces attack. While one of them stays and is not blocked, no other attack
 * matters. A move takes away at most its own piece's attack and blocks one line. */
ALWAYS_INLINE void watch_attackers(struct mask_watch *w, const struct scene *s, unsigned square,
                                   mask attackers, mask files, mask lines) {
    const mask others = attackers & (attackers - 1);
    if (others & (others - 1))
        return;
    add_shields(w, square, attackers);
    if (others)
        return;
    if (attackers & files & s->theirs.orthogonal)
        w->arriving |= orthogonal_way(square, lowest_square(attackers));
    else if (attackers & lines & s->theirs.diagonal)
        w->arriving |= diagonal_way(square, lowest_square(attackers));
}

/* Watches a square that no piece of `us` attacks. */
ALWAYS_INLINE void watch_safe_square(struct mask_watch *w, const struct scene *s, unsigned us,
                                     unsigned square, mask occupied, mask files, mask lines) {
    const struct compiled *const c = s->c;
    const mask screens = s->enemies;
    mask shields = 0;
    for (mask left = hidden_orthogonally(square, s->theirs.orthogonal, occupied ^ (files & screens)); left;
         left &= left - 1)
        shields |= orthogonal_way(square, lowest_square(left)) & files & screens;
    for (mask left = hidden_diagonally(square, s->theirs.diagonal, occupied ^ (lines & screens)); left;
         left &= left - 1)
        shields |= diagonal_way(square, lowest_square(left)) & lines & screens;
    if (s->royal & bit(square)) {
        w->leaving |= shields;
        w->seen_orthogonally = files;
        w->seen_diagonally = lines;
        return;
    }
    if (shields)
        add_shields(w, square, shields);
    w->safe |= bit(square);
    w->near_orthogonally |= files;
    w->near_diagonally |= lines;
    for (unsigned i = 0; i < c->leapers.count; i++)
        w->near[c->leapers.kinds[i]] |= c->threats[us][c->leapers.kinds[i]][square];
}

/* Watches the attacks of `us` on a square. s: the scene of the other side; occupied: without its king. */
ALWAYS_INLINE void watch_square(struct mask_watch *w, const struct scene *s, unsigned us, unsigned square,
                                mask occupied) {
    const mask files = orthogonal_attacks(square, occupied), lines = diagonal_attacks(square, occupied);
    const mask attackers =
        leapers_at(s->c, s->n, us, square) | (files & s->theirs.orthogonal) | (lines & s->theirs.diagonal);
    if (attackers)
        watch_attackers(w, s, square, attackers, files, lines);
    else
        watch_safe_square(w, s, us, square, occupied, files, lines);
}

/* Watches a line to the king with one piece in the way, which may be pinned, or with two. */
ALWAYS_INLINE void watch_way(struct mask_watch *w, const struct scene *s, mask way, mask slider) {
    const mask between = way & s->occupied & ~slider;
    w->leaving |= between;
    if (between & (between - 1))
        return;
    w->leaving |= slider;
    if (between & s->own)
        w->arriving |= way;
}

/* Watches pins of the other side's pieces, made or broken. */
ALWAYS_INLINE void watch_pins(struct mask_watch *w, const struct scene *s) {
    const unsigned king = s->king;
    const mask all = s->occupied;
    const mask files = s->pins.seen_orthogonally, lines = s->pins.seen_diagonally;
    const mask behind = orthogonal_attacks(king, all ^ (files & all)) & ~files;
    const mask beyond = diagonal_attacks(king, all ^ (lines & all)) & ~lines;
    w->orthogonal |= behind;
    w->diagonal |= beyond;
    if (s->pins.aligned_orthogonally) {
        const mask away = (files | behind) & all;
        for (mask left = orthogonal_attacks(king, all ^ away) & s->theirs.orthogonal; left; left &= left - 1)
            watch_way(w, s, orthogonal_way(king, lowest_square(left)), left & -left);
        for (mask left = behind & s->theirs.orthogonal; left; left &= left - 1)
            watch_way(w, s, orthogonal_way(king, lowest_square(left)), left & -left);
    }
    if (s->pins.aligned_diagonally) {
        const mask away = (lines | beyond) & all;
        for (mask left = diagonal_attacks(king, all ^ away) & s->theirs.diagonal; left; left &= left - 1)
            watch_way(w, s, diagonal_way(king, lowest_square(left)), left & -left);
        for (mask left = beyond & s->theirs.diagonal; left; left &= left - 1)
            watch_way(w, s, diagonal_way(king, lowest_square(left)), left & -left);
    }
}

/* Watches the lines to the king of `us`, to which no piece of the other side may give check. */
ALWAYS_INLINE void watch_checks(struct mask_watch *w, const struct scene *s) {
    const struct aims *const a = &s->uncovers;
    mask lines = a->seen_orthogonally | a->seen_diagonally;
    if (a->aligned_orthogonally)
        lines |= orthogonal_attacks(s->their_king, s->occupied & ~a->seen_orthogonally);
    if (a->aligned_diagonally)
        lines |= diagonal_attacks(s->their_king, s->occupied & ~a->seen_diagonally);
    w->leaving |= lines;
    w->arriving |= lines;
}

/* Fills in the watch for the king of the side that s is the scene of, if it has one. */
ALWAYS_INLINE void watch_king(struct mask_watch *w, const struct scene *s, unsigned us, unsigned traits) {
    memset(w, 0, offsetof(struct mask_watch, shielded));
    if (!s->royal)
        return;
    mask steps = s->c->moves[other_side(us)][s->c->king][s->king];
    if (traits & TRAIT_CHECKLESS) {
        steps &= ~checks_of(s, other_side(us), s->c->king);
        if (s->bound & s->royal)
            steps &= bounds_of(s, traits, s->royal);
        watch_checks(w, s);
    }
    const mask targets = steps & s->others;
    w->beside = steps & s->own;
    for (mask left = targets | s->royal; left; left &= left - 1)
        watch_square(w, s, us, lowest_square(left), s->occupied & ~s->royal);
    watch_pins(w, s);
}

/* The squares on which the arrival of a kind of piece matters to the king. */
struct arrivals {
    mask loud;   /* changes pins, or gives checks of two sorts: the move has to be made */
    mask checks; /* gives check alone */
    mask near;   /* takes some of its squares */
};

/* Finds these for a kind. s: the scene of the king's side. */
ALWAYS_INLINE struct arrivals arrivals_of(const struct mask_watch *w, const struct scene *s, unsigned us,
                                          unsigned kind) {
    const mask leaps = s->royal ? s->c->threats[us][kind][s->king] : 0;
    const mask files = s->c->slides[kind] & ORTHOGONAL_CAPTURES ? ~(mask)0 : 0;
    const mask lines = s->c->slides[kind] & DIAGONAL_CAPTURES ? ~(mask)0 : 0;
    const mask seen = (files & w->seen_orthogonally) | (lines & w->seen_diagonally);
    return (struct arrivals){w->arriving | (files & w->orthogonal) | (lines & w->diagonal) | (leaps & seen),
                             leaps ^ seen,
                             w->near[kind] | (files & w->near_orthogonally) | (lines & w->near_diagonally)};
}

/* Returns the squares that a piece of a kind attacks. */
ALWAYS_INLINE mask attacked_from(const struct compiled *c, unsigned us, unsigned kind, unsigned from,
                                 mask occupied) {
    mask reach = c->captures[us][kind][from];
    if (c->slides[kind] & ORTHOGONAL_CAPTURES)
        reach |= orthogonal_attacks(from, occupied);
    if (c->slides[kind] & DIAGONAL_CAPTURES)
        reach |= diagonal_attacks(from, occupied);
    return reach;
}

/* Returns the king's squares that a piece shields or bares where it stands. */
ALWAYS_INLINE mask shielded_by(const struct mask_watch *w, mask piece) {
    mask squares = 0;
    for (unsigned i = 0; i < w->shielded_count; i++)
        squares |= w->shielded[i].shields & piece ? w->shielded[i].square : 0;
    return squares;
}

#endif
