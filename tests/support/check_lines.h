/* Positions with each verdict, the lines that `kingscan check` prints for them, and shell commands that use
 * them. */
#ifndef CHECK_LINES_H
#define CHECK_LINES_H

#include "support/run.h"

#define SAFE_FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
#define CHECK_FEN "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"
#define DOUBLE_FEN "4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1"

#define SAFE_LINE "safe\t-\t" SAFE_FEN "\n"
#define CHECK_LINE "check\te2\t" CHECK_FEN "\n"

#define CHECK_HINT "try 'kingscan check --help'\n"

/* The message about a line "x". */
#define NO_PLACEMENT "error: expected a piece letter, a digit 1-8 or '/', found 'x'\n"

/* 44,000 real positions, all different, below a comment. */
#define POSITIONS "tests/data/positions.epd"

/* Opens a command like IN_NEW_DIRECTORY; $positions names the file. */
#define WITH_POSITIONS "positions=$PWD/" POSITIONS "\n" IN_NEW_DIRECTORY

#endif
