/* Perft of compiled variants. Moves of the last ply are counted as sets. A node of the last ply but one that
 * a move to an empty square makes differs from its parent in two masks, which are changed back afterwards. */

#include <assert.h>

#include "variant/masks/ends_tmpl.h"
#include "variant/masks/masks.h"
#include "variant/masks/replies_tmpl.h"

/* Finds all moves of a node. */
ALWAYS_INLINE void find_moves(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                              unsigned traits) {
    if ((traits & TRAIT_DROPS) && s->c->drops.musts && must_drop(&s->c->drops, s->n, us)) {
        add_drops(f, s, purpose, us, traits, s->c->drops.musts);
        f->forced = purpose == COUNT ? f->count != 0 : f->next != f->first;
        if (f->forced)
            return;
    }
    add_king(f, s, purpose, us, traits);
    if (s->n->castling && sees_rook(s))
        add_castling(f, s, purpose, us);
    if (!s->answers && !(traits & TRAIT_BLASTS)) {
        if (s->n->en_passant)
            add_all_en_passant(f, s, purpose, us, traits);
        return;
    }
    add_pieces(f, s, purpose, us, traits);
    add_pawns(f, s, purpose, us, traits);
    if (s->n->en_passant)
        add_all_en_passant(f, s, purpose, us, traits);
    if ((traits & TRAIT_DROPS) && !(s->c->drops.musts && must_drop(&s->c->drops, s->n, us)))
        add_drops(f, s, purpose, us, traits, ~(uint32_t)0);
    if ((traits & TRAIT_DROPS) && s->c->walls.instead && s->own)
        add_walls_instead(f, s, purpose, us);
}

/* Returns whether a side may pass, which has some moves or none. */
ALWAYS_INLINE bool may_pass(const struct scene *s, bool moves) {
    return s->c->drops.passing != PASS_NEVER && (s->c->drops.passing == PASS_ALWAYS || !moves) && s->own &&
           (s->faced || (!s->in_check && !s->pressed));
}

/* Lists the sheaves of a node; returns their end. */
ALWAYS_INLINE const struct sheaf *list_moves(const struct compiled *c, const struct mask_node *n, unsigned us,
                                             unsigned traits, struct sheaf *sheaves) {
    struct found f = {.next = sheaves, .first = sheaves};
    struct scene s;
    set_scene(&s, c, n, us, traits);
    find_moves(&f, &s, LIST, us, traits);
    const bool must_capture = (traits & TRAIT_CAPTURES) && f.captures;
    if (must_capture)
        for (struct sheaf *sheaf = sheaves; sheaf < f.next; sheaf++)
            if (sheaf->way != WAY_EN_PASSANT)
                sheaf->targets &= sheaf->way == WAY_CASTLING ? 0 : s.enemies;
    if (!f.forced && !must_capture && may_pass(&s, f.next - sheaves))
        add_sheaf(&f, s.own, 0, 0, 0, WAY_PASS);
    return f.next;
}

OUT_OF_LINE const struct sheaf *list_any_moves(const struct compiled *c, const struct mask_node *n,
                                               unsigned us, struct sheaf *sheaves) {
    return list_moves(c, n, us, c->traits, sheaves);
}

/* ---- Moves ---- */

typedef uint64_t count_node(const struct compiled *c, const struct mask_node *n, unsigned us, unsigned depth);

/* A node whose moves are made, and what counts the nodes after them. */
struct ply {
    const struct compiled *c;
    const struct mask_node *n;
    unsigned us;
    count_node *next; /* NULL: walls are counted, and no nodes */
    unsigned depth;   /* of the nodes after the moves, at least 1 */
};

ALWAYS_INLINE uint64_t count_after(const struct ply *p, const struct mask_node *child) {
    return p->next(p->c, child, other_side(p->us), p->depth);
}

/* Counts below a node for each wall that the move to it may build, among some squares. Counts these without
 * `next`. n: after the move. Its walls change meanwhile. */
