/* The variants of a file that somebody names on the command line. */
#ifndef KS_VARIANTS_FILE_H
#define KS_VARIANTS_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "kingscan.h"

/* Returns all variants, with the variants of the file unless file is NULL, except those that cannot be read,
 * which have remarks (ks_variants_get_remark). When nothing of the file can be used, reports why and where,
 * and does not return. */
ks_variants *load_variants(const char *file);
/* Does the same, but doesn't return when anything is wrong with the file. */
ks_variants *load_variants_strictly(const char *file);
/* Does the same as the first, and moves have the letters of FEN. */
ks_variants *load_variants_with_fen_letters(const char *file);

/* The text of the file that has been loaded last; NULL when none was. */
const char *variants_text(size_t *length);

/* Returns the variant of this index. Doesn't return when there is no memory for it. */
const ks_variant *require_variant_at(const ks_variants *variants, size_t index);

/* Prints the warnings about the variant of this name and its bases, and returns the variant. Doesn't return
 * when there is none, or when it can't be read. what: begins the message. */
const ks_variant *require_variant(const ks_variants *variants, const char *what, const char *name);

/* A line of the file that has been loaded last. */
struct file_place {
    const char *file;
    uint64_t line;
    size_t column; /* from 1 */
};

/* Returns the place of an error in that file. */
struct file_place variants_place(const ks_error *error);

/* Prints "FILE:LINE:COLUMN: warning: MESSAGE". */
void warn_of(const ks_error *error);

#endif
