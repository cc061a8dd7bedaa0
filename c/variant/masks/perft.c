/* Perft of compiled variants. Moves of the last ply are counted as sets. A node of the last ply but one that
 * a move to an empty square makes differs from its parent in two masks, which are changed back afterwards. */
#include <assert.h>

#include "variant/masks/builds.h"
#include "variant/masks/ends.h"
#include "variant/masks/replies.h"

ALWAYS_INLINE void find_moves(struct found *f, const struct scene *s, enum purpose purpose, unsigned us,
                              unsigned traits) {
    add_king(f, s, purpose, us, traits);
    if (s->n->castling)
        add_castling(f, s, purpose, us, traits);
    if (!s->answers && !(traits & TRAIT_BLASTS)) {
        if (s->n->en_passant)
            add_en_passant(f, s, purpose, us, traits);
        return;
    }
    add_pieces(f, s, purpose, us, traits);
    add_pawns(f, s, purpose, us, traits);
}

ALWAYS_INLINE uint64_t count_moves(const struct compiled *c, const struct mask_node *n, unsigned us,
                                   unsigned traits) {
    struct found f = {0};
    struct scene s;
    set_scene(&s, c, n, us, traits);
    find_moves(&f, &s, COUNT, us, traits);
    return (traits & TRAIT_CAPTURES) && f.captures ? f.captures : f.count;
}

/* Lists the sheaves of a node; returns their end. */
ALWAYS_INLINE const struct sheaf *list_moves(const struct compiled *c, const struct mask_node *n, unsigned us,
                                             unsigned traits, struct sheaf *sheaves) {
    struct found f = {.next = sheaves};
    struct scene s;
    set_scene(&s, c, n, us, traits);
    find_moves(&f, &s, LIST, us, traits);
    if ((traits & TRAIT_CAPTURES) && f.captures)
        for (struct sheaf *sheaf = sheaves; sheaf < f.next; sheaf++)
            if (sheaf->way != WAY_EN_PASSANT)
                sheaf->targets &= sheaf->way == WAY_CASTLING ? 0 : s.enemies;
    return f.next;
}

/* ---- Moves ---- */

typedef uint64_t count_node(const struct compiled *c, const struct mask_node *n, unsigned depth);

/* Counts below a capture on `to`, after which a piece of the kind stands there unless it explodes. */
ALWAYS_INLINE uint64_t capture(const struct compiled *c, const struct mask_node *n, unsigned us,
                               unsigned traits, count_node *next, unsigned depth, uint64_t from, unsigned to,
                               uint64_t captured, unsigned kind) {
    struct mask_node child = *n;
    const uint64_t gone = traits & TRAIT_BLASTS ? explosion(c, n, from, to, captured) : from | captured;
    child.castling = castling_without(c, n, gone);
    child.en_passant = 0;
    clear_squares(&child, gone);
    if (!(traits & TRAIT_BLASTS))
        place(&child, us, kind, bit(to));
    return next(c, &child, depth);
}

/* Counts below the moves of a piece. */
ALWAYS_INLINE uint64_t move_piece(const struct compiled *c, const struct mask_node *n, unsigned us,
                                  unsigned traits, count_node *next, unsigned depth,
                                  const struct sheaf *sheaf) {
    const uint64_t from = bit(sheaf->from), enemies = n->sides[other_side(us)];
    struct mask_node child = *n;
    uint64_t nodes = 0;
    child.castling = castling_without(c, n, from);
    child.en_passant = 0;
    for (uint64_t left = sheaf->targets & ~enemies; left; left &= left - 1) {
        child.kinds[sheaf->kind] = (n->kinds[sheaf->kind] ^ from) | (left & -left);
        child.sides[us] = (n->sides[us] ^ from) | (left & -left);
        nodes += next(c, &child, depth);
    }
    for (uint64_t left = sheaf->targets & enemies; left; left &= left - 1)
        nodes += capture(c, n, us, traits, next, depth, from, lowest_square(left), left & -left, sheaf->kind);
    return nodes;
}

/* Sets the squares on which a pawn that has made a first push may be captured. */
ALWAYS_INLINE void pass_square(const struct compiled *c, struct mask_node *child, unsigned us, uint64_t from,
                               uint64_t to) {
    const unsigned them = other_side(us);
    const uint64_t passed = push(from, us);
    if (passed & c->en_passant[them] &
        (attack_left(child->kinds[c->pawn] & child->sides[them], them) |
         attack_right(child->kinds[c->pawn] & child->sides[them], them))) {
        child->en_passant = passed;
        child->en_passant_pawn = to;
    }
}

/* Counts below one move of a pawn that becomes a piece of the kind. */
static inline uint64_t move_pawn(const struct compiled *c, const struct mask_node *n, unsigned us,
                                 unsigned traits, count_node *next, unsigned depth, const struct sheaf *sheaf,
                                 unsigned to, unsigned kind) {
    const uint64_t from = bit((unsigned)((int)to - sheaf->step)), enemies = n->sides[other_side(us)];
    if (sheaf->way == WAY_EN_PASSANT)
        return capture(c, n, us, traits, next, depth, from, to, n->en_passant_pawn, kind);
    if (enemies & bit(to))
        return capture(c, n, us, traits, next, depth, from, to, bit(to), kind);
    struct mask_node child = *n;
    child.en_passant = 0;
    child.kinds[c->pawn] ^= from;
    child.sides[us] ^= from;
    place(&child, us, kind, bit(to));
    if (sheaf->way == WAY_FIRST_PUSH && kind == c->pawn)
        pass_square(c, &child, us, from, bit(to));
    return next(c, &child, depth);
}

