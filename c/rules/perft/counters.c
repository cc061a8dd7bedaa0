/* The table of counters, and the choice between them. */
#include "rules/perft/counters.h"

#include <string.h>

#include "core/board/geometry.h"
#include "core/processor/cpu.h"

#define COUNTER(name, features, fast_pext, kernel, reach, about)                                             \
    {#name, about, ks_##name##_replies, features, fast_pext, #kernel, reach},
static const struct counter counters[] = {
#include "rules/perft/counters.def"
};
#undef COUNTER

enum { COUNTERS = sizeof counters / sizeof *counters };

const struct counter *ks_counters(size_t *count) {
    *count = COUNTERS;
    return counters;
}

bool ks_counter_usable(const struct counter *counter) {
    return (counter->features & ~ks_cpu_features()) == 0 && (!counter->fast_pext || ks_cpu_has_fast_pext());
}

/* ---- Reach ---- */

/* Returns whether each side has one king and the two are not adjacent: lines.h does not find checks by a
 * king. */
static bool has_usual_kings(const struct code_planes *planes) {
    const uint64_t white = squares_of_code(planes, KS_WHITE_KING);
    const uint64_t black = squares_of_code(planes, KS_BLACK_KING);
    return has_one_bit(white) && has_one_bit(black) && !(ks_steps[lowest_square(white)] & black);
}

static bool is_ordinary(const ks_position *position, const struct code_planes *planes) {
    const unsigned them = position->side_to_move ^ 1;
    const uint64_t occupied = planes->bits[0] | planes->bits[1] | planes->bits[2];
    const uint64_t black = occupied & planes->bits[3], white = occupied & ~planes->bits[3];
    const uint64_t pawns = squares_of_code(planes, KS_WHITE_PAWN) | squares_of_code(planes, KS_BLACK_PAWN);
    return !(pawns & (row_mask(0) | row_mask(7))) && __builtin_popcountll(white) <= 16 &&
           __builtin_popcountll(black) <= 16 &&
           !ks_in_check(position->board, ks_king_square(position, them), them);
}

bool ks_counter_reaches(const struct counter *counter, const ks_position *position) {
    struct code_planes planes;
    memcpy(planes.bits, position->private_planes, sizeof planes.bits);
    return has_usual_kings(&planes) && (counter->reach == USUAL_KINGS || is_ordinary(position, &planes));
}

/* ---- The choice ---- */

static bool goes_with(const struct counter *counter, const ks_kernel *kernel) {
    return (strcmp(counter->kernel, "any") == 0 || strcmp(counter->kernel, kernel->name) == 0) &&
           ks_counter_usable(counter);
}

const struct counter *ks_counter_of_kernel(const ks_kernel *kernel) {
    const struct counter *counter = &counters[COUNTERS - 1];
    while (!goes_with(counter, kernel))
        counter--; /* the first works with all kernels */
    return counter;
}

const struct counter *ks_counter_for(const ks_position *position) {
    const ks_kernel *kernel = ks_kernel_get_current();
    for (const struct counter *counter = &counters[COUNTERS]; counter-- > counters;)
        if (goes_with(counter, kernel) && ks_counter_reaches(counter, position))
            return counter;
    return NULL;
}
