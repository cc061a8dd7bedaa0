/* Runs `kingscan check`, which finds the verdict on each position of its files. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/args/options.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/check/task.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"

/* ---- Options ---- */

/* A number is one from 1; anything else is a name. field: a struct column. */
static void read_column(const struct option_value *value, void *field) {
    struct column *const column = field;
    const char *const text = value->argument;
    const bool number = text[0] && text[strspn(text, "0123456789")] == '\0';
    if (!text[0])
        usage_error("%s: expected a number or a name, found nothing", value->name);
    column->number = number ? value_number(value, 1, UINT32_MAX) : 0;
    column->name = number ? NULL : text;
}

/* field is a char. */
static void read_separator(const struct option_value *value, void *field) {
    const char *const text = value->argument;
    const bool tab = strcmp(text, "tab") == 0 || strcmp(text, "\\t") == 0;
    if (!tab && (strlen(text) != 1 || strchr("\"\r\n", *text)))
        usage_error("--separator: expected one byte, but no quote, or tab, found '%s'", text);
    *(char *)field = tab ? '\t' : *text;
}

static const struct command_option options[] = {
    CHOOSING_OPTIONS(struct check_task),
    SEED_OPTION(struct check_task, choosing.seed),
    MEMORY_OPTION(struct check_task, choosing.memory),
    {"count", 0, NULL, FLAG_INTO(struct check_task, count)},
    {"sum", 0, NULL, FLAG_INTO(struct check_task, sum)},
    {"format", 0, "tsv|json|epd|fen|line|key|san|bits|bytes", /* in the order of enum check_format */
     CHOICE_INTO(struct check_task, format)},
    {"json", 0, NULL, CONSTANT_INTO(struct check_task, format, FORMAT_JSON)},
    {"print", 0, "fen|line|key|san", /* from FORMAT_FEN on */
     CHOICE_FROM_INTO(struct check_task, format, FORMAT_FEN)},
    {"column", 0, "N|NAME", READ_INTO(read_column, struct check_task, column.position)},
    {"moves-column", 0, "N|NAME", READ_INTO(read_column, struct check_task, column.moves)},
    {"make", 0, "N", NUMBER_INTO(struct check_task, column.plies, 0, UINT32_MAX)},
    {"add-fen", 0, NULL, FLAG_INTO(struct check_task, add_fen)},
    {"separator", 0, "CHAR", READ_INTO(read_separator, struct check_task, column.separator)},
    {"header", 0, NULL, FLAG_INTO(struct check_task, column.header)},
    {"final", 0, NULL, CONSTANT_INTO(struct check_task, final, 1)},
    {"each", 0, NULL, CONSTANT_INTO(struct check_task, final, 0)},
    NULL_MOVES_OPTION(struct check_task),
    {"tags", 0, "NAME[,...]", TEXT_INTO(struct check_task, tags)},
    {"comments", 0, NULL, FLAG_INTO(struct check_task, comments)},
    SCORES_OPTION(struct check_task),
    {"from", 0, "FORMAT", READ_INTO(read_input_format, struct check_task, from),
     .list = list_formats_without_games},
    JOBS_OPTION(struct check_task, jobs, 1024),
    MAX_ERRORS_OPTION(struct check_task, rejected_shown),
    {"stop-after", 0, "N", NUMBER_INTO(struct check_task, rejected_max, 1, UINT64_MAX)},
    LENIENT_OPTION(struct check_task),
    STRICT_OPTION(struct check_task),
    MOVES_FEN_EP_OPTION(struct check_task),
    CHESS960_OPTION(struct check_task, reading.uci),
    NO_DECOMPRESS_OPTION,
    {"summary", 0, NULL, FLAG_INTO(struct check_task, summary)},
    GAMES_NOTATION_OPTION(struct check_task),
    VARIANT_OPTION(struct check_task),
    VARIANTS_OPTION(struct check_task),
    {0},
};

/* Options of one kind of file: games, tables, and training data. */
#define OF_GAMES "final each null-moves tags comments scores select"
#define OF_TABLES "column moves-column make add-fen separator header"
#define OF_DATA "from"

