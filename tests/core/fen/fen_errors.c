/* Tests the errors of FEN and EPD, every one by kind and by place, and arbitrary text. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/fen/guarded_fen.h"
#include "support/length.h"

/* ---- Errors ---- */

/* The text with a '|' at the place of the error. */
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
    {"|-", KS_FEN_LENIENT, KS_ERROR_PLACEMENT_CHARACTER},

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
    {"4k3/8/8/8/8/8/8/4K3 w - -|x;", 0, KS_ERROR_EN_PASSANT},

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
    {KINGS " 0 1 |\r\r", 0, KS_ERROR_TRAILING_TEXT},
    {KINGS " 0 1 |\n\n", 0, KS_ERROR_TRAILING_TEXT},
    {KINGS " 0 1 |\n\r", 0, KS_ERROR_TRAILING_TEXT},
    {KINGS " 0 1 |\nx", 0, KS_ERROR_TRAILING_TEXT},
    {KINGS " |moves", 0, KS_ERROR_TRAILING_TEXT},
    {KINGS " 3 4 |moves e1e2", 0, KS_ERROR_TRAILING_TEXT},
    {KINGS " 0 1 |moves e1e2 e8e7", KS_FEN_LENIENT, KS_ERROR_TRAILING_TEXT},

    {KINGS " 0 1 |x", KS_FEN_WHOLE, KS_ERROR_TRAILING_TEXT},
    {KINGS " |x y", KS_FEN_WHOLE, KS_ERROR_TRAILING_TEXT},
    {KINGS " 0 1 |zz \t", KS_FEN_WHOLE | KS_FEN_STRICT, KS_ERROR_TRAILING_TEXT},
    {KINGS " 3 |bm Kd2; id \"a\"", KS_FEN_WHOLE | KS_FEN_LENIENT, KS_ERROR_TRAILING_TEXT},

    {"|8/8/8/8/8/8/8/8 w - - 0 1", 0, KS_ERROR_NO_KING},
    {"  |8/8/8/8/8/8/8/4K3 w - -", 0, KS_ERROR_NO_KING},
    {"|4k3/8/8/8/8/8/8/8 b - -", 0, KS_ERROR_NO_KING},
    {"|4k3/8/8/8/8/8/8/8 w - -", KS_FEN_LENIENT, KS_ERROR_NO_KING},
    {"|8/8/8/8/8/8/8/4K3 b - -", KS_FEN_LENIENT, KS_ERROR_NO_KING},

    {"4k3/8/8/8/8/8/8/4K2|K w - -", 0, KS_ERROR_MANY_KINGS},
    {"4k3/8/3pp3/|k7/8/8/8/4K3 w - -", 0, KS_ERROR_MANY_KINGS},
    {"\tk1|k1k3/8/8/8/8/8/8/4K3 w - -", 0, KS_ERROR_MANY_KINGS},
    {"4k3/8/8/8/8/8/K7/|K3K3 w - -", KS_FEN_LENIENT, KS_ERROR_MANY_KINGS},

    {"4k2|P/8/8/8/8/8/8/4K3 w - -", 0, KS_ERROR_PAWN_RANK},
    {"|p3k3/8/8/8/8/8/8/P3K3 w - -", 0, KS_ERROR_PAWN_RANK},
    {"4k3/P7/8/8/8/8/p7/4K2|p b - -", 0, KS_ERROR_PAWN_RANK},
    {" 4k3/8/8/8/8/8/8/|P3K3 b - -", KS_FEN_RIGHTS, KS_ERROR_PAWN_RANK},

    {"4|k3/8/8/8/8/8/4R3/4K3 w - -", 0, KS_ERROR_KING_CAPTURABLE},
    {"4k3/4r3/8/8/8/8/8/4|K3 b - -", 0, KS_ERROR_KING_CAPTURABLE},
    {"8/8/8/8/8/8/8/3|kK3 w - -", 0, KS_ERROR_KING_CAPTURABLE},
    {" 4k3/8/8/8/8/8/3p4/4|K3 b - -", KS_FEN_RIGHTS, KS_ERROR_KING_CAPTURABLE},

    {"4k3/8/8/8/8/8/8/4K2R w K|Q -", KS_FEN_RIGHTS, KS_ERROR_CASTLING_RIGHT},
    {"4k3/8/8/8/8/8/4K3/R6R w |K -", KS_FEN_RIGHTS, KS_ERROR_CASTLING_RIGHT},
    {"r3k2R/8/8/8/8/8/8/4K3 b q|k -", KS_FEN_RIGHTS, KS_ERROR_CASTLING_RIGHT},
    {"4k3/8/8/8/8/8/8/R3K2R w A|G -", KS_FEN_RIGHTS, KS_ERROR_CASTLING_RIGHT},
    {"4k3/8/8/8/8/8/8/R3K2R w |E -", KS_FEN_RIGHTS, KS_ERROR_CASTLING_RIGHT},
    {"4k3/8/8/8/8/8/8/RR2K3 w A|B -", KS_FEN_RIGHTS, KS_ERROR_CASTLING_RIGHT},
    {"8/8/8/8/8/8/8/R3K2R w |q -", KS_FEN_RIGHTS | KS_FEN_LENIENT, KS_ERROR_CASTLING_RIGHT},

    {"4k3/8/8/8/8/8/8/4K3 w - |e3", KS_FEN_RIGHTS, KS_ERROR_EN_PASSANT_SQUARE},
    {"4k3/8/8/8/8/8/8/4K3 b -   |a8 0 1", KS_FEN_RIGHTS, KS_ERROR_EN_PASSANT_SQUARE},

    {"4k3/8/8/8/4|4/8/8/4K3 w - -", KS_FEN_POSSIBLE, KS_ERROR_PLACEMENT_CHARACTER},
    {"1|1111111/4k3/8/8/8/8/8/4K3 w - -", KS_FEN_RIGHTS | KS_FEN_POSSIBLE, KS_ERROR_PLACEMENT_CHARACTER},
    {"4k3/8/8/8/8/P7/PPPPPPP|P/4K3 w - -", KS_FEN_POSSIBLE, KS_ERROR_MANY_PAWNS},
    {"4k3/pppppppp/8/7|p/8/8/8/4K3 b - -", KS_FEN_POSSIBLE, KS_ERROR_MANY_PAWNS},
    {"rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBN|R w - -", KS_FEN_POSSIBLE, KS_ERROR_MANY_PIECES},
    {"4k3/8/8/nnnnnnnn/nnnnnnn|n/8/8/4K3 w - -", KS_FEN_POSSIBLE, KS_ERROR_MANY_PIECES},
    {"4k3/8/8/8/4r2b/5n2/8/4|K3 w - -", KS_FEN_POSSIBLE, KS_ERROR_MANY_CHECKERS},
    {"3|k4/8/2N1N3/8/8/8/8/3R2K1 b - -", KS_FEN_POSSIBLE, KS_ERROR_MANY_CHECKERS},
    {"4k3/8/8/q2pP3/8/8/8/4|K3 w - d6 0 1", KS_FEN_RIGHTS | KS_FEN_POSSIBLE, KS_ERROR_IMPOSSIBLE_CHECK},
    {"4k3/8/8/8/8/8/8/r3|K2r w - -", KS_FEN_POSSIBLE, KS_ERROR_IMPOSSIBLE_CHECK},
    {"3r4/8/8/k7/3|K4/8/8/3r4 w - -", KS_FEN_POSSIBLE, KS_ERROR_IMPOSSIBLE_CHECK},
    {"4k3/8/1b6/8/3|K4/8/5b2/8 w - -", KS_FEN_POSSIBLE, KS_ERROR_IMPOSSIBLE_CHECK},
    {"4k3/8/5b2/8/3|K4/8/1b6/8 w - -", KS_FEN_POSSIBLE, KS_ERROR_IMPOSSIBLE_CHECK},
    {"4k3/8/8/8/8/3n1n2/8/4|K3 w - -", KS_FEN_POSSIBLE, KS_ERROR_IMPOSSIBLE_CHECK},
};

