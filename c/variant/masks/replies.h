/* Counts the replies to a null move, and from these the replies to each move that changes neither checks nor
 * pins nor the king's moves: only sliders that see one of the move's squares, and pawns next to them, have
 * other replies. Captures, promotions and moves that the watch forbids are made. */
#ifndef KS_MASK_REPLIES_H
#define KS_MASK_REPLIES_H

#include "variant/masks/ends.h"
#include "variant/masks/pawn_moves.h"
#include "variant/masks/watch.h"

enum { SIGHTS_MAX = 128 };

/* A slider of the side that replies; a queen is two. */
struct sight {
    mask squares;
    uint8_t from, count;
    bool diagonal;
};

struct mask_replies {
    struct scene scene; /* of the side that replies, after a null move */
    struct mask_watch watch;
    uint64_t all;          /* replies to the null move */
    mask pawns, pawn_zone; /* those that are not pinned, and the squares that their moves depend on */
    uint64_t pawn_replies; /* of these */
    mask seen;             /* by any slider that is not pinned */
    mask mixed[KINDS_MAX]; /* pieces of mixed kinds that are not pinned, and whose leaps are moves */
    unsigned drop_count;
    mask drops[KINDS_MAX]; /* the squares for each kind in hand, empty or not */
    unsigned sight_count;
    struct sight sights[SIGHTS_MAX];
    uint8_t lost[MASK_SQUARES]; /* [square]: the replies that sliders lose when a piece arrives there */
};

ALWAYS_INLINE unsigned count_sight(const struct mask_replies *r, const struct sight *sight, mask occupied) {
    const mask reach =
        sight->diagonal ? diagonal_attacks(sight->from, occupied) : orthogonal_attacks(sight->from, occupied);
    return count_mask(reach & r->scene.others);
}

/* Adds the sliders of one sort. */
ALWAYS_INLINE void add_sights(struct mask_replies *r, mask sliders, bool diagonal) {
    const mask occupied = r->scene.occupied;
    for (; sliders; sliders &= sliders - 1) {
        struct sight *const sight = &r->sights[r->sight_count++];
        const unsigned from = lowest_square(sliders);
        *sight =
            (struct sight){diagonal ? diagonal_attacks(from, occupied) : orthogonal_attacks(from, occupied),
                           (uint8_t)from, 0, diagonal};
        sight->count = (uint8_t)count_mask(sight->squares & r->scene.others);
        r->all += sight->count;
        r->seen |= sight->squares;
        for (mask left = sight->squares & ~occupied; left; left &= left - 1)
            r->lost[lowest_square(left)] = (uint8_t)(r->lost[lowest_square(left)] + sight->count -
                                                     count_sight(r, sight, occupied | (left & -left)));
    }
}

/* Adds the drops, which a move takes away on its target and adds on its origin. */
ALWAYS_INLINE void add_drop_replies(struct mask_replies *r, unsigned them) {
    const struct compiled *const c = r->scene.c;
    r->drop_count = 0;
    for (unsigned kind = 0; kind < c->count; kind++)
        if (r->scene.n->hand[them][kind]) {
            r->drops[r->drop_count++] = c->droppable[them][kind];
            r->all += count_mask(c->droppable[them][kind] & ~r->scene.occupied);
        }
}

/* Returns the drops on the first square less those on the second. */
ALWAYS_INLINE uint64_t count_drops_between(const struct mask_replies *r, mask from, mask to) {
    uint64_t drops = 0;
    for (unsigned i = 0; i < r->drop_count; i++)
        drops += (uint64_t)((r->drops[i] & from) != 0) - ((r->drops[i] & to) != 0);
    return drops;
}

ALWAYS_INLINE void add_leaper_replies(struct mask_replies *r, unsigned them) {
    const struct scene *const s = &r->scene;
    for (unsigned i = 0; i < s->c->leaping.count; i++) {
        const unsigned kind = s->c->leaping.kinds[i];
        for (mask left = s->n->kinds[kind] & s->own & ~s->bound; left; left &= left - 1)
            r->all += count_mask(s->c->moves[them][kind][lowest_square(left)] & s->others);
    }
}

