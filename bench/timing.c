/* The clock, and the timing of contenders against each other. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"

double clock_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double core_clock(void) {
    enum { STEPS = 10000, CYCLES = 4 * 3 };
    unsigned long chain = 3;
    const double start = clock_ns();
    for (int i = 0; i < STEPS; i++)
        __asm__ volatile("imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0" : "+r"(chain));
    return STEPS * CYCLES / (clock_ns() - start);
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value below which this share of the sorted values lies. */
static double quantile(const double *sorted, int count, double share) {
    const double at = share * (count - 1);
    const int below = (int)at;
    const int above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

static void check_sum(const contender *contenders, size_t i, uint64_t sum, uint64_t expected,
                      const board_set *set) {
    if (sum == expected)
        return;
    fprintf(stderr, "bench: over the %s %s adds up to %llu, but %s to %llu\n", set->name, contenders[i].name,
            (unsigned long long)sum, contenders[0].name, (unsigned long long)expected);
    exit(1);
}

static void summarise(figure *result, double *ns, double *cycles, int rounds) {
    qsort(ns, (size_t)rounds, sizeof *ns, ascending);
    qsort(cycles, (size_t)rounds, sizeof *cycles, ascending);
    result->ns = quantile(ns, rounds, .5);
    result->low = quantile(ns, rounds, .25);
    result->high = quantile(ns, rounds, .75);
    result->cycles = quantile(cycles, rounds, .5);
}

static void find_ratios(figure *figures, size_t count) {
    double plain = 0;
    for (size_t i = 0; i < count; i++)
        if (figures[i].who->is_plain && (plain == 0 || figures[i].ns < plain))
            plain = figures[i].ns;
    for (size_t i = 0; i < count; i++)
        figures[i].ratio = plain / figures[i].ns;
}

void time_contenders(const contender *contenders, size_t count, board_set *set, int rounds, uint64_t *random,
                     figure *figures) {
    double *ns = malloc(count * (size_t)rounds * sizeof *ns);
    double *cycles = malloc(count * (size_t)rounds * sizeof *cycles);
    uint64_t expected = 0;
    if (!ns || !cycles) {
        fputs("bench: out of memory\n", stderr);
        exit(2);
    }
    for (int round = 0; round < rounds; round++) {
        shuffle_boards(set, random);
        for (size_t i = 0; i < count; i++) {
            const double start = clock_ns();
            const uint64_t sum = contenders[i].pass(&contenders[i], set);
            const double spent = (clock_ns() - start) / (double)set->count;
            if (i == 0)
                expected = sum;
            check_sum(contenders, i, sum, expected, set);
            ns[i * (size_t)rounds + (size_t)round] = spent;
            cycles[i * (size_t)rounds + (size_t)round] = spent * core_clock();
        }
    }
    for (size_t i = 0; i < count; i++) {
        figures[i].who = &contenders[i];
        summarise(&figures[i], ns + i * (size_t)rounds, cycles + i * (size_t)rounds, rounds);
    }
    find_ratios(figures, count);
    free(ns);
    free(cycles);
}
