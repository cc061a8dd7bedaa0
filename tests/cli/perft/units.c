/* The filters of kingscan perft: units in, units or sums out, exact wherever the input is cut. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "cli/perft/known.h"
#include "support/length.h"
#include "support/random.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/thorough.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define UNIT(count, position) "printf '" count "\\t" position "\\n' | "
#define HINT "try 'kingscan perft --help'\n"

/* ---- Each filter ---- */

Test(units, expand_prints_the_children) {
    expect_run(UNIT("3", "7k/8/8/8/8/8/8/K7 b - - 5 9") "$KINGSCAN perft --expand | sort", 0,
               "3\t6k1/8/8/8/8/8/8/K7 w - -\n3\t8/6k1/8/8/8/8/8/K7 w - -\n3\t8/7k/8/8/8/8/8/K7 w - -\n", "");
    expect_run(UNIT("1", START) "$KINGSCAN perft --expand 3 | wc -l", 0, "8902\n", "");
    expect_run(UNIT("7", START " 3 3") "$KINGSCAN perft --expand 0", 0, "7\t" START "\n", "");
    expect_run("printf '1\t" START "\r2\t" START "\r' | $KINGSCAN perft 1 --units", 0, "60\n", "");
}

/* Source: OEIS A083276, "distinct chess positions after n plies including differences due to availability and
 * possibility of castling and en passant captures". */
Test(units, different_positions) {
    expect_run("for plies in 1 2 3 4; do " UNIT(
                   "1", START) "$KINGSCAN perft --expand $plies | $KINGSCAN perft --merge | wc -l; done",
               0, "20\n400\n5362\n72078\n", "");
}

Test(units, merge_adds_up_equal_positions) {
    /* Once with clocks, once with an en-passant square where no pawn can capture, once with castling letters
     * that have no meaning. */
    expect_run("printf '2\\t4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1\\n5\\t4k3/8/8/8/4P3/8/8/4K3 b - - 7 7\\n"
               "10\\t4k3/8/8/8/4P3/8/8/4K3 b KQ -\\n100\\t4k3/8/8/8/4P3/8/8/4K3 w - -\\n"
               "1000\\t4k3/8/8/8/4P3/8/44/4K3 b - -\\n' | $KINGSCAN perft --merge",
               0, "1017\t4k3/8/8/8/4P3/8/8/4K3 b - -\n100\t4k3/8/8/8/4P3/8/8/4K3 w - -\n", "");
    /* A pinned pawn cannot capture; another one can. */
    expect_run("printf '1\\t8/8/8/8/k2Pp2Q/8/8/4K3 b - d3\\n1\\t8/8/8/8/k2Pp2Q/8/8/4K3 b - -\\n"
               "1\\t8/8/8/8/3Pp3/8/8/k3K3 b - d3\\n1\\t8/8/8/8/3Pp3/8/8/k3K3 b - -\\n' | "
               "$KINGSCAN perft --merge",
               0,
               "1\t8/8/8/8/3Pp3/8/8/k3K3 b - -\n1\t8/8/8/8/3Pp3/8/8/k3K3 b - d3\n"
               "2\t8/8/8/8/k2Pp2Q/8/8/4K3 b - -\n",
               "");
}

/* Errors come in the order of their lines, though units wait for their part of the table. */
Test(units, merge_reports_the_first_error_first) {
    expect_run("{ for i in 1 2; do printf '340282366920938463463374607431768211455\t" START "\n'; done; "
               "printf '1\tx\nx\n'; } | $KINGSCAN perft --merge",
               2, "", "kingscan perft: -:2: the count of " START " is larger than 128 bits can hold\n");
    expect_run("printf '1\tx\nx\n' | $KINGSCAN perft --merge 2>&1 | cut -d : -f 2", 0, "1\n2\n", "");
}

