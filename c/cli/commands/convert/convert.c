/* kingscan convert: reads games, training data or text and writes them in another format. This is its command
 * line; run.c reads and writes the entries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/args/options.h"
#include "cli/base/messages.h"
#include "cli/commands/convert/interleave.h"
#include "cli/commands/convert/task.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"
#include "core/text/words.h"
#include "game/data/parts.h"

/* ==== Options ==== */

/* Reads digits with at most six after a point. Returns false when there are others, or none. */
static bool read_millionths(const char *text, uint64_t *number) {
    enum { DIGITS_MAX = 4, FRACTION_MAX = 6 };
    unsigned whole = 0, fraction = 0;
    for (*number = 0; is_digit(*text) && whole < DIGITS_MAX; whole++)
        *number = 10 * *number + (uint64_t)(*text++ - '0');
    if (*text == '.')
        for (text++; is_digit(*text) && fraction < FRACTION_MAX; fraction++)
            *number = 10 * *number + (uint64_t)(*text++ - '0');
    const bool any = whole + fraction > 0;
    for (; fraction < FRACTION_MAX; fraction++)
        *number *= 10;
    return any && !*text;
}

static void read_scale(const struct option_value *value, void *field) {
    enum { MOST = 1000 };
    uint64_t *const scale = field;
    if (!read_millionths(value->argument, scale) || *scale == 0 || *scale > (uint64_t)MOST * SCALE_ONE)
        usage_error("%s: expected a number above 0 and up to 1000, such as 0.345, found '%s'", value->name,
                    value->argument);
}

static void read_missing_score(const struct option_value *value, void *field) {
    struct supply *const supply = field;
    supply->has_score = true;
    if (!read_whole_number(value->argument, strlen(value->argument), INT16_MIN, INT16_MAX, &supply->score))
        usage_error("%s: expected a score from -32768 to 32767, found '%s'", value->name, value->argument);
}

static void read_unknown_result(const struct option_value *value, void *field) {
    (void)value_choice(value); /* draw is the only word */
    *(bool *)field = true;
}

static const struct command_option options[] = {
    CHOOSING_OPTIONS(struct convert_task),
    {"drop", 0, NULL, FLAG_INTO(struct convert_task, drops)},
    {"from", 0, "FORMAT", READ_INTO(read_input_format, struct convert_task, from), .list = list_data_formats},
    {"to", 0, "FORMAT", READ_INTO(read_data_format, struct convert_task, to),
     .list = list_formats_without_games},
    {"split", 0, "N", NUMBER_INTO(struct convert_task, split, 1, UINT64_MAX)},
    {"shuffle", 0, NULL, FLAG_INTO(struct convert_task, shuffle)},
    {"interleave", 0, NULL, FLAG_INTO(struct convert_task, interleave)},
    SEED_OPTION(struct convert_task, choosing.seed),
    MEMORY_OPTION(struct convert_task, choosing.memory),
    SCORES_OPTION(struct convert_task),
    {"missing-score", 0, "N", READ_INTO(read_missing_score, struct convert_task, supply)},
    {"unknown-result", 0, "draw",
     READ_INTO(read_unknown_result, struct convert_task, supply.unknown_is_draw)},
    {"scale", 0, "F", READ_INTO(read_scale, struct convert_task, supply.scale)},
    {"dry-run", 0, NULL, FLAG_INTO(struct convert_task, dry)},
    {"repair", 0, NULL, FLAG_INTO(struct convert_task, repairs)},
    {"strict", 0, NULL, FLAG_INTO(struct convert_task, strict)},
    JOBS_OPTION(struct convert_task, jobs, 1024),
    CHESS960_OPTION(struct convert_task, uci),
    MAX_ERRORS_OPTION(struct convert_task, rejected_shown),
    NO_DECOMPRESS_OPTION,
    {"summary", 0, NULL, FLAG_INTO(struct convert_task, summary)},
    {0},
};

