/* Perft of variants, against the counts of an engine: tests/peers/variants_against_engine.py makes the file.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/sanitized.h"

TestSuite(variant_perft, .timeout = 300);

static const char file[] = "tests/data/variants_perft.tsv";

enum { SANITIZED_MOST = 100000 }; /* nodes of one count; the sanitizers are slow */

static void check_count(const ks_variants *variants, const char *name, unsigned depth, uint64_t nodes,
                        const char *fen) {
    ks_variant_position position;
    ks_error error;
    const ks_variant *const variant = ks_variants_find(variants, name);
    cr_assert(variant, "%s: no variant %s", file, name);
    cr_assert_eq(ks_variant_read_fen(variant, fen, strlen(fen), KS_STRICT, &position, &error), KS_OK,
                 "%s %s: %s", name, fen, error.message);
    if (SANITIZED && nodes > SANITIZED_MOST)
        return;
    const uint64_t found = ks_variant_perft(variant, &position, depth);
    cr_assert_eq(found, nodes, "%s %s depth %u: %" PRIu64 ", not %" PRIu64, name, fen, depth, found, nodes);
}

Test(variant_perft, counts_of_the_engine) {
    ks_variants *const variants = ks_variants_read(NULL, 0, NULL);
    FILE *in = fopen(file, "r");
    char line[512], name[32], fen[256];
    unsigned depth, lines = 0;
    uint64_t nodes;
    cr_assert(variants && in);
    while (fgets(line, sizeof line, in)) {
        if (*line == '#')
            continue;
        cr_assert_eq(sscanf(line, "%31s %u %" SCNu64 " %255[^\n]", name, &depth, &nodes, fen), 4, "%s: %s",
                     file, line);
        check_count(variants, name, depth, nodes, fen);
        lines++;
    }
    fclose(in);
    cr_assert_gt(lines, 300, "%s has %u lines", file, lines);
    ks_variants_free(variants);
}
