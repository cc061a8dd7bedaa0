/* kingscan games: the games that options select, and each form of the output. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/length.h"
#include "support/run.h"
#include "support/skip.h"

#define GAMES "examples/games.pgn"
#define NO_PGN                                                                                               \
    "expected PGN, which begins with a tag such as [Event \"...\"] or with a move; 'kingscan check' reads "  \
    "FEN and EPD\n"
#define NO_GAMES "2 kingscan games: -: " NO_PGN
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

#define CONTROLS                                                                                             \
    "for c in 60+0 180+2 600 40/7200:3600 40/5400+30:900 '*180' 1/86400 - '?' x 60+0.6 2.4+0.01 "            \
    "56.321+0.563 40/9000 .5+.01 60+ 60+x 1.2.3 '1:2' 5e1; do\n"                                             \
    "printf '[TimeControl \"%s\"]\\n[Time \"18:30:05\"]\\n\\n*\\n\\n' \"$c\"; done >g.$$; "                  \
    "printf '[Event \"\"]\\n\\n*\\n' >>g.$$\n"

/* The numbers of the games that meet each condition. */
#define EACH_CONDITION(conditions)                                                                           \
    "for condition in " conditions                                                                           \
    "; do $KINGSCAN games --format tsv --select \"$condition\" g.$$ 2>/dev/null | cut -f 2 | "               \
    "tr '\\n' ' '; echo; done; rm g.$$"

#define ALL_TIMED "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 \n"

Test(games_command, time_controls_select) {
    expect_run(CONTROLS EACH_CONDITION(
                   "'Time>=180' 'Time<180' 'Time=180' 'Increment>0' 'Increment=0' 'Increment>=30' "
                   "'Increment>=0.563' 'Increment<0.1' 'Increment=.60' 'Time=2.40' 'Time<2.4' 'Time=56.321'"),
               0,
               "2 3 4 5 6 7 14 \n1 11 12 13 15 19 \n2 6 \n2 5 11 12 13 15 \n1 3 4 6 7 14 19 \n5 \n"
               "2 5 11 13 \n1 3 4 6 7 12 14 15 19 \n11 \n12 \n15 19 \n13 \n",
               "");
    expect_run(CONTROLS EACH_CONDITION("'Time!=180' 'Time~18:30' 'Time=18:30' 'Time>18:30'"), 0,
               "1 3 4 5 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 \n" ALL_TIMED ALL_TIMED "\n", "");
}

#define VALUES                                                                                               \
    "for v in 1500 1500.5 '1500?' 4.2 4.10 -3 +7 '' '?' - 1e3 0 -0.0 00012 1,500 123456789012345678901 "     \
    "123456789012345678902 x ' 16 '; do\n"                                                                   \
    "printf '[Round \"%s\"]\\n\\n*\\n\\n' \"$v\"; done >g.$$\n"

Test(games_command, decimals_select) {
    expect_run(VALUES EACH_CONDITION(
                   "'Round>1500' 'Round=1500' 'Round=1500.0' 'Round=1500.50' 'Round<=4.2' 'Round>4.1' "
                   "'Round<0' 'Round=0' 'Round>-3' 'Round>=123456789012345678902' 'Round=12' 'Round=16' "
                   "'Round=?' 'Round=1500?' 'Round=' 'Round!=4.20'"),
               0,
               "2 16 17 \n1 \n1 \n2 \n4 5 6 12 13 \n1 2 4 7 14 16 17 19 \n6 \n12 13 \n1 2 4 5 7 12 13 14 16 "
               "17 19 \n17 \n14 \n19 \n9 \n3 \n8 \n1 2 3 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 \n",
               "");
    /* Values that say themselves that they are unknown are not counted. */
    expect_run(
        VALUES "for c in 'Round>1500' 'Round=1500'; do\n"
               "$KINGSCAN games --select \"$c\" --select 'Round<=9' g.$$ 2>&1 >/dev/null | sed s/g.$$/g/\n"
               "$KINGSCAN games --jobs 2 --select \"$c\" --count g.$$ g.$$ 2>&1 >/dev/null | sed s/g.$$/g/\n"
               "done; rm g.$$",
        0,
        "kingscan games: warning: --select: Round>1500: 4 games are left out, the first at g:9: expected "
        "a number, or a date such as 2026.11.27, 2026-11 or 2026, found '1500?'\n"
        "kingscan games: warning: --select: Round>1500: 8 games are left out, the first at g:9: expected "
        "a number, or a date such as 2026.11.27, 2026-11 or 2026, found '1500?'\n",
        "");
    expect_run(
        "printf '[WhiteElo \"5\"]\\n[BlackElo \"6\"]\\n[White \"5\"]\\n\\n*\\n' >g.$$\n"
        "for w in elo player INCREMENT time whiteelo; do\n"
        "$KINGSCAN games --count --select \"$w=5\" g.$$ 2>&1 >/dev/null; done; rm g.$$",
        0,
        "kingscan games: warning: --select: none of the games has the tag 'elo'; did you mean 'Elo'?\n"
        "kingscan games: warning: --select: none of the games has the tag 'player'; did you mean "
        "'Player'?\n"
        "kingscan games: warning: --select: none of the games has the tag 'INCREMENT'; did you mean "
        "'Increment'?\n"
        "kingscan games: warning: --select: none of the games has the tag 'time'; did you mean 'Time'?\n"
        "kingscan games: warning: --select: none of the games has the tag 'whiteelo'; did you mean "
        "'WhiteElo'?\n",
        "");
}

Test(games_command, openings_select) {
    expect_run("for v in A00 b19 B20 B90a1 C00 '?' Sicilian F10; do\n"
               "printf '[ECO \"%s\"]\\n\\n*\\n\\n' \"$v\"; done >g.$$\n" EACH_CONDITION(
                   "'ECO>=B20' 'ECO<b20' 'ECO=B90a1' 'ECO=B90' 'ECO~B' 'ECO=sicilian'"),
               0, "3 4 5 \n1 2 \n4 \n\n2 3 4 \n7 \n", "");
}

