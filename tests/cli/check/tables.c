/* kingscan check of tables: columns by name, any separator, quoted fields, the other columns in --json,
 * --print, --only and --not. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"
#include "support/length.h"

#define SAFE "4k3/8/8/8/8/8/8/4K3 w - -"
#define CHECK "4k3/8/8/8/8/8/4r3/4K3 w - -"
#define MATE "R6k/8/6K1/8/8/8/8/8 b - -"

/* ---- Names ---- */

Test(check_tables, columns_have_names) {
    static const char *const headers[][2] = {{"id,FEN,moves", ","},
                                             {"id\\tfen\\tmoves", "\\t"},
                                             {"id;Fen;moves", ";"},
                                             {"\"id, number\",\"FEN\",\"the \"\"moves\"\"\"", ","}};
    for (size_t i = 0; i < LENGTH(headers); i++) {
        char command[256];
        const char *const separator = headers[i][1];
        snprintf(command, sizeof command,
                 "printf '%s\\n1%s" CHECK "%sx\\n2%s" SAFE
                 "%sy\\n' | $KINGSCAN check --column fen --print fen",
                 headers[i][0], separator, separator, separator, separator);
        expect_run(command, 0, CHECK " 0 1\n" SAFE " 0 1\n", "");
    }
    expect_run(
        IN_NEW_DIRECTORY "printf 'FEN,fen,Fen\\n" MATE "," CHECK "," SAFE "\\n' >a\n"
                         "for name in FEN fen Fen feN; do $KINGSCAN check --column $name a | cut -f 1; done",
        0, "checkmate\ncheck\nsafe\n",
        "a:1:1: error: expected one column called 'feN', found columns 1 and 2; --column takes a number "
        "too\n");
}

/* The separator is that of the first line, whatever other lines contain. */
Test(check_tables, each_file_has_its_own_names) {
    expect_run(IN_NEW_DIRECTORY
               "printf 'fen;rating\\n" CHECK ";1,5\\n" MATE ";\\t\\n' >a; printf "
               "'rating,fen\\r\\n1,\"" SAFE "\"\\r\\n' >b; : >c\n"
               "for j in 1 3; do $KINGSCAN check -j $j --column FEN a b c a | cut -f 1,2; done",
               0,
               "check\te2\ncheckmate\ta8\nsafe\t-\ncheck\te2\ncheckmate\ta8\n"
               "check\te2\ncheckmate\ta8\nsafe\t-\ncheck\te2\ncheckmate\ta8\n",
               "");
}

Test(check_tables, a_near_name_is_suggested) {
    expect_run("printf 'id,fen\\n1," SAFE "\\n' | $KINGSCAN check --count --column fenn", 2, "",
               "-:1:1: error: expected a column called 'fenn', found 'id,fen'; did you mean 'fen'?\n");
}

/* The message names the option that a table needs, or JSON. */
Test(check_tables, tables_are_recognized) {
    expect_run("printf 'id,Fen\\n1," SAFE "\\n' | $KINGSCAN check 2>&1 | sed 's/expected a piece.*/.../'", 0,
               "-:1:1: error: ...\n"
               "kingscan check: -: this is a table with a column for FEN: --column fen reads it\n"
               "-:2:2: error: ...\n",
               "");
    expect_run(
        "printf '{\"fen\": \"" SAFE "\"}\\n' | $KINGSCAN check", 2, "",
        "kingscan check: -: this is JSON Lines, not FEN, EPD or PGN: --field fen reads the member of each "
        "line that is called fen\n");
}

Test(check_tables, a_file_without_the_column_is_skipped) {
    expect_run(
        IN_NEW_DIRECTORY "printf 'id,position\\n1," SAFE "\\nx\\n' >a; printf 'fen\\n" CHECK "\\n' >b\n"
                         "$KINGSCAN check --column fen a b",
        2, "check\te2\t" CHECK "\n", "a:1:1: error: expected a column called 'fen', found 'id,position'\n");
    expect_run("head -c 2000000 /dev/zero | $KINGSCAN check --column fen", 2, "",
               "-:1:1: error: expected a column called 'fen', found ''\n");
    expect_run("$KINGSCAN check --column ''", 2, "",
               "kingscan check: --column: expected a number or a name, found nothing\n" CHECK_HINT);
}

/* JSON agrees with awk about every line, over many blocks, with one thread and with three. */
Test(check_tables, names_and_numbers_hold_in_all_of_a_file) {
    expect_run(
        WITH_POSITIONS
        "{ echo 'n;x;fen'; grep -v '^#' \"$positions\" | cut -d ' ' -f 1-6 | awk '{ print NR \";a;\" $0 }'; "
        "} >a\n"
        "awk -F ';' 'NR > 1 { printf \"{\\\"fen\\\":\\\"%s\\\",\\\"file\\\":\\\"a\\\",\\\"number\\\":%d,"
        "\\\"line\\\":\\\"%s\\\",\\\"columns\\\":{\\\"n\\\":\\\"%d\\\",\\\"x\\\":\\\"a\\\"}}\\n\", $3, NR, "
        "$0, $1 }' a "
        ">expected; wc -l <expected\n"
        "for j in 1 3; do $KINGSCAN check -j $j --fen-ep x-fen --column fen --json a | sed "
        "'s/^{.*,\"fen\"/{\"fen\"/' | cmp - expected; done",
        0, "44000\n", "");
}