Test(units, merge_keeps_castling_apart) {
    expect_run(
        "printf '1\\trk2r3/8/8/8/8/8/8/7K b q -\\n1\\trk2r3/8/8/8/8/8/8/7K b e -\\n"
        "1\\trk2r3/8/8/8/8/8/8/7K b a -\\n1\\trk1rr3/8/8/8/8/8/8/7K b d -\\n' | $KINGSCAN perft --merge",
        0,
        "1\trk1rr3/8/8/8/8/8/8/7K b d -\n1\trk2r3/8/8/8/8/8/8/7K b k -\n"
        "2\trk2r3/8/8/8/8/8/8/7K b q -\n",
        "");
}

Test(units, merge_sorts_as_sort_does) {
    expect_run(UNIT("1", START) "$KINGSCAN perft --expand 3 | $KINGSCAN perft --merge | LC_ALL=C sort -c -k2",
               0, "", "");
}

/* Boards, sides, castling and en passant, in the order of their bytes. The positions of chess are packed. */
Test(units, merge_sorts_positions_of_every_kind) {
    expect_run(
        IN_NEW_DIRECTORY
        "printf '1\t%s\n' '" KIWIPETE "' '" CHESS960 "' 'rk1rr3/8/8/8/8/8/8/7K b d -' "
        "'r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3' | $KINGSCAN perft --expand 2 >units\n"
        "for more in '' '--memory 1 --temp .'; do $KINGSCAN perft --expand <units | "
        "$KINGSCAN perft --merge $more >merged; LC_ALL=C sort -c -k2 merged; cut -f 2 merged | uniq -d; "
        "cut -f 1 merged | awk '{ all += $1 } END { print NR, all }'; done",
        0, "75847 128756\n75847 128756\n", "");
}

/* So many that lie on one board are sorted by the fields after it. */
Test(units, merge_sorts_what_follows_the_board) {
    expect_run("for side in w b; do for rights in - K Q k q KQ Kk Kq Qk Qq kq KQk KQq Kkq Qkq KQkq; do "
               "printf \"1\tr3k2r/8/8/8/8/8/8/R3K2R $side $rights -\n\"; done; done | "
               "$KINGSCAN perft --merge | LC_ALL=C sort -c -k2",
               0, "", "");
}

Test(units, merge_of_many_pieces) {
    expect_run("printf '1\tnnnnnnnn/nnnnnnnn/nnnnnnnn/nnnnnnn1/8/8/k7/7K b - -\n' | "
               "$KINGSCAN perft --merge",
               1, "", "-:1:3: error: expected at most 32 pieces, found more; --variant chess takes them\n");
    expect_run("printf '1\tnnnnnnnn/nnnnnnnn/nnnnnnnn/nnnnnnn1/8/8/k7/7K b - -\n' | "
               "$KINGSCAN perft --merge --variant chess",
               0, "1\tnnnnnnnn/nnnnnnnn/nnnnnnnn/nnnnnnn1/8/8/k7/7K b - -\n", "");
}

/* The texts of a variant's positions have any length. */
Test(units, merge_of_a_variant_spills_into_runs) {
    expect_run(IN_NEW_DIRECTORY
               "printf '1\tr8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - -\n' | "
               "$KINGSCAN perft --expand 3 --variant grand >units\n"
               "$KINGSCAN perft --merge --variant grand <units >whole; wc -l <whole\n"
               "$KINGSCAN perft --merge --memory 1 --temp . --variant grand <units >runs\n"
               "cmp whole runs && LC_ALL=C sort -c -k2 runs && awk '{ all += $1 } END { print all }' runs",
               0, "136079\n259514\n", "");
}

