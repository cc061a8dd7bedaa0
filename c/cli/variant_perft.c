#include "variant_perft.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "command.h"
#include "interrupt.h"

/* A first move and what follows it. */
struct root {
    char uci[KS_VARIANT_MOVE_SIZE];
    ks_variant_move move;
    uint64_t nodes;
};

static int compare(const void *a, const void *b) {
    return strcmp(((const struct root *)a)->uci, ((const struct root *)b)->uci);
}

/* The first moves by name; to be freed. */
static struct root *list_roots(const struct variant_perft *perft, size_t *count) {
    const ks_variant *const v = perft->variant;
    *count = ks_variant_legal_moves(v, &perft->position, NULL, 0);
    struct root *const roots = calloc(*count + 1, sizeof *roots);
    ks_variant_move *const moves = calloc(*count + 1, sizeof *moves);
    if (!roots || !moves)
        fail("%s", strerror(errno));
    ks_variant_legal_moves(v, &perft->position, moves, *count);
    for (size_t i = 0; i < *count; i++) {
        roots[i].move = moves[i];
        ks_variant_write_uci(v, &perft->position, moves[i], roots[i].uci);
    }
    free(moves);
    qsort(roots, *count, sizeof *roots, compare);
    return roots;
}

/* Counts what follows each of the moves, until interrupted; returns how many are done. */
static size_t count_roots(const struct variant_perft *perft, struct root *roots, size_t count) {
    size_t done = 0;
    for (; done < count && !interrupted; done++) {
        ks_variant_position after = perft->position;
        ks_variant_make_move(perft->variant, &after, roots[done].move);
        roots[done].nodes = ks_variant_perft(perft->variant, &after, perft->depth - 1);
    }
    return done;
}

static void print_divide(const struct root *roots, size_t count, uint64_t nodes) {
    for (size_t i = 0; i < count; i++)
        printf("%s: %" PRIu64 "\n", roots[i].uci, roots[i].nodes);
    printf("\nNodes searched: %" PRIu64 "\n\n", nodes);
}

static void print_json(const struct variant_perft *perft, const struct root *roots, size_t count,
                       uint64_t nodes, double seconds, bool done) {
    printf("{\"depth\":%u,\"nodes\":%" PRIu64 ",\"seconds\":%.6f", perft->depth, nodes, seconds);
    if (perft->divide) {
        printf(",\"divide\":{");
        for (size_t i = 0; i < count; i++)
            printf("%s\"%s\":%" PRIu64, i ? "," : "", roots[i].uci, roots[i].nodes);
        putchar('}');
    }
    printf("%s}\n", done ? "" : ",\"interrupted\":true");
}

int run_variant_perft(const struct variant_perft *perft) {
    const double begun = seconds_now();
    size_t count = 0, done = 0;
    uint64_t nodes = perft->depth == 0;
    struct root *const roots = perft->depth ? list_roots(perft, &count) : NULL;
    catch_interrupts(NULL);
    done = count_roots(perft, roots, count);
    for (size_t i = 0; i < done; i++)
        nodes += roots[i].nodes;
    if (perft->json)
        print_json(perft, roots, done, nodes, seconds_now() - begun, done == count);
    else if (perft->divide)
        print_divide(roots, done, nodes);
    else
        printf("%" PRIu64 "\n", nodes);
    free(roots);
    finish_standard_output();
    return done == count ? STATUS_GOOD : STATUS_INTERRUPTED;
}