/* ---- Separators and quotes ---- */

Test(check_tables, any_byte_separates) {
    static const char *const separators[][2] = {{"';'", ";"}, {"'|'", "|"}, {"tab", "\\t"}, {"'\\t'", "\\t"},
                                                {"'^'", "^"}, {",", ","},   {"'!'", "!"},   {"'~'", "~"}};
    for (size_t i = 0; i < LENGTH(separators); i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "printf '1%s" CHECK "%s%s\\n' | $KINGSCAN check --separator %s --column 2 | cut -f 1,2",
                 separators[i][1], separators[i][1], i == 0 ? "1,5" : ";,", separators[i][0]);
        expect_run(command, 0, "check\te2\n", "");
    }
    expect_run("printf '1;" CHECK ";x\\n' | $KINGSCAN check --column 2 --print line", 0, "1;" CHECK ";x\n",
               "");
    expect_run(
        "$KINGSCAN check --column 2 --separator ab", 2, "",
        "kingscan check: --separator: expected one byte, but no quote, or tab, found 'ab'\n" CHECK_HINT);
    expect_run(
        "$KINGSCAN check --column 2 --separator '\"'", 2, "",
        "kingscan check: --separator: expected one byte, but no quote, or tab, found '\"'\n" CHECK_HINT);
    expect_run("$KINGSCAN check --separator ';'", 2, "",
               "kingscan check: --separator: expected --column too\n" CHECK_HINT);
}

/* "" means " in a quoted field: the operation id has a text, and not two empty ones. */
Test(check_tables, quoted_fields_lose_their_quotes) {
#define QUOTED "'1;\"" CHECK " id \"\"a;b\"\"; c0 \"\"\"\"\";2'"
    expect_run("printf '%s\\n' " QUOTED " | $KINGSCAN check --separator ';' --column 2 --format epd", 0,
               CHECK " id \"a;b\"; c0 \"\"; c1 \"check\"; c2 \"checkers e2\";\n", "");
    expect_run(
        "printf '%s\\n' " QUOTED " | $KINGSCAN check --separator ';' --column 2 --json", 0,
        "{\"verdict\":\"check\",\"checkers\":[\"e2\"],\"fen\":\"" CHECK
        " 0 1\",\"file\":\"-\",\"number\":1,\"line\":\"1;\\\"" CHECK
        " id \\\"\\\"a;b\\\"\\\"; c0 \\\"\\\"\\\"\\\"\\\";2\",\"operations\":\"id \\\"a;b\\\"; c0 \\\"\\\"\","
        "\"columns\":[\"1\",\"2\"]}\n",
        "");
    expect_run("printf '1,\"8/\"\"x\"\n' | $KINGSCAN check --column 2", 1, "",
               "-:1:6: error: expected a piece letter, a digit 1-8 or '/', found '\"'\n");
}

/* ---- JSON ---- */

Test(check_tables, json_has_the_rest_of_the_record) {
    expect_run("printf 'a,\"b \"\"c\"\"\",fen,d\\n1,\"2 \"\"3\"\", x\"," CHECK ",\\n4,5," SAFE
               ",6,7\\n8,9," SAFE
               "\\n' | $KINGSCAN check --column fen --json | sed 's/.*\"columns\"/\"columns\"/'",
               0,
               "\"columns\":{\"a\":\"1\",\"b \\\"c\\\"\":\"2 \\\"3\\\", x\",\"d\":\"\"}}\n"
               "\"columns\":{\"a\":\"4\",\"b \\\"c\\\"\":\"5\",\"d\":\"6\",\"5\":\"7\"}}\n"
               "\"columns\":{\"a\":\"8\",\"b \\\"c\\\"\":\"9\"}}\n",
               "");
    expect_run("printf 'a,fen,a,a\\n1," SAFE ",2,3\\n' | $KINGSCAN check --column fen --json | sed "
               "'s/.*\"columns\"/\"columns\"/'",
               0, "\"columns\":{\"a\":\"1\",\"a (column 3)\":\"2\",\"a (column 4)\":\"3\"}}\n", "");
    expect_run("printf 'a,fen\\n1," SAFE "\\n' | $KINGSCAN check --header --column 2 --json | sed "
               "'s/.*\"number\"/\"number\"/'",
               0, "\"number\":2,\"line\":\"1," SAFE "\",\"columns\":{\"a\":\"1\"}}\n", "");
    expect_run("printf '" SAFE
               "\\n' | $KINGSCAN check --column 1 --json | sed 's/.*\"columns\"/\"columns\"/'",
               0, "\"columns\":[]}\n", "");
}

