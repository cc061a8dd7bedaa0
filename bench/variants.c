/* Perft of variants: checks by the kernels, where the variant has a pieceset, against the tables that serve
 * every variant, and chess by its own functions. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/clock.h"
#include "variant/definition/definition.h"

enum { RUNS = 5 };

/* From the start position, each some millions of nodes. */
static const struct {
    const char *name;
    unsigned depth;
} games[] = {{"chess", 5},        {"almost", 5},     {"amazon", 5},   {"knightmate", 5},
             {"hoppelpoppel", 5}, {"berolina", 5},   {"shatranj", 5}, {"makruk", 5},
             {"cannon", 4},       {"capablanca", 4}, {"courier", 4},  {"grand", 4}};

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double seconds[RUNS]) {
    qsort(seconds, RUNS, sizeof *seconds, compare);
    return seconds[RUNS / 2];
}

/* Returns seconds, and the nodes in *nodes. */
static double time_variant(ks_variant *variant, bool kernels, unsigned depth, uint64_t *nodes) {
    const bool has_pieceset = variant->has_pieceset;
    variant->has_pieceset = kernels;
    const double begun = seconds_now();
    *nodes = ks_variant_perft(variant, ks_variant_start(variant), depth);
    const double seconds = seconds_now() - begun;
    variant->has_pieceset = has_pieceset;
    return seconds;
}

/* Exits with status 1 when the two ways differ. */
static void compare_ways(ks_variant *variant, unsigned depth) {
    double by_kernels[RUNS] = {0}, by_tables[RUNS];
    uint64_t nodes, same;
    for (unsigned run = 0; run < RUNS; run++) {
        by_tables[run] = time_variant(variant, false, depth, &nodes);
        if (!variant->has_pieceset)
            continue;
        by_kernels[run] = time_variant(variant, true, depth, &same);
        if (same != nodes) {
            fprintf(stderr, "bench: %s: perft %u differs by kernels and by tables\n", variant->name, depth);
            exit(1);
        }
    }
    const double millions = (double)nodes * 1e-6, tables = median(by_tables), kernels = median(by_kernels);
    printf("  %-14s %2zux%-2zu %11.1f %12.1f", variant->name, (size_t)variant->files, (size_t)variant->ranks,
           millions, millions / tables);
    if (variant->has_pieceset)
        printf(" %12.1f %10.2f", millions / kernels, tables / kernels);
    putchar('\n');
    fflush(stdout);
}

static void time_chess(void) {
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const unsigned depth = 6;
    double seconds[RUNS];
    uint64_t nodes = 0;
    ks_position position;
    ks_read_fen(start, sizeof start - 1, 0, &position, NULL);
    for (unsigned run = 0; run < RUNS; run++) {
        const double begun = seconds_now();
        nodes = ks_perft(&position, depth);
        seconds[run] = seconds_now() - begun;
    }
    printf("  chess by its own functions: %.0f Mnodes/s\n", (double)nodes * 1e-6 / median(seconds));
}

int main(void) {
    ks_error error;
    ks_variants *variants = ks_variants_read(NULL, 0, &error);
    if (!variants) {
        fprintf(stderr, "bench: %s\n", error.message);
        return 2;
    }
    printf("\nperft of variants, medians of %d runs in turn (kernel %s)\n  %-14s %5s %11s %12s %12s %10s\n",
           RUNS, ks_kernel_current()->name, "", "board", "Mnodes", "tables Mn/s", "kernels Mn/s", "x tables");
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        compare_ways((ks_variant *)ks_variants_find(variants, games[i].name), games[i].depth);
    time_chess();
    ks_variants_free(variants);
    return 0;
}
