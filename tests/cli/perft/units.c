/* The filters of kingscan perft: units in, units or sums out, exact wherever the input is cut. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/random.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/thorough.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define UNIT(count, position) "printf '" count "\\t" position "\\n' | "

/* ---- Each filter ---- */

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
