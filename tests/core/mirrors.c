/* Tests two symmetries: a board with its colours swapped and rows mirrored, or with its files mirrored, has
 * the same answer, mirrored in the same way. */
#include <criterion/criterion.h>

#include "kingscan.h"
#include "support/kernels/difference.h"
#include "support/kernels/mirror.h"
#include "support/kernels/usable.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/thorough.h"

static void swap_colours(uint8_t board[64]) {
    for (unsigned square = 0; square < KS_SQUARES; square++)
        board[square] ^= KS_BLACK_BIT; /* 0 and 8 are both empty */
}

static void compare_mirrored(const uint8_t board[64], unsigned square, unsigned side) {
    ks_king_lines lines, expected;
    uint8_t mirrored[64];
    const char *wrong;
    reference()->king_scan(board, square, side, &lines);

    mirror_board(board, MIRROR_FILES, mirrored);
    expected = mirror_lines(&lines, MIRROR_FILES);
    wrong = lines_difference(&ks_chess_pieces, mirrored, square ^ MIRROR_FILES, side, &expected);
    if (wrong)
        cr_assert_fail("files mirrored: %s", wrong);

    mirror_board(board, MIRROR_ROWS, mirrored);
    swap_colours(mirrored);
    expected = mirror_lines(&lines, MIRROR_ROWS);
    wrong = lines_difference(&ks_chess_pieces, mirrored, square ^ MIRROR_ROWS, side ^ 1, &expected);
    if (wrong)
        cr_assert_fail("rows mirrored, colours swapped: %s", wrong);
}

Test(mirrors, random_boards) {
    uint64_t state = 1;
    for (unsigned i = 0; i < amount_of(500000); i++) {
        uint8_t board[64];
        random_board(&state, KS_EMPTY, 1 + random_below(&state, 40), 255, board);
        compare_mirrored(board, random_below(&state, 64), random_below(&state, 2));
    }
}

Test(mirrors, real_positions) {
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            compare_mirrored(real[i].position.board, ks_king_of(&real[i].position, side), side);
}
