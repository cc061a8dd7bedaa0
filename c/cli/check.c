/* kingscan check: a verdict on every position of FEN or EPD files. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "command.h"
#include "kingscan.h"
#include "lines.h"
#include "output.h"
#include "squares.h"

enum {
    OPTION_ONLY,
    OPTION_COUNT,
    OPTION_FORMAT,
    OPTION_JSON,
    OPTION_LENIENT,
    OPTION_STRICT,
    OPTION_SUMMARY,
};

static const struct command_option options[] = {
    [OPTION_ONLY] = {"only", 0, "VERDICT[,...]", "print, or count, positions with these verdicts alone"},
    [OPTION_COUNT] =
        {"count", 0, NULL,
         "print a table instead of the positions: each verdict, how many positions have it, and their "
         "share of all positions; then the total"},
    [OPTION_FORMAT] =
        {"format", 0, "tsv|json",
         "tsv: fields separated by tabs, as described above (the default); json: an object for each "
         "position, one a line, with the verdict, an array of checkers, and the line; bytes in it that "
         "are no UTF-8 become U+FFFD"},
    [OPTION_JSON] = {"json", 0, NULL, "the same as --format json"},
    [OPTION_LENIENT] = LENIENT_OPTION,
    [OPTION_STRICT] = STRICT_OPTION,
    [OPTION_SUMMARY] = {"summary", 0, NULL,
                        "end with a line about the run on standard error, even if that is no terminal"},
    {0},
};

static const struct command_example examples[] = {
    {"kingscan check --count games.epd", "how many positions of a file have each verdict"},
    {"kingscan check --only check,double-check games.epd | cut -f 3",
     "the positions in which a king is in check"},
    {"echo '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1' | kingscan check", "one position: check, from e2"},
    {0},
};

/* What is asked for, and what has been found so far. */
struct check {
    unsigned fen_flags;
    int count, json;
    int only[KS_VERDICTS]; /* whether a verdict is asked for */

    uint64_t lines, rejected, found[KS_VERDICTS];
    int failed; /* a file could not be read */
    double begun;
    int show_progress, progress_shown;
    struct line_reader reader;
    struct output output;
};

/* ---- The run, told on standard error ---- */

static uint64_t count_positions(const struct check *check) {
    uint64_t positions = 0;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        positions += check->found[verdict];
    return positions;
}

static double per_second(uint64_t positions, double seconds) {
    return seconds > 0 ? (double)positions / seconds : 0;
}

/* Progress is one line of a terminal, written over and over. */
static void show_progress(struct check *check) {
    const double seconds = seconds_now() - check->begun;
    if (seconds < 1)
        return;
    const uint64_t positions = count_positions(check);
    fprintf(stderr, "\r%" PRIu64 " positions, %.0f a second\033[K", positions,
            per_second(positions, seconds));
    check->progress_shown = 1;
}

static void clear_progress(struct check *check) {
    if (check->progress_shown)
        fputs("\r\033[K", stderr);
    check->progress_shown = 0;
}

static void print_summary(const struct check *check) {
    const double seconds = seconds_now() - check->begun;
    const uint64_t positions = count_positions(check);
    fprintf(stderr,
            "%" PRIu64 " lines, %" PRIu64 " positions, %" PRIu64
            " rejected; %.3f seconds, %.0f positions a second (kernel %s)\n",
            check->lines, positions, check->rejected, seconds, per_second(positions, seconds),
            ks_kernel_current()->name);
}

/* ---- Lines ---- */

/* Verdicts and messages come in order when they go to the same place, and no message behind the progress. */
static void prepare_message(struct check *check) {
    flush_output(&check->output);
    clear_progress(check);
}

static void reject(struct check *check, const char *name, size_t offset, const char *message) {
    prepare_message(check);
    fprintf(stderr, "%s:%" PRIu64 ":%zu: error: %s\n", name, check->reader.number, offset + 1, message);
    check->rejected++;
}

static void report_unreadable(struct check *check, const char *name) {
    const int reason = errno;
    prepare_message(check);
    complain("%s: %s", name, strerror(reason));
    check->failed = 1;
}

static void print_position(struct check *check, enum ks_verdict verdict, uint64_t checkers, const char *line,
                           size_t length) {
    struct output *out = &check->output;
    if (check->json) {
        put_string(out, "{\"verdict\":\"");
        put_string(out, ks_verdict_name(verdict));
        put_string(out, "\",\"checkers\":");
        put_squares_json(out, checkers);
        put_string(out, ",\"line\":");
        put_json(out, line, length);
        put_string(out, "}\n");
    } else {
        put_string(out, ks_verdict_name(verdict));
        put(out, "\t", 1);
        put_squares(out, checkers);
        put(out, "\t", 1);
        put(out, line, length);
        put(out, "\n", 1);
    }
}

static void check_line(struct check *check, const char *name, const char *line, size_t length) {
    ks_position position;
    ks_error error;
    if (is_blank_or_comment(line, length))
        return;
    if (ks_read_fen(line, length, check->fen_flags, &position, &error) != KS_OK) {
        reject(check, name, error.offset, error.message);
        return;
    }
    uint64_t checkers;
    const enum ks_verdict verdict = ks_judge(&position, &checkers);
    check->found[verdict]++;
    if (check->only[verdict] && !check->count)
        print_position(check, verdict, checkers, line, length);
}

