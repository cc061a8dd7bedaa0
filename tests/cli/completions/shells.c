/* Tests completion in the shells that are installed, by tests/completions/shells.py. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(shells, .disabled = SANITIZED); /* candidates.test tests the same words */

/* The script prints what is wrong, or else a line for each shell that is missing. */
Test(shells, complete_the_words_of_kingscan) {
    need_terminal();
    struct ran ran = run_shell("tests/completions/shells.py $KINGSCAN");
    cr_expect(ran.status == 0, "%s%s", ran.out, ran.err);
    for (char *line = strtok(ran.out, "\n"); line && ran.status == 0; line = strtok(NULL, "\n"))
        skip_part("%s", line);
    free_ran(&ran);
}

Test(shells, get_the_scripts_from_the_program) {
    expect_run("for s in bash zsh fish; do $KINGSCAN completions $s | cmp - "
               "c/cli/commands/completions/for_$s.$s; done; "
               "bash -n c/cli/commands/completions/for_bash.bash",
               0, "", "");
    expect_run("$KINGSCAN completions", 2, "",
               "kingscan completions: expected bash, zsh or fish\ntry 'kingscan completions --help'\n");
    expect_run("$KINGSCAN completions elvish", 2, "",
               "kingscan completions: expected bash, zsh or fish, found 'elvish'\n"
               "try 'kingscan completions --help'\n");
}
