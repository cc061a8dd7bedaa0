/* Tests the reader and the writer of FEN and EPD: the texts that are read, and the positions that they
 * give. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen/guarded_fen.h"
#include "support/length.h"
#include "support/positions.h"

/* Expects that `text` is read and written again as `written`; written NULL: as `text`. */
static void expect_written(const char *text, unsigned flags, const char *written) {
    ks_position position;
    ks_error error = {0};
    char again[KS_FEN_SIZE];
    cr_assert_eq(read_guarded_fen(text, strlen(text), flags, &position, &error), KS_OK, "%s: %s at %zu", text,
                 error.message, error.offset);
    const size_t length = ks_write_x_fen(&position, again);
    cr_assert_str_eq(again, written ? written : text, "%s: written as %s", text, again);
    cr_assert_eq(length, strlen(again));
    cr_assert_eq(read_guarded_fen(text, strlen(text), flags, &position, NULL), KS_OK);
}

Test(fen, fields_of_the_start_position) {
    static const char text[] = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 7 42";
    static const char letters[] = "rnbqkbnr"
                                  "pppppppp"
                                  "........"
                                  "........"
                                  "....P..."
                                  "........"
                                  "PPPP.PPP"
                                  "RNBQKBNR";
    ks_position position;
    cr_assert_eq(read_guarded_fen(text, sizeof text - 1, 0, &position, NULL), KS_OK);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        cr_assert_eq(ks_code_letter(position.board[square]), letters[square], "%s", ks_square_name(square));
    cr_assert_eq(position.side_to_move, KS_BLACK);
    cr_assert_eq(ks_king_of(&position, KS_WHITE), KS_SQUARE(4, 7));
    cr_assert_eq(ks_king_of(&position, KS_BLACK), KS_SQUARE(4, 0));
    cr_assert_eq(ks_castling_rook(&position, KS_WHITE, KS_KINGSIDE), KS_SQUARE(7, 7));
    cr_assert_eq(ks_castling_rook(&position, KS_WHITE, KS_QUEENSIDE), KS_SQUARE(0, 7));
    cr_assert_eq(ks_castling_rook(&position, KS_BLACK, KS_KINGSIDE), KS_SQUARE(7, 0));
    cr_assert_eq(ks_castling_rook(&position, KS_BLACK, KS_QUEENSIDE), KS_SQUARE(0, 0));
    cr_assert_eq(position.en_passant, KS_SQUARE(4, 5));
    cr_assert_eq(position.halfmove_clock, 7);
    cr_assert_eq(position.fullmove_number, 42);
}

Test(fen, fields_that_say_none) {
    ks_position position;
    memset(&position, 0xaa, sizeof position);
    cr_assert_eq(read_guarded_fen(KINGS, strlen(KINGS), 0, &position, NULL), KS_OK);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            cr_assert_eq(ks_castling_rook(&position, side, wing), KS_NO_SQUARE);
    cr_assert_eq(position.en_passant, KS_NO_SQUARE);
    cr_assert_eq(position.halfmove_clock, 0);
    cr_assert_eq(position.fullmove_number, 1);
}

Test(fen, clocks_of_all_lengths) {
    static const unsigned clocks[] = {0, 1, 9, 10, 42, 99, 100, 809, 999, 1000, 9999, 10000, 65535};
    enum { COUNT = sizeof clocks / sizeof *clocks };
    static const char *const forms[] = {START " %u %u", START " %u %u ", START "  %u\t%u bm e4;"};
    char text[128];
    for (unsigned i = 0; i < COUNT * COUNT * 3; i++) {
        const unsigned halfmoves = clocks[i % COUNT], moves = clocks[i / COUNT % COUNT];
        ks_position position;
        const int length = snprintf(text, sizeof text, forms[i / COUNT / COUNT], halfmoves, moves);
        cr_assert_eq(read_guarded_fen(text, (size_t)length, 0, &position, NULL), KS_OK, "%s", text);
        cr_assert_eq(position.halfmove_clock, halfmoves, "%s", text);
        cr_assert_eq(position.fullmove_number, moves, "%s", text);
    }
}

Test(fen, four_five_and_six_fields) {
    expect_written(START, 0, START " 0 1");
    expect_written(START " 12", 0, START " 12 1");
    expect_written(START " 12 34", 0, NULL);
    expect_written(START " 65535 65535", 0, NULL);
    expect_written(START " 0 0", 0, NULL);
    expect_written(START " 007 0000065535", 0, START " 7 65535");
}

