/* kingscan check --jobs on a file of games: the output is that of one thread, byte for byte, wherever the
 * file is cut into parts. */
#include <criterion/criterion.h>

#include "support/check_lines.h"
#include "support/length.h"
#include "support/skip.h"
#include "support/thorough.h"

/* Files of two parts or more. usual: games of all kinds. comments: some are longer than a part, and lines in
 * them look like the beginnings of games. blanks: each game seems to be two. none: no place where a part may
 * begin. open: all but the first move is a comment. late: the last part is short. */
#define MAKE_FILES                                                                                           \
    "torture=$PWD/tests/data/torture.pgn games=$PWD/examples/games.pgn\n" IN_NEW_DIRECTORY                   \
    "many() { awk -v n=$1 -v text=\"$2\" 'BEGIN { while (n-- > 0) printf \"%s\", text }'; }\n"               \
    "game='[Event \"?\"]\\n\\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *\\n\\n'\n"         \
    "{ cat \"$games\" \"$torture\"; printf ' } *\\n\\n'; many 3000 \"$game\"; } >few\n"                      \
    "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do cat few; done >usual\n"                                         \
    "{ cat few; printf ' } \\n\\n1. e4 { '; many 40000 '\\n\\n[Event \"no\"]\\n\\n1. d4 } Ke3 {\\n'\n"       \
    "printf ' } e5 2. Ke3 *\\n\\n[Event \"?\"]\\n\\n1. e4 {'; many 60000 '\\n\\n[Event \"no\"]\\n\\n1. "     \
    "d4'\n"                                                                                                  \
    "printf '} Ke3 *\\n\\n'; for i in 1 2 3 4 5; do cat few; done; } >comments\n"                            \
    "for i in 1 2 3 4 5 6 7 8 9; do many 3000 '[Event \"?\"]\\n\\n[Site \"?\"]\\n\\n1. e4 e5 2. Nf3 "        \
    "*\\n\\n'\n"                                                                                             \
    "printf '[Event \"?\"]\\n[Site \"?\"]\\n\\n1. e4 e5 2. Ke3 *\\n\\n'; done >blanks\n"                     \
    "{ many 50000 '1. e4 e5 2. Nf3 Nc6 1-0\\n\\n'; echo 1. e5; } >none\n"                                    \
    "{ printf '1. e4 {'; many 100000 '[Event \"no\"]\\n\\n\\n'; } >open\n"                                   \
    "{ many 32000 '[Event \"?\"]\\r\\n\\r\\n1. e4 e5 *\\r\\n\\r\\n'; printf '[Event \"last\"]'; } >late\n"

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
