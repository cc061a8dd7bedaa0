/* Prints the table of verdicts for --count, and adds up tables of workers and of other runs. */
#include "cli/commands/check/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/io/input.h"
#include "core/text/characters.h"
#include "game/common/text.h"

/* ---- Counts ---- */

/* Prints columns for people, tabs and JSON for programs. */

/* Says which forms the scores of games have. */
static void print_forms(const struct check_result *result, bool grouped) {
    for (unsigned form = KS_PGN_SCORES_EVAL; form < FORMS_COUNTED; form++)
        if (result->counts.forms[form] > 0) {
            print_things(result->counts.forms[form], "game", grouped);
            fprintf(stderr, " with scores by %s\n", ks_pgn_scores_name(form));
        }
    if (result->counts.forms[KS_PGN_SCORES_NONE] > 0) {
        print_things(result->counts.forms[KS_PGN_SCORES_NONE], "game", grouped);
        fputs(" with scores in several forms, which do not count; --scores chooses one\n", stderr);
    }
}

/* Prints how many positions were not chosen since a filter needs a fact that they lack. */
static void print_lacking(const struct choice_counts *counts, bool grouped) {
    char number[NUMBER_SIZE];
    for (unsigned i = 0; i < FILTERS; i++)
        if (counts->lacked[i] > 0)
            fprintf(stderr, "%s without what --%s asks, ", write_number(counts->lacked[i], grouped, number),
                    ks_filter_name(i));
}

void print_summary(const struct check_task *task, const struct check_result *result) {
    const uint64_t positions = count_positions(result);
    const double speed = result->seconds > 0 ? (double)positions / result->seconds : 0;
    const bool grouped = isatty(STDERR_FILENO);
    char texts[3][NUMBER_SIZE];
    fprintf(stderr, "%s lines, %s positions, ", write_number(result->counts.lines, grouped, texts[0]),
            write_number(positions, grouped, texts[1]));
    if (task->choosing.unique)
        fprintf(stderr, "%s repeated, ", write_number(result->counts.repeated, grouped, texts[2]));
    print_lacking(&result->choice, grouped);
    fprintf(stderr, "%s rejected; %.3f seconds, %s positions a second (kernel %s)\n",
            write_number(result->rejected, grouped, texts[0]), result->seconds,
            write_number((uint64_t)(speed + 0.5), grouped, texts[1]), ks_kernel_get_current()->name);
    print_forms(result, grouped);
}

static void print_count(struct output *out, const char *name, uint64_t count, uint64_t positions) {
    char line[96], grouped[NUMBER_SIZE];
    const double share = positions ? 100.0 * (double)count / (double)positions : 0;
    if (isatty(STDOUT_FILENO))
        snprintf(line, sizeof line, "%-12s%15s%9.2f%%\n", name, write_number(count, true, grouped), share);
    else
        snprintf(line, sizeof line, "%s\t%" PRIu64 "\t%.2f%%\n", name, count, share);
    put_string(out, line);
}

/* How many positions have a verdict that is asked for. */
static uint64_t sum_of_asked(const struct check_task *task, const struct check_result *result) {
    uint64_t sum = 0;
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        sum += task->choosing.only[verdict] ? result->counts.found[verdict] : 0;
    return sum;
}

static void print_table(struct output *out, const struct check_task *task,
                        const struct check_result *result) {
    const uint64_t positions = count_positions(result);
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        if (task->choosing.only[verdict])
            print_count(out, ks_verdict_name(verdict), result->counts.found[verdict], positions);
    print_count(out, "total", sum_of_asked(task, result), positions);
}

static void print_object(struct output *out, const struct check_task *task,
                         const struct check_result *result) {
    struct json json = json_start(out);
    json_open_object(&json, NULL);
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        if (task->choosing.only[verdict])
            json_unsigned(&json, ks_verdict_name(verdict), result->counts.found[verdict]);
    json_unsigned(&json, "total", sum_of_asked(task, result));
    json_close_object(&json);
    json_end_line(&json);
}

void print_counts(const struct check_task *task, const struct check_result *result) {
    (task->format == FORMAT_JSON ? print_object : print_table)(&standard_output, task, result);
    flush_output(&standard_output);
}

/* ---- Sums ---- */