static void check_lines(struct check *check, const char *name, int descriptor) {
    enum { LINES_BETWEEN_PROGRESS = 1 << 16 };
    const char *line;
    size_t length;
    enum line_status status;
    const int show_progress_here = check->show_progress && !isatty(descriptor); /* nobody types into it */
    start_lines(&check->reader, descriptor, &check->output);
    while ((status = next_line(&check->reader, &line, &length)) <= LINE_TOO_LONG) {
        if (status == LINE_GOOD)
            check_line(check, name, line, length);
        else {
            char message[64];
            snprintf(message, sizeof message, "the line is longer than the limit of %d bytes", LINE_LIMIT);
            reject(check, name, LINE_LIMIT, message);
        }
        if (++check->lines % LINES_BETWEEN_PROGRESS == 0 && show_progress_here)
            show_progress(check);
    }
    if (status == LINE_FAILED)
        report_unreadable(check, name);
}

static void check_file(struct check *check, const char *name) {
    const int standard_input = strcmp(name, "-") == 0;
    const int descriptor = standard_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        report_unreadable(check, name);
        return;
    }
    check_lines(check, name, descriptor);
    if (!standard_input)
        close(descriptor);
}

/* ---- The table of --count ---- */

/* Columns for people, tabs for programs. */
static void print_count(struct output *out, const char *name, uint64_t count, uint64_t positions) {
    char line[96];
    const double share = positions ? 100.0 * (double)count / (double)positions : 0;
    snprintf(line, sizeof line,
             isatty(STDOUT_FILENO) ? "%-12s%12" PRIu64 "%9.2f%%\n" : "%s\t%" PRIu64 "\t%.2f%%\n", name, count,
             share);
    put_string(out, line);
}

static void print_counts_json(struct check *check, uint64_t total) {
    char member[96];
    put(&check->output, "{", 1);
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        if (check->only[verdict]) {
            snprintf(member, sizeof member, "\"%s\":%" PRIu64 ",", ks_verdict_name(verdict),
                     check->found[verdict]);
            put_string(&check->output, member);
        }
    snprintf(member, sizeof member, "\"total\":%" PRIu64 "}\n", total);
    put_string(&check->output, member);
}

static void print_counts(struct check *check) {
    const uint64_t positions = count_positions(check);
    uint64_t total = 0;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        total += check->only[verdict] ? check->found[verdict] : 0;
    if (check->json) {
        print_counts_json(check, total);
        return;
    }
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        if (check->only[verdict])
            print_count(&check->output, ks_verdict_name(verdict), check->found[verdict], positions);
    print_count(&check->output, "total", total, positions);
}

/* ---- The command ---- */

/* KS_VERDICTS when none is called so. */
static enum ks_verdict find_verdict(const char *name) {
    enum ks_verdict verdict = KS_SAFE;
    while (verdict < KS_VERDICTS && strcmp(ks_verdict_name(verdict), name) != 0)
        verdict++;
    return verdict;
}

static void read_only(struct check *check, char *list) {
    char *rest = NULL;
    int given = 0;
    memset(check->only, 0, sizeof check->only);
    for (char *name = strtok_r(list, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        const enum ks_verdict verdict = find_verdict(name);
        if (verdict == KS_VERDICTS)
            usage_error("--only: no verdict is called '%s'", name);
        check->only[verdict] = given = 1;
    }
    if (!given)
        usage_error("--only: expected the names of verdicts");
}

static void read_format(struct check *check, const char *name) {
    check->json = strcmp(name, "json") == 0;
    if (!check->json && strcmp(name, "tsv") != 0)
        usage_error("--format: expected tsv or json, found '%s'", name);
}

static int run(struct arguments *arguments) {
    static struct check check;
    int summary = isatty(STDERR_FILENO);
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        check.only[verdict] = 1;
    for (int option; (option = next_option(arguments)) != NO_OPTION;)
        switch (option) {
        case OPTION_ONLY:
            read_only(&check, arguments->value);
            break;
        case OPTION_COUNT:
            check.count = 1;
            break;
        case OPTION_FORMAT:
            read_format(&check, arguments->value);
            break;
        case OPTION_JSON:
            check.json = 1;
            break;
        case OPTION_LENIENT:
            check.fen_flags |= KS_LENIENT;
            break;
        case OPTION_STRICT:
            check.fen_flags |= KS_STRICT;
            break;
        case OPTION_SUMMARY:
            summary = 1;
        }
    require_kernel();

    check.begun = seconds_now();
    check.show_progress = isatty(STDERR_FILENO) && (check.count || !isatty(STDOUT_FILENO));
    if (arguments->operand_count == 0)
        check_file(&check, "-");
    for (char **file = arguments->operands; *file; file++)
        check_file(&check, *file);
    if (check.count)
        print_counts(&check);
    flush_output(&check.output);
    clear_progress(&check);
    if (summary)
        print_summary(&check);
    return check.failed ? STATUS_FAILED : check.rejected ? STATUS_FOUND : STATUS_GOOD;
}

const struct command check_command = {
    .name = "check",
    .summary = "find checks, mates and stalemates in positions, in FEN or EPD",
    .synopsis = "[OPTION...] [FILE...]",
    .description =
        "Reads FEN or EPD, a position a line, from the files in turn, or from standard input when there "
        "is none. Prints a line for each position: VERDICT, a tab, CHECKERS, a tab, and the line as it "
        "came.\n"
        "VERDICT is safe, check, double-check (two or more checkers), checkmate, or stalemate. CHECKERS are "
        "the squares of the pieces that give check, such as e4,h5, or '-'.\n"
        "Blank lines, and lines that begin with '#', are passed over. A line that is no position is an "
        "error, FILE:LINE:COLUMN on standard error, and the next line follows. When there was any, the "
        "exit status is 1; verdicts make no difference to it. When standard error is a terminal, a line "
        "about the run ends it.\n"
        "Errors are: text that is not FEN; a side without exactly one king; a pawn on the first or last "
        "rank; the side not to move in check; a line of more than 1 MiB.",
    .options = options,
    .examples = examples,
    .run = run,
};
