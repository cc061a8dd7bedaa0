/* kingscan convert: reads training data and writes them in another format or as text. This is its command
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
#include "cli/positions/data_file.h"

struct convert_task {
    unsigned from, to; /* of enum ks_data_format or text_format; KS_DATA_UNKNOWN: by the file's beginning or
                          name */
    uint64_t split;
    bool shuffle, interleave;
    uint64_t memory; /* of shuffle */
    uint64_t seed;   /* of shuffle and interleave */
    uint64_t rejected_shown;
    ks_uci_flags uci; /* of the moves in JSON Lines */
};

static const struct command_option options[] = {
    {"from", 0, "FORMAT",
     "the format of IN: one of data, or fen, epd, jsonl\n"
     "Without it, the file is known by its beginning or by its name, as 'kingscan check' knows it, or it is "
     "text whose name ends in .fen, .epd or .jsonl.",
     READ_INTO(read_data_format, struct convert_task, from), .list = list_text_formats_too},
    {"to", 0, "FORMAT",
     "the format of OUT: one of data, or fen, epd, jsonl\n"
     "Without it, the end of OUT's name says it.",
     READ_INTO(read_data_format, struct convert_task, to), .list = list_text_formats_too},
    {"split", 0, "N",
     "write files of N positions into OUT, a folder\n"
     "They are called 1.binpack, 2.binpack and so on, or as --to says. A file ends where a chain or game "
     "begins, "
     "so it may hold more. No file is overwritten. A run that fails leaves the files that are whole.",
     NUMBER_INTO(struct convert_task, split, 1, UINT64_MAX)},
    {"shuffle", 0, NULL,
     "write in random order, each order being as likely\n"
     "Records, lines, games of viriformat and chains of .binpack as they stand in the output change places, "
     "across all files.",
     FLAG_INTO(struct convert_task, shuffle)},
    {"interleave", 0, NULL,
     "mix the files evenly, each in its own order\n"
     "Chains of .binpack and games of viriformat as they stand in the output stay whole. Files may be of any "
     "size; compressed ones are decompressed twice, the first time for their size, and pipes have none. At "
     "most 256 files are read at a time.",
     FLAG_INTO(struct convert_task, interleave)},
    {"seed", 0, "N",
     "of --shuffle and --interleave: choose the order (0)\n"
     "The same seed gives the same order, with --shuffle if --memory is the same, too.",
     NUMBER_INTO(struct convert_task, seed, 0, UINT64_MAX)},
    {"memory", 0, "MIB",
     "of --shuffle: how much memory it may take (1024 MiB)\n"
     "Beyond that it takes temporary files of the size of the output, in the folder that TMPDIR names.",
     MEBIBYTES_INTO(struct convert_task, memory, 1, 1 << 24)},
    CHESS960_OPTION(struct convert_task, uci),
    MAX_ERRORS_OPTION(struct convert_task, rejected_shown),
    NO_DECOMPRESS_OPTION,
    {0},
};

static const struct command_rule rules[] = {
    {"split", "to", NULL, NULL},
    {"seed", "shuffle interleave", NULL, NULL},
    {"memory", "shuffle", NULL, NULL},
    {"interleave", NULL, "shuffle", "that mixes the files too"},
    {0},
};

static const struct command_example examples[] = {
    {"kingscan convert games.binpack games.plain", "the text of a file"},
    {"kingscan convert games.binpack games.epd", "EPD with moves, scores and results"},
    {"kingscan convert games.epd games.binpack", "the way back"},
    {"kingscan convert old.bin new.binpack", "chains of records that follow each other"},
    {"kingscan convert --split 100000000 --to bin games.binpack parts", "parts/1.bin, parts/2.bin, ..."},
    {"kingscan convert --shuffle a.binpack b.binpack all.binpack", "chains of both files, mixed"},
    {"kingscan convert --interleave a.binpack b.binpack all.binpack", "both files, evenly mixed"},
    {"kingscan convert --to bin games.binpack - | zstd >games.bin.zst", "compressed output"},
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

static int convert_main(struct arguments *arguments) {
    struct convert_task task = {.rejected_shown = REJECTIONS_SHOWN, .memory = (uint64_t)1 << 30};
    read_options(arguments, &task);
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
    run->result = (struct result){
        .format = find_output_format(task.to, file), .file = file, .split = task.split, .uci = task.uci};
    if (task.uci && run->result.format != TEXT_JSONL)
        usage_error("--chess960: expected an output in JSON Lines: other formats have no moves in UCI");
    if (task.interleave)
        interleave_files(run, count, task.seed);
    if (task.shuffle)
        run->result.units.shuffle = new_shuffle(task.memory, task.seed);
    start_result(&run->result);
    convert_files(run, files, isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO));
    const bool whole = end_result(&run->result, !run->failed && !interrupted), faults = run->faults > 0;
    free_interleave(run->interleave);
    free(run);
    return interrupted ? STATUS_INTERRUPTED : !whole ? STATUS_FAILED : faults ? STATUS_FOUND : STATUS_GOOD;
}

const struct command convert_command = {
    .name = "convert",
    .summary = "write training data in another format, or as text",
    .operands = (const struct command_operand[]){{.name = "IN...", .many = true}, {.name = "OUT"}, {0}},
    .description =
        "Reads training data of nets as 'kingscan check' does and writes them into OUT, in their order: in "
        "the format that the end of OUT's name says. '-' is standard input and standard output. When "
        "several files are read, OUT must not exist.\n"
        "What OUT's format lacks is left out: bulletformat has no moves, for one. In .binpack and "
        "viriformat, "
        "an entry that follows the last one by its move goes on with its chain or game. A file written in "
        "its own format keeps its records, with their unused bytes.\n"
        "Names that end in .fen, .epd and .jsonl get a line for each entry. FEN is the position alone. EPD "
        "has "
        "the clocks, the move (bm), the score (ce) and the game's result (c9 \"1-0\"). JSON Lines has the "
        "members fen, move, score, ply and result as 'kingscan check --json' has them. Such lines are read, "
        "too: EPD needs ce and c9, and its ply follows from the number of the move; the first move in bm "
        "counts. JSON Lines need fen, score and result, and other members are skipped. FEN has no "
        "score "
        "and no result, so it becomes text alone. A line that lacks something is reported with its place and "
        "left out.\n"
        "A fault is reported on standard error with its place, and the run goes on after it. So is an entry "
        "for which OUT's format has no room, which is left out. The status is then 1.\n"
        "OUT is written beside its place, as OUT.LETTERS.part, and gets its name when it is whole: a run "
        "that is "
        "interrupted or cannot read on leaves OUT as it was.",
    .options = options,
    .rules = rules,
    .examples = examples,
    .run = convert_main,
};