OUT_OF_LINE uint64_t build_walls(const struct ply *p, struct mask_node *n, mask from, unsigned to,
                                 mask among) {
    const struct compiled *const c = p->c;
    const unsigned us = p->us;
    const mask walls = n->walls, kept = c->walls.rule == WALLING_DUCK ? 0 : walls;
    mask squares = walls_after(c, n, us, from) & among;
    if (c->walls.rule == WALLING_ARROW)
        squares &= arrows_from(c, n, us, to);
    if (c->traits & TRAIT_ROYAL)
        squares &= guarding_walls(c, p->n, n, us);
    if (!p->next)
        return count_mask(squares);
    uint64_t nodes = 0;
    for (mask left = squares; left; left &= left - 1) {
        n->walls = kept | (left & -left);
        nodes += count_after(p, n);
    }
    n->walls = walls;
    return nodes;
}

/* Counts below a node after the pieces that the move encloses have changed sides, which they do meanwhile. */
OUT_OF_LINE uint64_t flip(const struct ply *p, struct mask_node *n, unsigned to, bool dropped) {
    const mask changed = flipped(&p->c->drops, n, p->us, to, dropped);
    n->passes = 0;
    n->sides[KS_WHITE] ^= changed;
    n->sides[KS_BLACK] ^= changed;
    const uint64_t nodes = count_after(p, n);
    n->sides[KS_WHITE] ^= changed;
    n->sides[KS_BLACK] ^= changed;
    return nodes;
}

/* Counts below a node that a move to a square has made. from: its origin, 0 for a drop. */
ALWAYS_INLINE uint64_t go_on_by_rules(const struct ply *p, struct mask_node *n, mask from, unsigned to) {
    if (p->c->drops.flips)
        return flip(p, n, to, !from);
    n->passes = 0;
    return count_after(p, n);
}

/* Does the same with each piece in hand that may come through a gate, and with none. A piece that the move
 * captures may not. from: the origins of the move. The node changes meanwhile. */
OUT_OF_LINE uint64_t leave_gates(const struct ply *p, struct mask_node *n, mask from, unsigned to) {
    const struct compiled *const c = p->c;
    const unsigned us = p->us;
    const mask gates = n->gates;
    n->gates &= ~(from | bit(to));
    uint64_t nodes = go_on_by_rules(p, n, from, to);
    for (mask left = gates & from & ~occupied_by(&c->area, n); left; left &= left - 1)
        for (unsigned kind = 0; kind < c->count; kind++) {
            const mask gate = left & -left;
            if (!p->n->hand[us][kind] || !(c->drops.gates[us][kind] & gate))
                continue;
            n->hand[us][kind]--;
            place(n, us, kind, gate);
            nodes += go_on_by_rules(p, n, from, to);
            n->hand[us][kind]++;
            n->kinds[kind] ^= gate;
            n->sides[us] ^= gate;
        }
    n->gates = gates;
    return nodes;
}

/* n: after the move. */
ALWAYS_INLINE uint64_t go_on(const struct ply *p, struct mask_node *n, mask from, unsigned to) {
    const struct compiled *const c = p->c;
    if (c->traits & TRAIT_WALLS)
        return build_walls(p, n, from, to, ~(mask)0);
    return c->traits & TRAIT_GATES ? leave_gates(p, n, from, to) : go_on_by_rules(p, n, from, to);
}

/* Gives a captured piece to the hand of `us`. n: before the capture. */
OUT_OF_LINE void take_in_hand(const struct compiled *c, const struct mask_node *n, struct mask_node *child,
                              unsigned us, mask captured) {
    const unsigned kind = kind_on(c, n, lowest_square(captured));
    child->hand[us][n->promoted & captured ? c->captures.unpromoted : c->captures.in_hand[kind]]++;
}

/* Puts the pieces that a capture blows up into the hands of the other sides. kind: what the capturing piece
 * is then. */
