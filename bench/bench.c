/* bench: Kingscan's kernels against C, on real positions, in one run.
 *
 * Everything in a table is timed in turn, several times over, each time over all boards in a new
 * order; a figure is the median. Ratios are to the fastest plain C (bench/baselines/plain.c by each
 * compiler found). */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "cli/base/draft.h"
#include "cli/base/messages.h"
#include "cli/io/plugin.h"
#include "cli/platform/platform.h"

enum { ROUNDS = 11, ROUNDS_QUICK = 3, BOARDS_QUICK = 8192, BOARDS_ENOUGH = 65536 };

/* ---- Options ---- */

static const char *const usage =
    "usage: bench [OPTION...] POSITIONS.epd\n"
    "\n"
    "Times Kingscan's kernels against C over the positions (FEN or EPD lines), and prints five lines: what\n"
    "in_check takes, one call after another and each waiting for the last, and how that compares.\n"
    "\n"
    "  --rounds N                   timings of each; the median counts (default 11)\n"
    "  --all                        print all tables instead\n"
    "  --only TABLE[,...]           print these: in_check, latency, attackers, king_scan, piecesets, batch;\n"
    "                               twins, twins_strewn, twins_waiting, twins_batch: the same methods in C;\n"
    "                               inlined: beside kingscan/inline.h and a call that does nothing; cold:\n"
    "                               after the first-level cache has lost the tables; attacked: all squares\n"
    "                               that a side attacks, beside bitboards; attacked_few: the same on 400\n"
    "                               boards, again and again; pairs: who attacks whom; see: which captures\n"
    "                               lose nothing; checks: which moves give check\n"
    "  --library FILE.so[:SYMBOL]   your own function in the five lines, in_check, latency and twins:\n"
    "                               int in_check(const uint8_t board[64], int king_square, int side)\n"
    "                               on Kingscan's codes and squares, which returns 0 or 1. It is called as\n"
    "                               kernels are, and checked before it is timed: a board on which it is\n"
    "                               wrong is drawn, and nothing is timed.\n"
    "                               attacked, see_at_least and gives_check as SYMBOL stand in the tables\n"
    "                               attacked, see and checks, which are printed then: 'kingscan fuzz\n"
    "                               --help' has their parameters\n"
    "  --plugin FILE.so[:SYMBOL]    the same\n"
    "  --json FILE                  the same tables as JSON; -: to standard output, instead of them\n"
    "  --tsv FILE                   as tab-separated values\n"
    "  --quick                      3 rounds, few boards, no batch in memory: to see that all works\n"
    "  --help                       this\n"
    "\n"
    "Exit status: 1 when a contender gives a wrong answer, 2 when something can't be done.\n";

static int name_of_table(const char *name, size_t length) {
    for (int i = 0; i < TABLE_KINDS; i++)
        if (strlen(table_kinds[i].name) == length && memcmp(table_kinds[i].name, name, length) == 0)
            return 1;
    static const char *const others[] = {"batch",        "twins_batch", "inlined", "cold",
                                         "attacked_few", "see",         "checks"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strlen(others[i]) == length && memcmp(others[i], name, length) == 0)
            return 1;
    return 0;
}

static void check_only(const char *only) {
    for (const char *name = only;; name++) {
        const size_t length = strcspn(name, ",");
        if (!name_of_table(name, length))
            fail("--only: no table is called '%.*s'; try --help", (int)length, name);
        name += length;
        if (!*name)
            break;
    }
}

/* The five lines are made of two tables, which are all that is wanted without --only and --all. */
static bool wanted(const struct plan *plan, const char *table) {
    if (!plan->only && !plan->all)
        return strcmp(table, "in_check") == 0 || strcmp(table, "latency") == 0;
    const size_t length = strlen(table);
    for (const char *name = plan->only; name; name = strchr(name, ',')) {
        name += *name == ',';
        if (strcspn(name, ",") == length && memcmp(name, table, length) == 0)
            return true;
    }
    return !plan->only;
}

static int read_rounds(const char *text) {
    char *end;
    const long rounds = strtol(text, &end, 10);
    if (*end || end == text || rounds < 1 || rounds > 9999)
        fail("--rounds: expected a number from 1 to 9999, found '%s'", text);
    return (int)rounds;
}

