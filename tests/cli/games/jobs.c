/* kingscan games --jobs: output, messages and exit status are those of one thread, byte for byte, whatever
 * the options, and wherever a file is cut into parts. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"
#include "support/length.h"
#include "support/sanitized.h"
#include "support/skip.h"
#include "support/thorough.h"

/* Makes files of two parts or more, which the script explains. */
#define MAKE_FILES "root=$PWD\n" IN_NEW_DIRECTORY "ln -s $root/tests .; . tests/cli/games/parts.sh\n"

/* Standard output and standard error in their common order. */
Test(games_jobs, give_the_output_of_one_thread) {
    static const char *const settings[] = {
        "o=",
        "o='--format tsv --tags Event,Whit'",
        "o='--json --comments'",
        "o='--rewrite --max-errors 3'",
        "o='--count --max-errors 0'",
        "o='--fen --plies 3..4'",
        "o='--epd --select Player=B'",
        "o='--format san --null-moves'",
        "o='--format uci --with illegal'",
        "o='--count --json --first 60000'",
        "o='--first 20001 --rewrite'",
        "o='--unique --format tsv'",
        "o='--sample 0.1 --seed 7 --json --unique'",
        "o='--position startpos --material KQP*KQP*RRBBNN:2 --count'",
    };
    const char *const jobs = SLOW ? "some='1 4'" : "some='1 2 4'";
    for (size_t i = 0; i < LENGTH(settings); i += SLOW ? 7 : stride()) {
        char both[128];
        snprintf(both, sizeof both, "%s %s", jobs, settings[i]);
        expect_run_with(both,
                        MAKE_FILES
                        "for jobs in $some; do $KINGSCAN games --jobs $jobs $o \"$@\" >$jobs 2>&1\n"
                        "echo $? >>$jobs; cmp 1 $jobs; done; [ $(wc -c <1) -gt 200 ] || cat 1",
                        0, "", "");
    }
}

/* A part may begin at any byte of a game: the beginning of the file grows. */
Test(games_jobs, games_may_be_cut_anywhere) {
    char step[16];
    snprintf(step, sizeof step, "step=%u", SLOW ? 97 : 13 * stride());
    expect_run_with(step,
                    MAKE_FILES
                    "for size in $(seq 0 $step 260); do\n"
                    "{ printf '{%*s}\\n\\n' $size ''; cat few blanks; } >in\n"
                    "$KINGSCAN games --format tsv in >1; $KINGSCAN games --jobs 3 --format tsv in >3\n"
                    "cmp 1 3; done; wc -l <3",
                    0, "36041\n", "");
}

/* Pipes are read as files, whatever arrives at a time; and the games before the place where a file breaks off
 * are written. */
Test(games_jobs, pipes_and_files_that_break_off) {
    need("command -v gzip", "gzip");
    expect_run_with(SLOW ? "sizes=700 forms='--json --unique'"
                         : "sizes='700 100000' forms='--count --json --rewrite --unique'",
                    MAKE_FILES
                    "for file in huge crlf; do $KINGSCAN games --rewrite - <$file >expected 2>&1\n"
                    "for size in $sizes; do dd obs=$size if=$file status=none |\n"
                    "$KINGSCAN games --jobs 3 --rewrite 2>&1 | cmp - expected; done; done\n"
                    "gzip -1 usual; size=$(wc -c <usual.gz); head -c $((size * 3 / 4)) usual.gz >cut.gz\n"
                    "for o in $forms; do for jobs in 1 3; do\n"
                    "$KINGSCAN games --jobs $jobs $o cut.gz usual.gz >$jobs 2>&1; echo $? >>$jobs\n"
                    "done; cmp 1 3; tail -n 1 1; done; grep -ac 'cut.gz: gzip: stdin: unexpected end' 1",
                    0, SLOW ? "2\n2\n1\n" : "2\n2\n2\n2\n1\n", "");
}
