/* Finds the legal moves of a node of a compiled variant. Moves of pieces that are not bound, and answers to
 * checks, are legal as sets. The king's moves, en passant, and captures that explode near lines to the king
 * are tested one by one. */
#ifndef KS_MASK_MOVES_H
#define KS_MASK_MOVES_H

#include "variant/masks/tries.h"

/* ---- Explosions ---- */

static inline bool is_safe_blast(const struct scene *s, unsigned us, unsigned traits, mask from, unsigned to,
                                 mask captured) {
    const mask gone = explosion(s->c, s->n, from, to, captured);
    if (gone & s->royal)
        return false;
    return (gone & s->their_royal) || s->touches ||
           !endangers(s, us, traits, s->king, s->occupied & ~gone, s->enemies & ~gone);
}

/* Returns the captures that explode and leave our king safe. */
ALWAYS_INLINE mask safe_blasts(const struct scene *s, unsigned us, unsigned traits, mask from,
                               mask captures) {
    if (!s->royal)
        return captures;
    captures &= ~steps_from(s->king);
    if (s->touches)
        return captures;
    for (mask left = captures; left; left &= left - 1) {
        const unsigned to = lowest_square(left);
        if ((s->in_check || ((steps_from(to) | bit(to) | from) & s->screens)) &&
            !is_safe_blast(s, us, traits, from, to, bit(to)))
            captures ^= bit(to);
    }
    return captures;
}

/* ---- Walls ---- */

/* Returns the walls of moves to these targets, which fill those that are empty. freed: how many of the moves
 * leave a square of the region. */
ALWAYS_INLINE uint64_t count_walls(const struct scene *s, mask targets, unsigned freed) {
    const mask region = s->wall_region & ~s->occupied;
    if (s->c->walling == WALLING_PAST)
        return freed;
    return (uint64_t)count_mask(targets) * count_mask(region) + freed - count_mask(targets & region);
}

/* ---- Pieces ---- */

ALWAYS_INLINE void add_targets(struct found *f, const struct scene *s, enum purpose purpose, unsigned traits,
                               mask targets, unsigned from, unsigned kind) {
    if (traits & TRAIT_CAPTURES)
        f->captures += count_mask(targets & s->enemies);
    if (purpose == COUNT && (traits & TRAIT_GATES))
        f->count += (uint64_t)count_mask(targets) * ways_to_leave(&s->gates, bit(from));
    else if (purpose == COUNT && (traits & TRAIT_WALLS))
        f->count += count_walls(s, targets, s->wall_region & bit(from) ? count_mask(targets) : 0);
    else if (purpose == COUNT)
        f->count += count_mask(targets);
    else
        add_sheaf(f, targets, 0, from, kind, WAY_PLAIN);
}

/* Returns the squares to which a kind moves or captures from a square. */
ALWAYS_INLINE mask targets_of(const struct scene *s, unsigned us, unsigned kind, unsigned from) {
    const struct compiled *const c = s->c;
    const unsigned slides = c->slides[kind];
    if (!c->divergent[kind]) {
        mask reach = c->moves[us][kind][from];
        if (slides & ORTHOGONAL_MOVES)
            reach |= orthogonal_attacks(from, s->occupied);
        if (slides & DIAGONAL_MOVES)
            reach |= diagonal_attacks(from, s->occupied);
        return reach & s->others;
    }
    mask moves = c->moves[us][kind][from], captures = c->captures[us][kind][from];
    if (slides & (ORTHOGONAL_MOVES | ORTHOGONAL_CAPTURES)) {
        const mask reach = orthogonal_attacks(from, s->occupied);
        moves |= slides & ORTHOGONAL_MOVES ? reach : 0;
        captures |= slides & ORTHOGONAL_CAPTURES ? reach : 0;
    }
    if (slides & (DIAGONAL_MOVES | DIAGONAL_CAPTURES)) {
        const mask reach = diagonal_attacks(from, s->occupied);
        moves |= slides & DIAGONAL_MOVES ? reach : 0;
        captures |= slides & DIAGONAL_CAPTURES ? reach : 0;
    }
    if (c->riding >> kind & 1)
        add_rides(c, us, kind, from, s->occupied, barred_in(c, s->n), &moves, &captures);
    const mask spared = c->immune >> kind & 1 ? s->n->kinds[kind] : 0;
    return (moves & ~s->occupied) | (captures & s->enemies & ~spared);
}

