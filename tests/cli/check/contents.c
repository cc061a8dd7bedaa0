/* kingscan check and the content of files: line ends of every kind, byte order marks, and content without
 * lines of positions. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/check_lines.h"
#include "support/length.h"

/* ---- Line ends ---- */

Test(check_contents, lines_end_with_lf_cr_or_both) {
    expect_run("printf '" SAFE_FEN "\r" CHECK_FEN "\r" DOUBLE_FEN "\r' | $KINGSCAN check", 0,
               SAFE_LINE CHECK_LINE DOUBLE_LINE, "");
    expect_run("printf '" SAFE_FEN "\r" CHECK_FEN "\r\n" DOUBLE_FEN "\n\r\n\n" SAFE_FEN "' | $KINGSCAN check",
               0, SAFE_LINE CHECK_LINE DOUBLE_LINE SAFE_LINE, "");
    expect_run("printf '# x\r" CHECK_FEN " bm e4;\r" SAFE_FEN
               "\r\rx\r' | $KINGSCAN check --count --format json",
               1, "{\"safe\":1,\"check\":1,\"double-check\":0,\"checkmate\":0,\"stalemate\":0,\"total\":2}\n",
               "-:5:1: " NO_PLACEMENT);
    expect_run("printf 'fen\rx,\"" CHECK_FEN
               "\"\r' | $KINGSCAN check --header --column 2 --format bytes | od -An "
               "-tu1",
               0, "   1\n", "");
    expect_run("printf '# x\r" DOUBLE_FEN "\r' | $KINGSCAN moves - | wc -l", 0, "3\n", "");
    expect_run("printf '" SAFE_FEN "\r" CHECK_FEN
               "\r' | $KINGSCAN diff 1 - --engine \"$KINGSCAN uci\" | cut -d: -f1",
               0, "2 positions to depth 1, 8 nodes\n", "");
}

/* All positions with each kind of line end, read in pieces of any size. */
Test(check_contents, line_ends_change_nothing) {
    expect_run(
        WITH_POSITIONS
        "$KINGSCAN check \"$positions\" | cut -f 1,2 >expected\n"
        "tr '\\n' '\\r' <\"$positions\" >cr; sed 's/$/\r/' \"$positions\" >crlf\n"
        "{ cat \"$positions\"; tail -n +1 cr; head -n 30000 crlf; } >all\n"
        "for jobs in 1 3; do for file in cr crlf; do $KINGSCAN check --jobs $jobs $file | cut -f 1,2 | cmp - "
        "expected\n"
        "cat $file | $KINGSCAN check --jobs $jobs | cut -f 1,2 | cmp - expected; done; done\n"
        "$KINGSCAN check --count all | tail -n 1\n"
        "$KINGSCAN check --summary --count all 2>&1 >/dev/null | cut -d, -f 1,2",
        0, "total\t117983\t100.00%\n118034 lines, 117983 positions\n", "");
}

/* The CR is the last byte of one read; an LF or another byte follows in the next. */
Test(check_contents, line_ends_across_reads) {
    expect_run("for end in '\r\n' '\r' '\n'; do { printf '" SAFE_FEN
               "'; printf \"$end\" | while IFS= read -r -n 1 c; do "
               ":; done; } >/dev/null 2>&1; done\n"
               "{ printf '" SAFE_FEN "\r'; sleep 0.1; printf '\n" CHECK_FEN
               "\r'; sleep 0.1; printf '" DOUBLE_FEN
               "\r'; sleep 0.1; } | $KINGSCAN check --summary 2>&1 | sed 's/;.*//'",
               0, SAFE_LINE CHECK_LINE DOUBLE_LINE "3 lines, 3 positions, 0 rejected\n", "");
    expect_run("{ printf '\r'; sleep 0.1; printf '\r'; sleep 0.1; printf '\nx'; } | $KINGSCAN check", 1, "",
               "-:3:1: " NO_PLACEMENT);
    expect_run(
        "{ head -c 262143 /dev/zero | tr '\\0' '#'; printf '\r\nx\r'; } >/tmp/edges.$$; $KINGSCAN check "
        "/tmp/edges.$$ 2>&1 | cut -d: -f 2-; rm /tmp/edges.$$",
        0, "2:1: " NO_PLACEMENT, "");
    expect_run("{ head -c 262143 /dev/zero | tr '\\0' '#'; printf '\rx\r'; } >/tmp/edges.$$; $KINGSCAN check "
               "/tmp/edges.$$ 2>&1 | cut -d: -f 2-; rm /tmp/edges.$$",
               0, "2:1: " NO_PLACEMENT, "");
    expect_run(
        "{ head -c 1048576 /dev/zero | tr '\\0' '#'; printf '\r'; head -c 1048577 /dev/zero | tr '\\0' '#'; "
        "printf '\rx\r'; } | $KINGSCAN check --format bytes 2>/dev/null | od -An -tu1",
        0, " 255 255\n", "");
}

