/* kingscan check: verdicts, their forms, lines and files. The other files of this folder test single options
 * and errors. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/check_lines.h"
#include "support/sanitized.h"

#define THREE "{ echo '" SAFE_FEN "'; echo '" CHECK_FEN "'; echo '" DOUBLE_FEN "'; } | "

/* ---- Verdicts and formats ---- */

Test(check, every_kernel_answers_alike) {
    size_t count;
    const ks_kernel *const *kernels = ks_kernels(&count);
    for (size_t i = 0; i < count; i++) {
        char command[512];
        if (!ks_kernel_is_usable(kernels[i]))
            continue;
        snprintf(command, sizeof command, "export KINGSCAN_KERNEL=%s\n" THREE "$KINGSCAN check",
                 kernels[i]->name);
        expect_run(command, 0, SAFE_LINE CHECK_LINE DOUBLE_LINE, "");
    }
}

Test(check, lenient_and_strict) {
    const char *lone_king = "echo '8/8/8/8/8/8/8/4K2R w K - 0 1' | $KINGSCAN check --lenient";
    expect_run(lone_king, 0, "safe\t-\t8/8/8/8/8/8/8/4K2R w K - 0 1\n", "");
    expect_run("echo '4k3/8/8/8/8/8/8/4K3 w K - 0 1' | $KINGSCAN check", 0,
               "safe\t-\t4k3/8/8/8/8/8/8/4K3 w K - 0 1\n", "");
    expect_run("echo '4k3/8/8/8/8/8/8/4K3 w K - 0 1' | $KINGSCAN check --strict", 1, "",
               "-:1:23: error: castling letter 'K', but white's king or rook for it is missing\n");
}

/* The members of --json for a position whose line of standard input is its FEN. */
#define PLACE_AND_LINE(number, fen)                                                                          \
    ",\"fen\":\"" fen "\",\"file\":\"-\",\"number\":" number ",\"line\":\"" fen "\""

Test(check, json_is_one_object_a_line) {
    const char *json =
        "{\"verdict\":\"safe\",\"checkers\":[],\"draw\":\"insufficient-material\"" PLACE_AND_LINE(
            "1", SAFE_FEN) "}\n"
                           "{\"verdict\":\"check\",\"checkers\":[\"e2\"]" PLACE_AND_LINE(
                               "2", CHECK_FEN) "}\n"
                                               "{\"verdict\":\"double-check\",\"checkers\":[\"h4\","
                                               "\"e2\"]" PLACE_AND_LINE("3", DOUBLE_FEN) "}\n";
    expect_run(THREE "$KINGSCAN check --json", 0, json, "");
    expect_run(THREE "$KINGSCAN check --format json", 0, json, "");
    expect_run("$KINGSCAN check --json --format tsv", 2, "",
               "kingscan check: --json doesn't go with --format tsv\n" CHECK_HINT);
    expect_run(IN_NEW_DIRECTORY "echo --format=epd >options; " THREE
                                "KINGSCAN_CONFIG=options $KINGSCAN check --print line --only safe",
               0, SAFE_FEN "\n", "");
    expect_run(THREE "$KINGSCAN check --format xml", 2, "",
               "kingscan check: --format: expected tsv, json, epd, fen, line, key, san, bits or bytes, found "
               "'xml'\n" CHECK_HINT);
}

/* The first members for SAFE_FEN. */
#define SAFE_JSON                                                                                            \
    "{\"verdict\":\"safe\",\"checkers\":[],\"draw\":\"insufficient-material\",\"fen\":\"" SAFE_FEN "\""

/* Expects that --json shows these bytes of an EPD operation, written as for sh's printf, as `shown`. */
static void expect_json(const char *bytes, const char *shown) {
    char command[512], expected[1024];
    snprintf(command, sizeof command, "printf '%s c0 \"%s\";\\n' | $KINGSCAN check --json", SAFE_FEN, bytes);
    snprintf(expected, sizeof expected,
             SAFE_JSON ",\"file\":\"-\",\"number\":1,"
                       "\"line\":\"" SAFE_FEN " c0 \\\"%s\\\";\",\"operations\":\"c0 \\\"%s\\\";\"}\n",
             shown, shown);
    expect_run(command, 0, expected, "");
}

Test(check, json_is_valid_whatever_the_bytes) {
    expect_json("\\000\\001\\037\\177", "\\u0000\\u0001\\u001f\177");
    expect_json("a\\\\b\\tc", "a\\\\b\\u0009c");
    expect_json("\\303\\251 \\342\\231\\236 \\360\\237\\230\\200", "\303\251 \342\231\236 \360\237\230\200");
    expect_json("\\377\\200x\\303", "\\ufffd\\ufffdx\\ufffd"); /* never UTF-8; cut off */
    expect_json("\\300\\200\\340\\237\\277", "\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd");    /* overlong */
    expect_json("\\355\\237\\277\\355\\240\\200", "\355\237\277\\ufffd\\ufffd\\ufffd"); /* a surrogate */
    expect_json("\\364\\217\\277\\277\\364\\220\\200\\200",
                "\364\217\277\277\\ufffd\\ufffd\\ufffd\\ufffd"); /* above U+10FFFF */
    expect_json("\\360\\217\\277\\277", "\\ufffd\\ufffd\\ufffd\\ufffd");
    expect_json("\\365\\200\\200\\200", "\\ufffd\\ufffd\\ufffd\\ufffd");
}

