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

static void print_row(struct output *out, const char *name, uint64_t count, uint64_t positions) {
    char grouped[NUMBER_SIZE];
    const double share = positions ? 100.0 * (double)count / (double)positions : 0;
    if (isatty(STDOUT_FILENO))
        put_format(out, "%-12s%15s%9.2f%%\n", name, write_number(count, true, grouped), share);
    else
        put_format(out, "%s\t%" PRIu64 "\t%.2f%%\n", name, count, share);
}

/* The last row is the total of the others. */
void print_counts(const struct check_task *task, const struct check_result *result) {
    struct output *const out = &standard_output;
    struct json json = json_start(out);
    const bool as_json = task->format == FORMAT_JSON;
    uint64_t total = 0;
    if (as_json)
        json_open_object(&json, NULL);
    for (enum ks_verdict verdict = KS_SAFE; verdict <= KS_VERDICTS; verdict++) {
        const bool last = verdict == KS_VERDICTS;
        const char *const name = last ? "total" : ks_verdict_name(verdict);
        const uint64_t count = last ? total : result->counts.found[verdict];
        if (!last && !task->choosing.only[verdict])
            continue;
        total += count;
        if (as_json)
            json_unsigned(&json, name, count);
        else
            print_row(out, name, count, count_positions(result));
    }
    if (as_json) {
        json_close_object(&json);
        json_end_line(&json);
    }
    flush_output(out);
}

/* ---- Sums ---- */

/* Reads tables as print_counts writes them for programs: a row for each verdict, and the total, which shows
 * that the table is whole. */

struct sums {
    const char *file;
    struct line_reader reader;
    unsigned row; /* of the table at hand; KS_VERDICTS: the total */
    uint64_t counts[KS_VERDICTS + 1];
    bool any;       /* the file at hand has lines */
    uint64_t total; /* of all tables */
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

/* Adds the table at hand, whose rows have all been read. */
static void add_table(struct sums *sums) {
    uint64_t sum = 0, total;
    bool fits = true;
    for (unsigned i = 0; i < KS_VERDICTS; i++)
        fits &= !__builtin_add_overflow(sum, sums->counts[i], &sum);
    sums->row = 0;
    if (!fits || sum != sums->counts[KS_VERDICTS]) {
        reject(sums, sums->reader.number, "expected the sum of the rows");
    } else if (__builtin_add_overflow(sums->total, sum, &total)) {
        reject(sums, sums->reader.number, "the sum of all tables is larger than 64 bits can hold");
    } else {
        sums->total = total;
        for (unsigned i = 0; i < KS_VERDICTS; i++)
            sums->result->counts.found[i] += sums->counts[i];
    }
}

static void take_line(struct sums *sums, const char *line, size_t length) {
    const char *const name = sums->row == KS_VERDICTS ? "total" : ks_verdict_name(sums->row);
    char message[128];
    sums->any = true;
    if (read_row(line, length, name, &sums->counts[sums->row])) {
        if (++sums->row > KS_VERDICTS)
            add_table(sums);
        return;
    }
    snprintf(message, sizeof message, "expected '%s', a tab and a count, as 'kingscan check --count' prints",
             name);
    reject(sums, sums->reader.number, message);
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
