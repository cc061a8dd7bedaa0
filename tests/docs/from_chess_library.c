/* docs/from-chess-library.md: its program runs, and the names that it gives exist. */
#include <criterion/criterion.h>

#include "support/run.h"
#include "support/sanitized.h"

TestSuite(from_chess_library, .disabled = SANITIZED);

#define PAGE "docs/from-chess-library.md"
#define BLOCK(language) "awk '/^```/ { inside = $0 == \"```" language "\"; next } inside' \"$top/" PAGE "\""

Test(from_chess_library, the_program_runs) {
    expect_run("top=$PWD; build=$(cd " BUILD " && pwd)\n" IN_NEW_DIRECTORY BLOCK("cpp") " >perft.cpp; " BLOCK(
                   "text") " >expected\n"
                           "g++ -std=c++17 -O2 -Wall -Wextra -pedantic -Werror "
                           "-I\"$top/include\" perft.cpp "
                           "\"$build/libkingscan.a\" -o perft && ./perft | diff "
                           "expected -",
               0, "", "");
}

/* The names in the second column of the tables, one a line. */
#define NAMES                                                                                                \
    "awk -F'|' 'NF == 6 && !/---/ { print $3 }' " PAGE                                                       \
    " | grep -o '`[^`]*`' | grep -oE '[A-Za-z_]+' | sort -u"

Test(from_chess_library, every_name_is_in_the_headers) {
    expect_run(NAMES
               " | while read -r name; do grep -qw \"$name\" include/*.hpp include/*.h include/kingscan/* || "
               "echo \"$name\"; done; test $(" NAMES " | wc -l) -ge 45",
               0, "", "");
}
