/* Words are completed in the shells that there are: tests/completions. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(shells, .timeout = 240, .disabled = SANITIZED); /* candidates.c asks for the same */

Test(shells, complete_the_words_of_kingscan) {
    struct ran ran = run_shell("tests/completions/shells.py $KINGSCAN");
    cr_expect(ran.status == 0, "%s%s", ran.out, ran.err);
    if (ran.status == 0)
        fputs(ran.out, stderr); /* what was skipped */
    free_ran(&ran);
}

Test(shells, get_the_scripts_from_the_program) {
    expect_run(
        "for s in bash zsh fish; do $KINGSCAN completions $s | cmp - c/cli/completions/for_$s.$s; done; "
        "bash -n c/cli/completions/for_bash.bash",
        0, "", "");
    expect_run("$KINGSCAN completions", 2, "",
               "kingscan completions: expected bash, zsh or fish\ntry 'kingscan completions --help'\n");
    expect_run("$KINGSCAN completions elvish", 2, "",
               "kingscan completions: expected bash, zsh or fish, found 'elvish'\n"
               "try 'kingscan completions --help'\n");
}
