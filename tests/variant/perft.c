/* Perft of variants, against the counts of an engine: tests/peers/variants_against_engine.py makes the first
 * file, and the second says who counted. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

#include "kingscan.h"
#include "support/sanitized.h"
#include "support/variants/read.h"

TestSuite(variant_perft, .timeout = 300);

static const char *const files[] = {"tests/data/variants_perft.tsv", "tests/data/variants_perft_asian.tsv"};

enum { SANITIZED_MOST = 100000 }; /* nodes of one count; the sanitizers are slow */

static void check_count(const ks_variants *variants, const char *name, unsigned depth, uint64_t nodes,
                        const char *fen) {
    const ks_variant *const variant = find_variant(variants, name);
    const ks_variant_position position = read_variant_position(variant, fen, KS_STRICT);
    if (SANITIZED && nodes > SANITIZED_MOST)
        return;
    const uint64_t found = ks_variant_perft(variant, &position, depth);
    cr_assert_eq(found, nodes, "%s %s depth %u: %" PRIu64 ", not %" PRIu64, name, fen, depth, found, nodes);
}

static void check_file(const ks_variants *variants, const char *file, unsigned least) {
    FILE *in = fopen(file, "r");
    char line[512], name[32], fen[256];
    unsigned depth, lines = 0;
    uint64_t nodes;
    cr_assert(in);
    while (fgets(line, sizeof line, in)) {
        if (*line == '#')
            continue;
        cr_assert_eq(sscanf(line, "%31s %u %" SCNu64 " %255[^\n]", name, &depth, &nodes, fen), 4, "%s: %s",
                     file, line);
        check_count(variants, name, depth, nodes, fen);
        lines++;
    }
    fclose(in);
    cr_assert_gt(lines, least, "%s has %u lines", file, lines);
}

Test(variant_perft, counts_of_the_engine) {
    ks_variants *const variants = read_variants(NULL);
    check_file(variants, files[0], 300);
    check_file(variants, files[1], 10);
    ks_variants_free(variants);
}
