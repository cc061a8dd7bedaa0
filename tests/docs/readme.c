/* Runs the commands and examples of the README and of pages that it leads to, exactly as on the page. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(readme, .disabled = SANITIZED);

/* tests/docs/snippets.py runs them in order. */
Test(readme, every_command_runs) {
    expect_run(
        "for page in README.md docs/files.md docs/games.md docs/training-data.md docs/training-nets.md "
        "docs/from-pgn2binpack.md docs/testing-generators.md; do\n"
        "tests/docs/snippets.py " BUILD " $page; done",
        0, "", "");
}

/* Compiles each block of C of README and the pages, and the examples, by a compiler of C++; prints what it
 * says, and how many there were. What a page cuts out of a file gets the names that the file has. */
Test(readme, every_example_of_c_is_cxx_too) {
    expect_run("top=$PWD; " IN_NEW_DIRECTORY
               "mkdir kingscan; echo '#include <kingscan.h>' >kingscan/kingscan.h\n"
               "{ cat kingscan/kingscan.h; echo 'extern const int directions[8][2], leaps[8][2];'; } >cut.h\n"
               "cp \"$top\"/examples/*.c .\n"
               "for page in \"$top\"/README.md \"$top\"/docs/*.md \"$top\"/bindings/*/README.md; do\n"
               "awk -v page=\"$(basename \"$page\" .md)\" '/^```/ { inside = $0 == \"```c\"; file = page "
               "\"-\" NR \".c\"; next } "
               "inside { print >file }' \"$page\"\n"
               "done\n"
               "for file in *.c; do g++ -x c++ -std=c++17 -fsyntax-only -Wall -pedantic -Werror "
               "-Wno-unused-function "
               "-I\"$top/include\" -include cut.h \"$file\" 2>&1 | grep -m 3 error; done\n"
               "ls | grep -c '[.]c$'",
               0, "15\n", "");
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
