/* Finds the legal moves of a node of a compiled variant. */
#ifndef KS_MASKS_MOVES_TMPL_H
#define KS_MASKS_MOVES_TMPL_H

#include "variant/masks/scene_tmpl.h"

/* ==== Pieces ==== */

/* Finds the legal moves of a node of a compiled variant. Moves of pieces that are not bound, and answers to
 * checks, are legal as sets. The king's moves, en passant, and captures that explode near lines to the king
 * are tested one by one. */

/* ---- Explosions ---- */

static inline bool is_safe_blast(const struct scene *s, unsigned us, unsigned traits, mask from, unsigned to,
                                 mask captured) {
    const mask gone = explosion(&s->c->captures, s->n, from, to, captured);
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
    if (s->c->walls.rule == WALLING_PAST)
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
    const unsigned slides = c->slides.lines[kind];
    if (!c->counted.divergent[kind]) {
        mask reach = c->leaps.moves[us][kind][from];
        if (slides & ORTHOGONAL_MOVES)
            reach |= orthogonal_attacks(from, s->occupied);
        if (slides & DIAGONAL_MOVES)
            reach |= diagonal_attacks(from, s->occupied);
        return reach & s->others;
    }
    mask moves = c->leaps.moves[us][kind][from], captures = c->leaps.captures[us][kind][from];
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
    if (c->rides.riding >> kind & 1) {
        const struct reach reach =
            reach_of_rides(&c->rides, us, kind, from, s->occupied, barred_in(&c->rides, s->n));
        moves |= reach.moves;
        captures |= reach.captures;
    }
    const mask spared = c->captures.immune >> kind & 1 ? s->n->kinds[kind] : 0;
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
    return arrows_of(c, n, us, kind_on(c, n, from), from, occupied_by(&c->area, n));
}

/* Returns the targets of a piece to which it may go: those on allowed squares keep our king safe, and
 * captures that explode are looked at. */
ALWAYS_INLINE mask safe_targets(const struct scene *s, unsigned us, unsigned traits, mask targets, mask from,
                                mask allowed) {
    if (traits & TRAIT_BLASTS)
        return (targets & ~s->enemies & allowed) | safe_blasts(s, us, traits, from, targets & s->enemies);
    return targets & allowed;
}

/* Adds the moves with which a piece takes its promoted form, or turns back. Returns the squares to which it
 * may move as it is. */
ALWAYS_INLINE mask add_turns(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                             mask targets, unsigned from, unsigned kind) {
    const struct compiled *const c = s->c;
    mask turning = 0;
    if (c->turns.form[kind] != NO_KIND) {
        turning = c->promotion.region[us] & bit(from) ? targets : targets & c->promotion.region[us];
        turning &= c->turns.by_capture ? s->enemies : ~(mask)0;
    }
    const mask staying = targets & ~c->turns.stuck[us][kind] & ~(c->turns.must ? turning : 0);
    if (turning && c->crowns.kinds >> c->turns.form[kind] & 1 && !(s->royals.each & bit(from)))
        for (mask left = turning; left; left &= left - 1)
            if (!is_safe_crowning(s, us, bit(from), left & -left, c->turns.form[kind]))
                turning ^= left & -left;
    f->captures += count_mask(turning & s->enemies);
    if (purpose == COUNT)
        f->count += count_mask(turning);
    else
        add_change(f, turning, from, kind, c->turns.form[kind], WAY_TURN);
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
            if ((traits & TRAIT_PAWNS) && c->pawns.pawnlike >> kind & 1) {
                add_pawnlike(f, s, purpose, us, from, kind, safe);
                continue;
            }
            mask targets = targets_of(s, us, kind, from);
            if ((traits & TRAIT_CHECKLESS) && c->counted.divergent[kind] && left & -left & sees_their_king(s))
                targets = without_checks_behind(s, us, targets & safe, left & -left, kind);
            if (traits & TRAIT_TRIES)
                targets = keep_safe(s, us, traits, targets & safe, left & -left, kind);
            if (traits & TRAIT_TURNS)
                targets = add_turns(f, s, purpose, us, targets & safe, from, kind);
            targets = safe_targets(s, us, traits, targets, left & -left, safe);
            add_targets(f, s, purpose, traits, targets, from, kind);
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
    targets = safe_targets(s, us, traits, targets, bit(from), s->answers);
    add_targets(f, s, COUNT, traits, targets, from, kind);
}