OUT_OF_LINE void take_blown_in_hand(const struct ply *p, struct mask_node *child, mask from, mask gone,
                                    unsigned kind, bool becomes) {
    const struct compiled *const c = p->c;
    const struct mask_node *const n = p->n;
    const bool marked = becomes ? c->captures.marks_promoted : (n->promoted & from) != 0;
    for (mask left = gone & ~from; left; left &= left - 1)
        if (!(king_of(c, n, KS_WHITE) & left & -left) && !(king_of(c, n, KS_BLACK) & left & -left))
            take_in_hand(c, n, child, n->sides[KS_WHITE] & left & -left ? KS_BLACK : KS_WHITE, left & -left);
    if (!(c->captures.fireproof >> kind & 1))
        child->hand[other_side(p->us)][marked ? c->captures.unpromoted : c->captures.in_hand[kind]]++;
}

/* Marks a piece that moves as a promoted one. The mark of a captured piece goes. */
ALWAYS_INLINE void carry_mark(struct mask_node *child, mask promoted, mask from, mask to) {
    child->promoted = (promoted & ~from & ~to) | (promoted & from ? to : 0);
}

/* Counts below a capture on `to`, after which a piece of the kind stands there unless it explodes. */
ALWAYS_INLINE uint64_t capture(const struct ply *p, mask from, unsigned to, mask captured, unsigned kind,
                               bool becomes) {
    const struct compiled *const c = p->c;
    const struct mask_node *const n = p->n;
    const unsigned us = p->us;
    struct mask_node child = *n;
    const mask gone =
        c->traits & TRAIT_BLASTS ? explosion(&c->captures, n, from, to, captured) : from | captured;
    child.castling = castling_without(n, gone);
    child.en_passant = 0;
    clear_squares(c, &child, gone);
    if (c->captures.to_hand && c->traits & TRAIT_BLASTS)
        take_blown_in_hand(p, &child, from, gone, kind, becomes);
    else if (c->captures.to_hand)
        take_in_hand(c, n, &child, us, captured);
    if (c->captures.marks_promoted) {
        carry_mark(&child, n->promoted & ~captured, from, bit(to));
        child.promoted |= becomes ? bit(to) : 0;
    }
    const bool blasts = c->traits & TRAIT_BLASTS, fireproof = c->captures.fireproof >> kind & 1;
    if (blasts)
        child.promoted &= fireproof ? ~gone : ~(gone | bit(to));
    if (c->captures.petrified >> kind & 1 && (blasts ? !fireproof : !becomes)) {
        child.walls |= bit(to);
        child.promoted &= ~bit(to);
    } else if (!blasts || fireproof)
        place(&child, us, kind, bit(to));
    if (blasts && c->traits & TRAIT_WALLS)
        return build_walls(p, &child, from, to, ~(gone | bit(to)) | from | (captured & ~bit(to)));
    return go_on(p, &child, from, to);
}

/* Sets the squares on which a piece that has made a first move may be captured. */
OUT_OF_LINE void pass_squares(const struct pawn_rules *pawns, struct mask_node *child, unsigned us,
                              unsigned from, mask to) {
    const unsigned square = lowest_square(to);
    const mask way = orthogonal_attacks(from, 0) & to ? orthogonal_way(from, square)
                     : diagonal_attacks(from, 0) & to ? diagonal_way(from, square)
                                                      : 0;
    child->en_passant = way & ~to & pawns->en_passant[other_side(us)];
    child->en_passant_pawn = to;
}

