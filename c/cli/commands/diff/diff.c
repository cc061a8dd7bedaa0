/* Runs `kingscan diff`, which compares another program's counts of moves with Kingscan's. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/args/options.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/diff/engine.h"
#include "cli/commands/diff/features.h"
#include "cli/commands/diff/report.h"
#include "cli/commands/diff/walk.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"
#include "cli/positions/divide.h"

/* The settings and the state of a run. */
struct task {
    struct diff diff;
    struct report report;
    struct reading reading;
    bool json, merge, walk;
};

/* ---- Options ---- */

static void set_command(struct engine_settings *engine, const struct option_value *value,
                        enum engine_kind kind) {
    const char *const command = value->argument;
    if (command[strspn(command, " \t\n")] == '\0')
        usage_error("%s: expected a %s, found '%s'", value->name, kind == ENGINE_LIBRARY ? "file" : "command",
                    command);
    if (engine->command)
        usage_error("expected one --engine, --script or --library, found two");
    engine->command = command;
    engine->kind = kind;
}

/* These have a struct engine_settings as their field. */
static void read_engine(const struct option_value *value, void *field) {
    set_command(field, value, ENGINE_OF_COMMAND);
}

static void read_script(const struct option_value *value, void *field) {
    set_command(field, value, ENGINE_SCRIPT);
}

static void read_library(const struct option_value *value, void *field) {
    set_command(field, value, ENGINE_LIBRARY);
}

static void read_engine_option(const struct option_value *value, void *field) {
    struct engine_settings *const engine = field;
    const char *const option = value->argument;
    if (engine->option_count == ENGINE_OPTIONS_MAX)
        usage_error("--option: no more than %d options can be given", ENGINE_OPTIONS_MAX);
    if (strchr(option, '\n') || *option == '\0' || *option == '=')
        usage_error("--option: expected NAME=VALUE, found '%s'", option);
    engine->options[engine->option_count++] = option;
}

/* field is a struct positions. */
static void read_shard(const struct option_value *value, void *field) {
    struct positions *const positions = field;
    const char *const text = value->argument;
    int length = 0;
    const int read = sscanf(text, "%9u/%9u%n", &positions->shard, &positions->shards, &length);
    if (read != 2 || text[length] || positions->shard < 1 || positions->shard > positions->shards ||
        strspn(text, "0123456789/") != strlen(text))
        usage_error("--shard: expected K/M with K from 1 to M, found '%s'", text);
}

static void list_dialects(struct choices *choices, char *const *line) {
    (void)line;
    for (unsigned dialect = 0; dialect < DIALECTS; dialect++)
        ks_add_choice(choices, engine_dialect_name(dialect));
}

static const struct command_option options[] = {
    {"engine", 0, "CMD", READ_INTO(read_engine, struct task, diff.engine)},
    {"script", 0, "CMD", READ_INTO(read_script, struct task, diff.engine)},
    {"dialect", 0, "DIALECT", CHOICE_INTO(struct task, diff.engine.dialect), .list = list_dialects},
    {"library", 0, "FILE", READ_INTO(read_library, struct task, diff.engine)},
    {"features", 0, "SET", TEXT_INTO(struct task, diff.engine.features), .list = list_sets},
    DESCRIPTIONS_OPTION(struct task, diff.engine.descriptions),
    {"option", 0, "NAME=VALUE", READ_INTO(read_engine_option, struct task, diff.engine)},
    {"chess960", 0, NULL, FLAG_INTO(struct task, diff.engine.chess960)},
    {"random", 0, "N", NUMBER_INTO(struct task, diff.positions.random, 1, UINT64_MAX)},
    {"seed", 0, "S", NUMBER_INTO(struct task, diff.positions.seed, 0, UINT64_MAX)},
    {"shard", 0, "K/M", READ_INTO(read_shard, struct task, diff.positions)},
    {"merge", 0, NULL, FLAG_INTO(struct task, merge)},
    {"walk", 0, NULL, FLAG_INTO(struct task, walk)},
    {"timeout", 0, "SECONDS", UNSIGNED_INTO(struct task, diff.engine.timeout, 1, 1000000)},
    {"keep-going", 0, NULL, FLAG_INTO(struct task, diff.keep_going)},
    MAX_ERRORS_OPTION(struct task, diff.positions.rejections.shown),
    JOBS_OPTION(struct task, diff.jobs, PROCESSES_MAX),
    {"json", 0, NULL, FLAG_INTO(struct task, json)},
    HTML_OPTION(struct task, report.reports),
    JUNIT_OPTION(struct task, report.reports),
    VARIANT_OPTION(struct task),
    VARIANTS_OPTION(struct task),
    NO_DECOMPRESS_OPTION,
    {0},
};

