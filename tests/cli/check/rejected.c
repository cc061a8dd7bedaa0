/* kingscan check and wrong lines: each is named or counted, --stop-after, bytes of any kind. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check_lines.h"
#include "support/length.h"
#include "support/random.h"
#include "support/sanitized.h"

/* ---- --stop-after ---- */

#define MIXED "printf '%s\\n' '" SAFE_FEN "' x '" CHECK_FEN "' '' x '" DOUBLE_FEN "' x | "
#define STOPPED                                                                                              \
    "-:2:1: " NO_PLACEMENT "-:5:1: " NO_PLACEMENT "kingscan check: stopped after 2 rejected lines\n"
#define SEEN_BY_THEN "5 lines, 2 positions, 2 rejected; S\n"
#define WITHOUT_SECONDS " 2>&1 | sed 's/[0-9.]* seconds.*/S/'"

Test(check_rejected, stop_after_stops_after_the_last_of_them) {
    expect_run(MIXED "$KINGSCAN check --stop-after 2", 1, SAFE_LINE CHECK_LINE, STOPPED);
    expect_run(MIXED "$KINGSCAN check --stop-after 1", 1, SAFE_LINE,
               "-:2:1: " NO_PLACEMENT "kingscan check: stopped after 1 rejected line\n");
    expect_run(MIXED "$KINGSCAN check --summary --only safe --stop-after 2" WITHOUT_SECONDS, 0,
               SAFE_LINE STOPPED SEEN_BY_THEN, "");
    expect_run(MIXED "$KINGSCAN check --count --json --stop-after 2", 1,
               "{\"safe\":1,\"check\":1,\"double-check\":0,\"checkmate\":0,\"stalemate\":0,\"total\":2}\n",
               STOPPED);
    expect_run(MIXED "$KINGSCAN check --stop-after 2 --format bytes | od -An -tu1", 0, "   0 255   1 255\n",
               STOPPED);
    expect_run(MIXED "$KINGSCAN check --stop-after 2 --format bits | od -An -tu1", 0, "   4\n", STOPPED);
    expect_run(MIXED "$KINGSCAN check --stop-after 4 | wc -l", 0, "3\n",
               "-:2:1: " NO_PLACEMENT "-:5:1: " NO_PLACEMENT "-:7:1: " NO_PLACEMENT);
    expect_run("yes x | head -n 25 | $KINGSCAN check --stop-after 23 2>&1 | tail -n 2", 0,
               "-: 3 more lines were rejected; --max-errors 0 reports all\n"
               "kingscan check: stopped after 23 rejected lines\n",
               "");
    expect_run("$KINGSCAN check --stop-after 0", 2, "",
               "kingscan check: --stop-after: expected a number from 1 to 18446744073709551615, found "
               "'0'\n" CHECK_HINT);
}

