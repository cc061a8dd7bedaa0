/* Chooses between the builds of the generator, and has the public functions that call them. */
#include "rules/generator/generator.h"

#include <stdatomic.h>
#include <string.h>

#include "rules/movegen_reference.h"
#include "rules/position.h"

/* ---- The builds ---- */

const void *const ks_moves_builds[TIERS] = {
    FOR_TIER(any, generator),
#ifdef KS_X86_64_BUILDS
    FOR_TIER(fast, generator),
#endif
#ifdef KS_VECTOR_BUILDS
    FOR_TIER(avx512, generator),
#endif
};

/* ---- Tables ---- */

/* Tables that are filled together. */
struct part {
    atomic_flag taken;
    atomic_bool filled;
};

/* The first thread to arrive fills them; others wait for it meanwhile. (Some C libraries lack C11's
 * call_once.) */
static void fill_once(struct part *part, void (*fill)(void)) {
    if (!atomic_load_explicit(&part->filled, memory_order_acquire) &&
        !atomic_flag_test_and_set(&part->taken)) {
        fill();
        atomic_store_explicit(&part->filled, true, memory_order_release);
    }
    while (!atomic_load_explicit(&part->filled, memory_order_acquire))
        pause_spinning();
}

void ks_prepare_generator_tables(void) {
    static struct part part = {.taken = ATOMIC_FLAG_INIT};
    fill_once(&part, ks_fill_generator_tables);
}

static void fill_tables(void) {
    ks_prepare_generator_tables();
#ifdef KS_X86_64_BUILDS
    static struct part slides = {.taken = ATOMIC_FLAG_INIT};
    if (ks_tier_runs(TIER_fast, ks_cpu_features())) /* others may lack what filling them is compiled for */
        fill_once(&slides, ks_fill_slide_tables);
#endif
}

/* ---- The choice ---- */

size_t ks_usable_generators(const void *generators[TIERS]) {
    fill_tables();
    return ks_usable_builds(ks_moves_builds, generators);
}

__attribute__((noinline)) const struct generator *ks_choose_generator(void) {
    fill_tables();
    return ks_choose_build(FAMILY_moves, ks_moves_builds);
}

/* ---- Lists ---- */

/* For sides without one king: the reference, and a selection of its moves. */
static __attribute__((noinline)) size_t
list_by_reference(const ks_position *position, const struct selection *selection, ks_move_list *list) {
    const size_t count = ks_legal_moves_reference(position, list->moves);
    list->count = 0;
    for (size_t i = 0; i < count; i++) {
        const ks_move move = list->moves[i];
        const unsigned from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move);
        const uint64_t targets = KS_MOVE_KIND(move) == KS_MOVE_CASTLING ? selection->castling : selection->to;
        if (KS_MOVE_KIND(move) == KS_MOVE_EN_PASSANT ? selection->from >> from & 1 && selection->en_passant
                                                     : selection->from >> from & targets >> to & 1)
            list->moves[list->count++] = move;
    }
    return list->count;
}

static inline bool mover_has_one_king(const ks_position *position) {
    const uint64_t *planes = position->private_planes, black = planes[3];
    return is_one_king(planes[1] & planes[2] & (position->side_to_move == KS_BLACK ? black : ~black));
}

size_t ks_legal_moves(const ks_position *position, ks_move_list *list) {
    static const struct selection everything = {~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, true};
    if (RARE(!mover_has_one_king(position)))
        return list_by_reference(position, &everything, list);
    return ks_generator_in_use()->legal_moves[position->side_to_move](position, list);
}

static size_t list_selected(const ks_position *position, const struct selection *selection,
                            ks_move_list *list) {
    if (RARE(!mover_has_one_king(position)))
        return list_by_reference(position, selection, list);
    return ks_generator_in_use()->selected_moves[position->side_to_move](position, selection, list);
}

size_t ks_legal_captures(const ks_position *position, ks_move_list *list) {
    const struct selection captures = {~(uint64_t)0, ks_pieces_of(position, position->side_to_move ^ 1u), 0,
                                       true};
    return list_selected(position, &captures, list);
}

size_t ks_legal_quiet_moves(const ks_position *position, ks_move_list *list) {
    const struct selection quiet = {~(uint64_t)0, ~ks_occupied(position), ~(uint64_t)0, false};
    return list_selected(position, &quiet, list);
}

static struct selection select_between(const ks_position *position, uint64_t from, uint64_t to) {
    const unsigned king = ks_king_of(position, position->side_to_move), passed = position->private_capturable;
    return (struct selection){from, to, king < KS_SQUARES && from >> king & 1 ? to : 0,
                              passed < KS_SQUARES && to >> passed & 1};
}

size_t ks_legal_moves_between(const ks_position *position, uint64_t from, uint64_t to, ks_move_list *list) {
    const struct selection between = select_between(position, from, to);
    return list_selected(position, &between, list);
}

/* ---- Questions ---- */

size_t ks_count_legal_moves(const ks_position *position) {
    ks_move moves[KS_MOVES_MAX];
    if (RARE(!mover_has_one_king(position)))
        return ks_legal_moves_reference(position, moves);
    return ks_generator_in_use()->count_legal_moves[position->side_to_move](position);
}

int ks_has_legal_move(const ks_position *position) {
    if (RARE(!mover_has_one_king(position)))
        return ks_count_legal_moves(position) > 0;
    return ks_generator_in_use()->has_legal_move[position->side_to_move](position);
}

/* ---- Moves made ---- */

void ks_after_move(const ks_position *position, ks_move move, ks_position *after) {
    ks_generator_in_use()->after_move[position->side_to_move](position, move, after);
}

void ks_make_move(ks_position *position, ks_move move, ks_undo *undo) {
    ks_generator_in_use()->make_move[position->side_to_move](position, move, undo);
}

void ks_unmake_move(ks_position *position, const ks_undo *undo) {
    ks_generator_in_use()->copy(position, &undo->private_before);
}

void ks_after_null_move(const ks_position *position, ks_position *after) {
    ks_generator_in_use()->after_null_move(position, after);
}

void ks_make_null_move(ks_position *position, ks_undo *undo) {
    ks_generator_in_use()->make_null_move(position, undo);
}
