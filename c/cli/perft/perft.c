/* kingscan perft: counts the sequences of legal moves, which is how move generators are compared. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cli/perft/layers/command.h"
#include "cli/perft/report.h"
#include "cli/perft/units/units.h"
#include "cli/perft/waiting.h"
#include "cli/shared/clock.h"
#include "cli/shared/positions/arguments.h"
#include "cli/shared/positions/divide.h"
#include "cli/shared/rejections.h"
#include "cli/shared/stopping/interrupt.h"

enum {
    OPTION_DIVIDE,
    OPTION_STATS,
    OPTION_JOBS,
    OPTION_HASH,
    OPTION_JSON,
    OPTION_LENIENT,
    OPTION_CHESS960,
    OPTION_VARIANT,
    OPTION_VARIANTS,
    OPTION_LAYERS,
    OPTION_POSITIONS,
    OPTION_CHECKPOINT,
    OPTION_EXPAND,
    OPTION_MERGE,
    OPTION_UNITS,
    OPTION_SUM,
    OPTION_EACH,
    OPTION_NUMBER,
    OPTION_MEMORY,
    OPTION_TEMP,
    OPTION_MAX_ERRORS,
};

static const struct command_option options[] = {
    [OPTION_DIVIDE] = {"divide", 0, NULL,
                       "print the count of each first move\nIn the format of other engines' 'go perft'."},
    [OPTION_STATS] = {"stats", 0, NULL,
                      "count captures, checks and other kinds of moves too\n"
                      "How many of the last moves are captures, en passant, castles, promotions, checks, "
                      "double checks and checkmates; slower, since these moves have to be made."},
    [OPTION_JOBS] = JOBS_OPTION("count with so many threads (1)"),
    [OPTION_HASH] =
        {"hash", 0, "MB",
         "remember counts in so much memory (none)\n"
         "Many move orders lead to the same position; it pays from about depth 6. Positions are told apart "
         "by 64-bit keys, so a wrong count is possible: the chance is about positions looked up times "
         "entries (65536 a MB) divided by 2^64, one in 4000 for a billion positions and 64 MB."},
    [OPTION_JSON] = {"json", 0, NULL,
                     "print JSON\n"
                     "One object: depth, nodes, seconds; with --stats the other counts; with --divide an "
                     "object of moves; when interrupted, \"interrupted\":true."},
    [OPTION_LENIENT] = LENIENT_OPTION,
    [OPTION_CHESS960] = {"chess960", 0, NULL, "with --divide, castling is the king taking its rook"},
    [OPTION_VARIANT] = VARIANT_OPTION,
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    [OPTION_LAYERS] =
        {"layers", 0, NULL,
         "count each position once for all paths to it\n"
         "The different positions after each ply are kept, exactly and not by keys. Counts may have "
         "up to 128 bits."},
    [OPTION_POSITIONS] = {"positions", 0, NULL,
                          "with --layers: how many positions there are instead\n"
                          "A table of the plies up to DEPTH, and of the different positions after each."},
    [OPTION_CHECKPOINT] =
        {"checkpoint", 0, "FILE",
         "with --layers: go on where a run was killed\n"
         "What is counted is written down in the file, and not counted again when the file is "
         "there already."},
    [OPTION_EXPAND] = {"expand", 0, NULL,
                       "read units, print their children\nOr the units DEPTH plies later: see above."},
    [OPTION_MERGE] = {"merge", 0, NULL,
                      "read units, print each position once\n"
                      "With all of its paths, sorted as by LC_ALL=C sort -k2."},
    [OPTION_UNITS] = {"units", 0, NULL, "read units, count their paths DEPTH plies later"},
    [OPTION_SUM] =
        {"sum", 0, NULL,
         "read what runs with --units printed, add it up\n"
         "There is no sum when a number of the ledger is missing or doubled, or a line was altered."},
    [OPTION_EACH] = {"each", 0, NULL, "with --units: the paths of each unit\nA tab and its position follow."},
    [OPTION_NUMBER] = {"number", 0, NULL,
                       "with --merge: enter the units in a ledger\nEach gets a number and a checksum."},
    [OPTION_MEMORY] = {"memory", 0, "MIB", "for positions of --layers or --merge (1024 MiB)"},
    [OPTION_TEMP] =
        {"temp", 0, "DIR",
         "where to put what has no room in that memory\n"
         "TMPDIR or else /tmp without. The file has no name, so it never stays behind. With --layers, "
         "layers are made as long as they pay, and not only as long as they fit."},
    [OPTION_MAX_ERRORS] = MAX_ERRORS_OPTION,
    {0},
};

#define ONLY(option) (1u << OPTION_##option)

/* What the command can do besides counting path by path, each asked for by an option, and the options that go
 * with it. */
