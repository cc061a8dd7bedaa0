/* Compares each contender's answers to in_check with the reference's before anything is timed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static _Noreturn void tell_difference(const struct contender *row, const struct board_set *set, size_t i,
                                      int expected) {
    ks_position position = {.side_to_move = set->sides[i], .en_passant = KS_NO_SQUARE, .fullmove_number = 1};
    char fen[KS_FEN_SIZE], label[LABEL_SIZE];
    memcpy(position.board, set->boards[i], 64);
    ks_write_x_fen(&position, fen);
    fprintf(stderr, "bench: %s is wrong: expected %d (%s), found %d for the %s king on %s in\n%s\n",
            row_label(row, label), expected, expected ? "in check" : "not in check", !expected,
            set->sides[i] == KS_WHITE ? "white" : "black", ks_square_name(set->kings[i]), fen);
    exit(1);
}

static void verify_row(const struct contender *row, const struct board_set *set,
                       struct board_set *converted) {
    size_t count;
    const ks_kernel *const reference = ks_kernels(&count)[0];
    convert_boards(set, row->form, converted);
    for (size_t i = 0; i < set->count; i++) {
        const int found = row->in_check(converted->boards[i], converted->kings[i], converted->sides[i]);
        const int expected = reference->in_check(set->boards[i], set->kings[i], set->sides[i]);
        if (found != expected)
            tell_difference(row, set, i, expected);
    }
}

void verify(const struct table *table, const struct board_set *set) {
    struct board_set converted = new_set(set->name, set->count);
    for (size_t i = 0; i < table->count; i++)
        verify_row(&table->rows[i], set, &converted);
    free_set(&converted);
}
