/* Chooses the counter and the build of perft that suit the processor, and calls them, for positions packed
 * in 24 bytes too. */
#include "rules/perft/perft.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "core/board/geometry.h"
#include "core/board/key.h"
#include "core/kernels/family.h"
#include "core/kernels/kernel.h"
#include "core/processor/processor.h"
#include "rules/perft/packed.h"
#include "rules/perft/sliders.h"

/* ==== Counters ==== */

#define COUNTER(tier, reach, about)                                                                          \
    static const struct counter tier##_counter = {#tier, about, ks_##tier##_replies, reach};
#include "rules/perft/counters.def"
#undef COUNTER

#define COUNTER(tier, reach, about) [TIER_##tier] = &tier##_counter,
const void *const ks_counters_builds[TIERS] = {
#include "rules/perft/counters.def"
};
#undef COUNTER

/* ---- Reach ---- */

/* Returns whether each side has one king and the two are not adjacent: movegen_tmpl.h does not find checks by
 * a king. */
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
           !ks_in_check(position->board, ks_king_of(position, them), them);
}

bool ks_counter_reaches(const struct counter *counter, const ks_position *position) {
    struct code_planes planes;
    memcpy(planes.bits, position->private_planes, sizeof planes.bits);
    return has_usual_kings(&planes) && (counter->reach == USUAL_KINGS || is_ordinary(position, &planes));
}

/* ---- The choice ---- */

/* A position that the counter in use does not reach asks the one of the next tier below. */
const struct counter *ks_counter_for(const ks_position *position) {
    const struct counter *const fastest = BUILD_IN_USE(counters);
    if (ks_counter_reaches(fastest, position))
        return fastest;
    const unsigned features = ks_features_in_use();
    for (unsigned tier = ks_last_tier(ks_counters_builds, features); tier-- > 0;) {
        const struct counter *const counter = ks_counters_builds[tier];
        if (counter && ks_tier_runs(tier, features) && ks_counter_reaches(counter, position))
            return counter;
    }
    return NULL;
}

/* ==== Builds ==== */

/* The builds of perft, and the functions that depend on the one in use. */

const void *const ks_perft_builds[TIERS] = {
    FOR_TIER(any, perft_build),
#ifdef KS_X86_64_BUILDS
    FOR_TIER(fast, perft_build),
#endif
};

/* The first thread to arrive fills the tables of sliders, where a build uses them; others wait for it
 * meanwhile. (Some C libraries lack C11's call_once.) */
static void fill_tables(void) {
#ifdef KS_X86_64_BUILDS
    static atomic_flag taken = ATOMIC_FLAG_INIT;
    static atomic_bool filled;
    if (!atomic_load_explicit(&filled, memory_order_acquire) && !atomic_flag_test_and_set(&taken)) {
        if (ks_tier_runs(TIER_fast, ks_cpu_features()))
            ks_fill_slider_tables();
        atomic_store_explicit(&filled, true, memory_order_release);
    }
    while (!atomic_load_explicit(&filled, memory_order_acquire))
        pause_spinning();
#endif
}

const struct perft_build *ks_perft_build_in_use(void) {
    const struct perft_build *build = atomic_load_explicit(&ks_chosen[FAMILY_perft], memory_order_acquire);
    if (build)
        return build;
    fill_tables();
    return ks_choose_build(FAMILY_perft, ks_perft_builds);
}

/* ---- Perft ---- */

uint64_t ks_perft_by(const struct counter *counter, const ks_position *position, unsigned depth) {
    return ks_perft_build_in_use()->perft(position, depth, counter->replies);
}

/* ---- Perft by layers ---- */

size_t ks_expand(const struct ks_packed *packed, struct ks_child children[KS_MOVES_MAX]) {
    return ks_perft_build_in_use()->expand(packed, children);
}

uint64_t ks_group(const struct ks_packed *packed) {
    return ks_perft_build_in_use()->group(packed);
}

uint64_t ks_perft_packed(const struct counter *counter, const struct ks_packed *packed, unsigned depth) {
    return ks_perft_build_in_use()->perft_packed(packed, depth, counter->replies);
}

bool ks_pack(const ks_position *position, struct ks_packed *packed) {
    return ks_perft_build_in_use()->pack(position, packed);
}

void ks_unpack(const struct ks_packed *packed, ks_position *position) {
    ks_perft_build_in_use()->unpack(packed, position);
}

uint64_t ks_order_of_rows(const struct ks_packed *packed, unsigned pair) {
    return ks_perft_build_in_use()->order_of_rows(packed, pair);
}