/* Prints the message about each condition, without the words before `from`. */
#define EACH_MISTAKE(conditions, from)                                                                       \
    "for condition in " conditions "; do $KINGSCAN games --count --select \"$condition\" " GAMES             \
    " 2>&1 | head -n 1 | "                                                                                   \
    "sed 's|^" from "||'; done; $KINGSCAN games --select 'Elo>x' " GAMES " 2>/dev/null; echo $?"

Test(games_command, conditions_without_an_order) {
    expect_run(
        EACH_MISTAKE("'WhiteElo>=abc' 'Elo<' 'Time>=3min' 'Increment>x' 'Increment=x' 'Date>=yesterday' "
                     "'Date<2024.13' 'Date>29.02.2024' 'UTCDate<2024.?\?.?\?' 'Round>1e3' 'White<c' "
                     "'Site<=?' 'Elo>=2024-01-01'",
                     "kingscan games: --select: "),
        0,
        "WhiteElo>=abc: expected a number after '>=', found 'abc'\n"
        "Elo<: expected a number after '<', found ''\n"
        "Time>=3min: expected a number, or a time such as 18:30 after '>=', found '3min'\n"
        "Increment>x: expected a number after '>', found 'x'\n"
        "Increment=x: expected a number after '=', found 'x'\n"
        "Date>=yesterday: expected a date such as 2026.11.27, 2026-11 or 2026 after '>=', found "
        "'yesterday'\n"
        "Date<2024.13: expected a date such as 2026.11.27, 2026-11 or 2026 after '<', found '2024.13'\n"
        "Date>29.02.2024: expected a date such as 2026.11.27, 2026-11 or 2026 after '>', found "
        "'29.02.2024'\n"
        "UTCDate<2024.?\?.?\?: expected a date such as 2026.11.27, 2026-11 or 2026 after '<', found "
        "'2024.?\?.?\?'\n"
        "Round>1e3: expected a number, or a date such as 2026.11.27, 2026-11 or 2026, or a time such as "
        "18:30, or an ECO code such as B90 after '>', found '1e3'\n"
        "White<c: expected a number, or a date such as 2026.11.27, 2026-11 or 2026, or a time such as "
        "18:30, or an ECO code such as B90 after '<', found 'c'\n"
        "Site<=?: expected a number, or a date such as 2026.11.27, 2026-11 or 2026, or a time such as "
        "18:30, or an ECO code such as B90 after '<=', found '?'\n"
        "Elo>=2024-01-01: expected a number after '>=', found '2024-01-01'\n"
        "2\n",
        "");
}

Test(games_command, signs_that_are_none) {
    expect_run(EACH_MISTAKE("'WhiteElo=>2000' 'Elo=<5' 'Result==1-0' 'White<>x' 'Event=~/x/' 'Event~=x' "
                            "'Event!x' 'Elo>>5' Elo '=5'",
                            ".*ound "),
               0,
               "'WhiteElo=>2000'; did you mean 'WhiteElo>=2000'?\n"
               "'Elo=<5'; did you mean 'Elo<=5'?\n"
               "'Result==1-0'; did you mean 'Result=1-0'?\n"
               "'White<>x'; did you mean 'White!=x'?\n"
               "'Event=~/x/'; did you mean 'Event~/x/'?\n"
               "'Event~=x'; did you mean 'Event~x'?\n"
               "'Event!x'\n"
               "'Elo>>5'\n"
               "'Elo'\n"
               "'=5'\n"
               "2\n",
               "");
}

/* The C library needs minutes for the first of these. */
Test(games_command, patterns_too_long_to_write_out) {
    expect_run(
        EACH_MISTAKE("'Event~/a{1,255}{1,255}{1,255}/' 'Event~/a{99999999999999999999}/' "
                     "'Event~/a{1,32000}/' 'Event~/o{0,50}p.{1,20}a/'",
                     "kingscan games: --select: "),
        0,
        "/a{1,255}{1,255}{1,255}/: expected repetitions such as {1,9} that multiply the pattern to at "
        "most 50000 characters\n"
        "/a{99999999999999999999}/: expected repetitions such as {1,9} that multiply the pattern to at "
        "most 50000 characters\n"
        "/a{1,32000}/: expected repetitions such as {1,9} that multiply the pattern to at most 50000 "
        "characters\n"
        "games\t1\n"
        "2\n",
        "");
}

/* Each game is a line: its tags with \n between, and its moves. */
#define SHUFFLED                                                                                             \
    "ROOKS='[FEN \"1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1\"]'\n"                                             \
    "CORNERS='[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]'\n"                                             \
    "KING='[FEN \"4k3/8/8/8/8/8/8/R2K3R w HA - 0 1\"]'\n"                                                    \
    "HOUSE='[FEN \"1r2k2r/8/8/8/8/8/8/1R2K2R[] w KQkq - 0 1\"]'\n"                                           \
    "game() { printf '%b\\n%s\\n\\n%s *\\n\\n' \"$1\" \"$2\" \"$3\" >>g.$$; }\n"                             \
    "game '[Variant \"Chess960\"]' \"$ROOKS\" 'O-O O-O-O'; game '' \"$ROOKS\" 'O-O O-O-O'\n"                 \
    "for name in chess960 'Fischer Random' fischerandom wild/fr Freestyle 'Chess 960' FRC; do\n"             \
    "game \"[Variant \\\"$name\\\"]\" \"$CORNERS\" 'O-O O-O-O'; done\n"                                      \
    "game '[Variant \"Chess960\"]' '' '1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O'\n"                         \
    "game '' \"$CORNERS\" 'O-O O-O-O'; game '[Variant \"Standard\"]' \"$CORNERS\" 'O-O'\n"                   \
    "game '' \"$KING\" 'O-O-O'; game '[Variant \"Crazyhouse 960\"]' \"$HOUSE\" 'O-O O-O-O'\n"                \
    "game '[Variant \"Crazyhouse\"]' \"$HOUSE\" 'O-O O-O-O'\n"

#define SHUFFLED_MOVES                                                                                       \
    "e1h1 e8b8\ne1h1 e8b8\n" SEVEN_NAMES "e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1h1 e8h8\n"                         \
    "e1g1 e8c8\ne1g1\nd1a1\ne1h1 e8b8\ne1h1 e8b8\n"
