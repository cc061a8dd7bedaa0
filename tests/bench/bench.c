/* Tests that a short run of the benchmark prints its tables and rejects wrong contenders. The figures are not
 * tested, since the machine may be busy. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/kernels/usable.h"
#include "support/length.h"
#include "support/plugins.h"
#include "support/run.h"

#define BENCH BUILD "/bench --quick --rounds 1 "
#define POSITIONS "tests/data/positions.epd"

static struct ran bench(const char *options) {
    char command[512];
    snprintf(command, sizeof command, BENCH "%s " POSITIONS, options);
    return run_shell(command);
}

static void expect_text(const struct ran *ran, const char *text) {
    cr_expect(strstr(ran->out, text), "expected \"%s\" in\n%s%s", text, ran->out, ran->err);
}

static unsigned count_text(const char *text, const char *what) {
    unsigned count = 0;
    for (text = strstr(text, what); text; text = strstr(text + 1, what))
        count++;
    return count;
}

/* They are the machine, and what in_check takes on middlegames and endgames, in two ways. */
Test(bench, prints_five_lines) {
    struct ran ran = bench("");
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    cr_expect_eq(count_text(ran.out, "\n"), 5, "%s", ran.out);
    cr_expect_eq(count_text(ran.out, " times as fast as plain C"), 4, "%s", ran.out);
    free_ran(&ran);
}

/* Expects a row of each kind, except those by a compiler that may be missing. */
Test(bench, prints_its_tables) {
    struct ran ran = bench("--all");
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    static const char *const texts[] = {"processor: ",
                                        "\nkernel: ",
                                        "\nin_check, middlegames (8192 boards)\n",
                                        "\nin_check, endgames (8192 boards)\n",
                                        "\nin_check, each call waiting for the last, endgames",
                                        "\nattackers, middlegames",
                                        "\nking scan, endgames",
                                        "\nin_check on other people's boards, middlegames",
                                        "\nbatch by scan, middlegames\n",
                                        "\n  plain C, ",
                                        "\n  1997 method, ",
                                        "\n  mailbox, ",
                                        "\n  bitboards, built, ",
                                        "\n  bitboards, prepared, ",
                                        "\n  scan, king_scan ",
                                        "\n  scan, letters of FEN ",
                                        "\n       8192    512 KiB "};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_text(&ran, texts[i]);
    free_ran(&ran);
}

Test(bench, only_the_tables_asked_for) {
    struct ran ran = bench("--only king_scan,attackers");
    expect_text(&ran, "\nattackers, middlegames");
    expect_text(&ran, "\nking scan, endgames");
    cr_expect(!strstr(ran.out, "\nin_check") && !strstr(ran.out, "\nbatch"), "%s", ran.out);
    free_ran(&ran);
}

/* Each kernel stands beside its twin by gcc, which is here, and each twin was asked about every
 * board before. */
Test(bench, times_twins_beside_the_kernels) {
    struct ran ran = bench("--only twins,twins_strewn,twins_waiting,twins_batch");
    static const char *const texts[] = {"\nin_check beside the same method in C, endgames",
                                        "\nthe same on boards that are far from each other, middlegames",
                                        "\nthe same, each call waiting for the last, middlegames",
                                        "\nbatches beside the same method in C, middlegames (1024 boards)\n",
                                        "\n  scan, assembly ",
                                        "\n  scan, dispatch ",
                                        "\n  scan, gcc "};
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_text(&ran, texts[i]);
    free_ran(&ran);
}

Test(bench, times_what_a_call_takes) {
    struct ran ran = bench("--only inlined,cold");
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    expect_text(&ran, "\nin_check called, inlined, and left out, middlegames (1024 boards)\n");
    expect_text(&ran, "\n  a call that does nothing ");
    expect_text(&ran, "\nin_check with cold tables, without an empty call, middlegames (256 boards)\n");
    expect_text(&ran, "\n  scan ");
    if (ks_kernel_select("avx2", NULL) == KS_OK)
        expect_text(&ran, "\n  avx2 inlined, gcc ");
    free_ran(&ran);
}

/* Rows that find other squares than the one before end the benchmark. */
Test(bench, times_attack_maps_beside_bitboards) {
    struct ran ran = bench("--only attacked,attacked_few");
    static const char *const texts[] = {
        "\nall attacked squares, middlegames (8192 boards)\n",
        "\nall attacked squares, endgames (8192 boards)\n",
        "\nattacked on boards that the predictor has learnt, middlegames (400 boards)\n",
        "\n  bitboards, magics, gcc ",
        "\n  64 calls of attackers, ",
        "\n  c, ks_attacked ",
        "\n  c, ks_attacked_batch "};
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_text(&ran, texts[i]);
    free_ran(&ran);
}

