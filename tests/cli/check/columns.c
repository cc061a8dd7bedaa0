/* kingscan check --column and --header: positions in TSV and CSV. */
#include <criterion/criterion.h>

#include "support/check_lines.h"

#define SAFE "4k3/8/8/8/8/8/8/4K3 w - -"
#define CHECK "4k3/8/8/8/8/8/4r3/4K3 w - -"

/* Column 2 of `line`, written as for sh's printf, is the position; `verdict` is the output. */
#define EXPECT(line, verdict)                                                                                \
    expect_run("printf '" line "\\n' | $KINGSCAN check --column 2 | cut -f 1,2", 0, verdict "\n", "")
/* The output is an error at this place. */
#define EXPECT_ERROR(line, place, error)                                                                     \
    expect_run("printf '" line "\\n' | $KINGSCAN check --column 2", 1, "",                                   \
               "-:1:" place ": error: " error "\n")

#define FIRST "expected a piece letter, a digit 1-8 or '/', found "

Test(check_columns, tsv) {
    EXPECT("a\\t" CHECK, "check\te2");
    EXPECT("a\\t" CHECK "\\tb", "check\te2");
    EXPECT("\\t" SAFE "\\t", "safe\t-");
    EXPECT("a,b\\t" SAFE, "safe\t-");
    EXPECT("\"a\\t" SAFE "\\t\"b", "safe\t-"); /* quotes have no meaning in TSV */
    EXPECT("a\\t" SAFE "\\r", "safe\t-");
    EXPECT("a\\t" SAFE "\\tb\\r", "safe\t-");
    EXPECT_ERROR("a\\t\"" SAFE "\"", "3", FIRST "'\"'");
    EXPECT_ERROR("abc\\t8/x\\tb", "7", FIRST "'x'");
    EXPECT_ERROR("abc\\t\\tb", "5", "expected a position in FEN, found the end of the text");
}

Test(check_columns, csv) {
    EXPECT("a," CHECK, "check\te2");
    EXPECT("," CHECK ",b", "check\te2");
    EXPECT("a,\"" CHECK "\",b", "check\te2");
    EXPECT("a,\"" CHECK "\"", "check\te2");
    EXPECT("\"a,b\"," SAFE, "safe\t-");
    EXPECT("\"a \"\"b\"\", c\",\"" SAFE " id \"\"x, y\"\";\",d", "safe\t-");
    EXPECT("\"\"," SAFE ",\"\"", "safe\t-");
    EXPECT("a," SAFE "\\r", "safe\t-");
    EXPECT("a,\"" SAFE "\"\\r", "safe\t-");
    EXPECT_ERROR("abc,8/x,b", "7", FIRST "'x'");
    EXPECT_ERROR("abc,\"8/x\",b", "8", FIRST "'x'");
    EXPECT_ERROR("abc,,b", "5", "expected a position in FEN, found the end of the text");
    EXPECT_ERROR("abc,\"\"", "6", "expected a position in FEN, found the end of the text");
    EXPECT_ERROR("abc,\"8/x", "5", FIRST "'\"'"); /* the quote is not closed */
}

/* Only a field that begins with a quote is quoted. */
Test(check_columns, quotes_within_a_field_are_ordinary_bytes) {
    EXPECT("5\" x," CHECK ",6\" y," SAFE, "check\te2");
    EXPECT("12\" tv," SAFE, "safe\t-");
    EXPECT("\"\"\"a,\"\"\"," CHECK, "check\te2");
    EXPECT_ERROR("a\"b,8/x\"", "7", FIRST "'x'");
}

Test(check_columns, the_place_of_a_missing_column_is_the_end) {
    EXPECT_ERROR("abc", "4", "expected the FEN in column 2, found no more than 1");
    EXPECT_ERROR("\"abc\"\\r", "6", "expected the FEN in column 2, found no more than 1");
    EXPECT_ERROR("\"abc," SAFE, "31", "expected the FEN in column 2, found no more than 1");
    expect_run("printf '" SAFE "\\ta\\tb\\n' | $KINGSCAN check --column 4294967295", 1, "",
               "-:1:30: error: expected the FEN in column 4294967295, found no more than 3\n");
    expect_run("$KINGSCAN check --column 0", 2, "",
               "kingscan check: --column: expected a number from 1 to 4294967295, found '0'\n" CHECK_HINT);
}

Test(check_columns, other_columns_and_lines) {
    expect_run("printf '" SAFE "\\n#,x\\n\\n \\n" CHECK ",a\\n' | $KINGSCAN check --column 1", 0,
               "safe\t-\t" SAFE "\ncheck\te2\t" CHECK ",a\n", "");
    expect_run("printf 'a\\tb\\tc\\t" CHECK "' | $KINGSCAN check --column 4", 0,
               "check\te2\ta\tb\tc\t" CHECK "\n", "");
}

