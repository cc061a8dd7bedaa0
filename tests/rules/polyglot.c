/* Tests keys of Polyglot's opening books. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#include "support/fen.h"
#include "support/length.h"
#include "support/positions.h"

/* The examples of the format's description, each by its moves from the start. */
Test(polyglot, keys_that_the_format_publishes) {
    static const struct {
        const char *moves;
        uint64_t key;
    } rows[] = {{"", 0x463b96181691fc9c},
                {"e2e4", 0x823c9b50fd114196},
                {"e2e4 d7d5", 0x0756b94461c50fb0},
                {"e2e4 d7d5 e4e5", 0x662fafb965db29d4},
                {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78},
                {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1},
                {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9},
                {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
                {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ks_position position = read_position(START, 0);
        const char *text = rows[i].moves;
        for (size_t length; (length = strcspn(text, " ")) > 0; text += length + (text[length] == ' ')) {
            ks_move move;
            ks_undo undo;
            cr_assert_eq(ks_read_move(&position, text, length, &move, NULL), KS_OK, "%s", text);
            ks_make_move(&position, move, &undo);
        }
        cr_expect_eq(ks_polyglot_key(&position), rows[i].key, "%s: %016" PRIx64, rows[i].moves,
                     ks_polyglot_key(&position));
    }
}

/* All keys in one number, which python-chess 1.11's keys give too: for each, total = total *
 * 6364136223846793005 + key. */
Test(polyglot, keys_of_real_positions) {
    size_t count;
    const real_position *real = real_positions(&count);
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++)
        total = total * 6364136223846793005 + ks_polyglot_key(&real[i].position);
    cr_expect_eq(total, 0x98502e5fb43cf1da, "%016" PRIx64, total);
}

/* A pawn that is pinned attacks the square all the same; one that is not beside the pushed pawn does not. */
Test(polyglot, en_passant_counts_when_a_pawn_attacks_the_square) {
    static const struct {
        const char *with, *without;
        int differ;
    } rows[] = {{"4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4r2k/8/8/3pP3/8/8/8/4K3 w - - 0 1", 1},
                {"7k/8/8/3p4/4P3/8/8/4K3 w - d6 0 1", "7k/8/8/3p4/4P3/8/8/4K3 w - - 0 1", 0}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ks_position with = read_position(rows[i].with, 0), without = read_position(rows[i].without, 0);
        cr_expect_eq(ks_polyglot_key(&with) != ks_polyglot_key(&without), rows[i].differ, "%s", rows[i].with);
    }
}
