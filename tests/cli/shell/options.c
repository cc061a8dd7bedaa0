/* How the program reads the words of the command line, and its messages about words without a meaning. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"
#include "support/length.h"

#define ONE "echo '" CHECK_FEN "' | "

Test(options, are_written_in_every_usual_form) {
    static const char *const forms[] = {"--only check --jobs 2", "--only=check --jobs=2", "-j2 --only check",
                                        "-j 2 --only=check --", "--threads 2 - --only check"};
    for (size_t i = 0; i < LENGTH(forms); i++) {
        char command[128];
        snprintf(command, sizeof command, ONE "$KINGSCAN check %s", forms[i]);
        expect_run(command, 0, CHECK_LINE, "");
    }
}

/* An argument may begin with a dash, or be empty. */
Test(options, take_the_text_after_them) {
    expect_run(IN_NEW_DIRECTORY "$KINGSCAN show --svg --json '" CHECK_FEN "' >board; ls", 0,
               "--json\nboard\n", "");
    expect_run("$KINGSCAN check --jobs=", 2, "",
               "kingscan check: --jobs: expected a number from 1 to 1024, found ''\n" CHECK_HINT);
    expect_run("$KINGSCAN check -j", 2, "", "kingscan check: --jobs: expected N after it\n" CHECK_HINT);
    expect_run("$KINGSCAN check -jx", 2, "",
               "kingscan check: --jobs: expected a number from 1 to 1024, found 'x'\n" CHECK_HINT);
    expect_run("$KINGSCAN check --threads x", 2, "",
               "kingscan check: --threads: expected a number from 1 to 1024, found 'x'\n" CHECK_HINT);
}

Test(options, are_not_shortened) {
    expect_run("$KINGSCAN check --coun", 2, "",
               "kingscan check: unknown option '--coun'; did you mean '--count'?\n" CHECK_HINT);
    expect_run(
        "$KINGSCAN perft 1 --div", 2, "",
        "kingscan perft: unknown option '--div'; did you mean '--divide'?\ntry 'kingscan perft --help'\n");
}

Test(options, similar_ones_are_suggested) {
    static const char *const wrong[][2] = {
        {"check --cout", "unknown option '--cout'; did you mean '--count'?"},
        {"check --count --oly=check", "unknown option '--oly'; did you mean '--only' or '--ply'?"},
        {"check -count", "unknown option '-count'; did you mean '--count'?"},
        {"check -jq", "--jobs: expected a number from 1 to 1024, found 'q'"},
        {"check -q", "unknown option '-q'"},
        {"check --xyzzy", "unknown option '--xyzzy'"},
        {"check --colr never", "unknown option '--colr'; did you mean '--color'?"},
        {"check --color red", "--color: expected auto, always or never, found 'red'"},
        {"check --color allways",
         "--color: expected auto, always or never, found 'allways'; did you mean 'always'?"},
        {"check --format jsn", "--format: expected tsv, json, epd, fen, line, key, san, bits or bytes, found "
                               "'jsn'; did you mean 'json'?"},
        {"check --format js",
         "--format: expected tsv, json, epd, fen, line, key, san, bits or bytes, found 'js'"},
    };
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        char command[128], error[256];
        snprintf(command, sizeof command, "$KINGSCAN %s", wrong[i][0]);
        snprintf(error, sizeof error, "kingscan check: %s\n" CHECK_HINT, wrong[i][1]);
        expect_run(command, 2, "", error);
    }
    expect_run("$KINGSCAN movs", 2, "",
               "kingscan: unknown command 'movs'; did you mean 'moves' or 'move'?\ntry 'kingscan --help'\n");
    expect_run("$KINGSCAN --color=never check", 2, "",
               "kingscan: expected a command before '--color'\ntry 'kingscan --help'\n");
}

