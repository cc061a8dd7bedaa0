/* Says what a move wins by exchanges: the public functions ks_see and ks_see_at_least. An illegal move wins
 * nothing. */
#include "rules/generator/generator.h"
#include "rules/position.h"

int ks_see(const ks_position *position, ks_move move, const int16_t *values, ks_see_flags flags) {
    if (!(flags & KS_SEE_LEGAL) && !ks_is_legal(position, move))
        return 0;
    return ks_generator_in_use()->see(position, move, values ? values : ks_usual_values, flags & KS_SEE_PINS);
}

/* Apart, so that a legal move takes a jump into the generator and nothing more. */
static __attribute__((noinline)) int ask_legality(const ks_position *position, ks_move move,
                                                  const int16_t *values, int threshold, ks_see_flags flags) {
    return ks_is_legal(position, move)
               ? ks_see_at_least(position, move, values, threshold, flags | KS_SEE_LEGAL)
               : threshold <= 0;
}

int ks_see_at_least(const ks_position *position, ks_move move, const int16_t *values, int threshold,
                    ks_see_flags flags) {
    if (!(flags & KS_SEE_LEGAL))
        return ask_legality(position, move, values, threshold, flags);
    return ks_generator_in_use()->see_at_least[flags / KS_SEE_PINS & 1](
        position, move, values ? values : ks_usual_values, threshold);
}
