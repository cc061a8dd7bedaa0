/* Reads the tags at the beginning of a game in PGN. */
#ifndef KS_PGN_BEGINNING_H
#define KS_PGN_BEGINNING_H

#include <string.h>

#include "core/text/characters.h"
#include "game/pgn/window.h"

/* ---- Tags ---- */

/* Plain tags may be kept as they are written, until somebody asks for them. */
enum { TAGS_AS_WRITTEN_SIZE = 1 << 10 };

struct tags {
    size_t count, used; /* `used` counts bytes of `text` */
    ks_pgn_tag all[KS_PGN_TAGS_MAX];
    char text[KS_PGN_TAGS_SIZE]; /* names and values */

    size_t as_written_length; /* 0 when all tags are in `all` */
    char as_written[TAGS_AS_WRITTEN_SIZE + WINDOW_PADDING];
};

/* The bytes that should be at hand when a tag is read. */
enum { TAG_READABLE = KS_PGN_TAGS_SIZE + 64 };

/* The place of a tag's value or, when there is no tag, of the error. Places are indices in the window. */
struct tag_reading {
    size_t value_at;
    size_t failed_at;
    size_t quote_at;      /* of the first quote in the value without a backslash; 0: there is none */
    const char *expected; /* there; NULL: the tag exceeds a limit */
};

/* Reads the tags that are kept as they are written. */
void ks_read_kept_tags(struct tags *tags);

/* Returns whether the character may be part of a tag's name. */
static inline bool is_tag_name_character(char c) {
    const bool letter = (unsigned char)((c | 0x20) - 'a') < 26;
    return letter || is_digit(c) || (c > ' ' && strchr("_+#=:-", c));
}

/* Returns the last tag of this name, which counts where it is repeated, or NULL. */
const ks_pgn_tag *ks_find_last_tag(const ks_pgn_tag *tags, size_t count, const char *name);

/* The same among the tags of a game when none is kept as it is written (precondition). */
const ks_pgn_tag *ks_find_tag(const struct tags *tags, const char *name);

#endif