/* With moves the position is the last one, and operations follow a semicolon. */
Test(check_tables, json_has_the_position_and_its_operations) {
    expect_run("printf '%s\\n' '" SAFE " 3 4 ;; id 1; ' 'startpos moves e4; id 2;' '" SAFE
               " moves e1e2' | $KINGSCAN "
               "check --json | sed 's/.*\"fen\"/\"fen\"/; s/\"line\":\"[^\"]*\"/L/'",
               0,
               "\"fen\":\"" SAFE " 3 4\",\"file\":\"-\",\"number\":1,L,\"operations\":\"id 1;\"}\n"
               "\"fen\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 "
               "1\",\"san\":\"e4\",\"file\":\"-\",\"number\":2,"
               "L,\"operations\":\"id 2;\"}\n"
               "\"fen\":\"4k3/8/8/8/8/8/4K3/8 b - - 1 1\",\"san\":\"Ke2\",\"file\":\"-\",\"number\":3,L}\n",
               "");
}

/* ---- --print, --only and --not ---- */

Test(check_tables, print_moves_in_san) {
    expect_run("printf '%s\\n' 'startpos moves e2e4 e7e5 g1f3; id 2;' '4k3/P7/8/8/8/8/8/4K2R w K - 0 1 moves "
               "e1g1 Kd7 "
               "a7a8n' 'startpos' 'startpos moves e2e5' | $KINGSCAN check --print san 2>/dev/null",
               1, "e4 e5 Nf3\nO-O Kd7 a8=N\n-\n", "");
    expect_run("echo 'startpos moves g3g4 c7c6' | $KINGSCAN check --print san --variant shogi\n"
               "echo 'startpos;d2d4 Ng8f6' | $KINGSCAN check --print san --column 1 --moves-column 2 "
               "--separator ';'\n"
               "echo 'startpos;d2d4 Ng8f6' | $KINGSCAN check --json --column 1 --moves-column 2 --separator "
               "';' --ply 1 | "
               "grep -o '\"san\":[^,]*'",
               0, "Pg4 Pc6\nd4 Nf6\n\"san\":\"d4\"\n", "");
}

#define LINES                                                                                                \
    "printf '%s\\n' '" SAFE_FEN "' '" CHECK_FEN "' '" MATE "' '" STALEMATE_FEN "' '" DOUBLE_FEN "' | "

Test(check_tables, print_is_the_position_alone) {
    expect_run(LINES "$KINGSCAN check --only checkmate --print line", 0, MATE "\n", "");
    expect_run(LINES "$KINGSCAN check --only checkmate --print fen", 0, MATE " 0 1\n", "");
    expect_run(LINES "$KINGSCAN check --only checkmate --format fen", 0, MATE " 0 1\n", "");
    expect_run("echo '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2' | $KINGSCAN check --print fen --jobs 2", 0,
               "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\n", "");
    expect_run("echo '" SAFE "' | $KINGSCAN check --print board", 2, "",
               "kingscan check: --print: expected fen, line, key or san, found 'board'\n" CHECK_HINT);
}

Test(check_tables, only_and_not) {
    static const char *const asked[][2] = {
        {"--only check,checkmate", CHECK_FEN "\n" MATE "\n"},
        {"--only check --only checkmate", CHECK_FEN "\n" MATE "\n"},
        {"--not safe,stalemate", CHECK_FEN "\n" MATE "\n" DOUBLE_FEN "\n"},
        {"--not safe --not=stalemate", CHECK_FEN "\n" MATE "\n" DOUBLE_FEN "\n"},
        {"--only check,safe --not safe", CHECK_FEN "\n"},
        {"--only check --not check", ""},
    };
    for (size_t i = 0; i < LENGTH(asked); i++) {
        char command[512];
        snprintf(command, sizeof command, "%s$KINGSCAN check --print line %s", LINES, asked[i][0]);
        expect_run(command, 0, asked[i][1], "");
    }
    expect_run(LINES "$KINGSCAN check --count --not safe,check", 0,
               "double-check\t1\t20.00%\ncheckmate\t1\t20.00%\nstalemate\t1\t20.00%\ntotal\t3\t60.00%\n", "");
    expect_run(LINES "$KINGSCAN check --format bits --not safe | od -An -tu1", 0, "  30\n", "");
    expect_run(
        "$KINGSCAN check --format bytes --not safe", 2, "",
        "kingscan check: --not doesn't go with --format bytes: every position has its byte\n" CHECK_HINT);
    expect_run("$KINGSCAN check --not saef", 2, "",
               "kingscan check: --not: expected safe, check, double-check, checkmate or stalemate, found "
               "'saef'; did "
               "you mean 'safe'?\n" CHECK_HINT);
}
