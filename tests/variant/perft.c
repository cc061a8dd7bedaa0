/* Compares perft of variants with the counts of engines: tests/peers/variants_against_engine.py writes the
 * first file, and the others name their source. A thorough run compares all counts. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/rows.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/read.h"

/* The most nodes of one count, unless the run is thorough; sanitizers are slow. */
enum { MOST = SLOW ? 100000 : 4000000 };

static const struct {
    const char *name;
    unsigned least; /* lines */
} files[] = {
    {"tests/data/variants_perft.tsv", 300},          {"tests/data/variants_perft_asian.tsv", 10},
    {"tests/data/variants_perft_relatives.tsv", 60}, {"tests/data/variants_perft_engine.tsv", 140},
    {"tests/data/variants_perft_shogi.tsv", 150},    {"tests/data/variants_perft_2026.tsv", 200},
};

static void check_count(const ks_variants *variants, const char *name, unsigned depth, uint64_t nodes,
                        const char *fen) {
    const ks_variant *const variant = find_variant(variants, name);
    const ks_variant_position position = read_variant_position(variant, fen, KS_FEN_RIGHTS);
    const uint64_t found = ks_variant_perft(variant, &position, depth);
    cr_assert_eq(found, nodes, "%s %s depth %u: %" PRIu64 ", not %" PRIu64, name, fen, depth, found, nodes);
}

static void check_file(const ks_variants *variants, const char *file, unsigned least, uint64_t most) {
    FILE *in = open_rows(file);
    char line[512], name[32], fen[256];
    unsigned depth, lines = 0;
    uint64_t nodes;
    while (next_row(in, line, sizeof line)) {
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
        check_file(variants, files[i].name, files[i].least, is_thorough() ? UINT64_MAX : MOST);
    ks_variants_free(variants);
}