Test(fen, epd_operations_are_skipped) {
    expect_written(START " bm e4; id \"x 1 2\";", 0, START " 0 1");
    expect_written(START " 3 bm e4;", 0, START " 3 1");
    expect_written(START " 3 4 c0 \"checkers -\";", 0, START " 3 4");
    expect_written(START " ;D1 20 ;D2 400", 0, START " 0 1");
    expect_written(START " 0 1 ;D1 20 ;D2 400", 0, START " 0 1");
    expect_written(START " 2 1;D1 20;D2 400", 0, START " 2 1");
    expect_written(START " 2;D1 20", 0, START " 2 1");
    expect_written(START ";D1 20;D2 400", 0, START " 0 1");
    expect_written("4k3/8/8/8/3Pp3/8/8/4K3 b - d3;D1 15", 0, "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1");
    expect_written(START " D1 20; \xff\x01 anything", 0, START " 0 1");
}

/* They count when no clock stands as a field; the first of several operations counts. */
Test(fen, clocks_may_be_operations) {
    expect_written(START " hmvc 5; fmvn 9;", 0, START " 5 9");
    expect_written(START " fmvn 9; id \"x\"; hmvc 5", 0, START " 5 9");
    expect_written(START " id \"hmvc 7; fmvn 8;\";hmvc\t5;fmvn 9 ", 0, START " 5 9");
    expect_written(START " ;hmvc 5 ;fmvn 9", 0, START " 5 9");
    expect_written(START " hmvc 5; hmvc 6;", 0, START " 5 1");
    expect_written(START " hmvc x; hmvc 65536; hmvc; hmvc 65535;", 0, START " 65535 1");
    expect_written(START " 3 hmvc 5; fmvn 9;", 0, START " 3 9");
    expect_written(START " 3 4 hmvc 5; fmvn 9;", 0, START " 3 4");
    expect_written(START " 3 4;hmvc 5; fmvn 9;", 0, START " 3 4");
    expect_written(START " Hmvc 5; fmvnn 9; xhmvc 5; id hmvc 5;", 0, START " 0 1");
    expect_written("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 hmvc 5; fmvn 9;", 0, "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 5 9");
    expect_written("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 2 3 hmvc 5;", 0, "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 2 3");
}

/* Positions that only look impossible. Lenient readers are not asked. */
Test(fen, possible_positions) {
    static const char *const possible[] = {
        START " 0 1",
        "4k3/8/8/8/8/6n1/8/r3K3 w - - 0 1",
        "4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1",
        "4k3/8/8/8/8/4r3/8/r3K3 w - - 0 1",
        "rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 3",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "8/8/8/2k5/3Pp3/8/8/B3K3 b - d3 0 1",
        "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
        "4k3/8/8/8/QQQQQQQQ/QQQQQQQ1/8/4K3 b - - 0 1",
        "6b1/6P1/2k1K3/5p2/8/8/2N5/8 w - f6 0 1",
    };
    for (size_t i = 0; i < LENGTH(possible); i++) {
        ks_position position;
        ks_error error = {0};
        cr_expect_eq(read_guarded_fen(possible[i], strlen(possible[i]), KS_FEN_RIGHTS | KS_FEN_POSSIBLE,
                                      &position, &error),
                     KS_OK, "%s: %s", possible[i], error.message);
    }
    expect_written("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", 0, NULL);
    expect_written("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", KS_FEN_POSSIBLE | KS_FEN_LENIENT, NULL);
}

/* Expects what both writers write for the en-passant square; `legal`: also whether the position's key has
 * it. */
static void expect_en_passant(const char *board, const char *side, const char *read, bool legal) {
    char text[128], without[128], found[KS_FEN_SIZE], x_fen[KS_FEN_SIZE];
    ks_position position, other;
    snprintf(text, sizeof text, "%s %s - %s 0 2", board, side, read);
    snprintf(without, sizeof without, "%s %s - - 0 2", board, side);
    cr_assert_eq(ks_read_fen(text, strlen(text), KS_FEN_RIGHTS, &position, NULL), KS_OK, "%s", text);
    cr_assert_eq(ks_read_fen(without, strlen(without), KS_FEN_RIGHTS, &other, NULL), KS_OK, "%s", without);
    cr_expect_eq(ks_write_fen(&position, found), strlen(found));
    cr_expect_str_eq(found, legal ? text : without);
    cr_expect_eq(ks_write_x_fen(&position, x_fen), strlen(x_fen));
    cr_expect_str_eq(x_fen, text);
    cr_expect_eq(position.key != other.key, legal, "%s", text);
    cr_expect_eq(ks_position_key(&position), position.key);
}

