/* Tests the rules of the house: each test builds a small tree that breaks one rule, which must
 * be reported. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/thorough.h"

TestSuite(house, .disabled = SANITIZED);

/* A tree that keeps all rules; put LINE... PATH adds a file that begins with a comment. */
#define NEW_HOUSE                                                                                            \
    "top=$PWD\n" IN_NEW_DIRECTORY                                                                            \
    "put() { path=$1; shift; mkdir -p \"$(dirname \"$path\")\"; printf '%s\\n' \"$@\" >\"$path\"; }\n"       \
    "own='/* What it is for. */'\n"                                                                          \
    "put c/core/board.h \"$own\"\n"                                                                          \
    "put c/rules/moves.c \"$own\" '#include \"core/board.h\"' '#include \"kingscan.h\"'\n"                   \
    "put c/cli/base/output.h \"$own\"\n"                                                                     \
    "put c/cli/commands/check/run.h \"$own\" '#include \"cli/base/output.h\"'\n"                             \
    "put asm/scan.asm '; What it computes.'\n"                                                               \
    "put tests/core/board.c \"$own\" 'Test(board, one) {'\n"

#define LOOK "python3 \"$top/tests/lint/house.py\""

static const struct {
    const char *change, *found;
} wrong[] = {
    {"put c/cli/words.h \"$own\"", "c/cli/words.h: a file in c/cli; "},
    {"put c/core/key.c \"$own\" '#include \"board.h\"'", "c/core/key.c:2: includes \"board.h\"; "},
    {"put c/core/key.c \"$own\" '#include \"rules/moves.h\"'",
     "c/core/key.c:2: c/core includes rules/moves.h; "},
    {"put c/cli/commands/perft/run.c \"$own\" '#include \"cli/commands/check/run.h\"'",
     "c/cli/commands/perft/run.c:2: includes cli/commands/check/run.h, which is part of a command; "},
    {"put c/cli/drawing/json.c \"$own\" '#include \"cli/commands/check/run.h\"'",
     "c/cli/drawing/json.c:2: includes cli/commands/check/run.h, which is part of a command; "},
    {"put c/core/key.c \"$own\" '#include \"core/board.h\"'; put c/core/key.h \"$own\"\n"
     "put c/core/board.c \"$own\" '#include \"core/key.h\"'",
     "c/core/key.c:2: closes the circle core/board -> core/key -> core/board; "},
    {"put c/cli/reports/page.css '.square { fill: red }'",
     "c/cli/reports/page.css: .square, which no report has; "},
    {"put c/cli/reports/page.css '.good, .note, .result { color: red }'\n"
     "put c/cli/reports/reports.c \"$own\" 'x = \"<p class=\\\"result note\\\">\";'\n"
     "put bench/page.py '\"\"\"What it is.\"\"\"' 'x = \"<b class=\\\"good result note\\\">\"'",
     "c/cli/reports/page.css: .note, which the benchmark's page has too; "},
    {"put c/core/fen/read.c \"$own\" '#include \"core/board.h\"'; put c/core/fen/fen.h \"$own\"\n"
     "put c/core/board.c \"$own\" '#include \"core/fen/fen.h\"'",
     "c/core/fen/read.c:2: closes the circle of folders core -> core/fen -> core; "},
    {"put c/core/fen/read.c \"$own\" '#include \"core/fen.h\"' 'int read_fen(void) {'\n"
     "put c/core/fen.h \"$own\" 'int read_fen(void);'\n"
     "put c/core/board.c \"$own\" '#include \"core/fen.h\"' 'int read_board(void) {' '    return "
     "read_fen();'",
     "c/core/fen/read.c:2: closes the circle of folders core -> core/fen -> core; "},
    {"put c/core/fen/read.c \"$own\" '#include \"core/fen.h\"' 'int IN_BUILD(read_fen)(void) {'\n"
     "put c/core/fen.h \"$own\" 'int ks_any_read_fen(void);'\n"
     "put c/core/board.c \"$own\" '#include \"core/fen.h\"' 'int read_board(void) {' '    return "
     "ks_any_read_fen();'",
     "c/core/fen/read.c:2: closes the circle of folders core -> core/fen -> core; "},
    {"put c/core/fen/read.c \"$own\" '#include \"core/fen.h\"' 'int ks_any_read(void) {'\n"
     "put c/core/fen.h \"$own\" 'typedef int read_fen(void);' 'read_fen ks_any_write, ks_any_read;'\n"
     "put c/core/more.h \"$own\" '#include \"core/fen.h\"'\n"
     "put c/core/board.c \"$own\" '#include \"core/more.h\"' 'int read_board(void) {' '    return "
     "ks_any_read();'",
     "c/core/fen/read.c:2: closes the circle of folders core -> core/fen -> core; "},
    {"put c/core/key.c \"$own\" '#include \"core/board.h\"' 'int key_of(void) {' '    set.key_of = key_of;'\n"
     "put c/core/key.h \"$own\"; put c/core/board.h \"$own\" 'struct set {' '    int (*key_of)(void);' '};'\n"
     "put c/core/board.c \"$own\" '#include \"core/board.h\"' 'int board(void) {' '    return "
     "set->key_of();'",
     "c/core/key.c:2: closes the circle core/board -> core/key -> core/board; "},
    {"put c/core/key.c \"$own\" '#include \"core/board.h\"' 'int key_of(void) {' '    reader = key_of;'\n"
     "put c/core/key.h \"$own\"\n"
     "put c/core/board.h \"$own\" 'typedef int read(void);' 'extern read *reader;'\n"
     "put c/core/board.c \"$own\" 'read *reader;' 'int board(void) {' '    return reader();'",
     "c/core/key.c:2: closes the circle core/board -> core/key -> core/board; "},
    {"put c/core/key.c 'int key;'", "c/core/key.c:1: found 'int key;'; "},
    {"put asm/rays.inc '%define ray'", "asm/rays.inc:1: found '%define ray'; "},
    {"put c/core/key.c '/* See board.h. */'", "c/core/key.c:1: refers to another file; "},
    {"put c/core/key.c \"$own\" '/* See hash.h, <stdio.h>, \"read.c\" and core/board.h. */'",
     "c/core/key.c:2: a comment names hash.h; "},
    {"put c/core/key.c \"$own\" '/* core/hash/board.h */'",
     "c/core/key.c:2: a comment names core/hash/board.h; "},
    {"put c/core/key.c \"$own\" '/* ==== Keys ==== */' '/* ---- Key ---- */' '/* ---- Keys ---- */'",
     "c/core/key.c:4: a second section 'Keys'; "},
    {"put c/core/key.c \"$own\" '/* A key' ' */' '/* A table' ' *   of keys' ' */'",
     "c/core/key.c:2: a comment ends on a line of its own; "},
    {"put c/core/key.h \"$own\" '#ifndef KS_KEY_H'; put c/rules/key.h \"$own\" '#ifndef KS_KEY_H'",
     "c/rules/key.h:2: the guard KS_KEY_H is that of c/core/key.h; "},
    {"put c/core/key.c \"$own\" '#ifdef __AVX2__'", "c/core/key.c:2: asks for __AVX2__; "},
    {"put c/core/key.c \"$own\" '#elif defined KS_FOR_AVX'", "c/core/key.c:2: asks for KS_FOR_AVX; "},
    {"put asm/rays.inc '; One blank too many. '", "asm/rays.inc:1: blanks at the end of the line; "},
    {"put asm/rays.inc \"$(printf ';\\t a tab')\"", "asm/rays.inc:1: a tab; "},
    {"put asm/rays.inc \"; $(seq -s ' ' 50)\"", "asm/rays.inc:1: 142 columns; "},
    {"put c/core/key.c \"$own\" 'void key(void) {' \"$(seq 44)\" '}'", "c/core/key.c:2: key has 46 lines; "},
    {"put tests/core/key.c \"$own\" 'Test(hash, one) {'", "tests/core/key.c:2: suite hash; "},
    {"put tests/rules/board.c \"$own\" 'Test(board, two) {'",
     "tests/rules/board.c:2: suite board is that of tests/core/board.c; "},
    {"put tests/core/key.c \"$own\" 'Test(key, one) {' '    need_more(\"command -v wine\", \"Wine\");'",
     "tests/core/key.c:2: suite key needs more than make test; "},
    {"put tests/mutants/faults.txt '# Faults.' '' 'c/core/board.h: no comment' \"- $own\" '+' '' \\\n"
     "    'c/core/board.h: another line' '- /* What it was for. */' '+'",
     "tests/mutants/faults.txt:7: quotes lines that c/core/board.h doesn't have; "},
};