static const struct command_rule rules[] = {
    {"split", "to", NULL, NULL},
    CHOOSING_RULES,
    {"drop", CHOOSING, NULL, NULL},
    {"seed", "sample shuffle interleave", NULL, NULL},
    {"memory", "unique shuffle", NULL, NULL},
    {"interleave", NULL, "shuffle", "that mixes the files too"},
    {"dry-run", NULL, "shuffle interleave split", "nothing is written"},
    {"jobs", NULL, "shuffle interleave split", "a thread writes a part of its own"},
    {"repair", NULL, "drop dry-run shuffle interleave split summary select " CHOOSING,
     "it keeps all that is whole"},
    {0},
};

/* Refuses to replace a file when there are several to be read: a pattern of the shell that fits all files,
 * with OUT forgotten, would cost the last one. */
static void keep_last_file(const char *file) {
    struct stat status;
    if (stat(file, &status) == 0 && S_ISREG(status.st_mode))
        usage_error("%s: the file exists, and several files are to be read; the last one named is written",
                    file);
}

static void refuse_operands(const struct arguments *arguments) {
    if (arguments->operand_count < 2)
        usage_error("expected two files: IN and OUT");
    if (arguments->operand_count > 2)
        keep_last_file(arguments->operands[arguments->operand_count - 1]);
}

/* Returns the format of the output: the one that was chosen, or else the one that its name says. */
static ks_data_format format_of_output(ks_data_format chosen, const char *file) {
    const size_t length = strlen(file);
    const ks_data_format format = chosen != KS_DATA_UNKNOWN ? chosen : ks_data_guess_format(file, NULL, 0);
    if (ks_name_without_compression(file, length) < length)
        usage_error("%s: the output is not compressed: write to '-' and let a tool compress it", file);
    if (format == KS_DATA_UNKNOWN || format > KS_DATA_JSONL)
        usage_error("%s: expected a name that ends as that of a format, or --to FORMAT", file);
    return format;
}

static void complete_task(struct convert_task *task, const struct arguments *arguments) {
    const size_t count = (size_t)arguments->operand_count - 1;
    complete_choosing(&task->choosing, ALL_VERDICTS);
    task->files = arguments->operands;
    task->file_count = count;
    task->file = arguments->operands[count];
    task->to = format_of_output(task->to, task->file);
    arguments->operands[count] = NULL;
    if (task->drops && task->to != KS_DATA_BINPACK)
        usage_error("--drop: only .binpack keeps the entries that are not chosen; %s leaves them out",
                    ks_data_format_name(task->to));
    if (task->uci && task->to != KS_DATA_JSONL)
        usage_error("--chess960: expected an output in JSON Lines: other formats have no moves in UCI");
    if (task->interleave && count > INTERLEAVED_MAX)
        usage_error("--interleave: expected at most %d files to be read, found %zu", INTERLEAVED_MAX, count);
    if (task->repairs && !is_given(arguments, "max-errors")) /* all faults are named */
        task->rejected_shown = 0;
    task->interleave &= count > 1;
    task->marks = task->to == KS_DATA_BINPACK && !task->drops;
}

static int convert_main(struct arguments *arguments) {
    struct convert_task task = {.rejected_shown = REJECTIONS_SHOWN,
                                .choosing = CHOOSING_DEFAULTS,
                                .supply = {.scale = SCALE_ONE},
                                .jobs = 1,
                                .summary = isatty(STDERR_FILENO),
                                .show_progress = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO)};
    read_options(arguments, &task);
    require_kernel();
    refuse_operands(arguments);
    complete_task(&task, arguments);
    return run_convert(&task);
}

const struct command convert_command = {
    .name = "convert",
    .operands = (const struct command_operand[]){{.name = "IN...", .many = true}, {.name = "OUT"}, {0}},
    .options = options,
    .rules = rules,
    .run = convert_main,
};
