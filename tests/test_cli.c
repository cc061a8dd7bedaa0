/* The command line: what goes in, what comes out, and with which exit status. Every test runs the program. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kingscan.h"
#include "run.h"

TestSuite(cli, .timeout = 120);

#define SAFE_FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
#define CHECK_FEN "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"
#define DOUBLE_FEN "4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1"
#define SAFE_LINE "safe\t-\t" SAFE_FEN "\n"
#define CHECK_LINE "check\te2\t" CHECK_FEN "\n"
#define DOUBLE_LINE "double-check\th4,e2\t" DOUBLE_FEN "\n"
#define THREE "{ echo '" SAFE_FEN "'; echo '" CHECK_FEN "'; echo '" DOUBLE_FEN "'; } | "
#define POSITIONS "tests/data/positions.epd"
#define CHECK_HINT "try 'kingscan check --help'\n"

/* ---- check: verdicts and formats ---- */

Test(cli, verdicts) {
    expect_run(THREE "$KINGSCAN check", 0, SAFE_LINE CHECK_LINE DOUBLE_LINE, "");
    expect_run(THREE "$KINGSCAN check -", 0, SAFE_LINE CHECK_LINE DOUBLE_LINE, "");
}

#define MATE_FEN "R6k/8/6K1/8/8/8/8/8 b - - 0 1"
#define STALEMATE_FEN "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
#define OVER "printf '%s\\n' '" MATE_FEN "' '" STALEMATE_FEN "' '" CHECK_FEN "' | "
#define MATE_LINE "checkmate\ta8\t" MATE_FEN "\n"
#define STALEMATE_LINE "stalemate\t-\t" STALEMATE_FEN "\n"

Test(cli, mates_and_stalemates) {
    expect_run(OVER "$KINGSCAN check", 0, MATE_LINE STALEMATE_LINE CHECK_LINE, "");
    expect_run(OVER "$KINGSCAN check --only checkmate", 0, MATE_LINE, "");
    expect_run(OVER "$KINGSCAN check --only stalemate,check", 0, STALEMATE_LINE CHECK_LINE, "");
    /* A double check that mates is a mate; a pawn that is pinned, and alone could move, makes a stalemate. */
    expect_run("echo '3qkb2/3ppp2/3N1N2/8/8/8/8/4K3 b - - 0 1' | $KINGSCAN check | cut -f 1,2", 0,
               "checkmate\td6,f6\n", "");
    expect_run("echo '7k/5Qp1/6K1/8/8/2B5/8/8 b - - 0 1' | $KINGSCAN check | cut -f 1,2", 0, "stalemate\t-\n",
               "");
    /* Counted by Stockfish: see the head of the file. */
    expect_run("$KINGSCAN check --count --only checkmate,stalemate " POSITIONS, 0,
               "checkmate\t745\t1.69%\nstalemate\t84\t0.19%\ntotal\t829\t1.88%\n", "");
}

Test(cli, every_kernel_answers_alike) {
    size_t count;
    const ks_kernel *kernels = ks_kernels(&count);
    for (size_t i = 0; i < count; i++) {
        char command[512];
        if (!ks_kernel_usable(&kernels[i]))
            continue;
        snprintf(command, sizeof command, "export KINGSCAN_KERNEL=%s\n" THREE "$KINGSCAN check",
                 kernels[i].name);
        expect_run(command, 0, SAFE_LINE CHECK_LINE DOUBLE_LINE, "");
    }
}

Test(cli, rejected_lines_are_told_and_passed_over) {
    expect_run("printf '8/8/8/8/8/8/8/8 w - - 0 1\\nx\\n" SAFE_FEN "\\n' | $KINGSCAN check", 1, SAFE_LINE,
               "-:1:1: error: expected one white king, found none\n"
               "-:2:1: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n");
    expect_run(IN_NEW_DIRECTORY "printf '4k3/8/8/8/8/8/8/4K3 x - - 0 1\\n' >a.epd; $KINGSCAN check a.epd", 1,
               "", "a.epd:1:21: error: expected the side to move, 'w' or 'b', found 'x'\n");
}