Test(house, a_good_one) {
    expect_run(NEW_HOUSE LOOK, 0, "", "");
}

/* Each report has only the broken rule. */
Test(house, every_rule_is_kept) {
    for (size_t i = 0; i < LENGTH(wrong); i += stride()) {
        char command[4096], expected[256];
        snprintf(command, sizeof command,
                 "%s%s\n%s >found; status=$?; wc -l <found; sed 's|; expected.*||' found; exit $status",
                 NEW_HOUSE, wrong[i].change, LOOK);
        snprintf(expected, sizeof expected, "1\n%.*s\n", (int)strlen(wrong[i].found) - 2, wrong[i].found);
        expect_run(command, 1, expected, "");
    }
}

/* ---- Calls ---- */

/* Three files, of which two call each other; each is compiled as the build does. */
#define CALLS                                                                                                \
    NEW_HOUSE                                                                                                \
    "put c/core/one.c \"$own\" 'int two(void); int one(int n) { return n ? two() : 1; }'\n"                  \
    "put c/core/two.c \"$own\" 'int one(int n); int two(void) { return one(0); }'\n"                         \
    "put c/core/three.c \"$own\" 'int one(int n); int three(void) { return one(3); }'\n"                     \
    "put obj/c/core/.keep; for file in one two three; do ${CC:-cc} -c c/core/$file.c -o "                    \
    "obj/c/core/$file.any.o; done\n"
