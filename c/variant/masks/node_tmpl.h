/* A position of a compiled variant as masks, and what moves change. A node is made from its parent, so
 * nothing is taken back. */
#ifndef KS_MASKS_NODE_TMPL_H
#define KS_MASKS_NODE_TMPL_H

#include "variant/masks/compiled_tmpl.h"

struct mask_node {
    mask kinds[KINDS_MAX]; /* of both sides */
    mask sides[2], walls;
    mask gates;                       /* the initial squares that pieces of both sides have not left */
    mask promoted;                    /* pieces that were pawns, when they are marked */
    mask castling;                    /* the rooks that may castle */
    mask castler[2];                  /* [side]: where its castling piece stands while it has such a rook */
    mask en_passant, en_passant_pawn; /* the squares passed by a first push, and the pawn */
    uint8_t checks_left[2];           /* [side]: as in ks_variant_position, when checks are counted */
    uint8_t passes;                   /* in a row */
    uint8_t hand[2][KINDS_MAX];       /* [side][kind] */
};

ALWAYS_INLINE mask occupied_by(const struct area *area, const struct mask_node *n) {
    return n->sides[KS_WHITE] | n->sides[KS_BLACK] | n->walls | area->outside;
}

/* Returns the king of a side as a mask. */
ALWAYS_INLINE mask king_of(const struct compiled *c, const struct mask_node *n, unsigned side) {
    return c->king == NO_KIND ? 0 : n->kinds[c->king] & n->sides[side];
}

/* Returns the pieces of these kinds. */
static inline mask pieces_of_kinds(const struct mask_node *n, uint32_t kinds) {
    mask pieces = 0;
    for (; kinds; kinds &= kinds - 1)
        pieces |= n->kinds[__builtin_ctz(kinds)];
    return pieces;
}

/* Removes the pieces on these squares. */
ALWAYS_INLINE void clear_squares(const struct compiled *c, struct mask_node *n, mask squares) {
    for (unsigned kind = 0; kind < KINDS_FEW; kind++)
        n->kinds[kind] &= ~squares;
    for (unsigned kind = KINDS_FEW; kind < c->count; kind++)
        n->kinds[kind] &= ~squares;
    n->sides[KS_WHITE] &= ~squares;
    n->sides[KS_BLACK] &= ~squares;
}

/* Takes away the castling rights of the rooks and castling pieces on these squares. n: still before the move.
 * A castling piece that has left its square has no rights to lose, so `castler` never changes. */
ALWAYS_INLINE mask castling_without(const struct mask_node *n, mask squares) {
    mask castling = n->castling & ~squares;
    if (castling && (n->castler[KS_WHITE] | n->castler[KS_BLACK]) & squares)
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            if (n->castler[side] & squares)
                castling &= ~n->sides[side];
    return castling;
}

/* Returns the squares whose pieces a capture on `to` removes when captures explode. */
ALWAYS_INLINE mask explosion(const struct capture_rules *captures, const struct mask_node *n, mask from,
                             unsigned to, mask captured) {
    const mask near = steps_from(to) & (n->sides[KS_WHITE] | n->sides[KS_BLACK]);
    return from | captured | (near & ~pieces_of_kinds(n, captures->unblown));
}

/* Returns the rook with which a side may castle to a wing. */
static inline mask castling_rook(const struct mask_node *n, unsigned side, unsigned wing) {
    const mask rooks = n->castling & n->sides[side], king = n->castler[side];
    return rooks & (wing == KS_KINGSIDE ? ~(king - 1) : king - 1);
}

static inline unsigned castled_king_square(const struct castling_rules *castling, unsigned us, unsigned king,
                                           unsigned rook) {
    return castling->king_to[us][rook > king ? KS_KINGSIDE : KS_QUEENSIDE];
}

static inline unsigned castled_rook_square(unsigned king, unsigned rook, unsigned king_to) {
    return rook > king ? king_to - 1 : king_to + 1;
}

/* The number of kinds in hand that may come through each gate, up to seven: a digit in base two a mask. */
struct gate_counts {
    mask ones, twos, fours;
};

ALWAYS_INLINE struct gate_counts count_gates(const struct compiled *c, const struct mask_node *n,
                                             unsigned us) {
    struct gate_counts counts = {0, 0, 0};
    const mask gates = n->gates & n->sides[us];
    for (unsigned kind = 0; gates && kind < c->count; kind++) {
        const mask more = n->hand[us][kind] ? c->drops.gates[us][kind] & gates : 0, twos = counts.ones & more;
        counts.fours |= counts.twos & twos;
        counts.twos ^= twos;
        counts.ones ^= more;
    }
    return counts;
}

/* Returns the number of ways to leave a square: a piece in hand may come if it is a gate. */
ALWAYS_INLINE unsigned ways_to_leave(const struct gate_counts *counts, mask from) {
    return 1u + ((counts->ones & from) != 0) + ((counts->twos & from) != 0) * 2u +
           ((counts->fours & from) != 0) * 4u;
}

/* Puts a piece of `us` on an empty square. */
ALWAYS_INLINE void place(struct mask_node *n, unsigned us, unsigned kind, mask square) {
    n->kinds[kind] |= square;
    n->sides[us] |= square;
}

/* Returns whether a side may have another piece of a kind by promotion. */
ALWAYS_INLINE bool may_promote_to(const struct promotion_rules *rules, const struct mask_node *n, unsigned us,
                                  unsigned kind) {
    return !(rules->limited >> kind & 1) || count_mask(n->kinds[kind] & n->sides[us]) < rules->limit[kind];
}

/* Returns the number of kinds that a pawn may become. */
ALWAYS_INLINE unsigned ways_to_promote(const struct promotion_rules *rules, const struct mask_node *n,
                                       unsigned us) {
    unsigned ways = rules->count[us];
    for (unsigned i = 0; rules->limited && i < rules->count[us]; i++)
        ways -= !may_promote_to(rules, n, us, rules->kinds[us][i]);
    return ways;
}

static inline unsigned kind_on(const struct compiled *c, const struct mask_node *n, unsigned square) {
    unsigned kind = 0;
    while (kind + 1 < c->count && !(n->kinds[kind] & bit(square)))
        kind++;
    return kind;
}

static inline void castle_node(const struct compiled *c, struct mask_node *n, unsigned us, unsigned king,
                               unsigned rook) {
    const unsigned king_to = castled_king_square(&c->castling, us, king, rook);
    const unsigned king_kind = kind_on(c, n, king), rook_kind = kind_on(c, n, rook);
    if (c->castling.takes)
        n->castling &= ~castling_rook(n, other_side(us), rook > king ? KS_KINGSIDE : KS_QUEENSIDE);
    n->castling = castling_without(n, bit(king) | bit(rook));
    clear_squares(c, n, bit(king) | bit(rook));
    place(n, us, king_kind, bit(king_to));
    place(n, us, rook_kind, bit(castled_rook_square(king, rook, king_to)));
}

#endif