/* JSON has the whole line, EPD the position. */
Test(check_columns, in_every_format) {
#define TABLE "printf '1,\"" CHECK " 0 1\",x\\n2,x\\n3," SAFE "\\n' | "
    const char *error = "-:2:3: " NO_PLACEMENT;
    expect_run(TABLE "$KINGSCAN check --column 2 --json", 1,
               "{\"verdict\":\"check\",\"checkers\":[\"e2\"],\"fen\":\"" CHECK
               " 0 1\",\"file\":\"-\",\"number\":1,"
               "\"line\":\"1,\\\"" CHECK " 0 1\\\",x\",\"columns\":[\"1\",\"x\"]}\n"
               "{\"verdict\":\"safe\",\"checkers\":[],\"draw\":\"insufficient-material\",\"fen\":\"" SAFE
               " 0 1\",\"file\":\"-\",\"number\":3,"
               "\"line\":\"3," SAFE "\",\"columns\":[\"3\"]}\n",
               error);
    expect_run(TABLE "$KINGSCAN check --column 2 --format epd", 1,
               CHECK " hmvc 0; fmvn 1; c0 \"check\"; c1 \"checkers e2\";\n" SAFE " c0 \"safe\";\n", error);
    expect_run(TABLE "$KINGSCAN check --column 2 --format bytes | od -An -tu1", 0, "   1 255   0\n", error);
    expect_run(TABLE "$KINGSCAN check --column 2 --count --only check", 1,
               "check\t1\t50.00%\ntotal\t1\t50.00%\n", error);
    expect_run("printf 'a," SAFE "\\nb," SAFE " 0 1\\nc," CHECK "\\n' | $KINGSCAN check --column 2 --unique",
               0, "safe\t-\ta," SAFE "\ncheck\te2\tc," CHECK "\n", "");
}

/* A header counts as a line, but is never a position, whatever it contains. */
Test(check_columns, headers) {
    expect_run(
        IN_NEW_DIRECTORY
        "printf 'fen\\tx\\r\\n" CHECK "\\ty\\r\\nx\\n' >a; printf 'fen' >b; : >c; printf '\\n" SAFE
        "\\n' >d\n"
        "{ head -c 2000000 /dev/zero; printf '\\n" SAFE "\\n'; } >e\n"
        "$KINGSCAN check --header --column 1 a b c d e; $KINGSCAN check --header --jobs 3 <a; echo $?\n"
        "$KINGSCAN check --header --format bytes a d 2>/dev/null | od -An -tu1\n"
        "$KINGSCAN check --header --count --json --summary b c 2>&1 | sed 's/;.*//'",
        0,
        "check\te2\t" CHECK "\ty\nsafe\t-\t" SAFE "\nsafe\t-\t" SAFE "\ncheck\te2\t" CHECK
        "\ty\n1\n   1 255   0\n"
        "{\"safe\":0,\"check\":0,\"double-check\":0,\"checkmate\":0,\"stalemate\":0,\"total\":0}\n"
        "1 lines, 0 positions, 0 rejected\n",
        "a:3:1: " NO_PLACEMENT "-:3:1: " NO_PLACEMENT);
}

/* All real positions as a column of CSV, some of them quoted, have the verdicts of the plain file. */
Test(check_columns, of_real_positions) {
    expect_run(
        WITH_POSITIONS
        "grep -v '^#' \"$positions\" | cut -d ' ' -f 1-6 >fens; $KINGSCAN check fens | cut -f 1,2 >expected\n"
        "awk '{ print NR \",\\\"\\\"\\\",\\\"\\\"\\\",\" (NR % 3 ? $0 : \"\\\"\" $0 \"\\\"\") (NR % 5 ? \"\" "
        ": \",x\") }' "
        "fens >csv\n"
        "$KINGSCAN check --jobs 2 --column 3 csv >found; cut -f 1,2 found | cmp - expected\n"
        "cut -f 3 found | cmp - csv; wc -l <csv; tr , '\\t' <csv | sed 's/\"//g' >tsv\n"
        "$KINGSCAN check --jobs 2 --column 4 tsv | cut -f 1,2 | cmp - expected",
        0, "44000\n", "");
}

/* ---- Moves of another column ---- */

#define PUZZLES                                                                                              \
    "printf '%s\\n' 'PuzzleId,FEN,Moves' '1,8/8/8/8/8/8/5k1p/7K b - - 0 1,f2f3 h1h2' "                       \
    "'2,7k/8/8/8/8/8/8/KR6 w - - 0 1,\"1. Rb8+ Kg7 2.Rb7+\"'"

