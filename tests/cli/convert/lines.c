/* FEN, EPD and JSON Lines as training data: what convert writes as text is read by convert, stats and check.
 * Whole files become the bytes that they were made of in convert.c. */
#include <criterion/criterion.h>

#include "support/run.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define EPD_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;"
#define ROOK "4k3/8/8/8/8/8/8/4K2R w K - 0 3"

/* Begins a command with the examples as a.plain, a.epd and so on. */
#define WITH_TEXTS                                                                                           \
    "data=$PWD/examples/data.plain\n" IN_NEW_DIRECTORY                                                       \
    "cp $data a.plain; for to in epd jsonl fen bin binpack; do $KINGSCAN convert a.plain a.$to; done\n"

/* ---- Whole files ---- */

Test(data_lines, statistics_are_those_of_the_data) {
    expect_run(WITH_TEXTS "$KINGSCAN stats --json a.plain >wanted; for from in epd jsonl; do\n"
                          "$KINGSCAN stats --json a.$from | cmp - wanted; $KINGSCAN stats --jobs 2 --json "
                          "--data $from - <a.$from | cmp - wanted; done",
               0, "", "");
    expect_run(
        WITH_TEXTS
        "$KINGSCAN stats a.fen | grep -E 'check|capture|win|mean|skipped|29'; $KINGSCAN stats --json "
        "a.fen | grep -o '\"[a-z_]*\":null'; $KINGSCAN stats --html a.html a.fen >/dev/null\n"
        "grep -c 'Positions, moves, results' a.html; grep -c 'white wins' a.html",
        1,
        "check\t1\t33.33%\ndouble-check\t0\t0.00%\ncheckmate\t0\t0.00%\ncapture\t-\t-\nskipped\t-\t-\nwin\t-"
        "\t-\n"
        "white win\t-\t-\nscore mean\t-\t-\nply mean\t3.33\t-\npieces 29..32\t3\t100.00%\n"
        "\"chains\":null\n\"skipped\":null\n\"moves\":null\n\"results\":null\n\"results_of_white\":null\n"
        "\"scores\":null\n1\n0\n",
        "");
}

Test(data_lines, check_takes_them_as_entries) {
    expect_run(
        WITH_TEXTS
        "$KINGSCAN check a.plain >wanted; for from in epd jsonl; do\n"
        "$KINGSCAN check --data $from a.$from | cmp - wanted\n"
        "$KINGSCAN check --data $from --not-move capture --score -99..99 --output b.bin a.$from\n"
        "$KINGSCAN check --not-move capture --score -99..99 --output - --to bin a.plain | cmp - b.bin\n"
        "$KINGSCAN check --data $from --strict --repair c.plain a.$from 2>/dev/null; cmp a.plain "
        "c.plain; done",
        0, "", "");
    expect_run(WITH_TEXTS
               "$KINGSCAN check --data fen --only check a.fen; $KINGSCAN check --data epd --json a.epd | "
               "sed 's/.*\"file\"/\"file\"/' | head -n 1; $KINGSCAN check --data fen --json a.fen | sed "
               "'s/.*\"file\"/\"file\"/' | tail -n 1",
               0,
               "check\te4\trnb1kbnr/ppp1pppp/8/8/4q3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 5\t-\t-\t8\t-\n"
               "\"file\":\"a.epd\",\"number\":1,\"move\":\"e2e4\",\"score\":54,\"ply\":0,\"result\":1}\n"
               "\"file\":\"a.fen\",\"number\":3,\"ply\":8}\n",
               "");
}

/* Nothing but its position says whether an entry is of Chess960. */
Test(data_lines, castling_of_chess960) {
    expect_run(
        IN_NEW_DIRECTORY
        "for fen in 4k3/8/8/8/8/8/8/1R2K3 4k3/8/8/8/8/8/8/1R2K2R 4k3/8/8/8/8/8/8/4K2R; do\n"
        "r=H; case $fen in *1R2K3) r=B;; *1R2K2R) r=HB;; esac\n"
        "m=e1h1; test $r = B && m=e1b1\n"
        "printf 'fen %s w %s - 0 1\\nmove %s\\nscore 1\\nply 3\\nresult 1\\ne\\n' $fen $r $m\n"
        "done >a.plain; for o in '' --chess960; do\n"
        "$KINGSCAN convert $o a.plain a.jsonl; grep -o 'e1[a-h]1' a.jsonl | tr '\\n' ' '\n"
        "$KINGSCAN check $o a.plain | grep -o 'e1[a-h]1' | tr '\\n' ' '\n"
        "$KINGSCAN check --json $o a.plain | grep -o 'e1[a-h]1' | tr '\\n' ' '; echo; rm a.jsonl; done\n"
        "$KINGSCAN convert --chess960 a.plain a.bin 2>&1 | head -n 1",
        0,
        "e1b1 e1h1 e1g1 e1b1 e1h1 e1g1 e1b1 e1h1 e1g1 \n"
        "e1b1 e1h1 e1h1 e1b1 e1h1 e1h1 e1b1 e1h1 e1h1 \n"
        "kingscan convert: --chess960: expected an output in JSON Lines: other formats have no moves in "
        "UCI\n",
        "");
}

