/* Letters of pieces with two meanings, as C in Grand chess, which is the Cardinal for people and the Marshall
 * in FEN and for Fairy-Stockfish. */
#include "cli/positions/letters.h"

#include <stdio.h>

#define SEE ": see --notation"

/* Returns the name of the piece that a letter means, in FEN or not, or NULL. */
static const char *meaning_of(const ks_variant *variant, bool in_fen, char letter) {
    for (unsigned type = 0; type < ks_variant_get_facts(variant).types; type++) {
        const ks_variant_piece_type piece = ks_variant_get_piece_type(variant, type);
        if (!piece.promoted && (in_fen ? (char)(piece.label - 'a' + 'A') : piece.letter) == letter)
            return piece.name;
    }
    return NULL;
}

void write_other_letter(const ks_variant *variant, bool fairy, char letter, const char *message,
                        char hint[OTHER_LETTER_SIZE]) {
    const char *const here = meaning_of(variant, fairy, letter),
                      *const there = meaning_of(variant, !fairy, letter),
                      *const where = fairy ? "for people" : "in FEN";
    const bool named = message && message[0] == letter && message[1] == ' '; /* it tells both meanings */
    hint[0] = '\0';
    if (named)
        snprintf(hint, OTHER_LETTER_SIZE, SEE);
    else if (there && !here)
        snprintf(hint, OTHER_LETTER_SIZE, "; %c is the %s %s" SEE, letter, there, where);
    else if (there && here != there)
        snprintf(hint, OTHER_LETTER_SIZE, "; %c is the %s here, %s the %s" SEE, letter, here, where, there);
}
