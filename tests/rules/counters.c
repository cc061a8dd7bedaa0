/* Every counter of replies, and the counting of moves, against the reference generator; and which counter is
 * chosen. */
#include <criterion/criterion.h>
#include <string.h>

#include "cli/random/chess960.h"
#include "cli/random/games.h"
#include "rules/perft/counters.h"
#include "support/fen.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/sanitized.h"

/* ---- Agreement ---- */

static uint64_t perft_by_reference(const ks_position *position, unsigned depth) {
    ks_move moves[KS_MOVES_MAX];
    const size_t count = ks_legal_moves_reference(position, moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count && depth > 1; i++) {
        ks_position played = *position;
        ks_undo undo;
        ks_make_move(&played, moves[i], &undo);
        nodes += perft_by_reference(&played, depth - 1);
    }
    return depth > 1 ? nodes : count;
}

/* Returns how many counters have been asked. */
static unsigned expect_counts(const ks_position *position, unsigned depth, uint64_t expected) {
    size_t count;
    unsigned asked = 0;
    char fen[KS_FEN_SIZE];
    for (const struct counter *counter = ks_counters(&count), *end = counter + count; counter < end;
         counter++) {
        if (!ks_counter_usable(counter) || !ks_counter_reaches(counter, position))
            continue;
        const uint64_t found = ks_perft_by(counter, position, depth);
        ks_write_fen(position, fen);
        cr_assert_eq(found, expected, "%s, depth %u, by %s: expected %llu, found %llu", fen, depth,
                     counter->name, (unsigned long long)expected, (unsigned long long)found);
        asked++;
    }
    return asked;
}

static unsigned usable_counters(void) {
    size_t count;
    unsigned usable = 0;
    const struct counter *counters = ks_counters(&count);
    for (size_t i = 0; i < count; i++)
        usable += ks_counter_usable(&counters[i]);
    return usable;
}

/* Both colours, at depths 2 and 3: each is mirrored at one of them. */
Test(counters, agree_on_real_positions) {
    enum { EVERY = SANITIZED ? 400 : 20 };
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i += EVERY) {
        const ks_position *position = &real[i].position;
        cr_expect_eq(expect_counts(position, 2, perft_by_reference(position, 2)), usable_counters());
        if (i % (10 * EVERY) == 0)
            expect_counts(position, 3, perft_by_reference(position, 3));
    }
}

Test(counters, agree_on_chess960_starts) {
    enum { EVERY = SANITIZED ? 20 : 1 };
    for (unsigned number = 0; number < CHESS960_STARTS; number += EVERY) {
        ks_position position;
        chess960_start(number, CHESS960_STARTS - 1 - number, &position);
        expect_counts(&position, 2, perft_by_reference(&position, 2));
    }
}

Test(counters, moves_are_counted) {
    enum { EVERY = SANITIZED ? 20 : 1 };
    size_t count;
    const real_position *real = real_positions(&count);
    ks_move moves[KS_MOVES_MAX];
    for (size_t i = 0; i < count; i += EVERY)
        cr_assert_eq(ks_count_legal_moves(&real[i].position), ks_legal_moves(&real[i].position, moves), "%s",
                     real[i].line);
}

/* Only a position read with KS_LENIENT has such kings, and no counter sees that one attacks the other. */
Test(counters, kings_side_by_side_are_left_to_the_reference) {
    static const char *const fens[] = {"R2K4/pb1nkP2/8/7P/1B5P/8/8/3P4 w - - 0 1",
                                       "8/8/8/3kK3/4Q3/8/8/8 b - - 0 1"};
    for (size_t i = 0; i < LENGTH(fens); i++) {
        const ks_position position = read_position(fens[i], KS_LENIENT);
        cr_expect_eq(expect_counts(&position, 2, 0), 0);
        for (unsigned depth = 1; depth <= 3; depth++)
            cr_expect_eq(ks_perft(&position, depth), perft_by_reference(&position, depth), "%s", fens[i]);
    }
}

/* ---- The choice ---- */

/* The counter that goes with the fastest kernel is the fastest of all. */
Test(counters, are_chosen_by_the_kernel) {
    size_t count;
    const struct counter *counters = ks_counters(&count), *fastest = &counters[count - 1];
    while (!ks_counter_usable(fastest))
        fastest--;
    cr_expect_str_eq(ks_perft_counter(ks_kernel_current()), fastest->name);
    const ks_kernel *reference = ks_kernels(&count);
    cr_expect(strcmp(ks_perft_counter(reference), "any") == 0 ||
              strcmp(ks_perft_counter(reference), "fast") == 0);
}