/* Reads tables as print_counts writes them for programs: a row for each verdict, and the total, which shows
 * that the table is whole. */

struct sums {
    const char *file;
    struct line_reader reader;
    unsigned row;                 /* of the table at hand; KS_VERDICTS: the total */
    uint64_t counts[KS_VERDICTS]; /* of the table at hand */
    bool any;                     /* the file at hand has lines */
    uint64_t total;               /* of all tables */
    struct check_result *result;
    bool wrong;
};

static void reject(struct sums *sums, uint64_t line, const char *message) {
    complain_at(sums->file, line, 0, message);
    sums->wrong = true;
    sums->row = 0;
}

/* Reads "NAME <tab> COUNT", followed by a tab or the end. */
static bool read_row(const char *line, size_t length, const char *name, uint64_t *count) {
    const size_t named = strlen(name);
    size_t at = named + 1;
    *count = 0;
    if (length <= at || memcmp(line, name, named) != 0 || line[named] != '\t' || !is_digit(line[at]))
        return false;
    for (; at < length && is_digit(line[at]); at++)
        if (__builtin_mul_overflow(*count, 10, count) ||
            __builtin_add_overflow(*count, (uint64_t)(line[at] - '0'), count))
            return false;
    return at == length || line[at] == '\t';
}

/* Returns whether the total is the sum of the rows of the table at hand. */
static bool is_sum_of_rows(const struct sums *sums, uint64_t total) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < KS_VERDICTS; i++)
        if (__builtin_add_overflow(sum, sums->counts[i], &sum))
            return false;
    return sum == total;
}

/* Adds the table at hand. Its total is the sum of its rows. */
static void add_table(struct sums *sums, uint64_t total) {
    sums->row = 0;
    if (__builtin_add_overflow(sums->total, total, &sums->total)) {
        sums->total -= total;
        reject(sums, sums->reader.number, "the sum of all tables is larger than 64 bits can hold");
        return;
    }
    for (unsigned i = 0; i < KS_VERDICTS; i++)
        sums->result->counts.found[i] += sums->counts[i];
}

static void take_line(struct sums *sums, const char *line, size_t length) {
    sums->any = true;
    const bool is_total = sums->row == KS_VERDICTS;
    const char *const name = is_total ? "total" : ks_verdict_name(sums->row);
    char message[128];
    uint64_t count;
    if (!read_row(line, length, name, &count)) {
        snprintf(message, sizeof message,
                 "expected '%s', a tab and a count, as 'kingscan check --count' prints", name);
        reject(sums, sums->reader.number, message);
    } else if (!is_total) {
        sums->counts[sums->row++] = count;
    } else if (is_sum_of_rows(sums, count)) {
        add_table(sums, count);
    } else {
        reject(sums, sums->reader.number, "expected the sum of the rows");
    }
}

/* Returns false when the file can't be read. */
static bool sum_file(struct sums *sums, struct input *input) {
    const char *line;
    size_t length;
    enum line_status status;
    sums->any = false;
    start_lines(&sums->reader, input, NULL);
    while ((status = next_line(&sums->reader, &line, &length)) == LINE_GOOD)
        if (!is_blank_or_comment(line, length))
            take_line(sums, line, length);
    if (status == LINE_TOO_LONG || status == LINE_FOREIGN)
        reject(sums, sums->reader.number, "expected a table as 'kingscan check --count' prints");
    else if (status == LINE_END && sums->row > 0)
        reject(sums, sums->reader.number, "the table is cut short: expected its total");
    else if (status == LINE_FAILED)
        complain("%s: %s", sums->file, input->reason);
    else if (status == LINE_END && !sums->any)
        reject(sums, 1, "expected a table as 'kingscan check --count' prints, found none");
    return status != LINE_FAILED;
}

int sum_tables(const struct check_task *task, struct check_result *result) {
    struct sums sums = {.result = result};
    bool failed = false;
    for (char *const *file = task->files; *file; file++) {
        struct input input;
        const bool opened = open_input(&input, *file);
        sums.file = *file;
        if (!opened)
            complain("%s: %s", *file, input.reason);
        failed |= !opened || !sum_file(&sums, &input);
        close_input(&input);
    }
    end_lines(&sums.reader);
    return failed ? STATUS_FAILED : sums.wrong ? STATUS_FOUND : STATUS_GOOD;
}
