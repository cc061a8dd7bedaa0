/* The text of variants.ini: sections, keys, values; and the pieces that a section may name. */
#ifndef KS_INI_H
#define KS_INI_H

#include <stdbool.h>

#include "core/text/suggest.h"
#include "kingscan.h"

/* ---- Text ---- */

/* The outer form of a text of variants: sections with lines "key = value". Each section keeps its error, so
 * that the others can be used.
 *
 *     # a comment, or ; a comment: whole lines only
 *     [name]              or [name : base]
 *     key = value         blanks around both are ignored
 */

/* A part of the text. */
struct slice {
    const char *text;
    size_t length;
};

struct ini_entry {
    struct slice key, value;
    bool repeats; /* the section already has the key; the last value counts, as in Fairy-Stockfish */
};

struct ini_section {
    struct slice name, base; /* base: empty when there is none; name: empty only with an error */
    struct ini_entry *entries;
    size_t count;
    ks_error trouble; /* the first error of its lines; its code is KS_OK when there is none */
};

/* An error of a section's lines that is not the first. */
struct ini_trouble {
    size_t section;
    ks_error error;
};

struct ini {
    struct ini_section *sections;
    size_t count;
    struct ini_entry *entries; /* of all sections */
    ks_error trouble;          /* of the lines before the first section */
    struct ini_trouble *later; /* at most INI_SECTIONS_MAX */
    size_t later_count;
    bool no_memory; /* for `later` */
};

/* A text within these limits and KS_VARIANTS_TEXT_MAX is read in about a second. */
enum { INI_LINE_MAX = 4096, INI_SECTIONS_MAX = 256, INI_KEYS_MAX = 256 /* of a section */ };

/* Reads a text of length bytes, which must outlive *ini. Returns KS_OK, with the sections' errors in *ini; or
 * the code of an error that makes the whole text unusable: a text longer than KS_VARIANTS_TEXT_MAX, too many
 * sections, no memory. The caller frees *ini in both cases. */
int ks_ini_read(struct ini *ini, const char *text, size_t length, ks_error *error);
void ks_ini_free(struct ini *ini);

/* Fails with the first error of the text, repeated keys included. Returns KS_OK when there is none. */
int ks_ini_first_trouble(const struct ini *ini, const char *text, ks_error *error);

/* Fails at an entry that repeats a key. text: in which the entry stands; then: the end of the message. */
int ks_ini_fail_repeated(const struct ini_entry *entry, const char *then, const char *text, ks_error *error);

bool ks_slices_equal(struct slice a, struct slice b);
bool ks_slice_is(struct slice slice, const char *string);

/* Returns whether c is a letter, a digit, '-' or '_': a character of names for programs. */
bool ks_is_word_character(char c);

/* ---- Pieces by name ---- */

/* The piece of each letter, section by section: a section may change the letters that it inherits. Pieces are
 * numbered as their keys: the pieces of named_pieces.def, the custom ones, the king. */

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
