/* Tests the limits of prose: a folder above its limit is found, and one far below. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(prose, .disabled = SANITIZED);

/* Two sentences of C, one of them inverted; one of each other kind, all inverted; and text that is no
 * sentence. */
#define FOLDERS                                                                                              \
    "prose=$PWD/tests/lint/prose.py\n" IN_NEW_DIRECTORY "mkdir c asm docs tests\n"                           \
    "printf '%s\\n' '/* Of what is unknown, the result' ' * is. The result is zero otherwise. */' "          \
    "'/* Of two words */' 'int Of_course_it_is_no_comment;' >c/board.c\n"                                    \
    "printf '%s\\n' 'mov rax, 1 ; Without it the loop never ends.' >asm/scan.asm\n"                          \
    "printf '%s\\n' '| Who reads a table is not counted. |' '```' 'What code says is not counted.' '```' "   \
    "'- Who moves last loses the game.' >docs/page.md\n"                                                     \
    "printf '%s\\n' '\"\"\"Behind the board stands a wall.\"\"\"' >tests/board.py\n"

#define FOUND(folder, share) folder ": " share " % of the sentences open with an inversion; expected "

Test(prose, shares_close_to_their_limits_pass) {
    expect_run(FOLDERS "$prose c=50 asm=100 docs=101 tests=100", 0, "", "");
}

Test(prose, a_folder_above_its_limit_is_found) {
    expect_run(FOLDERS "$prose c=49.9 asm=99 docs=99 tests=99 | sed 's/: SHOW.*//'", 0,
               FOUND("c", "50.0") "at most 49.9\n" FOUND("asm", "100.0") "at most 99.0\n" //
               FOUND("docs", "100.0") "at most 99.0\n" FOUND("tests", "100.0") "at most 99.0\n",
               "");
    expect_run(FOLDERS "$prose c=49.9 >found", 1, "", "");
}

Test(prose, a_limit_far_above_its_folder_is_found) {
    expect_run(FOLDERS "$prose c=52", 1,
               FOUND("c", "50.0") "a limit close to it, in LIMITS, instead of 52.0\n", "");
}

Test(prose, sentences_are_shown) {
    expect_run(FOLDERS "SHOW=1 $prose c=50", 0, "c/board.c: Of what is unknown, the result is.\n", "");
}
