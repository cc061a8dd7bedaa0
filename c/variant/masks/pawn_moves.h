/* Finds the legal moves of the pawns of a node of a compiled variant, by shifts of all pawns at once. */
#ifndef KS_MASK_PAWN_MOVES_H
#define KS_MASK_PAWN_MOVES_H

#include "variant/masks/moves.h"

ALWAYS_INLINE uint64_t count_pawn_moves(const struct scene *s, unsigned traits, mask targets, int step) {
    if (!(traits & TRAIT_WALLS))
        return count_mask(targets);
    const mask from = step < 0 ? targets << -step : targets >> step;
    return count_walls(s, targets, count_mask(from & s->wall_region));
}

/* Returns the squares among these on which pawns that move by a step may take their promoted form. */
OUT_OF_LINE mask turning_pawns(const struct scene *s, unsigned us, mask targets, int step) {
    const struct compiled *const c = s->c;
    const unsigned form = c->turned[c->pawn];
    mask turning = targets & c->promotion[us] & (c->turns_by_capture ? s->enemies : ~(mask)0);
    if (form == NO_KIND)
        return 0;
    for (mask left = c->crowned_kinds >> form & 1 ? turning : 0; left; left &= left - 1) {
        const mask from = bit((unsigned)((int)lowest_square(left) - step));
        if (!(s->royals.each & from) && !is_safe_crowning(s, us, from, left & -left, form))
            turning ^= left & -left;
    }
    return turning;
}