/* Counts below the moves of a piece. */
ALWAYS_INLINE uint64_t move_piece(const struct ply *p, const struct sheaf *sheaf) {
    const struct compiled *const c = p->c;
    const struct mask_node *const n = p->n;
    const unsigned us = p->us;
    const mask from = bit(sheaf->from), enemies = n->sides[other_side(us)];
    const unsigned kind = sheaf->becomes;
    const bool promotes = sheaf->way == WAY_PROMOTION;
    struct mask_node child = *n;
    uint64_t nodes = 0;
    child.kinds[sheaf->kind] ^= from;
    const mask others = child.kinds[kind];
    child.castling = castling_without(n, from);
    child.en_passant = 0;
    for (mask left = sheaf->targets & ~enemies; left; left &= left - 1) {
        child.kinds[kind] = others | (left & -left);
        child.sides[us] = (n->sides[us] ^ from) | (left & -left);
        if (c->captures.marks_promoted)
            carry_mark(&child, n->promoted | (promotes ? from : 0), from, left & -left);
        if (sheaf->way == WAY_FIRST_PUSH)
            pass_squares(&c->pawns, &child, us, sheaf->from, left & -left);
        nodes += go_on(p, &child, from, lowest_square(left));
    }
    for (mask left = sheaf->targets & enemies; left; left &= left - 1)
        nodes += capture(p, from, lowest_square(left), left & -left, kind, promotes);
    return nodes;
}

/* Sets the squares on which a pawn that has made a first push may be captured. */
ALWAYS_INLINE void pass_square(const struct compiled *c, struct mask_node *child, unsigned us, mask from,
                               mask to) {
    const unsigned them = other_side(us);
    const mask passed = push(from, us);
    if (passed & c->pawns.en_passant[them] &
        ((c->pawns.pawnlike & c->pawns.takers ? ~(mask)0 : 0) |
         attack_left(child->kinds[c->pawn] & child->sides[them], them) |
         attack_right(child->kinds[c->pawn] & child->sides[them], them))) {
        child->en_passant = passed;
        child->en_passant_pawn = to;
    }
}

/* Counts below a pawn's move of a sheaf to an empty square, on which a piece of the kind stands then. */
ALWAYS_INLINE uint64_t push_pawn(const struct ply *p, const struct sheaf *sheaf, mask to, unsigned kind) {
    const struct compiled *const c = p->c;
    const unsigned us = p->us;
    const mask from = bit((unsigned)((int)lowest_square(to) - sheaf->step));
    struct mask_node child = *p->n;
    child.en_passant = 0;
    child.kinds[c->pawn] ^= from;
    child.sides[us] ^= from;
    place(&child, us, kind, to);
    if (c->captures.marks_promoted && kind != c->pawn)
        child.promoted |= to;
    if (sheaf->way == WAY_FIRST_PUSH && kind == c->pawn)
        pass_square(c, &child, us, from, to);
    return go_on(p, &child, from, lowest_square(to));
}

/* Makes each move of a sheaf to these squares, by which a pawn becomes a piece of the kind, and counts what
 * follows it. */
OUT_OF_LINE uint64_t move_pawns_as(const struct ply *p, const struct sheaf *sheaf, mask targets,
                                   unsigned kind) {
    const struct mask_node *const n = p->n;
    const mask enemies = n->sides[other_side(p->us)];
    const bool passing = sheaf->way == WAY_EN_PASSANT;
    uint64_t nodes = 0;
    for (mask left = passing ? 0 : targets & ~enemies; left; left &= left - 1)
        nodes += push_pawn(p, sheaf, left & -left, kind);
    for (mask left = passing ? targets : targets & enemies; left; left &= left - 1) {
        const unsigned to = lowest_square(left);
        nodes += capture(p, bit((unsigned)((int)to - sheaf->step)), to,
                         passing ? n->en_passant_pawn : left & -left, kind,
                         kind != sheaf->kind || sheaf->way == WAY_CROWNING);
    }
    return nodes;
}

