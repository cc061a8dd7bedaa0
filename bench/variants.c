/* Perft of variants: by masks, where the variant is compiled; by the walking generator with checks by the
 * kernels, where the variant has a pieceset; by the tables that serve every variant; and chess by its own
 * functions. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/clock.h"
#include "core/text/cannot_fail.h"
#include "variant/definition/definition.h"

enum { RUNS = 5 };

/* From the start position, each some millions of nodes. */
static const struct {
    const char *name;
    unsigned depth;
} games[] = {{"chess", 6},     {"antichess", 6},    {"atomic", 5},        {"racingkings", 5},
             {"losalamos", 7}, {"horde", 6},        {"3check", 5},        {"makruk", 5},
             {"clobber", 5},   {"breakthrough", 5}, {"kingofthehill", 5}, {"almost", 5},
             {"amazon", 5},    {"knightmate", 5},   {"hoppelpoppel", 5},  {"berolina", 5},
             {"shatranj", 5},  {"minishogi", 5},    {"crazyhouse", 5},    {"seirawan", 4},
             {"sittuyin", 3},  {"cannon", 4},       {"capablanca", 4},    {"courier", 4},
             {"grand", 4},     {"janggi", 4},       {"xiangqi", 4},       {"shogi", 4}};

/* The ways to count, each with what it needs. */
enum way { BY_TABLES, BY_KERNELS, BY_MASKS, WAYS };

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double seconds[RUNS]) {
    qsort(seconds, RUNS, sizeof *seconds, compare);
    return seconds[RUNS / 2];
}

static bool has_way(const ks_variant *variant, enum way way) {
    return way == BY_TABLES || (way == BY_KERNELS ? variant->has_pieceset : variant->compiled != NULL);
}

/* Returns seconds, and the nodes in *nodes. */
static double time_variant(ks_variant *variant, enum way way, unsigned depth, uint64_t *nodes) {
    const bool has_pieceset = variant->has_pieceset;
    struct compiled *const compiled = variant->compiled;
    variant->has_pieceset = way == BY_KERNELS;
    variant->compiled = way == BY_MASKS ? compiled : NULL;
    const double begun = seconds_now();
    *nodes = ks_variant_perft(variant, ks_variant_get_start(variant), depth);
    const double seconds = seconds_now() - begun;
    variant->has_pieceset = has_pieceset;
    variant->compiled = compiled;
    return seconds;
}

/* Exits with status 1 when two ways differ. */
static void compare_ways(ks_variant *variant, unsigned depth) {
    double seconds[WAYS][RUNS];
    uint64_t nodes = 0, same;
    for (unsigned run = 0; run < RUNS; run++)
        for (enum way way = BY_TABLES; way < WAYS; way++) {
            if (!has_way(variant, way))
                continue;
            seconds[way][run] = time_variant(variant, way, depth, way == BY_TABLES ? &nodes : &same);
            if (way != BY_TABLES && same != nodes) {
                fprintf(stderr, "bench: %s: perft %u differs between two ways\n", variant->name, depth);
                exit(1);
            }
        }
    const double millions = (double)nodes * 1e-6, tables = median(seconds[BY_TABLES]);
    printf("  %-14s %2zux%-2zu %2u %11.1f %12.1f", variant->name, (size_t)variant->files,
           (size_t)variant->ranks, depth, millions, millions / tables);
    for (enum way way = BY_KERNELS; way < WAYS; way++)
        if (has_way(variant, way)) {
            const double taken = median(seconds[way]);
            printf(" %12.1f %9.2f", millions / taken, tables / taken);
        } else
            printf(" %12s %9s", "", "");
    putchar('\n');
    fflush(stdout);
}

static void time_chess(void) {
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const unsigned depth = 6;
    double seconds[RUNS];
    uint64_t nodes = 0;
    ks_position position;
    cannot_fail(ks_read_fen(start, sizeof start - 1, 0, &position, NULL));
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
    printf("\nperft of variants, medians of %d runs in turn (kernel %s)\n"
           "  %-14s %5s %2s %11s %12s %12s %9s %12s %9s\n",
           RUNS, ks_kernel_get_current()->name, "", "board", "", "Mnodes", "tables Mn/s", "kernels Mn/s",
           "x tables", "masks Mn/s", "x tables");
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        compare_ways((ks_variant *)ks_variants_find(variants, games[i].name), games[i].depth);
    time_chess();
    ks_variants_free(variants);
    return 0;
}
