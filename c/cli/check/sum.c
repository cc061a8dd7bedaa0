/* Reads tables as print_counts writes them for programs: a row for each verdict, and the total, which shows
 * that the table is whole. */
#include "cli/check/sum.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/shared/input/input.h"
#include "cli/shared/input/lines.h"
#include "cli/shell/command.h"
#include "core/characters.h"

struct sums {
    const char *file;
    struct line_reader reader;
    unsigned row;                 /* of the table at hand; KS_VERDICTS: the total */
    uint64_t counts[KS_VERDICTS]; /* of the table at hand */
    struct check_result *result;
    bool wrong;
};

static void tell(struct sums *sums, uint64_t line, const char *message) {
    complain_at(sums->file, line, 0, message);
    sums->wrong = true;
    sums->row = 0;
}

/* Reads "NAME <tab> COUNT", with a tab or the end behind. */
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

/* Adds the table at hand. Returns false when its total isn't the sum of its rows, or a sum is too large. */
static bool add_table(struct sums *sums, uint64_t total) {
    for (unsigned i = 0; i < KS_VERDICTS; i++) {
        if (__builtin_add_overflow(sums->result->found[i], sums->counts[i], &sums->result->found[i]))
            return false;
        total -= sums->counts[i];
    }
    return total == 0;
}

static void take_line(struct sums *sums, const char *line, size_t length) {
    const bool is_total = sums->row == KS_VERDICTS;
    const char *const name = is_total ? "total" : ks_verdict_name(sums->row);
    char message[128];
    uint64_t count;
    if (!read_row(line, length, name, &count)) {
        snprintf(message, sizeof message,
                 "expected '%s', a tab and a count, as 'kingscan check --count' prints", name);
        tell(sums, sums->reader.number, message);
    } else if (!is_total) {
        sums->counts[sums->row++] = count;
    } else if (add_table(sums, count)) {
        sums->row = 0;
    } else {
        tell(sums, sums->reader.number, "expected the sum of the rows");
    }
}

/* Returns false when the file can't be read. */
static bool sum_file(struct sums *sums, int fd) {
    const char *line;
    size_t length;
    enum line_status status;
    start_lines(&sums->reader, fd, NULL);
    while ((status = next_line(&sums->reader, &line, &length)) == LINE_GOOD)
        if (!is_blank_or_comment(line, length))
            take_line(sums, line, length);
    if (status == LINE_TOO_LONG || status == LINE_FOREIGN)
        tell(sums, sums->reader.number, "expected a table as 'kingscan check --count' prints");
    else if (status == LINE_END && sums->row > 0)
        tell(sums, sums->reader.number, "the table is cut short: expected its total");
    else if (status == LINE_FAILED)
        complain("%s: %s", sums->file, strerror(errno));
    return status != LINE_FAILED;
}

int sum_tables(const struct check_task *task, struct check_result *result) {
    struct sums sums = {.result = result};
    bool failed = false;
    for (char *const *file = task->files; *file; file++) {
        const int fd = open_input(*file);
        sums.file = *file;
        if (fd < 0)
            complain("%s: %s", *file, strerror(errno));
        failed |= fd < 0 || !sum_file(&sums, fd);
        close_input(*file, fd);
    }
    end_lines(&sums.reader);
    return failed ? STATUS_FAILED : sums.wrong ? STATUS_FOUND : STATUS_GOOD;
}