/* Files of text are mixed as others are. */
Test(data_lines, mixed_files) {
    expect_run(
        WITH_TEXTS
        "for how in --shuffle --interleave; do $KINGSCAN convert $how --to fen a.epd a.jsonl a.fen - | "
        "sort >found\ncat a.fen a.fen a.fen | sort | cmp - found; done\n"
        "gzip a.epd; $KINGSCAN convert a.epd.gz a.b.plain && cmp a.b.plain a.plain\n"
        "$KINGSCAN convert --split 1 --to jsonl a.jsonl . && cat 1.jsonl 2.jsonl 3.jsonl | cmp - a.jsonl",
        0, "", "");
}

/* The records that lines make tell how much of a file is left, however long the lines are. */
Test(data_lines, interleaved_to_the_end) {
    expect_run(IN_NEW_DIRECTORY
               "awk 'BEGIN { for (n = 1; n <= 20000; n++) print \"{\\\"fen\\\":\\\"" ROOK
               "\\\",\\\"score\\\":\" n "
               "\",\\\"result\\\":0}\" }' >a.jsonl; sed 's/\"score\":/\"score\":-/' a.jsonl >b.jsonl\n"
               "sed -i \"s/}/,\\\"x\\\":\\\"$(printf '%0300d' 0)\\\"}/\" b.jsonl\n"
               "$KINGSCAN convert --interleave a.jsonl b.jsonl - --to jsonl | awk '/:-/ { count++ }\n"
               "NR == 20000 { half = count } END { print NR, count, (half > 9500 && half < 10500) }'",
               0, "40000 20000 1\n", "");
}

/* ---- Lines ---- */

/* Blank lines and comments are skipped and counted, ends of lines may be of Windows, and the last
 * needs none. */
Test(data_lines, lines_of_all_kinds) {
    expect_run(
        "printf '\\357\\273\\277# x\\r\\n\\r\\n" EPD_START " ce +5; c9 \"0-1\"; bm Nf3 e4;\\r\\nx\\n" ROOK
        " bm O-O; c0 \"; ce 9;\"; ce -7; c9 \"1/2-1/2\"' | $KINGSCAN convert --from epd --to plain - -",
        1,
        "fen " START "\nmove g1f3\nscore 5\nply 0\nresult -1\ne\nfen " ROOK
        "\nmove e1g1\nscore -7\nply 4\nresult 0\ne\n",
        "kingscan convert: -:4:1: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n");
    expect_run(
        "printf '{\"score\": -7, \"x\": [{\"fen\": 1}], \"result\": -1, \"fen\": \"" ROOK
        "\"}\\n{\"fen\":\"4k3\\\\/8\\\\/8\\\\/8\\\\/8\\\\/8\\\\/8\\\\/4K2R b - - 0 "
        "3\",\"result\":1,\"score\":1,\"ply\":9,"
        "\"move\":\"e8d7\"}' | $KINGSCAN convert --from jsonl --to jsonl - -",
        0,
        "{\"fen\":\"" ROOK "\",\"score\":-7,\"ply\":4,\"result\":-1}\n"
        "{\"fen\":\"4k3/8/8/8/8/8/8/4K2R b - - 0 3\",\"move\":\"e8d7\",\"score\":1,\"ply\":9,\"result\":1}\n",
        "");
}

#define OF_JSON(line)                                                                                        \
    "printf '%s\\n' '" line "' | $KINGSCAN convert --from jsonl --to bin - - 2>&1 | cut -d : -f 2-\n"
#define OF_EPD(line)                                                                                         \
    "printf '%s\\n' '" line "' | $KINGSCAN convert --from epd --to bin - - 2>&1 | cut -d : -f 2-\n"

