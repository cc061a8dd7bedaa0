/* Tests keys of positions of variants: they are equal when the FENs agree apart from their clocks, and only
 * then. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/read.h"

enum { MOVES = 1 << 12, KNOWN = 1 << 18, BRANCHES = 12 };

struct known {
    char fen[300]; /* without the clocks */
    uint64_t key;
};

/* KNOWN of them. On the heap, since the leak checker reads all static memory at the end of every test. */
static struct known *known;
static size_t count;

/* Notes the key of the position, and expects the same key when its FEN is read. */
static void note(const ks_variant *variant, const ks_variant_position *position) {
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variant_position read;
    const size_t length = ks_variant_write_fen(variant, position, fen);
    const uint64_t key = ks_variant_position_key(variant, position);
    cr_assert_eq(ks_variant_read_fen(variant, fen, length, KS_FEN_RIGHTS, &read, NULL), KS_OK, "%s", fen);
    cr_assert_eq(ks_variant_position_key(variant, &read), key, "%s", fen);
    *strrchr(fen, ' ') = '\0';
    *strrchr(fen, ' ') = '\0';
    cr_assert(strlen(fen) < sizeof known->fen && count < KNOWN);
    strcpy(known[count].fen, fen);
    known[count++].key = key;
}

/* Notes all positions after a few moves, which occur again by other orders of moves. */
static void note_tree(const ks_variant *variant, const ks_variant_position *position, unsigned depth) {
    ks_variant_move moves[BRANCHES];
    note(variant, position);
    if (depth == 0)
        return;
    const size_t all = ks_variant_legal_moves(variant, position, moves, BRANCHES);
    for (size_t i = 0; i < all && i < BRANCHES; i++) {
        ks_variant_position after = *position;
        ks_variant_undo undo;
        ks_variant_make_move(variant, &after, moves[i], &undo);
        note_tree(variant, &after, depth - 1);
    }
}

static void note_game(uint64_t *state, const ks_variant *variant) {
    ks_variant_position position = *ks_variant_get_start(variant);
    for (unsigned ply = 0; ply < 150; ply++) {
        static ks_variant_move moves[MOVES];
        const size_t all = ks_variant_legal_moves(variant, &position, moves, MOVES);
        note(variant, &position);
        if (all == 0)
            break;
        ks_variant_undo undo;
        ks_variant_make_move(variant, &position, moves[random_below(state, (unsigned)all)], &undo);
    }
}

static int by_fen(const void *a, const void *b) {
    return strcmp(((const struct known *)a)->fen, ((const struct known *)b)->fen);
}

static int by_key(const void *a, const void *b) {
    const uint64_t x = ((const struct known *)a)->key, y = ((const struct known *)b)->key;
    return (x > y) - (x < y);
}

/* Returns how often a position occurred again. */
static unsigned expect_keys_tell_positions(void) {
    unsigned again = 0;
    qsort(known, count, sizeof *known, by_fen);
    for (size_t i = 1; i < count; i++)
        if (strcmp(known[i].fen, known[i - 1].fen) == 0) {
            cr_assert_eq(known[i].key, known[i - 1].key, "%s has two keys", known[i].fen);
            again++;
        }
    qsort(known, count, sizeof *known, by_key);
    for (size_t i = 1; i < count; i++)
        cr_assert(known[i].key != known[i - 1].key || strcmp(known[i].fen, known[i - 1].fen) == 0,
                  "one key for %s and %s", known[i - 1].fen, known[i].fen);
    return again;
}

Test(variant_key, positions_with_equal_keys_are_the_same) {
    ks_variants *const variants = read_variants(NULL);
    uint64_t state = 3;
    known = malloc(KNOWN * sizeof *known);
    cr_assert_not_null(known);
    for (size_t i = 0; i < ks_variants_count(variants); i += stride()) {
        const ks_variant *const variant = ks_variants_get_variant(variants, i);
        count = 0;
        note_tree(variant, ks_variant_get_start(variant), is_thorough() ? 4 : SLOW ? 2 : 3);
        for (unsigned game = 0; game < (is_thorough() ? 40 : SLOW ? 4 : 10); game++)
            note_game(&state, variant);
        cr_assert_gt(expect_keys_tell_positions(), 0);
    }
    free(known);
    ks_variants_free(variants);
}

Test(variant_key, everything_counts_except_the_clocks) {
    static const struct {
        const char *a, *b;
        int same;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 9 40", 1},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", 1},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", 0},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 0},
        {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", 0},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", 0},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", 0},
        {"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1", 0},
        {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", 1},   /* no capture */
        {"8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1", "8/8/8/8/R3Pp1k/8/8/4K3 b - - 0 1", 1}, /* pinned */
        {"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/8/4K1B1 w - - 0 1", 0},
        {"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/8/4K1n1 w - - 0 1", 0},
    };
    ks_variants *const variants = read_variants(NULL);
    const ks_variant *const chess = find_variant(variants, "chess");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ks_variant_position a = read_variant_position(chess, rows[i].a, 0);
        const ks_variant_position b = read_variant_position(chess, rows[i].b, 0);
        cr_assert_eq(ks_variant_position_key(chess, &a) == ks_variant_position_key(chess, &b), rows[i].same,
                     "%s, %s", rows[i].a, rows[i].b);
    }
    ks_variants_free(variants);
}