/* Text from users and files reaches the terminal only in quoted form. */
Test(options, are_quoted) {
    expect_run("$KINGSCAN check \"$(printf -- '--x\\033[31m')\"", 2, "",
               "kingscan check: unknown option '--x\\x1b[31m'\n" CHECK_HINT);
    expect_run("$KINGSCAN check \"$(printf -- '-\\033')\"", 2, "",
               "kingscan check: unknown option '-\\x1b'\n" CHECK_HINT);
    expect_run("$KINGSCAN check \"$(printf -- '--count=\\033')\"", 2, "",
               "kingscan check: --count: expected no argument, found '\\x1b'\n" CHECK_HINT);
    expect_run("$KINGSCAN \"$(printf '\\033[2J')\"", 2, "",
               "kingscan: unknown command '\\x1b[2J'\ntry 'kingscan --help'\n");
    expect_run("$KINGSCAN show \"$(printf '4k3/\\033[31m8')\"", 2, "",
               "FEN:1:5: error: expected a piece letter, a digit 1-8 or '/', found no text (byte 0x1b)\n"
               "    4k3/\\x1b[31m8\n        ^\n");
    expect_run("$KINGSCAN show \"$(printf '\\302\\233/é8x')\"", 2, "",
               "FEN:1:1: error: expected a piece letter, a digit 1-8 or '/', found no text (byte 0xc2)\n"
               "    \\xc2\\x9b/é8x\n    ^\n");
    expect_run("$KINGSCAN show '" SAFE_FEN "' --strict \"$(printf 'é\\033x')\"", 2, "",
               "FEN:1:31: error: expected a clock, an EPD operation or the end of the text, found "
               "'é'\n    " SAFE_FEN " é\\x1bx\n                                  ^\n");
}

#define COLOURED "' | grep -c '\033'"

Test(options, color) {
    expect_run(
        "for c in always never auto; do $KINGSCAN show --color $c | grep -c \"$(printf '\\033')\"; done", 1,
        "8\n0\n0\n", "");
    expect_run("NO_COLOR=1 TERM=dumb $KINGSCAN show --colour=always | grep -c \"$(printf '\\033')\"", 0,
               "8\n", "");
    expect_run("$KINGSCAN variants grand --color always | grep -c \"$(printf '\\033')\"", 0, "10\n", "");
}

/* ---- startpos ---- */

#define START_MOVES "startpos moves e4 e5 Ke2"

Test(options, startpos_is_a_position_everywhere) {
    expect_run(
        "$KINGSCAN show --json " START_MOVES, 0,
        "{\"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2\",\"side_to_move\":\"black\","
        "\"king\":\"e8\",\"verdict\":\"safe\",\"draw\":null,\"checkers\":[],\"pinned\":[]}\n",
        "");
    expect_run("$KINGSCAN moves '" START_MOVES "' | wc -l; echo " START_MOVES " | $KINGSCAN moves - | wc -l",
               0, "29\n29\n", "");
    expect_run("$KINGSCAN move startpos e4; $KINGSCAN move e4; $KINGSCAN move startpos moves e4 e4", 1,
               "e4 (e2e4) is legal\ne4 (e2e4) is legal\n"
               "the pawn on e7 can't go to e4: a pawn moves straight ahead and captures one square "
               "diagonally ahead\n",
               "");
    expect_run("$KINGSCAN perft 2 startpos; $KINGSCAN perft 1 --variant grand startpos moves g2h4", 0,
               "400\n65\n", "");
    expect_run("printf 'startpos\\n" START_MOVES "\\n' | $KINGSCAN diff 1 - --engine \"$KINGSCAN uci\"", 0,
               "2 positions to depth 1, 49 nodes: no difference\n", "");
    expect_run(
        "printf 'startpos\\n" START_MOVES "; x\\nstartpos moves f3 e5 g4 Qh4\\n' | $KINGSCAN check --jobs 2",
        0, "safe\t-\tstartpos\nsafe\t-\t" START_MOVES "; x\ncheckmate\th4\tstartpos moves f3 e5 g4 Qh4\n",
        "");
    expect_run("printf 'startpos\\nstartpos moves e4; id 1;\\n' | $KINGSCAN check --format epd", 0,
               "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1; c0 \"safe\";\n"
               "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1; id 1; c0 \"safe\";\n",
               "");
    expect_run("printf 'startpos x\\nstartposition\\n' | $KINGSCAN check", 1, "",
               "-:1:10: error: expected 'moves' after 'startpos', or the end of the position, found 'x'\n"
               "-:2:1: error: expected a piece letter, a digit 1-8 or '/', found 's'\n");
}

Test(options, show_and_moves_begin_at_the_start) {
    expect_run("$KINGSCAN show | tail -n 2", 0,
               "white to move, castling KQkq, en passant -\nsafe: white is not in check\n", "");
    expect_run("$KINGSCAN moves | wc -l; $KINGSCAN moves --variant grand | wc -l", 0, "20\n65\n", "");
}
