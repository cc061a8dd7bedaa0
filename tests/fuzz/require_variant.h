/* Promises about positions and moves of variants: they are the same when read again from their texts, in each
 * notation. */
#ifndef KS_FUZZ_REQUIRE_VARIANT_H
#define KS_FUZZ_REQUIRE_VARIANT_H

#include <string.h>

#include "fuzz/require.h"
#include "kingscan.h"
#include "support/variants/same.h"

static inline void require_fen_comes_back(const ks_variant *variant, const ks_variant_position *position) {
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variant_position again;
    const size_t length = ks_variant_write_x_fen(variant, position, fen);
    require(length < sizeof fen && strlen(fen) == length, "a FEN fits");
    require(ks_variant_read_fen(variant, fen, length, KS_FEN_RIGHTS, &again, NULL) == KS_OK &&
                same_varied_position(&again, position),
            "a position comes back from its FEN");
    require(ks_variant_position_key(variant, &again) == ks_variant_position_key(variant, position),
            "a position has one key");
    require(ks_variant_read_fen(variant, fen, length, KS_FEN_LENIENT, &again, NULL) == KS_OK &&
                same_varied_position(&again, position),
            "the lenient reader reads what the other one does");
}

static inline void require_text_means(const ks_variant *variant, const ks_variant_position *position,
                                      const char *text, size_t length, ks_variant_move move) {
    ks_variant_attempt attempt;
    require(strlen(text) == length, "a move has the length that it says");
    require(ks_variant_read_move(variant, position, text, length, &attempt, NULL) == KS_OK &&
                attempt.move == move,
            "a move is read as it is written");
}

static inline void require_move_comes_back(const ks_variant *variant, const ks_variant_position *position,
                                           ks_variant_move move) {
    char text[KS_VARIANT_SAN_SIZE > KS_VARIANT_UCI_SIZE ? KS_VARIANT_SAN_SIZE : KS_VARIANT_UCI_SIZE];
    for (unsigned flags = 0; flags <= KS_UCI_CHESS960; flags += KS_UCI_CHESS960) {
        const size_t length = ks_variant_write_uci(variant, position, move, flags, text);
        require(length < KS_VARIANT_UCI_SIZE, "a move fits");
        require_text_means(variant, position, text, length, move);
    }
    const size_t length = ks_variant_write_san(variant, position, move, text);
    require(length < KS_VARIANT_SAN_SIZE, "SAN fits");
    require_text_means(variant, position, text, length, move);
}

#endif
