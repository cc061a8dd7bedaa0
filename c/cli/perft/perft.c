/* kingscan perft: how many sequences of legal moves there are, the number by which move generators are
 * compared. */
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/perft/run.h"
#include "cli/perft/variant_perft.h"
#include "cli/shared/clock.h"
#include "cli/shared/interrupt.h"
#include "cli/shared/output.h"
#include "cli/shared/position_argument.h"
#include "cli/shared/replay.h"
#include "cli/shared/variant_argument.h"
#include "cli/shell/command.h"

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
         "remember counts in so much memory, since many move orders lead to the same position (none). "
         "Positions are told apart by 64-bit keys, so a wrong count is possible: the chance is about "
         "positions looked up times entries (65536 a MB) divided by 2^64, one in 4000 for a billion "
         "positions and 64 MB"},
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

/* What was asked for, and what has been found. */
struct perft {
    struct perft_task task;
    bool divide, json;
    unsigned notation; /* of enum ks_notation_flag */
    uint64_t hash;     /* MiB */
    double begun, seconds;
    bool bar_shown;
    struct perft_result result;
};

static const struct {
    const char *name;
    size_t offset; /* in ks_perft_counts */
} kinds[] = {
    {"captures", offsetof(ks_perft_counts, captures)},
    {"en_passant", offsetof(ks_perft_counts, en_passant)},
    {"castles", offsetof(ks_perft_counts, castles)},
    {"promotions", offsetof(ks_perft_counts, promotions)},
    {"checks", offsetof(ks_perft_counts, checks)},
    {"double_checks", offsetof(ks_perft_counts, double_checks)},
    {"checkmates", offsetof(ks_perft_counts, checkmates)},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static uint64_t count_of(const struct perft *perft, unsigned kind) {
    uint64_t count;
    memcpy(&count, (const char *)&perft->result.counts + kinds[kind].offset, sizeof count);
    return count;
}

/* ---- The run, told on standard error ---- */

static double millions_a_second(const struct perft *perft) {
    return perft->seconds > 0 ? (double)perft->result.counts.nodes / perft->seconds / 1e6 : 0;
}

/* "12 s", "3:07", "2:14:30" */
static void write_time(char *text, size_t size, double seconds) {
    const uint64_t s = seconds < 1e15 ? (uint64_t)(seconds + 0.5) : (uint64_t)1e15;
    if (s < 60)
        snprintf(text, size, "%" PRIu64 " s", s);
    else if (s < 3600)
        snprintf(text, size, "%" PRIu64 ":%02" PRIu64, s / 60, s % 60);
    else
        snprintf(text, size, "%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600, s / 60 % 60, s % 60);
}

static void show_bar(const struct perft *perft) {
    static const char full[] = "##############################", empty[] = "..............................";
    const double share = perft->result.share;
    const int length = (int)sizeof full - 1, filled = share < 1 ? (int)(share * length) : length;
    char left[32] = "?";
    if (share > 0)
        write_time(left, sizeof left, share < 1 ? perft->seconds * (1 - share) / share : 0);
    fprintf(stderr, "\r[%.*s%.*s] %3.0f%%  %.1f million nodes a second, %s left\033[K", filled, full,
            length - filled, empty, share * 100, millions_a_second(perft), left);
}

/* Fits perft_run: brings the result so far up to date, and goes on unless interrupted. */
static bool look(const struct perft_result *result, void *context) {
    struct perft *perft = context;
    perft->result = *result;
    perft->seconds = seconds_now() - perft->begun;
    if (perft->seconds > 1 && isatty(STDERR_FILENO)) {
        show_bar(perft);
        perft->bar_shown = true;
    }
    return !interrupted;
}

static void count(struct perft *perft) {
    catch_interrupts(perft_wake);
    perft->begun = seconds_now();
    perft_run(&perft->task, look, perft, &perft->result);
    perft->seconds = seconds_now() - perft->begun;
    if (perft->bar_shown)
        fputs("\r\033[K", stderr);
    if (perft->result.overflow)
        fail("the count is larger than 64 bits can hold (%" PRIu64 ")", UINT64_MAX);
}

static void print_summary(const struct perft *perft) {
    if (!perft->result.done)
        complain("interrupted after %.0f%% of the work; this is what was counted so far",
                 perft->result.share * 100);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "%.3f seconds, %.1f million nodes a second (%u thread%s, kernel %s)\n",
                perft->seconds, millions_a_second(perft), perft->task.threads,
                perft->task.threads > 1 ? "s" : "", ks_kernel_current()->name);
}

/* ---- The result ---- */

/* The names of first moves, in whose order they are printed. */
struct divide_line {
    char move[KS_UCI_SIZE];
    uint64_t nodes;
};

static int compare_lines(const void *a, const void *b) {
    return strcmp(((const struct divide_line *)a)->move, ((const struct divide_line *)b)->move);
}

/* Those that are counted to the end; returns how many. */
static size_t divide_lines(const struct perft *perft, struct divide_line lines[KS_MOVES_MAX]) {
    size_t count = 0;
    for (size_t i = 0; i < perft->result.root_count; i++) {
        const struct perft_root *root = &perft->result.roots[i];
        if (!root->done)
            continue;
        ks_write_uci(&perft->task.position, root->move, perft->notation, lines[count].move);
        lines[count++].nodes = root->nodes;
    }
    qsort(lines, count, sizeof *lines, compare_lines);
    return count;
}

static void print_divide(const struct perft *perft) {
    struct divide_line lines[KS_MOVES_MAX];
    const size_t count = divide_lines(perft, lines);
    for (size_t i = 0; i < count; i++)
        printf("%s: %" PRIu64 "\n", lines[i].move, lines[i].nodes);
    printf("\nNodes searched: %" PRIu64 "\n\n", perft->result.counts.nodes);
}

static void print_result(const struct perft *perft) {
    const char *row = isatty(STDOUT_FILENO) ? "%-14s%20" PRIu64 "\n" : "%s\t%" PRIu64 "\n";
    if (perft->divide)
        print_divide(perft);
    else if (!perft->task.stats)
        printf("%" PRIu64 "\n", perft->result.counts.nodes);
    if (!perft->task.stats)
        return;
    printf(row, "nodes", perft->result.counts.nodes);
    for (unsigned i = 0; i < KINDS; i++)
        printf(row, kinds[i].name, count_of(perft, i));
}

static void print_json(const struct perft *perft) {
    printf("{\"depth\":%u,\"nodes\":%" PRIu64 ",\"seconds\":%.6f", perft->task.depth,
           perft->result.counts.nodes, perft->seconds);
    for (unsigned i = 0; perft->task.stats && i < KINDS; i++)
        printf(",\"%s\":%" PRIu64, kinds[i].name, count_of(perft, i));
    if (perft->divide) {
        struct divide_line lines[KS_MOVES_MAX];
        const size_t count = divide_lines(perft, lines);
        printf(",\"divide\":{");
        for (size_t i = 0; i < count; i++)
            printf("%s\"%s\":%" PRIu64, i ? "," : "", lines[i].move, lines[i].nodes);
        putchar('}');
    }
    printf("%s}\n", perft->result.done ? "" : ",\"interrupted\":true");
}

/* ---- The command ---- */

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

static unsigned read_depth(const struct arguments *arguments) {
    if (arguments->operand_count == 0)
        usage_error("expected a depth");
    return (unsigned)operand_number(arguments, 0, "DEPTH", 0, PERFT_DEPTH_MAX);
}

static void read_operands(struct perft *perft, struct arguments *arguments, unsigned fen_flags) {
    static char *start[] = {START_FEN};
    perft->task.depth = read_depth(arguments);
    const int words = arguments->operand_count - 1;
    read_position_argument(words ? arguments->operands + 1 : start, words ? words : 1, fen_flags,
                           &perft->task.position);
}

static int run_variant(const struct perft *perft, const ks_variant *variant,
                       const struct arguments *arguments, unsigned fen_flags) {
    struct variant_perft task = {.variant = variant, .divide = perft->divide, .json = perft->json};
    refuse_beside_variant(perft->task.stats, "stats");
    refuse_beside_variant(perft->task.threads > 1, "threads");
    refuse_beside_variant(perft->hash, "hash");
    refuse_beside_variant(fen_flags, "lenient");
    refuse_beside_variant(perft->notation, "chess960");
    task.depth = read_depth(arguments);
    read_variant_position(variant, arguments->operands + 1, arguments->operand_count - 1, 0, &task.position);
    return run_variant_perft(&task);
}

static int run(struct arguments *arguments) {
    static struct perft perft;
    struct reading reading = {0};
    read_options(&perft, arguments, &reading);
    const ks_variant *const variant = choose_variant(&reading.variant);
    if (variant)
        return run_variant(&perft, variant, arguments, reading.fen_flags);
    if (perft.task.stats && perft.hash)
        usage_error("--stats makes every move, so it can't use --hash");
    read_operands(&perft, arguments, reading.fen_flags);
    require_kernel();
    if (perft.hash && !(perft.task.table = perft_table_new(perft.hash)))
        fail("--hash: %s", strerror(errno));
    count(&perft);
    (perft.json ? print_json : print_result)(&perft);
    finish_standard_output();
    print_summary(&perft);
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
        "of the game; '-' reads it from standard input. Repetitions and the fifty-move rule end nothing.\n"
        "DEPTH is 0 to 63: with two moves to choose from each time, 64 would be too many for 64 bits. A "
        "count that turns out to be larger than these hold is an error, exit status 2.\n"
        "On a terminal, a bar shows the progress of a run of more than a second. Ctrl-C ends it: what has "
        "been counted is printed, with --divide the moves that are done and the sum of all, and the exit "
        "status is 130.",
    .options = options,
    .examples = examples,
    .run = run,
};
