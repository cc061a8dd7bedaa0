/* Tests that kingscan games --jobs prints and returns what one thread does, byte for byte, whatever the
 * options, and wherever a file is cut into parts. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/length.h"
#include "support/sanitized.h"
#include "support/skip.h"
#include "support/thorough.h"
#include "support/transcript.h"

/* Runs a block once for each value of a variable. */
static void run(const char *title, const char *name, const char *const *values, size_t count, unsigned step) {
    for (size_t i = 0; i < count; i += step) {
        setenv(name, values[i], 1);
        run_block("tests/cli/games/jobs.blocks", title);
    }
}

Test(games_jobs, give_the_output_of_one_thread) {
    static const char *const options[] = {
        "",
        "--format tsv --tags Event,Whit",
        "--json --comments",
        "--rewrite --max-errors 3",
        "--count --max-errors 0",
        "--fen --plies 3..4",
        "--epd --select Player=B",
        "--format san --null-moves",
        "--format uci --with illegal",
        "--count --json --first 60000",
        "--first 20001 --rewrite",
        "--unique --format tsv",
        "--sample 0.1 --seed 7 --json --unique",
        "--position startpos --material KQP*KQP*RRBBNN:2 --count",
    };
    setenv("some", SLOW ? "1 4" : "1 2 4", 1);
    run("The output is that of one thread", "o", options, LENGTH(options), SLOW ? 7 : stride());
}

Test(games_jobs, games_may_be_cut_anywhere) {
    char step[16];
    snprintf(step, sizeof step, "%u", SLOW ? 97 : 13 * stride());
    run("Games may be cut anywhere", "step", (const char *const[]){step}, 1, 1);
}

Test(games_jobs, pipes_and_files_that_break_off) {
    static const char *const sizes[] = {"700", "100000"};
    static const char *const options[] = {"--json", "--unique", "--count", "--rewrite"};
    need("command -v gzip", "gzip");
    run("Pipes are read as files", "size", sizes, SLOW ? 1 : LENGTH(sizes), 1);
    run("A compressed file breaks off", "o", options, SLOW ? 2 : LENGTH(options), 1);
}