#define SEVEN_NAMES "e1h1 e8a8\ne1h1 e8a8\ne1h1 e8a8\ne1h1 e8a8\ne1h1 e8a8\ne1h1 e8a8\ne1h1 e8a8\n"

/* An engine takes all moves of a game under one setting. */
Test(games_command, one_notation_of_castling_a_game) {
    expect_run(SHUFFLED "$KINGSCAN games --format uci g.$$; rm g.$$", 0, SHUFFLED_MOVES, "");
    expect_run(SHUFFLED "$KINGSCAN games --json g.$$ | sed 's/.*\"moves\":\"\\([^\"]*\\).*/\\1/' >a.$$\n"
                        "$KINGSCAN games --format uci g.$$ | cmp - a.$$\n"
                        "$KINGSCAN check --json g.$$ | sed -n 's/.*\"uci\":\"\\([^\"]*\\).*/\\1/p' >b.$$\n"
                        "tr ' ' '\\n' <a.$$ | cmp - b.$$\n"
                        "$KINGSCAN games --format uci --chess960 g.$$ | grep -c 'e1g1\\|e8c8'\n"
                        "$KINGSCAN check --json --chess960 g.$$ | grep -c 'e1g1\\|e8c8'; rm ?.$$",
               0, "0\n0\n", "");
    expect_run("$KINGSCAN games --chess960 " GAMES " 2>&1 | head -n 1", 0,
               "kingscan games: --chess960: expected --format json or uci too\n", "");
}

#define DATES                                                                                                \
    "for d in 1992.11.04 1992.11.?\? 1992.?\?.?\? '?\?\?\?.?\?.?\?' 1992-11-05 1993.01.01 1992 today "       \
    "29.02.2024 1992.00.00 1992.13.01 1992/11/06; do\n"                                                      \
    "printf '[Date \"%s\"]\\n\\n*\\n\\n' \"$d\"; done >g.$$\n"

