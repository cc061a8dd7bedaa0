/* The values of a variant's keys, read with exact error places. */
#ifndef KS_VALUES_H
#define KS_VALUES_H

#include "core/cursor.h"
#include "variant/definition.h"
#include "variant/read/ini.h"

/* A variant on its way from text to rules: the section that describes it, those that it inherits from, and
 * what has been read. */
struct variant_text {
    const char *text; /* that error offsets count from; the bundled text when NULL */
    size_t length;
    const struct ini_section **chain; /* the variant's own section first */
    size_t depth;
    ks_variant *variant;
    size_t *room; /* for tables: see ks_variant_build_tables */
    ks_error *error;
};

/* A key's value as its section or the nearest one that it inherits from has it; no text when there is none.
 */
struct value {
    struct slice key, slice;
    size_t depth; /* 0: of the variant's own section */
};

struct value ks_find_value(const struct variant_text *t, const char *key);
/* The one of two keys that say the same thing that counts: the nearer one, the first when both are as near.
 */
struct value ks_find_either(const struct variant_text *t, const char *key, const char *other);

/* Fails with "KEY: " and the message, at a place in the value, or at the variant's section when that is not
 * in the text. Of a value that the section hasn't got itself, the message says so. */
int ks_value_fail(const struct variant_text *t, const struct value *value, int code, size_t offset,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The same, with a message about the value itself, which is shown. */
int ks_value_refuse(const struct variant_text *t, const struct value *value, const char *expected);
/* Fails at the variant's section. */
int ks_variant_fail(const struct variant_text *t, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* These return KS_OK, and change nothing when the key isn't there; or a code of an error. */
int ks_read_bool(const struct variant_text *t, const char *key, bool *answer);
int ks_read_number(const struct variant_text *t, const char *key, unsigned least, unsigned most,
                   unsigned *number);
/* A file as a letter or a number, from 0. */
int ks_read_file(const struct variant_text *t, const char *key, unsigned files, unsigned *file);
/* One of the words, as its index; NULL ends them. */
int ks_read_word(const struct variant_text *t, const char *key, const char *const *words, unsigned *index);
/* Squares: *3 is a rank, a* a file, a3 a square, * all, - none. */
int ks_read_region(const struct variant_text *t, const struct value *value, ks_squares *squares);
/* Letters of pieces, as a set of types; '-' none. */
int ks_read_types(const struct variant_text *t, const char *key, uint32_t *types);

/* The type of a letter in a value at r->at, which is passed. An inherited value may name a piece that the
 * variant has not got: then it is NO_TYPE. */
int ks_read_type(const struct variant_text *t, const struct value *value, reader *r, unsigned *type);

#endif