Test(check_columns, moves_of_another_column) {
    expect_run(PUZZLES " | $KINGSCAN check --column FEN --moves-column Moves --ply 1 --format fen", 0,
               "8/8/8/8/8/5k2/7p/7K w - - 1 2\n1R5k/8/8/8/8/8/8/K7 b - - 1 1\n", "");
    expect_run(PUZZLES " | $KINGSCAN check --column 2 --header --moves-column 3 | cut -f 1,2", 0,
               "safe\t-\ncheck\tb7\n", "");
    expect_run(PUZZLES " | $KINGSCAN check --column FEN --moves-column moves --ply 0 --count | tail -n 1", 0,
               "total\t2\t100.00%\n", "");
}

/* A place is that of the wrong move in its own column. */
Test(check_columns, wrong_moves_of_another_column) {
    expect_run("printf '8/8/8/8/8/8/5k1p/7K b - -\t1... f2g3 2. h1h8\n' | $KINGSCAN check --column 1 "
               "--moves-column 2",
               1, "",
               "-:1:40: error: the king on h1 can't go to h8: a king moves one square in any direction, "
               "except to castle\n");
    expect_run("printf 'x,8/8/8/8/8/8/5k1p/9K b - -,f2g3\n' | $KINGSCAN check --column 2 --moves-column 3", 1,
               "", "-:1:20: error: expected a piece letter, a digit 1-8 or '/', found '9'\n");
    expect_run("printf '8/8/8/8/8/8/5k1p/7K b - -\n' | $KINGSCAN check --column 1 --moves-column 2", 1, "",
               "-:1:26: error: expected moves in column 2, found no more than 1\n");
    expect_run("$KINGSCAN check --moves-column 2", 2, "",
               "kingscan check: --moves-column: expected --column too\n" CHECK_HINT);
    expect_run("$KINGSCAN check --column 2 --ply 2", 2, "",
               "kingscan check: --ply: expected --moves-column too\n" CHECK_HINT);
}

/* ---- JSON Lines ---- */

Test(check_columns, json_lines) {
    expect_run(
        "printf '%s\\n' '{\"fen\":\"7k/8/8/8/8/8/8/KR5r w - -\",\"evals\":[{\"cp\":3}]}' "
        "'{\"a\":[\"}]\\\"\",{}],\"b\" : -1 , \"fen\" : \"8\\/8\\/8\\/8\\/8\\/8\\/8\\/K1k5 w - "
        "-\",\"m\":\"1. Ka2\"}' "
        ">lines.$$; $KINGSCAN check --field fen lines.$$ | cut -f 1,2; $KINGSCAN check --column fen --only "
        "check --format line lines.$$; tail -n 1 lines.$$ | $KINGSCAN check --column fen --moves-column m "
        "--format fen; rm lines.$$",
        0, "safe\t-\nsafe\t-\n8/8/8/8/8/8/K7/2k5 b - - 1 1\n", "");
}

#define OTHERS " | $KINGSCAN check --field fen --json | sed 's/.*\"line\":\"\\(\\\\.\\|[^\"]\\)*\"//'"

/* The members as they stand; none of an object that is cut off or no JSON. */
Test(check_columns, json_lines_keep_the_other_members) {
    expect_run("F='\"fen\":\"7k/8/8/8/8/8/8/KR5r w - -\"'\n"
               "printf '%s\\n' \"{$F,\\\"evals\\\":[1]}\" \"{\\\"a b\\\" : {\\\"cp\\\": [-1.5e3 ,0, "
               "true,null]} , $F }\" \"{$F}\" "
               "\"{\\\"\\\\u00e9\\\\n\\\":\\\"\\\\\\\"}\\\",$F,\\\"\\\":{}}\"" OTHERS,
               0,
               ",\"columns\":{\"evals\":[1]}}\n,\"columns\":{\"a b\":{\"cp\": [-1.5e3 ,0, "
               "true,null]}}}\n,\"columns\":{}}\n"
               ",\"columns\":{\"\\u00e9\\n\":\"\\\"}\",\"\":{}}}\n",
               "");
    expect_run(
        "F='\"fen\":\"7k/8/8/8/8/8/8/KR5r w - -\"'\n"
        "for rest in ',' ',\"a\":01' ',\"a\":1.' ',\"a\":[1,]' ',\"a\":tru' ',\"a\":\"\\x\"' "
        "',\"a\":\"\\u12g4\"' ',\"a\":\"\377\"' ',\"a\" 1' "
        "',\"a\":\"\t\"' ',\"a\":1}' ',\"a\":-' ',\"a\":1e'; do printf '%s\\n' \"{$F$rest}\"; done" OTHERS
        " | sort | uniq -c | "
        "sed 's/^ *//'",
        0, "13 }\n", "");
    expect_run("deep() { printf '{\"fen\":\"7k/8/8/8/8/8/8/KR5r w - -\",\"a\":'; for i in $(seq $1); do "
               "printf '['; done; for i in $(seq $1); do printf ']'; "
               "done; echo '}'; }; { deep 63; deep 64; deep 9999; }" OTHERS " | cut -c 1-12",
               0, ",\"columns\":{\n}\n}\n", "");
}

