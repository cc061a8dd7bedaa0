/* kingscan check: its options, its help, and its exit status. */
#include <string.h>
#include <unistd.h>

#include "cli/check/counts.h"
#include "cli/check/run.h"
#include "cli/shared/positions/arguments.h"
#include "cli/shared/rejections.h"
#include "cli/shared/stopping/interrupt.h"
#include "cli/shell/command.h"

enum {
    OPTION_ONLY,
    OPTION_COUNT,
    OPTION_FORMAT,
    OPTION_JSON,
    OPTION_UNIQUE,
    OPTION_MEMORY,
    OPTION_COLUMN,
    OPTION_HEADER,
    OPTION_JOBS,
    OPTION_MAX_ERRORS,
    OPTION_STOP_AFTER,
    OPTION_LENIENT,
    OPTION_STRICT,
    OPTION_FEN_EP,
    OPTION_SUMMARY,
    OPTION_VARIANT,
    OPTION_VARIANTS,
};

#define FORMATS "tsv, json, epd, bits or bytes"

static const struct command_option options[] = {
    [OPTION_ONLY] = {"only", 0, "VERDICT[,...]", "print, or count, positions with these verdicts alone"},
    [OPTION_COUNT] =
        {"count", 0, NULL,
         "print a table instead of the positions: each verdict, how many positions have it, and their "
         "share of all positions; then the total"},
    [OPTION_FORMAT] =
        {"format", 0, "tsv|json|epd|bits|bytes",
         "tsv: fields separated by tabs, as described above (the default); json: an object for each "
         "position, one a line, with the verdict, an array of checkers, and the line; bytes in it that "
         "are no UTF-8 become U+FFFD; epd: the line (with --column, the column) as EPD, with clocks as "
         "hmvc and fmvn, and the verdict and the checkers in the first comments of c0 to c9 that it doesn't "
         "have; bits, bytes: a bit or a byte for each line but blank ones, comments and headers, see below"},
    [OPTION_JSON] = {"json", 0, NULL, "the same as --format json"},
    [OPTION_UNIQUE] =
        {"unique", 0, NULL,
         "pass over positions that were there before, in any file: with the same board, side to "
         "move, castling rights, and en-passant square if a pawn may capture there"},
    [OPTION_MEMORY] =
        {"memory", 0, "MIB",
         "how much memory --unique may take to remember positions, 18 bytes each (1024 MiB); when "
         "that is full it says so, and the run has failed"},
    [OPTION_COLUMN] = {"column", 0, "N",
                       "the position is column N, from 1, of a line of TSV, or of CSV if there is no tab"},
    [OPTION_HEADER] = {"header", 0, NULL, "pass over the first line of each file"},
    [OPTION_JOBS] = {"jobs", 'j', "N", "use N threads (1); the output stays in order"},
    [OPTION_MAX_ERRORS] = MAX_ERRORS_OPTION,
    [OPTION_STOP_AFTER] = {"stop-after", 0, "N", "stop when N lines have been rejected"},
    [OPTION_LENIENT] = LENIENT_OPTION,
    [OPTION_STRICT] = STRICT_OPTION,
    [OPTION_FEN_EP] = FEN_EP_OPTION,
    [OPTION_SUMMARY] = {"summary", 0, NULL,
                        "end with a line about the run on standard error, even if that is no terminal"},
    [OPTION_VARIANT] = VARIANT_OPTION,
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

static const struct command_example examples[] = {
    {"kingscan check --count games.epd", "how many positions of a file have each verdict"},
    {"kingscan check --only check,double-check games.epd | cut -f 3",
     "the positions in which a king is in check"},
    {"echo '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1' | kingscan check", "one position: check, from e2"},
    {0},
};

/* Returns the verdict of this name; KS_VERDICTS when there is none. */
static enum ks_verdict find_verdict(const char *name) {
    enum ks_verdict verdict = KS_SAFE;
    while (verdict < KS_VERDICTS && strcmp(ks_verdict_name(verdict), name) != 0)
        verdict++;
    return verdict;
}

static void read_only(struct check_task *task, char *list) {
    char *rest = NULL;
    bool given = false;
    memset(task->only, 0, sizeof task->only);
    for (char *name = strtok_r(list, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        const enum ks_verdict verdict = find_verdict(name);
        if (verdict == KS_VERDICTS)
            usage_error("--only: no verdict is called '%s'", name);
        task->only[verdict] = given = true;
    }
    if (!given)
        usage_error("--only: expected the names of verdicts");
}

static void read_format(struct check_task *task, const char *name) {
    task->format = find_check_format(name);
    if (task->format == CHECK_FORMATS)
        usage_error("--format: expected " FORMATS ", found '%s'", name);
}

/* Asks for what is meant without --only. */
static void ask_by_default(struct check_task *task) {
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        task->only[verdict] =
            format_has_lines(task->format) || (verdict != KS_SAFE && verdict != KS_STALEMATE);
}

/* Returns whether a summary is wanted. */
static bool read_options(struct arguments *arguments, struct check_task *task) {
    bool summary = isatty(STDERR_FILENO), only = false;
    struct reading reading = {0};
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        switch (option) {
        case OPTION_ONLY:
            read_only(task, arguments->value);
            only = true;
            break;
        case OPTION_COUNT:
            task->count = true;
            break;
        case OPTION_FORMAT:
            read_format(task, arguments->value);
            break;
        case OPTION_JSON:
            task->format = FORMAT_JSON;
            break;
        case OPTION_UNIQUE:
            task->unique = true;
            break;
        case OPTION_MEMORY:
            task->memory = option_number(arguments, 1, 1 << 24) << 20;
            break;
        case OPTION_COLUMN:
            task->column = option_number(arguments, 1, UINT32_MAX);
            break;
        case OPTION_HEADER:
            task->header = true;
            break;
        case OPTION_JOBS:
            task->jobs = (unsigned)option_number(arguments, 1, 1024);
            break;
        case OPTION_MAX_ERRORS:
            task->rejected_shown = option_number(arguments, 0, UINT64_MAX);
            break;
        case OPTION_STOP_AFTER:
            task->rejected_max = option_number(arguments, 1, UINT64_MAX);
            break;
        case OPTION_SUMMARY:
            summary = true;
            break;
        default:
            note_reading_option(arguments, &reading);
        }
    task->fen_flags = reading.fen_flags;
    task->x_fen = reading.x_fen;
    task->variant = choose_variant(&reading.variant);
    if (only && task->format == FORMAT_BYTES && !task->count)
        usage_error("--only: with --format bytes every position has its byte");
    if (!only)
        ask_by_default(task);
    return summary;
}

static int run(struct arguments *arguments) {
    static char *const standard_input[] = {"-", NULL};
    struct check_task task = {.jobs = 1, .memory = (uint64_t)1 << 30, .rejected_shown = REJECTIONS_SHOWN};
    struct check_result result = {0};
    const bool summary = read_options(arguments, &task);
    require_kernel();
    task.files = arguments->operand_count > 0 ? arguments->operands : standard_input;
    task.show_progress = isatty(STDERR_FILENO) && (task.count || !isatty(STDOUT_FILENO));
    run_check(&task, &result);
    if (task.count)
        print_counts(&task, &result);
    if (summary || interrupted)
        print_summary(&task, &result);
    if (interrupted)
        return STATUS_INTERRUPTED;
    return result.failed || result.failed_to_remember ? STATUS_FAILED
           : result.rejected                          ? STATUS_FOUND
                                                      : STATUS_GOOD;
}

const struct command check_command = {
    .name = "check",
    .summary = "find checks, mates and stalemates in positions, in FEN or EPD",
    .synopsis = "[OPTION...] [FILE...]",
    .description =
        "Reads FEN or EPD, a position a line, from the files in turn, or from standard input when there "
        "is none. Prints a line for each position: VERDICT, a tab, CHECKERS, a tab, and the line as it "
        "came. Where 'moves' and moves follow a FEN, as in UCI, the position behind them is meant.\n"
        "VERDICT is safe, check, double-check (two or more checkers), checkmate, or stalemate. CHECKERS are "
        "the squares of the pieces that give check, such as e4,h5, or '-'.\n"
        "Blank lines, and lines that begin with '#', are passed over. A line that is no position is an "
        "error, FILE:LINE:COLUMN on standard error, and the next line follows. When standard error is a "
        "terminal, a line about the run ends it. Ctrl-C ends the run early: what was found is printed.\n"
        "With --format bytes a byte stands for each line but blank ones, comments and headers: 0 safe, 1 "
        "check, 2 double-check, 3 checkmate, 4 stalemate, 254 a repeated position (--unique), 255 a rejected "
        "line. With --format bits it is a bit, the lowest of each byte first: 1 for positions with one of "
        "the verdicts of --only, or without --only those in which the king is in check; 0 for others and for "
        "repeated positions and rejected lines. The last byte is filled up with zeros.\n"
        "Errors are: text that is not FEN; a side without exactly one king; a pawn on the first or last "
        "rank; the side not to move in check; a line of more than 1 MiB. Lines end with LF, CR LF or CR; a "
        "byte order "
        "mark is passed over. A file that is compressed, UTF-16 or PGN is named, with a command that reads "
        "it.",
    .options = options,
    .examples = examples,
    .run = run,
};
