/* Tests the small functions about squares, codes, kings and the version, and assertions of debug builds. */
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>

#include "kingscan.h"

Test(board, squares_are_numbered_as_fen_is_read) {
    cr_assert_str_eq(ks_square_name(0), "a8");
    cr_assert_str_eq(ks_square_name(7), "h8");
    cr_assert_str_eq(ks_square_name(56), "a1");
    cr_assert_str_eq(ks_square_name(63), "h1");
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const char *name = ks_square_name(square);
        cr_assert_eq(KS_SQUARE(name[0] - 'a', '8' - name[1]), square);
        cr_assert_eq(name[2], '\0');
    }
}

Test(board, there_is_no_square_64) {
    cr_assert_str_eq(ks_square_name(KS_NO_SQUARE), "-");
    cr_assert_str_eq(ks_square_name(~0u), "-");
}

Test(board, letters_of_codes) {
    static const char letters[] = ".PNBRQK..pnbrqk.";
    for (unsigned code = 0; code < 16; code++)
        cr_assert_eq(ks_code_letter(code), letters[code]);
    cr_assert_eq(ks_code_letter(KS_BLACK_KING | 0xf0), 'k', "only the low four bits count");
}

Test(board, the_king_is_found_on_every_square) {
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        uint8_t board[64] = {0};
        board[square] = KS_WHITE_KING;
        cr_assert_eq(ks_find_king(board, KS_WHITE), square);
        cr_assert_eq(ks_find_king(board, KS_BLACK), KS_NO_SQUARE);
        board[square] = KS_BLACK_KING | 0x50;
        cr_assert_eq(ks_find_king(board, KS_BLACK), square);
        cr_assert_eq(ks_find_king(board, KS_WHITE), KS_NO_SQUARE);
    }
}

Test(board, the_lowest_numbered_of_several_kings_is_found) {
    uint8_t board[64] = {
        [9] = KS_BLACK_KING, [20] = KS_WHITE_KING, [21] = KS_WHITE_KING, [63] = KS_BLACK_KING};
    cr_assert_eq(ks_find_king(board, KS_WHITE), 20);
    cr_assert_eq(ks_find_king(board, KS_BLACK), 9);
}

Test(board, library_and_header_have_the_same_version) {
    cr_assert_str_eq(ks_version(), KS_VERSION);
}

#ifndef NDEBUG
static const uint8_t nothing[64];

/* The failing assertion is expected, and so is not printed. */
static void say_nothing(void) {
    cr_assert(freopen("/dev/null", "w", stderr));
}

Test(board, debug_builds_check_the_square_of_in_check, .init = say_nothing, .signal = SIGABRT) {
    ks_in_check(nothing, 64, KS_WHITE);
}

Test(board, debug_builds_check_the_side_of_in_check, .init = say_nothing, .signal = SIGABRT) {
    ks_in_check(nothing, 0, KS_NEITHER);
}

Test(board, debug_builds_check_the_square_of_attackers, .init = say_nothing, .signal = SIGABRT) {
    ks_attackers(nothing, 64, KS_WHITE);
}

Test(board, debug_builds_check_the_square_of_in_check_set, .init = say_nothing, .signal = SIGABRT) {
    ks_in_check_set(&ks_chess_pieces, nothing, 64, KS_WHITE);
}

Test(board, debug_builds_check_the_square_of_attackers_set, .init = say_nothing, .signal = SIGABRT) {
    ks_attackers_set(&ks_chess_pieces, nothing, 64, KS_WHITE);
}

Test(board, debug_builds_check_the_square_of_king_scan, .init = say_nothing, .signal = SIGABRT) {
    ks_king_scan(nothing, 64, KS_WHITE, &(ks_king_lines){0});
}

Test(board, debug_builds_check_the_side_of_king_scan_set, .init = say_nothing, .signal = SIGABRT) {
    ks_king_scan_set(&ks_chess_pieces, nothing, 0, KS_NEITHER, &(ks_king_lines){0});
}

Test(board, debug_builds_check_the_stride_of_in_check_batch, .init = say_nothing, .signal = SIGABRT) {
    ks_in_check_batch(nothing, 63, nothing, nothing, 1, &(uint64_t){0});
}

Test(board, debug_builds_check_the_squares_of_in_check_batch, .init = say_nothing, .signal = SIGABRT) {
    static const uint8_t boards[128], squares[2] = {63, 64}, sides[2];
    ks_in_check_batch(boards, 64, squares, sides, 2, &(uint64_t){0});
}

Test(board, debug_builds_check_the_sides_of_in_check_batch_set, .init = say_nothing, .signal = SIGABRT) {
    static const uint8_t boards[128], squares[2], sides[2] = {KS_BLACK, KS_NEITHER};
    ks_in_check_batch_set(&ks_chess_pieces, boards, 64, squares, sides, 2, &(uint64_t){0});
}

Test(board, debug_builds_check_the_stride_of_in_check_batch_set, .init = say_nothing, .signal = SIGABRT) {
    ks_in_check_batch_set(&ks_chess_pieces, nothing, 63, nothing, nothing, 1, &(uint64_t){0});
}
#endif
