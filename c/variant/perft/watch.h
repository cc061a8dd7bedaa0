/* The squares that a move may not change if the other side's king is to be as safe, and to have the same
 * moves, as after a null move. */
#ifndef KS_VARIANT_WATCH_H
#define KS_VARIANT_WATCH_H

#include "variant/definition/definition.h"

/* No piece may leave the squares of the first set or arrive on a square of the second. */
struct watch {
    ks_squares leaving, arriving;
};

struct king_watch {
    struct watch check; /* otherwise the king may be in check, or another piece may be pinned */
    struct watch steps; /* otherwise the king's moves may differ */
};

/* Fills in *watch for the king of `them`, which is not in check (precondition). targets: the king's targets
 * that are empty or occupied by the other side. */
void ks_variant_watch_king(const ks_variant *v, const ks_variant_position *p, unsigned them,
                           ks_squares targets, struct king_watch *watch);

/* Returns whether a piece that moves from one square to another, and has this code there, attacks the king,
 * or would with one piece less in the way. */
bool ks_variant_aims_at(const ks_variant *v, const ks_squares *occupied, unsigned code, unsigned from,
                        unsigned to, unsigned king);

/* Returns the squares whose contents decide the moves of a piece. */
ks_squares ks_variant_sight(const ks_variant *v, const ks_variant_position *p, const ks_squares *occupied,
                            unsigned from);

static inline bool ks_variant_disturbs(const struct watch *watch, unsigned from, unsigned to) {
    return has_square(&watch->leaving, from) || has_square(&watch->arriving, to);
}

#endif
