/* Tests docs/from-chess-library.md: its programs run, and so do the calls of its tables. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(from_chess_library, .disabled = SANITIZED);

#define PAGE "docs/from-chess-library.md"
/* The block of this number, from 1, in a language. */
#define BLOCK(language)                                                                                      \
    "awk '/^```/ { inside = $0 == \"```" language "\" && ++n == '$n'; next } inside' \"$top/" PAGE "\""

/* The output of each program is the text below it. */
Test(from_chess_library, the_programs_run) {
    for (int n = 1; n <= 2; n++) {
        char command[800];
        snprintf(
            command, sizeof command,
            "n=%d top=$PWD build=$(cd " BUILD
            " && pwd)\n" IN_NEW_DIRECTORY BLOCK("cpp") " >program.cpp; " BLOCK(
                "text") " >expected\n"
                        "g++ -std=c++17 -O2 -Wall -Wextra -pedantic -Werror -I\"$top/include\" program.cpp "
                        "\"$build/libkingscan.a\" -o program && ./program | diff expected -",
            n);
        expect_run(command, 0, "", "");
    }
}

Test(from_chess_library, the_calls_of_both_columns_run) {
    expect_run("CHESS_LIBRARY= tests/docs/cxx_columns.py " BUILD, 0, "", "");
}