static const struct mode {
    int option;
    unsigned others;
    int (*filter)(const struct unit_task *task); /* NULL: of a position, not of units */
} modes[] = {
    {OPTION_LAYERS,
     ONLY(POSITIONS) | ONLY(CHECKPOINT) | ONLY(MEMORY) | ONLY(TEMP) | ONLY(JOBS) | ONLY(JSON) | ONLY(LENIENT),
     NULL},
    {OPTION_EXPAND, ONLY(VARIANT) | ONLY(VARIANTS) | ONLY(MAX_ERRORS), expand_units},
    {OPTION_MERGE,
     ONLY(NUMBER) | ONLY(MEMORY) | ONLY(TEMP) | ONLY(VARIANT) | ONLY(VARIANTS) | ONLY(MAX_ERRORS),
     merge_units},
    {OPTION_UNITS, ONLY(EACH) | ONLY(VARIANT) | ONLY(VARIANTS) | ONLY(MAX_ERRORS), count_units},
    {OPTION_SUM, ONLY(MAX_ERRORS), sum_units},
};

enum { MODES = sizeof modes / sizeof *modes };

/* Options that mean something in a mode alone. */
static const unsigned of_modes = ONLY(POSITIONS) | ONLY(CHECKPOINT) | ONLY(EACH) | ONLY(NUMBER) |
                                 ONLY(MEMORY) | ONLY(TEMP) | ONLY(MAX_ERRORS);

/* The first option of a set. */
static const char *name_of(unsigned set) {
    return options[__builtin_ctz(set)].name;
}

/* Returns the mode that was asked for; NULL for counting. given: the set of options. */
static const struct mode *choose_mode(unsigned given) {
    for (size_t i = 0; i < MODES; i++) {
        const unsigned own = 1u << modes[i].option, wrong = given & ~own & ~modes[i].others;
        if (given & own && wrong)
            usage_error("--%s doesn't go with --%s", name_of(wrong), name_of(own));
        if (given & own)
            return &modes[i];
    }
    if (given & of_modes)
        usage_error("--%s: expected --layers, --expand, --merge, --units or --sum, which it goes with",
                    name_of(given & of_modes));
    return NULL;
}

/* Returns the set of options that were given. */
static unsigned read_options(struct perft *perft, struct unit_task *units, struct layers_task *layers,
                             struct arguments *arguments, struct reading *reading) {
    unsigned given = 0;
    perft->task.threads = 1;
    for (int option; (option = next_option(arguments)) != NO_OPTION; given |= 1u << option)
        switch (option) {
        case OPTION_LAYERS:
        case OPTION_EXPAND:
        case OPTION_MERGE:
        case OPTION_UNITS:
        case OPTION_SUM:
            break;
        case OPTION_POSITIONS:
            layers->positions = true;
            break;
        case OPTION_CHECKPOINT:
            layers->checkpoint = arguments->value;
            break;
        case OPTION_EACH:
            units->each = true;
            break;
        case OPTION_NUMBER:
            units->number = true;
            break;
        case OPTION_MEMORY:
            units->memory = option_number(arguments, 1, PERFT_HASH_MAX) << 20;
            break;
        case OPTION_TEMP:
            units->folder = arguments->value;
            break;
        case OPTION_MAX_ERRORS:
            units->errors_shown = option_number(arguments, 0, UINT64_MAX);
            break;
        case OPTION_DIVIDE:
            perft->divide = true;
            break;
        case OPTION_STATS:
            perft->task.stats = true;
            break;
        case OPTION_JOBS:
            perft->task.threads = (unsigned)option_number(arguments, 1, PERFT_THREADS_MAX);
            break;
        case OPTION_HASH:
            perft->hash = option_number(arguments, 1, PERFT_HASH_MAX);
            break;
        case OPTION_JSON:
            perft->json = true;
            break;
        case OPTION_CHESS960:
            perft->notation |= KS_CHESS960;
            break;
        default:
            note_reading_option(arguments, reading);
        }
    return given;
}

static int run_filter(const struct mode *mode, struct unit_task *units, struct arguments *arguments,
                      const struct reading *reading) {
    const bool has_depth = mode->option == OPTION_UNITS, has_plies = mode->option == OPTION_EXPAND;
    if (has_depth && arguments->operand_count == 0)
        usage_error("expected a depth");
    if (arguments->operand_count > has_depth + has_plies)
        usage_error("--%s reads standard input: unexpected argument '%s'", options[mode->option].name,
                    arguments->operands[has_depth + has_plies]);
    units->depth = 1;
    if (arguments->operand_count > 0)
        units->depth =
            (unsigned)operand_number(arguments, 0, has_depth ? "DEPTH" : "PLIES", 0, PERFT_DEPTH_MAX);
    units->variant = choose_variant(&reading->variant);
    require_kernel();
    return mode->filter(units);
}

