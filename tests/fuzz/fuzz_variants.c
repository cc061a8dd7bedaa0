/* libFuzzer on texts of variants: whatever the bytes, they are read no further than they go, and errors lie
 * within them. What is accepted can be described, its start comes back as FEN, and in a game of it no move
 * leaves its own king attacked. */
#include <string.h>

#include "../../c/variant/read.h"
#include "require.h"

static void describe(const ks_variant *variant) {
    char text[64];
    for (unsigned kind = 0; kind < ks_variant_get_facts(variant).kinds; kind++)
        require(ks_variant_describe_kind(variant, kind, text, sizeof text) > 0, "a piece has no description");
    require(ks_variant_describe_rules(variant, text, sizeof text) > 0, "a variant has no rules");
}

/* The same position by another way. */
static void write_and_read(const ks_variant *variant, const ks_variant_position *position) {
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variant_position again;
    ks_error error;
    const size_t length = ks_variant_write_fen(variant, position, fen);
    require(length < sizeof fen && strlen(fen) == length, "a FEN has the wrong length");
    if (ks_variant_read_fen(variant, fen, length, KS_STRICT, &again, &error) != KS_OK) {
        fprintf(stderr, "%s: %s\n", fen, error.message);
        require(0, "a FEN isn't read again");
    }
    require(memcmp(position, &again, sizeof again) == 0, "a FEN is read as another position");
}

static void play(const ks_variant *variant, unsigned number) {
    enum { PLIES = 12, ROOM = 4096 };
    static ks_variant_move moves[ROOM];
    ks_variant_position position = *ks_variant_start(variant);
    for (unsigned ply = 0; ply < PLIES; ply++) {
        const size_t found = ks_variant_legal_moves(variant, &position, moves, ROOM);
        const unsigned us = position.side_to_move;
        write_and_read(variant, &position);
        ks_variant_judge(variant, &position, NULL);
        if (found == 0)
            return;
        number = number * 1664525 + 1013904223;
        ks_variant_make_move(variant, &position, moves[number % (found < ROOM ? found : ROOM)]);
        const ks_squares attackers = ks_variant_attackers(variant, &position, position.king[us], us ^ 1);
        require((attackers.half[0] | attackers.half[1]) == 0, "a legal move leaves the king attacked");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ks_error error;
    ks_variants *const variants = ks_variants_read_own((const char *)data, size, &error);
    if (!variants) {
        require(error.offset <= size, "an error lies outside the text");
        require(memchr(error.message, '\n', strlen(error.message)) == NULL, "a message has two lines");
        return 0;
    }
    for (size_t i = 0; i < ks_variants_count(variants); i++) {
        describe(ks_variants_get(variants, i));
        play(ks_variants_get(variants, i), (unsigned)size + (unsigned)i);
    }
    ks_variants_free(variants);
    return 0;
}
