/* Compares the moves and perft of pieces in Betza notation with what Fairy-Stockfish found for the same
 * text; tests/peers/variants_against_ffish.mjs writes the files. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/rows.h"
#include "support/sanitized.h"
#include "support/variants/read.h"

static const char table_file[] = "tests/data/variants_ffish.tsv";

enum { MOVES = 1 << 12 };

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Returns "NUMBER:HASH" of the moves: FNV-1a of their sorted texts with blanks between them. */
static const char *digest(const ks_variant *variant, const ks_variant_position *position) {
    static char answer[32], texts[MOVES][KS_VARIANT_UCI_SIZE];
    ks_variant_move moves[MOVES];
    const size_t count = ks_variant_legal_moves(variant, position, moves, MOVES);
    uint32_t hash = 0x811c9dc5;
    cr_assert_leq(count, MOVES);
    for (size_t i = 0; i < count; i++)
        ks_variant_write_uci(variant, position, moves[i], 0, texts[i]);
    qsort(texts, count, sizeof *texts, by_text);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            hash = (hash ^ ' ') * 0x01000193;
        for (const char *c = texts[i]; *c; c++)
            hash = (hash ^ (uint8_t)*c) * 0x01000193;
    }
    snprintf(answer, sizeof answer, "%zu:%08" PRIx32, count, hash);
    return answer;
}

static void check_row(const ks_variants *variants, const char *name, const char *what, const char *expected,
                      const char *fen) {
    char nodes[24];
    const ks_variant *const variant = find_variant(variants, name);
    /* Not KS_FEN_RIGHTS: ffish also writes an en-passant square after first moves of one step. */
    const ks_variant_position position = read_variant_position(variant, fen, 0);
    if (strcmp(what, "moves") == 0) {
        cr_assert_str_eq(digest(variant, &position), expected, "%s %s: the moves", name, fen);
    } else if (!SLOW) {
        snprintf(nodes, sizeof nodes, "%" PRIu64,
                 ks_variant_perft(variant, &position, (unsigned)strtoul(what, NULL, 10)));
        cr_assert_str_eq(nodes, expected, "%s %s: perft %s", name, fen, what);
    }
}

Test(variant_ffish, same_moves_and_counts) {
    ks_variants *const variants = read_variants_file("tests/data/variants_ffish.ini");
    FILE *const in = open_rows(table_file);
    char line[512], name[32], what[8], expected[24], fen[256];
    unsigned rows = 0;
    while (next_row(in, line, sizeof line)) {
        cr_assert_eq(sscanf(line, "%31s %7s %23s %255[^\n]", name, what, expected, fen), 4, "%s: %s",
                     table_file, line);
        check_row(variants, name, what, expected, fen);
        rows++;
    }
    fclose(in);
    cr_assert_gt(rows, 500, "%s has %u rows", table_file, rows);
    ks_variants_free(variants);
}
