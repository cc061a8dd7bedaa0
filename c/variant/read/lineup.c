/* The keys of pieces, and the piece of each letter. */
#include "variant/read/lineup.h"

#include <stdio.h>
#include <string.h>

/* ---- Keys ---- */

/* The pieces whose key implies their moves. */
static const struct piece_key known_pieces[] = {
#define PIECE(key, betza, name) {#key, betza, name, false},
#include "variant/read/pieces.def"
#undef PIECE
};

enum { KNOWN_PIECES = sizeof known_pieces / sizeof *known_pieces, KING = KNOWN_PIECES + CUSTOM_PIECES };

_Static_assert(KING < 64, "a set of pieces has 64 bits");

unsigned ks_piece_count(void) {
    return KING + 1;
}

struct piece_key ks_key_of_piece(unsigned piece, char text[PIECE_KEY_SIZE]) {
    if (piece < KNOWN_PIECES)
        return known_pieces[piece];
    if (piece == KING)
        return (struct piece_key){"king", "K", "King", true};
    snprintf(text, PIECE_KEY_SIZE, "customPiece%u", piece - KNOWN_PIECES + 1);
    return (struct piece_key){text, NULL, "Piece %c", true};
}

unsigned ks_piece_of_key(struct slice key) {
    char text[PIECE_KEY_SIZE];
    for (unsigned piece = 0; piece < ks_piece_count(); piece++)
        if (ks_slice_is(key, ks_key_of_piece(piece, text).key))
            return piece;
    return NO_PIECE;
}

void ks_add_piece_keys(struct choices *choices) {
    for (size_t i = 0; i < KNOWN_PIECES; i++)
        ks_add_choice(choices, known_pieces[i].key);
    ks_add_choice(choices, "king");
}

/* ---- Letters ---- */

/* Returns the number of a small or capital letter; -1 when there is none. */
static int letter_of(struct slice value) {
    const int letter = value.length ? (*value.text | 0x20) - 'a' : -1;
    return letter >= 0 && letter < 26 ? letter : -1;
}

/* Finds the value that a section gives to each piece. */
static void find_values(const struct ini_section *section, struct slice *values) {
    for (size_t i = 0; i < section->count; i++) {
        const unsigned piece = ks_piece_of_key(section->entries[i].key);
        if (piece != NO_PIECE)
            values[piece] = section->entries[i].value;
    }
}

static void take_away(struct lineup *lineup, unsigned piece) {
    for (unsigned letter = 0; letter < 26; letter++)
        if (lineup->piece[letter] == piece)
            lineup->piece[letter] = NO_PIECE;
    lineup->present &= ~((uint64_t)1 << piece);
}

void ks_find_lineup(const struct ini_section *section, const struct lineup *base, struct lineup *lineup) {
    struct slice values[KING + 1] = {{NULL, 0}};
    unsigned given = 0; /* bit n: letter n, by this section */
    if (base) {
        *lineup = *base;
    } else {
        lineup->present = 0;
        memset(lineup->piece, NO_PIECE, sizeof lineup->piece);
    }
    find_values(section, values);
    for (unsigned piece = 0; piece <= KING; piece++)
        if (values[piece].text)
            take_away(lineup, piece);
    for (unsigned piece = 0; piece <= KING; piece++) {
        const int letter = values[piece].text ? letter_of(values[piece]) : -1;
        if (letter < 0 || given >> letter & 1)
            continue;
        if (lineup->piece[letter] != NO_PIECE)
            take_away(lineup, lineup->piece[letter]);
        lineup->piece[letter] = (uint8_t)piece;
        lineup->present |= (uint64_t)1 << piece;
        given |= 1u << letter;
    }
}
