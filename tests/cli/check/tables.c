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

/* ---- --print, --only and --not ---- */

#define LINES                                                                                                \
    "printf '%s\\n' '" SAFE_FEN "' '" CHECK_FEN "' '" MATE "' '" STALEMATE_FEN "' '" DOUBLE_FEN "' | "

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