static const struct command_rule rules[] = {
    {OF_GAMES, NULL, OF_TABLES " " OF_DATA, "a file is of one kind"},
    {"final", NULL, "only-move not-move", "no move follows the last position of a game"},
    {OF_TABLES, NULL, OF_DATA, "a file is of one kind"},
    {"separator add-fen", "column moves-column", NULL, NULL},
    {"add-fen", "format=tsv|line", "count", NULL},
    {"make", "moves-column", NULL, NULL},
    CHOOSING_RULES,
    {"scores", "score contradicts not-contradicts comments", NULL, NULL},
    {"seed", "sample", NULL, NULL},
    {"memory", "unique", NULL, NULL},
    {"strict", NULL, "lenient", NULL},
    {"lenient", NULL, OF_GAMES " " OF_DATA, "it is for lines"},
    {"only not first " CHOOSING_BY_FACTS, NULL, "format=bytes", "every position has its byte"},
    {"sample first select", NULL, "format=bits|bytes", "they are marks of all lines"},
    {"tags comments", "format=tsv|json", "count sum", NULL},
    {"fen-ep", "format=tsv|json|epd|fen|line", "count sum", NULL},
    {"chess960", "format=tsv|json", "count sum", NULL},
    {"count", NULL, "format=tsv|epd|fen|line|key|san|bits|bytes", NULL},
    {"sum", NULL,
     "count format=tsv|epd|fen|line|key|san|bits|bytes jobs stop-after max-errors "
     "lenient strict fen-ep notation variant variants summary " OF_GAMES " " OF_TABLES " " OF_DATA
     " " CHOOSING,
     NULL},
    {"notation", NULL, OF_TABLES " " OF_DATA, "it is for games"},
    {0},
};

/* ---- The run ---- */

/* Returns the verdicts that are asked for when none is named; bit n: enum ks_verdict. */
static unsigned verdicts_by_default(const struct check_task *task, bool without) {
    return without || task->count || task->sum || format_has_lines(task->format)
               ? ALL_VERDICTS
               : ALL_VERDICTS & ~(1u << KS_SAFE | 1u << KS_STALEMATE);
}

/* Finds an option that only files of games make sense of. A variant's moves have that notation, too. */
static const char *option_for_games(const struct arguments *arguments) {
    static const char *const names[] = {"final",      "each",   "tags",  "comments",
                                        "null-moves", "scores", "select"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_given(arguments, names[i]))
            return names[i];
    return is_given(arguments, "notation") && !is_given(arguments, "variant") ? "notation" : NULL;
}

/* A number beside --moves-column was how many of the moves are made. */
static void refuse_old_ply(const struct check_task *task, const struct arguments *arguments) {
    const struct number_range *const ply = &task->choosing.choice.ply;
    if (is_given(arguments, "moves-column") && !is_given(arguments, "make") && ply->given &&
        ply->least == ply->most)
        usage_error("--ply: expected --make too: --make %" PRId64
                    " makes so many moves of --moves-column, and "
                    "--ply chooses positions",
                    ply->least);
}

static void complete_task(struct check_task *task, const struct arguments *arguments) {
    task->reading.variant.fen_letters = task->reading.notation == NOTATION_FEN;
    if (task->reading.notation == NOTATION_FFISH && task->reading.variant.name)
        usage_error("--notation ffish is for games, and doesn't go with --variant");
    if (task->reading.variant.name || !task->reading.variant.file) /* without a name, it is for games */
        task->variant = choose_variant(&task->reading.variant);
    task->column.header |= task->column.position.name || task->column.moves.name;
    refuse_old_ply(task, arguments);
    if (task->format == FORMAT_KEY && task->variant)
        usage_error("--format key: Polyglot's keys are those of chess, not of %s",
                    ks_variant_get_facts(task->variant).name);
    if (task->choosing.choice.settled.given && task->variant)
        usage_error("--settled: exchanges are known in chess, and not in %s",
                    ks_variant_get_facts(task->variant).name);
    task->for_games = option_for_games(arguments);
    complete_choosing(&task->choosing, verdicts_by_default(task, is_given(arguments, "not")));
}

static int check_main(struct arguments *arguments) {
    static char *const standard_input[] = {"-", NULL};
    struct check_task task = {.jobs = 1,
                              .column.plies = UINT64_MAX,
                              .choosing = CHOOSING_DEFAULTS,
                              .rejected_shown = REJECTIONS_SHOWN,
                              .summary = isatty(STDERR_FILENO)};
    struct check_result result = {0};
    read_options(arguments, &task);
    complete_task(&task, arguments);
    require_kernel();
    task.files = arguments->operand_count > 0 ? arguments->operands : standard_input;
    if (task.sum) {
        const int status = sum_tables(&task, &result);
        if (status == STATUS_GOOD)
            print_counts(&task, &result);
        return status;
    }
    task.show_progress = isatty(STDERR_FILENO) && (task.count || !isatty(STDOUT_FILENO));
    run_check(&task, &result);
    if (task.count && !(result.failed && result.counts.lines == 0))
        print_counts(&task, &result);
    if (task.summary || interrupted)
        print_summary(&task, &result);
    if (interrupted)
        return STATUS_INTERRUPTED;
    return result.failed || result.failed_to_remember ? STATUS_FAILED
           : result.rejected                          ? STATUS_FOUND
                                                      : STATUS_GOOD;
}

const struct command check_command = {
    .name = "check",
    .operands = (const struct command_operand[]){{.name = "[FILE...]", .many = true}, {0}},
    .options = options,
    .rules = rules,
    .run = check_main,
};