static void read_operands(struct perft *perft, struct arguments *arguments, const struct reading *reading) {
    const ks_variant *const variant = choose_variant(&reading->variant);
    if (arguments->operand_count == 0)
        usage_error("expected a depth");
    perft->task.depth = (unsigned)operand_number(arguments, 0, "DEPTH", 0, PERFT_DEPTH_MAX);
    read_position_argument(variant, arguments->operands + 1, arguments->operand_count - 1, reading->fen_flags,
                           &perft->task.position);
}

static int run_layers(struct layers_task *layers, const struct perft *perft, const struct unit_task *memory) {
    if (layers->positions && layers->checkpoint)
        usage_error("--checkpoint is of paths that are counted: it doesn't go with --positions");
    layers->position = perft->task.position.chess;
    layers->depth = perft->task.depth;
    layers->threads = perft->task.threads;
    layers->memory = memory->memory;
    layers->folder = memory->folder;
    return perft_by_layers(layers, perft->json);
}

/* Shows the result so far. Returns false once interrupted, which ends the run. Fits perft_run. */
static bool look(const struct perft_result *result, void *context) {
    struct perft *const perft = context;
    perft->result = *result;
    perft->seconds = seconds_now() - perft->begun;
    perft_show_progress(perft);
    return !interrupted;
}

static void count(struct perft *perft) {
    catch_interrupts(wake);
    perft->begun = seconds_now();
    perft_run(&perft->task, look, perft, &perft->result);
    perft->seconds = seconds_now() - perft->begun;
    perft_hide_progress(perft);
    if (perft->result.overflow)
        fail("the count is larger than 64 bits can hold (%" PRIu64 ")", UINT64_MAX);
}

static int run(struct arguments *arguments) {
    static struct perft perft;
    struct reading reading = {0};
    struct unit_task units = {.memory = (size_t)1 << 30, .errors_shown = REJECTIONS_SHOWN};
    struct layers_task layers = {.positions = false};
    const struct mode *const mode = choose_mode(read_options(&perft, &units, &layers, arguments, &reading));
    if (mode && mode->filter)
        return run_filter(mode, &units, arguments, &reading);
    if (perft.task.stats && perft.hash)
        usage_error("--stats makes every move, so it can't use --hash");
    read_operands(&perft, arguments, &reading);
    require_kernel();
    if (mode)
        return run_layers(&layers, &perft, &units);
    if (perft.hash && !(perft.task.table = perft_table_new(perft.hash)))
        fail("--hash: %s", strerror(errno));
    count(&perft);
    (perft.json ? perft_put_object : perft_put_result)(&standard_output, &perft);
    flush_output(&standard_output);
    perft_print_summary(&perft);
    return perft.result.done ? STATUS_GOOD : STATUS_INTERRUPTED;
}

static const struct command_example examples[] = {
    {"kingscan perft 6", "119060324: the games of three moves by each side"},
    {"kingscan perft 5 --divide r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
     "to be compared, sorted, with what another engine prints"},
    {"kingscan perft 9 --jobs 8 --layers", "a large one"},
    {"kingscan perft 4 --expand <unit | kingscan perft --merge >units",
     "the different positions four plies later, with the number of paths to each"},
    {0},
};

const struct command perft_command = {
    .name = "perft",
    .summary = "count the sequences of legal moves from a position",
    .operands = (const struct command_operand[]){{"DEPTH", false}, POSITION_OPERAND, {0}},
    .description =
        "Prints how many sequences of DEPTH legal moves there are from the position, without one the start "
        "of the game. Repetitions and the fifty-move rule end nothing.\n"
        "DEPTH is 0 to 63: with two moves to choose from each time, 64 would be too many for 64 bits. A "
        "count that turns out to be larger than these hold is an error.\n"
        "On a terminal, a bar shows the progress of a run of more than a second. Ctrl-C ends it: what has "
        "been counted is printed, with --divide the moves that are done and the sum of all.\n"
        "Units cut a perft into lines of text, for sort, GNU parallel, Slurm or Spark to carry from machine "
        "to "
        "machine: COUNT, a tab, and a position in FEN, to which so many paths lead. --expand, --merge and "
        "--units are filters of units; how the lines are cut into parts, and in which order they come, makes "
        "no "
        "difference. A position is written as the first four fields of FEN, with an en-passant square only "
        "where "
        "a pawn may capture, so that equal positions are equal texts. Counts have up to 128 bits; larger "
        "ones "
        "are errors. A line that is no unit, or a last line without an end, is an error; the others are "
        "done, "
        "and the exit status is 1. See docs/scale.md.",
    .options = options,
    .examples = examples,
    .run = run,
};
