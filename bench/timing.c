/* Times contenders in turn, several times over, so that other work on the machine meets them all alike; and
 * reads the clock. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "calls/clock.h"
#include "cli/base/messages.h"

double core_clock(void) {
    enum { STEPS = 10000, CYCLES = 4 * 3 };
    unsigned long chain = 3;
    const double start = processor_ns();
    for (int i = 0; i < STEPS; i++)
        __asm__ volatile("imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0" : "+r"(chain));
    return STEPS * CYCLES / (processor_ns() - start);
}

/* ---- Samples ---- */

/* The timings of a table: those of row i in round r are at [i * rounds + r]. */
struct samples {
    double *ns, *cycles;
    int rounds;
};

static struct samples new_samples(const struct table *table, int rounds) {
    const size_t size = table->count * (size_t)rounds * sizeof(double);
    struct samples s = {malloc(size), malloc(size), rounds};
    if (!s.ns || !s.cycles)
        fail("out of memory");
    return s;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the value below which this share of the sorted values lies. */
static double quantile(const double *sorted, int count, double share) {
    const double at = share * (count - 1);
    const int below = (int)at;
    const int above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

struct figure summarise(double *ns, double *cycles, int rounds) {
    qsort(ns, (size_t)rounds, sizeof *ns, ascending);
    qsort(cycles, (size_t)rounds, sizeof *cycles, ascending);
    return (struct figure){.ns = quantile(ns, rounds, .5),
                           .low = quantile(ns, rounds, .25),
                           .high = quantile(ns, rounds, .75),
                           .cycles = quantile(cycles, rounds, .5)};
}

/* Returns the time of the fastest yardstick of the group; 0 when the group has none. */
static double yardstick(const struct table *table, int group) {
    double fastest = 0;
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].is_yardstick && table->rows[i].group == group &&
            (fastest == 0 || table->figures[i].ns < fastest))
            fastest = table->figures[i].ns;
    return fastest;
}

static void finish_table(struct table *table, struct samples *s) {
    for (size_t i = 0; i < table->count; i++) {
        const size_t first = i * (size_t)s->rounds;
        table->figures[i] = summarise(s->ns + first, s->cycles + first, s->rounds);
    }
    for (size_t i = 0; i < table->count; i++) {
        const double measure = yardstick(table, table->rows[i].group), ns = table->figures[i].ns;
        if (measure > 0)
            table->figures[i].ratio = table->ratio == TIMES_AS_FAST ? measure / ns : ns / measure;
    }
    free(s->ns);
    free(s->cycles);
}

/* ---- Timing ---- */

static void check_sum(const struct table *table, size_t i, const uint64_t sums[]) {
    const struct contender *row = &table->rows[i];
    char label[LABEL_SIZE], other_label[LABEL_SIZE];
    for (size_t other = 0; other < i && row->asks; other++)
        if (table->rows[other].asks && strcmp(row->asks, table->rows[other].asks) == 0 &&
            sums[i] != sums[other]) {
            fprintf(stderr,
                    "bench: %s over the %s adds up to %" PRIu64 " by '%s', but to %" PRIu64 " by '%s'\n",
                    row->asks, table->data, sums[i], row_label(row, label), sums[other],
                    row_label(&table->rows[other], other_label));
            exit(1);
        }
}

static void time_row(const struct table *table, size_t i, const struct board_set *set, size_t passes,
                     struct samples *s, int round, uint64_t sums[]) {
    const struct contender *row = &table->rows[i];
    const size_t at = i * (size_t)s->rounds + (size_t)round;
    const double start = processor_ns();
    sums[i] = 0;
    for (size_t pass = 0; pass < passes; pass++)
        sums[i] += row->pass(row, set);
    s->ns[at] = (processor_ns() - start) / (double)(set->count * passes);
    s->cycles[at] = s->ns[at] * core_clock();
    check_sum(table, i, sums);
}

/* An untimed pass in another order comes before each timing. Code and tables are in the caches then, as they
 * are in a program that asks often (loading those of bitboards would take as long as the answers), but no
 * branch predictor has seen the boards in this order. */
void time_shuffled(struct table *table, struct board_set *set, int rounds, uint64_t *random) {
    struct samples s = new_samples(table, rounds);
    uint64_t sums[MAX_CONTENDERS];
    struct board_set converted = new_set(set->name, set->count);
    for (int round = 0; round < rounds; round++)
        for (size_t i = 0; i < table->count; i++) {
            const struct contender *row = &table->rows[i];
            convert_boards(set, row->form, &converted);
            row->pass(row, &converted);
            shuffle_boards(set, random);
            convert_boards(set, row->form, &converted);
            time_row(table, i, &converted, 1, &s, round, sums);
        }
    free_set(&converted);
    finish_table(table, &s);
}

void time_in_place(struct table *table, const struct board_set *set, int rounds, size_t passes) {
    struct samples s = new_samples(table, rounds);
    uint64_t sums[MAX_CONTENDERS];
    struct board_set converted = new_set(set->name, set->count);
    for (int round = 0; round < rounds; round++)
        for (size_t i = 0; i < table->count; i++) {
            if (table->rows[i].form)
                convert_boards(set, table->rows[i].form, &converted);
            time_row(table, i, table->rows[i].form ? &converted : set, passes, &s, round, sums);
        }
    free_set(&converted);
    finish_table(table, &s);
}
