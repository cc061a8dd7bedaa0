/* FEN and EPD: what is read and what becomes of it, and every error by kind and by place. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "abi/area.h"
#include "kingscan.h"
#include "support/length.h"
#include "support/positions.h"

/* Reads a copy of the text that ends where an unmapped page begins, so that nothing behind it can be read. */
static int read_fen(const char *text, size_t length, unsigned flags, ks_position *position, ks_error *error) {
    static area memory;
    if (!memory.end)
        memory = new_area(1);
    return ks_read_fen(memcpy(memory.end - length, text, length), length, flags, position, error);
}

/* ---- What is read ---- */

/* Expects that `text` is read, and written again as `written`; written NULL: as it was. */
static void expect_written(const char *text, unsigned flags, const char *written) {
    ks_position position;
    ks_error error = {0};
    char again[KS_FEN_SIZE];
    cr_assert_eq(read_fen(text, strlen(text), flags, &position, &error), KS_OK, "%s: %s at %zu", text,
                 error.message, error.offset);
    const size_t length = ks_write_fen(&position, again);
    cr_assert_str_eq(again, written ? written : text, "%s: written as %s", text, again);
    cr_assert_eq(length, strlen(again));
    cr_assert_eq(read_fen(text, strlen(text), flags, &position, NULL), KS_OK);
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define KINGS "4k3/8/8/8/8/8/8/4K3 w - -"

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
    cr_assert_eq(read_fen(text, sizeof text - 1, 0, &position, NULL), KS_OK);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        cr_assert_eq(ks_code_letter(position.board[square]), letters[square], "%s", ks_square_name(square));
    cr_assert_eq(position.side_to_move, KS_BLACK);
    cr_assert_eq(position.king[KS_WHITE], KS_SQUARE(4, 7));
    cr_assert_eq(position.king[KS_BLACK], KS_SQUARE(4, 0));
    cr_assert_eq(position.castling_rook[KS_WHITE][KS_KINGSIDE], KS_SQUARE(7, 7));
    cr_assert_eq(position.castling_rook[KS_WHITE][KS_QUEENSIDE], KS_SQUARE(0, 7));
    cr_assert_eq(position.castling_rook[KS_BLACK][KS_KINGSIDE], KS_SQUARE(7, 0));
    cr_assert_eq(position.castling_rook[KS_BLACK][KS_QUEENSIDE], KS_SQUARE(0, 0));
    cr_assert_eq(position.en_passant, KS_SQUARE(4, 5));
    cr_assert_eq(position.halfmove_clock, 7);
    cr_assert_eq(position.fullmove_number, 42);
}

Test(fen, fields_that_say_none) {
    ks_position position;
    memset(&position, 0xaa, sizeof position);
    cr_assert_eq(read_fen(KINGS, strlen(KINGS), 0, &position, NULL), KS_OK);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            cr_assert_eq(position.castling_rook[side][wing], KS_NO_SQUARE);
    cr_assert_eq(position.en_passant, KS_NO_SQUARE);
    cr_assert_eq(position.halfmove_clock, 0);
    cr_assert_eq(position.fullmove_number, 1);
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
    expect_written(START " hmvc 5; fmvn 9;", 0, START " 0 1");
    expect_written(START " 3 bm e4;", 0, START " 3 1");
    expect_written(START " 3 4 c0 \"checkers -\";", 0, START " 3 4");
    expect_written(START " ;D1 20 ;D2 400", 0, START " 0 1");
    expect_written(START " 0 1 ;D1 20 ;D2 400", 0, START " 0 1");
    expect_written(START " 2 1;D1 20;D2 400", 0, START " 2 1");
    expect_written(START " 2;D1 20", 0, START " 2 1");
    expect_written(START " D1 20; \xff\x01 anything", 0, START " 0 1");
}

Test(fen, blanks_are_spaces_or_tabs_and_as_many_as_one_likes) {
    expect_written(" \t" START, 0, START " 0 1");
    expect_written(START "  \t", 0, START " 0 1");
    expect_written("4k3/8/8/8/8/8/8/4K3\tw\t-\t-\t5\t6", 0, KINGS " 5 6");
    expect_written("4k3/8/8/8/8/8/8/4K3   w \t - \t\t -  5  6  ", 0, KINGS " 5 6");
}

