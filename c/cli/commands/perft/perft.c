/* kingscan perft: counts the sequences of legal moves, which is how move generators are compared. */
#include <errno.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/perft/counting.h"
#include "cli/commands/perft/units.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"
#include "cli/positions/divide.h"

/* The settings of a run. */
struct task {
    struct perft_task perft;
    uint64_t hash; /* MiB */
    struct reading reading;
};

static const struct command_option options[] = {
    {"divide", 0, NULL, FLAG_INTO(struct task, perft.divide)},
    {"stats", 0, NULL, FLAG_INTO(struct task, perft.stats)},
    JOBS_OPTION(struct task, perft.threads, PERFT_THREADS_MAX),
    {"hash", 0, "MIB", NUMBER_INTO(struct task, hash, 1, PERFT_HASH_MAX)},
    {"json", 0, NULL, FLAG_INTO(struct task, perft.json)},
    LENIENT_OPTION(struct task),
    {"chess960", 0, NULL, BITS_INTO(struct task, perft.notation, KS_UCI_CHESS960)},
    VARIANT_OPTION(struct task),
    VARIANTS_OPTION(struct task),
    NO_DECOMPRESS_OPTION,
    {"layers", 0, NULL, NOTED},
    {"positions", 0, NULL, FLAG_INTO(struct task, perft.positions)},
    {"checkpoint", 0, "FILE", TEXT_INTO(struct task, perft.checkpoint), .output = true},
    {"expand", 0, NULL, NOTED},
    {"merge", 0, NULL, NOTED},
    {"units", 0, NULL, NOTED},
    {"sum", 0, NULL, NOTED},
    {"each", 0, NULL, FLAG_INTO(struct task, perft.each)},
    {"number", 0, NULL, FLAG_INTO(struct task, perft.number)},
    {"memory", 0, "MIB", MEBIBYTES_INTO(struct task, perft.memory, 1, PERFT_HASH_MAX)},
    {"temp", 0, "DIR", TEXT_INTO(struct task, perft.folder)},
    MAX_ERRORS_OPTION(struct task, perft.errors_shown),
    {0},
};

/* ---- Filters and rules ---- */

/* A filter of units, chosen by an option of its name. operand: what may follow it, or NULL. */
struct filter {
    const char *name, *operand;
    int (*run)(const struct perft_task *task);
};

static const struct filter filters[] = {{"expand", "PLIES", expand_units},
                                        {"merge", NULL, merge_units},
                                        {"units", "DEPTH", count_units},
                                        {"sum", NULL, sum_units}};

/* Returns the filter that was asked for; NULL: none. */
static const struct filter *find_filter(const struct arguments *arguments) {
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++)
        if (is_given(arguments, filters[i].name))
            return &filters[i];
    return NULL;
}

/* Layers and filters of units are modes, which go with few options; no two of them go together. */
static const struct command_rule rules[] = {
    {"expand merge units sum", NULL, "layers", NULL},
    {"merge units sum", NULL, "expand", NULL},
    {"units sum", NULL, "merge", NULL},
    {"sum", NULL, "units", NULL},
    {"divide stats hash chess960", NULL, "layers expand merge units sum", NULL},
    {"jobs json lenient", NULL, "expand merge units sum", NULL},
    {"variant variants", NULL, "layers sum", NULL},
    {"positions checkpoint", "layers", NULL, NULL},
    {"number", "merge", NULL, NULL},
    {"each", "units", NULL, NULL},
    {"memory temp", "layers merge", NULL, NULL},
    {"max-errors no-decompress", "expand merge units sum", NULL, NULL},
    {"checkpoint", NULL, "positions", "it records counted paths"},
    {"stats", NULL, "hash", "every move is made"},
    {"chess960", "divide", NULL, NULL},
    {0},
};

/* ---- The run ---- */

static int run_filter(const struct filter *filter, struct task *task, const struct arguments *arguments) {
    const int count = arguments->operand_count, most = filter->operand != NULL;
    if (filter->run == count_units && count == 0)
        usage_error("expected a depth");
    if (count > most)
        usage_error("--%s reads standard input: unexpected argument '%s'", filter->name,
                    arguments->operands[most]);
    task->perft.depth =
        count > 0 ? (unsigned)operand_number(arguments, 0, filter->operand, 0, PERFT_DEPTH_MAX) : 1;
    task->perft.position.variant = choose_variant(&task->reading.variant);
    require_kernel();
    return filter->run(&task->perft);
}

static void read_operands(struct task *task, const struct arguments *arguments) {
    const ks_variant *const variant = choose_variant(&task->reading.variant);
    if (arguments->operand_count == 0)
        usage_error("expected a depth");
    task->perft.depth = (unsigned)operand_number(arguments, 0, "DEPTH", 0, PERFT_DEPTH_MAX);
    read_position_argument(variant, arguments->operands + 1, arguments->operand_count - 1,
                           task->reading.fen_flags, &task->perft.position, NULL);
}

static int run_counting(struct task *task) {
    if (task->hash && !(task->perft.table = perft_table_new(task->hash)))
        fail("--hash: %s", strerror(errno));
    return perft_by_paths(&task->perft);
}

static int perft_main(struct arguments *arguments) {
    static struct task task = {
        .perft = {.threads = 1, .memory = (uint64_t)1 << 30, .errors_shown = REJECTIONS_SHOWN}};
    read_options(arguments, &task);
    const struct filter *const filter = find_filter(arguments);
    if (filter)
        return run_filter(filter, &task, arguments);
    read_operands(&task, arguments);
    require_kernel();
    return is_given(arguments, "layers") ? perft_by_layers(&task.perft) : run_counting(&task);
}

const struct command perft_command = {
    .name = "perft",
    .operands = (const struct command_operand[]){{.name = "DEPTH"}, POSITION_OPERAND, {0}},
    .options = options,
    .rules = rules,
    .run = perft_main,
};
