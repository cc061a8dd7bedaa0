/* Tests that `kingscan diff` does not blame an engine that is right when Kingscan's own counters are bent on
 * purpose. The linker puts functions of this file before the library's (WATCHED in tests.mk), so the command
 * runs in a child of the test. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/shell/commands.h"
#include "cli/shell/help.h"
#include "kingscan.h"

/* The depth from which a count of this many nodes is one too many; 0: none is. */
static unsigned bent_depth;
static uint64_t bent_nodes;

static uint64_t bend(uint64_t nodes, unsigned depth) {
    return nodes + (bent_depth && depth == bent_depth && nodes == bent_nodes);
}

uint64_t __real_ks_perft(const ks_position *position, unsigned depth);
uint64_t __wrap_ks_perft(const ks_position *position, unsigned depth);
uint64_t __wrap_ks_perft(const ks_position *position, unsigned depth) {
    return bend(__real_ks_perft(position, depth), depth);
}

uint64_t __real_ks_variant_perft(const ks_variant *variant, const ks_variant_position *position,
                                 unsigned depth);
uint64_t __wrap_ks_variant_perft(const ks_variant *variant, const ks_variant_position *position,
                                 unsigned depth);
uint64_t __wrap_ks_variant_perft(const ks_variant *variant, const ks_variant_position *position,
                                 unsigned depth) {
    return bend(__real_ks_variant_perft(variant, position, depth), depth);
}

/* Whether lists lack their last move, or have it another time with an illegal target. */
static enum { STRAIGHT, ONE_LESS, ONE_MORE } bent_lists;

size_t __real_ks_legal_moves(const ks_position *position, ks_move_list *list);
size_t __wrap_ks_legal_moves(const ks_position *position, ks_move_list *list);
size_t __wrap_ks_legal_moves(const ks_position *position, ks_move_list *list) {
    const size_t count = __real_ks_legal_moves(position, list);
    if (bent_lists == STRAIGHT || count == 0)
        return count;
    const unsigned from = KS_MOVE_FROM(list->moves[0]);
    list->moves[count] = KS_MOVE(from, from, KS_MOVE_PLAIN);
    return list->count = (uint32_t)(bent_lists == ONE_LESS ? count - 1 : count + 1);
}

/* ---- The command, in a child ---- */

#define KINGS "8/8/8/4k3/8/8/4K3/8 w - - 0 1"
#define ENGINE "--engine", BUILD "/kingscan uci"

struct said {
    int status;
    char out[1 << 14], err[1 << 12];
};

static void read_back(FILE *file, char *text, size_t size) {
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

/* Runs `kingscan diff WORDS` with the input as its standard input. */
static void run_diff(char *const *words, const char *input, struct said *said) {
    static const struct program program = {commands, common_options};
    FILE *const in = tmpfile(), *const out = tmpfile(), *const err = tmpfile();
    int count = 0, status;
    while (words[count])
        count++;
    cr_assert(in && out && err && fputs(input, in) >= 0 && fflush(in) == 0);
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
        struct arguments arguments = {
            .program = &program, .command = find_command("diff"), .argc = count, .argv = (char **)words};
        rewind(in);
        dup2(fileno(in), STDIN_FILENO);
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(err), STDERR_FILENO);
        set_message_name("kingscan", "diff");
        status = arguments.command->run(&arguments);
        finish_standard_output();
        _exit(status);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    said->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    fclose(in);
    read_back(out, said->out, sizeof said->out);
    read_back(err, said->err, sizeof said->err);
}

#define DIFF(said, input, ...) run_diff((char *[]){"diff", __VA_ARGS__, NULL}, input, said)

static void expect_part(const char *text, const char *part) {
    cr_expect(strstr(text, part), "expected: %s\nfound: %s", part, text);
}

/* ---- Counters that are bent ---- */

#define REPORT(counts, with)                                                                                 \
    "Kingscan's own counters disagree: " counts " when every move is made. This is an internal error, and "  \
    "says nothing about the engine; please report it with what 'kingscan perft " with                        \
    "' prints, and the same with --stats (position fen "

Test(recount, right_counters_do_not_blame_themselves) {
    static struct said said;
    DIFF(&said, KINGS "\n", "3", "-", ENGINE);
    cr_expect_eq(said.status, 0, "%s%s", said.out, said.err);
    cr_expect_str_empty(said.err);
}

