/* kingscan games: the games that options select, and each form of the output. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/length.h"
#include "support/run.h"
#include "support/skip.h"

#define GAMES "examples/games.pgn"
#define HINT "try 'kingscan games --help'\n"

/* The numbers of the games of these options, on one line. */
static void expect_games(const char *options, const char *numbers) {
    char settings[256];
    snprintf(settings, sizeof settings, "options=\"%s\"", options);
    expect_run_with(settings,
                    "eval $KINGSCAN games --format tsv $options " GAMES " | cut -f 2 | tr '\\n' ' '; echo", 0,
                    numbers, "");
}

/* ---- Selections ---- */

Test(games_command, tags_select) {
    expect_games("", "1 2 3 4 5 6 7 \n");
    expect_games("--select Result=1-0", "1 2 4 7 \n");
    expect_games("--select Result!=1-0", "3 5 6 \n");
    expect_games("--select 'White=morphy,Paul'", "1 \n");
    expect_games("--select 'White=Morphy, Pau'", "\n");
    expect_games("--select 'White!=Morphy, Paul'", "2 3 4 5 6 7 \n");
    expect_games("--select 'WhiteElo>=1500'", "1 2 \n");
    expect_games("--select 'WhiteElo>1500'", "1 \n");
    expect_games("--select 'WhiteElo<2690'", "2 \n");
    expect_games("--select 'WhiteElo<=2690'", "1 2 \n");
    expect_games("--select 'WhiteElo>=01500' --select 'WhiteElo=1500'", "2 \n");
    expect_games("--select 'Date>=1858'", "1 \n");
    expect_games("--select 'Date>1859'", "\n");
    expect_games("--select 'Date=1858'", "1 \n");
    expect_games("--select 'Date!=1858'", "2 3 4 5 6 7 \n");
    expect_games("--select 'Date>1857' --select 'Date<1858.02'", "\n");
    expect_games("--select 'Date<1859.02'", "1 \n");
    expect_games("--select 'White = morphy,paul' --select ' WhiteElo >= 1500 '", "1 \n");
}

Test(games_command, parts_and_players_select) {
    expect_games("--select 'White~morphy'", "1 \n");
    expect_games("--select 'White~y, p'", "1 \n");
    expect_games("--select 'White~Y,P'", "1 \n");
    expect_games("--select 'White~'", "1 2 3 4 5 7 \n");
    expect_games("--select 'White~morphyx'", "\n");
    expect_games("--select 'Event~check'", "2 \n");
    expect_games("--select 'Player=Morphy, Paul'", "1 \n");
    expect_games("--select 'Player~morphy'", "1 \n");
    expect_games("--select 'Player!=Morphy, Paul'", "2 3 4 5 6 7 \n");
}

Test(games_command, patterns_select) {
    expect_games("--select 'White~/^morphy/'", "1 \n");
    expect_games("--select 'White~/^(morphy|loyd), *[ps]/'", "1 3 \n");
    expect_games("--select 'White!~/^(morphy|loyd)/'", "2 4 5 6 7 \n");
    expect_games("--select 'White!~o' --select 'Result=1-0'", "2 \n");
    expect_games("--select 'Player~/^s/'", "4 \n");
    expect_games("--select 'White~/'", "\n");
    expect_run("$KINGSCAN games --select 'White~/(/' " GAMES " 2>&1 | head -n 1 | sed 's/: [^:]*$//'", 0,
               "kingscan games: --select: /(/\n", "");
}

Test(games_command, the_first_games_alone) {
    expect_games("--first 3", "1 2 3 \n");
    expect_games("--first 2 --with checkmate", "1 2 \n");
    expect_games("--first 2 --select 'Result!=1-0'", "3 5 \n");
    expect_games("--first 100", "1 2 3 4 5 6 7 \n");
    expect_run("$KINGSCAN games --first 2 " GAMES " | grep -c '^.Event'; $KINGSCAN games " GAMES
               " | head -n 9 >a.$$\n"
               "$KINGSCAN games --first 1 " GAMES " | head -n 9 | cmp - a.$$; rm a.$$\n"
               "$KINGSCAN games --first 9 --format tsv " GAMES " " GAMES " | wc -l",
               0, "2\n9\n", "");
    expect_run("$KINGSCAN games --first 0 " GAMES, 2, "",
               "kingscan games: --first: expected a number from 1 to 9223372036854775807, found '0'\n" HINT);
    expect_run("yes '1. e4 *' | $KINGSCAN games --first 3 --count | head -n 1", 0, "games\t3\n", "");
}