Test(units, merge_spills_into_runs) {
    expect_run(IN_NEW_DIRECTORY UNIT("1", START) "$KINGSCAN perft --expand 4 >units\n"
                                                 "$KINGSCAN perft --merge <units >whole\n"
                                                 "$KINGSCAN perft --merge --memory 1 --temp . <units >runs\n"
                                                 "cmp whole runs && ls | tr '\\n' ' '",
               0, "runs units whole ", "");
    /* The merge used several runs: it fails when none can be written. */
    expect_run(
        UNIT("1", START) "$KINGSCAN perft --expand 4 | $KINGSCAN perft --merge --memory 1 --temp /nowhere "
                         "2>&1 | cut -d : -f 1-3",
        0, "kingscan perft: a temporary file in /nowhere: No such file or directory; merged so far\n", "");
}

Test(units, units_are_counted) {
    expect_run(UNIT("1", START) "$KINGSCAN perft 4 --units", 0, "197281\n", "");
    expect_run(UNIT("1000000000000000000", START) "$KINGSCAN perft 3 --units", 0, "8902000000000000000000\n",
               "");
    expect_run(UNIT("1", START) "$KINGSCAN perft --expand 2 | $KINGSCAN perft 2 --units --each | "
                                "$KINGSCAN perft --sum",
               0, "197281\n", "");
    expect_run("printf '2\\t7k/8/8/8/8/8/8/K7 b - -\\n0\\t" START "\\n' | $KINGSCAN perft 1 --units --each",
               0, "6\t7k/8/8/8/8/8/8/K7 b - -\n0\t" START "\n", "");
    expect_run("$KINGSCAN perft 3 --units </dev/null", 0, "0\n", "");
}

/* Two kings on an empty board: the counts are sums over all pairs of squares. */
Test(units, sums_beyond_64_bits, .disabled = SLOW) {
    expect_run(IN_NEW_DIRECTORY UNIT(
                   "1", "7k/8/8/8/8/8/8/K7 w - -") "cat >units\n"
                                                   "for ply in $(seq 24); do $KINGSCAN perft --expand <units "
                                                   "| $KINGSCAN perft --merge >next; "
                                                   "mv next units; done; $KINGSCAN perft 0 --units <units; "
                                                   "$KINGSCAN perft 6 --units <units",
               0, "9642192050662659700\n982189827157809571559792\n", "");
}

Test(units, variants) {
    expect_run("printf '1\\tr8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - -\\n' | "
               "$KINGSCAN perft --expand 2 --variant grand | $KINGSCAN perft --merge --variant grand | "
               "$KINGSCAN perft 1 --units --variant grand; $KINGSCAN perft 3 --variant grand",
               0, "259514\n259514\n", "");
    expect_run(
        UNIT("1", "4k2r/8/8/1B6/8/8/8/4K2R b Kk -") "$KINGSCAN perft --units 4 --variant kingofthehill", 0,
        "29640\n", "");
}

/* ---- Wrong lines ---- */

#define WRONG                                                                                                \
    "printf '# a comment\\n\\n1\\t" START "\\nx\\t" START "\\n1\\n2 " START "\\n1\\t8/8/8 w - -\\n"          \
    "340282366920938463463374607431768211456\\t" START "\\n1\\t" START "\\tx\\n1\\t" START                   \
    "\\tx\\ty\\n1\\t" START

static const char wrong[] =
    "-:4:1: error: expected a count of paths, from 0 to 340282366920938463463374607431768211455\n"
    "-:5:2: error: expected a tab and a position after the count\n"
    "-:6:1: error: expected a count of paths, from 0 to 340282366920938463463374607431768211455\n"
    "-:7:8: error: expected '/' and another of the eight rows, found a blank (byte 0x20)\n"
    "-:8:1: error: expected a count of paths, from 0 to 340282366920938463463374607431768211455\n"
    "-:9:56: error: expected the end of the line, or a unit's number, a tab and a checksum\n"
    "-:10:56: error: expected the number of a unit\n"
    "-:11:55: error: expected a line end, found the end of the input: the last line may be cut short\n";

