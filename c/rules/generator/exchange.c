/* Says what a move wins by exchanges: the public functions ks_see and ks_see_at_least. */
#include "rules/generator/generator.h"
#include "rules/position.h"

/* Returns whether a move wins nothing by definition: castling, or no legal move. */
static inline bool is_idle(const ks_position *position, ks_move move, ks_see_flags flags) {
    return KS_MOVE_KIND(move) == KS_MOVE_CASTLING ||
           (!(flags & KS_SEE_LEGAL) && !ks_is_legal(position, move));
}

int ks_see(const ks_position *position, ks_move move, const int16_t *values, ks_see_flags flags) {
    const struct generator *const generator = ks_generator_in_use();
    return is_idle(position, move, flags)
               ? 0
               : generator->see(position, move, values ? values : ks_usual_values, flags & KS_SEE_PINS);
}

int ks_see_at_least(const ks_position *position, ks_move move, const int16_t *values, int threshold,
                    ks_see_flags flags) {
    const struct generator *const generator = ks_generator_in_use();
    return is_idle(position, move, flags)
               ? threshold <= 0
               : generator->see_at_least(position, move, values ? values : ks_usual_values, threshold,
                                         flags & KS_SEE_PINS);
}
