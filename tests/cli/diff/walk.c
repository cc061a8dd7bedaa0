/* kingscan diff --walk by keys on a terminal. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/length.h"
#include "support/run.h"
#include "support/skip.h"

#define WALK(position) "'\"$KINGSCAN\" diff 2 --walk \"" position "\" --engine \"$BROKEN kings-touch\"'"

/* The first row that differs is chosen; right follows it, and left goes back. */
Test(walk, arrow_keys, .init = need_terminal) {
    static const char *const walks[][2] = {
        {"RIGHT q ENTER",
         "depth 1: 8/8/8/8/3k4/8/8/K7 b - - 0 1 moves d4c3\n"
         "  move           Kingscan         engine\n"
         "  a1a2                  1              1\n"
         "  a1b1                  1              1\n"
         "> a1b2                  -              1  king-into-check\n"
         "  total                 2              3  differs\n"
         "up and down choose, right follows, left goes back, or type a move, back, depth N, quit\n"
         "> q\nstatus 1\n"},
        {"RIGHT UP UP UP DOWN RIGHT END",
         "depth 1: 8/8/8/8/3k4/8/8/K7 b - - 0 1 moves d4c3\n"
         "  move           Kingscan         engine\n"
         "  a1a2                  1              1\n"
         "> a1b1                  1              1\n"
         "  a1b2                  -              1  king-into-check\n"
         "  total                 2              3  differs\n"
         "depth 1 is the last one: 'back' goes back, 'depth N' counts deeper\n"
         ">\nstatus 1\n"},
        {"RIGHT RIGHT END",
         "depth 1: 8/8/8/8/3k4/8/8/K7 b - - 0 1 moves d4c3\n"
         "  move           Kingscan         engine\n"
         "  a1a2                  1              1\n"
         "  a1b1                  1              1\n"
         "> a1b2                  -              1  king-into-check\n"
         "  total                 2              3  differs\n"
         "a1b2 is not legal: the king on a1 can't go to b2: the king on c3 attacks that square\n"
         ">\nstatus 1\n"},
        {"DOWN DOWN ESC d 4 e x BACK 5 ENTER END",
         "depth 1: 8/8/8/8/3k4/8/8/K7 b - - 0 1 moves d4e5\n"
         "  move           Kingscan         engine\n"
         "> a1a2                  1              1\n"
         "  a1b1                  1              1\n"
         "  a1b2                  1              1\n"
         "  total                 3              3\n"
         "up and down choose, right follows, left goes back, or type a "
         "move, back, depth N, quit\n"
         ">\nstatus 1\n"},
    };
    for (size_t i = 0; i < LENGTH(walks); i++) {
        char command[4096];
        snprintf(command, sizeof command,
                 "export BROKEN=\"$(dirname \"$KINGSCAN\")/broken\"\n"
                 "python3 tests/cli/diff/typing.py 24 '%s' " WALK("8/8/8/8/3k4/8/8/K7 b - - 0 1"),
                 walks[i][0]);
        expect_run(command, 0, walks[i][1], "");
    }
}

/* A screen with few lines shows the rows around the chosen one. */
Test(walk, a_small_terminal, .init = need_terminal) {
    expect_run(
        "export BROKEN=\"$(dirname \"$KINGSCAN\")/broken\"\n"
        "python3 tests/cli/diff/typing.py 8 'PAGE PAGE DOWN LEFT END' " WALK("8/8/8/8/3k4/8/8/K7 b - - 0 1"),
        0,
        "depth 2: 8/8/8/8/3k4/8/8/K7 b - - 0 1\n"
        "  move           Kingscan         engine\n"
        "  d4d5                  3              3\n"
        "> d4e3                  3              3\n"
        "  total                23             24  differs\n"
        "this is where the walk began\n"
        ">\nstatus 1\n",
        "");
}
