/* Perft of every built-in variant from its start, by masks, where they pay, and by the walking generator; and
 * of chess by its own functions. `bench-variants [--tsv FILE] [NAME...]` times these variants, or all, and
 * adds rows to a file of `build/bench --tsv`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls/clock.h"
#include "core/text/error.h"
#include "variant/definition/definition.h"
#include "variant/masks/masks.h"

enum { RUNS = 5, DEEPEST = 12 };

/* The depth is the first at which walking takes so long, or the one before when the next would take eight
 * times that. Shorter counts are repeated. */
static const double enough = 0.05, shortest = 0.01;

/* The ways to count, each with what the rows call it. */
enum way { WALKING, MASKS, WAYS };
static const char *const ways[WAYS] = {"walking", "masks"};

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* ---- Timing ---- */

/* Returns seconds of one count, and the nodes in *nodes. */
static double time_variant(ks_variant *variant, enum way way, unsigned depth, uint64_t *nodes) {
    struct compiled *const compiled = variant->compiled;
    variant->compiled = way == MASKS ? compiled : NULL;
    unsigned counts = 0;
    const double begun = processor_seconds();
    double seconds;
    do {
        *nodes = ks_variant_perft(variant, ks_variant_get_start(variant), depth);
        seconds = processor_seconds() - begun;
        counts++;
    } while (seconds < shortest);
    variant->compiled = compiled;
    return seconds / counts;
}

static unsigned fitting_depth(ks_variant *variant) {
    double before = 0;
    uint64_t nodes;
    for (unsigned depth = 1; depth < DEEPEST; depth++) {
        const double seconds = time_variant(variant, WALKING, depth, &nodes);
        if (seconds >= enough || nodes == 0 || (before > 0 && seconds * seconds / before > 8 * enough))
            return depth;
        before = seconds;
    }
    return DEEPEST;
}

/* ---- Rows ---- */

/* seconds: sorted */
static void add_row(FILE *tsv, const char *name, unsigned depth, enum way way, uint64_t nodes,
                    const double seconds[RUNS]) {
    const double ns = 1e9 / (double)nodes;
    fprintf(tsv, "every_variant\t%s %u\t%llu\t%s\t-\t%.6g\t%.6g\t%.6g\n", name, depth,
            (unsigned long long)nodes, ways[way], seconds[RUNS / 2] * ns, seconds[0] * ns,
            seconds[RUNS - 1] * ns);
}

static bool pays(const ks_variant *variant) {
    return variant->compiled && ks_variant_masks_pay(ks_choose_masks_perft(variant), variant);
}

/* Prints a row, and adds those of tsv, which may be NULL. Exits with status 1 when the two ways differ. */
static void compare_ways(ks_variant *variant, FILE *tsv) {
    const enum way last = pays(variant) ? MASKS : WALKING;
    const unsigned depth = fitting_depth(variant);
    double seconds[WAYS][RUNS];
    uint64_t nodes[WAYS];
    for (unsigned run = 0; run < RUNS; run++)
        for (enum way way = WALKING; way <= last; way++)
            seconds[way][run] = time_variant(variant, way, depth, &nodes[way]);
    if (nodes[last] != nodes[WALKING]) {
        fprintf(stderr, "bench: %s: perft %u differs between masks and walking\n", variant->name, depth);
        exit(1);
    }
    const double millions = (double)nodes[WALKING] * 1e-6;
    printf("  %-20s %3ux%-2u %3u %9.2f", variant->name, variant->files, variant->ranks, depth, millions);
    for (enum way way = WALKING; way <= last; way++) {
        qsort(seconds[way], RUNS, sizeof *seconds[way], compare);
        printf(" %13.1f", millions / seconds[way][RUNS / 2]);
        if (tsv && nodes[WALKING] > 0)
            add_row(tsv, variant->name, depth, way, nodes[way], seconds[way]);
    }
    if (last == MASKS)
        printf(" %9.1f", seconds[WALKING][RUNS / 2] / seconds[MASKS][RUNS / 2]);
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
        const double begun = processor_seconds();
        nodes = ks_perft(&position, depth);
        seconds[run] = processor_seconds() - begun;
    }
    qsort(seconds, RUNS, sizeof *seconds, compare);
    printf("  chess by its own functions, depth %u: %.0f Mnodes/s\n", depth,
           (double)nodes * 1e-6 / seconds[RUNS / 2]);
}

/* Returns whether the variant is among the names, or there are none. */
static bool is_asked_for(const char *name, char **names) {
    if (!*names)
        return true;
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

int main(int count, char **arguments) {
    const bool has_tsv = count > 2 && strcmp(arguments[1], "--tsv") == 0;
    FILE *const tsv = has_tsv ? fopen(arguments[2], "a") : NULL;
    ks_error error;
    ks_variants *const variants = ks_variants_read(NULL, 0, 0, &error);
    if (!variants || (has_tsv && !tsv)) {
        fprintf(stderr, "bench: %s\n", variants ? "can't write the rows" : error.message);
        return 2;
    }
    printf("\nperft of variants, millions of nodes a second, medians of %d runs in turn, processor time\n"
           "  %-20s %6s %3s %9s %13s %13s %9s\n",
           RUNS, "", "board", "", "Mnodes", "walking", "masks", "x walking");
    for (size_t i = 0; i < ks_variants_count(variants); i++)
        if (is_asked_for(ks_variants_get_name(variants, i), arguments + (has_tsv ? 3 : 1)))
            compare_ways((ks_variant *)ks_variants_get_variant(variants, i), tsv);
    time_chess();
    ks_variants_free(variants);
    return tsv && fclose(tsv) ? 2 : 0;
}
