/* Replies of compiled variants, counted without making most of the moves. */
#ifndef KS_MASKS_REPLIES_TMPL_H
#define KS_MASKS_REPLIES_TMPL_H

#include "variant/masks/ends_tmpl.h"
#include "variant/masks/moves_tmpl.h"
#include "variant/masks/scene_tmpl.h"

/* ==== What is watched ==== */

/* The squares that a move may not change if the other side's king is to be as safe, and to have the same
 * moves, as after a null move: c/variant/perft/replies.c, on masks. */

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
    for (unsigned i = 0; i < c->leaps.leapers.count; i++)
        w->near[c->leaps.leapers.kinds[i]] |= c->leaps.threats[us][c->leaps.leapers.kinds[i]][square];
}

/* Watches the attacks of `us` on a square. s: the scene of the other side; occupied: without its king. */
ALWAYS_INLINE void watch_square(struct mask_watch *w, const struct scene *s, unsigned us, unsigned square,
                                mask occupied) {
    const mask files = orthogonal_attacks(square, occupied), lines = diagonal_attacks(square, occupied);
    const mask attackers = leapers_at(&s->c->leaps, s->n, us, square) | (files & s->theirs.orthogonal) |
                           (lines & s->theirs.diagonal);
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
    mask steps = s->c->leaps.moves[other_side(us)][s->c->king][s->king];
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
    const mask leaps = s->royal ? s->c->leaps.threats[us][kind][s->king] : 0;
    const mask files = s->c->slides.lines[kind] & ORTHOGONAL_CAPTURES ? ~(mask)0 : 0;
    const mask lines = s->c->slides.lines[kind] & DIAGONAL_CAPTURES ? ~(mask)0 : 0;
    const mask seen = (files & w->seen_orthogonally) | (lines & w->seen_diagonally);
    return (struct arrivals){w->arriving | (files & w->orthogonal) | (lines & w->diagonal) | (leaps & seen),
                             leaps ^ seen,
                             w->near[kind] | (files & w->near_orthogonally) | (lines & w->near_diagonally)};
}

