/* kingscan check: its options, its help, and its exit status. */
#include <string.h>
#include <unistd.h>

#include "cli/check/counts.h"
#include "cli/check/run.h"
#include "cli/check/sum.h"
#include "cli/shared/positions/arguments.h"
#include "cli/shared/rejections.h"
#include "cli/shared/stopping/interrupt.h"
#include "cli/shell/command.h"

enum {
    OPTION_ONLY,
    OPTION_NOT,
    OPTION_COUNT,
    OPTION_SUM,
    OPTION_FORMAT,
    OPTION_JSON,
    OPTION_PRINT,
    OPTION_UNIQUE,
    OPTION_MEMORY,
    OPTION_COLUMN,
    OPTION_SEPARATOR,
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

static const struct command_option options[] = {
    [OPTION_ONLY] = {"only", 0, "VERDICT[,...]",
                     "only positions with these verdicts\nMay be given several times."},
    [OPTION_NOT] = {"not", 0, "VERDICT[,...]", "only positions without these verdicts\nThe same."},
    [OPTION_COUNT] = {"count", 0, NULL,
                      "print a table instead of the positions\n"
                      "Each verdict, how many positions have it, and their share of all positions; then the "
                      "total."},
    [OPTION_SUM] =
        {"sum", 0, NULL,
         "read tables of --count, and add them up\n"
         "Tables that runs have printed, each for its part of the positions, from files or pipes."},
    [OPTION_FORMAT] =
        {"format", 0, "tsv|json|epd|fen|line|bits|bytes", /* in the order of enum check_format */
         "how to print\n"
         "tsv: fields separated by tabs, as described above (the default). json: an object for each "
         "position, one a line: verdict; checkers, an array; fen, of the position, behind the moves if there "
         "are any; file; number and line, the line's number in the file and its text, in which bytes that "
         "are no UTF-8 become U+FFFD; operations, those of EPD if there are any; with --column, columns: the "
         "other fields, with --header an object of names and values, else an array. epd: the position as "
         "EPD, with clocks as hmvc and fmvn, and the verdict and the checkers in the first comments of c0 to "
         "c9 that it doesn't have. fen, line: the fen or the line alone. bits, bytes: a bit or a byte for "
         "each line but blank ones, comments and headers, see above."},
    [OPTION_JSON] = {"json", 0, NULL, "the same as --format json"},
    [OPTION_PRINT] = {"print", 0, "fen|line", /* from FORMAT_FEN on */
                      "the position alone: the same as --format"},
    [OPTION_UNIQUE] =
        {"unique", 0, NULL,
         "pass over positions that were there before\n"
         "In any file, with the same board, side to move, castling rights, and en-passant square if a pawn "
         "may capture there; with --variant, also the same hands, promoted pieces, gates, and checks to "
         "give."},
    [OPTION_MEMORY] = {"memory", 0, "MIB",
                       "how much memory --unique may take (1024 MiB)\n"
                       "For 18 bytes a position. When it is full --unique says so, and the run has failed."},
    [OPTION_COLUMN] = {"column", 0, "N|NAME",
                       "where the position stands in TSV, CSV and the like\n"
                       "N: from 1. NAME: as the first line of each file calls it, in capitals or not; then "
                       "that line is passed over. A field that is quoted loses its quotes."},
    [OPTION_SEPARATOR] = {"separator", 0, "CHAR",
                          "what separates columns\n"
                          "Any byte, or tab. Without, it is a tab where a line has any, else a comma, else a "
                          "semicolon; with --column NAME as in the first line."},
    [OPTION_HEADER] = {"header", 0, NULL,
                       "pass over the first line of each file\nWith --column it has the columns' names."},
    [OPTION_JOBS] = JOBS_OPTION("use N threads (1)\nThe output stays in order."),
    [OPTION_MAX_ERRORS] = MAX_ERRORS_OPTION,
    [OPTION_STOP_AFTER] = {"stop-after", 0, "N", "stop when N lines have been rejected"},
    [OPTION_LENIENT] = LENIENT_OPTION,
    [OPTION_STRICT] = STRICT_OPTION,
    [OPTION_FEN_EP] = FEN_EP_OPTION,
    [OPTION_SUMMARY] = {"summary", 0, NULL,
                        "end with a line about the run on standard error\n"
                        "On a terminal it is there anyway."},
    [OPTION_VARIANT] = VARIANT_OPTION,
    [OPTION_VARIANTS] = VARIANTS_OPTION,
    {0},
};

static const struct command_example examples[] = {
    {"kingscan check --count games.epd", "how many positions of a file have each verdict"},
    {"kingscan check --only check,double-check --print line games.epd",
     "the positions in which a king is in check"},
    {"kingscan check --column FEN --only checkmate --print fen puzzles.csv",
     "the mates among the positions of a table"},
    {"parallel --pipepart -a games.epd kingscan check --count | kingscan check --sum",
     "the same as the first, by as many processes as there are processors"},
    {"echo '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1' | kingscan check", "one position: check, from e2"},
    {0},
};

/* The verdicts of --only and of --not. */
struct asked {
    bool only_given, not_given, only[KS_VERDICTS], without[KS_VERDICTS];
};

static void ask(struct check_task *task, const struct asked *asked) {
    const bool given = asked->only_given || asked->not_given;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++) {
        const bool meant = given || task->count || task->sum || format_has_lines(task->format) ||
                           (verdict != KS_SAFE && verdict != KS_STALEMATE);
        task->only[verdict] = (asked->only_given ? asked->only[verdict] : meant) && !asked->without[verdict];
    }
    if (given && task->format == FORMAT_BYTES && !task->count)
        usage_error("--%s: with --format bytes every position has its byte",
                    asked->only_given ? "only" : "not");
}

