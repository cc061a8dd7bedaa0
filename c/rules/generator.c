/* The choice between the variants of the fast generator, made once. */
#include <stdatomic.h>
#include <stdbool.h>
#include <threads.h>

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

const struct generator *ks_generator_in_use(void) {
    static once_flag once = ONCE_FLAG_INIT;
    const struct generator *known = atomic_load_explicit(&chosen, memory_order_acquire);
    if (known)
        return known;
    call_once(&once, choose);
    return atomic_load_explicit(&chosen, memory_order_acquire);
}

/* After a move from a position read with KS_LENIENT, a side may have no king or several. The fast generator
 * can't deal with those. */
static bool has_one_king(const ks_position *position, unsigned side) {
    struct code_planes planes;
    split_board(position->board, &planes);
    const uint64_t kings = squares_of_code(&planes, code_of(KS_WHITE_KING, side));
    return has_one_bit(kings);
}

static uint64_t perft_by_reference(ks_position *position, unsigned depth) {
    ks_move moves[KS_MOVES_MAX];
    const size_t count = ks_legal_moves_reference(position, moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count && depth > 1; i++) {
        ks_undo undo;
        ks_make_move(position, moves[i], &undo);
        nodes += perft_by_reference(position, depth - 1);
        ks_unmake_move(position, moves[i], &undo);
    }
    return depth > 1 ? nodes : count;
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

uint64_t ks_perft(const ks_position *position, unsigned depth) {
    ks_position copy = *position;
    if (depth == 0)
        return 1;
    if (!has_one_king(position, KS_WHITE) || !has_one_king(position, KS_BLACK))
        return perft_by_reference(&copy, depth);
    return ks_generator_in_use()->perft(position, depth);
}
