/* Prints progress and summary of a perft on standard error, and its result on standard output. */
#include "cli/commands/perft/counting/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/commands/perft/counting/bar.h"

/* ---- The run, on standard error ---- */

static double millions_a_second(const struct perft *perft) {
    return perft->seconds > 0 ? (double)perft->result.counts.nodes / perft->seconds / 1e6 : 0;
}

void perft_show_progress(struct perft *perft) {
    if (perft->seconds <= 1 || !isatty(STDERR_FILENO))
        return;
    show_bar(perft->result.share, perft->seconds, millions_a_second(perft));
    perft->bar_shown = true;
}

void perft_hide_progress(struct perft *perft) {
    if (perft->bar_shown)
        hide_bar();
    perft->bar_shown = false;
}

void perft_print_summary(const struct perft *perft) {
    if (!perft->result.done)
        complain("interrupted after %.0f%% of the work; this is what was counted so far",
                 perft->result.share * 100);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "%.3f seconds, %.1f million nodes a second (%u thread%s, kernel %s)\n",
                perft->seconds, millions_a_second(perft), perft->task.threads,
                perft->task.threads > 1 ? "s" : "", ks_kernel_get_current()->name);
}

/* ---- Counts of kinds of moves ---- */

struct kind {
    const char *name;
    uint64_t count;
};

enum { KINDS = 7 };

static void list_kinds(const ks_perft_counts *counts, struct kind kinds[KINDS]) {
    const struct kind all[KINDS] = {
        {"captures", counts->captures},     {"en_passant", counts->en_passant},
        {"castles", counts->castles},       {"promotions", counts->promotions},
        {"checks", counts->checks},         {"double_checks", counts->double_checks},
        {"checkmates", counts->checkmates},
    };
    memcpy(kinds, all, sizeof all);
}

/* ---- Counts of first moves ---- */

/* A first move and what follows it. Lines are printed in the order of their moves' names. */
struct divide_line {
    char move[ANY_MOVE_SIZE];
    uint64_t nodes;
};

static int compare_lines(const void *a, const void *b) {
    return strcmp(((const struct divide_line *)a)->move, ((const struct divide_line *)b)->move);
}

/* Returns the lines of the first moves that are counted to the end, to be freed by the caller. Their number
 * goes to *count. */
static struct divide_line *divide_lines(const struct perft *perft, size_t *count) {
    struct divide_line *const lines = given(calloc(perft->result.root_count + 1, sizeof *lines));
    *count = 0;
    for (size_t i = 0; i < perft->result.root_count; i++) {
        const struct perft_root *const root = &perft->result.roots[i];
        if (root->undone > 0)
            continue;
        any_write_uci(&perft->task.position, root->move, perft->notation, lines[*count].move);
        lines[(*count)++].nodes = root->nodes;
    }
    qsort(lines, *count, sizeof *lines, compare_lines);
    return lines;
}

/* ---- The result ---- */

static void put_divide(struct output *out, const struct perft *perft) {
    size_t count;
    struct divide_line *const lines = divide_lines(perft, &count);
    for (size_t i = 0; i < count; i++)
        put_format(out, "%s: %" PRIu64 "\n", lines[i].move, lines[i].nodes);
    put_format(out, "\nNodes searched: %" PRIu64 "\n\n", perft->result.counts.nodes);
    free(lines);
}

static void put_row(struct output *out, const char *name, uint64_t count) {
    if (isatty(STDOUT_FILENO))
        put_format(out, "%-14s%20" PRIu64 "\n", name, count);
    else
        put_format(out, "%s\t%" PRIu64 "\n", name, count);
}

void perft_put_result(struct output *out, const struct perft *perft) {
    struct kind kinds[KINDS];
    list_kinds(&perft->result.counts, kinds);
    if (perft->divide)
        put_divide(out, perft);
    else if (!perft->task.stats)
        put_format(out, "%" PRIu64 "\n", perft->result.counts.nodes);
    if (!perft->task.stats)
        return;
    put_row(out, "nodes", perft->result.counts.nodes);
    for (unsigned i = 0; i < KINDS; i++)
        put_row(out, kinds[i].name, kinds[i].count);
}

static void put_divide_object(struct json *json, const struct perft *perft) {
    size_t count;
    struct divide_line *const lines = divide_lines(perft, &count);
    json_open_object(json, "divide");
    for (size_t i = 0; i < count; i++)
        json_unsigned(json, lines[i].move, lines[i].nodes);
    json_close_object(json);
    free(lines);
}

void perft_put_object(struct output *out, const struct perft *perft) {
    struct json json = json_start(out);
    struct kind kinds[KINDS];
    list_kinds(&perft->result.counts, kinds);
    json_open_object(&json, NULL);
    json_unsigned(&json, "depth", perft->task.depth);
    json_unsigned(&json, "nodes", perft->result.counts.nodes);
    json_real(&json, "seconds", perft->seconds, 6);
    for (unsigned i = 0; perft->task.stats && i < KINDS; i++)
        json_unsigned(&json, kinds[i].name, kinds[i].count);
    if (perft->divide)
        put_divide_object(&json, perft);
    if (!perft->result.done)
        json_bool(&json, "interrupted", true);
    json_close_object(&json);
    json_end_line(&json);
}
