/* Tests that kingscan check --jobs prints for a file of games what one thread does, byte for byte, wherever
 * the file is cut into parts. */
#include <criterion/criterion.h>

#include "support/check_lines.h"
#include "support/length.h"
#include "support/skip.h"
#include "support/thorough.h"

/* Makes files of two parts or more, which the script explains. */
#define MAKE_FILES "root=$PWD\n" IN_NEW_DIRECTORY "ln -s $root/tests .; . tests/cli/check/parts.sh\n"

/* Standard output and standard error in their common order. */
Test(check_parts, give_the_output_of_one_thread) {
    static const char *const settings[] = {"o='--count --max-errors 0'",
                                           "o='--tags Event,White'",
                                           "o='--json --final'",
                                           "o='--strict --final --max-errors 0'",
                                           "o='--strict --format epd --not safe'",
                                           "o='--stop-after 30 --print fen'",
                                           "o='--unique --count --final'"};
    for (size_t i = 0; i < LENGTH(settings); i += stride())
        expect_run_with(settings[i],
                        MAKE_FILES
                        "for jobs in 1 2 3 16; do\n"
                        "$KINGSCAN check --summary --jobs $jobs $o usual comments blanks none open late few "
                        ">found 2>&1; echo $? >>found\n"
                        "sed 's/[0-9.]* seconds.*//' found >$jobs; cmp 1 $jobs; done\n"
                        "[ $(wc -c <1) -gt 400 ] || wc -c 1",
                        0, "", "");
}

/* The games before the place where a file breaks off count. */
Test(check_parts, compressed_files_that_break_off) {
    need("command -v gzip", "gzip");
    expect_run(MAKE_FILES
               "gzip -1 usual; size=$(wc -c <usual.gz); head -c $((size * 3 / 4)) usual.gz >cut.gz\n"
               "for jobs in 1 3; do $KINGSCAN check --jobs $jobs --count --summary --max-errors 0 cut.gz "
               "usual.gz >found 2>&1; echo $?\n"
               "sed 's/[0-9.]* seconds.*//' found >$jobs; done; cmp 1 3; grep 'cut.gz: ' 1",
               0, "2\n2\nkingscan check: cut.gz: gzip: stdin: unexpected end of file\n", "");
}