Test(cli, errors_and_verdicts_keep_their_order) {
    expect_run("printf '%s\\n' '" SAFE_FEN "' x '" CHECK_FEN "' | $KINGSCAN check 2>&1", 1,
               SAFE_LINE "-:2:1: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n" CHECK_LINE,
               "");
}

Test(cli, lenient_and_strict) {
    const char *lone_king = "echo '8/8/8/8/8/8/8/4K2R w K - 0 1' | $KINGSCAN check --lenient";
    expect_run(lone_king, 0, "safe\t-\t8/8/8/8/8/8/8/4K2R w K - 0 1\n", "");
    expect_run("echo '4k3/8/8/8/8/8/8/4K3 w K - 0 1' | $KINGSCAN check", 0,
               "safe\t-\t4k3/8/8/8/8/8/8/4K3 w K - 0 1\n", "");
    expect_run("echo '4k3/8/8/8/8/8/8/4K3 w K - 0 1' | $KINGSCAN check --strict", 1, "",
               "-:1:23: error: castling letter 'K', but white's king or rook isn't there for it\n");
}

Test(cli, only_prints_some_verdicts) {
    expect_run(THREE "$KINGSCAN check --only check", 0, CHECK_LINE, "");
    expect_run(THREE "$KINGSCAN check --only double-check,safe", 0, SAFE_LINE DOUBLE_LINE, "");
    expect_run(THREE "$KINGSCAN check --only mate", 2, "",
               "kingscan check: --only: no verdict is called 'mate'\n" CHECK_HINT);
    expect_run(THREE "$KINGSCAN check --only ''", 2, "",
               "kingscan check: --only: expected the names of verdicts\n" CHECK_HINT);
}

Test(cli, count_prints_a_table) {
    expect_run(THREE "$KINGSCAN check --count", 0,
               "safe\t1\t33.33%\ncheck\t1\t33.33%\ndouble-check\t1\t33.33%\ncheckmate\t0\t0.00%\n"
               "stalemate\t0\t0.00%\ntotal\t3\t100.00%\n",
               "");
    expect_run(THREE "$KINGSCAN check --count --only check", 0, "check\t1\t33.33%\ntotal\t1\t33.33%\n", "");
    expect_run(THREE "$KINGSCAN check --count --json", 0,
               "{\"safe\":1,\"check\":1,\"double-check\":1,\"checkmate\":0,\"stalemate\":0,\"total\":3}\n",
               "");
    expect_run("$KINGSCAN check --count", 0,
               "safe\t0\t0.00%\ncheck\t0\t0.00%\ndouble-check\t0\t0.00%\ncheckmate\t0\t0.00%\n"
               "stalemate\t0\t0.00%\ntotal\t0\t0.00%\n",
               "");
}

Test(cli, json_is_one_object_a_line) {
    const char *json =
        "{\"verdict\":\"safe\",\"checkers\":[],\"line\":\"" SAFE_FEN "\"}\n"
        "{\"verdict\":\"check\",\"checkers\":[\"e2\"],\"line\":\"" CHECK_FEN "\"}\n"
        "{\"verdict\":\"double-check\",\"checkers\":[\"h4\",\"e2\"],\"line\":\"" DOUBLE_FEN "\"}\n";
    expect_run(THREE "$KINGSCAN check --json", 0, json, "");
    expect_run(THREE "$KINGSCAN check --format json", 0, json, "");
    expect_run(THREE "$KINGSCAN check --json --format tsv --only safe", 0, SAFE_LINE, "");
    expect_run(THREE "$KINGSCAN check --format xml", 2, "",
               "kingscan check: --format: expected tsv, json, epd, bits or bytes, found 'xml'\n" CHECK_HINT);
}

