/* Reads the options of kingscan games, and has its help; run.c does its work. */
#include <unistd.h>

#include "cli/args/options.h"
#include "cli/base/messages.h"
#include "cli/commands/games/task.h"
#include "cli/io/input.h"

static const struct command_option options[] = {
    {"select", 0, "CONDITION", READ_INTO(read_condition, struct games_task, choosing.selection)},
    {"with", 0, "checkmate|stalemate|double-check|illegal",
     OPTION_INTO(bool, read_choices, struct games_task, with[0])},
    {"position", 0, "FEN", READ_INTO(read_wanted_position, struct games_task, wanted)},
    {"material", 0, "PIECES[:N]", READ_INTO(read_wanted_material, struct games_task, material)},
    {"unique", 0, NULL, FLAG_INTO(struct games_task, choosing.unique)},
    MEMORY_OPTION(struct games_task, choosing.memory),
    {"sample", 0, "SHARE", READ_INTO(read_share, struct games_task, choosing.sample)},
    SEED_OPTION(struct games_task, choosing.seed),
    {"first", 0, "N", NUMBER_INTO(struct games_task, choosing.first, 1, INT64_MAX)},
    {"plies", 0, "A..B", READ_INTO(read_range, struct games_task, plies)},
    {"format", 0, "pgn|tsv|json|san|uci", /* in the order of enum games_output */
     CHOICE_INTO(struct games_task, output)},
    {"rewrite", 0, NULL, FLAG_INTO(struct games_task, rewrite)},
    {"split", 0, "N|TAG", READ_INTO(read_split, struct games_task, split)},
    {"into", 0, "FOLDER", TEXT_INTO(struct games_task, folder)},
    {"json", 0, NULL, CONSTANT_INTO(struct games_task, output, OUTPUT_JSON)},
    {"fen", 0, NULL, CONSTANT_INTO(struct games_task, output, OUTPUT_FEN)},
    {"epd", 0, NULL, CONSTANT_INTO(struct games_task, output, OUTPUT_EPD)},
    NULL_MOVES_OPTION(struct games_task),
    CHESS960_OPTION(struct games_task, reading.uci),
    {"count", 0, NULL, FLAG_INTO(struct games_task, count)},
    {"comments", 0, NULL, FLAG_INTO(struct games_task, comments)},
    SCORES_OPTION(struct games_task),
    {"tags", 0, "NAME[,...]", TEXT_INTO(struct games_task, tags)},
    JOBS_OPTION(struct games_task, jobs, 1024),
    MAX_ERRORS_OPTION(struct games_task, rejected_shown),
    MOVES_FEN_EP_OPTION(struct games_task),
    GAMES_NOTATION_OPTION(struct games_task),
    VARIANTS_OPTION(struct games_task),
    NO_DECOMPRESS_OPTION,
    {0},
};

static const struct command_rule rules[] = {
    {"comments", "format=json", "count", NULL},
    {"scores", "comments", NULL, NULL},
    {"tags", "format=tsv|json", "count", NULL},
    {"rewrite", "format=pgn", "count", NULL},
    {"fen-ep", "format=json fen epd", "count", NULL},
    {"chess960", "format=json|uci", "count", NULL},
    {"max-errors", "count rewrite fen epd format=san|uci", NULL, "which report illegal games"},
    {"count", NULL, "format=pgn|tsv|san|uci fen epd split", NULL},
    {"into", "split", NULL, NULL},
    {"memory", "unique", NULL, NULL},
    {"seed", "sample", NULL, NULL},
    {0},
};

static int games_main(struct arguments *arguments) {
    static char *const standard_input[] = {"-", NULL};
    static struct games_task task;
    task = (struct games_task){.plies.most = INT64_MAX,
                               .rejected_shown = REJECTIONS_SHOWN,
                               .jobs = 1,
                               .choosing = CHOOSING_DEFAULTS,
                               .folder = "."};
    read_options(arguments, &task);
    if (writes_positions(&task) && !is_given(arguments, "plies"))
        task.plies.least = 1;
    task.reading.variant.fen_letters = task.reading.notation == NOTATION_FEN;
    require_kernel();
    task.files = arguments->operand_count > 0 ? arguments->operands : standard_input;
    task.show_progress =
        isatty(STDERR_FILENO) && (task.count || is_split(&task.split) || !isatty(STDOUT_FILENO));
    return run_games(&task);
}

const struct command games_command = {
    .name = "games",
    .operands = (const struct command_operand[]){{.name = "[FILE...]", .many = true}, {0}},
    .options = options,
    .rules = rules,
    .run = games_main,
};
