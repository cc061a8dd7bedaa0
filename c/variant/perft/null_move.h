/* A null move: the moves that the side not to move would have if it were to move. The counter of replies
 * begins with these. */
#ifndef KS_VARIANT_NULL_MOVE_H
#define KS_VARIANT_NULL_MOVE_H

#include "variant/moves/generation.h"
#include "variant/perft/watch.h"

/* The replies to the moves of a position. */
struct replies {
    const ks_variant *v;
    const ks_variant_position *position;
    unsigned us, them, king; /* king: of them */
    ks_squares occupied;
    uint64_t nodes;

    ks_variant_position after;          /* the position after the move, as far as the replies depend on it */
    struct generation generation;       /* of the replies, in `after` */
    size_t all;                         /* replies to a null move */
    uint16_t count[KS_VARIANT_SQUARES]; /* of these, by the piece on the square */
    ks_squares seen_by[KS_VARIANT_SQUARES]; /* the pieces whose moves depend on the square */
    struct king_watch watch;
    ks_squares targets;         /* of the king */
    ks_squares zone[CODES_MAX]; /* [code]: the squares from which the piece attacks one of them; known: bit n:
                                   zone[n] is set */
    uint64_t known;
    bool may_castle;
    ks_squares ways;                   /* of castling */
    uint8_t drops[KS_VARIANT_SQUARES]; /* [square]: how many types of pieces in hand may be dropped there */
};

/* Fills in all other members from the first five. Returns false when the replies to a null move are of no
 * use. */
bool ks_variant_make_null_move(struct replies *r);

/* Returns whether the side that replies has a piece of this type in hand. type: may be NO_TYPE. */
static inline bool ks_variant_replier_holds(const struct replies *r, unsigned type) {
    return type != NO_TYPE && has_in_hand(r->v, r->position, r->them, type);
}

#endif