/* A line with these bytes (as printf of sh writes them) in an EPD operation, and how JSON shows them. */
static void expect_json(const char *bytes, const char *shown) {
    char command[512], expected[512];
    snprintf(command, sizeof command, "printf '%s c0 \"%s\";\\n' | $KINGSCAN check --json", SAFE_FEN, bytes);
    snprintf(expected, sizeof expected,
             "{\"verdict\":\"safe\",\"checkers\":[],\"line\":\"%s c0 \\\"%s\\\";\"}\n", SAFE_FEN, shown);
    expect_run(command, 0, expected, "");
}

Test(cli, json_is_valid_whatever_the_bytes) {
    expect_json("\\000\\001\\037\\177", "\\u0000\\u0001\\u001f\177");
    expect_json("a\\\\b\\tc", "a\\\\b\\u0009c");
    expect_json("\\303\\251 \\342\\231\\236 \\360\\237\\230\\200", "\303\251 \342\231\236 \360\237\230\200");
    expect_json("\\377\\200x\\303", "\\ufffd\\ufffdx\\ufffd"); /* never UTF-8; cut short */
    expect_json("\\300\\200\\340\\237\\277", "\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd");    /* too long a form */
    expect_json("\\355\\237\\277\\355\\240\\200", "\355\237\277\\ufffd\\ufffd\\ufffd"); /* a surrogate */
    expect_json("\\364\\217\\277\\277\\364\\220\\200\\200",
                "\364\217\277\277\\ufffd\\ufffd\\ufffd\\ufffd"); /* above U+10FFFF */
    expect_json("\\360\\217\\277\\277", "\\ufffd\\ufffd\\ufffd\\ufffd");
    expect_json("\\365\\200\\200\\200", "\\ufffd\\ufffd\\ufffd\\ufffd");
}

Test(cli, json_takes_nothing_from_behind_the_line) {
    expect_run("{ printf '" SAFE_FEN " c0 \\342\\231\\236\\n'; sleep 0.2; printf '" SAFE_FEN
               " c0 \\342'; } | $KINGSCAN check --json | tail -n 1",
               0, "{\"verdict\":\"safe\",\"checkers\":[],\"line\":\"" SAFE_FEN " c0 \\ufffd\"}\n", "");
}

/* ---- check: lines of any kind ---- */

Test(cli, blank_lines_and_comments_are_counted) {
    expect_run("printf '\\n# x\\n \\t\\n\\r\\n" SAFE_FEN "\\n #\\n' | $KINGSCAN check", 1, SAFE_LINE,
               "-:6:2: error: expected a piece letter, a digit 1-8 or '/', found '#'\n");
}

Test(cli, line_ends) {
    expect_run("printf '" SAFE_FEN "\\r\\n" CHECK_FEN "\\r\\n' | $KINGSCAN check", 0, SAFE_LINE CHECK_LINE,
               "");
    expect_run("printf '" SAFE_FEN "\\n" CHECK_FEN "' | $KINGSCAN check", 0, SAFE_LINE CHECK_LINE, "");
    expect_run("printf '" CHECK_FEN "\\r' | $KINGSCAN check", 0, CHECK_LINE, "");
    expect_run("$KINGSCAN check", 0, "", "");
}

Test(cli, nul_byte) {
    expect_run("printf '8/\\0008\\n" SAFE_FEN "\\n' | $KINGSCAN check", 1, SAFE_LINE,
               "-:1:3: error: expected a piece letter, a digit 1-8 or '/', found no text (byte 0x00)\n");
}

Test(cli, every_byte_comes_out_as_it_came) {
    expect_run(
        IN_NEW_DIRECTORY
        "{ printf '%s c0 \"' '" SAFE_FEN "'; i=0\n"
        "while [ $i -lt 256 ]; do [ $i = 10 ] || printf \"\\\\$(printf %03o $i)\"; i=$((i + 1)); done\n"
        "printf '\";\\n'; } >all; { printf 'safe\\t-\\t'; cat all; } >expected\n"
        "$KINGSCAN check all >found && wc -c <all && cmp expected found",
        0, "292\n", "");
}