/* ---- Lines of any kind ---- */

#define LONG_LINE(length)                                                                                    \
    "{ printf '%s c0 ' '" SAFE_FEN "'; head -c $((" length " - 33)) /dev/zero | tr '\\0' x; }"

Test(check, long_lines_are_rejected_and_skipped) {
    const char *error = "-:1:1048577: error: the line is longer than the limit of 1048576 bytes\n";
    expect_run("{ head -c 3145728 /dev/zero | tr '\\0' x; printf '\\n" CHECK_FEN "\\n'; } | $KINGSCAN check",
               1, CHECK_LINE, error);
    expect_run("{ " LONG_LINE("1048577") "; printf '\\n" CHECK_FEN "\\n'; } | $KINGSCAN check", 1, CHECK_LINE,
               error);
    expect_run("head -c 2000000 /dev/zero | $KINGSCAN check", 1, "", error);
    /* The buffer is empty after five blocks when the end is found. */
    expect_run(IN_NEW_DIRECTORY "head -c $((5 * 262144)) /dev/zero >x; $KINGSCAN check - <x", 1, "", error);
}

Test(check, a_large_file_is_printed_whole_and_in_order) {
    const char *commands[] = {"$KINGSCAN check " POSITIONS " | cut -f 3 | cmp - \"$d/expected\"",
                              "cat " POSITIONS " | $KINGSCAN check | cut -f 3 | cmp - \"$d/expected\"",
                              "dd bs=509 status=none if=" POSITIONS
                              " | $KINGSCAN check | cut -f 3 | cmp - \"$d/expected\""};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char command[512];
        snprintf(command, sizeof command,
                 "d=$(mktemp -d) && trap 'rm -rf \"$d\"' EXIT\ngrep -v '^#' " POSITIONS
                 " >\"$d/expected\"\n%s",
                 commands[i]);
        expect_run(command, 0, "", "");
    }
}

/* ---- Files and summaries ---- */

Test(check, summary) {
    struct ran ran =
        run_shell(THREE "$KINGSCAN check --count --summary 2>&1 | sed 's/[0-9.]* seconds, [0-9]* /S, N /"
                        "; s/kernel [a-z0-9]*/kernel K/'");
    cr_expect_str_eq(ran.out,
                     "safe\t1\t33.33%\ncheck\t1\t33.33%\ndouble-check\t1\t33.33%\ncheckmate\t0\t0.00%\n"
                     "stalemate\t0\t0.00%\ntotal\t3\t100.00%\n3 lines, 3 positions, 0 rejected; S, N "
                     "positions a second (kernel K)\n");
    free_ran(&ran);
    ran = run_on_terminal(THREE "$KINGSCAN check --count");
    cr_expect(strstr(ran.out, "double-check              1    33.33%"), "no columns on a terminal: %s",
              ran.out);
    free_ran(&ran);
    ran = run_on_terminal(THREE "$KINGSCAN check >/dev/null");
    cr_expect(strstr(ran.out, "3 lines, 3 positions"), "no summary on a terminal: %s", ran.out);
    free_ran(&ran);
}

Test(check, progress_on_a_terminal) {
    struct ran ran = run_on_terminal("p=$PWD\n" IN_NEW_DIRECTORY "mkfifo in; i=0; while [ $i -lt 40 ]; do\n"
                                     "cat \"$p/" POSITIONS "\"; i=$((i + 1)); sleep 0.05; done >in &\n"
                                     "$KINGSCAN check in >/dev/null");
    cr_expect(strstr(ran.out, "a second\033[K"), "no progress: %s", ran.out);
    cr_expect(strstr(ran.out, "\r\033[K1,760"), "progress isn't removed: %s", ran.out);
    free_ran(&ran);
}

/* The size of files is known. There is work for more than a second of one thread, after which the
 * time left is said. */
#if SANITIZED
#define TIMES "1 2"
#define TWICE "1"
#else
#define TIMES "1 2 3 4 5 6 7 8 9 10"
#define TWICE "1 2"
#endif

Test(check, time_left_on_a_terminal) {
    struct ran ran = run_on_terminal(
        "p=$PWD\n" IN_NEW_DIRECTORY "for i in " TIMES "; do cat \"$p/" POSITIONS "\"; done >all\n"
        "gzip -1c all >all.gz; set -- all.gz; for i in " TWICE "; do set -- all \"$@\" \"$@\"; done\n"
        "$KINGSCAN check --jobs 1 --format json \"$@\" >/dev/null");
    const char *const share = strstr(ran.out, " %, ");
    cr_assert(share, "no share: %s", ran.out);
    cr_expect(strstr(share, " left\033[K"), "no time left: %s", ran.out);
    free_ran(&ran);
}