Test(fen, en_passant_is_written_where_a_pawn_may_capture) {
    expect_en_passant("4k3/8/8/3pP3/8/8/8/4K3", "w", "d6", true);
    expect_en_passant("4k3/8/8/3p4/8/8/8/4K3", "w", "d6", false);
    expect_en_passant("4k3/8/8/3p2P1/8/8/8/4K3", "w", "d6", false);
    expect_en_passant("4k3/8/8/Pp6/8/8/8/4K3", "w", "b6", true);
    expect_en_passant("4k3/8/8/p6P/8/8/8/4K3", "w", "a6", false);
    expect_en_passant("4k3/8/8/8/3Pp3/8/8/4K3", "b", "d3", true);
    /* pinned on its file, on a diagonal, by both pawns on a rank; pinned on the diagonal of the capture */
    expect_en_passant("4k3/4r3/8/3pP3/8/8/8/4K3", "w", "d6", false);
    expect_en_passant("4k3/8/5b2/3pP3/8/2K5/8/8", "w", "d6", false);
    expect_en_passant("4k3/8/8/r2pP2K/8/8/8/8", "w", "d6", false);
    expect_en_passant("4k3/2b5/8/3pP3/8/6K1/8/8", "w", "d6", true);
    /* one of two pawns is pinned; the capture answers a check, or does not */
    expect_en_passant("4k3/4r3/8/2PpP3/8/8/8/4K3", "w", "d6", true);
    expect_en_passant("4k3/8/8/3pP3/4K3/8/8/8", "w", "d6", true);
    expect_en_passant("4k3/8/8/3pP3/8/8/8/r3K3", "w", "d6", false);
}

Test(fen, one_line_end_may_follow) {
    expect_written(START " 3 4\n", 0, START " 3 4");
    expect_written(START " 3 4\r\n", 0, START " 3 4");
    expect_written(START " 3 4\r", 0, START " 3 4");
    expect_written(START " \t\r\n", 0, START " 0 1");
    expect_written(START " bm e4;\n", 0, START " 0 1");
}

/* An opcode may begin with this word. */
Test(fen, moves_are_no_operation) {
    expect_written(START " movesx e4;", 0, START " 0 1");
    expect_written(START " moves;", 0, START " 0 1");
    expect_written(START " id \"x\"; moves e2e4;", 0, START " 0 1");
}

Test(fen, blanks_are_any_number_of_spaces_or_tabs) {
    expect_written(" \t" START, 0, START " 0 1");
    expect_written(START "  \t", 0, START " 0 1");
    expect_written("4k3/8/8/8/8/8/8/4K3\tw\t-\t-\t5\t6", 0, KINGS " 5 6");
    expect_written("4k3/8/8/8/8/8/8/4K3   w \t - \t\t -  5  6  ", 0, KINGS " 5 6");
}

Test(fen, empty_squares_may_take_several_digits) {
    expect_written("4k3/11111111/44/323/8/8/71/4K3 w - -", 0, KINGS " 0 1");
}

Test(fen, castling_by_wing_means_the_outermost_rook) {
    expect_written("1r2k1rr/8/8/8/8/8/8/RR2K1R1 w KQkq - 0 1", 0, NULL);
    ks_position position;
    static const char text[] = "1r2k1rr/8/8/8/8/8/8/RR2K1R1 w KQkq -";
    cr_assert_eq(read_guarded_fen(text, sizeof text - 1, KS_FEN_RIGHTS, &position, NULL), KS_OK);
    cr_assert_eq(ks_castling_rook(&position, KS_WHITE, KS_KINGSIDE), KS_SQUARE(6, 7));
    cr_assert_eq(ks_castling_rook(&position, KS_WHITE, KS_QUEENSIDE), KS_SQUARE(0, 7));
    cr_assert_eq(ks_castling_rook(&position, KS_BLACK, KS_KINGSIDE), KS_SQUARE(7, 0));
    cr_assert_eq(ks_castling_rook(&position, KS_BLACK, KS_QUEENSIDE), KS_SQUARE(1, 0));
}