#define LONG_LINE(length)                                                                                    \
    "{ printf '%s c0 ' '" SAFE_FEN "'; head -c $((" length " - 33)) /dev/zero | tr '\\0' x; }"

Test(cli, long_lines_are_rejected_and_skipped) {
    const char *error = "-:1:1048577: error: the line is longer than the limit of 1048576 bytes\n";
    expect_run("{ head -c 3145728 /dev/zero | tr '\\0' x; printf '\\n" CHECK_FEN "\\n'; } | $KINGSCAN check",
               1, CHECK_LINE, error);
    expect_run("{ " LONG_LINE("1048577") "; printf '\\n" CHECK_FEN "\\n'; } | $KINGSCAN check", 1, CHECK_LINE,
               error);
    expect_run("head -c 2000000 /dev/zero | $KINGSCAN check", 1, "", error);
    /* Of five blocks nothing is left when the end is found. */
    expect_run(IN_NEW_DIRECTORY "head -c $((5 * 262144)) /dev/zero >x; $KINGSCAN check - <x", 1, "", error);
}

Test(cli, the_longest_line_is_good) {
    expect_run("{ " LONG_LINE("1048576") "; printf '\\n'; } | $KINGSCAN check | wc -c", 0, "1048584\n", "");
    expect_run("{ " LONG_LINE("1048576") "; printf '\\r\\n'; } | $KINGSCAN check | wc -c", 0, "1048584\n",
               "");
    expect_run("{ " LONG_LINE("1048576") "; printf '\\r'; } | $KINGSCAN check | wc -c", 0, "1048584\n", "");
}

