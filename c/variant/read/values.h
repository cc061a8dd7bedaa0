/* Readers of the values of a variant's keys, with exact places of errors. */
#ifndef KS_VALUES_H
#define KS_VALUES_H

#include "core/text/cursor.h"
#include "variant/definition/definition.h"
#include "variant/read/ini.h"

/* A variant that is being read: the section that describes it, those that it inherits from, and the parts
 * already read. */
struct variant_text {
    const char *text; /* the text of error offsets; NULL for the bundled text */
    size_t length;
    const struct ini_section **chain; /* the variant's section first */
    const struct lineup **lineups;    /* [depth]: the lineup of chain[depth] */
    size_t depth;
    uint8_t *type_of_piece; /* [number of the piece: ini.h]: NO_TYPE when the variant does not have it */
    ks_variant *variant;
    size_t *room;    /* for tables: see ks_variant_build_tables */
    bool *no_memory; /* set when there was none, and no limit was met */
    ks_error *error;
    ks_error *doubt; /* receives an error that the variant can be played with; NULL: such an error counts as
                        any other */
};

/* The value of a key, from the variant's section or the nearest one that it inherits from. slice.text is NULL
 * when there is no value. */
struct value {
    struct slice key, slice;
    size_t depth; /* 0: from the variant's section */
};

struct value ks_find_value(const struct variant_text *t, const char *key);
/* Returns the value of two keys with the same meaning: the nearer one, or the first when both are equally
 * near. */
struct value ks_find_either(const struct variant_text *t, const char *key, const char *other);

/* Returns the value that counts for a side. keys: as for ks_read_types_of_sides. */
struct value ks_find_value_of_side(const struct variant_text *t, const char *const keys[4], unsigned side);

/* Reads a value. context: as ks_read_added_up was given it. */
typedef int value_reader(const struct variant_text *t, const struct value *value, void *context);

/* Reads the values of a key that adds up: from all sections from which this one inherits, then its own.
 * Returns KS_OK or the first error. */
int ks_read_added_up(const struct variant_text *t, const char *key, value_reader *read, void *context);

/* Fails with "KEY: " and the message, at an offset in the value, or at the variant's section when the value
 * is not in the text. The message says when the value is inherited or a default. */
int ks_value_fail(const struct variant_text *t, const struct value *value, int code, size_t offset,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Keeps the variant's first such error in *t->doubt and returns KS_OK. Fails as ks_value_fail does when
 * t->doubt is NULL. */
int ks_value_doubt(const struct variant_text *t, const struct value *value, int code, size_t offset,
                   const char *message);
/* Fails with "expected ..., found" and the value. */
int ks_value_refuse(const struct variant_text *t, const struct value *value, const char *expected);
/* Fails at the variant's section. */
int ks_variant_fail(const struct variant_text *t, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The functions below return KS_OK, or the code of an error. They change nothing when the key is not
 * given. */
int ks_read_bool(const struct variant_text *t, const char *key, bool *answer);
int ks_read_number(const struct variant_text *t, const char *key, unsigned least, unsigned most,
                   unsigned *number);
/* Reads a file, given as a letter or a number from 1; *file counts from 0. */
int ks_read_file(const struct variant_text *t, const char *key, unsigned files, unsigned *file);
/* Reads one of the words and sets *index to its place. words: ends with NULL. */
int ks_read_word(const struct variant_text *t, const char *key, const char *const *words, unsigned *index);
/* Reads squares: *3 is a rank, a* a file, a3 a square, * all, - none. */
int ks_read_region(const struct variant_text *t, const struct value *value, ks_variant_squares *squares);
/* Reads letters of pieces as a set of types; '-' means none, '*' all. */
int ks_read_types(const struct variant_text *t, const char *key, uint32_t *types);
int ks_read_type_list(const struct variant_text *t, const struct value *value, uint32_t *types);
/* Does the same for each side. keys: white's, black's, and up to two for both sides, which count when they
 * are nearer; NULL for a missing one. */
int ks_read_types_of_sides(const struct variant_text *t, const char *const keys[4], uint32_t types[2]);

/* Reads the letter at r->at and moves past it. The letter means the piece that has it in the section of the
 * value. *type is NO_TYPE when an inherited value names a piece that a nearer section removes. */
int ks_read_type(const struct variant_text *t, const struct value *value, reader *r, unsigned *type);

/* Returns the set of types of the pieces with these keys that the variant and all sections that it inherits
 * from have. keys: ends with NULL. */
uint32_t ks_types_of_keys(const struct variant_text *t, const char *const *keys);

#endif