/* ---- Byte order marks ---- */

#define MARK "\\357\\273\\277"

Test(check_contents, a_byte_order_mark_is_skipped) {
    expect_run("printf '" MARK CHECK_FEN "\n" SAFE_FEN "\n' | $KINGSCAN check", 0, CHECK_LINE SAFE_LINE, "");
    expect_run("printf '" MARK "x\n" SAFE_FEN "\n' | $KINGSCAN check", 1, SAFE_LINE, "-:1:1: " NO_PLACEMENT);
    expect_run("{ printf '\\357'; sleep 0.1; printf '\\273\\277'; sleep 0.1; printf '" CHECK_FEN
               "'; } | $KINGSCAN check",
               0, CHECK_LINE, "");
    expect_run("printf '" MARK "' | $KINGSCAN check", 0, "", "");
    expect_run("printf '" CHECK_FEN "\n" MARK SAFE_FEN "\n' | $KINGSCAN check 2>&1 | wc -l", 0, "2\n", "");
    expect_run("printf '" MARK DOUBLE_FEN "\n' | $KINGSCAN moves - | wc -l", 0, "3\n", "");
}

/* ---- Other content ---- */

/* as_it_is: the option that leaves compressed files as they are, which show does not have. */
static void expect_foreign(const char *as_it_is, const char *bytes, const char *name, const char *command) {
    char settings[256], out[1024];
    snprintf(settings, sizeof settings, "bytes='%s' asis=%s", bytes, as_it_is);
    snprintf(out, sizeof out,
             "kingscan check: a b: this is %s, not FEN, EPD or PGN; read it by: %s 'a b' | ...\n2\n"
             "kingscan check: -: this is %s, not FEN, EPD or PGN; read it by: %s | ...\n2\n"
             "kingscan diff: a b: this is %s, not FEN or EPD; read it by: %s 'a b' | ...\n2\n"
             "%s%s%s%s%s\n",
             name, command, name, command, name, command, *as_it_is ? "" : "kingscan show: -: this is ",
             *as_it_is ? "" : name,
             *as_it_is ? "" : ", not FEN or EPD; read it by: ", *as_it_is ? "" : command,
             *as_it_is ? "0" : " | ...\n2");
    expect_run_with(settings,
                    IN_NEW_DIRECTORY
                    "exec 2>&1; printf \"$bytes\" >'a b'\n"
                    "$KINGSCAN check $asis 'a b'; echo $?; $KINGSCAN check $asis --jobs 2 <'a b'; echo $?\n"
                    "$KINGSCAN diff $asis 1 'a b' --engine \"$KINGSCAN uci\"; "
                    "$KINGSCAN diff $asis 1 - --engine \"$KINGSCAN uci\" <'a b' >/dev/null 2>&1; echo $?\n"
                    "test $asis || $KINGSCAN show - <'a b'; echo $?",
                    0, out, "");
}

/* Four entries of a book: key, move, weight, and four bytes that nobody uses. */
#define ENTRY(key) "\\0\\0\\00" key "\\2\\3\\4\\5\\6\\3\\034\\0\\1\\0\\0\\0\\0"
#define POLYGLOT ENTRY("1") ENTRY("1") ENTRY("2") ENTRY("3")

