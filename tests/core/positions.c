/* Tests kernels on real positions, compared with the checkers that Stockfish reports. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/kernels/difference.h"
#include "support/kernels/geometry.h"
#include "support/kernels/usable.h"
#include "support/positions.h"

Test(positions, checkers_are_those_that_stockfish_names) {
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i++) {
        const ks_position *position = &real[i].position;
        const unsigned side = position->side_to_move;
        const char *wrong =
            difference(&ks_chess_pieces, position->board, ks_king_of(position, side), side, real[i].checkers);
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
        const char *wrong =
            difference(&ks_chess_pieces, position->board, ks_king_of(position, side), side, 0);
        if (wrong)
            cr_assert_fail("%s\n%s", real[i].line, wrong);
    }
}

/* A piece is pinned when its removal gives the king a new attacker: pins follow from attackers, which
 * Stockfish has confirmed. */
static void add_pin(const ks_position *position, unsigned side, unsigned own, ks_king_lines *lines) {
    const unsigned king = ks_king_of(position, side);
    uint8_t without[64];
    memcpy(without, position->board, sizeof without);
    without[own] = KS_EMPTY;
    const uint64_t pinner = reference()->attackers(without, king, side ^ 1) & ~lines->checkers;
    if (!pinner)
        return;
    const unsigned square = (unsigned)__builtin_ctzll(pinner);
    const bool straight = square % 8 == king % 8 || square / 8 == king / 8;
    lines->pinned |= UINT64_C(1) << own;
    *(straight ? &lines->pin_orthogonal : &lines->pin_diagonal) |= line_from_king(king, square);
}

static ks_king_lines lines_by_attackers(const real_position *real, unsigned side) {
    const ks_position *position = &real->position;
    ks_king_lines lines = {.checkers = side == position->side_to_move ? real->checkers : 0};
    for (uint64_t left = lines.checkers; left; left &= left - 1)
        lines.check_lines |= line_from_king(ks_king_of(position, side), (unsigned)__builtin_ctzll(left));
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const uint8_t code = position->board[square];
        const unsigned owner = code & KS_BLACK_BIT ? KS_BLACK : KS_WHITE;
        if (code != KS_EMPTY && owner == side && square != ks_king_of(position, side))
            add_pin(position, side, square, &lines);
    }
    return lines;
}

Test(positions, pinned_pieces_uncover_an_attack_when_removed) {
    size_t count, pins = 0;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
            const ks_position *position = &real[i].position;
            const ks_king_lines lines = lines_by_attackers(&real[i], side);
            const char *wrong =
                lines_difference(&ks_chess_pieces, position->board, ks_king_of(position, side), side, &lines);
            if (wrong)
                cr_assert_fail("%s\n%s", real[i].line, wrong);
            pins += lines.pinned != 0;
        }
    cr_assert_geq(pins, 5000);
}

/* Compares everything except the clocks, which come last. */
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