ALWAYS_INLINE uint64_t move_pawns(const struct compiled *c, const struct mask_node *n, unsigned us,
                                  unsigned traits, count_node *next, unsigned depth,
                                  const struct sheaf *sheaf) {
    const uint64_t promoting = sheaf->targets & c->promotion[us];
    const uint64_t staying = sheaf->targets & ~(c->must_promote ? promoting : 0);
    uint64_t nodes = 0;
    for (uint64_t left = staying; left; left &= left - 1)
        nodes += move_pawn(c, n, us, traits, next, depth, sheaf, lowest_square(left), c->pawn);
    for (uint64_t left = promoting; left; left &= left - 1)
        for (unsigned i = 0; i < c->promotion_count[us]; i++)
            nodes +=
                move_pawn(c, n, us, traits, next, depth, sheaf, lowest_square(left), c->promotions[us][i]);
    return nodes;
}

/* ---- Nodes ---- */

/* Counts below the moves of a sheaf. */
ALWAYS_INLINE uint64_t play_sheaf(const struct compiled *c, const struct mask_node *n, unsigned us,
                                  unsigned traits, count_node *next, unsigned depth,
                                  const struct sheaf *sheaf) {
    if (!sheaf->targets)
        return 0;
    if (sheaf->way == WAY_CASTLING) {
        struct mask_node child = *n;
        child.en_passant = 0;
        castle_node(c, &child, us, sheaf->from, lowest_square(sheaf->targets));
        return next(c, &child, depth);
    }
    return sheaf->step ? move_pawns(c, n, us, traits, next, depth, sheaf)
                       : move_piece(c, n, us, traits, next, depth, sheaf);
}

/* depth: of the nodes that `next` counts, at least 1. */
ALWAYS_INLINE uint64_t play_moves(const struct compiled *c, const struct mask_node *n, unsigned us,
                                  unsigned traits, count_node *next, unsigned depth) {
    struct sheaf sheaves[SHEAVES_MAX];
    const struct sheaf *const end = list_moves(c, n, us, traits, sheaves);
    uint64_t nodes = 0;
    for (const struct sheaf *sheaf = sheaves; sheaf < end; sheaf++)
        nodes += play_sheaf(c, n, us, traits, next, depth, sheaf);
    return nodes;
}

/* Counts perft 2. leaf: counts the moves of the other side. */
ALWAYS_INLINE uint64_t count_replies(const struct compiled *c, const struct mask_node *n, unsigned us,
                                     unsigned traits, count_node *leaf) {
    struct sheaf sheaves[SHEAVES_MAX];
    struct mask_replies r;
    if ((traits & ~(unsigned)TRAIT_ROYAL) || !make_null_move(&r, c, n, us, traits))
        return play_moves(c, n, us, traits, leaf, 1);
    const struct sheaf *const end = list_moves(c, n, us, traits, sheaves);
    uint64_t nodes = 0;
    for (struct sheaf *sheaf = sheaves; sheaf < end; sheaf++) {
        const uint64_t loud = loud_targets(&r, us, sheaf);
        nodes += count_calm(&r, us, traits, sheaf, sheaf->targets & ~loud);
        sheaf->targets = loud;
        nodes += play_sheaf(c, n, us, traits, leaf, 1, sheaf);
    }
    return nodes;
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

/* A leaf counts its moves, a branch goes on until its children are leaves. */
#define SIDE_FUNCTIONS(name, traits, us, side, other)                                                        \
    static count_node name##_branch_##other;                                                                 \
    static uint64_t name##_leaf_##side(const struct compiled *c, const struct mask_node *n,                  \
                                       unsigned depth) {                                                     \
        struct mask_node counted;                                                                            \
        (void)depth;                                                                                         \
        if (c->checks)                                                                                       \
            n = count_check(c, n, us, &counted);                                                             \
        return c->ends && has_ended(c, n, us, traits) ? 0 : count_moves(c, n, us, traits);                   \
    }                                                                                                        \
    static uint64_t name##_branch_##side(const struct compiled *c, const struct mask_node *n,                \
                                         unsigned depth) {                                                   \
        struct mask_node counted;                                                                            \
        if (c->checks)                                                                                       \
            n = count_check(c, n, us, &counted);                                                             \
        if (c->ends && has_ended(c, n, us, traits))                                                          \
            return 0;                                                                                        \
        return depth == 2 ? count_replies(c, n, us, traits, name##_leaf_##other)                             \
                          : play_moves(c, n, us, traits, name##_branch_##other, depth - 1);                  \
    }

#define TRAITS(name, traits)                                                                                 \
    static count_node name##_leaf_black, name##_branch_black;                                                \
    SIDE_FUNCTIONS(name, traits, KS_WHITE, white, black)                                                     \
    SIDE_FUNCTIONS(name, traits, KS_BLACK, black, white)
#include "variant/masks/traits.def"
#undef TRAITS

uint64_t IN_BUILD(masks_perft)(const struct compiled *c, const struct mask_node *n, unsigned us,
                               unsigned depth) {
    assert(depth >= 1);
    switch (c->traits) {
#define TRAITS(name, traits)                                                                                 \
    case traits:                                                                                             \
        if (depth == 1)                                                                                      \
            return (us == KS_WHITE ? name##_leaf_white : name##_leaf_black)(c, n, depth);                    \
        return (us == KS_WHITE ? name##_branch_white : name##_branch_black)(c, n, depth);
#include "variant/masks/traits.def"
#undef TRAITS
    default:
        return 0;
    }
}