Test(bench, times_pairs_beside_bitboards) {
    struct ran ran = bench("--only pairs");
    static const char *const texts[] = {"\nall pairs of attacker and attacked, middlegames (8192 boards)\n",
                                        "\nall pairs of attacker and attacked, endgames (8192 boards)\n",
                                        "\n  bitboards, magics, gcc ", "\n  c, ks_attack_pairs "};
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_text(&ran, texts[i]);
    free_ran(&ran);
}

/* Rows that find other captures good than the one before end the benchmark. */
Test(bench, times_exchanges_beside_bitboards) {
    struct ran ran = bench("--only see");
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    expect_text(&ran, "\ncaptures that lose nothing, all of a position, middlegames (");
    expect_text(&ran, "\n  c, no pins ");
    expect_text(&ran, "\n  c, pins ");
    if (__builtin_cpu_supports("bmi2"))
        expect_text(&ran, "\n  bitboards, PEXT, kept pins, gcc ");
    free_ran(&ran);
}

/* ---- JSON and tab-separated values ---- */

/* Returns whether all strings end, and all brackets outside of strings are closed in order. */
static bool is_balanced(const char *json) {
    char open[64];
    int depth = 0, in_string = 0;
    for (; *json; json++) {
        if (in_string) {
            json += *json == '\\';
            in_string = *json != '"';
        } else if (*json == '"') {
            in_string = 1;
        } else if (*json == '{' || *json == '[') {
            if (depth == 64)
                return false;
            open[depth++] = *json == '{' ? '}' : ']';
        } else if (*json == '}' || *json == ']') {
            if (depth == 0 || open[--depth] != *json)
                return false;
        }
    }
    return depth == 0 && !in_string;
}

Test(bench, writes_json_to_standard_output) {
    struct ran ran = bench("--only in_check,batch --json -");
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    cr_expect(strncmp(ran.out, "{\"processor\":\"", 14) == 0 && is_balanced(ran.out), "%s", ran.out);
    cr_expect(!strstr(ran.out, ",]") && !strstr(ran.out, ",\n ]") && !strstr(ran.out, "}\n   {") &&
                  !strstr(ran.out, "nan"),
              "%s", ran.out);
    expect_text(&ran, "\"rounds\":1,");
    expect_text(&ran, "{\"name\":\"scan\",\"by\":null,\"ns\":");
    expect_text(&ran, "{\"name\":\"scan\",\"by\":\"batch\",\"ns\":");
    cr_expect_eq(count_text(ran.out, "\"table\":\"in_check\""), 2);
    cr_expect_eq(count_text(ran.out, "\"table\":\"batch\""), 7, "128 to 8192 boards");
    free_ran(&ran);
}

Test(bench, writes_files_as_well_as_tables) {
    struct ran ran = run_shell("d=$(mktemp -d) && trap 'rm -rf \"$d\"' EXIT\n" BENCH
                               "--only attackers --json $d/json --tsv $d/tsv " POSITIONS
                               " && head -c 2 $d/json && cat $d/tsv");
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    expect_text(&ran, "\nattackers, middlegames");
    expect_text(&ran, "{\"# processor\t");
    expect_text(&ran, "\nattackers\tendgames\t8192\tscan\tattackers\t");
    free_ran(&ran);
}

/* ---- Plugins ---- */

Test(bench, times_a_correct_plugin) {
    build_plugin("timed", "-Din_check=mine");
    struct ran ran = bench("--only in_check,latency --plugin " PLUGINS "timed.so:mine");
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    cr_expect_eq(count_text(ran.out, "\n  timed.so:mine, plugin "), 4, "%s", ran.out);
    free_ran(&ran);
}

/* `function` of a plugin is timed in so many tables, under its own name. */
static void expect_tables(const char *function, unsigned tables) {
    char arguments[200], row[200];
    snprintf(arguments, sizeof arguments, "--library " PLUGINS "timed_moves.so:%s", function);
    snprintf(row, sizeof row, "\n  timed_moves.so:%s, plugin ", function);
    struct ran ran = bench(arguments);
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    cr_expect_eq(count_text(ran.out, row), tables, "%s", ran.out);
    free_ran(&ran);
}