ALWAYS_INLINE uint64_t move_pawns(const struct ply *p, const struct sheaf *sheaf) {
    const struct compiled *const c = p->c;
    const unsigned us = p->us;
    if (sheaf->way == WAY_CROWNING || sheaf->way == WAY_TURN)
        return move_pawns_as(p, sheaf, sheaf->targets, sheaf->kind);
    const mask promoting = sheaf->targets & c->promotion.zone[us][sheaf->kind];
    const mask staying = sheaf->targets & ~c->promotion.must_leave[us][sheaf->kind];
    uint64_t nodes = move_pawns_as(p, sheaf, staying, sheaf->kind);
    if (promoting)
        for (unsigned i = 0; i < c->promotion.count[us]; i++)
            if (may_promote_to(&c->promotion, p->n, us, c->promotion.kinds[us][i]))
                nodes += move_pawns_as(p, sheaf, promoting, c->promotion.kinds[us][i]);
    return nodes;
}

OUT_OF_LINE uint64_t drop_pieces(const struct ply *p, const struct sheaf *sheaf) {
    const struct mask_node *const n = p->n;
    const unsigned us = p->us;
    struct mask_node child = *n;
    uint64_t nodes = 0;
    child.en_passant = 0;
    if (!p->c->drops.free)
        child.hand[us][sheaf->way == WAY_DROP_TURNED ? sheaf->from : sheaf->kind]--;
    for (mask left = sheaf->targets; left; left &= left - 1) {
        child.kinds[sheaf->kind] = n->kinds[sheaf->kind] | (left & -left);
        child.sides[us] = n->sides[us] | (left & -left);
        nodes += go_on(p, &child, 0, lowest_square(left));
    }
    return nodes;
}

/* Counts below the walls that are built instead of a move. */
OUT_OF_LINE uint64_t build_instead(const struct ply *p, mask squares) {
    const struct mask_node *const n = p->n;
    struct mask_node child = *n;
    uint64_t nodes = 0;
    child.en_passant = 0;
    for (mask left = squares; left; left &= left - 1) {
        child.walls = n->walls | (left & -left);
        nodes += count_after(p, &child);
    }
    return nodes;
}

/* ---- Nodes ---- */

/* Counts below the moves of a sheaf. */
ALWAYS_INLINE uint64_t play_sheaf(const struct ply *p, const struct sheaf *sheaf) {
    const struct compiled *const c = p->c;
    const struct mask_node *const n = p->n;
    const unsigned us = p->us;
    if (!sheaf->targets)
        return 0;
    if (sheaf->way == WAY_CASTLING) {
        struct mask_node child = *n;
        child.en_passant = 0;
        castle_node(c, &child, us, sheaf->from, lowest_square(sheaf->targets));
        if (c->traits & TRAIT_WALLS)
            return build_walls(
                p, &child, bit(sheaf->from),
                castled_king_square(&c->castling, us, sheaf->from, lowest_square(sheaf->targets)),
                guarding_castling(c, n, us, sheaf->from, lowest_square(sheaf->targets)));
        const mask rook = c->traits & TRAIT_GATES ? sheaf->targets : 0;
        return go_on(p, &child, bit(sheaf->from) | rook, sheaf->from);
    }
    if (sheaf->way == WAY_DROP || sheaf->way == WAY_DROP_TURNED)
        return drop_pieces(p, sheaf);
    if (sheaf->way == WAY_WALL)
        return build_instead(p, sheaf->targets);
    if (sheaf->way == WAY_PASS) {
        struct mask_node child = *n;
        child.en_passant = 0;
        child.passes = n->passes ? 2 : 1;
        return count_after(p, &child);
    }
    return sheaf->step ? move_pawns(p, sheaf) : move_piece(p, sheaf);
}

OUT_OF_LINE uint64_t play_sheaves(const struct ply *p, const struct sheaf *sheaves, const struct sheaf *end) {
    uint64_t nodes = 0;
    for (const struct sheaf *sheaf = sheaves; sheaf < end; sheaf++)
        nodes += play_sheaf(p, sheaf);
    return nodes;
}

