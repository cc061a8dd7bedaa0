/* The outer form of a text of variants: sections, and in them lines "key = value". What is wrong with a
 * section is kept with it, so that the others can be used.
 *
 *     # a comment, or ; a comment: whole lines only
 *     [name]              or [name : base]
 *     key = value         blanks around both don't count
 */
#ifndef KS_INI_H
#define KS_INI_H

#include <stdbool.h>

#include "kingscan.h"

/* A part of the text. */
struct slice {
    const char *text;
    size_t length;
};

struct ini_entry {
    struct slice key, value;
    bool repeats; /* the section has the key already; the last value counts, as with Fairy-Stockfish */
};

struct ini_section {
    struct slice name, base; /* base: empty when there is none; name: empty only with trouble */
    struct ini_entry *entries;
    size_t count;
    ks_error trouble; /* the first in the section; its code is KS_OK when there is none */
};

struct ini {
    struct ini_section *sections;
    size_t count;
    struct ini_entry *entries; /* of all sections */
    ks_error trouble;          /* before the first section */
};

/* Whatever is within these, and KS_VARIANTS_TEXT_MAX, is read in about a second. */
enum { INI_LINE_MAX = 4096, INI_SECTIONS_MAX = 256, INI_KEYS_MAX = 256 /* of a section */ };

/* Reads a text of length bytes, at most KS_VARIANTS_TEXT_MAX, which has to stay as long as *ini is used.
 * Returns KS_OK, with all that is wrong in *ini; or the code of an error after which nothing can be used: too
 * long a text, too many sections, no memory. In both cases *ini is to be freed. */
int ks_ini_read(struct ini *ini, const char *text, size_t length, ks_error *error);
void ks_ini_free(struct ini *ini);

/* Finds what is wrong first in the text, repeated keys included. Returns KS_OK when nothing is. */
int ks_ini_first_trouble(const struct ini *ini, const char *text, ks_error *error);

/* Fails at an entry that repeats a key. text: of which the entry is a part; then: the end of the message. */
int ks_ini_fail_repeated(const struct ini_entry *entry, const char *then, const char *text, ks_error *error);

bool ks_slices_equal(struct slice a, struct slice b);
bool ks_slice_is(struct slice slice, const char *string);

/* Whether c is a letter, a digit, '-' or '_': what names for programs are made of. */
bool ks_is_word_character(char c);

#endif
