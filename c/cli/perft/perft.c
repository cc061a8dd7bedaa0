/* kingscan perft: counts the sequences of legal moves, which is how move generators are compared. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cli/perft/report.h"
#include "cli/shared/clock.h"
#include "cli/shared/positions/arguments.h"
#include "cli/shared/positions/divide.h"
#include "cli/shared/stopping/interrupt.h"

enum {
    OPTION_DIVIDE,
    OPTION_STATS,
    OPTION_THREADS,
    OPTION_HASH,
    OPTION_JSON,
    OPTION_LENIENT,
    OPTION_CHESS960,
    OPTION_VARIANT,
    OPTION_VARIANTS,
};

static const struct command_option options[] = {
    [OPTION_DIVIDE] = {"divide", 0, NULL,
                       "print the count of each first move, in the format of other engines' 'go perft'"},
    [OPTION_STATS] = {"stats", 0, NULL,
                      "count also how many of the last moves are captures, en passant, castles, promotions, "
                      "checks, double checks and checkmates; slower, since these moves have to be made"},
    [OPTION_THREADS] = {"threads", 0, "N", "count with so many threads (1)"},
    [OPTION_HASH] =
        {"hash", 0, "MB",
         "remember counts in so much memory, since many move orders lead to the same position (none); it "
         "pays from about depth 6. Positions are told apart by 64-bit keys, so a wrong count is possible: "
         "the chance is about positions looked up times entries (65536 a MB) divided by 2^64, one in 4000 "
         "for a billion positions and 64 MB"},
    [OPTION_JSON] = {"json", 0, NULL,
                     "print a JSON object: depth, nodes, seconds; with --stats the other counts; with "
                     "--divide an object of moves; when interrupted, \"interrupted\":true"},
    [OPTION_LENIENT] = LENIENT_OPTION,
    [OPTION_CHESS960] = {"chess960", 0, NULL,
                         "with --divide, write castling as the king taking its rook, as Chess960 does"},
    [OPTION_VARIANT] = VARIANT_OPTION,
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

static void read_options(struct perft *perft, struct arguments *arguments, struct reading *reading) {
    perft->task.threads = 1;
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        switch (option) {
        case OPTION_DIVIDE:
            perft->divide = true;
            break;
        case OPTION_STATS:
            perft->task.stats = true;
            break;
        case OPTION_THREADS:
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
}

static void read_operands(struct perft *perft, struct arguments *arguments, const struct reading *reading) {
    const ks_variant *const variant = choose_variant(&reading->variant);
    if (arguments->operand_count == 0)
        usage_error("expected a depth");
    perft->task.depth = (unsigned)operand_number(arguments, 0, "DEPTH", 0, PERFT_DEPTH_MAX);
    read_position_argument(variant, arguments->operands + 1, arguments->operand_count - 1, reading->fen_flags,
                           &perft->task.position);
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
    catch_interrupts(perft_wake);
    perft->begun = seconds_now();
    perft_run(&perft->task, look, perft, &perft->result);
    perft->seconds = seconds_now() - perft->begun;
    perft_hide_progress(perft);
    if (perft->result.overflow)
        fail("the count is larger than 64 bits can hold (%" PRIu64 ")", UINT64_MAX);
}

static int run(struct arguments *arguments) {
    static struct perft perft;
    static struct output out;
    struct reading reading = {0};
    read_options(&perft, arguments, &reading);
    if (perft.task.stats && perft.hash)
        usage_error("--stats makes every move, so it can't use --hash");
    read_operands(&perft, arguments, &reading);
    require_kernel();
    if (perft.hash && !(perft.task.table = perft_table_new(perft.hash)))
        fail("--hash: %s", strerror(errno));
    count(&perft);
    (perft.json ? perft_put_object : perft_put_result)(&out, &perft);
    flush_output(&out);
    perft_print_summary(&perft);
    return perft.result.done ? STATUS_GOOD : STATUS_INTERRUPTED;
}

static const struct command_example examples[] = {
    {"kingscan perft 6", "119060324: the games of three moves by each side"},
    {"kingscan perft 5 --divide r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
     "to be compared, sorted, with what another engine prints"},
    {"kingscan perft 9 --threads 8 --hash 4096", "a large one"},
    {0},
};

const struct command perft_command = {
    .name = "perft",
    .summary = "count the sequences of legal moves from a position",
    .synopsis = "[OPTION...] DEPTH [FEN | -]",
    .description =
        "Prints how many sequences of DEPTH legal moves there are from the position, without one the start "
        "of the game, or of the variant's; '-' reads it from standard input. Repetitions and the fifty-move "
        "rule end nothing.\n"
        "DEPTH is 0 to 63: with two moves to choose from each time, 64 would be too many for 64 bits. A "
        "count that turns out to be larger than these hold is an error.\n"
        "On a terminal, a bar shows the progress of a run of more than a second. Ctrl-C ends it: what has "
        "been counted is printed, with --divide the moves that are done and the sum of all.",
    .options = options,
    .examples = examples,
    .run = run,
};