Test(cli, a_large_file_comes_out_whole_and_in_order) {
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

Test(cli, answers_before_the_input_ends) {
    expect_run(IN_NEW_DIRECTORY
               "mkfifo in && { $KINGSCAN check <in >out & } && exec 3>in\n"
               "echo '" CHECK_FEN "' >&3\n"
               "i=0; while [ $i -lt 100 ] && ! [ -s out ]; do sleep 0.1; i=$((i + 1)); done\n"
               "cat out; exec 3>&-; wait",
               0, CHECK_LINE, "");
}

/* ---- check: files ---- */

Test(cli, several_files) {
    expect_run(IN_NEW_DIRECTORY "echo '" SAFE_FEN "' >a; printf 'x\\n" CHECK_FEN "' >b\n"
                                "echo '" DOUBLE_FEN "' | $KINGSCAN check a b - a",
               1, SAFE_LINE CHECK_LINE DOUBLE_LINE SAFE_LINE,
               "b:1:1: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n");
}

Test(cli, files_that_cannot_be_read) {
    expect_run(IN_NEW_DIRECTORY "echo '" SAFE_FEN "' >a; mkdir b; $KINGSCAN check none b a", 2, SAFE_LINE,
               "kingscan check: none: No such file or directory\nkingscan check: b: Is a directory\n");
    expect_run("$KINGSCAN check - <&-", 2, "", "kingscan check: -: Bad file descriptor\n");
    if (geteuid() == 0)
        cr_log_info("root can read every file: no test of an unreadable one");
    else
        expect_run(IN_NEW_DIRECTORY "echo x >a; chmod 0 a; $KINGSCAN check a", 2, "",
                   "kingscan check: a: Permission denied\n");
}

Test(cli, a_full_disk_is_an_error) {
    static const char *const commands[] = {"check " POSITIONS,
                                           "check --count " POSITIONS,
                                           "check --json " POSITIONS,
                                           "show '" SAFE_FEN "'",
                                           "show --json '" SAFE_FEN "'",
                                           "kernels",
                                           "kernels --json",
                                           "check --help",
                                           "check --man"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char command[256], error[128];
        snprintf(command, sizeof command, "$KINGSCAN %s >/dev/full", commands[i]);
        snprintf(error, sizeof error, "kingscan %.*s: standard output: No space left on device\n",
                 (int)strcspn(commands[i], " "), commands[i]);
        expect_run(command, 2, "", error);
    }
    expect_run("$KINGSCAN --help >/dev/full", 2, "", "kingscan: standard output: No space left on device\n");
    expect_run("$KINGSCAN --version >/dev/full", 2, "",
               "kingscan: standard output: No space left on device\n");
}

Test(cli, a_closed_pipe_ends_the_run_quietly) {
    struct ran ran = run_shell("$KINGSCAN check " POSITIONS " | head -n 1 | wc -l");
    cr_expect_str_eq(ran.out, "1\n");
    cr_expect_str_eq(ran.err, "");
    free_ran(&ran);
    /* By the signal (128 + 13), though whoever starts us ignores it. */
    expect_run("trap '' PIPE; { $KINGSCAN check " POSITIONS "; echo $? >&2; } | head -n 1 >/dev/null", 0, "",
               "141\n");
}

Test(cli, summary) {
    struct ran ran =
        run_shell(THREE "$KINGSCAN check --count --summary 2>&1 | sed 's/[0-9.]* seconds, [0-9]* /S, N /"
                        "; s/kernel [a-z0-9]*/kernel K/'");
    cr_expect_str_eq(ran.out,
                     "safe\t1\t33.33%\ncheck\t1\t33.33%\ndouble-check\t1\t33.33%\ncheckmate\t0\t0.00%\n"
                     "stalemate\t0\t0.00%\ntotal\t3\t100.00%\n3 lines, 3 positions, 0 rejected; S, N "
                     "positions a second (kernel K)\n");
    free_ran(&ran);
    ran = run_on_terminal(THREE "$KINGSCAN check --count");
    cr_expect(strstr(ran.out, "double-check           1    33.33%"), "no columns on a terminal: %s", ran.out);
    free_ran(&ran);
    ran = run_on_terminal(THREE "$KINGSCAN check >/dev/null");
    cr_expect(strstr(ran.out, "3 lines, 3 positions"), "no summary on a terminal: %s", ran.out);
    free_ran(&ran);
}

Test(cli, progress_on_a_terminal) {
    struct ran ran = run_on_terminal("p=$PWD\n" IN_NEW_DIRECTORY "mkfifo in; i=0; while [ $i -lt 40 ]; do\n"
                                     "cat \"$p/" POSITIONS "\"; i=$((i + 1)); sleep 0.05; done >in &\n"
                                     "$KINGSCAN check in >/dev/null");
    cr_expect(strstr(ran.out, "a second\033[K"), "no progress: %s", ran.out);
    cr_expect(strstr(ran.out, "\r\033[K1760"), "progress isn't removed: %s", ran.out);
    free_ran(&ran);
}

/* ---- Options ---- */

Test(cli, options_stand_anywhere) {
    expect_run(IN_NEW_DIRECTORY "echo '" CHECK_FEN "' >a; echo '" SAFE_FEN "' >--count\n"
                                "$KINGSCAN check a --only=check; $KINGSCAN check a --only safe -- --count",
               0, CHECK_LINE SAFE_LINE, "");
    expect_run("$KINGSCAN show 4k3/8/8/8/8/8/4r3/4K3 w --json - - 0 1", 0,
               "{\"fen\":\"" CHECK_FEN "\",\"side_to_move\":\"white\",\"king\":\"e1\",\"verdict\":\"check\","
               "\"checkers\":[\"e2\"],\"pinned\":[]}\n",
               "");
}

Test(cli, usage_errors) {
    expect_run("$KINGSCAN", 2, "", "kingscan: expected a command\ntry 'kingscan --help'\n");
    expect_run("$KINGSCAN chekc", 2, "", "kingscan: unknown command 'chekc'\ntry 'kingscan --help'\n");
    expect_run("$KINGSCAN --count", 2, "", "kingscan: unknown option '--count'\ntry 'kingscan --help'\n");
    expect_run("$KINGSCAN check --frob", 2, "", "kingscan check: unrecognized option '--frob'\n" CHECK_HINT);
    expect_run("$KINGSCAN check -z", 2, "", "kingscan check: invalid option -- 'z'\n" CHECK_HINT);
    expect_run("$KINGSCAN check --only", 2, "",
               "kingscan check: option '--only' requires an argument\n" CHECK_HINT);
    expect_run("$KINGSCAN check --count=3", 2, "",
               "kingscan check: option '--count' doesn't allow an argument\n" CHECK_HINT);
    expect_run("$KINGSCAN kernels all", 2, "",
               "kingscan kernels: expected no argument, found 'all'\ntry 'kingscan kernels --help'\n");
    expect_run("$KINGSCAN show", 2, "",
               "kingscan show: expected a position in FEN, or '-' for standard input\n"
               "try 'kingscan show --help'\n");
}

Test(cli, help_and_version) {
    expect_run("$KINGSCAN --version", 0, "kingscan " KS_VERSION "\n", "");
    expect_run("for c in check show kernels; do $KINGSCAN $c --help | head -n 3 | tail -n 1; done", 0,
               "Usage: kingscan check [OPTION...] [FILE...]\nUsage: kingscan show [OPTION...] FEN | -\n"
               "Usage: kingscan kernels [--json]\n",
               "");
    expect_run(IN_NEW_DIRECTORY "$KINGSCAN check --help >a; $KINGSCAN check -h | cmp - a", 0, "", "");
    expect_run("$KINGSCAN --help | grep -c '^  \\(check\\|show\\|kernels\\) '", 0, "3\n", "");
    expect_run("{ $KINGSCAN --help; $KINGSCAN check --help; } | awk 'length > 80'", 0, "", "");
}

Test(cli, man_pages) {
    expect_run("$KINGSCAN --man | head -n 1; $KINGSCAN check --man | head -n 1", 0,
               ".TH \"kingscan\" 1 \"\" \"kingscan " KS_VERSION "\" \"Kingscan\"\n"
               ".TH \"kingscan-check\" 1 \"\" \"kingscan " KS_VERSION "\" \"Kingscan\"\n",
               "");
    expect_run("$KINGSCAN check --man | grep -A 1 '^.fB.*only'", 0,
               "\\fB\\-\\-only\\fR \\fIVERDICT[,...]\\fR\n"
               "print, or count, positions with these verdicts alone\n",
               "");
}

/* ---- kernels ---- */

Test(cli, kernels) {
    expect_run("KINGSCAN_KERNEL=c $KINGSCAN kernels | grep '^c  *used  *nothing  *the reference' | wc -l", 0,
               "1\n", "");
    expect_run("KINGSCAN_KERNEL=c $KINGSCAN kernels --json | head -n 1", 0,
               "{\"name\":\"c\",\"summary\":\"the reference: plain C, the specification\",\"needs\":\"\","
               "\"usable\":true,\"used\":true}\n",
               "");
    expect_run("KINGSCAN_KERNEL= $KINGSCAN kernels | grep -c used", 0, "1\n", "");
}

Test(cli, kernels_stand_in_columns) {
    expect_run("$KINGSCAN kernels | awk 'NR == 1 { column = index($0, \"WHAT\") - 1 }"
               " substr($0, column) !~ /^ [^ ]/'",
               0, "", "");
}

Test(cli, an_unusable_kernel_is_an_error_everywhere) {
    static const char *const commands[] = {"kernels", "check", "show '" SAFE_FEN "'"};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char command[256], error[128];
        snprintf(command, sizeof command, "KINGSCAN_KERNEL=nonsense $KINGSCAN %s", commands[i]);
        snprintf(error, sizeof error,
                 "kingscan %.*s: KINGSCAN_KERNEL: no kernel is called \"nonsense\"; this machine has: c, ",
                 (int)strcspn(commands[i], " "), commands[i]);
        struct ran ran = run_shell(command);
        cr_expect_eq(ran.status, 2);
        cr_expect_str_eq(ran.out, "");
        cr_expect(strncmp(ran.err, error, strlen(error)) == 0, "%s", ran.err);
        free_ran(&ran);
    }
}