/* Every 97th line of a large file is wrong; the last of 60 of them is in another block than the first. */
Test(check_rejected, stop_after_stops_at_the_same_line_with_several_threads) {
    static const char *const settings[] = {
        "options=",        "options=--json",           "options=--unique",     "options='--format epd'",
        "options=--count", "options='--format bytes'", "options=--only=check", "options='--format bits'"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        expect_run_with(
            settings[i],
            WITH_POSITIONS
            "awk 'NR % 97 == 0 { print \"x\" } { print }' \"$positions\" >a\n"
            "for jobs in 1 2 3 8; do\n"
            "$KINGSCAN check --summary --max-errors 0 --stop-after 60 --jobs $jobs $options a >found 2>&1\n"
            "echo $?; sed 's/[0-9.]* seconds.*//' found >$jobs; cmp 1 $jobs; done\n"
            "grep -ac 'a:.*error' 1; tail -n 1 1 | grep -ao '[0-9]* lines'",
            0, "1\n1\n1\n1\n60\n5879 lines\n", "");
}

/* The writer keeps the pipe open. */
Test(check_rejected, stop_after_ends_a_run_that_waits) {
    static const char *const settings[] = {"jobs=1", "jobs=2", "jobs=4"};
    for (size_t i = 0; i < LENGTH(settings); i++)
        expect_run_with(settings[i],
                        IN_NEW_DIRECTORY
                        "mkfifo in; $KINGSCAN check --stop-after 1 --jobs $jobs <in & exec 3>in\n"
                        "printf 'x\n" SAFE_FEN "\n' >&3; wait $!",
                        1, "", "-:1:1: " NO_PLACEMENT "kingscan check: stopped after 1 rejected line\n");
}

/* ---- --max-errors ---- */

/* Files a and b with this many wrong lines each. */
#define NONE(a, b) IN_NEW_DIRECTORY "yes x | head -n " a " >a; yes x | head -n " b " >b\n"

Test(check_rejected, twenty_of_each_file_are_named) {
    expect_run(
        NONE("25",
             "21") "$KINGSCAN check a b a 2>err; echo $?; grep -c ' error: ' err; grep -v ' error: ' err",
        0,
        "1\n60\na: 5 more lines were rejected; --max-errors 0 reports all\nb: 1 more line was rejected; "
        "--max-errors 0 reports all\na: 5 more lines were rejected; --max-errors 0 reports all\n",
        "");
    expect_run(
        NONE("20", "3") "$KINGSCAN check --jobs 3 a b 2>err; grep -c ' error: ' err; grep -v ' error: ' err",
        1, "23\n", "");
}

Test(check_rejected, max_errors) {
    expect_run(
        NONE("25",
             "2") "$KINGSCAN check --max-errors 0 a b 2>err; grep -c ' error: ' err; grep -v ' error: ' err",
        1, "27\n", "");
    expect_run(
        NONE("25",
             "2") "$KINGSCAN check --max-errors 1 a b 2>err; grep -c ' error: ' err; grep -v ' error: ' err",
        0,
        "2\na: 24 more lines were rejected; --max-errors 0 reports all\nb: 1 more line was rejected; "
        "--max-errors 0 reports all\n",
        "");
    expect_run(
        NONE("25", "2") "$KINGSCAN diff 1 a b --engine \"$KINGSCAN uci\" 2>err; grep -c ' error: ' err; "
                        "grep -v ' error: ' err",
        0,
        "22\na: 5 more lines were rejected; --max-errors 0 reports all\n"
        "kingscan diff: no position was compared\n",
        "");
    expect_run("$KINGSCAN check --max-errors x", 2, "",
               "kingscan check: --max-errors: expected a number from 0 to 18446744073709551615, found "
               "'x'\n" CHECK_HINT);
}

/* ---- Names and numbers ---- */

Test(check_rejected, the_summary_counts_everything) {
    expect_run(IN_NEW_DIRECTORY "printf '%s\\n' '# x' '" SAFE_FEN "' '' x '" CHECK_FEN "' >a\n"
                                "for options in '' '--jobs 3' --unique; do\n"
                                "$KINGSCAN check --summary $options a a" WITHOUT_SECONDS " | tail -n 1; done",
               0,
               "10 lines, 4 positions, 2 rejected; S\n10 lines, 4 positions, 2 rejected; S\n"
               "10 lines, 2 positions, 2 repeated, 2 rejected; S\n",
               "");
    expect_run("$KINGSCAN check --summary 2>&1 | grep -c '; 0\\.[0-9]* seconds, [0-9]* positions a second "
               "(kernel [a-z0-9]*)$'",
               0, "1\n", "");
}

/* Files of n wrong lines, and of positions: 0 is rejected at its second byte, 8/0 at its third. */
Test(check_rejected, every_line_is_named) {
    expect_run(WITH_POSITIONS
               "awk 'NR % 3 == 0 { print NR % 2 ? \"0\" : \"8/0\"; bad = 1 } { print }' \"$positions\" >a\n"
               "awk '/^(8\\/)?0$/ { print FILENAME \":\" NR \":\" length \": error: expected a piece letter, "
               "a digit 1-8 or '\\''/'\\'', found '\\''0'\\''\" }' a >expected\n"
               "for jobs in 1 2; do $KINGSCAN check --count --max-errors 0 --jobs $jobs a 2>&1 >/dev/null | "
               "cmp - expected\n"
               "done; wc -l <expected",
               0, "14672\n", "");
}

/* ---- Bytes of any kind ---- */

/* Writes `length` random bytes of the alphabet, or of all bytes, to $file. */
static void write_random(const char *file, uint64_t seed, const char *alphabet, size_t length) {
    FILE *out = fopen(file, "w");
    cr_assert(out);
    while (length-- > 0) {
        const uint64_t random = next_random(&seed);
        putc(alphabet ? alphabet[(random >> 32) % strlen(alphabet)] : (int)(random >> 56), out);
    }
    cr_assert(fclose(out) == 0);
}

/* Every line is a position, rejected, blank or a comment; several threads print the same. */
#define IN_ALL_FORMATS                                                                                       \
    "trap 'rm -rf \"$d\"' EXIT; cd \"$d\" && for format in tsv json epd bits bytes; do for jobs in 1 3; "    \
    "do\n"                                                                                                   \
    "$KINGSCAN check --unique --summary --max-errors 0 --jobs $jobs --format $format random >out 2>err\n"    \
    "status=$?; [ $status -le 1 ] || echo $format: status $status\n"                                         \
    "sed 's/[0-9.]* seconds.*//' err >>out; mv out $format.$jobs; done; cmp $format.1 $format.3; done\n"     \
    "tr '\\000' x <random | sed 's/\\r$//' | tr '\\r' '\\n' >lines\n"                                        \
    "tail -n 1 err | tr -c '0-9\\n' ' ' | { read lines positions repeated rejected rest\n"                   \
    "[ $lines = $(grep -ac '' lines) ] || echo $lines lines\n"                                               \
    "[ $((positions + repeated + rejected)) = $(sed '/^#/d; /^[ \\t]*$/d' lines | grep -ac '') ] || "        \
    "tail -n 1 err\n"                                                                                        \
    "[ $rejected = $(grep -ac '^random:[0-9]*:[0-9]*: error: ' err) ] || echo not all named\n}"

Test(check_rejected, bytes_of_any_kind) {
    static const char *const alphabets[] = {NULL, "\n\n8/k0K w-;\t\r#", "K8/k w\n", "\r\n\"# "};
    for (uint64_t i = 0; i < LENGTH(alphabets); i++) {
        char directory[] = "/tmp/kingscan-XXXXXX", file[64], setting[64];
        cr_assert(mkdtemp(directory));
        snprintf(file, sizeof file, "%s/random", directory);
        write_random(file, i, alphabets[i], SLOW ? 5000 : 50000);
        snprintf(setting, sizeof setting, "d=%s", directory);
        expect_run_with(setting, IN_ALL_FORMATS, 0, "", "");
    }
}