/* After e2d2 there are 8 moves of black. The same number is wrong after other moves, too. */
Test(recount, a_bent_counter_of_chess) {
    static struct said said;
    bent_depth = 1;
    bent_nodes = 8;
    DIFF(&said, KINGS "\n", "2", "-", ENGINE);
    cr_expect_eq(said.status, 2);
    expect_part(said.err, "kingscan diff: " REPORT("perft 1 is 9, but 8", "1"));
    expect_part(said.err, "; from -:1)\n");
    cr_expect_str_empty(said.out, "%s", said.out);
}

/* The number of a move differs, but the counter is wrong about a position one ply further on. */
Test(recount, goes_down_to_the_smallest_position) {
    static struct said said;
    bent_depth = 3;
    bent_nodes = 356;
    DIFF(&said, KINGS "\n", "5", "-", ENGINE);
    cr_expect_eq(said.status, 2);
    expect_part(said.err, REPORT("perft 3 is 357, but 356", "3"));
}

Test(recount, a_bent_counter_of_a_variant) {
    static struct said said;
    bent_depth = 2;
    bent_nodes = 99;
    DIFF(&said, "startpos\n", "3", "-", "--variant", "losalamos", ENGINE);
    cr_expect_eq(said.status, 2, "%s%s", said.out, said.err);
    expect_part(said.err, REPORT("perft 2 is 100, but 99", "2 --variant losalamos"));
}

Test(recount, all_reports_say_so) {
    static struct said said;
    char junit[] = "/tmp/recount-XXXXXX", html[] = "/tmp/recount-XXXXXX", text[1 << 14];
    close(mkstemp(junit));
    close(mkstemp(html));
    bent_depth = 1;
    bent_nodes = 8;
    DIFF(&said, KINGS "\n", "2", "-", "--keep-going", "--json", "--junit", junit, "--html", html, ENGINE);
    cr_expect_eq(said.status, 2);
    expect_part(said.out, "{\"differences\":[],");
    expect_part(said.out, "\"positions\":0,");
    expect_part(said.out, "\"trouble\":\"Kingscan's own counters disagree: ");
    read_back(fopen(junit, "r"), text, sizeof text);
    expect_part(text, "own counters disagree: ");
    expect_part(text, "errors=\"1\"");
    read_back(fopen(html, "r"), text, sizeof text);
    expect_part(text, "own counters disagree: ");
    unlink(junit);
    unlink(html);
}

/* The report of such a run is no report of a difference when it is merged. */
Test(recount, merged_reports_say_so) {
    static struct said said, merged;
    bent_depth = 1;
    bent_nodes = 8;
    DIFF(&said, KINGS "\n", "2", "-", "--json", ENGINE);
    DIFF(&merged, said.out, "--merge");
    cr_expect_eq(merged.status, 2);
    expect_part(merged.err, "Kingscan's own counters disagree: ");
}

Test(recount, a_walk_ends_where_the_counters_disagree) {
    static struct said said;
    bent_depth = 1;
    bent_nodes = 8;
    DIFF(&said, "\n\n", "2", "--walk", KINGS, ENGINE);
    cr_expect_eq(said.status, 2, "%s%s", said.out, said.err);
    expect_part(said.err, REPORT("perft 1 is 9, but 8", "1") KINGS " moves e2d");
}

Test(recount, bent_lists_of_moves) {
    static struct said said;
    bent_lists = ONE_MORE;
    DIFF(&said, KINGS "\n", "1", "-", ENGINE);
    cr_expect_eq(said.status, 2);
    expect_part(said.err, "kingscan diff: Kingscan's own counters disagree. This is an internal error, ");
    bent_lists = ONE_LESS;
    DIFF(&said, KINGS "\n", "1", "-", ENGINE);
    cr_expect_eq(said.status, 2);
    expect_part(said.err, "kingscan diff: Kingscan's own counters disagree: perft 1 is 7, but 8 when ");
}

/* A wrong engine is blamed as before, also beside a bent counter that says nothing about its mistake. */
Test(recount, a_wrong_engine_is_blamed) {
    static struct said said;
    bent_depth = 1;
    bent_nodes = 8;
    DIFF(&said, "8/8/8/8/3k4/8/8/K7 b - - 0 1\n", "2", "-", "--engine", BUILD "/broken kings-touch");
    cr_expect_eq(said.status, 1, "%s", said.err);
    expect_part(said.out, "king-into-check: a1b2 is not legal");
}