/* ---- show ---- */

#define DOUBLE_BOARD                                                                                         \
    "\n"                                                                                                     \
    " 8  .  .  .  .  k  .  .  .\n"                                                                           \
    " 7  .  .  .  .  .  .  .  .\n"                                                                           \
    " 6  .  .  .  .  .  .  .  .\n"                                                                           \
    " 5  .  .  .  .  .  .  .  .\n"                                                                           \
    " 4  .  .  .  .  .  .  . [b]\n"                                                                          \
    " 3  .  .  .  .  .  .  .  .\n"                                                                           \
    " 2  .  .  .  . [r] .  .  .\n"                                                                           \
    " 1  .  .  .  .  K  .  .  .\n"                                                                           \
    "    a  b  c  d  e  f  g  h\n"                                                                           \
    "\n"                                                                                                     \
    "white to move, castling -, en passant -\n"                                                              \
    "double-check: white is in check from h4, e2\n"                                                          \
    "[ ] gives check\n"

Test(cli, show_draws_the_board) {
    expect_run("$KINGSCAN show '" DOUBLE_FEN "'", 0, DOUBLE_BOARD, "");
    expect_run("$KINGSCAN show " DOUBLE_FEN, 0, DOUBLE_BOARD, "");
    expect_run("printf '# x\\n\\n" DOUBLE_FEN "\\r\\nx\\n' | $KINGSCAN show -", 0, DOUBLE_BOARD, "");
    expect_run("LC_ALL=C.UTF-8 $KINGSCAN show --ascii '" DOUBLE_FEN "'", 0, DOUBLE_BOARD, "");
    expect_run("LC_ALL=C.UTF-8 $KINGSCAN show '" DOUBLE_FEN "' | sed -n '6p;9p'", 0,
               " 4  ·  ·  ·  ·  ·  ·  · [♝]\n 1  ·  ·  ·  ·  ♔  ·  ·  ·\n", "");
}