static void expect_error(const wrong *w) {
    const size_t offset = (size_t)(strchr(w->text, '|') - w->text), length = strlen(w->text) - 1;
    char text[256];
    ks_position position;
    ks_error error = {0};
    memcpy(text, w->text, offset);
    memcpy(text + offset, w->text + offset + 1, length - offset);
    const int code = read_guarded_fen(text, length, w->flags, &position, &error);
    cr_assert_eq(code, w->code, "%s: found code %d, %s at %zu", w->text, code, error.message, error.offset);
    cr_assert_eq(error.code, code, "%s", w->text);
    cr_assert_eq(error.offset, offset, "%s: found %s at %zu", w->text, error.message, error.offset);
    cr_assert_gt(strlen(error.message), 10);
    cr_assert_eq(read_guarded_fen(text, length, w->flags, &position, NULL), code);
}

Test(fen_errors, errors_by_kind_and_by_place) {
    int times[KS_ERROR_IMPOSSIBLE_CHECK + 1] = {0};
    for (size_t i = 0; i < LENGTH(errors); i++) {
        expect_error(&errors[i]);
        times[errors[i].code]++;
    }
    for (int code = KS_OK + 1; code <= KS_ERROR_IMPOSSIBLE_CHECK; code++)
        cr_assert_geq(times[code], 2, "error %d is tested %d times", code, times[code]);
}

