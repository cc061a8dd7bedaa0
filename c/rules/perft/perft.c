/* Perft: the choice of its build and of its counter of replies; positions in 24 bytes. */
#include "rules/perft/perft.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "core/board/geometry.h"
#include "core/board/key.h"
#include "core/kernels/kernel.h"
#include "core/processor/cpu.h"
#include "rules/perft/packed.h"
#include "rules/perft/sliders.h"

/* ==== Counters ==== */

/* The table of counters, and the choice between them. */

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
           !ks_in_check(position->board, ks_king_square(position, them), them);
}

bool ks_counter_reaches(const struct counter *counter, const ks_position *position) {
    struct code_planes planes;
    memcpy(planes.bits, position->private_planes, sizeof planes.bits);
    return has_usual_kings(&planes) && (counter->reach == USUAL_KINGS || is_ordinary(position, &planes));
}

/* ---- The choice ---- */

static bool goes_with(const struct counter *counter, const ks_kernel *kernel) {
    return ks_goes_with(counter->kernel, kernel) && ks_counter_usable(counter);
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

/* ==== Builds ==== */

/* The choice between the builds of perft, made once, and the functions that depend on it. */

static _Atomic(const struct perft_build *) chosen;

/* A function of the build in use. Its functions are called by their names where there is one build
 * alone, and the linker can leave out those that nobody calls. */
#ifdef KS_X86_64_BUILDS
#define IN_USE(function) ks_perft_build_in_use()->function
#else
#define IN_USE(function) ks_any_##function
uint64_t ks_any_perft(const ks_position *position, unsigned depth, ks_reply_counter *replies);
size_t ks_any_expand(const struct ks_packed *packed, struct ks_child *children);
uint64_t ks_any_group(const struct ks_packed *packed);
bool ks_any_pack(const ks_position *position, struct ks_packed *packed);
void ks_any_unpack(const struct ks_packed *packed, ks_position *position);
uint64_t ks_any_order_of_rows(const struct ks_packed *packed, unsigned pair);
uint64_t ks_any_perft_packed(const struct ks_packed *packed, unsigned depth, ks_reply_counter *replies);
#endif

#ifdef KS_X86_64_BUILDS
const struct perft_build *ks_perft_build_for(unsigned features, bool fast_pext) {
    const unsigned needed = CPU_POPCNT | CPU_LZCNT | CPU_BMI1 | CPU_BMI2;
    return (features & needed) == needed && fast_pext ? &ks_fast_perft_build : &ks_any_perft_build;
}

static void choose(void) {
    const struct perft_build *build = ks_perft_build_for(ks_cpu_features(), ks_cpu_has_fast_pext());
    if (build == &ks_fast_perft_build)
        ks_fill_slider_tables();
    atomic_store_explicit(&chosen, build, memory_order_release);
}
#else
const struct perft_build *ks_perft_build_for(unsigned features, bool fast_pext) {
    (void)features;
    (void)fast_pext;
    return &ks_any_perft_build;
}

static void choose(void) {
    atomic_store_explicit(&chosen, &ks_any_perft_build, memory_order_release);
}
#endif

/* The first thread to arrive chooses; others wait for it meanwhile. (Some C libraries lack C11's
 * call_once.) */
const struct perft_build *ks_perft_build_in_use(void) {
    static atomic_flag taken = ATOMIC_FLAG_INIT;
    const struct perft_build *known = atomic_load_explicit(&chosen, memory_order_acquire);
    if (!known && !atomic_flag_test_and_set(&taken))
        choose();
    while (!known)
        known = atomic_load_explicit(&chosen, memory_order_acquire);
    return known;
}

/* ---- Perft ---- */

uint64_t ks_perft_by(const struct counter *counter, const ks_position *position, unsigned depth) {
    return IN_USE(perft)(position, depth, counter->replies);
}

/* ---- Perft by layers ---- */

size_t ks_expand(const struct ks_packed *packed, struct ks_child children[KS_MOVES_MAX]) {
    return IN_USE(expand)(packed, children);
}

uint64_t ks_group(const struct ks_packed *packed) {
    return IN_USE(group)(packed);
}

uint64_t ks_perft_packed(const struct counter *counter, const struct ks_packed *packed, unsigned depth) {
    return IN_USE(perft_packed)(packed, depth, counter->replies);
}

bool ks_pack(const ks_position *position, struct ks_packed *packed) {
    return IN_USE(pack)(position, packed);
}

void ks_unpack(const struct ks_packed *packed, ks_position *position) {
    IN_USE(unpack)(packed, position);
}

uint64_t ks_order_of_rows(const struct ks_packed *packed, unsigned pair) {
    return IN_USE(order_of_rows)(packed, pair);
}