/* Returns the squares that a piece of a kind attacks. */
ALWAYS_INLINE mask attacked_from(const struct compiled *c, unsigned us, unsigned kind, unsigned from,
                                 mask occupied) {
    mask reach = c->leaps.captures[us][kind][from];
    if (c->slides.lines[kind] & ORTHOGONAL_CAPTURES)
        reach |= orthogonal_attacks(from, occupied);
    if (c->slides.lines[kind] & DIAGONAL_CAPTURES)
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

/* ==== Replies ==== */

/* Counts the replies to a null move, and from these the replies to each move that changes neither pins nor
 * what lies between: only sliders that see one of the move's squares, and pawns next to them, have
 * other replies. A captured piece has none, and those that protect it may capture in return. A piece takes
 * squares from the king, or leaves it some. The replies to a check are the king's, and the moves of pieces to
 * the checker or the way. Promotions, captures of pinned pieces, and moves that the watch forbids are made.
 * The moves of a piece share what leaving its square changes: only those to squares on which this depends are
 * counted one by one. */

enum { SIGHTS_MAX = 128 };

/* A slider of the side that replies; a queen is two. */
struct sight {
    mask squares, barred; /* barred: from where it would give a check that is forbidden */
    uint8_t from, count;
    bool diagonal;
};

struct mask_replies {
    struct scene scene; /* of the side that replies, after a null move */
    struct mask_watch watch;
    struct arrivals arrivals[KINDS_MAX]; /* [kind]: of the side that moves */
    uint64_t all;                        /* replies to the null move */
    mask pawns, pawn_zone;  /* those that are not pinned, and the squares that their moves depend on */
    uint64_t pawn_replies;  /* of these */
    mask seen;              /* by any slider that is not pinned */
    mask kept;              /* pieces whose capture has to be made */
    mask connecting;        /* the squares on which a piece that arrives may end the game */
    bool answers;           /* replies to checks are counted */
    struct sliders sliders; /* of the side that replies */
    mask lossy;             /* the squares whose entry in `lost` may be other than 0 */
    mask pushed, twice, left, right; /* the moves of pawns, and the squares that they attack */
    mask unlike;                     /* the squares of moves that change promotions */
    mask mixed[KINDS_MAX]; /* pieces of mixed kinds that are not pinned, and whose leaps are moves */
    unsigned drop_count;
    mask drops[KINDS_MAX]; /* the squares for each kind in hand, empty or not */
    unsigned sight_count;
    struct sight sights[SIGHTS_MAX];
    /* [square]: the replies that sliders lose when a piece arrives on an empty square. The replies that a
       piece has and loses by its capture, less the replies of pieces that protect it. Both without pawns and
       the king. */
    int16_t lost[MASK_SQUARES];
};

ALWAYS_INLINE mask attacks_along(unsigned square, bool diagonal, mask occupied) {
    return diagonal ? diagonal_attacks(square, occupied) : orthogonal_attacks(square, occupied);
}

ALWAYS_INLINE unsigned count_sight(const struct sight *sight, mask occupied, mask others) {
    return count_mask(attacks_along(sight->from, sight->diagonal, occupied) & others);
}

ALWAYS_INLINE void lose(struct mask_replies *r, unsigned square, unsigned replies) {
    r->lost[square] = (int16_t)(r->lost[square] + (int)replies);
}

/* Adds the captures in return on these squares. */
ALWAYS_INLINE void protect(struct mask_replies *r, mask squares) {
    for (mask left = squares; left; left &= left - 1)
        r->lost[lowest_square(left)]--;
}

/* Adds the sliders of one sort. */
ALWAYS_INLINE void add_sights(struct mask_replies *r, mask sliders, bool diagonal, mask barred) {
    const mask occupied = r->scene.occupied, others = r->scene.others & ~barred;
    for (; sliders; sliders &= sliders - 1) {
        struct sight *const sight = &r->sights[r->sight_count++];
        const unsigned from = lowest_square(sliders);
        *sight = (struct sight){attacks_along(from, diagonal, occupied), barred, (uint8_t)from, 0, diagonal};
        sight->count = (uint8_t)count_mask(sight->squares & others);
        r->all += sight->count;
        r->seen |= sight->squares;
        r->lossy |= sight->squares;
        for (mask left = sight->squares & ~occupied; left; left &= left - 1)
            lose(r, lowest_square(left),
                 sight->count - count_sight(sight, occupied | (left & -left), others));
        lose(r, from, sight->count);
        protect(r, sight->squares & r->scene.own & ~barred);
    }
}

/* Adds the sliders of some kinds that are not pinned. */
ALWAYS_INLINE void add_all_sights(struct mask_replies *r, unsigned them, unsigned traits,
                                  const struct kind_list *kinds, bool diagonal) {
    const struct scene *const s = &r->scene;
    const mask free = s->own & ~s->bound;
    if (!(traits & TRAIT_CHECKLESS)) {
        add_sights(r, union_of(kinds, s->n) & free, diagonal, 0);
        return;
    }
    for (unsigned i = 0; i < kinds->count; i++) {
        const mask pieces = s->n->kinds[kinds->kinds[i]] & free;
        if (pieces)
            add_sights(r, pieces, diagonal, checks_of(s, them, kinds->kinds[i]));
    }
}

/* Adds the drops, which a move takes away on its target and adds on its origin. */
ALWAYS_INLINE void add_drop_replies(struct mask_replies *r, unsigned them) {
    const struct compiled *const c = r->scene.c;
    r->drop_count = 0;
    for (unsigned kind = 0; kind < c->count; kind++)
        if (r->scene.n->hand[them][kind]) {
            r->drops[r->drop_count++] = c->drops.region[them][kind];
            r->all += count_mask(c->drops.region[them][kind] & ~r->scene.occupied);
        }
}

/* Returns the drops on the first square less those on the second. to: 0 after a capture. */
ALWAYS_INLINE uint64_t count_drops_between(const struct mask_replies *r, mask from, mask to) {
    uint64_t drops = 0;
    for (unsigned i = 0; i < r->drop_count; i++)
        drops += (uint64_t)((r->drops[i] & from) != 0) - ((r->drops[i] & to) != 0);
    return drops;
}

ALWAYS_INLINE void add_leaper_replies(struct mask_replies *r, unsigned them, unsigned traits) {
    const struct scene *const s = &r->scene;
    for (unsigned i = 0; i < s->c->counted.leaping.count; i++) {
        const unsigned kind = s->c->counted.leaping.kinds[i];
        const mask allowed = traits & TRAIT_CHECKLESS ? ~checks_of(s, them, kind) : ~(mask)0;
        for (mask left = s->n->kinds[kind] & s->own & ~s->bound; left; left &= left - 1) {
            const unsigned from = lowest_square(left);
            const mask targets = s->c->leaps.moves[them][kind][from] & allowed;
            const unsigned count = count_mask(targets & s->others);
            r->all += count;
            lose(r, from, count);
            protect(r, targets & s->own);
        }
    }
}

/* Adds the replies of kinds that capture otherwise than they move, all by leaps. Pieces that leave walls
 * leave them in their region alone. */
ALWAYS_INLINE void add_mixed_replies(struct mask_replies *r, unsigned them) {
    const struct scene *const s = &r->scene;
    const mask able = s->c->traits & TRAIT_WALLS ? s->c->walls.region[them] : ~(mask)0;
    for (unsigned i = 0; i < s->c->counted.mixed.count; i++) {
        const unsigned kind = s->c->counted.mixed.kinds[i];
        r->mixed[i] = s->n->kinds[kind] & s->own & ~s->bound & able;
        for (mask left = r->mixed[i]; left; left &= left - 1) {
            const unsigned from = lowest_square(left), count = count_mask(targets_of(s, them, kind, from));
            const mask moves = s->c->leaps.moves[them][kind][from],
                       captures = s->c->leaps.captures[them][kind][from];
            r->all += count;
            lose(r, from, count);
            r->lossy |= (moves ^ captures) & ~s->occupied;
            for (mask lost = moves & ~captures & ~s->occupied; lost; lost &= lost - 1)
                r->lost[lowest_square(lost)]++;
            protect(r, captures & ~(moves & ~s->occupied));
        }
    }
}

/* Returns the replies of such pieces that leaving a square adds, without the replies of a captured one. A
 * wall stays there, if moves build walls. */
ALWAYS_INLINE uint64_t count_mixed_without(const struct mask_replies *r, unsigned them, mask from,
                                           mask captured) {
    const struct compiled *const c = r->scene.c;
    uint64_t more = 0;
    for (unsigned i = 0; i < c->counted.mixed.count && from; i++) {
        const unsigned kind = c->counted.mixed.kinds[i], begin = lowest_square(from);
        const mask pieces = r->mixed[i] & ~captured;
        const mask moved = c->traits & TRAIT_WALLS ? 0 : c->leaps.movers[them][kind][begin] & pieces;
        more += (uint64_t)count_mask(moved) - count_mask(c->leaps.threats[them][kind][begin] & pieces);
    }
    return more;
}

/* Returns the pieces of mixed kinds that may move to a square or capture there. */
ALWAYS_INLINE mask mixed_at(const struct mask_replies *r, unsigned them, unsigned square) {
    const struct compiled *const c = r->scene.c;
    mask found = 0;
    for (unsigned i = 0; i < c->counted.mixed.count; i++)
        found |= (c->leaps.movers[them][c->counted.mixed.kinds[i]][square] |
                  c->leaps.threats[them][c->counted.mixed.kinds[i]][square]) &
                 r->mixed[i];
    return found;
}

ALWAYS_INLINE uint64_t count_pawns(const struct mask_replies *r, unsigned them, unsigned traits, mask pawns) {
    struct found f = {0};
    add_pawns_among(&f, &r->scene, COUNT, them, traits, pawns, ~(mask)0);
    return f.count;
}

ALWAYS_INLINE void add_pawn_replies(struct mask_replies *r, unsigned them, unsigned traits) {
    const struct scene *const s = &r->scene;
    const unsigned us = other_side(them);
    if (s->c->pawn == NO_KIND)
        return;
    struct found f = {0};
    const mask pawns = s->n->kinds[s->c->pawn] & s->own;
    if (pawns & s->bound)
        add_bound_pawns(&f, s, COUNT, them);
    r->pawns = pawns & ~s->bound;
    const mask ahead = push(r->pawns, them), zone = s->c->promotion.zone[them][s->c->pawn];
    r->left = attack_left(r->pawns, them);
    r->right = attack_right(r->pawns, them);
    r->pushed = ahead & ~s->occupied;
    r->twice = push(r->pushed & push(s->c->pawns.first_push[them], them), them) & ~s->occupied;
    r->pawn_zone = ahead | push(ahead & push(s->c->pawns.first_push[them], them), them) | r->left | r->right;
    r->unlike =
        zone | push(zone, us) | push(push(zone, us), us) | attack_left(zone, us) | attack_right(zone, us);
    r->unlike &= r->pawn_zone | r->pawns;
    r->pawn_replies = count_pawns(r, them, traits, r->pawns);
    r->all += r->pawn_replies + f.count;
}

/* Returns whether the other side may castle after some moves: own pieces do not stand in the way. */
static inline bool may_castle_soon(const struct scene *s, unsigned them) {
    if (!(s->n->castling & s->own))
        return false;
    const unsigned king = lowest_square(s->n->castler[them]);
    for (mask rooks = s->n->castling & s->own; rooks; rooks &= rooks - 1) {
        const unsigned rook = lowest_square(rooks);
        const unsigned king_to = castled_king_square(&s->c->castling, them, king, rook);
        const unsigned rook_to = castled_rook_square(king, rook, king_to);
        if (!((row_span(king, king_to) | row_span(rook, rook_to)) & s->own & ~bit(king) & ~bit(rook)))
            return true;
    }
    return false;
}

/* Returns the pieces whose capture changes checks, pins or the king's moves, or may end the game. */
ALWAYS_INLINE mask find_kept(const struct scene *s, unsigned them) {
    const struct compiled *const c = s->c;
    const bool lasts =
        c->ends.losing == LOSES_NOTHING ||
        (c->ends.losing == LOSES_ALL && count_all(c, s->n, them) > c->ends.extinction.count + 1u);
    if (!lasts || c->traits & TRAIT_WALLS)
        return s->own;
    return s->bound | s->royal;
}

/* Makes the null move of `us`. Returns false when the replies to it are of no use. */
ALWAYS_INLINE bool make_null_move(struct mask_replies *r, const struct compiled *c, const struct mask_node *n,
                                  unsigned us, unsigned traits) {
    const unsigned them = other_side(us);
    struct scene *const s = &r->scene;
    if (c->ends.goal.answered && (is_there(c, n, us) || is_there(c, n, them)))
        return false;
    if (!c->replies || c->ends.bikjang ||
        (c->ends.any && (has_lost(c, n, us, false) || has_lost(c, n, them, true))))
        return false;
    set_scene(s, c, n, them, traits);
    if (s->in_check || (n->castling && may_castle_soon(s, them)))
        return false;
    struct found f = {0};
    if (s->bound)
        add_some_kinds(&f, s, COUNT, them, &c->counted.pieces, true);
    watch_king(&r->watch, s, us, traits);
    r->all = f.count + count_mask(r->watch.safe);
    r->pawns = r->pawn_zone = r->seen = 0;
    r->pushed = r->twice = r->left = r->right = r->unlike = 0;
    r->lossy = s->own;
    r->kept = find_kept(s, them);
    r->connecting = c->ends.connections.any ? connecting_squares(&c->ends.connections, n, us) : 0;
    r->answers = s->royal && !(traits & TRAIT_CHECKLESS) && !c->ends.checks && c->counted.mixed.count == 0;
    r->sliders = sliders_of(&c->slides, n, them);
    for (unsigned kind = 0; kind < c->count; kind++) {
        r->arrivals[kind] = arrivals_of(&r->watch, s, us, kind);
        if (!r->answers)
            r->arrivals[kind].loud |= r->arrivals[kind].checks;
    }
    r->pawn_replies = 0;
    r->sight_count = 0;
    memset(r->lost, 0, sizeof r->lost);
    add_leaper_replies(r, them, traits);
    if (c->counted.mixed.count)
        add_mixed_replies(r, them);
    add_all_sights(r, them, traits, &c->counted.sliding_orthogonally, false);
    add_all_sights(r, them, traits, &c->counted.sliding_diagonally, true);
    add_pawn_replies(r, them, traits);
    add_drop_replies(r, them);
    return true;
}

/* Returns the replies of the king that a move to one of these squares adds. near: from where it takes squares
 * from the king. */
ALWAYS_INLINE uint64_t count_king_between(const struct mask_replies *r, unsigned us, unsigned kind, mask near,
                                          mask from, mask to) {
    const struct scene *const s = &r->scene;
    const mask occupied = (s->occupied & ~s->royal & ~from) | to;
    const unsigned end = lowest_square(to);
    const mask unsure = r->watch.shields & from ? shielded_by(&r->watch, from) : 0;
    const mask reach = near & to || unsure ? attacked_from(s->c, us, kind, end, occupied) : 0;
    uint64_t more = 0;
    for (mask left = (unsure & ~reach) | (r->watch.beside & to); left; left &= left - 1)
        more += !attacks_square(s->c, s->n, us, &s->theirs, lowest_square(left), occupied, ~from);
    return more - count_mask(r->watch.safe & (reach | unsure));
}

/* Returns the replies of a slider that leaving a square adds when the piece arrives on another. */
ALWAYS_INLINE uint64_t count_sight_between(const struct mask_replies *r, const struct sight *sight, mask from,
                                           mask to) {
    const struct scene *const s = &r->scene;
    const mask others = (s->others | to) & ~sight->barred;
    return (uint64_t)count_sight(sight, (s->occupied ^ from) | to, others) -
           count_sight(sight, s->occupied | to, others);
}

/* Returns the replies of pawns that a move adds. to: 0 to look at its origin alone. */
ALWAYS_INLINE uint64_t count_pawns_between(struct mask_replies *r, unsigned them, unsigned traits, mask from,
                                           mask to) {
    struct scene *const s = &r->scene;
    const mask occupied = s->occupied, enemies = s->enemies;
    s->occupied = (occupied & ~from) | to;
    s->enemies = (enemies & ~from) | to;
    const uint64_t replies = count_pawns(r, them, traits, r->pawns & ~to);
    s->occupied = occupied;
    s->enemies = enemies;
    return replies - r->pawn_replies;
}

/* Returns the replies of pawns that arriving on each of these squares adds. */
ALWAYS_INLINE uint64_t count_pawns_after(const struct mask_replies *r, unsigned us, mask targets) {
    const unsigned them = other_side(us);
    const mask captured = targets & r->pawns, ahead = push(captured, them), enemies = r->scene.enemies;
    const unsigned gained = count_mask(targets & r->left) + count_mask(targets & r->right);
    const unsigned blocked = count_mask(targets & r->pushed) + count_mask(targets & r->twice) +
                             count_mask(targets & push(r->twice, us));
    const unsigned lost = count_mask(ahead & r->pushed) + count_mask(push(ahead, them) & r->twice) +
                          count_mask(attack_left(captured, them) & enemies) +
                          count_mask(attack_right(captured, them) & enemies);
    return (uint64_t)gained - blocked - lost;
}

/* Returns the replies to a move that the watch allows, and that captures no piece that must be kept. near: as
 * above, for the kind. */
ALWAYS_INLINE uint64_t count_after_change(struct mask_replies *r, unsigned us, unsigned traits, unsigned kind,
                                          mask near, mask from, mask to) {
    const struct scene *const s = &r->scene;
    const unsigned them = other_side(us), end = lowest_square(to);
    uint64_t replies = r->all - (uint64_t)r->lost[end] + count_drops_between(r, from, to & ~s->own);
    if (from & r->seen)
        for (unsigned i = 0; i < r->sight_count; i++)
            if (r->sights[i].squares & from && r->sights[i].from != end)
                replies += count_sight_between(r, &r->sights[i], from, to);
    if (r->scene.c->counted.mixed.count)
        replies += count_mixed_without(r, them, from, to);
    if ((from | to) & (r->pawn_zone | r->pawns))
        replies += count_pawns_between(r, them, traits, from, to);
    if (to & (near | r->watch.beside) || from & r->watch.shields)
        replies += count_king_between(r, us, kind, near, from, to);
    return replies;
}

/* The changes that leaving a square makes. */
struct departure {
    uint64_t replies; /* that it adds */
    mask touched;     /* these depend on whether a piece arrives here */
};

ALWAYS_INLINE void leave_sights(struct mask_replies *r, mask from, struct departure *d) {
    const struct scene *const s = &r->scene;
    const unsigned begin = lowest_square(from);
    for (unsigned i = 0; i < r->sight_count; i++) {
        const struct sight *const sight = &r->sights[i];
        if (!(sight->squares & from))
            continue;
        const mask occupied = s->occupied ^ from;
        const mask reach = attacks_along(sight->from, sight->diagonal, occupied);
        const mask line = attacks_along(begin, sight->diagonal, occupied);
        d->replies += (uint64_t)count_mask(reach & s->others & ~sight->barred) - sight->count;
        d->touched |= (reach ^ sight->squares) | (line & sight->squares) | bit(sight->from);
    }
}

/* Pawns around the square, and the square ahead of it, have to do with it. */
ALWAYS_INLINE void leave_pawns(struct mask_replies *r, unsigned us, unsigned traits, mask from,
                               struct departure *d) {
    const mask back = push(from, us);
    d->replies += count_pawns_between(r, other_side(us), traits, from, 0);
    d->touched |=
        back | push(back, us) | attack_left(from, us) | attack_right(from, us) | push(from, other_side(us));
}

ALWAYS_INLINE struct departure leave(struct mask_replies *r, unsigned us, unsigned traits, mask from) {
    struct departure d = {0, 0};
    if (!from)
        return d;
    if (from & r->seen)
        leave_sights(r, from, &d);
    if (from & r->pawn_zone)
        leave_pawns(r, us, traits, from, &d);
    if (r->scene.c->counted.mixed.count) {
        d.replies += count_mixed_without(r, other_side(us), from, 0);
        d.touched |= mixed_at(r, other_side(us), lowest_square(from));
    }
    d.replies += count_drops_between(r, from, 0);
    return d;
}

/* ---- Checks by one piece ---- */

/* Returns the moves of free pieces to a square on the way of a check, or on which the checker stands. pieces:
 * those left after the move. */
ALWAYS_INLINE uint64_t count_movers(const struct mask_replies *r, unsigned them, mask to, mask occupied,
                                    mask pieces, bool captures) {
    const struct scene *const s = &r->scene;
    const struct compiled *const c = s->c;
    const unsigned square = lowest_square(to);
    mask found = (orthogonal_attacks(square, occupied) & r->sliders.orthogonal) |
                 (diagonal_attacks(square, occupied) & r->sliders.diagonal) |
                 leapers_at(&c->leaps, s->n, them, square);
    mask pawns = found & r->pawns;
    found &= pieces & ~r->pawns;
    if (!captures) {
        const mask next = push(to, other_side(them)), beyond = push(next, other_side(them));
        pawns = r->pawns & (next | (next & occupied ? 0 : beyond & c->pawns.first_push[them]));
    }
    pawns &= pieces;
    return count_mask(found) + (pawns ? count_mask(pawns) * count_as(s, them, c->pawn, to) : 0);
}

/* Returns the replies to a check by the piece that moves. The king moves, the piece is captured, or another
 * comes in the way. near: as for count_king_between. */
OUT_OF_LINE uint64_t count_answers(const struct mask_replies *r, unsigned us, unsigned kind, mask near,
                                   mask from, mask to) {
    const struct scene *const s = &r->scene;
    const unsigned them = other_side(us), end = lowest_square(to);
    const mask occupied = (s->occupied & ~from) | to, pieces = s->own & ~s->bound & ~s->royal & ~to;
    mask way = 0;
    if (s->c->leaps.threats[us][kind][s->king] & to)
        way = 0;
    else if (r->watch.seen_orthogonally & to && s->c->slides.lines[kind] & ORTHOGONAL_CAPTURES)
        way = orthogonal_way(s->king, end) ^ to;
    else
        way = diagonal_way(s->king, end) ^ to;
    uint64_t replies = count_mask(r->watch.safe) + count_king_between(r, us, kind, near, from, to) +
                       count_movers(r, them, to, occupied, pieces, true);
    for (mask left = way; left; left &= left - 1)
        replies += count_movers(r, them, left & -left, occupied, pieces, false);
    for (unsigned i = 0; i < r->drop_count; i++)
        replies += count_mask(r->drops[i] & way);
    return replies;
}

/* Counts the replies to moves of a sheaf that give check. */
ALWAYS_INLINE uint64_t count_checks(const struct mask_replies *r, unsigned us, const struct sheaf *sheaf,
                                    mask targets) {
    const mask near = r->arrivals[sheaf->kind].near;
    uint64_t nodes = 0;
    for (mask left = targets; left; left &= left - 1) {
        const unsigned begin = sheaf->step ? lowest_square(left) - (unsigned)sheaf->step : sheaf->from;
        nodes +=
            count_answers(r, us, sheaf->kind, near, sheaf->way == WAY_DROP ? 0 : bit(begin), left & -left);
    }
    return nodes;
}

/* Returns the squares of a sheaf to which the moves have to be made. */
ALWAYS_INLINE mask loud_targets(const struct mask_replies *r, unsigned us, unsigned traits,
                                const struct sheaf *sheaf) {
    const struct compiled *const c = r->scene.c;
    if ((traits & TRAIT_CHECKLESS) && sheaf->kind == c->king)
        return sheaf->targets;
    const mask loud =
        r->kept | r->connecting | r->arrivals[sheaf->kind].loud | (c->ends.any ? c->ends.goal.region[us] : 0);
    if (sheaf->way == WAY_DROP)
        return sheaf->targets & loud;
    if (sheaf->way > WAY_FIRST_PUSH)
        return sheaf->targets;
    if (!sheaf->step)
        return r->watch.leaving >> sheaf->from & 1 ? sheaf->targets : sheaf->targets & loud;
    const mask left = r->watch.leaving, step = (mask)(sheaf->step < 0 ? -sheaf->step : sheaf->step);
    mask pawns = loud | c->promotion.zone[us][c->pawn] | (sheaf->step < 0 ? left >> step : left << step);
    if (sheaf->way == WAY_FIRST_PUSH) {
        const unsigned them = other_side(us);
        const mask theirs = r->scene.n->kinds[c->pawn] & r->scene.own;
        pawns |=
            push((attack_left(theirs, them) | attack_right(theirs, them)) & c->pawns.en_passant[them], us);
    }
    return sheaf->targets & pawns;
}

/* Returns the origins of moves by a step, or the targets of moves by the negative step. */
ALWAYS_INLINE mask origins_of(mask targets, int step) {
    return step < 0 ? targets << -step : targets >> step;
}

/* Counts the replies to moves that need not be looked at one by one. replies: those to a move to a square on
 * which nothing depends. */
ALWAYS_INLINE uint64_t count_rest(const struct mask_replies *r, unsigned us, mask rest, uint64_t replies) {
    uint64_t nodes = count_mask(rest) * replies;
    for (mask left = rest & r->lossy; left; left &= left - 1)
        nodes -= (uint64_t)r->lost[lowest_square(left)];
    for (unsigned i = 0; i < r->drop_count; i++)
        nodes -= count_mask(rest & r->drops[i] & ~r->scene.own);
    if (rest & (r->pawn_zone | r->pawns))
        nodes += count_pawns_after(r, us, rest);
    return nodes;
}

/* Counts the replies to moves of pawns, one by one where the origin matters. */
ALWAYS_INLINE uint64_t count_calm_pawns(struct mask_replies *r, unsigned us, unsigned traits,
                                        const struct sheaf *sheaf, mask targets) {
    const mask near = r->arrivals[sheaf->kind].near;
    const mask felt = r->scene.c->counted.mixed.count ? ~(mask)0 : r->seen | r->pawn_zone | r->watch.shields;
    const mask touched = targets & (near | r->watch.beside | r->unlike | origins_of(felt, -sheaf->step)),
               rest = targets ^ touched;
    uint64_t nodes = count_rest(r, us, rest, r->all);
    for (unsigned i = 0; i < r->drop_count; i++)
        nodes += count_mask(origins_of(rest, sheaf->step) & r->drops[i]);
    for (mask left = touched; left; left &= left - 1) {
        const mask from = bit((unsigned)((int)lowest_square(left) - sheaf->step));
        nodes += count_after_change(r, us, traits, sheaf->kind, near, from, left & -left);
    }
    return nodes;
}

/* Counts the replies to moves of a piece, or to its drops. */
ALWAYS_INLINE uint64_t count_calm_piece(struct mask_replies *r, unsigned us, unsigned traits,
                                        const struct sheaf *sheaf, mask targets) {
    const mask from = sheaf->way == WAY_DROP ? 0 : bit(sheaf->from);
    const mask near = r->arrivals[sheaf->kind].near;
    const struct departure d = leave(r, us, traits, from);
    const mask touched =
        from & r->watch.shields ? targets : targets & (d.touched | near | r->watch.beside | r->unlike);
    const mask rest = targets ^ touched;
    uint64_t nodes = count_rest(r, us, rest, r->all + d.replies);
    for (mask left = touched; left; left &= left - 1)
        nodes += count_after_change(r, us, traits, sheaf->kind, near, from, left & -left);
    return nodes;
}

/* Counts the replies to the moves of a sheaf that need not be made. */
ALWAYS_INLINE uint64_t count_calm(struct mask_replies *r, unsigned us, unsigned traits,
                                  const struct sheaf *sheaf, mask targets) {
    if (!targets)
        return 0;
    return sheaf->step ? count_calm_pawns(r, us, traits, sheaf, targets)
                       : count_calm_piece(r, us, traits, sheaf, targets);
}

#endif