Test(fen, squares_may_be_counted_piecemeal) {
    expect_written("4k3/11111111/44/323/8/8/71/4K3 w - -", 0, KINGS " 0 1");
}

Test(fen, castling_by_wing_means_the_outermost_rook) {
    expect_written("1r2k1rr/8/8/8/8/8/8/RR2K1R1 w KQkq - 0 1", 0, NULL);
    ks_position position;
    static const char text[] = "1r2k1rr/8/8/8/8/8/8/RR2K1R1 w KQkq -";
    cr_assert_eq(read_fen(text, sizeof text - 1, KS_STRICT, &position, NULL), KS_OK);
    cr_assert_eq(position.castling_rook[KS_WHITE][KS_KINGSIDE], KS_SQUARE(6, 7));
    cr_assert_eq(position.castling_rook[KS_WHITE][KS_QUEENSIDE], KS_SQUARE(0, 7));
    cr_assert_eq(position.castling_rook[KS_BLACK][KS_KINGSIDE], KS_SQUARE(7, 0));
    cr_assert_eq(position.castling_rook[KS_BLACK][KS_QUEENSIDE], KS_SQUARE(1, 0));
}

Test(fen, castling_by_file) {
    expect_written("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", KS_STRICT, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    expect_written("r3k2r/8/8/8/8/8/8/R3K2R b ahAH - 0 1", KS_STRICT, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    expect_written("1r2k1rr/8/8/8/8/8/8/RR2K1R1 w GBgb - 0 1", KS_STRICT,
                   "1r2k1rr/8/8/8/8/8/8/RR2K1R1 w KBgq - 0 1");
    expect_written("4k3/4p3/8/8/8/8/8/RRRKRRRR w EC - 0 1", KS_STRICT, NULL);
    expect_written("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", KS_STRICT,
                   "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9");
    expect_written("rk5r/1p6/8/8/8/8/8/1R4KR w Hk - 0 1", KS_STRICT, "rk5r/1p6/8/8/8/8/8/1R4KR w Kk - 0 1");
}

Test(fen, castling_letters_without_king_or_rook_are_dropped) {
    expect_written("4k3/8/8/8/8/8/8/4K2R w KQkq -", 0, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    expect_written("r3k3/8/8/8/8/8/4K3/R6R w KQkq -", 0, "r3k3/8/8/8/8/8/4K3/R6R w q - 0 1");
    expect_written("4k3/8/8/8/8/8/8/r3K2r w KQ -", KS_LENIENT, "4k3/8/8/8/8/8/8/r3K2r w - - 0 1");
    expect_written("4k3/8/8/8/8/8/8/R3K2R w BAg -", 0, "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1");
    expect_written("4k3/8/8/8/8/8/8/R3K2R w E -", 0, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    expect_written("4k2R/8/8/8/8/8/8/4K3 b k -", 0, "4k2R/8/8/8/8/8/8/4K3 b - - 0 1");
    expect_written("4k3/8/8/8/8/8/8/RR2K3 w BA -", 0, "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
}

Test(fen, en_passant_squares_that_a_double_push_has_left_are_kept) {
    expect_written("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", KS_STRICT, NULL);
    expect_written("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 2", KS_STRICT, NULL);
    /* Nobody needs to be able to capture. */
    expect_written("4k3/8/8/p7/8/8/8/4K3 w - a6 0 2", KS_STRICT, NULL);
    expect_written("4k3/8/8/8/7P/8/8/4K3 b - h3 0 2", KS_STRICT, NULL);
}

Test(fen, other_en_passant_squares_are_dropped) {
    static const char *const texts[] = {
        "4k3/8/8/4P3/8/8/8/4K3 w - d6",    /* no pawn */
        "4k3/8/8/3PP3/8/8/8/4K3 w - d6",   /* a pawn of one's own */
        "4k3/8/8/3nP3/8/8/8/4K3 w - d6",   /* no pawn but a knight */
        "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6", /* the square isn't empty */
        "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6", /* the pawn can't have come through there */
        "4k3/8/8/8/3Pp3/8/8/4K3 w - d3",   /* the wrong side to move */
        "4k3/8/8/3pP3/8/8/8/4K3 w - d5",   /* the pawn's own square */
        "4k3/8/8/3pP3/8/8/8/4K3 w - d1",   /* a rank that no pawn jumps over */
        "4k3/8/8/3pP3/8/8/8/4K3 w - d8",   /* another */
        "4k3/8/8/8/3Pp3/8/3N4/4K3 b - d3", /* from here on for black */
        "4k3/8/8/8/3np3/8/8/4K3 b - d3",   /* no pawn but a knight */
    };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        ks_position position;
        ks_error error;
        const size_t length = strlen(texts[i]);
        cr_assert_eq(read_fen(texts[i], length, 0, &position, NULL), KS_OK, "%s", texts[i]);
        cr_assert_eq(position.en_passant, KS_NO_SQUARE, "%s", texts[i]);
        cr_assert_eq(read_fen(texts[i], length, KS_STRICT, &position, &error), KS_ERROR_EN_PASSANT_SQUARE,
                     "%s", texts[i]);
        cr_assert_eq(error.offset, length - 2, "%s", texts[i]);
    }
}

Test(fen, what_chess_cannot_have_but_kingscan_passes) {
    expect_written("4k3/8/8/8/8/2n1n3/3qr3/r2BK3 w - - 0 1", 0, NULL);            /* three checkers */
    expect_written("QQQQkQQQ/8/8/8/8/8/PPPPPPPP/QQQQKQQQ b - - 0 1", 0, NULL);    /* too many pieces */
    expect_written("4k3/PPPPPPPP/PPPP4/8/8/8/8/4K3 b - - 0 1", KS_LENIENT, NULL); /* too many pawns */
}

Test(fen, lenient_reads_wherever_the_side_to_move_has_one_king) {
    expect_written("8/8/8/8/8/8/8/4K3 w - - 0 1", KS_LENIENT, NULL);
    expect_written("4k3/8/8/8/8/8/8/8 b - - 0 1", KS_LENIENT, NULL);
    expect_written("kk2k3/8/8/8/8/8/8/4K3 w - - 0 1", KS_LENIENT, NULL);
    expect_written("4k3/8/8/8/8/8/8/K3K2K b - - 0 1", KS_LENIENT, NULL);
    expect_written("4k2P/8/8/8/8/8/8/p3K2P w - - 0 1", KS_LENIENT, NULL);
    expect_written("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", KS_LENIENT, NULL);
    expect_written("8/8/8/8/8/8/8/3kK3 w - - 0 1", KS_LENIENT | KS_STRICT, NULL);
}

Test(fen, lenient_leaves_no_king_where_there_is_none) {
    static const char text[] = "8/8/8/8/8/8/8/4K3 w - -";
    ks_position position;
    cr_assert_eq(read_fen(text, sizeof text - 1, KS_LENIENT, &position, NULL), KS_OK);
    cr_assert_eq(position.king[KS_WHITE], KS_SQUARE(4, 7));
    cr_assert_eq(position.king[KS_BLACK], KS_NO_SQUARE);
}

Test(fen, the_longest_fits_into_its_room) {
    char *text = malloc(KS_FEN_SIZE); /* exactly: the sanitizers look at its end */
    static const char longest[] =
        "rrnbkbrr/pppppppp/nbnbnbnb/1P1P1P1P/PpPpPpPp/1N1B1N1B/P1PPPPPP/RRNBKBRR b GBgb c3 65535 65535";
    ks_position position;
    cr_assert_eq(read_fen(longest, sizeof longest - 1, KS_LENIENT, &position, NULL), KS_OK);
    position.en_passant = KS_SQUARE(2, 5); /* it can't be where all squares are taken, but may be written */
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (position.board[square] == KS_EMPTY)
            position.board[square] = KS_WHITE_PAWN;
    cr_assert_eq(ks_write_fen(&position, text), strlen(text));
    cr_assert_leq(strlen(text) + 1, KS_FEN_SIZE);
    cr_assert(strstr(text, " b GBgb c3 65535 65535"), "%s", text);
    free(text);
}

Test(fen, real_positions_are_written_as_they_were_read) {
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i++) {
        char text[KS_FEN_SIZE];
        const size_t length = ks_write_fen(&real[i].position, text);
        if (strncmp(text, real[i].line, length) != 0 || real[i].line[length] != ' ')
            cr_assert_fail("%s\nwas written as\n%s", real[i].line, text);
    }
}

/* ---- Errors ---- */

/* The text with a '|' where the error is. */
typedef struct wrong {
    const char *text;
    unsigned flags;
    int code;
} wrong;

static const wrong errors[] = {
    {"|", 0, KS_ERROR_FIELD_MISSING},
    {"  \t|", 0, KS_ERROR_FIELD_MISSING},
    {"4k3/8/8/8/8/8/8/4K3|", 0, KS_ERROR_FIELD_MISSING},
    {"4k3/8/8/8/8/8/8/4K3  |", 0, KS_ERROR_FIELD_MISSING},
    {"4k3/8/8/8/8/8/8/4K3 w|", 0, KS_ERROR_FIELD_MISSING},
    {"4k3/8/8/8/8/8/8/4K3 w KQ|", 0, KS_ERROR_FIELD_MISSING},
    {"4k3/8/8/8/8/8/8/4K3 w - |", 0, KS_ERROR_FIELD_MISSING},

    {"|x", 0, KS_ERROR_PLACEMENT_CHARACTER},
    {"|9/8/8/8/8/8/8/8 w - -", 0, KS_ERROR_PLACEMENT_CHARACTER},
    {"4k3/8/8/8|\n/8/8/8/4K3 w - -", 0, KS_ERROR_PLACEMENT_CHARACTER},
    {"4k|03/8/8/8/8/8/8/4K3 w - -", 0, KS_ERROR_PLACEMENT_CHARACTER},
    {"4k3/8/8/8/8/8/8/4K2|. w - -", 0, KS_ERROR_PLACEMENT_CHARACTER},
    {"4k3/8/8/8/8/8/|\xff/4K3 w - -", 0, KS_ERROR_PLACEMENT_CHARACTER},
    {"|-", KS_LENIENT, KS_ERROR_PLACEMENT_CHARACTER},

    {"4k3|1/8/8/8/8/8/8/4K3 w - -", 0, KS_ERROR_ROW_TOO_LONG},
    {"4k3/7|2/8/8/8/8/8/4K3 w - -", 0, KS_ERROR_ROW_TOO_LONG},
    {"4k3/8/8/8/8/8/8/4K3|P w - -", 0, KS_ERROR_ROW_TOO_LONG},
    {"rnbqkbnr|r", 0, KS_ERROR_ROW_TOO_LONG},

    {"4k2|/8/8/8/8/8/8/4K3 w - -", 0, KS_ERROR_ROW_TOO_SHORT},
    {"4k3/|/8/8/8/8/8/4K3 w - -", 0, KS_ERROR_ROW_TOO_SHORT},
    {"4k3/8/8/8/8/8/8/4K2| w - -", 0, KS_ERROR_ROW_TOO_SHORT},
    {"4k3/8/8/8/8/8/8/4K2|", 0, KS_ERROR_ROW_TOO_SHORT},
    {"4k3/8/8/8/8/8/8/|", 0, KS_ERROR_ROW_TOO_SHORT},
    {"|/8", 0, KS_ERROR_ROW_TOO_SHORT},

    {"4k3/8/8/8/8/8/8/4K3|/8 w - -", 0, KS_ERROR_ROWS_TOO_MANY},
    {"4k3/8/8/8/8/8/8/4K3|/ w - -", 0, KS_ERROR_ROWS_TOO_MANY},

    {"4k3/8/8/8/8/8/4K3| w - -", 0, KS_ERROR_ROWS_TOO_FEW},
    {"4k3|\tw - -", 0, KS_ERROR_ROWS_TOO_FEW},
    {"4k3|", 0, KS_ERROR_ROWS_TOO_FEW},

    {"4k3/8/8/8/8/8/8/4K3 |W - -", 0, KS_ERROR_SIDE},
    {"4k3/8/8/8/8/8/8/4K3 |- - -", 0, KS_ERROR_SIDE},
    {"4k3/8/8/8/8/8/8/4K3 w|b - -", 0, KS_ERROR_SIDE},
    {"4k3/8/8/8/8/8/8/4K3  b|-", 0, KS_ERROR_SIDE},

    {"4k3/8/8/8/8/8/8/4K3 w |x -", 0, KS_ERROR_CASTLING},
    {"4k3/8/8/8/8/8/8/4K3 w K|L -", 0, KS_ERROR_CASTLING},
    {"4k3/8/8/8/8/8/8/4K3 w KQkq|- -", 0, KS_ERROR_CASTLING},
    {"4k3/8/8/8/8/8/8/4K3 w -|- -", 0, KS_ERROR_CASTLING},
    {"4k3/8/8/8/8/8/8/4K3 w -|K -", 0, KS_ERROR_CASTLING},
    {"4k3/8/8/8/8/8/8/4K3 w |I -", 0, KS_ERROR_CASTLING},
    {"4k3/8/8/8/8/8/8/4K3 w |i -", 0, KS_ERROR_CASTLING},
    {"4k3/8/8/8/8/8/8/4K3 w |@ -", 0, KS_ERROR_CASTLING},
    {"4k3/8/8/8/8/8/8/4K3 w |` -", 0, KS_ERROR_CASTLING},
    {"4k3/8/8/8/8/8/8/4K3 w |0 -", 0, KS_ERROR_CASTLING},
    {"4k3/8/8/8/8/8/8/4K3 w |\xc0 -", 0, KS_ERROR_CASTLING},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ|K -", 0, KS_ERROR_CASTLING},
    {"4k3/8/8/8/8/8/8/4K3 w a|a -", 0, KS_ERROR_CASTLING},

    {"4k3/8/8/8/8/8/8/4K3 w - |i3", 0, KS_ERROR_EN_PASSANT},
    {"4k3/8/8/8/8/8/8/4K3 w - |E3", 0, KS_ERROR_EN_PASSANT},
    {"4k3/8/8/8/8/8/8/4K3 w - |`3", 0, KS_ERROR_EN_PASSANT},
    {"4k3/8/8/8/8/8/8/4K3 w - |3", 0, KS_ERROR_EN_PASSANT},
    {"4k3/8/8/8/8/8/8/4K3 w - e|9", 0, KS_ERROR_EN_PASSANT},
    {"4k3/8/8/8/8/8/8/4K3 w - e|0", 0, KS_ERROR_EN_PASSANT},
    {"4k3/8/8/8/8/8/8/4K3 w - e|", 0, KS_ERROR_EN_PASSANT},
    {"4k3/8/8/8/8/8/8/4K3 w - e| 0 1", 0, KS_ERROR_EN_PASSANT},
    {"4k3/8/8/8/8/8/8/4K3 w - e3|4", 0, KS_ERROR_EN_PASSANT},
    {"4k3/8/8/8/8/8/8/4K3 w - -|;", 0, KS_ERROR_EN_PASSANT},

    {KINGS " |65536 1", 0, KS_ERROR_HALFMOVE_CLOCK},
    {KINGS " |99999999999999999999999", 0, KS_ERROR_HALFMOVE_CLOCK},
    {KINGS " |4294967296", 0, KS_ERROR_HALFMOVE_CLOCK},
    {KINGS " 0|x 1", 0, KS_ERROR_HALFMOVE_CLOCK},
    {KINGS " 1|.5 1", 0, KS_ERROR_HALFMOVE_CLOCK},

    {KINGS " 0 |65536", 0, KS_ERROR_FULLMOVE_NUMBER},
    {KINGS " 0 |18446744073709551616", 0, KS_ERROR_FULLMOVE_NUMBER},
    {KINGS " 0 1|x", 0, KS_ERROR_FULLMOVE_NUMBER},
    {KINGS " 0 1|-", 0, KS_ERROR_FULLMOVE_NUMBER},

    {KINGS " |-1 1", 0, KS_ERROR_TRAILING_TEXT},
    {KINGS " |- 1", 0, KS_ERROR_TRAILING_TEXT},
    {KINGS " 0 |-", 0, KS_ERROR_TRAILING_TEXT},
    {KINGS " 0 1 |2", 0, KS_ERROR_TRAILING_TEXT},
    {KINGS " 0 1 |\"x\"", 0, KS_ERROR_TRAILING_TEXT},
    {KINGS " 0 1 |\r", 0, KS_ERROR_TRAILING_TEXT},

    {"|8/8/8/8/8/8/8/8 w - - 0 1", 0, KS_ERROR_NO_KING},
    {"  |8/8/8/8/8/8/8/4K3 w - -", 0, KS_ERROR_NO_KING},
    {"|4k3/8/8/8/8/8/8/8 b - -", 0, KS_ERROR_NO_KING},
    {"|4k3/8/8/8/8/8/8/8 w - -", KS_LENIENT, KS_ERROR_NO_KING},
    {"|8/8/8/8/8/8/8/4K3 b - -", KS_LENIENT, KS_ERROR_NO_KING},

    {"4k3/8/8/8/8/8/8/4K2|K w - -", 0, KS_ERROR_MANY_KINGS},
    {"4k3/8/3pp3/|k7/8/8/8/4K3 w - -", 0, KS_ERROR_MANY_KINGS},
    {"\tk1|k1k3/8/8/8/8/8/8/4K3 w - -", 0, KS_ERROR_MANY_KINGS},
    {"4k3/8/8/8/8/8/K7/|K3K3 w - -", KS_LENIENT, KS_ERROR_MANY_KINGS},

    {"4k2|P/8/8/8/8/8/8/4K3 w - -", 0, KS_ERROR_PAWN_RANK},
    {"|p3k3/8/8/8/8/8/8/P3K3 w - -", 0, KS_ERROR_PAWN_RANK},
    {"4k3/P7/8/8/8/8/p7/4K2|p b - -", 0, KS_ERROR_PAWN_RANK},
    {" 4k3/8/8/8/8/8/8/|P3K3 b - -", KS_STRICT, KS_ERROR_PAWN_RANK},

    {"4|k3/8/8/8/8/8/4R3/4K3 w - -", 0, KS_ERROR_KING_CAPTURABLE},
    {"4k3/4r3/8/8/8/8/8/4|K3 b - -", 0, KS_ERROR_KING_CAPTURABLE},
    {"8/8/8/8/8/8/8/3|kK3 w - -", 0, KS_ERROR_KING_CAPTURABLE},
    {" 4k3/8/8/8/8/8/3p4/4|K3 b - -", KS_STRICT, KS_ERROR_KING_CAPTURABLE},

    {"4k3/8/8/8/8/8/8/4K2R w K|Q -", KS_STRICT, KS_ERROR_CASTLING_RIGHT},
    {"4k3/8/8/8/8/8/4K3/R6R w |K -", KS_STRICT, KS_ERROR_CASTLING_RIGHT},
    {"r3k2R/8/8/8/8/8/8/4K3 b q|k -", KS_STRICT, KS_ERROR_CASTLING_RIGHT},
    {"4k3/8/8/8/8/8/8/R3K2R w A|G -", KS_STRICT, KS_ERROR_CASTLING_RIGHT},
    {"4k3/8/8/8/8/8/8/R3K2R w |E -", KS_STRICT, KS_ERROR_CASTLING_RIGHT},
    {"4k3/8/8/8/8/8/8/RR2K3 w A|B -", KS_STRICT, KS_ERROR_CASTLING_RIGHT},
    {"8/8/8/8/8/8/8/R3K2R w |q -", KS_STRICT | KS_LENIENT, KS_ERROR_CASTLING_RIGHT},

    {"4k3/8/8/8/8/8/8/4K3 w - |e3", KS_STRICT, KS_ERROR_EN_PASSANT_SQUARE},
    {"4k3/8/8/8/8/8/8/4K3 b -   |a8 0 1", KS_STRICT, KS_ERROR_EN_PASSANT_SQUARE},
};

static void expect_error(const wrong *w) {
    const size_t offset = (size_t)(strchr(w->text, '|') - w->text), length = strlen(w->text) - 1;
    char text[256];
    ks_position position;
    ks_error error = {0};
    memcpy(text, w->text, offset);
    memcpy(text + offset, w->text + offset + 1, length - offset);
    const int code = read_fen(text, length, w->flags, &position, &error);
    cr_assert_eq(code, w->code, "%s: found code %d, %s at %zu", w->text, code, error.message, error.offset);
    cr_assert_eq(error.code, code, "%s", w->text);
    cr_assert_eq(error.offset, offset, "%s: found %s at %zu", w->text, error.message, error.offset);
    cr_assert_gt(strlen(error.message), 10);
    cr_assert_eq(read_fen(text, length, w->flags, &position, NULL), code);
}

Test(fen, errors_by_kind_and_by_place) {
    int times[KS_ERROR_EN_PASSANT_SQUARE + 1] = {0};
    for (size_t i = 0; i < LENGTH(errors); i++) {
        expect_error(&errors[i]);
        times[errors[i].code]++;
    }
    for (int code = KS_OK + 1; code <= KS_ERROR_EN_PASSANT_SQUARE; code++)
        cr_assert_geq(times[code], 2, "error %d is tested %d times", code, times[code]);
}

Test(fen, a_zero_byte_is_a_byte_like_others) {
    static const struct {
        const char text[40];
        size_t length, offset;
        int code;
    } cases[] = {
        {"\0", 1, 0, KS_ERROR_PLACEMENT_CHARACTER},
        {"4k3/8/8/8/8/8/8/4K3\0w - -", 25, 19, KS_ERROR_PLACEMENT_CHARACTER},
        {"4k3/8/8/8/8/8/8/4K3 \0 - -", 25, 20, KS_ERROR_SIDE},
        {"4k3/8/8/8/8/8/8/4K3 w \0 -", 25, 22, KS_ERROR_CASTLING},
        {"4k3/8/8/8/8/8/8/4K3 w - -\0", 26, 25, KS_ERROR_EN_PASSANT},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0\0", 28, 27, KS_ERROR_HALFMOVE_CLOCK},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 \0", 31, 30, KS_ERROR_TRAILING_TEXT},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        ks_position position;
        ks_error error;
        cr_assert_eq(read_fen(cases[i].text, cases[i].length, 0, &position, &error), cases[i].code, "%zu: %s",
                     i, error.message);
        cr_assert_eq(error.offset, cases[i].offset, "%zu: %s at %zu", i, error.message, error.offset);
    }
}

Test(fen, messages_say_what_was_expected_and_what_was_found) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "expected a position in FEN, found the end of the text"},
        {"4k3/8/8/8/8/8/8/4K3 x - -", "expected the side to move, 'w' or 'b', found 'x'"},
        {"4k3/8/8/8/8/8/4K3 w - -", "expected '/' and another of the eight rows, found a blank (byte 0x20)"},
        {"8/8/8/8/8/8/8/8 w - -", "expected one white king, found none"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        ks_position position;
        ks_error error;
        cr_assert_neq(read_fen(cases[i].text, strlen(cases[i].text), 0, &position, &error), KS_OK);
        cr_assert_str_eq(error.message, cases[i].message);
    }
}