/* Returns the empty squares to which a piece of a kind could move from a square, these being occupied. */
ALWAYS_INLINE mask arrows_of(const struct compiled *c, const struct mask_node *n, unsigned us, unsigned kind,
                             unsigned from, mask occupied) {
    struct scene s;
    s.c = c;
    s.n = n;
    s.enemies = 0;
    s.occupied = occupied;
    s.others = ~occupied;
    return targets_of(&s, us, kind, from) & ~occupied;
}

/* Returns the empty squares to which a piece on a square could move. */
OUT_OF_LINE mask arrows_from(const struct compiled *c, const struct mask_node *n, unsigned us,
                             unsigned from) {
    return arrows_of(c, n, us, kind_on(c, n, from), from, occupied_by(c, n));
}

/* Adds the moves of a piece among its targets, of which those on allowed squares keep our king safe. */
ALWAYS_INLINE void add_piece(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                             unsigned traits, mask targets, unsigned from, unsigned kind, mask allowed) {
    if (traits & TRAIT_BLASTS)
        targets =
            (targets & ~s->enemies & allowed) | safe_blasts(s, us, traits, bit(from), targets & s->enemies);
    else
        targets &= allowed;
    add_targets(f, s, purpose, traits, targets, from, kind);
}

/* Adds the moves with which a piece takes its promoted form, or turns back. Returns the squares to which it
 * may move as it is. */
ALWAYS_INLINE mask add_turns(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                             mask targets, unsigned from, unsigned kind) {
    const struct compiled *const c = s->c;
    mask turning = 0;
    if (c->turned[kind] != NO_KIND) {
        turning = c->promotion[us] & bit(from) ? targets : targets & c->promotion[us];
        turning &= c->turns_by_capture ? s->enemies : ~(mask)0;
    }
    const mask staying = targets & ~c->stuck[us][kind] & ~(c->must_turn ? turning : 0);
    if (turning && c->crowned_kinds >> c->turned[kind] & 1 && !(s->royals.each & bit(from)))
        for (mask left = turning; left; left &= left - 1)
            if (!is_safe_crowning(s, us, bit(from), left & -left, c->turned[kind]))
                turning ^= left & -left;
    f->captures += count_mask(turning & s->enemies);
    if (purpose == COUNT)
        f->count += count_mask(turning);
    else
        add_change(f, turning, from, kind, c->turned[kind], WAY_TURN);
    return staying;
}

static void add_pawnlike(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                         unsigned from, unsigned kind, mask allowed);

/* Adds the moves of the kinds of a list, bound pieces or the others. */
ALWAYS_INLINE void add_kinds(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                             unsigned traits, const struct kind_list *list, bool bound) {
    for (unsigned i = 0; i < list->count; i++) {
        const unsigned kind = list->kinds[i];
        const struct compiled *const c = s->c;
        mask left = s->n->kinds[kind] & s->own & (bound ? s->bound : ~s->bound);
        mask allowed = s->answers;
        if (left && (traits & TRAIT_CHECKLESS))
            allowed &= ~checks_of(s, us, kind);
        for (; left; left &= left - 1) {
            const unsigned from = lowest_square(left);
            const mask safe = bound ? allowed & bounds_of(s, traits, left & -left) : allowed;
            if ((traits & TRAIT_PAWNS) && c->pawnlike >> kind & 1) {
                add_pawnlike(f, s, purpose, us, from, kind, safe);
                continue;
            }
            mask targets = targets_of(s, us, kind, from);
            if ((traits & TRAIT_CHECKLESS) && c->divergent[kind] && left & -left & sees_their_king(s))
                targets = without_checks_behind(s, us, targets & safe, left & -left, kind);
            if (traits & TRAIT_TRIES)
                targets = keep_safe(s, us, traits, targets & safe, left & -left, kind);
            if (traits & TRAIT_TURNS)
                targets = add_turns(f, s, purpose, us, targets & safe, from, kind);
            add_piece(f, s, purpose, us, traits, targets, from, kind, safe);
        }
    }
}

/* Does the same for few pieces, or to list. */
OUT_OF_LINE void add_some_kinds(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                                const struct kind_list *list, bool bound) {
    add_kinds(f, s, purpose, us, s->c->traits, list, bound);
}

/* Counts the moves of a piece that is not bound. kind: its kind; NO_KIND will do for
 * each kind that hops over nothing. */
