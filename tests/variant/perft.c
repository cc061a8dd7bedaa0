/* Perft of variants, against the counts of an engine: tests/peers/variants_against_engine.py makes the first
 * file, and the others say who counted. With THOROUGH set in the environment all counts are compared. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/sanitized.h"
#include "support/variants/read.h"

TestSuite(variant_perft, .timeout = 300);

/* With THOROUGH set in the environment everything is counted. */
enum { SANITIZED_MOST = 100000, QUICK_MOST = 6000000 }; /* nodes of one count; the sanitizers are slow */

static const struct {
    const char *name;
    unsigned least; /* lines */
    bool quick;     /* longer counts are for THOROUGH alone */
} files[] = {
    {"tests/data/variants_perft.tsv", 300, false},
    {"tests/data/variants_perft_asian.tsv", 10, false},
    {"tests/data/variants_perft_relatives.tsv", 60, true},
    {"tests/data/variants_perft_shogi.tsv", 150, true},
};

static void check_count(const ks_variants *variants, const char *name, unsigned depth, uint64_t nodes,
                        const char *fen) {
    const ks_variant *const variant = find_variant(variants, name);
    const ks_variant_position position = read_variant_position(variant, fen, KS_STRICT);
    if (SANITIZED && nodes > SANITIZED_MOST)
        return;
    const uint64_t found = ks_variant_perft(variant, &position, depth);
    cr_assert_eq(found, nodes, "%s %s depth %u: %" PRIu64 ", not %" PRIu64, name, fen, depth, found, nodes);
}

static void check_file(const ks_variants *variants, const char *file, unsigned least, uint64_t most) {
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
        if (nodes <= most)
            check_count(variants, name, depth, nodes, fen);
        lines++;
    }
    fclose(in);
    cr_assert_gt(lines, least, "%s has %u lines", file, lines);
}

Test(variant_perft, counts_of_the_engine) {
    ks_variants *const variants = read_variants(NULL);
    for (size_t i = 0; i < LENGTH(files); i++)
        check_file(variants, files[i].name, files[i].least,
                   files[i].quick && !getenv("THOROUGH") ? QUICK_MOST : UINT64_MAX);
    ks_variants_free(variants);
}
