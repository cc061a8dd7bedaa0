/* Runs the commands and examples of the README and of pages that it leads to, exactly as on the page. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(readme, .disabled = SANITIZED, .timeout = 240);

/* tests/docs/snippets.py runs them in order. */
Test(readme, every_command_runs) {
    expect_run("for page in README.md docs/files.md docs/games.md docs/training-data.md "
               "docs/testing-generators.md; do\n"
               "tests/docs/snippets.py " BUILD " $page; done",
               0, "", "");
}

Test(readme, a_command_that_does_not_run_is_named) {
    expect_run("printf '%s\\n' '```' '$ build/kingscan chekc' '```' '```' '$ build/kingscan show startpos' "
               "'x' '```' "
               "'```sh' '/no/such/program' '```' '```perl' 'y' '```' '```' '$ seq 100' '```' '```sh' 'make "
               "rnu' '```' "
               ">page.$$; tests/docs/snippets.py " BUILD
               " page.$$ | sed -n 's/^\\([^:]*\\): .*/\\1/p'; rm page.$$",
               0, "build/kingscan chekc\nx\n/no/such/program\ny\nseq 100\nmake rnu\n", "");
}