Test(check_contents, content_of_another_kind_is_named_once) {
    enum { PACKINGS = 5 }; /* those of the kinds that tools decompress */
    static const char *const kinds[][3] = {
        {"\\037\\213\\010\\0\\0\\n\\n\\n", "gzip", "gzip -dc"},
        {"BZh91AY", "bzip2", "bzip2 -dc"},
        {"\\3757zXZ\\0\\0\\n", "xz", "xz -dc"},
        {"\\050\\265\\057\\375\\044\\0", "zstd", "zstd -dc"},
        {"\\004\\042\\115\\030\\144", "lz4", "lz4 -dc"},
        {"PK\\003\\004\\024\\0", "zip", "unzip -p"},
        {"PAR1\\025\\004", "Parquet", "parquet-tools csv"},
        {"\\223NUMPY\\1\\0v\\0", "an array of NumPy",
         "python3 -c 'import numpy, sys; print(*numpy.load(sys.argv[1]), sep=chr(10))'"},
        {POLYGLOT, "a Polyglot book", "polyglot dump-book -color white -out moves -bin"},
        {"\\377\\3768\\0/\\0\\n\\0", "UTF-16", "iconv -f UTF-16 -t UTF-8"},
        {"\\376\\377\\0008\\0/\\0\\n", "UTF-16", "iconv -f UTF-16 -t UTF-8"},
        {"8\\0/\\0008\\0\\n\\0", "UTF-16", "iconv -f UTF-16LE -t UTF-8"},
        {"\\0008\\0/\\0008\\0\\n", "UTF-16", "iconv -f UTF-16BE -t UTF-8"},
    };
    for (size_t i = 0; i < LENGTH(kinds); i++)
        expect_foreign(i < PACKINGS ? "--no-decompress" : "", kinds[i][0], kinds[i][1], kinds[i][2]);
}

/* The file's name stands where the command wants it; entries out of order are no book. */
Test(check_contents, an_archive_a_database_and_what_is_no_book) {
    expect_run(IN_NEW_DIRECTORY "printf 'SQLite format 3\\0' >'a b'; echo '" CHECK_FEN
                                "' >good; tar -cf c.tar good\n"
                                "printf '" ENTRY("2") ENTRY("1") ENTRY("2")
                                    ENTRY("3") "' >d\n"
                                               "$KINGSCAN check 'a b' c.tar 2>&1; $KINGSCAN check d 2>&1 | "
                                               "grep -c Polyglot; tar -xOf c.tar | "
                                               "$KINGSCAN check",
               0,
               "kingscan check: a b: this is SQLite, not FEN, EPD or PGN; read it by: sqlite3 'a b' 'SELECT "
               "fen FROM "
               "TABLE' | ...\n"
               "kingscan check: c.tar: this is tar, not FEN, EPD or PGN; read it by: tar -xOf c.tar | ...\n"
               "0\n" CHECK_LINE,
               "");
}

/* The other files are read, and the commands that the message names help. */
Test(check_contents, the_message_names_commands_that_help) {
    expect_run(IN_NEW_DIRECTORY
               "echo '" CHECK_FEN "' >good; gzip -c good >b.gz; iconv -f UTF-8 -t UTF-16 good >c\n"
               "$KINGSCAN check --no-decompress good b.gz good c 2>err; echo $?; wc -l <err\n"
               "sed -n 's/.*read it by: \\(.*\\) | \\.\\.\\.$/\\1/p' err | while read -r "
               "command; do $command | $KINGSCAN "
               "check; done",
               0, CHECK_LINE CHECK_LINE "2\n2\n" CHECK_LINE CHECK_LINE, "");
    expect_run(
        IN_NEW_DIRECTORY "printf '[Event \"x\"]\\n\\n1. e4 *\\n' >games\n"
                         "$KINGSCAN diff 1 games --engine \"$KINGSCAN uci\"; $KINGSCAN show - <games",
        2, "",
        "kingscan diff: games: this is PGN, not FEN or EPD; read it by: kingscan games --fen games | ...\n"
        "kingscan show: -: this is PGN, not FEN or EPD; read it by: kingscan games --fen | ...\n");
}

/* Lines that only look like other content. */
Test(check_contents, lines_that_begin_like_other_content) {
    expect_run("printf '[x],y\n1," CHECK_FEN
               "\n' | $KINGSCAN check --header --column 2 --format bytes | od -An -tu1",
               0, "   1\n", "");
    expect_run("printf '[\nBZ\nPK\n' | $KINGSCAN check 2>&1 | cut -d: -f 1-4", 0,
               "-:1:1: error\n-:2:2: error\n-:3:3: error\n", "");
    expect_run("printf '\\0\\0\\0\\0\\n' | $KINGSCAN check 2>&1 | wc -l", 0, "1\n", "");
}