Test(units, wrong_lines_are_reported_and_the_rest_is_done) {
    struct ran ran = run_shell(WRONG "' | $KINGSCAN perft 2 --units");
    cr_expect_str_eq(ran.out, "400\n");
    cr_expect_eq(ran.status, 1);
    cr_expect_str_eq(ran.err, wrong);
    free_ran(&ran);
    expect_run(WRONG "' | $KINGSCAN perft --expand 2>/dev/null | wc -l", 0, "20\n", "");
    expect_run(WRONG "' | $KINGSCAN perft --merge 2>/dev/null", 1, "1\t" START "\n", "");
    expect_run(WRONG "' | $KINGSCAN perft --merge --max-errors 1 2>&1 >/dev/null | tail -n 1", 0,
               "-: 7 more lines were rejected; --max-errors 0 reports all\n", "");
}

Test(units, sums_that_are_too_large_are_refused) {
    expect_run(UNIT("340282366920938463463374607431768211455",
                    "7k/5Q2/8/8/8/8/8/K7 b - -") "$KINGSCAN perft 0 --units",
               0, "340282366920938463463374607431768211455\n", "");
    expect_run(UNIT("340282366920938463463374607431768211455", START) "$KINGSCAN perft 1 --units", 2, "",
               "kingscan perft: -:1: the sum is larger than 128 bits can hold\n");
    expect_run("printf '340282366920938463463374607431768211455\\t" START "\\n1\\t" START
               "\\n' | $KINGSCAN perft --merge",
               2, "", "kingscan perft: -:2: the count of " START " is larger than 128 bits can hold\n");
    expect_run("printf '340282366920938463463374607431768211455\\n1\\n' | $KINGSCAN perft --sum", 2, "",
               "kingscan perft: -:2: the sum is larger than 128 bits can hold\n");
}

Test(units, usage_errors) {
    expect_run("$KINGSCAN perft --merge --divide", 2, "",
               "kingscan perft: --divide doesn't go with --merge\n" HINT);
    expect_run("$KINGSCAN perft --merge --units 3", 2, "",
               "kingscan perft: --units doesn't go with --merge\n" HINT);
    expect_run("$KINGSCAN perft 3 --each", 2, "", "kingscan perft: --each: expected --units too\n" HINT);
    expect_run("$KINGSCAN perft --units", 2, "", "kingscan perft: expected a depth\n" HINT);
    expect_run("$KINGSCAN perft --merge units", 2, "",
               "kingscan perft: --merge reads standard input: unexpected argument 'units'\n" HINT);
}

/* ---- The ledger ---- */

#define LEDGER                                                                                               \
    IN_NEW_DIRECTORY UNIT("1",                                                                               \
                          START) "$KINGSCAN perft --expand 2 | $KINGSCAN perft --merge --number >units\n"    \
                                 "$KINGSCAN perft 2 --units --each <units >results\n"

Test(units, the_ledger_is_complete) {
    expect_run(LEDGER "$KINGSCAN perft --sum <results; tail -n 1 units | cut -f 3", 0, "197281\n400.\n", "");
    expect_run(LEDGER "split -n r/7 results part. && cat part.ad part.a[!d] | $KINGSCAN perft --sum", 0,
               "197281\n", "");
    expect_run(
        IN_NEW_DIRECTORY UNIT("1", START) "$KINGSCAN perft --expand 4 >children\n"
                                          "$KINGSCAN perft --merge --number --memory 1 --temp . <children | "
                                          "$KINGSCAN perft 1 --units --each | $KINGSCAN perft --sum",
        0, "4865609\n", "");
}