OUT_OF_LINE uint64_t play_moves(const struct compiled *c, const struct mask_node *n, unsigned us,
                                count_node *next, unsigned depth) {
    struct sheaf sheaves[SHEAVES_MAX];
    const struct ply ply = {c, n, us, next, depth};
    return play_sheaves(&ply, sheaves, list_any_moves(c, n, us, sheaves));
}

/* Returns the node with the check counted that the last move has given; *counted is room for it. */
static inline const struct mask_node *count_check(const struct compiled *c, const struct mask_node *n,
                                                  unsigned us, struct mask_node *counted) {
    if (!is_checked(c, n, us) || !n->checks_left[other_side(us)])
        return n;
    *counted = *n;
    counted->checks_left[other_side(us)]--;
    return counted;
}

/* ---- Leaves ---- */

/* Returns whether the last move has given the check that ends the game. */
ALWAYS_INLINE bool is_last_check(const struct scene *s, unsigned us) {
    if (s->n->checks_left[other_side(us)] != 1)
        return false;
    return s->c->traits & TRAIT_BLASTS ? is_checked(s->c, s->n, us) : s->in_check;
}

ALWAYS_INLINE uint64_t count_leaf(const struct compiled *c, const struct mask_node *n, unsigned us,
                                  unsigned traits) {
    struct found f = {0};
    struct scene s;
    if (c->ends.any && has_ended(c, n, us))
        return 0;
    set_scene(&s, c, n, us, traits);
    if (c->ends.checks && is_last_check(&s, us))
        return 0;
    find_moves(&f, &s, COUNT, us, traits);
    if (traits & TRAIT_DROPS)
        f.count += !f.forced && may_pass(&s, f.count);
    return (traits & TRAIT_CAPTURES) && f.captures ? f.captures : f.count;
}

/* Counting leaves takes most of the time. */
#define TRAITS(name, traits)                                                                                 \
    static uint64_t name##_leaf(const struct compiled *c, const struct mask_node *n, unsigned us,            \
                                unsigned depth) {                                                            \
        (void)depth;                                                                                         \
        return count_leaf(c, n, us, traits);                                                                 \
    }
#include "variant/masks/traits.def"
TRAITS(any, c->traits)
#undef TRAITS

/* Counts the arrows of a piece's moves to these squares, all of them empty, where no king is guarded. */
OUT_OF_LINE uint64_t count_arrows(const struct compiled *c, const struct mask_node *n, unsigned us,
                                  const struct sheaf *sheaf, mask targets) {
    const mask occupied = occupied_by(&c->area, n) & ~bit(sheaf->from);
    uint64_t arrows = 0;
    for (mask left = targets; left; left &= left - 1)
        arrows +=
            count_mask(arrows_of(c, n, us, sheaf->kind, lowest_square(left), occupied | (left & -left)) &
                       c->walls.region[us]);
    return arrows;
}

/* Each move builds walls of its own. */
static uint64_t walls_leaf_one_by_one(const struct compiled *c, const struct mask_node *n, unsigned us,
                                      unsigned depth) {
    (void)depth;
    struct mask_node counted;
    struct sheaf sheaves[SHEAVES_MAX];
    uint64_t nodes = 0;
    if (c->ends.checks)
        n = count_check(c, n, us, &counted);
    if (c->ends.any && has_ended(c, n, us))
        return 0;
    const struct sheaf *const end = list_any_moves(c, n, us, sheaves);
    if (!(c->traits & TRAIT_ROYAL))
        for (struct sheaf *sheaf = sheaves; sheaf < end; sheaf++)
            if (!sheaf->step && sheaf->way <= WAY_FIRST_PUSH) {
                const mask counted_so = sheaf->targets & ~n->sides[other_side(us)];
                nodes += count_arrows(c, n, us, sheaf, counted_so);
                sheaf->targets ^= counted_so;
            }
    const struct ply ply = {c, n, us, NULL, 0};
    return nodes + play_sheaves(&ply, sheaves, end);
}