Test(fen, castling_by_file) {
    expect_written("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", KS_FEN_RIGHTS,
                   "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    expect_written("r3k2r/8/8/8/8/8/8/R3K2R b ahAH - 0 1", KS_FEN_RIGHTS,
                   "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    expect_written("1r2k1rr/8/8/8/8/8/8/RR2K1R1 w GBgb - 0 1", KS_FEN_RIGHTS,
                   "1r2k1rr/8/8/8/8/8/8/RR2K1R1 w KBgq - 0 1");
    expect_written("4k3/4p3/8/8/8/8/8/RRRKRRRR w EC - 0 1", KS_FEN_RIGHTS, NULL);
    expect_written("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", KS_FEN_RIGHTS,
                   "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9");
    expect_written("rk5r/1p6/8/8/8/8/8/1R4KR w Hk - 0 1", KS_FEN_RIGHTS,
                   "rk5r/1p6/8/8/8/8/8/1R4KR w Kk - 0 1");
}

Test(fen, castling_letters_without_king_or_rook_are_dropped) {
    expect_written("4k3/8/8/8/8/8/8/4K2R w KQkq -", 0, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    expect_written("r3k3/8/8/8/8/8/4K3/R6R w KQkq -", 0, "r3k3/8/8/8/8/8/4K3/R6R w q - 0 1");
    expect_written("4k3/8/8/8/8/8/8/r3K2r w KQ -", KS_FEN_LENIENT, "4k3/8/8/8/8/8/8/r3K2r w - - 0 1");
    expect_written("4k3/8/8/8/8/8/8/R3K2R w BAg -", 0, "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1");
    expect_written("4k3/8/8/8/8/8/8/R3K2R w E -", 0, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    expect_written("4k2R/8/8/8/8/8/8/4K3 b k -", 0, "4k2R/8/8/8/8/8/8/4K3 b - - 0 1");
    expect_written("4k3/8/8/8/8/8/8/RR2K3 w BA -", 0, "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
    expect_written("r6r/k7/8/8/8/8/8/4K3 w kq -", 0, "r6r/k7/8/8/8/8/8/4K3 w - - 0 1"); /* another rank */
    expect_written("4k3/8/8/8/8/8/7K/R6R b KQ -", 0, "4k3/8/8/8/8/8/7K/R6R b - - 0 1");
}

Test(fen, en_passant_squares_that_a_double_push_has_left_are_kept) {
    expect_written("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", KS_FEN_RIGHTS, NULL);
    expect_written("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 2", KS_FEN_RIGHTS, NULL);
    /* The square is kept even when no pawn can capture there. */
    expect_written("4k3/8/8/p7/8/8/8/4K3 w - a6 0 2", KS_FEN_RIGHTS, NULL);
    expect_written("4k3/8/8/8/7P/8/8/4K3 b - h3 0 2", KS_FEN_RIGHTS, NULL);
}

Test(fen, other_en_passant_squares_are_dropped) {
    static const char *const texts[] = {
        "4k3/8/8/4P3/8/8/8/4K3 w - d6",    /* no pawn */
        "4k3/8/8/3PP3/8/8/8/4K3 w - d6",   /* an own pawn */
        "4k3/8/8/3nP3/8/8/8/4K3 w - d6",   /* a knight, not a pawn */
        "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6", /* the square is not empty */
        "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6", /* the pawn cannot have come from there */
        "4k3/8/8/8/3Pp3/8/8/4K3 w - d3",   /* the wrong side to move */
        "4k3/8/8/3pP3/8/8/8/4K3 w - d5",   /* the pawn's own square */
        "4k3/8/8/3pP3/8/8/8/4K3 w - d1",   /* a rank that no pawn jumps over */
        "4k3/8/8/3pP3/8/8/8/4K3 w - d8",   /* another */
        "4k3/8/8/8/3Pp3/8/3N4/4K3 b - d3", /* black to move from here on */
        "4k3/8/8/8/3np3/8/8/4K3 b - d3",   /* a knight, not a pawn */
    };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        ks_position position;
        ks_error error;
        const size_t length = strlen(texts[i]);
        cr_assert_eq(read_guarded_fen(texts[i], length, 0, &position, NULL), KS_OK, "%s", texts[i]);
        cr_assert_eq(position.en_passant, KS_NO_SQUARE, "%s", texts[i]);
        cr_assert_eq(read_guarded_fen(texts[i], length, KS_FEN_RIGHTS, &position, &error),
                     KS_ERROR_EN_PASSANT_SQUARE, "%s", texts[i]);
        cr_assert_eq(error.offset, length - 2, "%s", texts[i]);
    }
}

Test(fen, impossible_positions_that_pass) {
    expect_written("4k3/8/8/8/8/2n1n3/3qr3/r2BK3 w - - 0 1", 0, NULL);                /* three checkers */
    expect_written("QQQQkQQQ/8/8/8/8/8/PPPPPPPP/QQQQKQQQ b - - 0 1", 0, NULL);        /* too many pieces */
    expect_written("4k3/PPPPPPPP/PPPP4/8/8/8/8/4K3 b - - 0 1", KS_FEN_LENIENT, NULL); /* too many pawns */
}

Test(fen, lenient_reads_wherever_the_side_to_move_has_one_king) {
    expect_written("8/8/8/8/8/8/8/4K3 w - - 0 1", KS_FEN_LENIENT, NULL);
    expect_written("4k3/8/8/8/8/8/8/8 b - - 0 1", KS_FEN_LENIENT, NULL);
    expect_written("kk2k3/8/8/8/8/8/8/4K3 w - - 0 1", KS_FEN_LENIENT, NULL);
    expect_written("4k3/8/8/8/8/8/8/K3K2K b - - 0 1", KS_FEN_LENIENT, NULL);
    expect_written("4k2P/8/8/8/8/8/8/p3K2P w - - 0 1", KS_FEN_LENIENT, NULL);
    expect_written("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", KS_FEN_LENIENT, NULL);
    expect_written("8/8/8/8/8/8/8/3kK3 w - - 0 1", KS_FEN_LENIENT | KS_FEN_RIGHTS, NULL);
}

Test(fen, lenient_reads_a_missing_king_as_none) {
    static const char text[] = "8/8/8/8/8/8/8/4K3 w - -";
    ks_position position;
    cr_assert_eq(read_guarded_fen(text, sizeof text - 1, KS_FEN_LENIENT, &position, NULL), KS_OK);
    cr_assert_eq(ks_king_of(&position, KS_WHITE), KS_SQUARE(4, 7));
    cr_assert_eq(ks_king_of(&position, KS_BLACK), KS_NO_SQUARE);
}

Test(fen, the_longest_fits_into_its_room) {
    char *text = malloc(KS_FEN_SIZE); /* the exact size, so that sanitizers notice an overrun */
    static const char longest[] =
        "rrnbkbrr/pppppppp/nbnbnbnb/1P1P1P1P/PpPpPpPp/1N1B1N1B/P1PPPPPP/RRNBKBRR b GBgb c3 65535 65535";
    ks_position position;
    cr_assert_eq(read_guarded_fen(longest, sizeof longest - 1, KS_FEN_LENIENT, &position, NULL), KS_OK);
    position.en_passant = KS_SQUARE(2, 5); /* a full board allows none, but the writer does not know that */
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (position.board[square] == KS_EMPTY)
            position.board[square] = KS_WHITE_PAWN;
    cr_assert_eq(ks_write_x_fen(&position, text), strlen(text));
    cr_assert_leq(strlen(text) + 1, KS_FEN_SIZE);
    cr_assert(strstr(text, " b GBgb c3 65535 65535"), "%s", text);
    free(text);
}

Test(fen, real_positions_are_written_as_they_were_read) {
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i++) {
        char text[KS_FEN_SIZE];
        const size_t length = ks_write_x_fen(&real[i].position, text);
        if (strncmp(text, real[i].line, length) != 0 || real[i].line[length] != ' ')
            cr_assert_fail("%s\nwas written as\n%s", real[i].line, text);
    }
}

/* With KS_FEN_WHOLE, operations are text that begins or ends with a semicolon. */
Test(fen, whole_texts_have_whole_operations) {
    static const char *const texts[] = {KINGS,
                                        KINGS " 0 1 \n",
                                        KINGS " 3 4 bm Kd2; id \"x\"; \t",
                                        KINGS " hmvc 3; fmvn 4;",
                                        KINGS " ;D1 5 ;D2 20",
                                        KINGS " 3 4; id \"x\" ;"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ks_position whole, usual;
        ks_error error = {0};
        const size_t length = strlen(texts[i]);
        cr_assert_eq(read_guarded_fen(texts[i], length, KS_FEN_WHOLE, &whole, &error), KS_OK, "%s: %s",
                     texts[i], error.message);
        cr_assert_eq(ks_read_fen(texts[i], length, KS_FEN_DEFAULT, &usual, NULL), KS_OK);
        cr_assert_eq(whole.halfmove_clock, usual.halfmove_clock, "%s", texts[i]);
        cr_assert_eq(whole.fullmove_number, usual.fullmove_number, "%s", texts[i]);
    }
}
