/* The tags of a game: pairs of a name and a value, each in brackets. */
#ifndef KS_GAMES_TAGS_H
#define KS_GAMES_TAGS_H

#include "rules/games/window.h"

struct tags {
    size_t count, used; /* used: bytes of `text` */
    ks_pgn_tag all[KS_PGN_TAGS_MAX];
    char text[KS_PGN_TAGS_SIZE]; /* names and values */
};

/* The bytes that should be at hand when a tag is read. */
enum { TAG_READABLE = KS_PGN_TAGS_SIZE + 64 };

/* The place of a tag's value or, when there is no tag, of the error. Places are indices in the window. */
struct tag_reading {
    size_t value_at;
    size_t failed_at;
    const char *expected; /* there; NULL: the tag exceeds a limit */
};

/* Reads the tag that begins with the bracket at `at` (TAG_READABLE bytes are at hand: precondition), adds it
 * to the tags, and moves `at` after it. Returns false when there is none, or no room for it; `at` stays at
 * the bracket. */
bool ks_read_tag(struct tags *tags, struct window *w, struct tag_reading *reading);

/* Returns whether the character may be part of a tag's name. */
bool ks_is_tag_name_character(char c);

/* Returns the first tag of this name, or NULL. */
const ks_pgn_tag *ks_find_tag(const struct tags *tags, const char *name);

#endif
