/* kingscan diff --walk: by lines, and by keys on a terminal. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "cli/diff/found.h"
#include "support/length.h"
#include "support/run.h"
#include "support/skip.h"

#define BROKEN(what) "--engine \"$(dirname \"$KINGSCAN\")/broken " what "\" "

/* ---- By lines ---- */

/* Moves in UCI or SAN; the start of the game, moves after a position, a variant. */
Test(walk, where_it_begins) {
    static const char *const walks[][2] = {
        {"3 --walk " SELF,
         "depth 3: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
         "depth 2: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4\n"
         "depth 1: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 g8f6\n"},
        {"3 --walk startpos moves d2d4 d7d5 " SELF,
         "depth 3: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves d2d4 d7d5\n"
         "depth 2: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves d2d4 d7d5 e2e4\n"
         "depth 1: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves d2d4 d7d5 e2e4 g8f6\n"},
        {"3 --walk --variant 3check " SELF,
         "depth 3: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1\n"
         "depth 2: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1 moves e2e4\n"
         "depth 1: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1 moves e2e4 g8f6\n"},
    };
    for (size_t i = 0; i < LENGTH(walks); i++) {
        char command[512];
        snprintf(command, sizeof command, "printf 'e2e4\\nNf6\\n' | $KINGSCAN diff %s | grep ^depth",
                 walks[i][0]);
        expect_run(command, 0, walks[i][1], "");
    }
}

/* ---- On a terminal ---- */

/* Types keys on a terminal of so many lines, one after each screen that was drawn, and prints the text of the
 * last screen: typing LINES KEYS... */
#define TYPING                                                                                               \
    IN_NEW_DIRECTORY                                                                                         \
    "cat >typing <<'X'\n"                                                                                    \
    "import fcntl, os, pty, re, select, struct, sys, termios\n"                                              \
    "lines, keys, command = int(sys.argv[1]), sys.argv[2].split(), sys.argv[3]\n"                            \
    "names = {'UP': '\\x1b[A', 'DOWN': '\\x1bOB', 'LEFT': '\\x1b[D', 'RIGHT': '\\x1b[C', 'PAGE': "           \
    "'\\x1b[6~',\n"                                                                                          \
    "         'BACK': '\\x7f', 'ENTER': '\\r', 'ESC': '\\x1b', 'END': '\\x04', 'UPPAGE': '\\x1b[5~'}\n"      \
    "child, terminal = pty.fork()\n"                                                                         \
    "if child == 0:\n"                                                                                       \
    "    os.execvp('sh', ['sh', '-c', command])\n"                                                           \
    "fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', lines, 100, 0, 0))\n"                     \
    "screens = b''\n"                                                                                        \
    "def read():\n"                                                                                          \
    "    global screens\n"                                                                                   \
    "    try:\n"                                                                                             \
    "        screens += os.read(terminal, 1 << 16)\n"                                                        \
    "        return True\n"                                                                                  \
    "    except OSError:\n"                                                                                  \
    "        return False\n"                                                                                 \
    "for key in keys:\n"                                                                                     \
    "    before = screens.count(b'\\x1b[J')\n"                                                               \
    "    while before == screens.count(b'\\x1b[J') and b'> ' not in screens[-40:] and read():\n"             \
    "        pass\n"                                                                                         \
    "    drawn = screens.count(b'\\x1b[J')\n"                                                                \
    "    os.write(terminal, names.get(key, key).encode())\n"                                                 \
    "    while drawn == screens.count(b'\\x1b[J') and read():\n"                                             \
    "        pass\n"                                                                                         \
    "last = screens.decode().split('\\x1b[H')[-1]\n"                                                         \
    "os.close(terminal) if 'END' not in keys and 'q' not in keys else None\n"                                \
    "print(re.sub(r'\\x1b\\[[0-9;]*[A-Za-z]|\\r', '', last).rstrip())\n"                                     \
    "print('status', os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"                                  \
    "X\n"

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
                 "export BROKEN=\"$(dirname \"$KINGSCAN\")/broken\"\n" TYPING
                 "python3 typing 24 '%s' " WALK("8/8/8/8/3k4/8/8/K7 b - - 0 1"),
                 walks[i][0]);
        expect_run(command, 0, walks[i][1], "");
    }
}

/* A screen with few lines shows the rows around the chosen one. */
Test(walk, a_small_terminal, .init = need_terminal) {
    expect_run("export BROKEN=\"$(dirname \"$KINGSCAN\")/broken\"\n" TYPING
               "python3 typing 8 'PAGE PAGE DOWN LEFT END' " WALK("8/8/8/8/3k4/8/8/K7 b - - 0 1"),
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