/* Counts the moves of pieces that are not bound, all sliders along ranks and files together, and all along
 * diagonals. */
ALWAYS_INLINE void count_free_pieces(struct found *f, const struct scene *s, unsigned us, unsigned traits) {
    const struct compiled *const c = s->c;
    const mask free = s->own & ~s->bound, others = s->others;
    for (unsigned i = 0; i < c->counted.leaping.count; i++) {
        const unsigned kind = c->counted.leaping.kinds[i];
        for (mask left = s->n->kinds[kind] & free; left; left &= left - 1) {
            const unsigned from = lowest_square(left);
            add_free_piece(f, s, us, traits, c->leaps.moves[us][kind][from] & others, from, kind);
        }
    }
    for (mask left = union_of(&c->counted.sliding_orthogonally, s->n) & free; left; left &= left - 1) {
        const unsigned from = lowest_square(left);
        add_free_piece(f, s, us, traits, orthogonal_attacks(from, s->occupied) & others, from, NO_KIND);
    }
    for (mask left = union_of(&c->counted.sliding_diagonally, s->n) & free; left; left &= left - 1) {
        const unsigned from = lowest_square(left);
        add_free_piece(f, s, us, traits, diagonal_attacks(from, s->occupied) & others, from, NO_KIND);
    }
    if (c->counted.mixed.count)
        add_kinds(f, s, COUNT, us, traits, &c->counted.mixed, false);
}

/* Adds the moves of all kinds but pawns and kings. Checks that are forbidden differ by kind. */
ALWAYS_INLINE void add_pieces(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                              unsigned traits) {
    if (purpose == COUNT && !(traits & TRAIT_CHECKLESS))
        count_free_pieces(f, s, us, traits);
    else if (IS_SPECIAL(purpose, traits))
        add_kinds(f, s, purpose, us, traits, &s->c->counted.pieces, false);
    else
        add_some_kinds(f, s, purpose, us, &s->c->counted.pieces, false);
    if (s->bound)
        add_some_kinds(f, s, purpose, us, &s->c->counted.pieces, true);
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
    if (s->c->castling.king_stands && s->in_check)
        targets &= s->checkers & (s->checkers - 1) ? 0 : s->checkers;
    for (mask left = targets; left; left &= left - 1) {
        const unsigned to = lowest_square(left);
        if (endangers(s, us, traits, to, s->occupied & ~s->royal, ~bit(to)))
            targets ^= bit(to);
    }
    return (traits & TRAIT_TRIES) && s->c->crowns.count ? try_each(s, us, targets, s->royal, s->c->king)
                                                        : targets;
}

/* Returns whether castling keeps the pieces safe that are royal at present, and moves none of them through an
 * attack. */