static const struct plugin *load_plugin(const char *file) {
    static struct plugin plugin;
    ks_error error;
    const char *const slash = strrchr(file, '/');
    const enum plugin_kind kind = plugin_kind_of(file);
    plugin = (struct plugin){.name = slash ? slash + 1 : file};
    if (kind == PLUGIN_ATTACKED)
        plugin.attacked = plugin_find_attacked(file, &error);
    else if (kind == PLUGIN_SEE_AT_LEAST)
        plugin.see_at_least = plugin_find_see_at_least(file, &error);
    else if (kind == PLUGIN_GIVES_CHECK)
        plugin.gives_check = plugin_find_gives_check(file, &error);
    else
        plugin.in_check = plugin_find(file, &error);
    if (!plugin.in_check && !plugin.attacked && !plugin.see_at_least && !plugin.gives_check)
        fail("--library: %s", error.message);
    return &plugin;
}

/* Refuses a file that is to be written when it is also another one of the command line. */
static void keep_apart(const char *option, const char *file, const char *other, const char *use) {
    if (file && other && name_same_file(file, other))
        fail("%s: expected a file of its own, found '%s', which is also %s", option, file, use);
}

static void keep_reports_apart(const struct plan *plan, const char *library) {
    char *const object = library ? given(strdup(library)) : NULL;
    char *const symbol = object ? strrchr(object, ':') : NULL;
    if (symbol)
        *symbol = '\0';
    for (int i = 0; i < 2; i++) {
        const char *const option = i ? "--tsv" : "--json", *const file = i ? plan->tsv : plan->json;
        keep_apart(option, file, plan->positions, "an input");
        keep_apart(option, file, library, "that of --library");
        keep_apart(option, file, object, "that of --library");
    }
    keep_apart("--tsv", plan->tsv, plan->json, "that of --json");
    free(object);
}

static struct plan read_options(int argc, char **argv) {
    static const struct option options[] = {
        {"rounds", required_argument, NULL, 'r'},  {"all", no_argument, NULL, 'a'},
        {"only", required_argument, NULL, 'o'},    {"plugin", required_argument, NULL, 'p'},
        {"library", required_argument, NULL, 'p'}, {"json", required_argument, NULL, 'j'},
        {"tsv", required_argument, NULL, 't'},     {"quick", no_argument, NULL, 'q'},
        {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0}};
    struct plan plan = {0};
    const char *library = NULL;
    char program[] = "bench";
    int option;
    argv[0] = program; /* getopt_long begins its messages with this */
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'r':
            plan.rounds = read_rounds(optarg);
            break;
        case 'a':
            plan.all = 1;
            break;
        case 'o':
            check_only(plan.only = optarg);
            break;
        case 'p':
            plan.plugin = load_plugin(library = optarg);
            break;
        case 'j':
            plan.json = optarg;
            break;
        case 't':
            plan.tsv = optarg;
            break;
        case 'q':
            plan.quick = 1;
            break;
        case 'h':
            fputs(usage, stdout);
            exit(0);
        default:
            exit(2); /* getopt_long has said why */
        }
    }
    if (optind + 1 != argc)
        fail("expected one file of positions; try --help");
    if (plan.all && plan.only)
        fail("--all and --only: expected one of them; try --help");
    if (plan.rounds == 0)
        plan.rounds = plan.quick ? ROUNDS_QUICK : ROUNDS;
    if (plan.plugin && !plan.plugin->in_check && !plan.all && !plan.only) /* it is not in the five lines */
        plan.only = plan.plugin->attacked       ? "attacked,attacked_few"
                    : plan.plugin->see_at_least ? "see"
                                                : "checks";
    plan.positions = argv[optind];
    keep_reports_apart(&plan, library);
    return plan;
}

/* ---- Running ---- */

static void prepare_boards(const struct plan *plan, struct board_set sets[BOARD_SETS],
                           struct results *results) {
    uint64_t random = 0;
    load_boards(plan->positions, sets);
    for (int i = 0; i < BOARD_SETS; i++) {
        shuffle_boards(&sets[i], &random);
        if (plan->quick && sets[i].count > BOARDS_QUICK)
            sets[i].count = BOARDS_QUICK;
        else if (sets[i].count < BOARDS_ENOUGH)
            complain("only %zu %s: with fewer than %d the branch predictor helps plain C", sets[i].count,
                     sets[i].name, BOARDS_ENOUGH);
        results->boards[i] = sets[i].count;
    }
}

