/* Compares the counter of replies, which makes few moves, with making each move: in random games of all
 * bundled variants. */
#include <criterion/criterion.h>
#include <inttypes.h>

#include "kingscan.h"
#include "support/random.h"
#include "support/thorough.h"
#include "support/variants/read.h"

TestSuite(variant_replies, .timeout = 600);

enum { MOVES = 1 << 12, PLIES = 100 };

static uint64_t count_by_making(const ks_variant *variant, const ks_variant_position *position,
                                const ks_variant_move *moves, size_t count) {
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        ks_variant_position after = *position;
        ks_variant_undo undo;
        ks_variant_make_move(variant, &after, moves[i], &undo);
        nodes += ks_variant_perft(variant, &after, 1);
    }
    return nodes;
}

/* Plays a random game and compares the counts in each of its positions. */
static void play_game(const ks_variant *variant, uint64_t *random) {
    ks_variant_position position = *ks_variant_get_start(variant);
    ks_variant_move moves[MOVES];
    for (unsigned ply = 0; ply < PLIES; ply++) {
        char fen[KS_VARIANT_FEN_SIZE];
        ks_variant_undo undo;
        const size_t count = ks_variant_legal_moves(variant, &position, moves, MOVES);
        ks_variant_write_x_fen(variant, &position, fen);
        cr_assert_leq(count, MOVES, "%s", fen);
        const uint64_t expected = count_by_making(variant, &position, moves, count);
        const uint64_t found = ks_variant_perft(variant, &position, 2);
        cr_assert_eq(found, expected, "%s: %s: perft 2: expected %" PRIu64 ", found %" PRIu64,
                     ks_variant_get_facts(variant).name, fen, expected, found);
        if (count == 0)
            return;
        ks_variant_make_move(variant, &position, moves[random_below(random, (unsigned)count)], &undo);
    }
}

/* Takes a second; with THOROUGH, half a minute. */
Test(variant_replies, agree_with_making_each_move) {
    ks_variants *const variants = read_variants(NULL);
    uint64_t random = 21;
    for (size_t i = 0; i < ks_variants_count(variants); i += stride())
        for (unsigned game = 0; game < (is_thorough() ? 60 : 2); game++)
            play_game(ks_variants_get_variant(variants, i), &random);
    ks_variants_free(variants);
}
