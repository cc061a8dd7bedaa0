/* The choice between the builds of perft, made once, and the functions that depend on it. */
#include <stdatomic.h>
#include <stdbool.h>

#include "core/processor/cpu.h"
#include "rules/movegen_reference.h"
#include "rules/perft/builds.h"
#include "rules/perft/sliders.h"
#include "rules/position.h"

static _Atomic(const struct perft_build *) chosen;

/* A function of the build in use. Where there is one build alone, its functions are called by their names,
 * and the linker can leave out those that nobody calls. */
#ifdef __x86_64__
#define IN_USE(function) ks_perft_build_in_use()->function
#else
#define IN_USE(function) ks_any_##function
uint64_t ks_any_perft(const ks_position *position, unsigned depth, ks_reply_counter *replies);
size_t ks_any_expand(const struct ks_packed *packed, struct ks_child *children);
uint64_t ks_any_group(const struct ks_packed *packed);
uint64_t ks_any_perft_packed(const struct ks_packed *packed, unsigned depth, ks_reply_counter *replies);
#endif

#ifdef __x86_64__
void ks_fill_slider_tables(void);

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

/* Plays one ply with the reference generator, and counts the next ones with ks_perft. */
static uint64_t perft_by_reference(const ks_position *position, unsigned depth) {
    ks_move moves[KS_MOVES_MAX];
    const size_t count = ks_legal_moves_reference(position, moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        ks_position after;
        ks_after_move(position, moves[i], &after);
        nodes += ks_perft(&after, depth - 1);
    }
    return nodes;
}

uint64_t ks_perft_by(const struct counter *counter, const ks_position *position, unsigned depth) {
    return IN_USE(perft)(position, depth, counter->replies);
}

uint64_t ks_perft(const ks_position *position, unsigned depth) {
    if (depth == 0)
        return 1;
    if (depth == 1)
        return ks_count_legal_moves(position);
    const struct counter *counter = ks_counter_for(position);
    return counter ? ks_perft_by(counter, position, depth) : perft_by_reference(position, depth);
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
