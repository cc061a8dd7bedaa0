/* kingscan check --unique: the positions that count as equal, and --memory. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"
#include "support/length.h"

/* ---- Equal positions ---- */

/* Asserts how many of two lines --unique prints. */
static void expect_positions(const char *first, const char *second, int expected) {
    char settings[512], shown[8];
    snprintf(settings, sizeof settings, "a='%s'; b='%s'", first, second);
    snprintf(shown, sizeof shown, "%d\n", expected);
    expect_run_with(settings, "printf '%s\\n' \"$a\" \"$b\" | $KINGSCAN check --unique | wc -l", 0, shown,
                    "");
}

static void expect_same(const char *first, const char *second) {
    expect_positions(first, second, 1);
}

static void expect_different(const char *first, const char *second) {
    expect_positions(first, second, 2);
}

Test(check_unique, clocks_and_operations_do_not_count) {
    expect_same("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 17 40");
    expect_same("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - c0 \"x\";");
    expect_same("4k3/8/8/8/8/8/8/4K3 w - -", " 4k3/8/8/8/8/8/8/4K3  w\t-  - ");
}

Test(check_unique, board_and_side_count) {
    expect_different("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 b - -");
    expect_different("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/3K4 w - -");
    expect_different("4k3/8/8/8/8/8/8/RN2K3 w - -", "4k3/8/8/8/8/8/8/NR2K3 w - -");
    expect_different("4k3/8/8/8/8/8/8/R3K3 w - -", "4k3/8/8/8/8/8/8/4K2R w - -");
}

Test(check_unique, castling_rights_count) {
    expect_different("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R w KQk -");
    expect_different("r3k2r/8/8/8/8/8/8/R3K2R w K -", "r3k2r/8/8/8/8/8/8/R3K2R w Q -");
    expect_different("r3k2r/8/8/8/8/8/8/R3K2R w K -", "r3k2r/8/8/8/8/8/8/R3K2R w k -");
    expect_same("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R w HAha -");
    expect_different("4k3/8/8/8/8/8/8/4KRR1 w G -", "4k3/8/8/8/8/8/8/4KRR1 w F -");
    /* A letter without its rook gives no right. */
    expect_same("4k3/8/8/8/8/8/8/4K3 w KQkq -", "4k3/8/8/8/8/8/8/4K3 w - -");
}

/* KQkq mean the outermost rook on any square; each side's letters are read separately. */
Test(check_unique, castling_letters_of_other_squares) {
    expect_same("1r1k1r2/8/8/8/8/8/8/1R1K1R2 w KQkq -", "1r1k1r2/8/8/8/8/8/8/1R1K1R2 w FBfb -");
    expect_same("7k/8/8/8/8/8/8/1RK1RR2 w K -", "7k/8/8/8/8/8/8/1RK1RR2 w F -");
    expect_same("4k3/8/8/8/8/8/8/RR2KR2 w KQ -", "4k3/8/8/8/8/8/8/RR2KR2 w FA -");
    expect_different("7k/8/8/8/8/8/8/1RK1RR2 w K -", "7k/8/8/8/8/8/8/1RK1RR2 w E -");
    expect_same("r3k3/8/8/8/8/8/8/4K2R w KQkq -", "r3k3/8/8/8/8/8/8/4K2R w Kq -");
    expect_different("r3k3/8/8/8/8/8/8/4K2R w KQk -", "r3k3/8/8/8/8/8/8/4K2R w Kq -");
    expect_same("8/4k3/8/8/8/8/8/R3K2R w KQkq -", "8/4k3/8/8/8/8/8/R3K2R w KQ -");
}

/* The square counts when a pawn may capture there, but not when it is pinned. */
Test(check_unique, en_passant_counts_with_a_pawn_that_may_capture) {
    expect_same("4k3/8/8/4p3/8/8/8/4K3 w - e6", "4k3/8/8/4p3/8/8/8/4K3 w - -");
    expect_different("4k3/8/8/3Pp3/8/8/8/4K3 w - e6", "4k3/8/8/3Pp3/8/8/8/4K3 w - -");
    expect_different("4k3/8/8/4pP2/8/8/8/4K3 w - e6", "4k3/8/8/4pP2/8/8/8/4K3 w - -");
    expect_different("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "4k3/8/8/8/3pP3/8/8/4K3 b - -");
    expect_same("8/8/8/8/k2Pp2R/8/8/4K3 b - d3", "8/8/8/8/k2Pp2R/8/8/4K3 b - -");
    expect_different("4k3/8/8/8/K2Pp2r/8/8/8 b - d3", "4k3/8/8/8/K2Pp2r/8/8/8 b - -");
    expect_different("4k3/8/8/2pPp3/8/8/8/4K3 w - e6", "4k3/8/8/2pPp3/8/8/8/4K3 w - c6");
    expect_same("4k3/8/8/3pp3/8/8/8/4K3 w - e6", "4k3/8/8/3pp3/8/8/8/4K3 w - -"); /* not an enemy pawn */
    expect_same("4k3/8/8/P6p/8/8/8/4K3 w - h6", "4k3/8/8/P6p/8/8/8/4K3 w - -");   /* not across the edge */
    expect_same("4k3/8/8/p6P/8/8/8/4K3 w - a6", "4k3/8/8/p6P/8/8/8/4K3 w - -");
    /* A square that no double push can have left does not count. */
    expect_same("4k3/8/4p3/3Pp3/8/8/8/4K3 w - e6", "4k3/8/4p3/3Pp3/8/8/8/4K3 w - -");
}

/* ---- Output ---- */

/* All real positions, followed by the same ones shuffled and with other clocks: the output is that of awk,
 * which compares texts. */
Test(check_unique, real_positions_shuffled) {
    static const char *const settings[] = {"jobs=1", "jobs=3"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        expect_run_with(
            settings[i],
            WITH_POSITIONS
            "awk '{ print NR * 7919 % 44017, $0 }' \"$positions\" | sort -n | cut -d ' ' -f 2- >a\n"
            "{ head -n 20000 a; sed 's/ [0-9]* [0-9]* c0 / 7 77 c0 /' a; } | grep -v '^#' >b\n"
            "awk '!seen[$1 $2 $3 $4]++' b >expected; wc -l <expected\n"
            "$KINGSCAN check --unique --jobs $jobs b | cut -f 3 | cmp - expected",
            0, "44000\n", "");
}

/* ---- --memory ---- */

/* 57344 positions fill a mebibyte: all later ones count as new each time. */
Test(check_unique, the_bound_is_reported_once) {
    static const char *const settings[] = {"jobs=1", "jobs=3"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        expect_run_with(
            settings[i],
            IN_NEW_DIRECTORY DIFFERENT_POSITIONS(
                "60000") ">a\n"
                         "$KINGSCAN check --unique --memory 1 --jobs $jobs --summary a a 2>err | wc -l\n"
                         "sed 's/;  *[0-9.]* seconds.*/;/' err\n"
                         "$KINGSCAN check --unique --memory 1 --jobs $jobs a 2>/dev/null >b; echo $?; cut -f "
                         "3 b | cmp - a\n"
                         "$KINGSCAN check --unique --memory 2 --jobs $jobs a a | wc -l",
            0,
            "62656\nkingscan check: --unique: 57344 positions fill the memory of 1 MiB that --memory "
            "allows; from a:57345 on, positions that are not among these count as new\n"
            "120000 lines, 62656 positions, 57344 repeated, 0 rejected;\n2\n60000\n",
            "");
}