ALWAYS_INLINE void add_free_piece(struct found *f, const struct scene *s, unsigned us, unsigned traits,
                                  mask targets, unsigned from, unsigned kind) {
    if (traits & TRAIT_TRIES)
        targets = keep_safe(s, us, traits, targets & s->answers, bit(from), kind);
    add_piece(f, s, COUNT, us, traits, targets, from, kind, s->answers);
}

/* Counts the moves of pieces that are not bound, all sliders along ranks and files together, and all along
 * diagonals. */
ALWAYS_INLINE void count_free_pieces(struct found *f, const struct scene *s, unsigned us, unsigned traits) {
    const struct compiled *const c = s->c;
    const mask free = s->own & ~s->bound, others = s->others;
    for (unsigned i = 0; i < c->leaping.count; i++) {
        const unsigned kind = c->leaping.kinds[i];
        for (mask left = s->n->kinds[kind] & free; left; left &= left - 1) {
            const unsigned from = lowest_square(left);
            add_free_piece(f, s, us, traits, c->moves[us][kind][from] & others, from, kind);
        }
    }
    for (mask left = union_of(&c->sliding_orthogonally, s->n) & free; left; left &= left - 1) {
        const unsigned from = lowest_square(left);
        add_free_piece(f, s, us, traits, orthogonal_attacks(from, s->occupied) & others, from, NO_KIND);
    }
    for (mask left = union_of(&c->sliding_diagonally, s->n) & free; left; left &= left - 1) {
        const unsigned from = lowest_square(left);
        add_free_piece(f, s, us, traits, diagonal_attacks(from, s->occupied) & others, from, NO_KIND);
    }
    if (c->mixed.count)
        add_kinds(f, s, COUNT, us, traits, &c->mixed, false);
}

/* Adds the moves of all kinds but pawns and kings. Checks that are forbidden differ by kind. */
ALWAYS_INLINE void add_pieces(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                              unsigned traits) {
    if (purpose == COUNT && !(traits & TRAIT_CHECKLESS))
        count_free_pieces(f, s, us, traits);
    else if (IS_SPECIAL(purpose, traits))
        add_kinds(f, s, purpose, us, traits, &s->c->pieces, false);
    else
        add_some_kinds(f, s, purpose, us, &s->c->pieces, false);
    if (s->bound)
        add_some_kinds(f, s, purpose, us, &s->c->pieces, true);
}

/* ---- The king ---- */

/* Returns the squares to which the king may move. */
ALWAYS_INLINE mask safe_king_targets(const struct scene *s, unsigned us, unsigned traits) {
    mask targets = targets_of(s, us, s->c->king, s->king);
    if (traits & TRAIT_BLASTS)
        targets &= ~s->enemies;
    if (traits & TRAIT_WALLS)
        return targets;
    if (traits & TRAIT_CHECKLESS) {
        targets &= ~checks_of(s, us, s->c->king);
        if (s->bound & s->royal)
            targets &= bounds_of(s, traits, s->royal);
    }
    if (s->c->king_stands && s->in_check)
        targets &= s->checkers & (s->checkers - 1) ? 0 : s->checkers;
    for (mask left = targets; left; left &= left - 1) {
        const unsigned to = lowest_square(left);
        if (endangers(s, us, traits, to, s->occupied & ~s->royal, ~bit(to)))
            targets ^= bit(to);
    }
    return (traits & TRAIT_TRIES) && s->c->crowned_count ? try_each(s, us, targets, s->royal, s->c->king)
                                                         : targets;
}

/* Returns whether castling keeps the pieces safe that are royal at present, and moves none of them through an
 * attack. */
OUT_OF_LINE bool royals_may_castle(const struct scene *s, unsigned us, unsigned king, unsigned rook) {
    const unsigned king_to = castled_king_square(s->c, us, king, rook), them = other_side(us);
    const mask rook_to = bit(castled_rook_square(king, rook, king_to)), lifted = s->occupied & ~bit(king);
    struct mask_royals r = {carried(s->royals.each, bit(rook), rook_to),
                            carried(s->royals.together, bit(rook), rook_to)};
    for (mask way = row_span(king, king_to) & ~bit(king_to); way; way &= way - 1) {
        const unsigned square = lowest_square(way);
        if (s->royals.each & bit(king) &&
            attacks_square(s->c, s->n, them, &s->theirs, square, lifted, ~(mask)0))
            return false;
        if (s->c->royal_castles && is_attacked_now(s, them, square))
            return false;
    }
    const mask occupied = (lifted & ~bit(rook)) | bit(king_to) | rook_to;
    r.each = carried(r.each, bit(king), bit(king_to));
    r.together = carried(r.together, bit(king), bit(king_to));
    return are_safe(s, us, r, occupied, ~(mask)0) &&
           !(s->c->royal_castles &&
             attacks_square(s->c, s->n, them, &s->theirs, king_to, occupied, ~(mask)0));
}

