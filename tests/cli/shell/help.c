/* The program's help: in short, at length and as man pages, and for all commands in common. */
#include <criterion/criterion.h>

#include "kingscan.h"
#include "support/run.h"

/* A loop over the names of all commands, as the help lists them. */
#define FOR_EACH_COMMAND                                                                                     \
    "commands=$($KINGSCAN -h | sed -n '/^Commands:/,/^$/s/^  \\([a-z][a-z]*\\) .*/\\1/p')\n"                 \
    "for c in $commands; do "

Test(help, lists_all_commands) {
    expect_run(
        FOR_EACH_COMMAND "printf '%s ' $c; done", 0,
        "check stats convert games show moves move perft diff fuzz uci variants kernels completions help ",
        "");
    expect_run(IN_NEW_DIRECTORY "$KINGSCAN help >a; $KINGSCAN --help | cmp - a", 0, "", "");
}

/* 24 lines, one of them for the prompt. */
Test(help, the_short_one_fits_on_a_screen) {
    expect_run(
        "{ $KINGSCAN -h; $KINGSCAN help -h; } | awk 'length > 80'\n" FOR_EACH_COMMAND
        "$KINGSCAN $c -h >help.$$; awk -v c=$c 'length > 80 { print c, $0 } END { if (NR > 23 || NR < 3) "
        "print c, NR }' help.$$; done; test $($KINGSCAN -h | wc -l) -le 23; rm help.$$",
        0, "", "");
}

/* Every option of the long help, with its letter and its argument; only its name when all commands have
 * it. */
Test(help, the_short_one_has_every_option) {
    expect_run(IN_NEW_DIRECTORY FOR_EACH_COMMAND
               "$KINGSCAN $c -h >short; $KINGSCAN $c --help | sed -n '/^Options:/,/^Examples:/s/^  "
               "\\(-., \\)*\\(--[a-z0-9-]*\\).*/\\2/p' >names\n"
               "while read -r name; do grep -q -e \"$name\" short || echo $c $name; done <names; done\n"
               "$KINGSCAN check --help | grep -c '^  \\(-j, \\)*--'",
               0, "47\n", "");
}

Test(help, the_long_one) {
    expect_run("for c in check show kernels diff; do $KINGSCAN $c --help | head -n 3 | tail -n 1; done", 0,
               "Usage: kingscan check [OPTION...] [FILE...]\n"
               "Usage: kingscan show [OPTION...] [FEN|startpos|-]\n"
               "Usage: kingscan kernels [OPTION...]\n"
               "Usage: kingscan diff [OPTION...] DEPTH [FILE...] --engine|--script|--library ARG\n",
               "");
    expect_run(IN_NEW_DIRECTORY FOR_EACH_COMMAND
               "$KINGSCAN $c --help >a; $KINGSCAN help $c | cmp - a; awk 'length > 80' a; done; $KINGSCAN "
               "--help | awk 'length > 80'",
               0, "", "");
    expect_run("$KINGSCAN check --help | grep -A 2 '^  --count'", 0,
               "  --count             print a table instead of the positions\n"
               "                      For each verdict, the number of positions with it and\n"
               "                      their share of all positions; then the total.\n",
               "");
}

/* Options that come first ask about a command behind them. */
Test(help, a_command_behind_the_option) {
    expect_run(IN_NEW_DIRECTORY
               "for o in --help -h --man; do $KINGSCAN $o perft >a; $KINGSCAN perft $o | cmp - a; done",
               0, "", "");
    expect_run("$KINGSCAN --help chekc", 2, "",
               "kingscan: unknown command 'chekc'; did you mean 'check'?\ntry 'kingscan --help'\n");
}

/* The common options are explained only there. */
Test(help, topics_explain_common_options) {
    expect_run("$KINGSCAN help topics | grep -E '^[A-Z][a-z ]*:$|^  (-|0|KING|NO_)|python'", 0,
               "The command line:\n"
               "  --color auto|always|never\n"
               "  -h, --help          print help: a line per option with -h, all with --help\n"
               "  --man               print the man page, in roff\n"
               "  -V, --version       print the version\n"
               "Positions:\n"
               "Options about positions:\n"
               "  --lenient           accept any position whose side to move has one king\n"
               "  --strict            reject positions that no game can reach\n"
               "                      The tests are those of python-chess's Board.status(): more\n"
               "  --fen-ep legal|x-fen|always\n"
               "  --notation people|fen|ffish\n"
               "  --variant VARIANT   play this variant: see 'kingscan variants'\n"
               "  --variants FILE     read more variants from a file\n"
               "  --null-moves        of games of chess: read null moves (--, 0000, <>)\n"
               "  --no-decompress     read compressed files as they are\n"
               "  --chess960          in UCI, castling is the king taking its rook\n"
               "Exit status:\n"
               "  0                   all good\n"
               "Environment:\n"
               "  KINGSCAN_KERNEL     the kernel to use instead of the fastest that this machine\n"
               "  KINGSCAN_CONFIG     a file of options to take before those of the command\n"
               "  NO_COLOR            when not empty, turns colours off unless --color is given\n",
               "");
    expect_run(FOR_EACH_COMMAND
               "$KINGSCAN $c --help | grep -E '^Exit|^Environment|python-chess|NO_COLOR'; done",
               1, "", "");
    expect_run("$KINGSCAN help topics | awk 'length > 80'", 0, "", "");
}

Test(help, unknown_names) {
    expect_run("$KINGSCAN help chekc", 2, "",
               "kingscan help: unknown command 'chekc'; did you mean 'check'?\ntry 'kingscan help --help'\n");
    expect_run("$KINGSCAN help check show", 2, "",
               "kingscan help: expected nothing more, found 'show'\ntry 'kingscan help --help'\n");
}

Test(help, version) {
    expect_run("for o in --version -V -v version 'check -V' 'perft --version x'; do $KINGSCAN $o; done", 0,
               "kingscan " KS_VERSION "\nkingscan " KS_VERSION "\nkingscan " KS_VERSION
               "\nkingscan " KS_VERSION "\nkingscan " KS_VERSION "\nkingscan " KS_VERSION "\n",
               "");
}

Test(help, man_pages) {
    expect_run("$KINGSCAN --man | head -n 1; $KINGSCAN check --man | head -n 1", 0,
               ".TH \"kingscan\" 1 \"\" \"kingscan " KS_VERSION "\" \"Kingscan\"\n"
               ".TH \"kingscan-check\" 1 \"\" \"kingscan " KS_VERSION "\" \"Kingscan\"\n",
               "");
    expect_run("$KINGSCAN check --man | grep -A 1 '^.fB.*only.fR'", 0,
               "\\fB\\-\\-only\\fR \\fIVERDICT[,...]\\fR\n"
               "only positions with these verdicts\n",
               "");
    expect_run("$KINGSCAN --man | grep '^.SH'", 0,
               ".SH NAME\n.SH SYNOPSIS\n.SH DESCRIPTION\n.SH COMMANDS\n.SH THE COMMAND LINE\n.SH POSITIONS\n"
               ".SH OPTIONS ABOUT POSITIONS\n.SH EXIT STATUS\n.SH ENVIRONMENT\n",
               "");
}
