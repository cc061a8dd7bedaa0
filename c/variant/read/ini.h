/* The outer form of a text of variants: sections, and in them lines "key = value".
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
};

struct ini_section {
    struct slice name, base; /* base: empty when there is none */
    struct ini_entry *entries;
    size_t count;
};

struct ini {
    struct ini_section *sections;
    size_t count;
    struct ini_entry *entries; /* of all sections */
};

/* Whatever is within these, and KS_VARIANTS_TEXT_MAX, is read in about a second. */
enum { INI_LINE_MAX = 4096, INI_SECTIONS_MAX = 256, INI_KEYS_MAX = 256 /* of a section */ };

/* Reads a text of length bytes, at most KS_VARIANTS_TEXT_MAX, which has to stay as long as *ini is used. A
 * section may have a key only once. Returns KS_OK, or the code of an error, whose offset is in the text. In
 * both cases *ini is to be freed. */
int ks_ini_read(struct ini *ini, const char *text, size_t length, ks_error *error);
void ks_ini_free(struct ini *ini);

bool ks_slices_equal(struct slice a, struct slice b);
bool ks_slice_is(struct slice slice, const char *string);

/* Whether c is a letter, a digit, '-' or '_': what names for programs are made of. */
bool ks_is_word_character(char c);

#endif
