/* Real positions, with the checkers that Stockfish names: a truth that nobody here wrote. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

Test(positions, checkers_are_those_that_stockfish_names) {
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i++) {
        const ks_position *position = &real[i].position;
        const unsigned side = position->side_to_move;
        const char *wrong =
            difference(&ks_chess_pieces, position->board, position->king[side], side, real[i].checkers);
        if (wrong)
            cr_assert_fail("%s\n%s", real[i].line, wrong);
    }
}

Test(positions, the_king_of_the_other_side_is_safe) {
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i++) {
        const ks_position *position = &real[i].position;
        const unsigned side = position->side_to_move ^ 1;
        const char *wrong = difference(&ks_chess_pieces, position->board, position->king[side], side, 0);
        if (wrong)
            cr_assert_fail("%s\n%s", real[i].line, wrong);
    }
}

/* Everything but the clocks, which come last. */
static int compare_positions(const void *a, const void *b) {
    const real_position *const *one = a, *const *other = b;
    return memcmp(&(*one)->position, &(*other)->position, offsetof(ks_position, halfmove_clock));
}

Test(positions, there_are_enough_different_ones) {
    size_t count, different = 0, in_check = 0, double_check = 0;
    const real_position *real = real_positions(&count);
    const real_position **sorted = malloc(count * sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = &real[i];
    qsort(sorted, count, sizeof *sorted, compare_positions);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && compare_positions(&sorted[i - 1], &sorted[i]) == 0)
            continue;
        const uint64_t checkers = sorted[i]->checkers;
        different++;
        in_check += checkers != 0;
        double_check += (checkers & (checkers - 1)) != 0;
    }
    free(sorted);
    cr_assert_geq(different, 20000);
    cr_assert_geq(in_check, 1500);
    cr_assert_geq(double_check, 50);
}