OUT_OF_LINE bool royals_may_castle(const struct scene *s, unsigned us, unsigned king, unsigned rook) {
    const unsigned king_to = castled_king_square(&s->c->castling, us, king, rook), them = other_side(us);
    const mask rook_to = bit(castled_rook_square(king, rook, king_to)), lifted = s->occupied & ~bit(king);
    struct mask_royals r = {carried(s->royals.each, bit(rook), rook_to),
                            carried(s->royals.together, bit(rook), rook_to)};
    for (mask way = row_span(king, king_to) & ~bit(king_to); way; way &= way - 1) {
        const unsigned square = lowest_square(way);
        if (s->royals.each & bit(king) &&
            attacks_square(s->c, s->n, them, &s->theirs, square, lifted, ~(mask)0))
            return false;
        if (s->c->crowns.castle && is_attacked_now(s, them, square))
            return false;
    }
    const mask occupied = (lifted & ~bit(rook)) | bit(king_to) | rook_to;
    r.each = carried(r.each, bit(king), bit(king_to));
    r.together = carried(r.together, bit(king), bit(king_to));
    return are_safe(s, us, r, occupied, ~(mask)0) &&
           !(s->c->crowns.castle &&
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
    const unsigned king_to = castled_king_square(&s->c->castling, us, king, rook);
    const unsigned rook_to = castled_rook_square(king, rook, king_to);
    const mask others = s->occupied & ~bit(king) & ~bit(rook);
    const mask standing = traits & TRAIT_BLASTS ? others | bit(rook) : s->occupied;
    if ((row_span(king, king_to) | row_span(rook, rook_to)) & others)
        return false;
    if (s->c->crowns.count && !royals_may_castle(s, us, king, rook))
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
    const unsigned king_to = castled_king_square(&s->c->castling, us, king, rook);
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

/* ==== Pawns ==== */

/* Finds the legal moves of the pawns of a node of a compiled variant, by shifts of all pawns at once. */

ALWAYS_INLINE uint64_t count_pawn_moves(const struct scene *s, unsigned traits, mask targets, int step) {
    if (!(traits & TRAIT_WALLS))
        return count_mask(targets);
    const mask from = step < 0 ? targets << -step : targets >> step;
    return count_walls(s, targets, count_mask(from & s->wall_region));
}

/* Returns the squares among these on which pawns that move by a step may take their promoted form. */
OUT_OF_LINE mask turning_pawns(const struct scene *s, unsigned us, mask targets, int step) {
    const struct compiled *const c = s->c;
    const unsigned form = c->turns.form[c->pawn];
    mask turning = targets & c->promotion.region[us] & (c->turns.by_capture ? s->enemies : ~(mask)0);
    if (form == NO_KIND)
        return 0;
    for (mask left = c->crowns.kinds >> form & 1 ? turning : 0; left; left &= left - 1) {
        const mask from = bit((unsigned)((int)lowest_square(left) - step));
        if (!(s->royals.each & from) && !is_safe_crowning(s, us, from, left & -left, form))
            turning ^= left & -left;
    }
    return turning;
}

/* Moves of pawns to these targets, all by one step. */
struct pawn_moves {
    mask targets;
    int step;
    enum way way;
};

ALWAYS_INLINE void add_pawn_targets(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                                    unsigned traits, struct pawn_moves m) {
    const struct compiled *const c = s->c;
    const mask turning =
        traits & TRAIT_TURNS && m.way != WAY_EN_PASSANT ? turning_pawns(s, us, m.targets, m.step) : 0;
    if (purpose == LIST) {
        add_sheaf(f, m.targets, m.step, 0, c->pawn, m.way);
        add_sheaf(f, turning, m.step, 0, c->turns.form[c->pawn], WAY_TURN);
        return;
    }
    const mask promoting = m.targets & c->promotion.zone[us][c->pawn];
    f->count += count_pawn_moves(s, traits, m.targets & ~c->promotion.must_leave[us][c->pawn], m.step);
    if (promoting)
        f->count += count_pawn_moves(s, traits, promoting, m.step) * ways_to_promote(&c->promotion, s->n, us);
    if (traits & TRAIT_TURNS)
        f->count += count_mask(turning);
}

/* Returns the captures of pawns that leave our king safe. */
ALWAYS_INLINE mask safe_captures(const struct scene *s, unsigned us, unsigned traits, mask captures, int step,
                                 mask allowed) {
    if (!(traits & TRAIT_BLASTS))
        return keep_pawns_safe(s, us, traits, captures & allowed, step);
    mask safe = 0;
    for (; captures; captures &= captures - 1) {
        const unsigned to = lowest_square(captures);
        safe |= safe_blasts(s, us, traits, bit((unsigned)((int)to - step)), bit(to));
    }
    return safe;
}

/* Adds the moves of a step with which pawns become pieces that may be royal, or may give forbidden checks. */
OUT_OF_LINE void add_crownings(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                               mask targets, int step) {
    for (mask left = targets & s->c->promotion.zone[us][s->c->pawn]; left; left &= left - 1)
        for (unsigned i = 0; i < s->c->crowns.becoming_count[us]; i++) {
            const unsigned kind = s->c->crowns.becoming[us][i];
            const mask from = bit((unsigned)((int)lowest_square(left) - step));
            if (!may_promote_to(&s->c->promotion, s->n, us, kind) ||
                !is_safe_crowning(s, us, from, left & -left, kind))
                continue;
            f->count++;
            f->captures += (left & -left & s->enemies) != 0;
            if (purpose == LIST)
                add_sheaf(f, left & -left, step, 0, kind, WAY_CROWNING);
        }
}

/* Adds the pawns' moves among the allowed squares. */
ALWAYS_INLINE void add_pawns_among(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                                   unsigned traits, mask pawns, mask allowed) {
    const struct compiled *const c = s->c;
    const int forward = us == KS_WHITE ? -MASK_FILES : MASK_FILES;
    const mask pushed = push(pawns, us) & ~s->occupied;
    const mask twice = push(pushed & push(c->pawns.first_push[us], us), us) & ~s->occupied;
    if ((traits & (TRAIT_TRIES | TRAIT_CHECKLESS)) && c->crowns.becoming_count[us]) {
        add_crownings(f, s, purpose, us, pushed & allowed, forward);
        add_crownings(f, s, purpose, us, twice & allowed, 2 * forward);
        add_crownings(f, s, purpose, us, attack_left(pawns, us) & s->enemies & allowed, forward - 1);
        add_crownings(f, s, purpose, us, attack_right(pawns, us) & s->enemies & allowed, forward + 1);
    }
    if (traits & TRAIT_CHECKLESS)
        allowed &= ~checks_of(s, us, c->pawn);
    const struct pawn_moves left = {
        safe_captures(s, us, traits, attack_left(pawns, us) & s->enemies, forward - 1, allowed), forward - 1,
        WAY_PLAIN};
    const struct pawn_moves right = {
        safe_captures(s, us, traits, attack_right(pawns, us) & s->enemies, forward + 1, allowed), forward + 1,
        WAY_PLAIN};
    if (traits & TRAIT_CAPTURES) {
        const uint64_t both = f->count;
        add_pawn_targets(f, s, COUNT, us, traits, left);
        add_pawn_targets(f, s, COUNT, us, traits, right);
        f->captures += f->count - both;
        if (purpose == LIST)
            f->count = both;
    }
    if (purpose == LIST || !(traits & TRAIT_CAPTURES)) {
        add_pawn_targets(f, s, purpose, us, traits, left);
        add_pawn_targets(f, s, purpose, us, traits, right);
    }
    const mask once = keep_pawns_safe(s, us, traits, pushed & allowed, forward);
    const mask again = keep_pawns_safe(s, us, traits, twice & allowed, 2 * forward);
    add_pawn_targets(f, s, purpose, us, traits, (struct pawn_moves){once, forward, WAY_PLAIN});
    add_pawn_targets(f, s, purpose, us, traits, (struct pawn_moves){again, 2 * forward, WAY_FIRST_PUSH});
}

/* ---- Other pieces that promote, make first moves, or capture en passant ---- */

/* Returns the number of moves that moves of a kind to these squares are, with promotions. */
static inline uint64_t count_as(const struct scene *s, unsigned us, unsigned kind, mask targets) {
    const mask promoting = targets & s->c->promotion.zone[us][kind];
    return count_mask(targets & ~s->c->promotion.must_leave[us][kind]) +
           (promoting ? (uint64_t)count_mask(promoting) * ways_to_promote(&s->c->promotion, s->n, us) : 0);
}

/* Returns the squares that only first moves reach. */
static inline mask first_targets(const struct scene *s, unsigned us, unsigned kind, unsigned from,
                                 mask others) {
    if (!(s->c->pawns.beginners >> kind & 1))
        return 0;
    return (ride_reach(from, s->occupied, s->c->rides.firsts[kind]->rides[us][from]) |
            s->c->rides.firsts[kind]->leaps[us][from]) &
           ~s->occupied & ~others;
}

/* Adds promotions to kinds that may be royal. targets: may include squares that endanger the king. */
static inline void crown_pawnlike(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                                  unsigned from, unsigned kind, mask targets) {
    for (unsigned i = 0; i < s->c->crowns.becoming_count[us]; i++)
        for (mask left = may_promote_to(&s->c->promotion, s->n, us, s->c->crowns.becoming[us][i]) ? targets
                                                                                                  : 0;
             left; left &= left - 1) {
            if (!is_safe_crowning(s, us, bit(from), left & -left, s->c->crowns.becoming[us][i]))
                continue;
            f->count++;
            if (purpose == LIST)
                add_change(f, left & -left, from, kind, s->c->crowns.becoming[us][i], WAY_PROMOTION);
        }
}

/* Adds the moves of such a piece among the allowed squares. */
OUT_OF_LINE void add_pawnlike(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                              unsigned from, unsigned kind, mask allowed) {
    const struct compiled *const c = s->c;
    const mask others = targets_of(s, us, kind, from), firsts = first_targets(s, us, kind, from, others);
    const mask among = (others | firsts) & allowed, captures = others & s->enemies;
    const mask targets = c->traits & TRAIT_BLASTS
                             ? (among & ~s->enemies) | safe_blasts(s, us, c->traits, bit(from), captures)
                             : keep_safe(s, us, c->traits, among, bit(from), kind);
    const mask staying = targets & ~c->promotion.must_leave[us][kind],
               promoting = targets & c->promotion.zone[us][kind];
    if (c->crowns.becoming_count[us])
        crown_pawnlike(f, s, purpose, us, from, kind, among & c->promotion.zone[us][kind]);
    f->captures += c->traits & TRAIT_CAPTURES ? count_as(s, us, kind, targets & s->enemies) : 0;
    if (purpose == COUNT) {
        f->count += count_as(s, us, kind, targets);
        return;
    }
    add_sheaf(f, staying & ~firsts, 0, from, kind, WAY_PLAIN);
    add_sheaf(f, staying & firsts, 0, from, kind, WAY_FIRST_PUSH);
    for (unsigned i = 0; promoting && i < c->promotion.count[us]; i++)
        if (may_promote_to(&c->promotion, s->n, us, c->promotion.kinds[us][i]))
            add_change(f, promoting, from, kind, c->promotion.kinds[us][i], WAY_PROMOTION);
}

/* ---- En passant ---- */

ALWAYS_INLINE bool is_safe_en_passant(const struct scene *s, unsigned us, unsigned traits, mask from,
                                      unsigned to, unsigned kind) {
    const mask captured = s->n->en_passant_pawn, occupied = (s->occupied & ~from & ~captured) | bit(to);
    const struct mask_royals royals = {carried(s->royals.each, from, bit(to)),
                                       carried(s->royals.together, from, bit(to))};
    if (s->c->crowns.count && !are_safe(s, us, royals, occupied, ~captured))
        return false;
    if ((traits & TRAIT_CHECKLESS) && checks_as(s, us, kind, from, bit(to), captured))
        return false;
    if (!s->royal || traits & TRAIT_WALLS)
        return true;
    if (traits & TRAIT_BLASTS)
        return is_safe_blast(s, us, traits, from, to, captured);
    return !endangers(s, us, traits, s->king, occupied, s->enemies & ~captured);
}

/* One pawn on one square is a sheaf. */
OUT_OF_LINE void add_en_passant(struct found *f, const struct scene *s, enum purpose purpose, unsigned us) {
    const unsigned traits = s->c->traits;
    const mask pawns = s->n->kinds[s->c->pawn] & s->own;
    for (mask left = s->n->en_passant & s->c->pawns.en_passant[us] & ~s->occupied; left; left &= left - 1) {
        const mask target = left & -left;
        const unsigned to = lowest_square(target), them = other_side(us);
        for (mask from = (attack_left(target, them) | attack_right(target, them)) & pawns; from;
             from &= from - 1) {
            if (!is_safe_en_passant(s, us, traits, from & -from, to, s->c->pawn))
                continue;
            struct found one = {0};
            const int step = (int)to - (int)lowest_square(from);
            add_pawn_targets(&one, s, COUNT, us, traits, (struct pawn_moves){target, step, WAY_EN_PASSANT});
            if ((traits & TRAIT_WALLS) && s->c->walls.rule != WALLING_PAST &&
                (s->wall_region & s->n->en_passant_pawn))
                one.count += count_as(s, us, s->c->pawn, target);
            f->captures += one.count;
            if (purpose == COUNT)
                f->count += one.count;
            else
                add_sheaf(f, target, step, 0, s->c->pawn, WAY_EN_PASSANT);
        }
    }
}

/* Adds captures en passant by a kind that is no pawn of chess, where the piece does not move otherwise. */
static inline void add_en_passant_by(struct found *f, const struct scene *s, enum purpose purpose,
                                     unsigned us, unsigned kind, mask target) {
    const struct compiled *const c = s->c;
    const unsigned to = lowest_square(target);
    for (mask left = c->leaps.threats[us][kind][to] & s->n->kinds[kind] & s->own; left; left &= left - 1) {
        const unsigned from = lowest_square(left);
        const mask others = targets_of(s, us, kind, from);
        if ((others | first_targets(s, us, kind, from, others)) & target ||
            !is_safe_en_passant(s, us, c->traits, left & -left, to, kind))
            continue;
        const uint64_t ways = count_as(s, us, kind, target);
        f->captures += ways;
        f->count += ways;
        if (purpose == LIST)
            add_sheaf(f, target, (int)to - (int)from, 0, kind, WAY_EN_PASSANT);
    }
}

OUT_OF_LINE void add_pawnlike_en_passant(struct found *f, const struct scene *s, enum purpose purpose,
                                         unsigned us) {
    for (uint32_t kinds = s->c->pawns.takers & s->c->pawns.pawnlike; kinds; kinds &= kinds - 1)
        for (mask left = s->n->en_passant & s->c->pawns.en_passant[us] & ~s->occupied; left; left &= left - 1)
            add_en_passant_by(f, s, purpose, us, (unsigned)__builtin_ctz(kinds), left & -left);
}

/* Adds the moves of some pawns among the allowed squares, or the moves of bound pawns, which are few. */
OUT_OF_LINE void add_some_pawns(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                                mask pawns, mask allowed) {
    add_pawns_among(f, s, purpose, us, s->c->traits, pawns, allowed);
}

OUT_OF_LINE void add_bound_pawns(struct found *f, const struct scene *s, enum purpose purpose, unsigned us) {
    for (mask left = s->n->kinds[s->c->pawn] & s->own & s->bound; left; left &= left - 1)
        add_some_pawns(f, s, purpose, us, left & -left,
                       s->answers & bounds_of(s, s->c->traits, left & -left));
}

ALWAYS_INLINE void add_pawns(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                             unsigned traits) {
    if (s->c->pawn == NO_KIND)
        return;
    const mask pawns = s->n->kinds[s->c->pawn] & s->own;
    if (IS_SPECIAL(purpose, traits))
        add_pawns_among(f, s, purpose, us, traits, pawns & ~s->bound, s->answers);
    else
        add_some_pawns(f, s, purpose, us, pawns & ~s->bound, s->answers);
    if (pawns & s->bound)
        add_bound_pawns(f, s, purpose, us);
}

ALWAYS_INLINE void add_all_en_passant(struct found *f, const struct scene *s, enum purpose purpose,
                                      unsigned us, unsigned traits) {
    if (s->c->pawn != NO_KIND && s->c->pawns.takers >> s->c->pawn & 1)
        add_en_passant(f, s, purpose, us);
    if (traits & TRAIT_PAWNS)
        add_pawnlike_en_passant(f, s, purpose, us);
}

#endif
