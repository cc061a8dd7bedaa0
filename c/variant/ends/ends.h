/* Ends of games that are neither mate nor stalemate. */
#ifndef KS_ENDS_H
#define KS_ENDS_H

#include "variant/definition.h"

enum end_rule {
    ENDED_BY_EXTINCTION,
    ENDED_BY_FLAG,
    ENDED_BY_CHECKS,
    ENDED_BY_PASSING,
    ENDED_BY_BIKJANG,
    ENDED_BY_CONNECTION
};

/* How a game has ended. side: which is down to too few pieces, has reached its goal, has given its checks,
 * has passed last, or has its pieces in a row.
 */
struct ending {
    enum end_rule rule;
    enum ks_outcome outcome;
    unsigned side;
};

bool ks_variant_find_ending(const ks_variant *v, const ks_variant_position *p, struct ending *ending);

/* Whether the game has ended so. ending: NULL when it doesn't matter how. */
static inline bool ks_variant_has_ended(const ks_variant *v, const ks_variant_position *p,
                                        struct ending *ending) {
    struct ending unused;
    return v->ends_early && ks_variant_find_ending(v, p, ending ? ending : &unused);
}

/* The outcome by the pieces left, or a draw where they aren't counted. */
enum ks_outcome ks_variant_count_material(const ks_variant *v, const ks_variant_position *p);

/* Whether a side has as many pieces in a row as win. */
bool ks_variant_has_connected(const ks_variant *v, const ks_variant_position *p, unsigned side);

static inline enum ks_outcome ks_variant_win_of(unsigned side) {
    return side == KS_WHITE ? KS_WHITE_WINS : KS_BLACK_WINS;
}

/* value: what the side gets; 1 for a win, 0, or -1 for a loss. */
static inline enum ks_outcome ks_variant_outcome_for(unsigned side, int value) {
    return value == 0 ? KS_DRAWN : ks_variant_win_of(value > 0 ? side : other_side(side));
}

#endif