Test(fen_errors, a_zero_byte_is_a_byte_like_others) {
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
        cr_assert_eq(read_guarded_fen(cases[i].text, cases[i].length, 0, &position, &error), cases[i].code,
                     "%zu: %s", i, error.message);
        cr_assert_eq(error.offset, cases[i].offset, "%zu: %s at %zu", i, error.message, error.offset);
    }
}

Test(fen_errors, messages_say_what_was_expected_and_what_was_found) {
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
        cr_assert_neq(read_guarded_fen(cases[i].text, strlen(cases[i].text), 0, &position, &error), KS_OK);
        cr_assert_str_eq(error.message, cases[i].message);
    }
}

/* ---- Arbitrary text ---- */

/* Every text has an answer; an error lies within the text, and its message is one line. */
static void read_anything(const char *text, size_t length) {
    for (unsigned flags = 0; flags < 4; flags++) {
        ks_position position;
        ks_error error = {0};
        const int code = read_guarded_fen(text, length, flags, &position, &error);
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

Test(fen_errors, every_prefix_is_read_within_its_bounds) {
    for (size_t i = 0; i < LENGTH(whole_texts); i++)
        for (size_t length = 0; length <= strlen(whole_texts[i]); length++)
            read_anything(whole_texts[i], length);
}

Test(fen_errors, any_byte_at_any_place_is_read_within_bounds) {
    for (size_t i = 0; i < LENGTH(whole_texts); i++)
        for (size_t at = 0; at < strlen(whole_texts[i]); at++)
            for (int byte = 0; byte < 256; byte++) {
                char text[128];
                strcpy(text, whole_texts[i]);
                text[at] = (char)byte;
                read_anything(text, strlen(whole_texts[i]));
            }
}

Test(fen_errors, no_text_may_be_null) {
    ks_position position;
    ks_error error = {0};
    ks_text_cursor cursor = {0, 0};
    ks_checked_line line;
    cr_assert_eq(ks_read_fen(NULL, 0, 0, &position, &error), KS_ERROR_FIELD_MISSING);
    cr_assert_eq(error.offset, 0);
    cr_assert_eq(ks_read_fen(NULL, 0, KS_FEN_RIGHTS | KS_FEN_POSSIBLE, &position, NULL),
                 KS_ERROR_FIELD_MISSING);
    cr_assert_eq(ks_check_epd(NULL, 0, 0, &cursor, &line, 1), 0);
}
