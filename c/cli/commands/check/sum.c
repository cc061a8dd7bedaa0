/* Reads tables as print_counts writes them for programs: a row for each verdict, and the total, which shows
 * that the table is whole. */
#include "cli/commands/check/sum.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/io/input.h"
#include "core/text/characters.h"

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

/* Adds the table at hand, whose total is the sum of its rows. */
static void add_table(struct sums *sums, uint64_t total) {
    sums->row = 0;
    if (__builtin_add_overflow(sums->total, total, &sums->total)) {
        sums->total -= total;
        reject(sums, sums->reader.number, "the sum of all tables is larger than 64 bits can hold");
        return;
    }
    for (unsigned i = 0; i < KS_VERDICTS; i++)
        sums->result->found[i] += sums->counts[i];
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