OUT_OF_LINE bool castling_checks(const struct scene *s, unsigned us, unsigned king, unsigned rook) {
    struct mask_node after = *s->n;
    castle_node(s->c, &after, us, king, rook);
    return is_checked(s->c, &after, other_side(us));
}

/* A piece that castles and is not royal may pass attacked squares. A king that touches the other shields its
 * way from explosions only until it leaves. */
ALWAYS_INLINE bool may_castle(const struct scene *s, unsigned us, unsigned traits, unsigned king,
                              unsigned rook) {
    const unsigned king_to = castled_king_square(s->c, us, king, rook);
    const unsigned rook_to = castled_rook_square(king, rook, king_to);
    const mask others = s->occupied & ~bit(king) & ~bit(rook);
    const mask standing = traits & TRAIT_BLASTS ? others | bit(rook) : s->occupied;
    if ((row_span(king, king_to) | row_span(rook, rook_to)) & others)
        return false;
    if (s->c->crowned_count && !royals_may_castle(s, us, king, rook))
        return false;
    if (!(traits & TRAIT_ROYAL) || traits & TRAIT_WALLS)
        return true;
    for (mask way = row_span(king, king_to) & ~bit(king_to); way; way &= way - 1)
        if (endangers(s, us, traits, lowest_square(way), standing, ~(mask)0))
            return false;
    if ((traits & TRAIT_CHECKLESS) && castling_checks(s, us, king, rook))
        return false;
    return !endangers(s, us, traits, king_to, others | bit(rook_to), ~(mask)0);
}

/* Returns whether castling needs a closer look: a king that castles sees the rook. */
ALWAYS_INLINE bool sees_rook(const struct scene *s) {
    const mask rooks = s->n->castling & s->own;
    return rooks && (!s->royal || s->touches || (s->pins.seen_orthogonally & rooks));
}

OUT_OF_LINE uint64_t count_castling_walls(const struct scene *s, unsigned us, unsigned king, unsigned rook) {
    struct mask_node after = *s->n;
    castle_node(s->c, &after, us, king, rook);
    return count_mask(walls_after(s->c, &after, us, bit(king)));
}

/* Returns the ways to castle: a piece in hand may come on the square of the king or the rook, if neither ends
 * there. */
static inline unsigned ways_to_castle(const struct scene *s, unsigned us, unsigned king, unsigned rook) {
    const unsigned king_to = castled_king_square(s->c, us, king, rook);
    const mask open =
        (bit(king) | bit(rook)) & ~bit(king_to) & ~bit(castled_rook_square(king, rook, king_to));
    unsigned ways = 1;
    for (mask left = open & s->n->gates; left; left &= left - 1)
        ways += ways_to_leave(&s->gates, left & -left) - 1;
    return ways;
}

OUT_OF_LINE void add_castling(struct found *f, const struct scene *s, enum purpose purpose, unsigned us) {
    const unsigned traits = s->c->traits;
    const mask rooks = s->n->castling & s->own;
    if (!rooks || s->in_check)
        return;
    const unsigned king = lowest_square(s->n->castler[us]);
    for (mask left = rooks; left; left &= left - 1)
        if (may_castle(s, us, traits, king, lowest_square(left))) {
            f->count += traits & TRAIT_WALLS ? count_castling_walls(s, us, king, lowest_square(left))
                                             : ways_to_castle(s, us, king, lowest_square(left));
            if (purpose == LIST)
                add_sheaf(f, left & -left, 0, king, 0, WAY_CASTLING);
        }
}

ALWAYS_INLINE void add_king(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                            unsigned traits) {
    if (s->royal)
        add_targets(f, s, purpose, traits, safe_king_targets(s, us, traits), s->king, s->c->king);
}

#endif
