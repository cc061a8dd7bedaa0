/* The piece of each letter, section by section: a section may change the letters that it inherits. Pieces are
 * numbered as their keys: the pieces of pieces.def, the custom ones, the king. */
#ifndef KS_LINEUP_H
#define KS_LINEUP_H

#include "core/text/suggest.h"
#include "variant/read/ini.h"

enum { CUSTOM_PIECES = 25, PIECE_KEY_SIZE = 24, NO_PIECE = 255 };

/* The facts of a piece that follow from its key alone. */
struct piece_key {
    const char *key, *betza, *name; /* betza: NULL when the value must give it */
    bool may_say_moves;
};

/* Returns the number of pieces that have keys, at most 64. */
unsigned ks_piece_count(void);
/* Returns the key of a piece; a numbered key is written to `text`. */
struct piece_key ks_key_of_piece(unsigned piece, char text[PIECE_KEY_SIZE]);
/* Returns the piece of this key; NO_PIECE when there is none. */
unsigned ks_piece_of_key(struct slice key);
/* Adds the keys of pieces that are not numbered. */
void ks_add_piece_keys(struct choices *choices);

struct lineup {
    uint8_t piece[26]; /* [letter]: its piece; NO_PIECE when there is none */
    uint64_t present;  /* bit n: piece n has a letter */
};

/* Finds the pieces of the letters in a section. base: the lineup of the section that it inherits from; NULL
 * when there is none. As in Fairy-Stockfish, a piece whose letter the section gives to another one is
 * removed. When the section gives one letter to two pieces, the first keeps it. */
void ks_find_lineup(const struct ini_section *section, const struct lineup *base, struct lineup *lineup);

#endif