static count_node *leaf_of(const struct compiled *c) {
    if (c->traits & TRAIT_WALLS && (c->traits & TRAIT_ROYAL || c->walls.rule == WALLING_ARROW))
        return walls_leaf_one_by_one;
    switch (c->traits) {
#define TRAITS(name, traits)                                                                                 \
    case traits:                                                                                             \
        return name##_leaf;
#include "variant/masks/traits.def"
#undef TRAITS
    default:
        return any_leaf;
    }
}

/* ---- Branches ---- */

/* A null move costs as much as some leaves, more of them when there is a king to watch, or a connection. */
enum { FEW_MOVES = 4, FEW_WITHOUT_KING = 2 };

static inline unsigned count_listed(const struct sheaf *sheaves, const struct sheaf *end) {
    unsigned count = 0;
    for (const struct sheaf *sheaf = sheaves; sheaf < end; sheaf++)
        count += count_mask(sheaf->targets);
    return count;
}

/* Counts perft 2. The traits are a royal piece and drops at most, or walls that pieces leave, or forbidden
 * checks. traits: those that the variant has, or a royal piece. */
ALWAYS_INLINE uint64_t count_replies_with(const struct compiled *c, const struct mask_node *n, unsigned us,
                                          count_node *leaf, unsigned traits) {
    struct sheaf sheaves[SHEAVES_MAX];
    struct mask_replies r;
    const struct sheaf *const end =
        c->traits & TRAIT_DROPS ? list_any_moves(c, n, us, sheaves) : list_moves(c, n, us, traits, sheaves);
    const unsigned few = c->king == NO_KIND && !c->ends.connections.any ? FEW_WITHOUT_KING : FEW_MOVES;
    const struct ply ply = {c, n, us, leaf, 1};
    if (count_listed(sheaves, end) < few || !make_null_move(&r, c, n, us, traits))
        return play_sheaves(&ply, sheaves, end);
    uint64_t nodes = 0;
    for (struct sheaf *sheaf = sheaves; sheaf < end; sheaf++) {
        if (c->traits & TRAIT_WALLS && !(c->walls.region[us] & bit(sheaf->from)))
            continue;
        const mask loud = loud_targets(&r, us, traits, sheaf);
        const mask counted = sheaf->targets & ~loud, checks = counted & r.arrivals[sheaf->kind].checks;
        nodes += count_calm(&r, us, traits, sheaf, counted ^ checks);
        if (checks)
            nodes += count_checks(&r, us, sheaf, checks);
        sheaf->targets = loud;
        nodes += play_sheaf(&ply, sheaf);
    }
    return nodes;
}

OUT_OF_LINE uint64_t count_replies(const struct compiled *c, const struct mask_node *n, unsigned us,
                                   count_node *leaf) {
    return count_replies_with(c, n, us, leaf, TRAIT_ROYAL);
}

OUT_OF_LINE uint64_t count_checkless(const struct compiled *c, const struct mask_node *n, unsigned us,
                                     count_node *leaf) {
    return count_replies_with(c, n, us, leaf, TRAIT_ROYAL | TRAIT_CHECKLESS);
}

/* Counts a node that is no leaf. */
static uint64_t branch(const struct compiled *c, const struct mask_node *n, unsigned us, unsigned depth) {
    struct mask_node counted;
    if (c->ends.checks)
        n = count_check(c, n, us, &counted);
    if (c->ends.any && has_ended(c, n, us))
        return 0;
    if (depth > 2)
        return play_moves(c, n, us, branch, depth - 1);
    if (!c->replies)
        return play_moves(c, n, us, leaf_of(c), 1);
    return (c->traits & TRAIT_CHECKLESS ? count_checkless : count_replies)(c, n, us, leaf_of(c));
}

uint64_t IN_BUILD(masks_perft)(const struct compiled *c, const struct mask_node *n, unsigned us,
                               unsigned depth) {
    assert(depth >= 1);
    return depth == 1 ? leaf_of(c)(c, n, us, depth) : branch(c, n, us, depth);
}