static void expect_another_sum(const char *library, const char *table) {
    char said[200];
    snprintf(said, sizeof said, "bench: %s over the middlegames adds up to ", table);
    struct ran ran = bench(library);
    cr_expect_eq(ran.status, 1, "%s", ran.out);
    cr_expect(strstr(ran.err, said), "%s", ran.err);
    free_ran(&ran);
}

/* Tables of their own are printed, and the benchmark ends when the sum of the answers is another one. */
Test(bench, times_other_plugins) {
    build_moves_plugin("timed_moves", "");
    build_moves_plugin("untimed_moves", "-DNO_OWN_PIECES");
    build_moves_plugin("untimed_checks", "-DDIRECT_CHECKS_ALONE");
    expect_tables("attacked", 3);
    expect_tables("see_at_least", 1);
    expect_tables("gives_check", 1);
    expect_another_sum("--library " PLUGINS "untimed_moves.so:attacked", "attacked");
    expect_another_sum("--library " PLUGINS "untimed_checks.so:gives_check", "checks");
}

Test(bench, shows_the_mistake_of_a_plugin) {
    build_plugin("untimed", "-DPAWNS_BACKWARDS");
    struct ran ran = bench("--plugin " PLUGINS "untimed.so");
    cr_expect_eq(ran.status, 1);
    cr_expect_str_empty(ran.out);
    cr_expect_eq(strncmp(ran.err, "bench: untimed.so, plugin is wrong: expected ", 45), 0, "%s", ran.err);

    char side[6], square[3], placement[80], side_to_move[2];
    int expected, found;
    const int read =
        sscanf(ran.err, "%*[^:]: %*[^:]: expected %d (%*[^)]), found %d for the %5s king on %2s in\n%79s %1s",
               &expected, &found, side, square, placement, side_to_move);
    cr_assert_eq(read, 6, "%s", ran.err);
    cr_expect_eq(expected, 1 - found);
    cr_expect_eq(side[0], side_to_move[0], "%s", ran.err);

    char fen[128];
    ks_position position;
    snprintf(fen, sizeof fen, "%s %s - -", placement, side_to_move);
    cr_assert_eq(ks_read_fen(fen, strlen(fen), 0, &position, NULL), KS_OK, "%s", fen);
    const unsigned king = KS_SQUARE(square[0] - 'a', '8' - square[1]);
    cr_expect_eq(ks_king_of(&position, position.side_to_move), king, "%s", ran.err);
    cr_expect_eq(reference()->in_check(position.board, king, position.side_to_move), expected, "%s", ran.err);
    free_ran(&ran);
}

/* A student's function that forgets knights is refused before anything is timed: the board has nothing left
 * but the kings and the knight, which is in brackets. */
Test(bench, draws_the_board_on_which_a_library_forgets_knights) {
    build_plugin("student", "-DFORGETS_KNIGHTS");
    struct ran ran = bench("--library " PLUGINS "student.so");
    char placement[80];
    cr_expect_eq(ran.status, 1);
    cr_expect_str_empty(ran.out);
    cr_assert_eq(sscanf(ran.err, "%*[^\n]\n%79s", placement), 1, "%s", ran.err);
    unsigned pieces = 0, knights = 0;
    for (const char *c = placement; *c; c++) {
        pieces += strchr("KkPpNnBbRrQq", *c) != NULL;
        knights += strchr("Nn", *c) != NULL;
    }
    cr_expect_eq(pieces, 3, "%s", ran.err);
    cr_expect_eq(knights, 1, "%s", ran.err);
    cr_expect(strstr(ran.err, "[N]") || strstr(ran.err, "[n]"), "%s", ran.err);
    cr_expect(strstr(ran.err, "a  b  c"), "%s", ran.err);
    free_ran(&ran);
}

Test(bench, times_a_right_library_beside_kernels_and_twins) {
    build_plugin("right", "");
    struct ran ran = bench("--only in_check,twins --library " PLUGINS "right.so");
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    cr_expect_eq(count_text(ran.out, "\n  right.so, plugin "), 4, "%s", ran.out);
    free_ran(&ran);
}