/* Adds the replies of kinds that capture otherwise than they move, all by leaps. Pieces that leave walls
 * leave them in their region alone. */
ALWAYS_INLINE void add_mixed_replies(struct mask_replies *r, unsigned them) {
    const struct scene *const s = &r->scene;
    const mask able = s->c->traits & TRAIT_WALLS ? s->c->wall_region[them] : ~(mask)0;
    for (unsigned i = 0; i < s->c->mixed.count; i++) {
        const unsigned kind = s->c->mixed.kinds[i];
        r->mixed[i] = s->n->kinds[kind] & s->own & ~s->bound & able;
        for (mask left = r->mixed[i]; left; left &= left - 1)
            r->all += count_mask(targets_of(s, them, kind, lowest_square(left)));
    }
}

/* Returns the replies of such pieces that a move to an empty square adds. A wall stays where it began, if
 * moves build walls. */
ALWAYS_INLINE uint64_t count_mixed_between(const struct mask_replies *r, unsigned them, mask from, mask to) {
    const struct compiled *const c = r->scene.c;
    uint64_t more = 0;
    for (unsigned i = 0; i < c->mixed.count; i++) {
        const unsigned kind = c->mixed.kinds[i];
        const mask *const takers = c->threats[them][kind], *const movers = c->movers[them][kind];
        const unsigned end = lowest_square(to);
        more += (uint64_t)count_mask(takers[end] & r->mixed[i]) - count_mask(movers[end] & r->mixed[i]);
        if (from) {
            const unsigned begin = lowest_square(from);
            const mask moved = c->traits & TRAIT_WALLS ? 0 : movers[begin] & r->mixed[i];
            more += (uint64_t)count_mask(moved) - count_mask(takers[begin] & r->mixed[i]);
        }
    }
    return more;
}

ALWAYS_INLINE uint64_t count_pawns(const struct mask_replies *r, unsigned them, unsigned traits) {
    struct found f = {0};
    add_pawns_among(&f, &r->scene, COUNT, them, traits, r->pawns, ~(mask)0);
    return f.count;
}

ALWAYS_INLINE void add_pawn_replies(struct mask_replies *r, unsigned them, unsigned traits) {
    const struct scene *const s = &r->scene;
    if (s->c->pawn == NO_KIND)
        return;
    struct found f = {0};
    const mask pawns = s->n->kinds[s->c->pawn] & s->own;
    if (pawns & s->bound)
        add_bound_pawns(&f, s, COUNT, them);
    r->pawns = pawns & ~s->bound;
    const mask ahead = push(r->pawns, them);
    r->pawn_zone = ahead | push(ahead & push(s->c->first_push[them], them), them) |
                   attack_left(r->pawns, them) | attack_right(r->pawns, them);
    r->pawn_replies = count_pawns(r, them, traits);
    r->all += r->pawn_replies + f.count;
}

/* Returns whether the other side may castle after some moves: own pieces do not stand in the way. */
static inline bool may_castle_soon(const struct scene *s, unsigned them) {
    if (!(s->n->castling & s->own))
        return false;
    const unsigned king = lowest_square(s->n->castlers & s->own);
    for (mask rooks = s->n->castling & s->own; rooks; rooks &= rooks - 1) {
        const unsigned rook = lowest_square(rooks);
        const unsigned king_to = castled_king_square(s->c, them, king, rook);
        const unsigned rook_to = castled_rook_square(king, rook, king_to);
        if (!((row_span(king, king_to) | row_span(rook, rook_to)) & s->own & ~bit(king) & ~bit(rook)))
            return true;
    }
    return false;
}