Test(check_columns, wrong_json_lines) {
    expect_run("printf '%s\\n' '{\"fen\":3}' '{\"evals\":1}' '{\"fen' '{' x '{\"a\":[' "
               "'{\"fen\":\"8/8/8/8/8/8/8/K1x5 w - -\"}' "
               "'{}' '{\"n\":[\"}\"],\"Fenn\":\"x\"}' '{\"FEN\":\"x\",\"fence\":\"\"}' | $KINGSCAN check "
               "--column fen",
               1, "",
               "-:1:8: error: expected a string as the value of 'fen'\n"
               "-:2:11: error: expected the member 'fen'\n"
               "-:3:6: error: expected the next member of a JSON object with the member 'fen'\n"
               "-:4:2: error: expected the next member of a JSON object with the member 'fen'\n"
               "-:5:1: error: expected a JSON object with the member 'fen'\n"
               "-:6:7: error: expected the rest of a JSON object with the member 'fen'\n"
               "-:7:25: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n"
               "-:8:2: error: expected the next member of a JSON object with the member 'fen'\n"
               "-:9:22: error: expected the member 'fen'; did you mean 'Fenn'?\n"
               "-:10:22: error: expected the member 'fen'; did you mean 'FEN'?\n");
    expect_run(
        "echo '{\"fen\":3}' | $KINGSCAN check --column fen --moves-column 2", 2, "",
        "-:1:1: error: members of JSON objects have names: expected one after --moves-column, found 2\n");
}

/* ---- Rows with the FEN ---- */

#define ROWS(name)                                                                                           \
    "printf 'id,FEN,Moves,x\\r\\n1,4k3/8/8/8/8/8/4r3/4K3 w - - 0 1,e1d1 e2d2,5\\r\\n2,4k3/8/8/8/8/8/8/4K3 "  \
    "w - - 0 "                                                                                               \
    "1,,\\r\\n' >" name "; "
#define TO_ROWS "$KINGSCAN check --column FEN --moves-column Moves "

Test(check_columns, add_the_fen_after_the_moves) {
    expect_run(IN_NEW_DIRECTORY ROWS("a") TO_ROWS "--add-fen a", 0,
               "check\td2\t4k3/8/8/8/8/8/3r4/3K4 w - - 2 2\t1,4k3/8/8/8/8/8/4r3/4K3 w - - 0 1,e1d1 e2d2,5\n"
               "safe\t-\t4k3/8/8/8/8/8/8/4K3 w - - 0 1\t2,4k3/8/8/8/8/8/8/4K3 w - - 0 1,,\n",
               "");
    expect_run(IN_NEW_DIRECTORY ROWS("a") TO_ROWS "--ply 1 --add-fen --print line --jobs 2 a a", 0,
               "id,FEN,Moves,x,fen_after\n"
               "1,4k3/8/8/8/8/8/4r3/4K3 w - - 0 1,e1d1 e2d2,5,4k3/8/8/8/8/8/4r3/3K4 b - - 1 1\n"
               "2,4k3/8/8/8/8/8/8/4K3 w - - 0 1,,,4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
               "1,4k3/8/8/8/8/8/4r3/4K3 w - - 0 1,e1d1 e2d2,5,4k3/8/8/8/8/8/4r3/3K4 b - - 1 1\n"
               "2,4k3/8/8/8/8/8/8/4K3 w - - 0 1,,,4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
               "");
    expect_run("printf 'a FEN\\n1 \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\\n' | $KINGSCAN check --column FEN "
               "--separator ' ' "
               "--add-fen --print line",
               0, "a FEN fen_after\n1 \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\" \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\n",
               "");
    expect_run("echo '{\"FEN\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"}' | $KINGSCAN check --column FEN --add-fen",
               2, "",
               "kingscan check: -: --add-fen is for columns, and these are JSON: --json has the FEN\n");
}

/* A filtered table is a table; files with other columns keep their own first line. */
Test(check_columns, rows_keep_their_first_line) {
    expect_run(
        IN_NEW_DIRECTORY ROWS("a") "printf 'FEN;Moves\\n4k3/8/8/8/8/8/4r3/4K3 w - - 0 1;\\n' >b; " TO_ROWS
                                   "--only check --print line a a b",
        0,
        "id,FEN,Moves,x\n1,4k3/8/8/8/8/8/4r3/4K3 w - - 0 1,e1d1 e2d2,5\n"
        "1,4k3/8/8/8/8/8/4r3/4K3 w - - 0 1,e1d1 e2d2,5\nFEN;Moves\n4k3/8/8/8/8/8/4r3/4K3 w - - 0 1;\n",
        "");
}