/* The loops that time kernels call the function itself: nothing of the program stands between. */
Test(bench, calls_a_library_as_it_calls_kernels) {
    build_plugin("callers", "-DTELLS_ITS_CALLERS");
    struct ran ran =
        run_shell(BENCH "--library " PLUGINS "callers.so " POSITIONS " 2>&1 >/dev/null | python3 -c '\n"
                        "import re, subprocess, sys\n"
                        "def look(*command):\n"
                        "    return subprocess.run([*command, \"" BUILD "/bench\"], "
                        "capture_output=True, text=True).stdout\n"
                        "start = int(re.search(r\"LOAD +\\w+ (\\w+)\", look(\"readelf\", \"-lW\"))[1], 16)\n"
                        "functions = [(int(at, 16) - start, name) for at, name in "
                        "re.findall(r\"(?m)^(\\w+) [tT] (.*)\", look(\"nm\", \"-n\"))]\n"
                        "callers = [int(at, 16) for at in re.findall(r\"called from (\\w+)\", "
                        "sys.stdin.read())]\n"
                        "names = {max(f for f in functions if f[0] < at)[1] for at in callers}\n"
                        "print(*sorted(name for name in names if not re.match(\"verify|is_wrong\", name)))'");
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    cr_expect_str_eq(ran.out, "pass_in_check pass_latency\n");
    free_ran(&ran);
}

/* Each line has the library's figure, and beside it plain C's and the best kernel's. */
Test(bench, prints_five_lines_about_a_library) {
    build_plugin("five", "");
    struct ran ran = bench("--library " PLUGINS "five.so");
    cr_expect_eq(ran.status, 0, "%s", ran.err);
    cr_expect_eq(count_text(ran.out, "\n"), 5, "%s", ran.out);
    cr_expect_eq(count_text(ran.out, ": five.so "), 4, "%s", ran.out);
    cr_expect_eq(count_text(ran.out, " times as long as "), 4, "%s", ran.out);
    free_ran(&ran);
}

/* Any other answer than 0 and 1 would take another way through the loops than a kernel's answer. */
Test(bench, refuses_a_library_whose_check_is_no_one) {
    build_plugin("two", "-DIN_CHECK=2");
    struct ran ran = bench("--library " PLUGINS "two.so");
    cr_expect_eq(ran.status, 1);
    cr_expect_str_empty(ran.out);
    cr_expect_eq(
        strncmp(ran.err, "bench: two.so, plugin is wrong: expected 1 (in check), found 2 for the ", 71), 0,
        "%s", ran.err);
    free_ran(&ran);
}

/* ---- Usage errors ---- */

static void expect_refusal(const char *arguments, const char *message) {
    char command[512];
    snprintf(command, sizeof command, BUILD "/bench %s", arguments);
    expect_run(command, 2, "", message);
}

Test(bench, rejects_with_one_line) {
    expect_refusal("", "bench: expected one file of positions; try --help\n");
    expect_refusal("--rounds 0 " POSITIONS, "bench: --rounds: expected a number from 1 to 9999, found '0'\n");
    expect_refusal("--only batch,nonsense " POSITIONS,
                   "bench: --only: no table is called 'nonsense'; try --help\n");
    expect_refusal("--all --only batch " POSITIONS,
                   "bench: --all and --only: expected one of them; try --help\n");
    expect_refusal("--quick /nowhere", "bench: /nowhere: No such file or directory\n");
    expect_refusal("--quick /dev/null", "bench: /dev/null: there are no middlegames in it\n");
    expect_refusal("--only attackers --quick --json /nowhere/json " POSITIONS,
                   "bench: /nowhere/json: No such file or directory\n");
}

/* Reports are whole or as they were before, and no input is written. */
Test(bench, writes_files_of_its_own) {
    static const char *const uses[] = {"--json a a",         "--tsv ./a a",
                                       "--tsv a --json b b", "--json c --tsv ./c a",
                                       "--json - --tsv - a", "--library ./p.so:mine --tsv p.so a"};
    build_plugin("outputs", "-Din_check=mine");
    for (size_t i = 0; i < LENGTH(uses); i++) {
        char settings[128];
        snprintf(settings, sizeof settings, "use='%s'", uses[i]);
        expect_run_with(settings,
                        "from=$PWD; " IN_NEW_DIRECTORY "echo old >a; ln a b; cp $from/" PLUGINS
                        "outputs.so p.so\n"
                        "$from/" BUILD "/bench $use 2>said; echo $?\n"
                        "grep -c '^bench: --.*: expected a file of its own, found .*, which is also' said\n"
                        "echo old | cmp - a; cmp $from/" PLUGINS "outputs.so p.so; ls",
                        0, "2\n1\na\nb\np.so\nsaid\n", "");
    }
    expect_run("from=$PWD; " IN_NEW_DIRECTORY "echo old >json; mkfifo pipe; cat pipe >said &\n"
               "(ulimit -f 0; $from/" BUILD "/bench --quick --rounds 1 --json json $from/" POSITIONS
               " 2>pipe | cat >/dev/null); wait; cat said json; ls",
               0, "bench: json: File too large\nold\njson\npipe\nsaid\n", "");
}
