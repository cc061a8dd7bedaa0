/* How games of variants end, other than by mate and stalemate, and who wins by the material that is left. */
#ifndef KS_ENDS_H
#define KS_ENDS_H

#include "variant/definition/definition.h"

/* ---- Material ---- */

/* The winner by the remaining pieces, in games that are decided so. */

/* Returns the outcome by the remaining pieces, or a draw when they are not counted. */
enum ks_outcome ks_variant_count_material(const ks_variant *v, const ks_variant_position *p);

/* ---- Ends ---- */

/* Ends of games other than mate and stalemate. */

enum end_rule {
    ENDED_BY_EXTINCTION,
    ENDED_BY_FLAG,
    ENDED_BY_CHECKS,
    ENDED_BY_PASSING,
    ENDED_BY_BIKJANG,
    ENDED_BY_CONNECTION,
    ENDED_BY_FULL_BOARD,
    ENDED_BY_CASTLING,
    ENDED_BY_LOST_CASTLING
};

/* How a game has ended. side: the one that has too few pieces, has reached its goal, has given its checks,
 * has passed last, has connected its pieces, or has castled or can no longer do so. */
struct ending {
    enum end_rule rule;
    enum ks_outcome outcome;
    unsigned side;
};

bool ks_variant_find_ending(const ks_variant *v, const ks_variant_position *p, struct ending *ending);

/* Returns whether the game has ended so. ending: may be NULL. */
static inline bool ks_variant_has_ended(const ks_variant *v, const ks_variant_position *p,
                                        struct ending *ending) {
    struct ending unused;
    return v->ends_early && ks_variant_find_ending(v, p, ending ? ending : &unused);
}

static inline enum ks_outcome ks_variant_win_of(unsigned side) {
    return side == KS_WHITE ? KS_WHITE_WINS : KS_BLACK_WINS;
}

/* Returns the outcome of a result for a side: 1 is a win, 0 a draw, -1 a loss. */
static inline enum ks_outcome ks_variant_outcome_for(unsigned side, int value) {
    return value == 0 ? KS_DRAWN : ks_variant_win_of(value > 0 ? side : other_side(side));
}

#endif
