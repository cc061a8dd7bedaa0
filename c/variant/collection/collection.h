/* Collections of variants, and their making from sections of text. */
#ifndef KS_COLLECTION_H
#define KS_COLLECTION_H

#include <stdatomic.h>

#include "variant/definition/definition.h"
#include "variant/read/ini.h"
#include "variant/read/section.h"

/* ---- Collections ---- */

/* The collection of variants: the bundled ones, and the variants of a text. */

/* The variants of `bundled` come first. Each is NULL until the first request for it, from any thread. */
struct ks_variants {
    size_t count, remark_count;
    _Atomic(ks_variant *) *all;
    struct ini bundled;
    char (*names)[NAME_SIZE]; /* of the bundled ones */
    bool fen_letters;
    ks_variants_remark *remarks;
};

/* Makes a bundled variant, unless another thread has, and keeps it. Returns NULL when there is no memory. */
const ks_variant *ks_variants_make_bundled(const ks_variants *variants, size_t index);

/* ---- Making ---- */

/* Makes variants from the sections of texts. A section may inherit from others of its text and of the bundled
 * one. */

/* The two texts that are being read. */
struct sources {
    struct ini bundled, own;
    const char *text;
    size_t length;
    ks_error *error;
};

/* The most bytes for the tables of all variants of a text. A bundled variant takes about a thousandth of
 * that. */
enum { TABLES_MAX = 1 << 28 };

/* The sections that are being made into variants. */
struct making {
    struct sources sources;
    bool each;          /* sections with errors are left out */
    ks_error *troubles; /* [section]: its error; the code is KS_OK when it became a variant */
    ks_error *doubts;   /* [section]: a warning about a text that can be read, but may be a mistake */
    const struct ini_section **chain; /* room for one chain, and for the lineups along it */
    const struct lineup **along;
    struct lineup *lineups; /* [section] */
    bool *has_lineup;
    size_t room;
    bool no_memory; /* for a variant: nothing is wrong with its section */
};

/* ---- Mistakes ---- */

/* All mistakes of a section, for its author, who wants to see them in one go. */

enum { MISTAKES_MAX = 16 /* of a section */ };

#endif