/* A number is one from 1; anything else is a name. */
static void read_column(struct check_task *task, const struct arguments *arguments) {
    const char *const column = arguments->value;
    const bool number = column[0] && column[strspn(column, "0123456789")] == '\0';
    if (!column[0])
        usage_error("--column: expected a number or a name, found nothing");
    task->column = number ? option_number(arguments, 1, UINT32_MAX) : 0;
    task->column_name = number ? NULL : column;
}

static char read_separator(const char *value) {
    if (strcmp(value, "tab") == 0 || strcmp(value, "\\t") == 0)
        return '\t';
    if (strlen(value) != 1 || strchr("\"\r\n", *value))
        usage_error("--separator: expected one byte, but no quote, or tab, found '%s'", value);
    return *value;
}

/* Returns whether a summary is wanted. */
static bool read_options(struct arguments *arguments, struct check_task *task) {
    bool summary = isatty(STDERR_FILENO);
    struct asked asked = {.only_given = false};
    struct reading reading = {0};
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        switch (option) {
        case OPTION_ONLY:
            asked.only_given = true;
            option_choices(arguments, asked.only);
            break;
        case OPTION_NOT:
            asked.not_given = true;
            option_choices(arguments, asked.without);
            break;
        case OPTION_COUNT:
            task->count = true;
            break;
        case OPTION_SUM:
            task->sum = true;
            break;
        case OPTION_FORMAT:
            task->format = (enum check_format)option_choice(arguments);
            break;
        case OPTION_JSON:
            task->format = FORMAT_JSON;
            break;
        case OPTION_PRINT:
            task->format = FORMAT_FEN + option_choice(arguments);
            break;
        case OPTION_UNIQUE:
            task->unique = true;
            break;
        case OPTION_MEMORY:
            task->memory = option_number(arguments, 1, 1 << 24) << 20;
            break;
        case OPTION_COLUMN:
            read_column(task, arguments);
            break;
        case OPTION_SEPARATOR:
            task->separator = read_separator(arguments->value);
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
    task->header |= task->column_name != NULL;
    if (task->separator && !task->column && !task->column_name)
        usage_error("--separator: expected --column too");
    if (task->sum && (task->count || asked.only_given || asked.not_given))
        usage_error("--%s doesn't go with --sum", task->count ? "count" : asked.only_given ? "only" : "not");
    ask(task, &asked);
    return summary;
}

static int run(struct arguments *arguments) {
    static char *const standard_input[] = {"-", NULL};
    struct check_task task = {.jobs = 1, .memory = (uint64_t)1 << 30, .rejected_shown = REJECTIONS_SHOWN};
    struct check_result result = {0};
    const bool summary = read_options(arguments, &task);
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
    .summary = "find checks, mates and stalemates in files of positions",
    .operands = (const struct command_operand[]){{"[FILE...]", true}, {0}},
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