Test(cli, show_tells_the_other_facts) {
    expect_run("$KINGSCAN show r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq d6 0 1 | tail -n 2", 0,
               "white to move, castling KQq, en passant d6\nsafe: white is not in check\n", "");
    expect_run("$KINGSCAN show 8/8/8/8/8/8/3P4/4k3 b - - --lenient | tail -n 2", 0,
               "black to move, castling -, en passant -\nsafe: black is not in check\n", "");
}

Test(cli, show_refuses_what_is_no_position) {
    expect_run("$KINGSCAN show '4k3/8/8/8/8/8/4x3/4K3 w - -'", 2, "",
               "FEN:1:16: error: expected a piece letter, a digit 1-8 or '/', found 'x'\n"
               "    4k3/8/8/8/8/8/4x3/4K3 w - -\n"
               "                   ^\n");
    expect_run(
        "printf '#\\n8/\\t' | $KINGSCAN show -", 2, "",
        "-:2:3: error: expected eight squares in a row, found a blank (byte 0x09)\n    8/?\n      ^\n");
    expect_run("$KINGSCAN show - </dev/null", 2, "",
               "kingscan show: -: expected a position, found the end of the input\n");
    expect_run("$KINGSCAN show --strict 4k3/8/8/8/8/8/8/4K3 w K -", 2, "",
               "FEN:1:23: error: castling letter 'K', but white's king or rook isn't there for it\n"
               "    4k3/8/8/8/8/8/8/4K3 w K -\n"
               "                          ^\n");
}

#define PINS_FEN "4r2k/8/8/q7/8/2N2n2/4B3/4K3 w - - 0 1"

Test(cli, show_marks_pins_and_checkers) {
    expect_run("$KINGSCAN show '" PINS_FEN "' | grep '[][()]'", 0,
               " 3  .  . (N) .  . [n] .  .\n 2  .  .  .  . (B) .  .  .\n[ ] gives check, ( ) is pinned\n",
               "");
    expect_run("$KINGSCAN show 7k/8/8/q7/8/2N5/8/4K3 w - - | tail -n 2", 0,
               "safe: white is not in check\n( ) is pinned\n", "");
    expect_run("$KINGSCAN show --json '" PINS_FEN "'", 0,
               "{\"fen\":\"" PINS_FEN "\",\"side_to_move\":\"white\",\"king\":\"e1\",\"verdict\":\"check\","
               "\"checkers\":[\"f3\"],\"pinned\":[\"c3\",\"e2\"]}\n",
               "");
}

