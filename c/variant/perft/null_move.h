/* A null move: what the side not to move could do if it were to move at once. The counter of replies begins
 * with that. */
#ifndef KS_VARIANT_NULL_MOVE_H
#define KS_VARIANT_NULL_MOVE_H

#include "variant/generate/generation.h"
#include "variant/perft/watch.h"

/* The replies to the moves of a position. */
struct replies {
    const ks_variant *v;
    const ks_variant_position *position;
    unsigned us, them, king; /* king: of them */
    ks_squares occupied;
    uint64_t nodes;

    ks_variant_position after;              /* the move, as far as the replies depend on it */
    struct generation generation;           /* of the replies, in `after` */
    size_t all;                             /* replies to a null move */
    uint16_t count[KS_VARIANT_SQUARES];     /* of these, by the piece on the square */
    ks_squares seen_by[KS_VARIANT_SQUARES]; /* the pieces whose moves depend on the square */
    struct king_watch watch;
    ks_squares targets;         /* of the king */
    ks_squares zone[CODES_MAX]; /* from where a piece attacks one of them; known: bit n: of code n */
    uint64_t known;
    bool may_castle;
    ks_squares ways;                   /* of castling */
    uint8_t drops[KS_VARIANT_SQUARES]; /* how many types of pieces in hand may be dropped there */
};

/* Fills in what follows from the first five members. Returns false when a null move tells nothing. */
bool ks_variant_make_null_move(struct replies *r);

/* Whether the side that replies has a piece of this type in hand. type: may be NO_TYPE. */
static inline bool ks_variant_replier_holds(const struct replies *r, unsigned type) {
    return type != NO_TYPE && r->position->hand[r->them][type];
}

#endif