/* ---- Text of any kind ---- */

/* Whatever the text is, there is an answer; an error lies in the text and says something in one line. */
static void read_anything(const char *text, size_t length) {
    for (unsigned flags = 0; flags < 4; flags++) {
        ks_position position;
        ks_error error = {0};
        const int code = read_fen(text, length, flags, &position, &error);
        if (code == KS_OK)
            continue;
        cr_assert_leq(error.offset, length);
        cr_assert_eq(error.code, code);
        cr_assert(memchr(error.message, 0, sizeof error.message) && *error.message);
        cr_assert_null(strchr(error.message, '\n'));
    }
}

static const char *const whole_texts[] = {
    START " 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 65535 1 bm e5f7; id \"x\";",
    "\t 4k3/8/8/3pP3/8/8/8/4K3 \t w - d6 0 2 ;D1 7",
    "8/8/8/8/8/8/8/8 w - -",
    "4k3/8/8/8/8/8/4R3/4K2P w KQkq e3 1",
};

Test(fen, every_prefix_is_read_within_its_bounds) {
    for (size_t i = 0; i < LENGTH(whole_texts); i++)
        for (size_t length = 0; length <= strlen(whole_texts[i]); length++)
            read_anything(whole_texts[i], length);
}

Test(fen, any_byte_in_any_place_is_read_within_bounds) {
    for (size_t i = 0; i < LENGTH(whole_texts); i++)
        for (size_t at = 0; at < strlen(whole_texts[i]); at++)
            for (int byte = 0; byte < 256; byte++) {
                char text[128];
                strcpy(text, whole_texts[i]);
                text[at] = (char)byte;
                read_anything(text, strlen(whole_texts[i]));
            }
}