#define LOOK_AT_LINKS "python3 \"$top/tests/lint/links.py\" obj\n"

Test(house, a_circle_of_calls_is_found) {
    expect_run(
        CALLS LOOK_AT_LINKS, 1,
        "c/core/one: is in a circle of 2 files: c/core/one names two of c/core/two; c/core/two names one of "
        "c/core/one; expected none, or tests/lint/links.txt\n",
        "");
}

Test(house, a_listed_circle_is_let_through_while_it_is_there) {
    expect_run(
        CALLS "put tests/lint/links.txt '# A reason.' c/core/one c/core/two\n" LOOK_AT_LINKS
              "put tests/lint/links.txt c/core/one c/core/two '' c/core/three c/core/two\n" LOOK_AT_LINKS,
        1, "tests/lint/links.txt: c/core/three is in no circle of these 2; expected the circles of today\n",
        "");
}

/* No two files call each other, but their folders do. */
Test(house, a_circle_of_folders_is_found) {
    expect_run(
        CALLS "put c/core/two.c \"$own\" 'int four(void); int two(void) { return four(); }'\n"
              "put c/rules/four.c \"$own\" 'int four(void) { return 4; }'\n"
              "put c/rules/five.c \"$own\" 'int three(void); int five(void) { return three(); }'\n"
              "put obj/c/rules/.keep; for file in core/two rules/four rules/five; do\n"
              "${CC:-cc} -c c/$file.c -o obj/c/$file.any.o; done\n" LOOK_AT_LINKS,
        1,
        "c/core: is in a circle of 2 folders: c/core names four of c/rules; c/rules names three of c/core; "
        "expected none, or tests/lint/links.txt\n",
        "");
}