Test(games_command, positions_select) {
    expect_games("--position startpos", "1 2 3 4 5 \n");
    expect_games("--position 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR'", "1 \n");
    expect_games("--position 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b'", "\n");
    expect_games("--position 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq'", "1 \n");
    expect_games("--position 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQ'", "\n");
    expect_games("--position 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 9'", "1 \n");
    expect_games("--position 'startpos moves e4 e5' --with checkmate", "1 \n");
    /* The en-passant square counts where a pawn may capture on it. A board may be one with the other side in
     * check. */
    expect_run(
        "printf '1. e4 a6 2. e5 d5 *\\n\\n1. e4 d6 2. e5 d5 3. a3 a6 *\\n\\n1. e4 f5 2. Qh5 g6 *\\n' >g.$$\n"
        "for fen in 'rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6' "
        "'rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq -' "
        "'rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq' "
        "'rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR'; do\n"
        "$KINGSCAN games --count --position \"$fen\" g.$$ | head -n 1; done; rm g.$$",
        0, "games\t1\ngames\t0\ngames\t1\ngames\t1\n", "");
}

/* ---- Output files ---- */

Test(games_command, split_into_files) {
    expect_run(
        IN_NEW_DIRECTORY
        "file=$OLDPWD/" GAMES
        "; $KINGSCAN games $file >all; $KINGSCAN games --split 3 $file; echo *; cat ?.pgn | cmp - all\n"
        "mkdir tags; $KINGSCAN games --split White --into tags --select 'Event!~atomic' $file; ls tags; cat "
        "tags/* | grep -c '^.Event'\n"
        "$KINGSCAN games --split 2 --format san --first 3 $file 2>/dev/null; wc -l <1.san; wc -l <2.san\n"
        "$KINGSCAN games --split 9 --rewrite --into tags $file 2>/dev/null; grep -c Event tags/1.pgn",
        0,
        "1.pgn 2.pgn 3.pgn all\nCaro.pgn\nFool.pgn\nKnight.pgn\nLoyd, Sam.pgn\nMorphy, "
        "Paul.pgn\nunknown.pgn\n6\n"
        "2\n1\n7\n",
        "");
    /* A file is gone on with when its value comes again; none is overwritten, and none lies elsewhere. */
    expect_run(
        IN_NEW_DIRECTORY
        "for e in a ../b a .c '?' 'a/b:\\x' d\xc3\xa9; do printf '[Event \"%s\"]\\n\\n*\\n\\n' \"$e\"; done "
        ">g\n"
        "mkdir f; $KINGSCAN games --split Event --into f g; ls f | LC_ALL=C sort; grep -c Event f/a.pgn\n"
        "$KINGSCAN games --split Event --into f g; echo $?; grep -c Event f/a.pgn; $KINGSCAN games --split 1 "
        "--into x g",
        2, "%2E.%2Fb.pgn\n%2Ec.pgn\na%2Fb%3A%5Cx.pgn\na.pgn\nd\xc3\xa9.pgn\nunknown.pgn\n2\n2\n2\n",
        "kingscan games: f/a.pgn: File exists\nkingscan games: x/1.pgn: No such file or directory\n");
}

Test(games_command, events_select) {
    expect_games("--with checkmate", "1 2 4 \n");
    expect_games("--with stalemate", "3 6 \n");
    expect_games("--with double-check", "2 \n");
    expect_games("--with illegal", "5 \n");
    expect_games("--with checkmate --with double-check", "2 \n");
    expect_games("--with stalemate,double-check", "\n");
    expect_games("--with checkmate --select 'White=Fool'", "4 \n");
}

Test(games_command, plies_select) {
    expect_games("--plies 15-19", "2 3 \n");
    expect_games("--plies 5", "7 \n");
    expect_games("--plies -4", "4 6 \n");
    expect_games("--plies 20-", "1 \n");
    expect_games("--plies 0", "6 \n");
}

Test(games_command, options_that_are_wrong) {
    static const char *const wrong[][2] = {
        {"--select White", "--select: expected TAG=VALUE, or != < <= > >= ~ !~ for =, found 'White'"},
        {"--select =x", "--select: expected TAG=VALUE, or != < <= > >= ~ !~ for =, found '=x'"},
        {"--select White!", "--select: expected TAG=VALUE, or != < <= > >= ~ !~ for =, found 'White!'"},
        {"--select White!x", "--select: expected TAG=VALUE, or != < <= > >= ~ !~ for =, found 'White!x'"},
        {"--plies -", "--plies: expected N, N-M, N- or -M, found '-'"},
        {"--plies ''", "--plies: expected N, N-M, N- or -M, found ''"},
        {"--plies 5-4", "--plies: expected the first ply before the last one, found '5-4'"},
        {"--plies 5-x", "--plies: expected a number from 0 to 4294967295, found 'x'"},
        {"--with mate",
         "--with: expected checkmate, stalemate, double-check or illegal, found 'mate'; did you mean "
         "'checkmate' or 'stalemate'?"},
    };
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        char settings[128], err[256];
        snprintf(settings, sizeof settings, "options=\"%s\"", wrong[i][0]);
        snprintf(err, sizeof err, "kingscan games: %s\n" HINT, wrong[i][1]);
        expect_run_with(settings, "eval \"$KINGSCAN games $options\"", 2, "", err);
    }
}

