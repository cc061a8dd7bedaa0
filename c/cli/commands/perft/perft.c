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
    {"divide", 0, NULL, "print the count of each first move\nIn the format of other engines' 'go perft'.",
     FLAG_INTO(struct task, perft.divide)},
    {"stats", 0, NULL,
     "count captures, checks and other kinds of moves too\n"
     "The kinds, among the last moves, are captures, en passant, castles, promotions, checks, double checks "
     "and checkmates. This is slower, since these moves have to be made.",
     FLAG_INTO(struct task, perft.stats)},
    JOBS_OPTION(struct task, perft.threads, PERFT_THREADS_MAX, "count with N threads (1)"),
    {"hash", 0, "MIB",
     "remember counts in this much memory (none)\n"
     "Many move orders lead to the same position; a table pays from about depth 6. 64-bit keys stand for "
     "positions, so a wrong count is possible: the chance is about positions looked up times entries (65536 "
     "a MiB) divided by 2^64, one in 4000 for a billion positions and 64 MiB.",
     NUMBER_INTO(struct task, hash, 1, PERFT_HASH_MAX)},
    {"json", 0, NULL,
     "print JSON\n"
     "One object: depth, nodes, seconds; with --stats the other counts; with --divide an object of moves; "
     "after an interruption, \"interrupted\":true.",
     FLAG_INTO(struct task, perft.json)},
    LENIENT_OPTION(struct task),
    {"chess960", 0, NULL, "with --divide, castling is the king taking its rook",
     BITS_INTO(struct task, perft.notation, KS_UCI_CHESS960)},
    VARIANT_OPTION(struct task),
    VARIANTS_OPTION(struct task),
    NO_DECOMPRESS_OPTION,
    {"layers", 0, NULL,
     "count each position once for all paths to it\n"
     "The run keeps the different positions after each ply, exactly and not by keys. Counts may have up to "
     "128 bits.",
     NOTED},
    {"positions", 0, NULL,
     "with --layers: count the positions instead\n"
     "Prints a table of the plies up to DEPTH, and of the different positions after each.",
     FLAG_INTO(struct task, perft.positions)},
    {"checkpoint", 0, "FILE",
     "with --layers: go on where a run was killed\n"
     "The file records what is counted. A run that finds the file there does not count that again.",
     TEXT_INTO(struct task, perft.checkpoint), .output = OUTPUT_APART},
    {"expand", 0, NULL,
     "read units, print their children\n"
     "With DEPTH, the units that many plies later: see above.",
     NOTED},
    {"merge", 0, NULL,
     "read units, print each position once\n"
     "Its paths are added up. The output is sorted as by LC_ALL=C sort -k2.",
     NOTED},
    {"units", 0, NULL, "read units, count their paths DEPTH plies later", NOTED},
    {"sum", 0, NULL,
     "read results of --units, add them up\n"
     "There is no sum when a number of the ledger is missing or doubled, or a line was altered.",
     NOTED},
    {"each", 0, NULL,
     "with --units: print the paths of each unit\n"
     "A tab and the unit's position follow the count.",
     FLAG_INTO(struct task, perft.each)},
    {"number", 0, NULL, "with --merge: enter the units in a ledger\nEach gets a number and a checksum.",
     FLAG_INTO(struct task, perft.number)},
    {"memory", 0, "MIB", "memory for positions of --layers or --merge (1024 MiB)",
     MEBIBYTES_INTO(struct task, perft.memory, 1, PERFT_HASH_MAX)},
    {"temp", 0, "DIR",
     "where to put what does not fit into that memory\n"
     "The default is TMPDIR, or else /tmp. The file has no name, so it never stays. With --layers, layers "
     "are made as long as they pay, and not only as long as they fit.",
     TEXT_INTO(struct task, perft.folder)},
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

static const struct command_example examples[] = {
    {"kingscan perft 6", "119060324 games of three moves by each side"},
    {"kingscan perft 5 --divide r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
     "to compare, sorted, with another engine's output"},
    {"kingscan perft 9 --jobs 8 --layers", "a large count"},
    {"kingscan perft 4 --expand <unit | kingscan perft --merge >units",
     "the different positions four plies later, with the number of paths to each"},
    {0},
};

const struct command perft_command = {
    .name = "perft",
    .summary = "count the sequences of legal moves from a position",
    .operands = (const struct command_operand[]){{.name = "DEPTH"}, POSITION_OPERAND, {0}},
    .description =
        "Prints the number of sequences of DEPTH legal moves from the position, or from the start of the "
        "game when none is given. Repetitions and the fifty-move rule end nothing.\n"
        "DEPTH is 0 to 63: with two moves to choose from each time, 64 would be too many for 64 bits. A "
        "count that does not fit into 64 bits is an error.\n"
        "On a terminal, a bar shows the progress of a run of more than a second. Ctrl-C ends the run and "
        "prints what has been counted; with --divide, the moves that are done and the sum of all.\n"
        "Units cut a perft into lines of text, which sort, GNU parallel, Slurm or Spark can carry from "
        "machine to machine. A unit is COUNT, a tab, and a position in FEN, to which COUNT paths lead. "
        "--expand, --merge and --units are filters of units; it makes no difference how the lines are cut "
        "into parts, and in which order they come. A position has the first four fields of FEN, with an "
        "en-passant square only where a pawn may capture, so that equal positions are equal texts. Counts "
        "have up to 128 bits; larger ones are errors. A line that is not a unit, or a last line without a "
        "line end, is an error; the other lines are processed, and the exit status is 1. See docs/scale.md.",
    .options = options,
    .rules = rules,
    .examples = examples,
    .run = perft_main,
};
