/* kingscan check and the content of files: line ends of every kind, byte order marks, and content without
 * lines of positions. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/check_lines.h"
#include "support/length.h"

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
