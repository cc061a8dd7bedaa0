/* Prints columns for people, tabs and JSON for programs. */
#include "cli/commands/check/counts.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/base/json.h"
#include "cli/base/waiting.h"

void print_summary(const struct check_task *task, const struct check_result *result) {
    const uint64_t positions = count_positions(result);
    const double speed = result->seconds > 0 ? (double)positions / result->seconds : 0;
    const bool grouped = isatty(STDERR_FILENO);
    char texts[3][NUMBER_SIZE];
    fprintf(stderr, "%s lines, %s positions, ", write_number(result->lines, grouped, texts[0]),
            write_number(positions, grouped, texts[1]));
    if (task->unique)
        fprintf(stderr, "%s repeated, ", write_number(result->repeated, grouped, texts[2]));
    fprintf(stderr, "%s rejected; %.3f seconds, %s positions a second (kernel %s)\n",
            write_number(result->rejected, grouped, texts[0]), result->seconds,
            write_number((uint64_t)(speed + 0.5), grouped, texts[1]), ks_kernel_get_current()->name);
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
        sum += task->only[verdict] ? result->found[verdict] : 0;
    return sum;
}

static void print_table(struct output *out, const struct check_task *task,
                        const struct check_result *result) {
    const uint64_t positions = count_positions(result);
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        if (task->only[verdict])
            print_count(out, ks_verdict_name(verdict), result->found[verdict], positions);
    print_count(out, "total", sum_of_asked(task, result), positions);
}

static void print_object(struct output *out, const struct check_task *task,
                         const struct check_result *result) {
    struct json json = json_start(out);
    json_open_object(&json, NULL);
    for (enum ks_verdict verdict = KS_SAFE; verdict < KS_VERDICTS; verdict++)
        if (task->only[verdict])
            json_unsigned(&json, ks_verdict_name(verdict), result->found[verdict]);
    json_unsigned(&json, "total", sum_of_asked(task, result));
    json_close_object(&json);
    json_end_line(&json);
}

void print_counts(const struct check_task *task, const struct check_result *result) {
    (task->format == FORMAT_JSON ? print_object : print_table)(&standard_output, task, result);
    flush_output(&standard_output);
}
