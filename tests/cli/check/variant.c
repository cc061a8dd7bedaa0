/* kingscan check --variant: every option that makes sense there does what it does in chess. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"
#include "support/length.h"

#define GRAND_START "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - -"
#define GRAND_DOUBLE "3k6/2P7/10/10/10/10/10/10/10/3RK5 b"

/* ---- --unique ---- */

/* Asserts how many of two lines --unique prints. */
static void expect_positions(const char *variant, const char *first, const char *second, int expected) {
    char settings[512], shown[8];
    snprintf(settings, sizeof settings, "v=%s; a='%s'; b='%s'", variant, first, second);
    snprintf(shown, sizeof shown, "%d\n", expected);
    expect_run_with(settings, "printf '%s\\n' \"$a\" \"$b\" | $KINGSCAN check --variant $v --unique | wc -l",
                    0, shown, "");
}

Test(check_variant, unique_clocks_and_operations_do_not_count) {
    expect_positions("grand", GRAND_DOUBLE " - - 0 1", GRAND_DOUBLE " - - 5 9", 1);
    expect_positions("grand", GRAND_DOUBLE " - - 0 1", GRAND_DOUBLE " 3 4 c0 \"x\";", 1);
}

Test(check_variant, unique_board_and_side_count) {
    expect_positions("grand", "9k/10/10/10/10/10/10/10/10/K9 w - -", "9k/10/10/10/10/10/10/10/10/K9 b - -",
                     2);
    expect_positions("grand", "9k/10/10/10/10/10/10/10/10/KC8 w - -", "9k/10/10/10/10/10/10/10/10/KA8 w - -",
                     2);
    /* squares after the sixty-fourth, and the last */
    expect_positions("grand", "k9/10/10/10/10/10/10/10/1P8/9K w - -", "k9/10/10/10/10/10/10/10/2P7/9K w - -",
                     2);
    expect_positions("grand", "k9/10/10/10/10/10/10/10/1P8/9K w - -", "k9/10/10/10/10/10/10/10/1P8/8K1 w - -",
                     2);
}

Test(check_variant, unique_rights_count) {
    expect_positions("capablanca", "r4k3r/10/10/10/10/10/10/R4K3R w KQkq -",
                     "r4k3r/10/10/10/10/10/10/R4K3R w KQk -", 2);
    expect_positions("capablanca", "r4k3r/10/10/10/10/10/10/R4K3R w K -",
                     "r4k3r/10/10/10/10/10/10/R4K3R w Q -", 2);
    expect_positions("capablanca", "r4k3r/10/10/10/10/10/10/R4K3R w KQkq -",
                     "r4k3r/10/10/10/10/10/10/R4K3R w JAja -", 1);
}

Test(check_variant, unique_en_passant_counts_with_a_pawn_that_may_capture) {
    expect_positions("capablanca", "9k/10/10/4pP4/10/10/10/K9 w - e6", "9k/10/10/4pP4/10/10/10/K9 w - -", 2);
    expect_positions("capablanca", "9k/10/10/2pPp5/10/10/10/K9 w - c6", "9k/10/10/2pPp5/10/10/10/K9 w - e6",
                     2);
    expect_positions("capablanca", "9k/10/10/4p5/10/10/10/K9 w - e6", "9k/10/10/4p5/10/10/10/K9 w - -", 1);
}

/* Other facts that distinguish positions with the same board. */
Test(check_variant, unique_hands_gates_and_checks_count) {
    static const char *const pairs[][3] = {
        {"crazyhouse", "k7/8/8/8/8/8/PP6/K6r[] w - -", "k7/8/8/8/8/8/PP6/K6r[N] w - -"},
        {"crazyhouse", "k7/8/8/8/8/8/PP6/K6r[n] w - -", "k7/8/8/8/8/8/PP6/K6r[N] w - -"},
        {"crazyhouse", "k7/8/8/8/8/8/PP6/K6N[] w - -", "k7/8/8/8/8/8/PP6/K6N~[] w - -"},
        {"3check", "4k3/8/8/8/8/8/8/4K2R w - - 3+3", "4k3/8/8/8/8/8/8/4K2R w - - 1+3"},
        {"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg -",
         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQkq -"},
        {"cambodian", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde -",
         "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - -"},
    };
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        expect_positions(pairs[i][0], pairs[i][1], pairs[i][2], 2);
        expect_positions(pairs[i][0], pairs[i][1], pairs[i][1], 1);
    }
}