Test(cli, show_names_mates_and_stalemates) {
    expect_run("$KINGSCAN show '" MATE_FEN "' | tail -n 2", 0,
               "checkmate: black is in check from a8, and has no legal move\n[ ] gives check\n", "");
    expect_run("$KINGSCAN show '" STALEMATE_FEN "' | tail -n 1", 0,
               "stalemate: black is not in check, and has no legal move\n", "");
}

/* How often each of these stands in the picture of PINS_FEN. */
Test(cli, show_draws_a_picture) {
    static const struct {
        const char *text;
        int times;
    } parts[] = {{"<svg xmlns=\"http://www.w3.org/2000/svg\"", 1},
                 {"</svg>", 1},
                 {"<title>check: white is in check from f3</title>", 1},
                 {"<use ", 7},
                 {"<use xlink:href=\"#K\" x=\"204\" y=\"339\"/>", 1}, /* e1 */
                 {"<use xlink:href=\"#R\" x=\"204\" y=\"24\"/>", 1},  /* e8 */
                 {"#e2685c", 1},
                 {"#2f6fc4", 2},
                 {">h</text>", 1},
                 {"<g ", 9},
                 {"<g>", 0},
                 {"</g>", 9}};
    struct ran ran = run_shell("$KINGSCAN show --svg - '" PINS_FEN "'");
    cr_expect_eq(ran.status, 0);
    cr_expect(strncmp(ran.out, "<svg ", 5) == 0 && strcmp(ran.out + ran.out_length - 7, "</svg>\n") == 0);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        int times = 0;
        for (const char *at = ran.out; (at = strstr(at, parts[i].text)) != NULL; at++)
            times++;
        cr_expect_eq(times, parts[i].times, "%s: %d times", parts[i].text, times);
    }
    free_ran(&ran);
}

Test(cli, pictures_are_files) {
    expect_run(IN_NEW_DIRECTORY "$KINGSCAN show --svg a.svg --json '" PINS_FEN "' | wc -l\n"
                                "$KINGSCAN show --svg - '" PINS_FEN "' | cmp - a.svg",
               0, "1\n", "");
    expect_run("$KINGSCAN show --svg /dev/full '" PINS_FEN "'", 2, "",
               "kingscan show: /dev/full: No space left on device\n");
    expect_run("$KINGSCAN show --svg none/a.svg '" PINS_FEN "'", 2, "",
               "kingscan show: none/a.svg: No such file or directory\n");
    expect_run("$KINGSCAN show --svg - '" PINS_FEN "' >/dev/full", 2, "",
               "kingscan show: standard output: No space left on device\n");
}

static int has_colour(const char *command) {
    struct ran ran = run_on_terminal(command);
    cr_expect_eq(ran.status, 0);
    cr_expect(strstr(ran.out, "[r]"), "a checker is marked without colour too: %s", ran.out);
    const int colour = strchr(ran.out, '\033') != NULL;
    free_ran(&ran);
    return colour;
}

Test(cli, colours_are_for_terminals_that_want_them) {
    cr_expect(has_colour("$KINGSCAN show '" CHECK_FEN "'"));
    cr_expect(has_colour("NO_COLOR= $KINGSCAN show '" CHECK_FEN "'"));
    cr_expect_not(has_colour("NO_COLOR=1 $KINGSCAN show '" CHECK_FEN "'"));
    cr_expect_not(has_colour("TERM=dumb $KINGSCAN show '" CHECK_FEN "'"));
    cr_expect_not(has_colour("$KINGSCAN show '" CHECK_FEN "' | cat"));
}