Test(units, the_ledger_names_what_is_wrong) {
    expect_run(LEDGER "sed '17d;30,32d;$d' results | $KINGSCAN perft --sum", 1, "",
               "kingscan perft: unit 17 is missing\nkingscan perft: units 30 to 32 are missing\n"
               "kingscan perft: the last unit is missing: expected one after unit 399\n");
    expect_run(LEDGER "sed '17p' results | $KINGSCAN perft --sum 2>&1 | cut -d : -f 4-", 0,
               " error: unit 17 is doubled\n", "");
    expect_run(LEDGER
               "sed '17s/^[0-9]*/7/' results | $KINGSCAN perft --sum 2>&1 | head -n 1 | cut -d : -f 4-",
               0, " error: unit 17 is altered: its line has another checksum\n", "");
    expect_run(LEDGER "sed '17s/w KQkq/w KQk/' units | $KINGSCAN perft 2 --units --each 2>&1 >results | "
                      "cut -d : -f 4-; $KINGSCAN perft --sum <results",
               1, " error: unit 17 is altered: its line has another checksum\n",
               "kingscan perft: unit 17 is missing\n");
    expect_run(LEDGER "(head -n 3 results; sed 1,3d units | $KINGSCAN perft 3 --units --each) | "
                      "$KINGSCAN perft --sum 2>&1 | head -n 1 | cut -d : -f 4-",
               0, " error: unit 4: expected depth 2 as before, found 3\n", "");
    expect_run(
        LEDGER "$KINGSCAN perft --sum <units 2>&1 | head -n 1 | cut -d : -f 4-", 0,
        " error: expected what 'kingscan perft DEPTH --units' prints, found 4 fields, as of a unit that is "
        "still to be counted\n",
        "");
    expect_run(LEDGER "(cat results; echo 3) | $KINGSCAN perft --sum", 1, "",
               "kingscan perft: 1 result has no number, but others have\n");
    expect_run(LEDGER "head -c -3 results | $KINGSCAN perft --sum 2>&1 | tail -n 1", 0,
               "kingscan perft: the last unit is missing: expected one after unit 399\n", "");
}

/* ---- Cut at random places ---- */

/* Writes a command that runs a filter on the lines of the file `in`, cut into `workers` parts, which arrive
 * in any order. Returns its length. */
static size_t write_parts(uint64_t *random, const char *filter, unsigned lines, unsigned workers,
                          char *command) {
    enum { WORKERS_MAX = 5 };
    unsigned cuts[WORKERS_MAX + 1] = {0};
    size_t length = 0;
    for (unsigned i = 1; i < workers; i++) {
        unsigned at = i;
        const unsigned cut = random_below(random, lines + 1);
        for (; cuts[at - 1] > cut; at--)
            cuts[at] = cuts[at - 1];
        cuts[at] = cut;
    }
    cuts[workers] = lines;
    const unsigned first = random_below(random, workers);
    for (unsigned i = 0; i < workers; i++) {
        const unsigned part = (first + i) % workers;
        if (cuts[part] == cuts[part + 1])
            continue;
        length += (size_t)sprintf(command + length, "sed -n '%u,%up' in | %s;", cuts[part] + 1,
                                  cuts[part + 1], filter);
    }
    return length;
}

Test(units, every_cut_gives_the_same_sum) {
    static char command[1 << 16];
    uint64_t random = 22;
    for (unsigned batch = 0; batch < (is_thorough() ? 20 : SLOW ? 1 : 5); batch++) {
        size_t length = (size_t)sprintf(
            command, IN_NEW_DIRECTORY UNIT(
                         "1", START) "$KINGSCAN perft --expand 2 | $KINGSCAN perft --merge >start\n");
        for (unsigned trial = 0; trial < 10; trial++) {
            length += (size_t)sprintf(command + length, "cp start in; (");
            length += write_parts(&random, "$KINGSCAN perft --expand", 400, 1 + random_below(&random, 5),
                                  command + length);
            length += (size_t)sprintf(command + length, ") | $KINGSCAN perft --merge >next; mv next in; (");
            length += write_parts(&random, "$KINGSCAN perft 1 --units", 5362, 1 + random_below(&random, 5),
                                  command + length);
            length += (size_t)sprintf(command + length, ") | $KINGSCAN perft --sum\n");
        }
        expect_run(command, 0,
                   "197281\n197281\n197281\n197281\n197281\n197281\n197281\n197281\n197281\n197281\n", "");
    }
}
