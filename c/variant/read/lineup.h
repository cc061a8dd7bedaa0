/* Which piece each letter stands for, section by section: what one section says of a letter, one that
 * inherits from it may change. Pieces are numbered as their keys: those of pieces.def, the custom ones, the
 * king. */
#ifndef KS_LINEUP_H
#define KS_LINEUP_H

#include "core/words/suggest.h"
#include "variant/read/ini.h"

enum { CUSTOM_PIECES = 25, PIECE_KEY_SIZE = 24, NO_PIECE = 255 };

/* What is known of a piece from its key alone. */
struct piece_key {
    const char *key, *betza, *name; /* betza: NULL when the value has to say it */
    bool may_say_moves;
};

/* The number of pieces that there are keys for, at most 64. */
unsigned ks_piece_count(void);
/* The key of a piece; its text is in `text` where it is numbered. */
struct piece_key ks_key_of_piece(unsigned piece, char text[PIECE_KEY_SIZE]);
/* The piece of this key; NO_PIECE when there is none. */
unsigned ks_piece_of_key(struct slice key);
/* Adds the keys of pieces that aren't numbered. */
void ks_add_piece_keys(struct choices *choices);

struct lineup {
    uint8_t piece[26]; /* of each letter; NO_PIECE when it stands for none */
    uint64_t present;  /* bit n: piece n has a letter */
};

/* Finds what the letters stand for in a section. base: of the section that it inherits from; NULL without
 * one. As with Fairy-Stockfish, a piece whose letter the section gives to another one is taken away. Of two
 * pieces to which the section itself gives one letter, the first keeps it. */
void ks_find_lineup(const struct ini_section *section, const struct lineup *base, struct lineup *lineup);

#endif
