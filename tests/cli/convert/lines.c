/* FEN, EPD and JSON Lines as training data: what convert writes as text is read by convert, stats and check.
 * Whole files become the bytes that they were made of in convert.c. */
#include <criterion/criterion.h>

#include "support/run.h"

/* Begins a command with the examples as a.plain, a.epd and so on. */
#define WITH_TEXTS                                                                                           \
    "data=$PWD/examples/data.plain\n" IN_NEW_DIRECTORY                                                       \
    "cp $data a.plain; for to in epd jsonl fen bin binpack; do $KINGSCAN convert a.plain a.$to; done\n"

/* ---- Whole files ---- */

Test(data_lines, statistics_are_those_of_the_data) {
    expect_run(WITH_TEXTS "$KINGSCAN stats --json a.plain >wanted; for from in epd jsonl; do\n"
                          "$KINGSCAN stats --json a.$from | cmp - wanted; $KINGSCAN stats --jobs 2 --json "
                          "--data $from - <a.$from | cmp - wanted; done",
               0, "", "");
    expect_run(
        WITH_TEXTS
        "$KINGSCAN stats a.fen | grep -E 'check|capture|win|mean|skipped|29'; $KINGSCAN stats --json "
        "a.fen | grep -o '\"[a-z_]*\":null'; $KINGSCAN stats --html a.html a.fen >/dev/null\n"
        "grep -c 'Positions, moves, results' a.html; grep -c 'white wins' a.html",
        1,
        "check\t1\t33.33%\ndouble-check\t0\t0.00%\ncheckmate\t0\t0.00%\ncapture\t-\t-\nskipped\t-\t-\nwin\t-"
        "\t-\n"
        "white win\t-\t-\nscore mean\t-\t-\nply mean\t3.33\t-\npieces 29..32\t3\t100.00%\n"
        "\"chains\":null\n\"skipped\":null\n\"moves\":null\n\"results\":null\n\"results_of_white\":null\n"
        "\"scores\":null\n1\n0\n",
        "");
}

Test(data_lines, check_takes_them_as_entries) {
    expect_run(
        WITH_TEXTS
        "$KINGSCAN check a.plain >wanted; for from in epd jsonl; do\n"
        "$KINGSCAN check --data $from a.$from | cmp - wanted\n"
        "$KINGSCAN check --data $from --not-move capture --score -99..99 --output b.bin a.$from\n"
        "$KINGSCAN check --not-move capture --score -99..99 --output - --to bin a.plain | cmp - b.bin\n"
        "$KINGSCAN check --data $from --strict --repair c.plain a.$from 2>/dev/null; cmp a.plain "
        "c.plain; done",
        0, "", "");
    expect_run(WITH_TEXTS
               "$KINGSCAN check --data fen --only check a.fen; $KINGSCAN check --data epd --json a.epd | "
               "sed 's/.*\"file\"/\"file\"/' | head -n 1; $KINGSCAN check --data fen --json a.fen | sed "
               "'s/.*\"file\"/\"file\"/' | tail -n 1",
               0,
               "check\te4\trnb1kbnr/ppp1pppp/8/8/4q3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 5\t-\t-\t8\t-\n"
               "\"file\":\"a.epd\",\"number\":1,\"move\":\"e2e4\",\"score\":54,\"ply\":0,\"result\":1}\n"
               "\"file\":\"a.fen\",\"number\":3,\"ply\":8}\n",
               "");
}