/* Makes the null move of `us`. Returns false when the replies to it are of no use. */
ALWAYS_INLINE bool make_null_move(struct mask_replies *r, const struct compiled *c, const struct mask_node *n,
                                  unsigned us, unsigned traits) {
    const unsigned them = other_side(us);
    struct scene *const s = &r->scene;
    if (!c->replies || (c->ends && (has_lost(c, n, us, false) || has_lost(c, n, them, true))))
        return false;
    set_scene(s, c, n, them, traits);
    if (s->in_check || (n->castling && may_castle_soon(s, them)))
        return false;
    struct found f = {0};
    if (s->bound)
        add_some_kinds(&f, s, COUNT, them, &c->pieces, true);
    r->all = f.count + (s->royal ? count_mask(safe_king_targets(s, them, traits)) : 0);
    r->pawns = r->pawn_zone = r->seen = 0;
    r->pawn_replies = 0;
    r->sight_count = 0;
    memset(r->lost, 0, sizeof r->lost);
    add_leaper_replies(r, them);
    if (c->mixed.count)
        add_mixed_replies(r, them);
    add_sights(r, union_of(&c->sliding_orthogonally, n) & s->own & ~s->bound, false);
    add_sights(r, union_of(&c->sliding_diagonally, n) & s->own & ~s->bound, true);
    add_pawn_replies(r, them, traits);
    add_drop_replies(r, them);
    watch_king(&r->watch, s, us);
    return true;
}

/* Returns the replies to a move to an empty square that the watch allows. */
ALWAYS_INLINE uint64_t count_after_change(struct mask_replies *r, unsigned them, unsigned traits, mask from,
                                          mask to) {
    struct scene *const s = &r->scene;
    uint64_t replies = r->all - r->lost[lowest_square(to)] + count_drops_between(r, from, to);
    if (from & r->seen)
        for (unsigned i = 0; i < r->sight_count; i++)
            if (r->sights[i].squares & from)
                replies += (uint64_t)count_sight(r, &r->sights[i], (s->occupied ^ from) | to) -
                           count_sight(r, &r->sights[i], s->occupied | to);
    if (r->scene.c->mixed.count)
        replies += count_mixed_between(r, them, from, to);
    if ((from | to) & r->pawn_zone) {
        const mask occupied = s->occupied, enemies = s->enemies;
        s->occupied = (occupied ^ from) | to;
        s->enemies = (enemies ^ from) | to;
        replies += count_pawns(r, them, traits) - r->pawn_replies;
        s->occupied = occupied;
        s->enemies = enemies;
    }
    return replies;
}

/* Returns the squares of a sheaf to which the moves have to be made. */
ALWAYS_INLINE mask loud_targets(const struct mask_replies *r, unsigned us, const struct sheaf *sheaf) {
    const struct compiled *const c = r->scene.c;
    const mask loud =
        r->scene.own | watched_for(&r->watch, c, sheaf->kind) | (c->ends ? c->flag_region[us] : 0);
    if (sheaf->way == WAY_DROP)
        return sheaf->targets & loud;
    if (sheaf->way > WAY_FIRST_PUSH)
        return sheaf->targets;
    if (!sheaf->step)
        return r->watch.leaving >> sheaf->from & 1 ? sheaf->targets : sheaf->targets & loud;
    const mask left = r->watch.leaving, step = (mask)(sheaf->step < 0 ? -sheaf->step : sheaf->step);
    mask pawns = loud | c->zone[us][c->pawn] | (sheaf->step < 0 ? left >> step : left << step);
    if (sheaf->way == WAY_FIRST_PUSH) {
        const unsigned them = other_side(us);
        const mask theirs = r->scene.n->kinds[c->pawn] & r->scene.own;
        pawns |= push((attack_left(theirs, them) | attack_right(theirs, them)) & c->en_passant[them], us);
    }
    return sheaf->targets & pawns;
}

/* Counts the replies to the moves of a sheaf that need not be made. */
ALWAYS_INLINE uint64_t count_calm(struct mask_replies *r, unsigned us, unsigned traits,
                                  const struct sheaf *sheaf, mask targets) {
    uint64_t nodes = 0;
    for (; targets; targets &= targets - 1) {
        const mask to = targets & -targets;
        const unsigned from =
            sheaf->step ? (unsigned)((int)lowest_square(to) - sheaf->step) : (unsigned)sheaf->from;
        nodes += count_after_change(r, other_side(us), traits, sheaf->way == WAY_DROP ? 0 : bit(from), to);
    }
    return nodes;
}

#endif
