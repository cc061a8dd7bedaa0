/* The builds of the generator of legal moves and of the maker of moves, and the one in use. */
#ifndef KS_GENERATOR_H
#define KS_GENERATOR_H

#include <stdatomic.h>

#include "core/kernels/family.h"
#include "core/kernels/kernel.h"
#include "rules/build.h"
#include "rules/generator/list_tmpl.h"

enum { MOVES_PAST = 32 };

/* What a legal move wins by exchanges. pinned: with KS_SEE_PINS. */
typedef int exchange_value(const ks_position *position, ks_move move, const int16_t values[8], bool pinned);
typedef int exchange_test(const ks_position *position, ks_move move, const int16_t values[8], int threshold);
exchange_value ks_any_see, ks_fast_see;
exchange_test ks_any_see_at_least, ks_any_see_at_least_with_pins;
exchange_test ks_fast_see_at_least, ks_fast_see_at_least_with_pins;

/* Captures that have to be asked one by one: from some squares to some. */
struct captures {
    uint64_t from, to;
};
enum settling { SETTLED, UNSETTLED, ASK_CAPTURES };

/* Says from the squares that are attacked whether the side to move has a capture that wins `least` or more by
 * ks_see with KS_SEE_PINS and the usual values. SETTLED: none, en passant and promotions apart. ASK_CAPTURES:
 * one of these does so, or none.
 * The side to move is not in check (precondition), and each side has one king. */
typedef enum settling settling_test(const uint8_t board[64], unsigned side, int least,
                                    struct captures *captures);
settling_test ks_any_settling, ks_fast_settling, ks_avx512_settling;

/* [side to move]: one function a colour. The side has one king except where `after_move` is concerned. */
struct generator {
    const char *name;
    /* These two store up to MOVES_PAST moves more than they list: list_tmpl.h says why. */
    size_t (*legal_moves[2])(const ks_position *position, ks_move_list *moves);
    size_t (*selected_moves[2])(const ks_position *position, const struct selection *selection,
                                ks_move_list *moves);
    /* Legal moves, all that give check to the one king of the other side among them. Unless they are
     * uncertain, only castling, en passant and promotions may give none. */
    size_t (*moves_for_checks[2])(const ks_position *position, ks_move_list *moves, bool *uncertain);
    size_t (*count_legal_moves[2])(const ks_position *position);
    bool (*has_legal_move[2])(const ks_position *position);
    void (*after_move[2])(const ks_position *position, ks_move move, ks_position *after);
    void (*make_move[2])(ks_position *position, ks_move move, ks_undo *undo);
    void (*after_null_move)(const ks_position *position, ks_position *after);
    void (*make_null_move)(ks_position *position, ks_undo *undo);
    void (*copy)(ks_position *to, const ks_position *from);
    exchange_value *see;
    exchange_test *see_at_least[2]; /* [with KS_SEE_PINS] */
    settling_test *settling;
};

extern const struct generator ks_any_generator, ks_fast_generator, ks_avx512_generator;

/* Stores the generators that this processor can run, the fastest last, fills their tables, and returns their
 * number. */
size_t ks_usable_generators(const void *generators[TIERS]);

/* Chooses a generator. */
const struct generator *ks_choose_generator(void);

/* Returns the generator in use. */
static inline const struct generator *ks_generator_in_use(void) {
    const struct generator *generator = atomic_load_explicit(&ks_chosen[FAMILY_moves], memory_order_acquire);
    return RARE(!generator) ? ks_choose_generator() : generator;
}

/* Returns whether a generator has been chosen, and so whether the tables are filled. */
static inline bool ks_generator_is_chosen(void) {
    return atomic_load_explicit(&ks_chosen[FAMILY_moves], memory_order_acquire) != NULL;
}

#endif
