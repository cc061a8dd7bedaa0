/* The choice between the variants of the fast generator, made once. */
#include <stdatomic.h>
#include <stdbool.h>

#include "core/cpu.h"
#include "core/fen/planes.h"
#include "core/masks.h"
#include "rules/position.h"
#include "rules/sliders.h"
#include "rules/variant.h"

static _Atomic(const struct generator *) chosen;

#ifdef __x86_64__
void ks_fill_slider_tables(void);

const struct generator *ks_generator_for(unsigned features, bool fast_pext) {
    const unsigned needed = CPU_POPCNT | CPU_LZCNT | CPU_BMI1 | CPU_BMI2;
    return (features & needed) == needed && fast_pext ? &ks_fast_generator : &ks_any_generator;
}

static void choose(void) {
    const struct generator *generator = ks_generator_for(ks_cpu_features(), ks_cpu_has_fast_pext());
    if (generator == &ks_fast_generator)
        ks_fill_slider_tables();
    atomic_store_explicit(&chosen, generator, memory_order_release);
}
#else
const struct generator *ks_generator_for(unsigned features, bool fast_pext) {
    (void)features;
    (void)fast_pext;
    return &ks_any_generator;
}

static void choose(void) {
    atomic_store_explicit(&chosen, &ks_any_generator, memory_order_release);
}
#endif

/* The first thread that comes here chooses; those that come meanwhile wait for it. (C11 has call_once for
 * that, which not every C library has.) */
const struct generator *ks_generator_in_use(void) {
    static atomic_flag taken = ATOMIC_FLAG_INIT;
    const struct generator *known = atomic_load_explicit(&chosen, memory_order_acquire);
    if (!known && !atomic_flag_test_and_set(&taken))
        choose();
    while (!known)
        known = atomic_load_explicit(&chosen, memory_order_acquire);
    return known;
}

/* After a move from a position read with KS_LENIENT, a side may have no king or several. The fast generator
 * can't deal with those. */
static bool has_one_king(const ks_position *position, unsigned side) {
    struct code_planes planes;
    split_board(position->board, &planes);
    const uint64_t kings = squares_of_code(&planes, code_of(KS_WHITE_KING, side));
    return has_one_bit(kings);
}

size_t ks_legal_moves(const ks_position *position, ks_move moves[KS_MOVES_MAX]) {
    return has_one_king(position, position->side_to_move)
               ? ks_generator_in_use()->legal_moves(position, moves)
               : ks_legal_moves_reference(position, moves);
}

int ks_has_legal_move(const ks_position *position) {
    ks_move moves[KS_MOVES_MAX];
    return has_one_king(position, position->side_to_move) ? ks_generator_in_use()->has_legal_move(position)
                                                          : ks_legal_moves_reference(position, moves) > 0;
}

size_t ks_count_legal_moves(const ks_position *position) {
    ks_move moves[KS_MOVES_MAX];
    return has_one_king(position, position->side_to_move) ? ks_generator_in_use()->count_legal_moves(position)
                                                          : ks_legal_moves_reference(position, moves);
}

/* ---- Perft ---- */

/* One ply by the reference generator, and the next ones in whatever way they can be counted. */
static uint64_t perft_by_reference(const ks_position *position, unsigned depth) {
    ks_move moves[KS_MOVES_MAX];
    const size_t count = ks_legal_moves_reference(position, moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        ks_position played = *position;
        ks_undo undo;
        ks_make_move(&played, moves[i], &undo);
        nodes += ks_perft(&played, depth - 1);
    }
    return nodes;
}

uint64_t ks_perft_by(const struct counter *counter, const ks_position *position, unsigned depth) {
    return ks_generator_in_use()->perft(position, depth, counter->replies);
}

uint64_t ks_perft(const ks_position *position, unsigned depth) {
    if (depth == 0)
        return 1;
    if (depth == 1)
        return ks_count_legal_moves(position);
    const struct counter *counter = ks_counter_for(position);
    return counter ? ks_perft_by(counter, position, depth) : perft_by_reference(position, depth);
}

const char *ks_perft_counter(const ks_kernel *kernel) {
    return ks_counter_of_kernel(kernel)->name;
}
