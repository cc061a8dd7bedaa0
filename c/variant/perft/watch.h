/* What a move has to leave alone so that the other side's king is as safe after it as after a null move, and
 * may go to the same squares. */
#ifndef KS_VARIANT_WATCH_H
#define KS_VARIANT_WATCH_H

#include "variant/definition.h"

/* Squares: nothing may leave the first, nor arrive on the second. */
struct watch {
    ks_squares leaving, arriving;
};

struct king_watch {
    struct watch check; /* else it may be in check, or another piece may be pinned */
    struct watch steps; /* else its own moves may be others */
};

/* Watches over the king of `them`, whose moves lead to `targets`, as far as these are empty or occupied by
 * the other side. It isn't in check. */
void ks_variant_watch_king(const ks_variant *v, const ks_variant_position *p, unsigned them,
                           ks_squares targets, struct king_watch *watch);

/* Whether a piece that goes from one square to another, and has this code there, attacks the king, or would
 * if it weren't for one piece. */
bool ks_variant_aims_at(const ks_variant *v, const ks_squares *occupied, unsigned code, unsigned from,
                        unsigned to, unsigned king);

/* The squares on whose contents the moves of a piece depend. */
ks_squares ks_variant_sight(const ks_variant *v, const ks_variant_position *p, const ks_squares *occupied,
                            unsigned from);

static inline bool ks_variant_disturbs(const struct watch *watch, unsigned from, unsigned to) {
    return has_square(&watch->leaving, from) || has_square(&watch->arriving, to);
}

#endif
