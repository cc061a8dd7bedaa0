/* Tests the filters of `kingscan perft`: sums beyond 64 bits, and lines dealt out in parts of
 * any size. */
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