/* The reports of --merge repeat their variant, but not always where its file is. */
static const struct command_rule rules[] = {
    {"merge", NULL,
     "engine script library dialect option chess960 random seed shard walk timeout keep-going max-errors "
     "jobs "
     "no-decompress",
     "it reads reports"},
    {"walk", NULL, "random seed shard keep-going max-errors jobs json html junit no-decompress",
     "it goes by hand"},
    {"dialect option", NULL, "script library", NULL},
    {"features", NULL, "script dialect merge walk jobs html junit variant variants", NULL},
    {"descriptions", "features", NULL, NULL},
    {"seed", "random", NULL, NULL},
    {"random", NULL, "max-errors no-decompress", "these are for files"},
    {0},
};

/* ---- The run ---- */

/* Completes the options about the variant. */
static void set_variant(struct diff *diff, struct variant_choice *choice) {
    choice->fen_letters = true; /* as in UCI, where drops are written so */
    diff->engine.variant = diff->positions.variant = choose_variant(choice);
    diff->engine.variants_file = choice->file;
    if (choice->file && engine_speaks_uci(&diff->engine)) {
        size_t length;
        const char *const text = variants_text(&length);
        diff->engine.variants_path = variants_path(choice->file, text, length);
    }
}

static void check_usage(const struct diff *diff, const struct arguments *arguments) {
    const struct engine_settings *engine = &diff->engine;
    if (arguments->operand_count == 0)
        usage_error("expected a depth");
    if (!engine->command)
        usage_error("expected --engine, --script or --library");
    if (!engine_speaks_uci(engine) && engine->option_count > 0)
        usage_error("--option: an engine without UCI has none");
    if (engine_speaks_uci(engine) && engine->chess960)
        usage_error(
            "--chess960 is for programs without UCI: an engine's options say whether it knows Chess960");
    if (diff->positions.shards && diff->positions.random && !diff->positions.seeded)
        usage_error("--shard: expected --seed too, so that all shards have the same random positions");
    if (diff->positions.random && arguments->operand_count > 1)
        usage_error("expected files or --random, found both");
}

static int status_of(const struct diff *diff) {
    if (interrupted)
        return STATUS_INTERRUPTED;
    if (diff->failed || diff->positions.failed ||
        (diff->compared == 0 && !positions_are_of_others(&diff->positions)))
        return STATUS_FAILED;
    return diff->differences > 0 || diff->positions.rejections.all > 0 ? STATUS_FOUND : STATUS_GOOD;
}

static int run_merge(struct task *task, const struct arguments *arguments) {
    static char *const standard_input[] = {"-", NULL};
    task->diff.engine.command = "an engine, by several runs";
    require_kernel();
    return merge_reports(&task->diff, &task->report,
                         arguments->operand_count > 0 ? arguments->operands : standard_input, task->json);
}

static int run_walk(struct task *task, const struct arguments *arguments) {
    check_usage(&task->diff, arguments);
    task->diff.depth = (unsigned)operand_number(arguments, 0, "DEPTH", 1, PERFT_DEPTH_MAX);
    require_kernel();
    return walk_run(&task->diff, arguments->operands + 1);
}

static int run_features(struct task *task) {
    struct diff *const diff = &task->diff;
    ks_features *const set = require_features(diff->engine.features, diff->engine.descriptions);
    features_run(diff, set, task->json);
    end_rejections(&diff->positions.rejections);
    ks_features_free(set);
    return status_of(diff);
}

static int run_comparison(struct task *task, const struct arguments *arguments) {
    struct diff *const diff = &task->diff;
    check_usage(diff, arguments);
    if (diff->engine.kind == ENGINE_LIBRARY && strcmp(arguments->operands[0], LIBRARY_SERVE) == 0)
        return library_serve(diff->engine.command, diff->engine.features != NULL);
    diff->depth =
        (unsigned)operand_number(arguments, 0, "DEPTH", diff->engine.features ? 0 : 1, PERFT_DEPTH_MAX);
    diff->positions.files = arguments->operands + 1;
    require_kernel();
    if (diff->engine.features)
        return run_features(task);
    report_start(&task->report, diff, task->json);
    const struct diff_listener listener = report_listener(&task->report);
    diff_run(diff, &listener);
    end_rejections(&diff->positions.rejections);
    report_end(&task->report);
    return status_of(diff);
}

static int diff_main(struct arguments *arguments) {
    static struct task task = {.diff = {.jobs = 1,
                                        .engine.timeout = ENGINE_TIMEOUT,
                                        .positions.rejections.shown = REJECTIONS_SHOWN}};
    task.diff.positions.seed = (uint64_t)time(NULL) * 1000003 ^ (uint64_t)getpid();
    read_options(arguments, &task);
    task.diff.positions.seeded = is_given(arguments, "seed");
    set_variant(&task.diff, &task.reading.variant);
    return (task.merge ? run_merge : task.walk ? run_walk : run_comparison)(&task, arguments);
}

const struct command diff_command = {
    .name = "diff",
    .demands = "--engine|--script|--library ARG",
    .operands = (const struct command_operand[]){{.name = "DEPTH"}, {.name = "[FILE...]", .many = true}, {0}},
    .options = options,
    .rules = rules,
    .run = diff_main,
};