static struct table *new_table(struct results *results, int kind, const struct board_set *set) {
    struct table *table = &results->tables[results->count++];
    const struct table_kind *k = &table_kinds[kind];
    *table = (struct table){.name = k->name,
                            .title = k->title,
                            .ratio_title = k->ratio_title,
                            .ratio = k->ratio,
                            .data = set->name,
                            .boards = set->count};
    k->fill(table, results->plan->plugin);
    return table;
}

static void verify_all(struct results *results, const struct board_set sets[BOARD_SETS]) {
    for (int i = 0; i < BOARD_SETS; i++) {
        verify(new_table(results, IN_CHECK, &sets[i]), &sets[i]);
        verify(new_table(results, TWINS, &sets[i]), &sets[i]);
    }
    results->count = 0;
}

static void run_tables(struct results *results, struct board_set sets[BOARD_SETS], int quiet) {
    const struct plan *plan = results->plan;
    uint64_t random = 1;
    for (int kind = 0; kind < TABLE_KINDS; kind++)
        for (int i = 0; i < BOARD_SETS && wanted(plan, table_kinds[kind].name); i++) {
            struct table *table = new_table(results, kind, &sets[i]);
            time_shuffled(table, &sets[i], plan->rounds, &random);
            if (!quiet)
                print_table(table);
        }
    static const struct {
        const char *name;
        void (*run)(const struct board_set *set, const struct plan *plan, struct table *table);
    } in_cache[] = {{"twins_batch", run_twin_batches}, {"inlined", run_calls}, {"cold", run_cold},
                    {"attacked_few", run_attacked},    {"see", run_see},       {"checks", run_checks}};
    for (size_t i = 0; i < sizeof in_cache / sizeof *in_cache; i++) {
        if (!wanted(plan, in_cache[i].name))
            continue;
        struct table *table = &results->tables[results->count++];
        in_cache[i].run(&sets[MIDDLEGAMES], plan, table);
        if (!quiet)
            print_table(table);
    }
    if (!wanted(plan, "batch"))
        return;
    struct table *batches = results->tables + results->count;
    const size_t count = run_batches(&sets[MIDDLEGAMES], plan, batches);
    results->count += count;
    if (!quiet)
        print_batches(batches, count);
}

/* ---- Reports ---- */

static bool is_standard_output(const char *path) {
    return path && strcmp(path, "-") == 0;
}

/* Opened before anything is timed, so that a mistake shows at once. */
static struct draft *open_if_asked(const char *path) {
    return path ? open_draft(path, false) : NULL;
}

static void write_report(struct draft *draft, void (*write)(const struct results *results, FILE *out),
                         const struct results *results) {
    char *text = NULL;
    size_t length;
    if (!draft)
        return;
    FILE *const out = given(open_memstream(&text, &length));
    write(results, out);
    if (fclose(out) != 0)
        fail("%s", strerror(errno));
    const bool whole = write_draft(draft, text, length);
    free(text);
    if (!end_draft(draft, whole))
        exit(STATUS_FAILED);
}

int main(int argc, char **argv) {
    static struct results results;
    struct board_set sets[BOARD_SETS];
    argv = start_program(argv);
    set_message_name("bench", NULL);
    const struct plan plan = read_options(argc, argv);
    const int quiet = is_standard_output(plan.json) || is_standard_output(plan.tsv);
    const bool in_short = !plan.only && !plan.all;
    require_kernel();
    struct draft *const json = open_if_asked(plan.json), *const tsv = open_if_asked(plan.tsv);

    results.plan = &plan;
    results.chosen = ks_kernel_get_current();
    start_baselines(results.compilers);
    start_twins();
    start_attacked();
    prepare_boards(&plan, sets, &results);
    verify_all(&results, sets);
    describe_machine(&results.machine);
    if (!quiet && !in_short)
        print_header(&results);
    run_tables(&results, sets, quiet || in_short);
    if (!quiet && in_short)
        print_summary(&results);
    for (int i = 0; i < BOARD_SETS; i++)
        free_set(&sets[i]);
    write_report(json, write_json, &results);
    write_report(tsv, write_tsv, &results);
    finish_standard_output();
    return 0;
}
