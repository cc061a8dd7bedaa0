/* The perft of a variant, as `kingscan perft` prints it: by one thread, move by move from the root. */
#include "cli/perft/variant_perft.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/position/variant_moves.h"
#include "cli/shared/clock.h"
#include "cli/shared/interrupt.h"
#include "cli/shell/command.h"

/* Counts what follows each of the moves, until interrupted; returns how many are done. */
static size_t count_roots(const struct variant_perft *perft, const struct named_move *roots, size_t count,
                          uint64_t *nodes) {
    size_t done = 0;
    for (; done < count && !interrupted; done++) {
        ks_variant_position after = perft->position;
        ks_variant_make_move(perft->variant, &after, roots[done].move);
        nodes[done] = ks_variant_perft(perft->variant, &after, perft->depth - 1);
    }
    return done;
}

static void print_divide(const struct named_move *roots, const uint64_t *nodes, size_t count, uint64_t sum) {
    for (size_t i = 0; i < count; i++)
        printf("%s: %" PRIu64 "\n", roots[i].uci, nodes[i]);
    printf("\nNodes searched: %" PRIu64 "\n\n", sum);
}

static void print_json(const struct variant_perft *perft, const struct named_move *roots,
                       const uint64_t *nodes, size_t count, uint64_t sum, double seconds) {
    printf("{\"depth\":%u,\"nodes\":%" PRIu64 ",\"seconds\":%.6f", perft->depth, sum, seconds);
    if (perft->divide) {
        printf(",\"divide\":{");
        for (size_t i = 0; i < count; i++)
            printf("%s\"%s\":%" PRIu64, i ? "," : "", roots[i].uci, nodes[i]);
        putchar('}');
    }
    printf("%s}\n", interrupted ? ",\"interrupted\":true" : "");
}

int run_variant_perft(const struct variant_perft *perft) {
    const double begun = seconds_now();
    size_t count = 0;
    uint64_t sum = perft->depth == 0;
    struct named_move *const roots =
        perft->depth ? name_variant_moves(perft->variant, &perft->position, &count) : NULL;
    uint64_t *const nodes = calloc(count + 1, sizeof *nodes);
    if (!nodes)
        fail("%s", strerror(errno));
    catch_interrupts(NULL);
    const size_t done = count_roots(perft, roots, count, nodes);
    for (size_t i = 0; i < done; i++)
        sum += nodes[i];
    if (perft->json)
        print_json(perft, roots, nodes, done, sum, seconds_now() - begun);
    else if (perft->divide)
        print_divide(roots, nodes, done, sum);
    else
        printf("%" PRIu64 "\n", sum);
    free(nodes);
    free(roots);
    finish_standard_output();
    return interrupted ? STATUS_INTERRUPTED : STATUS_GOOD;
}