Test(data_lines, lines_that_lack_something) {
    expect_run(OF_EPD(ROOK) OF_EPD(ROOK " ce 1;") OF_EPD(ROOK " ce 1; c9 1-0;")
                   OF_EPD(ROOK " ce 40000; c9 \"1-0\";") OF_EPD(ROOK " bm Ke3; ce 1; c9 \"1-0\";")
                       OF_EPD(ROOK " moves e1e2; ce 1; c9 \"1-0\";")
                           OF_EPD("4k3/8/8/8/8/8/8/4K2R w K - 0 40000 ce 1; c9 \"1-0\";"),
               0,
               " -:1:31: error: expected the operation ce, the score\n -:1:37: error: expected the operation "
               "c9, the result\n"
               " -:1:41: error: expected the result \"1-0\", \"1/2-1/2\" or \"0-1\"\n"
               " -:1:35: error: expected a score from -32768 to 32767\n"
               " -:1:35: error: the king on e1 can't go to e3: a king moves one square in any direction, "
               "except to castle\n"
               " -:1:32: error: expected an EPD operation or the end of the text, found moves to be made\n"
               " -:1:1: error: the move number is above 32767\n",
               "");
    expect_run(
        OF_JSON("[]") OF_JSON("{}") OF_JSON("{\"fen\":7}") OF_JSON("{\"fen\":\"" ROOK "\"}")
            OF_JSON("{\"fen\":\"" ROOK "\",\"score\":1}") OF_JSON("{\"score\":\"1\"}")
                OF_JSON("{\"score\":1,\"score\":2}") OF_JSON("{\"result\":2}") OF_JSON("{\"ply\":-1}")
                    OF_JSON("{\"move\":null}")
                        OF_JSON("{\"fen\":\"" ROOK "\",\"score\":1,\"result\":0,\"move\":\"e2e4\"}"),
        0,
        " -:1:1: error: expected a JSON object such as {\"fen\":\"...\"}\n -:1:3: error: expected a member "
        "fen in the object\n"
        " -:1:8: error: expected a FEN of at most 512 bytes in quotes\n -:1:41: error: expected a member "
        "score in the object\n"
        " -:1:51: error: expected a member result in the object\n -:1:10: error: expected a number from "
        "-32768 to 32767\n"
        " -:1:13: error: the object has this member already\n -:1:11: error: expected a number from -1 to 1\n"
        " -:1:8: error: expected a number from 0 to 65535\n -:1:9: error: expected a move such as \"e2e4\"\n"
        " -:1: error: expected a move of one of the side's pieces, found another\n",
        "");
}

Test(data_lines, files_that_lack_something) {
    expect_run(
        WITH_TEXTS
        "$KINGSCAN convert a.fen b.bin; echo $?; $KINGSCAN check --data fen --output b.bin a.fen; echo $?\n"
        "$KINGSCAN check --data fen --result win a.fen; $KINGSCAN check --data fen --score 0..1 a.fen\n"
        "$KINGSCAN check --data fen --only-move none a.fen; ls *.bin; $KINGSCAN convert a.fen a.b.epd\n"
        "head -n 1 a.b.epd",
        0, "2\n2\na.bin\n" EPD_START "\n",
        "kingscan convert: a.fen: FEN has no score and no result, which bin needs; EPD and JSON Lines have "
        "them\n"
        "kingscan check: a.fen: --output: an entry of fen has no score and no result\n"
        "kingscan check: a.fen: --result: an entry of fen has no result\n"
        "kingscan check: a.fen: --score, --contradicts and --not-contradicts: an entry of fen has no score\n"
        "kingscan check: a.fen: --only-move and --not-move: an entry of fen has no move\n");
}

/* Each of many errors has its line, and lines of a megabyte and more are passed over. */
Test(data_lines, many_errors_and_long_lines) {
    expect_run(
        IN_NEW_DIRECTORY
        "awk 'BEGIN { for (n = 1; n <= 30000; n++) print n % 3 ? \"x\" : \"" EPD_START
        " ce \" n \"; c9 \\\"1-0\\\";\" }' >a.epd\n"
        "$KINGSCAN convert --max-errors 0 a.epd a.jsonl 2>log; echo $?; wc -l <log; sed -n '20000s/ "
        "error.*//p' log\n"
        "grep -c 'expected a piece letter' log; awk -F: '{ n += $3 } END { print n }' log; wc -l <a.jsonl; "
        "$KINGSCAN stats a.epd 2>/dev/null | head "
        "-n 1\n"
        "{ head -c 3000000 /dev/zero | tr '\\0' ' '; echo; tail -n 1 a.epd; head -c 1100000 /dev/zero; } "
        "| $KINGSCAN convert --from epd --to fen - -",
        1,
        "1\n20000\nkingscan convert: "
        "a.epd:29999:1:\n20000\n300000000\n10000\npositions\t10000\t100.00%\n" START "\n",
        "kingscan convert: -:1:1: error: expected a line of at most 1048576 bytes\n"
        "kingscan convert: -:3:1: error: expected a line of at most 1048576 bytes\n");
}

/* A run reads a compressed file up to the place where it breaks off, and fails. */
Test(data_lines, text_that_breaks_off) {
    expect_run(
        WITH_TEXTS
        "awk '{ l[NR] = $0 } END { for (n = 0; n < 12000; n++) { line = l[n % 3 + 1]; sub(/ce [0-9]*/, \"ce "
        "\" n * 7919 % 997, line); print line } }' a.epd | gzip | head -c 9000 >b.epd.gz\n"
        "$KINGSCAN stats b.epd.gz >table 2>log; echo $?; grep -c 'b.epd.gz: gzip' log; awk '$1 == "
        "\"positions\" && $2 > 99 { "
        "print \"many\" }' table",
        0, "2\n1\nmany\n", "");
}
