/* kingscan convert: reads games, training data or text and writes them in another format. This is its command
 * line; run.c reads and writes the entries. The output is written beside its file and renamed once it is
 * whole. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/args/options.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/commands/convert/interleave.h"
#include "cli/commands/convert/result.h"
#include "cli/commands/convert/run.h"
#include "cli/commands/convert/text.h"
#include "cli/io/input.h"
#include "cli/positions/arguments.h"
#include "cli/positions/choosing.h"
#include "cli/run/entries.h"

struct convert_task {
    unsigned from, to; /* of enum ks_data_format; KS_DATA_UNKNOWN: by the file's beginning or name */
    uint64_t split;
    bool shuffle, interleave;
    struct choosing choosing; /* its seed and memory are those of shuffle and interleave, too */
    bool drops;               /* entries that are not chosen are left out of .binpack */
    struct supply supply;
    bool dry;
    uint64_t rejected_shown;
    unsigned scores;  /* enum ks_pgn_scores */
    ks_uci_flags uci; /* of the moves in JSON Lines */
};

static const struct command_option options[] = {
    CHOOSING_OPTIONS(struct convert_task),
    {"drop", 0, NULL, FLAG_INTO(struct convert_task, drops)},
    {"from", 0, "FORMAT", READ_INTO(read_data_format, struct convert_task, from), .list = list_data_formats},
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
    CHESS960_OPTION(struct convert_task, uci),
    MAX_ERRORS_OPTION(struct convert_task, rejected_shown),
    NO_DECOMPRESS_OPTION,
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

/* Prepares to mix several files. One alone keeps its order. */
static void interleave_files(struct convert_run *run, size_t count, uint64_t seed) {
    if (count > INTERLEAVED_MAX)
        usage_error("--interleave: expected at most %d files to be read, found %zu", INTERLEAVED_MAX, count);
    if (count > 1)
        run->interleave = new_interleave(seed);
    run->result.interleaved = count > 1;
}

static void tell_end(const struct convert_run *run, bool dry) {
    if (!dry) {
        tell_missing(&run->missing, run->written);
        return;
    }
    prepare_output(&standard_output);
    put_missing(&run->missing, run->written, run->faults);
    flush_output(&standard_output);
}

static int convert_main(struct arguments *arguments) {
    struct convert_task task = {
        .rejected_shown = REJECTIONS_SHOWN, .choosing = CHOOSING_DEFAULTS, .supply = {.scale = SCALE_ONE}};
    read_options(arguments, &task);
    complete_choosing(&task.choosing, ALL_VERDICTS);
    require_kernel();
    refuse_operands(arguments);
    char **const files = arguments->operands;
    const size_t count = (size_t)arguments->operand_count - 1;
    const char *const file = files[count];
    files[count] = NULL;
    struct convert_run *const run = given(calloc(1, sizeof *run));
    run->rejections_shown = task.rejected_shown;
    run->source.data_format = task.from;
    run->source.takes_text = true;
    run->supply = task.supply;
    run->scores = task.scores;
    run->result = (struct result){.format = format_of_output(task.to, file, KS_DATA_JSONL),
                                  .file = file,
                                  .split = task.split,
                                  .dry = task.dry,
                                  .uci = task.uci};
    if (task.drops && run->result.format != KS_DATA_BINPACK)
        usage_error("--drop: only .binpack keeps the entries that are not chosen; %s leaves them out",
                    ks_data_format_name(run->result.format));
    run->marks = run->result.format == KS_DATA_BINPACK && !task.drops;
    start_choosing(&run->chooser, &task.choosing);
    if (task.uci && run->result.format != KS_DATA_JSONL)
        usage_error("--chess960: expected an output in JSON Lines: other formats have no moves in UCI");
    if (task.interleave)
        interleave_files(run, count, task.choosing.seed);
    if (task.shuffle)
        run->result.units.shuffle = new_shuffle(task.choosing.memory, task.choosing.seed);
    start_result(&run->result);
    convert_files(run, files, isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO));
    const bool whole = end_result(&run->result, !run->failed && !interrupted), faults = run->faults > 0;
    tell_end(run, task.dry);
    free_interleave(run->interleave);
    free(run);
    return interrupted ? STATUS_INTERRUPTED : !whole ? STATUS_FAILED : faults ? STATUS_FOUND : STATUS_GOOD;
}

const struct command convert_command = {
    .name = "convert",
    .operands = (const struct command_operand[]){{.name = "IN...", .many = true}, {.name = "OUT"}, {0}},
    .options = options,
    .rules = rules,
    .run = convert_main,
};