/* ---- --format ---- */

#define KINGS "4k3/8/8/8/8/8/8/4K3"
#define MAKRUK_START "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w"

/* Expects the output of --format epd for a line. */
static void expect_epd(const char *variant, const char *line, const char *expected) {
    char setting[256], shown[256];
    snprintf(setting, sizeof setting, "v=%s; line='%s'", variant, line);
    snprintf(shown, sizeof shown, "%s\n", expected);
    expect_run_with(setting, "printf '%s\\n' \"$line\" | $KINGSCAN check --variant $v --format epd", 0, shown,
                    "");
}

Test(check_variant, epd) {
    expect_epd("grand", GRAND_START " 0 1", GRAND_START " hmvc 0; fmvn 1; c0 \"safe\";");
    expect_epd("grand", GRAND_DOUBLE " - - c0 \"x\"",
               GRAND_DOUBLE " - - c0 \"x\"; c1 \"double-check\"; c2 \"checkers c9,d1\";");
    expect_epd("shatranj", "k7/7R/2K5/p7/P7/8/8/1R6 b - -",
               "k7/7R/2K5/p7/P7/8/8/1R6 b - - c0 \"stalemate\";");
}

/* EPD has four fields, so those that a variant's FEN may lack are written. */
Test(check_variant, epd_has_four_fields) {
    expect_epd("grand", GRAND_DOUBLE " 3 4 id \"x\";",
               GRAND_DOUBLE " - - hmvc 3; fmvn 4; id \"x\"; c0 \"double-check\"; c1 \"checkers c9,d1\";");
    expect_epd("grand", GRAND_DOUBLE "\t 7",
               GRAND_DOUBLE " - - hmvc 7; c0 \"double-check\"; c1 \"checkers c9,d1\";");
    expect_epd("grand", GRAND_DOUBLE "  - 3 4 x",
               GRAND_DOUBLE " - - hmvc 3; fmvn 4; x; c0 \"double-check\"; c1 \"checkers c9,d1\";");
}

/* Counts of checks follow the four fields. */
Test(check_variant, epd_has_counts_of_checks) {
    expect_epd("3check", KINGS " w - 3+2 3 15", KINGS " w - - 3+2 hmvc 3; fmvn 15; c0 \"safe\";");
    expect_epd("3check", KINGS " w 2+3 3 15", KINGS " w - - 2+3 hmvc 3; fmvn 15; c0 \"safe\";");
    expect_epd("3check", KINGS " w - - 2+1 x", KINGS " w - - 2+1 x; c0 \"safe\";");
    expect_epd("3check", KINGS " w - - +1+2 moves e1e2 ; x",
               "4k3/8/8/8/8/8/4K3/8 b - - 2+1 hmvc 1; fmvn 1; x; c0 \"safe\";");
    expect_epd("3check", KINGS " w - - 0 1 +1+2 moves e1e2",
               "4k3/8/8/8/8/8/4K3/8 b - - 2+1 hmvc 1; fmvn 1; c0 \"safe\";");
    expect_epd("3check", KINGS " w - 3 15 +1+2", KINGS " w - - 2+1 hmvc 3; fmvn 15; c0 \"safe\";");
}

/* Programs that count moves to a draw write the limit in place of the fourth field. */
Test(check_variant, epd_is_without_a_counting_limit) {
    expect_epd("makruk", MAKRUK_START " - 128 3 15", MAKRUK_START " - - hmvc 3; fmvn 15; c0 \"safe\";");
    expect_epd("makruk", MAKRUK_START " - 3 15", MAKRUK_START " - - hmvc 3; fmvn 15; c0 \"safe\";");
    expect_epd("makruk", MAKRUK_START " - 128 3 15; x;",
               MAKRUK_START " - - hmvc 3; fmvn 15; x; c0 \"safe\";");
}
