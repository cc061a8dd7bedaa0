/* Reading the values of a variant's keys, with exact places of errors. */
#ifndef KS_VALUES_H
#define KS_VALUES_H

#include "core/cursor.h"
#include "variant/definition.h"
#include "variant/read/lineup.h"

/* A variant while it is read: the section that describes it, those that it inherits from, and what has been
 * read. */
struct variant_text {
    const char *text; /* in which error offsets count; NULL while the bundled text is read */
    size_t length;
    const struct ini_section **chain; /* the variant's own section first */
    const struct lineup **lineups;    /* of each of these */
    size_t depth;
    uint8_t *type_of_piece; /* [number of the piece: lineup.h]: NO_TYPE when the variant hasn't got it */
    ks_variant *variant;
    size_t *room; /* for tables: see ks_variant_build_tables */
    ks_error *error;
    ks_error *doubt; /* where a doubt goes that doesn't keep the variant from being played; NULL: it does */
};

/* The value of a key, from the variant's own section or the nearest one that it inherits from. The slice has
 * no text when there is none. */
struct value {
    struct slice key, slice;
    size_t depth; /* 0: of the variant's own section */
};

struct value ks_find_value(const struct variant_text *t, const char *key);
/* The value of two keys that say the same thing: the nearer one counts, or the first when both are as near.
 */
struct value ks_find_either(const struct variant_text *t, const char *key, const char *other);

/* Finds the value that counts for a side, of keys as ks_read_types_of_sides takes them. */
struct value ks_find_value_of_side(const struct variant_text *t, const char *const keys[4], unsigned side);

/* Reads a value. context: what the caller of ks_read_added_up gives. */
typedef int value_reader(const struct variant_text *t, const struct value *value, void *context);

/* Reads the values that a key has in all sections from which this one inherits, then its own: they add up.
 * Returns KS_OK or the first error. */
int ks_read_added_up(const struct variant_text *t, const char *key, value_reader *read, void *context);

/* Fails with "KEY: " and the message, at an offset in the value, or at the variant's section when the value
 * isn't in the text. The message says when the value is inherited or a default. */
int ks_value_fail(const struct variant_text *t, const struct value *value, int code, size_t offset,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Keeps the same as a doubt, the first of the variant, and returns KS_OK; fails where there is no room for
 * doubts. */
int ks_value_doubt(const struct variant_text *t, const struct value *value, int code, size_t offset,
                   const char *message);
/* Fails with a message that gives what was expected and the value. */
int ks_value_refuse(const struct variant_text *t, const struct value *value, const char *expected);
/* Fails at the variant's section. */
int ks_variant_fail(const struct variant_text *t, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The functions below return KS_OK, or the code of an error. Without the key they change nothing. */
int ks_read_bool(const struct variant_text *t, const char *key, bool *answer);
int ks_read_number(const struct variant_text *t, const char *key, unsigned least, unsigned most,
                   unsigned *number);
/* Reads a file, given as a letter or a number from 1; *file counts from 0. */
int ks_read_file(const struct variant_text *t, const char *key, unsigned files, unsigned *file);
/* Reads one of the words, whose list ends with NULL; *index says which. */
int ks_read_word(const struct variant_text *t, const char *key, const char *const *words, unsigned *index);
/* Reads squares: *3 is a rank, a* a file, a3 a square, * all, - none. */
int ks_read_region(const struct variant_text *t, const struct value *value, ks_squares *squares);
/* Reads letters of pieces as a set of types; '-' means none, '*' all. */
int ks_read_types(const struct variant_text *t, const char *key, uint32_t *types);
int ks_read_type_list(const struct variant_text *t, const struct value *value, uint32_t *types);
/* Does the same for each side. keys: white's, black's, and those for both sides, which count where they are
 * nearer; NULL where there is none. */
int ks_read_types_of_sides(const struct variant_text *t, const char *const keys[4], uint32_t types[2]);

/* Reads the letter at r->at, which stands for the piece that has it where the value is given, and passes over
 * it. *type is NO_TYPE when an inherited value names a piece that has been taken away since. */
int ks_read_type(const struct variant_text *t, const struct value *value, reader *r, unsigned *type);

/* The types of the pieces with these keys, as a set, as far as the variant and all that it inherits from have
 * them. keys: ends with NULL. */
uint32_t ks_types_of_keys(const struct variant_text *t, const char *const *keys);

#endif