ALWAYS_INLINE void add_pawn_targets(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                                    unsigned traits, mask targets, int step, enum way way) {
    const struct compiled *const c = s->c;
    const mask turning =
        traits & TRAIT_TURNS && way != WAY_EN_PASSANT ? turning_pawns(s, us, targets, step) : 0;
    if (purpose == LIST) {
        add_sheaf(f, targets, step, 0, c->pawn, way);
        add_sheaf(f, turning, step, 0, c->turned[c->pawn], WAY_TURN);
        return;
    }
    const mask promoting = targets & c->zone[us][c->pawn];
    f->count += count_pawn_moves(s, traits, targets & ~c->must_leave[us][c->pawn], step);
    if (promoting)
        f->count += count_pawn_moves(s, traits, promoting, step) * ways_to_promote(c, s->n, us);
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
    for (mask left = targets & s->c->zone[us][s->c->pawn]; left; left &= left - 1)
        for (unsigned i = 0; i < s->c->crowning_count[us]; i++) {
            const unsigned kind = s->c->crownings[us][i];
            const mask from = bit((unsigned)((int)lowest_square(left) - step));
            if (!may_promote_to(s->c, s->n, us, kind) || !is_safe_crowning(s, us, from, left & -left, kind))
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
    const mask twice = push(pushed & push(c->first_push[us], us), us) & ~s->occupied;
    if ((traits & (TRAIT_TRIES | TRAIT_CHECKLESS)) && c->crowning_count[us]) {
        add_crownings(f, s, purpose, us, pushed & allowed, forward);
        add_crownings(f, s, purpose, us, twice & allowed, 2 * forward);
        add_crownings(f, s, purpose, us, attack_left(pawns, us) & s->enemies & allowed, forward - 1);
        add_crownings(f, s, purpose, us, attack_right(pawns, us) & s->enemies & allowed, forward + 1);
    }
    if (traits & TRAIT_CHECKLESS)
        allowed &= ~checks_of(s, us, c->pawn);
    const mask left = safe_captures(s, us, traits, attack_left(pawns, us) & s->enemies, forward - 1, allowed);
    const mask right =
        safe_captures(s, us, traits, attack_right(pawns, us) & s->enemies, forward + 1, allowed);
    if (traits & TRAIT_CAPTURES) {
        const uint64_t both = f->count;
        add_pawn_targets(f, s, COUNT, us, traits, left, forward - 1, WAY_PLAIN);
        add_pawn_targets(f, s, COUNT, us, traits, right, forward + 1, WAY_PLAIN);
        f->captures += f->count - both;
        if (purpose == LIST)
            f->count = both;
    }
    if (purpose == LIST || !(traits & TRAIT_CAPTURES)) {
        add_pawn_targets(f, s, purpose, us, traits, left, forward - 1, WAY_PLAIN);
        add_pawn_targets(f, s, purpose, us, traits, right, forward + 1, WAY_PLAIN);
    }
    add_pawn_targets(f, s, purpose, us, traits, keep_pawns_safe(s, us, traits, pushed & allowed, forward),
                     forward, WAY_PLAIN);
    add_pawn_targets(f, s, purpose, us, traits, keep_pawns_safe(s, us, traits, twice & allowed, 2 * forward),
                     2 * forward, WAY_FIRST_PUSH);
}

/* ---- Other pieces that promote, make first moves, or capture en passant ---- */

/* Returns the number of moves that moves of a kind to these squares are, with promotions. */
static inline uint64_t count_as(const struct scene *s, unsigned us, unsigned kind, mask targets) {
    const mask promoting = targets & s->c->zone[us][kind];
    return count_mask(targets & ~s->c->must_leave[us][kind]) +
           (promoting ? (uint64_t)count_mask(promoting) * ways_to_promote(s->c, s->n, us) : 0);
}

/* Returns the squares that only first moves reach. */
static inline mask first_targets(const struct scene *s, unsigned us, unsigned kind, unsigned from,
                                 mask others) {
    if (!(s->c->beginners >> kind & 1))
        return 0;
    return (ride_reach(from, s->occupied, s->c->firsts[kind]->rides[us][from]) |
            s->c->firsts[kind]->leaps[us][from]) &
           ~s->occupied & ~others;
}

/* Adds promotions to kinds that may be royal. targets: may include squares that endanger the king. */
static inline void crown_pawnlike(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                                  unsigned from, unsigned kind, mask targets) {
    for (unsigned i = 0; i < s->c->crowning_count[us]; i++)
        for (mask left = may_promote_to(s->c, s->n, us, s->c->crownings[us][i]) ? targets : 0; left;
             left &= left - 1) {
            if (!is_safe_crowning(s, us, bit(from), left & -left, s->c->crownings[us][i]))
                continue;
            f->count++;
            if (purpose == LIST)
                add_change(f, left & -left, from, kind, s->c->crownings[us][i], WAY_PROMOTION);
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
    const mask staying = targets & ~c->must_leave[us][kind], promoting = targets & c->zone[us][kind];
    if (c->crowning_count[us])
        crown_pawnlike(f, s, purpose, us, from, kind, among & c->zone[us][kind]);
    f->captures += c->traits & TRAIT_CAPTURES ? count_as(s, us, kind, targets & s->enemies) : 0;
    if (purpose == COUNT) {
        f->count += count_as(s, us, kind, targets);
        return;
    }
    add_sheaf(f, staying & ~firsts, 0, from, kind, WAY_PLAIN);
    add_sheaf(f, staying & firsts, 0, from, kind, WAY_FIRST_PUSH);
    for (unsigned i = 0; promoting && i < c->promotion_count[us]; i++)
        if (may_promote_to(c, s->n, us, c->promotions[us][i]))
            add_change(f, promoting, from, kind, c->promotions[us][i], WAY_PROMOTION);
}

/* ---- En passant ---- */

ALWAYS_INLINE bool is_safe_en_passant(const struct scene *s, unsigned us, unsigned traits, mask from,
                                      unsigned to, unsigned kind) {
    const mask captured = s->n->en_passant_pawn, occupied = (s->occupied & ~from & ~captured) | bit(to);
    const struct mask_royals royals = {carried(s->royals.each, from, bit(to)),
                                       carried(s->royals.together, from, bit(to))};
    if (s->c->crowned_count && !are_safe(s, us, royals, occupied, ~captured))
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
    for (mask left = s->n->en_passant & s->c->en_passant[us] & ~s->occupied; left; left &= left - 1) {
        const mask target = left & -left;
        const unsigned to = lowest_square(target), them = other_side(us);
        for (mask from = (attack_left(target, them) | attack_right(target, them)) & pawns; from;
             from &= from - 1) {
            if (!is_safe_en_passant(s, us, traits, from & -from, to, s->c->pawn))
                continue;
            struct found one = {0};
            const int step = (int)to - (int)lowest_square(from);
            add_pawn_targets(&one, s, COUNT, us, traits, target, step, WAY_EN_PASSANT);
            if ((traits & TRAIT_WALLS) && s->c->walling != WALLING_PAST &&
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
    for (mask left = c->threats[us][kind][to] & s->n->kinds[kind] & s->own; left; left &= left - 1) {
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
    for (uint32_t kinds = s->c->takers & s->c->pawnlike; kinds; kinds &= kinds - 1)
        for (mask left = s->n->en_passant & s->c->en_passant[us] & ~s->occupied; left; left &= left - 1)
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
    if (s->c->pawn != NO_KIND && s->c->takers >> s->c->pawn & 1)
        add_en_passant(f, s, purpose, us);
    if (traits & TRAIT_PAWNS)
        add_pawnlike_en_passant(f, s, purpose, us);
}

#endif