Test(games_command, whole_dates_select) {
    expect_run(DATES EACH_CONDITION(
                   "'Date=1992.11.04' 'Date=1992-11' 'Date>=1992.11.05' 'Date<1992.11.05' 'Date>1992.11' "
                   "'Date<=1992/12' 'Date!=1992.11.04' 'Date>=1992' 'Date=1992' 'Date>1992' 'Date=199'"),
               0,
               "1 \n1 2 5 12 \n5 6 12 \n1 \n6 \n1 2 5 12 \n2 3 4 5 6 7 8 9 10 11 12 \n1 2 3 5 6 7 10 12 \n1 "
               "2 3 5 7 10 12 \n6 \n\n",
               "");
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

#define ENDGAMES                                                                                             \
    "printf '[FEN \"6k1/4r3/8/8/8/8/4P3/4K2R w - - 0 1\"]\\n\\n1. Rh2 Kg7 2. Kf2 *\\n\\n'"                   \
    "'[FEN \"4k2r/4p3/8/8/8/8/8/4R1K1 w - - 0 1\"]\\n\\n1. Kg2 Kf7 2. Rxe7+ Kxe7 *\\n\\n'"                   \
    "'[FEN \"6k1/4r3/8/8/8/8/3PP3/4K2R w - - 0 1\"]\\n\\n1. Rh2 Rxe2+ *\\n\\n'"                              \
    "'[FEN \"6k1/4q3/8/8/8/2B5/8/1N2K3 w - - 0 1\"]\\n\\n*\\n\\n[Variant \"Atomic\"]\\n[FEN "                \
    "\"6k1/4r3/8/8/8/8/4P3/4K2R w - - 0 1\"]\\n\\n*\\n' >g.$$\n"

Test(games_command, material_selects) {
    expect_run(
        ENDGAMES
        "for m in KRPKR KRKRP KRP-KR KRPvKR KRPKR:3 KRPKR:4 KRPKR:5 KRP*KR KRPP*KR KRK KRPPKR KRKR KRRK "
        "KBNKQ KQKNB KQKN 'KB*N*KQ*' 'KP*N*B*R*Q*KP*N*B*R*Q*'; do\n"
        "$KINGSCAN games --material \"$m\" --format tsv g.$$ | cut -f 2 | tr '\\n' ' '; echo; done; rm "
        "g.$$",
        0,
        "1 2 3 \n1 2 3 \n1 2 3 \n1 2 3 \n1 2 \n1 \n\n1 2 3 \n1 2 3 \n2 \n3 \n2 \n\n4 \n4 \n\n4 \n1 2 3 4 \n",
        "");
#define NO_MATERIAL                                                                                          \
    "kingscan games: --material: expected the pieces of both sides, such as KRPKR or KQP*KQ:10, found "
    expect_run("for m in '' KRP RKPKR KKR KRKK 'K*R' KRXK KRPKR: KRPKR:0 KRPKR:x KRK--K KRPKRx; do\n"
               "$KINGSCAN games --material \"$m\" " GAMES " 2>&1 >/dev/null | head -n 1; done",
               0,
               NO_MATERIAL
               "''\n" NO_MATERIAL "'KRP'\n" NO_MATERIAL "'RKPKR'\n" NO_MATERIAL "'KRKK'\n" NO_MATERIAL
               "'K*R'\n" NO_MATERIAL "'KRXK'\n" NO_MATERIAL
               "'KRPKR:'\nkingscan games: --material: expected 1 ply or more, found 'KRPKR:0'\n"
               "kingscan games: --material: expected a number from 0 to 4294967295, found 'x'\n" NO_MATERIAL
               "'KRK--K'\n" NO_MATERIAL "'KRPKRx'\n",
               "");
}

Test(games_command, repeated_games_are_skipped) {
    expect_run("{ cat " GAMES "; echo; sed 's/Opera/Paris/' " GAMES "; } >g.$$\n"
               "$KINGSCAN games --unique --format tsv g.$$ " GAMES " | cut -f 2 | tr '\\n' ' '; rm g.$$\n"
               "printf '1. e4 e5 *\\n\\n1. e4 *\\n\\n1. e2e4 e7-e5 1-0\\n\\n1. -- *\\n\\n[Variant "
               "\"Atomic\"]\\n\\n1. e4 e5 *"
               "\\n\\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1\"]\\n\\n1. e4 e5 "
               "*\\n\\n1. -- *\\n' | "
               "$KINGSCAN games --unique --null-moves --format tsv | cut -f 2 | tr '\\n' ' '",
               0, "1 2 3 4 5 6 7 12 13 5 6 1 2 4 5 6 ", "");
}

/* Pawns alone move, each as far as a bit of the game's number says. */
#define DIFFERENT_GAMES                                                                                      \
    "awk 'BEGIN { for (n = 0; n < 60000; n++) { for (m = n + 65536; m > 1; m = int(m / 4)) {\n"              \
    "file = substr(\"abcdefgh\", ++f, 1)\n"                                                                  \
    "printf \"%s%d %s%d \", file, 3 + m % 2, file, 6 - int(m / 2) % 2 } f = 0; print \"*\\n\" } }'"

/* 57344 games fill a mebibyte: all later ones count as new each time. */
Test(games_command, full_memory_of_repeated_games) {
    expect_run(
        DIFFERENT_GAMES
        " >g.$$; for m in 1 2; do $KINGSCAN games --unique --memory $m --count g.$$ g.$$ 2>/dev/null | head "
        "-n 1\n"
        "$KINGSCAN games --unique --memory $m --count g.$$ >a.$$ 2>&1; echo $?; done\n"
        "$KINGSCAN games --unique --memory 1 --count g.$$ 2>&1 >/dev/null | sed 's/from [^:]*/from g/'\n"
        "rm g.$$ a.$$",
        0,
        "games\t62656\n2\ngames\t60000\n0\n"
        "kingscan games: --unique: 57344 games fill the memory of 1 MiB that --memory allows; from "
        "g:114689 on, games that are not among these count as new\n",
        "");
    expect_run("$KINGSCAN games --memory 1 " GAMES, 2, "",
               "kingscan games: --memory: expected --unique too\n" HINT);
}

/* 400 games: the numbers that a seed takes are the same everywhere. */
Test(games_command, samples) {
    expect_run("for i in $(seq 400); do printf '[Round \"%s\"]\\n\\n*\\n\\n' $i; done >g.$$\n"
               "for options in '0.25' '0.25 --seed 0' '0.25 --seed 7' 1 '0.0001'; do\n"
               "$KINGSCAN games --sample $options --format tsv g.$$ | wc -l; done\n"
               "$KINGSCAN games --sample 0.25 --seed 7 --format tsv --tags Round g.$$ | head -n 3 | cut -f 6 "
               "| tr '\\n' ' '\n"
               "$KINGSCAN games --sample 0.25 --seed 7 --first 2 --select 'Round>3' --format tsv --tags "
               "Round g.$$ | cut -f 6 | tr '\\n' ' '; rm g.$$",
               0, "100\n100\n95\n400\n0\n2 6 9 6 9 ", "");
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

#define REWRITTEN                                                                                            \
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"??\?\?.?\?.?\?\"]\n[Round \"?\"]\n[White \"B\"]\n[Black \"?\"]\n"  \
    "[Result \"1-0\"]\n[ECO \"B90\"]\n[Zeta \"a\\\"b\"]\n\n"                                                 \
    "{ start } 1. e4 $1 { c1 [%clk 1:00] } (1. d4 d5 $5 (1... Nf6 2. c4 { deep }))\n"                        \
    "1... e5 $6 2. Qh5 Nc6 3. Bc4 Nf6 $4 4. Qxf7# 1-0\n\n"

Test(games_command, rewritten) {
    expect_run("printf '%s\\n' '[Zeta \"a\\\"b\"]' '[White \"B\"]' '[ECO \"B90\"]' '' '{start} 1. e2e4! {c1 "
               "[%clk 1:00]} (1. d4 d5!? (1... Nf6 2. c4 {deep}) 2. Ke3) (1. Ke3) 1... e5 $6 2. Qh5 Nc6 7. "
               "Bc4+ Nf6?? 4. Qxf7+ 1-0' >g.$$\n$KINGSCAN games --rewrite g.$$ 2>h.$$ | tee i.$$; cut -d : "
               "-f 2-4 h.$$; $KINGSCAN games --rewrite i.$$ | cmp - i.$$; rm g.$$ h.$$ i.$$",
               0, REWRITTEN "5:74: error\n5:83: error\n", "");
    expect_run("$KINGSCAN games --rewrite " GAMES
               " tests/data/random_games.pgn tests/data/opera.pgn 2>&1 >g.$$ | cut -d : -f 2-\nawk 'length > "
               "80' g.$$; $KINGSCAN games --rewrite g.$$ | cmp - g.$$; $KINGSCAN check --strict --count g.$$ "
               "2>&1 | grep -v 'the result 0-1' | tail -n 1\n$KINGSCAN games --format san " GAMES
               " tests/data/random_games.pgn tests/data/opera.pgn 2>/dev/null >a.$$\n$KINGSCAN games "
               "--format san g.$$ | diff a.$$ - ; rm g.$$ a.$$",
               0,
               "45:62: error: game 5, 6... Kxd6: the king on e8 can't go to d6: a king moves one square in "
               "any direction, except to castle\ntotal\t1364\t100.00%\n",
               "");
}

/* Tags of other writers stay, and moves are as readers take them there. */
Test(games_command, variants_rewritten) {
    expect_run(
        "printf '[Variant \"Crazyhouse\"]\\n\\n1. e4! d5 2. exd5 (2. e5 f5 {no}) Qxd5 3. @e6 $6 *\\n\\n"
        "[Variant \"shogi\"]\\n[FEN \"4k4/9/9/9/9/9/9/+R6R1/4K4[] w - - 0 1\"]\\n\\n1. +Rd2 *\\n\\n"
        "[Variant \"Grand\"]\\n[Site \"https://www.pychess.org/x\"]\\n\\n1. Cf1 Nh7 *\\n\\n"
        "[Variant \"none\"]\\n\\n1. e4 *\\n' | $KINGSCAN games --rewrite | grep -E '^(.Var|.FEN|.Site .h|1)'",
        0,
        "[Variant \"Crazyhouse\"]\n1. e4 $1 d5 2. exd5 (2. e5 f5 { no }) 2... Qxd5 3. P@e6 $6 *\n"
        "[FEN \"4k4/9/9/9/9/9/9/+R6R1/4K4[] w - - 0 1\"]\n[Variant \"shogi\"]\n1. +Rd2 *\n"
        "[Site \"https://www.pychess.org/x\"]\n[Variant \"Grand\"]\n1. f2f1 Nh7 *\n",
        "-:15:11: error: game 4: there is no variant 'none'\n");
}

#define LINES "e3 e6 - d6 e3 c6 - a6 e3 \na6 e3 \ne3 \n"
#define PUSHES                                                                                               \
    "printf '1. e4 e5 2. Nf3 d5 3. e2e3 *\\n\\n1. e4 c5 2. e5 a5 *\\n\\n[FEN \"8/8/8/7k/8/8/4P3/3QK3 w - - " \
    "0 "                                                                                                     \
    "1\"]\\n\\n1. e4 *\\n' >g.$$; "

Test(games_command, the_square_after_every_double_push) {
    expect_run(
        PUSHES
        "$KINGSCAN games --fen --fen-ep always g.$$ 2>/dev/null | cut -d ' ' -f 2,4 | tr '\\n' ','; echo\n"
        "$KINGSCAN games --epd --fen-ep always g.$$ 2>/dev/null | head -n 1\n"
        "$KINGSCAN games --json --fen-ep always g.$$ 2>/dev/null | grep -o '\"fen\":\"[^\"]*'\n"
        "for f in tsv fen json epd; do for o in '' --final '--only check,checkmate,stalemate'; do\n"
        "$KINGSCAN check --format $f --fen-ep always $o g.$$ 2>/dev/null | grep -Eo '(b|w) (KQkq|-|kq) "
        "(-|[a-h][36])' | cut -d ' ' -f 3 | "
        "tr '\\n' ' '; echo; done; done; rm g.$$",
        0,
        "b e3,w e6,b -,w d6,b e3,w c6,b -,w a6,b e3,\n"
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 hmvc 0; fmvn 1;\n"
        "\"fen\":\"rnbqkbnr/1p1ppppp/8/p1p1P3/8/8/PPPP1PPP/RNBQKBNR w KQkq a6 0 3\n"
        "\"fen\":\"8/8/8/7k/4P3/8/8/3QK3 b - e3 0 1\n" LINES LINES LINES LINES,
        "");
    expect_run(
        "for m in 'e2e4' 'e2e4 e7e5' 'e2e4 e7e5 g1f3' 'e2e3' 'e4 a6 e5 d5'; do echo startpos moves $m; done "
        ">g.$$\n"
        "echo 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2' >>g.$$\n"
        "$KINGSCAN check --print fen --fen-ep always g.$$ | cut -d ' ' -f 4 | tr '\\n' ' '\n"
        "$KINGSCAN check --print fen --fen-ep x-fen g.$$ | cut -d ' ' -f 4 | tr '\\n' ' '; rm g.$$\n"
        "echo startpos moves e2e4 | $KINGSCAN check --print fen --fen-ep always --variant atomic",
        0, "e3 e6 - - d6 e6 - - - - d6 e6 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n", "");
}

/* Both players' ratings count, and what is no number is less than none. */
Test(games_command, elo_is_that_of_both) {
    expect_run("printf '[WhiteElo \"2600\"]\\n[BlackElo \"2400\"]\\n\\n*\\n\\n[WhiteElo "
               "\"2500\"]\\n[BlackElo \"2500\"]\\n\\n*\\n"
               "[WhiteElo \"2500\"]\\n[BlackElo \"?\"]\\n\\n*\\n' >g.$$\n"
               "for condition in 'Elo>=2500' 'Elo>=2400' 'Elo<2601' 'Elo=2500' 'Elo!=2500' 'Elo>=10000'; do\n"
               "$KINGSCAN games --format tsv --select \"$condition\" g.$$ | cut -f 2 | tr '\\n' ' '; echo; "
               "done; rm g.$$",
               0, "2 \n1 2 \n1 2 \n2 \n1 \n\n", "");
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

/* ---- Output ---- */

/* Games come out as they stand, however the text is cut into reads. */
Test(games_command, pgn_is_as_it_stands) {
    expect_run("$KINGSCAN games " GAMES " >all.$$; echo >>all.$$; cat -s all.$$ | diff - " GAMES
               "; rm all.$$",
               0, "61d60\n< \n", "");
    expect_run("$KINGSCAN games --with double-check --select White=Knight " GAMES
               " >a.$$; sed -n 14,23p " GAMES " | cmp - a.$$; { head -c 700 " GAMES
               "; sleep 0.1; tail -c +701 " GAMES
               "; } | $KINGSCAN games --with double-check | cmp - a.$$; rm a.$$",
               0, "", "");
    expect_run("printf '\\357\\273\\277; x\\n[Event \"a\"]\\n\\n1. e4 {b} (1. d4) ! $1\\t*\\n\\n\\n\\n[Event "
               "\"b\"]\\n*; c\\n' | "
               "$KINGSCAN games",
               0, "[Event \"a\"]\n\n1. e4 {b} (1. d4) ! $1\t*\n\n[Event \"b\"]\n*; c\n\n", "");
}

/* A few megabytes: what is kept of the text is dropped game by game. */
Test(games_command, many_games_are_as_they_stand) {
    expect_run("for i in 1 2 3 4 5 6 7 8 9 10; do sed \"s/Night/$i/\" " GAMES "; echo; done >ten.$$\n"
               "for i in 1 2 3 4 5 6 7 8 9 10; do cat ten.$$ ten.$$ ten.$$ ten.$$; done >all.$$\n"
               "$KINGSCAN games all.$$ | cmp - all.$$; $KINGSCAN games --plies 0- all.$$ | cmp - all.$$\n"
               "$KINGSCAN games --with checkmate all.$$ | grep -c '^.Event'; rm ten.$$ all.$$",
               0, "1200\n", "");
}

Test(games_command, tsv_and_json) {
    expect_run("$KINGSCAN games --format tsv --tags White,WhiteElo " GAMES " | sed -n '1p; 3p; 5p; 6p'", 0,
               GAMES ":1\t1\t33\t1-0\tcheckmate\tMorphy, Paul\t2690\n" GAMES
                     ":24\t3\t19\t1/2-1/2\tstalemate\tLoyd, Sam\t\n" GAMES
                     ":40\t5\t11\t*\tillegal\tCaro\t\n" GAMES ":47\t6\t0\t*\tstalemate\t\t\n",
               "");
    expect_run("$KINGSCAN games --json " GAMES " | tail -n 3", 0,
               "{\"file\":\"" GAMES
               "\",\"number\":40,\"game\":5,\"plies\":11,\"result\":\"*\",\"verdict\":\"illegal\","
               "\"error\":\"the king on e8 can't go to d6: a king moves one square in any direction, except "
               "to castle\","
               "\"moves\":\"e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 g8f6 d1e2 c8g4 "
               "e4d6\",\"tags\":{\"Event\":\"An illegal "
               "move\",\"White\":\"Caro\",\"Black\":\"Kann\",\"Result\":\"*\"}}\n"
               "{\"file\":\"" GAMES
               "\",\"number\":47,\"game\":6,\"plies\":0,\"result\":\"*\",\"verdict\":\"stalemate\","
               "\"fen\":\"8/8/8/8/8/5k2/5p2/5K2 w - - 0 "
               "60\",\"moves\":\"\",\"tags\":{\"Event\":\"Endgame\",\"FEN\":\"8/8/8/"
               "8/8/5k2/5p2/5K2 w - - 0 60\",\"SetUp\":\"1\",\"Result\":\"*\"}}\n"
               "{\"file\":\"" GAMES
               "\",\"number\":54,\"game\":7,\"plies\":5,\"result\":\"1-0\",\"verdict\":\"safe\",\"fen\":"
               "\"rn3bnr/2p1pppp/pp6/8/8/8/PPPPPPPP/RNBQKB1R b KQ - 0 3\",\"moves\":\"g1f3 a7a6 f3e5 b7b6 "
               "e5d7\",\"tags\":{"
               "\"Event\":\"Rated Atomic "
               "game\",\"Variant\":\"Atomic\",\"White\":\"Bomb\",\"Black\":\"Fuse\",\"Result\":"
               "\"1-0\"}}\n",
               "");
    expect_run("$KINGSCAN games --json --tags White,x --plies -4 " GAMES " | sed 's/.*\"tags\"/tags/'", 0,
               "tags:{\"White\":\"Fool\",\"x\":null}}\ntags:{\"White\":null,\"x\":null}}\n", "");
}

Test(games_command, positions) {
    expect_run("$KINGSCAN games --fen --select White=Fool " GAMES
               "; $KINGSCAN games --epd --plies 0-1 --select White=Fool " GAMES,
               0,
               "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1\n"
               "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2\n"
               "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2\n"
               "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n"
               "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;\n"
               "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - hmvc 0; fmvn 1;\n",
               "");
    expect_run(
        "printf '1. e4 *' | $KINGSCAN games --fen --fen-ep x-fen; $KINGSCAN games --fen --with illegal " GAMES
        " | tail "
        "-n 1; $KINGSCAN games --fen --with stalemate --plies 0 --select Event=endgame " GAMES " | tail -n 1",
        0,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
        "rn1qkb1r/pp2pppp/2pN1n2/8/3P2b1/8/PPP1QPPP/R1B1KBNR b KQkq - 4 6\n"
        "8/8/8/8/8/5k2/5p2/5K2 w - - 0 60\n",
        "");
    expect_run("head -n 43 " GAMES " >g.$$; $KINGSCAN check --count g.$$ >a.$$\n"
               "$KINGSCAN games --fen g.$$ | $KINGSCAN check --count | cmp - a.$$; rm g.$$ a.$$",
               0, "", "");
}

Test(games_command, counts) {
    expect_run("$KINGSCAN games --count --json " GAMES " 2>/dev/null", 1,
               "{\"games\":7,\"moves\":87,\"results\":{\"1-0\":4,\"0-1\":0,\"1/2-1/"
               "2\":1,\"*\":2},\"last\":{\"safe\":1,"
               "\"check\":0,\"double-check\":0,\"checkmate\":3,\"stalemate\":2,\"illegal\":1}}\n",
               "");
    expect_run("printf '1. f3 e5 2. g4 Qh4# 0-1\\n\\n1. e4\\n' | $KINGSCAN games --count | head -n 6", 0,
               "games\t2\nmoves\t5\n1-0\t0\n0-1\t1\n1/2-1/2\t0\n*\t1\n", "");
    expect_run("$KINGSCAN games --count --select White=Fool --with checkmate " GAMES " | head -n 2", 0,
               "games\t1\nmoves\t4\n", "");
}

/* ---- Input files ---- */

Test(games_command, files_that_cannot_be_read) {
    expect_run("$KINGSCAN games nowhere " GAMES
               " --select White=Fool | wc -l; $KINGSCAN games . --count | head -n 1",
               0, "7\ngames\t0\n",
               "kingscan games: nowhere: No such file or directory\nkingscan games: .: Is a directory\n");
    expect_run("printf '{\"fen\": 1}\\n' | $KINGSCAN games", 2, "",
               "kingscan games: -: this is JSON Lines, not PGN; read it by: jq -r .fen | ...\n");
    expect_run("$KINGSCAN games </dev/null; echo | $KINGSCAN games --count | head -n 1", 0, "games\t0\n", "");
}

/* A file is refused unless it begins as games do. "1. e5" begins one, though the move is illegal. */
Test(games_command, text_that_is_no_games) {
    expect_run(
        "for text in '# none' 'id,fen' '1k6/8/8/8/8/8/8/K7 w - - 0 1' '8/8/8/8/8/8/8/8 w - -' '1. e5' 'e5' "
        "'[a \"b\"] x'; "
        "do\n"
        "printf '%s\\n' \"$text\" | $KINGSCAN games >out.$$ 2>&1; echo $? $(cat out.$$); done; rm out.$$",
        0, NO_GAMES NO_GAMES NO_GAMES NO_GAMES "0 1. e5\n0 e5\n0 [a \"b\"] x\n", "");
    expect_run("$KINGSCAN games --format tsv examples/games.epd " GAMES " | wc -l", 0, "7\n",
               "kingscan games: examples/games.epd: " NO_PGN);
}

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

Test(games_command, ends_with_the_reader_of_its_output) {
    expect_run("yes '1. e4 e5 2. Nf3 *' | $KINGSCAN games --fen | head -n 1", 0,
               "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n", "");
    expect_run("if test -e /dev/full; then $KINGSCAN games --fen " GAMES " 2>&1 >/dev/full | tail -n 1; fi",
               0, "kingscan games: standard output: No space left on device\n", "");
    expect_run("yes '1. e4 *' | " INTERRUPTIBLE
               "$KINGSCAN games --count >out.$$ & pid=$!; sleep 0.3; kill -INT $pid\n"
               "wait $pid; echo $?; grep -c '^games' out.$$; rm out.$$",
               0, "130\n1\n", "");
}

Test(games_command, null_moves_by_option) {
    expect_run("printf '1. Nc3 Nf6 2. 0000 Nd5 3. <> e5 *' | $KINGSCAN games --json --null-moves | grep -o "
               "'\"moves\":\"[^\"]*\"'",
               0, "\"moves\":\"b1c3 g8f6 0000 f6d5 0000 e7e5\"\n", "");
    expect_run("printf '1. Nc3 Nf6 2. @@@@ Nd5 *' | $KINGSCAN games --count", 1,
               "games\t1\nmoves\t2\n1-0\t0\n0-1\t0\n1/2-1/2\t0\n*\t1\nsafe\t0\ncheck\t0\ndouble-check\t0\n"
               "checkmate\t0\nstalemate\t0\nillegal\t1\n",
               "-:1:15: error: game 1, 2. @@@@: a null move is no legal move\n");
    expect_run("printf '1. e4 e5 2. Qh5 Nc6 3. Qxf7 -- *' | $KINGSCAN games --fen --null-moves | tail -n 1",
               0, "r1bqkbnr/pppp1Qpp/2n5/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3\n",
               "-:1:29: error: game 1, 3... --: a null move is impossible in check\n");
}

#define GRAND "printf '[Variant \"Grand\"]\\n%s\\n1. Cf1 *\\n' "
#define PYCHESS "'[Site \"https://www.pychess.org/7sApQgpB\"]\n'"
#define MOVES " | grep -o '\"moves\":\"[^\"]*\"'\n"

/* C is the Cardinal for people, and the Marshall in FEN. The option is stronger than the tag. */
Test(games_command, notations) {
    expect_run(GRAND "| $KINGSCAN games --json" MOVES GRAND PYCHESS
                     "| $KINGSCAN games --json" MOVES GRAND PYCHESS
                     "| $KINGSCAN games --json --notation people" MOVES GRAND
                     "| $KINGSCAN games --json --notation fen" MOVES GRAND
                     "| $KINGSCAN games --json --notation ffish" MOVES,
               0,
               "\"moves\":\"g2f1\"\n\"moves\":\"f2f1\"\n\"moves\":\"g2f1\"\n"
               "\"moves\":\"f2f1\"\n\"moves\":\"f2f1\"\n",
               "");
    expect_run(GRAND "| $KINGSCAN check --notation ffish --json | grep -c f2f1\n" GRAND
                     "| $KINGSCAN check --notation fen --json | grep -c '\"san\":\"Cf1\",\"uci\":\"f2f1\"'",
               0, "1\n1\n", "");
    expect_run("$KINGSCAN check --notation ffish --variant grand </dev/null", 2, "",
               "kingscan check: --notation ffish is for games, and doesn't go with --variant\n"
               "try 'kingscan check --help'\n");
}

/* A letter that means another piece to the writer of a game. */
Test(games_command, letters_of_another_notation) {
    expect_run("g() { printf '[Variant \"Grand\"]\\n%s\\n1. %s *\\n' \"$@\" | $KINGSCAN games --count 2>&1 "
               ">/dev/null | sed 's/^.* game 1, 1. //; s/: .*; /: .. /'; }\n"
               "for m in Cd3 Ce4 Ah4 Xh4 Nd3; do g '' $m; done\n"
               "for m in Ch4 Mf1 Na1; do g " PYCHESS " $m; done\n"
               "printf '1. Cd3 *' | $KINGSCAN games --count 2>&1 >/dev/null",
               1,
               "Cd3: .. C is the Cardinal here, in FEN the Marshall: see --notation\n"
               "Ce4: .. the marshall, C in FEN, is written M: see --notation\n"
               "Ah4: .. A is the Cardinal in FEN: see --notation\n"
               "Xh4: expected a move such as e2e4, Nf3 or O-O, found 'X'\n"
               "Nd3: the knight on b2 can't go to d3: white's own pawn stands there\n"
               "Ch4: .. C is the Marshall here, for people the Cardinal: see --notation\n"
               "Mf1: .. M is the Marshall for people: see --notation\n"
               "Na1: none of white's knights can go to a1: a knight moves two squares along a rank or file "
               "and one across\n"
               "-:1:4: error: game 1, 1. Cd3: expected a move such as e2e4, Nf3 or O-O, found 'C'\n",
               "");
}

Test(games_command, moves_alone) {
    expect_run("printf '1. e2e4 e7e5 2. g1f3 {x} 2... b8c6 3. f1b5 a7a6 4. b5c6 d7c6 1-0\\n\\n[FEN "
               "\"4k3/P7/8/8/8/8/8/4K2R w K - 0 "
               "1\"]\\n\\n1. O-O Kd7 2. a8=N\\n\\n[White \"x\"]\\n\\n*\\n[Variant \"shogi\"]\\n\\n1. g3g4 "
               "c7c6 *\\n' >$$.pgn\n"
               "$KINGSCAN games --format san $$.pgn; $KINGSCAN games --format uci $$.pgn; rm $$.pgn",
               0,
               "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6\nO-O Kd7 a8=N\n\nPg4 Pc6\n"
               "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6\ne1g1 e8d7 a7a8n\n\ng3g4 c7c6\n",
               "");
    expect_run(
        "printf '1. e4 -- 2. d4 *\\n1. e4 e5 2. Ke3 d5 *\\n' | $KINGSCAN games --format san --null-moves", 1,
        "e4 -- d4\ne4 e5\n",
        "-:2:13: error: game 2, 2. Ke3: the king on e1 can't go to e3: a king moves one square in any "
        "direction, except to castle\n");
}

#define REMARKS " | $KINGSCAN games --json --comments | sed 's/.*\"moves\":\"[^\"]*\",//; s/\"tags\".*//'"

Test(games_command, comments_beside_the_moves) {
    expect_run("printf '[Event \"\"]\\n{before} 1. e4 $1 { [%%eval 0.24] [%%clk 0:03:00] } e5 {[%%clk "
               "0:02:59.5][%%eval "
               "#-3,20] hm} "
               "{2nd [%%emt 1:02]} 2. Nf3 $14 $2 { [%%csl Ge4,Rd5] [%%cal Ge2e4] [%%clk x] } *\\n'" REMARKS,
               0,
               "\"comment\":\"before\",\"comments\":[\"[%eval 0.24] [%clk 0:03:00]\",\"[%clk 0:02:59.5]"
               "[%eval #-3,20] hm 2nd [%emt 1:02]\",\"[%csl Ge4,Rd5] [%cal Ge2e4] [%clk x]\"],"
               "\"nags\":[[1],null,[14,2]],\"clocks\":[180,179.500,null],\"elapsed\":[null,62,null],"
               "\"evals\":[0.24,\"#-3\",null],\"squares\":[null,null,\"Ge4,Rd5\"],"
               "\"arrows\":[null,null,\"Ge2e4\"],\n",
               "");
    expect_run("printf '1. e4! e5 ?! {x} 2. Nf3?!! Nc6+/- $7 *\\n'" REMARKS, 0,
               "\"comments\":[null,\"x\",null,null],\"nags\":[[1],[6],null,[16,7]],\n", "");
    /* Moves after an error are left out, and those of variations. */
    expect_run("printf '1. e4 (1. d4 {a}) {b} e5 2. Ke3 {c} *\\n'" REMARKS, 0, "\"comments\":[\"b\",null],\n",
               "");
    /* Commands that cannot be read; the last of two counts. */
    expect_run(
        "printf '1. e4 {[%%clk 1:] [%%eval ] [%%eval --1] [%%clk] [%%eval 0.1x] [%%csl ]} e5 {[%%eval .5] "
        "[%%eval "
        "-.25] [%%clk 1:02:03] [%%clk 5} d4 {[%%clk 99999999:00:00] [%%evalx 1] %%eval 2} *\\n'" REMARKS
        " | grep -o '\"[a-z]*\":\\[[^]%]*\\]'",
        0, "\"clocks\":[null,3723,null]\n\"evals\":[null,-0.25,null]\n", "");
    expect_run("$KINGSCAN games --comments </dev/null; $KINGSCAN games --comments --json --count </dev/null",
               2, "",
               "kingscan games: --comments: expected --format json too\n" HINT
               "kingscan games: --comments doesn't go with --count\n" HINT);
}

/* The tag counts where no result stands behind the moves. */
Test(games_command, results_of_tags) {
    expect_run(
        "printf '[Result \"0-1\"]\\n\\n1. e4 e5\\n\\n[Result \"1-0\"]\\n\\n[Result \"1-0\"]\\n\\n1. e4 *' | "
        "$KINGSCAN games --format tsv | cut -f 4 | tr '\\n' ' '",
        0, "0-1 1-0 * ", "");
}

/* ---- Tags ---- */

/* The last one counts, whatever asks for it, as other readers have it. */
Test(games_command, tags_that_are_repeated) {
#define TWICE                                                                                                \
    IN_NEW_DIRECTORY                                                                                         \
    "printf '[White \"a\"]\n[WhiteElo \"1000\"]\n[White \"b\"]\n[WhiteElo \"2000\"]\n[Result \"1-0\"]\n"     \
    "[FEN \"x\"]\n[Result \"0-1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4\n' >g\n"
    expect_run(TWICE "$KINGSCAN games --json g | grep -o '\"result\":\"[^\"]*\"\\|\"tags\".*'\n"
                     "$KINGSCAN games --json --tags White,Result g | grep -o '\"tags\".*'",
               0,
               "\"result\":\"0-1\"\n"
               "\"tags\":{\"White\":\"b\",\"WhiteElo\":\"2000\",\"Result\":\"0-1\","
               "\"FEN\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"}}\n"
               "\"tags\":{\"White\":\"b\",\"Result\":\"0-1\"}}\n",
               "");
    expect_run(TWICE
               "for c in White=a White=b 'WhiteElo>1500' 'WhiteElo<1500' Player=a Result=1-0 Result=0-1\n"
               "do $KINGSCAN games --format tsv --tags White,WhiteElo --select \"$c\" g | cut -f 4-; echo\n"
               "done; $KINGSCAN games --split White g; ls",
               0, "\n0-1\tsafe\tb\t2000\n\n0-1\tsafe\tb\t2000\n\n\n\n\n0-1\tsafe\tb\t2000\n\nb.pgn\ng\n", "");
    expect_run(TWICE
               "$KINGSCAN games --rewrite g | sed -n '5p;7,9p'; $KINGSCAN check --final --tags White g\n"
               "$KINGSCAN check --result win --count g | tail -n 1",
               0,
               "[White \"b\"]\n[Result \"0-1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n"
               "safe\t-\t4k3/8/8/8/4P3/8/8/4K3 b - - 0 1\tg:10:4\t1\t1\te4\tb\ntotal\t1\t100.00%\n",
               "");
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
