/* The variant that a command is to play: --variant NAME, and --variants FILE for one that isn't bundled. */
#ifndef KS_VARIANT_ARGUMENT_H
#define KS_VARIANT_ARGUMENT_H

#include <stdbool.h>

#include "cli/shell/command.h"
#include "kingscan.h"

/* Rows of a command's options. */
#define VARIANT_OPTION                                                                                       \
    { "variant", 0, "NAME", "play this variant: see 'kingscan variants'" }
#define VARIANTS_OPTION                                                                                      \
    { "variants", 0, "FILE", "read more variants from this file: see 'kingscan variants --help'" }

/* What was given; NULL what wasn't. */
struct variant_choice {
    const char *name, *file;
};

/* How a command is told to read positions. */
struct reading {
    unsigned fen_flags; /* of enum ks_fen_flag */
    struct variant_choice variant;
};

/* Notes the option just found, which is LENIENT_OPTION, STRICT_OPTION, VARIANT_OPTION or VARIANTS_OPTION. */
void note_reading_option(const struct arguments *arguments, struct reading *reading);

/* All variants, of the file too unless it is NULL. Of a file that can't be read, or is wrong, it says what
 * and where, and doesn't return. */
ks_variants *load_variants(const char *file);

/* The variant of the choice, NULL when there was none: chess, then, by its own rules and functions. Doesn't
 * return when there is no such variant. */
const ks_variant *choose_variant(const struct variant_choice *choice);

/* Fails when an option was given that a variant doesn't know. */
void refuse_beside_variant(bool given, const char *option);

/* As read_position_argument. Without words, the variant's start. flags: KS_STRICT or 0. */
void read_variant_position(const ks_variant *variant, char **words, int count, unsigned flags,
                           ks_variant_position *position);

#endif
