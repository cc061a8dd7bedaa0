/* Random games of every variant, written as text and read again. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/games/reading.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/variants/read.h"

TestSuite(variant_rounds, .timeout = 300);

enum { PLIES = 80, GAMES = SLOW ? 1 : 4, MOVES = 1 << 12 };

/* A writer of a move, such as ks_variant_write_san. */
typedef size_t writer(const ks_variant *variant, const ks_variant_position *position, ks_variant_move move,
                      char *text);

static size_t write_san(const ks_variant *variant, const ks_variant_position *position, ks_variant_move move,
                        char *text) {
    return ks_variant_write_san(variant, position, move, text);
}

static size_t write_uci(const ks_variant *variant, const ks_variant_position *position, ks_variant_move move,
                        char *text) {
    return ks_variant_write_uci(variant, position, move, 0, text);
}

/* Appends a game, and the FEN of its positions to `fens`. */
static void add_game(reading *text, reading *fens, const ks_variant *variant, uint64_t *random,
                     writer *write) {
    static ks_variant_move moves[MOVES];
    ks_variant_position position = *ks_variant_get_start(variant);
    ks_variant_undo undo;
    reading_add(text, "[Variant \"%s\"]\n\n", ks_variant_get_facts(variant).name);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        char move[KS_VARIANT_SAN_SIZE + KS_VARIANT_UCI_SIZE];
        const size_t count = ks_variant_legal_moves(variant, &position, moves, MOVES);
        if (count == 0)
            break;
        const ks_variant_move chosen = moves[random_below(random, (unsigned)(count < MOVES ? count : MOVES))];
        write(variant, &position, chosen, move);
        reading_add(text, "%s ", move);
        ks_variant_make_move(variant, &position, chosen, &undo);
        char fen[KS_VARIANT_FEN_SIZE];
        ks_variant_write_fen(variant, &position, fen);
        reading_add(fens, "%s\n", fen);
    }
    reading_add(text, "*\n\n");
}

static void expect_read(const ks_variants *variants, const reading *text, const reading *fens,
                        const char *name) {
    ks_pgn *const pgn = ks_pgn_open_text(text->text, text->length, 0, NULL);
    reading found = {0};
    const ks_pgn_item *item;
    ks_pgn_use_variants(pgn, variants);
    while (ks_pgn_next_game(pgn))
        while ((item = ks_pgn_next_item(pgn)) != NULL) {
            const ks_error *const error = item->kind == KS_PGN_ERROR ? ks_pgn_get_error(pgn) : NULL;
            cr_assert_null(error, "%s: %.*s: %s in\n%s", name, (int)item->length, item->text,
                           error ? error->message : "", text->text);
            char fen[KS_VARIANT_FEN_SIZE];
            if (ks_pgn_get_variant(pgn))
                ks_variant_write_fen(ks_pgn_get_variant(pgn), ks_pgn_get_variant_position(pgn), fen);
            else
                ks_write_fen(ks_pgn_get_position(pgn), fen);
            reading_add(&found, "%s\n", fen);
        }
    cr_assert_str_eq(found.text ? found.text : "", fens->text ? fens->text : "",
                     "%s: other positions after\n%s", name, text->text);
    ks_pgn_close(pgn);
    free(found.text);
}

static void try_all(writer *write, const char *what) {
    ks_variants *const variants = read_variants(NULL);
    uint64_t random = 1;
    size_t tried = 0;
    for (size_t i = 0; i < ks_variants_count(variants); i++) {
        const ks_variant *const variant = ks_variants_get_variant(variants, i);
        const char *const name = ks_variant_get_facts(variant).name;
        for (unsigned game = 0; game < GAMES; game++, tried++) {
            reading text = {0}, fens = {0};
            add_game(&text, &fens, variant, &random, write);
            expect_read(variants, &text, &fens, name);
            free(text.text);
            free(fens.text);
        }
    }
    cr_assert_gt(tried, 100, "%zu games in %s", tried, what);
    ks_variants_free(variants);
}

Test(variant_rounds, san) {
    try_all(write_san, "SAN");
}

Test(variant_rounds, uci) {
    try_all(write_uci, "UCI");
}