/* ---- Input files ---- */

/* The game that is cut is neither written nor counted. */
Test(games_command, compressed_files) {
    need("command -v zstd", "zstd");
    expect_run(IN_NEW_DIRECTORY
               "for i in 1 2 3 4 5 6 7 8 9; do cat \"$OLDPWD\"/" GAMES "; echo; done >plain; zstd -q plain\n"
               "$KINGSCAN games plain.zst | cmp - plain; cat plain.zst | $KINGSCAN games | cmp - plain\n"
               "head -c 700 plain.zst >cut.zst; $KINGSCAN games cut.zst >out; echo $?\n"
               "head -c $(wc -c <out) plain | cmp - out; $KINGSCAN games --no-decompress plain.zst",
               2, "2\n",
               "kingscan games: cut.zst: zstd: /*stdin*\\ : Read error (39) : premature end\n"
               "kingscan games: plain.zst: this is zstd, not PGN; read it by: zstd -dc plain.zst | ...\n");
}

/* ---- Mistyped tags ---- */

#define NONE_HAS "none of the games has the tag "

Test(games_command, tags_that_no_game_has) {
    expect_run("$KINGSCAN games --select 'Whit=Morphy, Paul' --select 'Zzzzz~x' " GAMES, 0, "",
               "kingscan games: warning: --select: " NONE_HAS "'Whit'; did you mean 'White'?\n"
               "kingscan games: warning: --select: " NONE_HAS "'Zzzzz'\n");
    expect_run("$KINGSCAN games --count --select 'Whit!=x' --select 'Elo>=1' " GAMES " | head -n 1", 0,
               "games\t0\n",
               "kingscan games: warning: --select: " NONE_HAS "'Whit'; did you mean 'White'?\n");
    expect_run("$KINGSCAN games --format tsv --tags Evnt,White,RESULT,Zzzzz --first 1 " GAMES " | cut -f 6-",
               0, "\tMorphy, Paul\t\t\n",
               "kingscan games: warning: --tags: " NONE_HAS "'Evnt'; did you mean 'Event'?\n"
               "kingscan games: warning: --tags: " NONE_HAS "'RESULT'; did you mean 'Result'?\n");
    expect_run("p=$PWD\n" IN_NEW_DIRECTORY "$KINGSCAN games --split Opnin \"$p/" GAMES "\"; ls", 0,
               "unknown.pgn\n", "kingscan games: warning: --split: " NONE_HAS "'Opnin'\n");
    /* One game with it is enough, in any file. */
    expect_run("printf '[Evnt \"x\"]\\n\\n1. e4 *\\n' | $KINGSCAN games --format tsv --tags Evnt " GAMES
               " - | tail -n 1 | cut -f 6",
               0, "x\n", "");
    expect_run("$KINGSCAN games --json --tags Evnt --select Foo=1 </dev/null", 0, "", "");
    for (int jobs = 1; jobs <= 3; jobs += 2) {
        char command[256];
        snprintf(command, sizeof command,
                 "cat tests/data/opera.pgn | $KINGSCAN check --jobs %d --final --tags Whitee,Black - "
                 "tests/data/opera.pgn tests/data/opera.pgn >/dev/null",
                 jobs);
        expect_run(command, 0, "",
                   "kingscan check: warning: --tags: " NONE_HAS "'Whitee'; did you mean 'White'?\n");
    }
}

/* ---- Progress ---- */

/* The reader of the games sleeps, so that they take longer than a second. */
Test(games_command, time_left_on_a_terminal) {
    struct ran ran =
        run_on_terminal("p=$PWD\n" IN_NEW_DIRECTORY
                        "for i in $(seq 40); do cat \"$p/tests/data/random_games.pgn\"; done >all\n"
                        "$KINGSCAN games --json all | { sleep 1.5; wc -l; }");
    const char *const progress = strstr(ran.out, " games, ");
    cr_assert(progress, "no progress: %s", ran.out);
    const char *const share = strstr(progress, " %, ");
    cr_expect(strstr(progress, " a second, ") && share, "no share: %s", ran.out);
    cr_expect(share && strstr(share, " left\033[K\r"), "no time left: %s", ran.out);
    cr_expect(strstr(progress, "\r\033[K"), "progress isn't removed: %s", ran.out);
    free_ran(&ran);
}
