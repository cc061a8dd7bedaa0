/* A cursor that readers of text move from left to right. A reader leaves the cursor after the text that it
 * has read, or fails with the offset of the first wrong byte. */
#ifndef KS_CURSOR_H
#define KS_CURSOR_H

#include <stdbool.h>

#include "core/text/characters.h"
#include "core/text/error.h"

typedef struct reader {
    const char *text;
    size_t length, at;
    ks_error *error;
} reader;

enum { END = -1 };

static inline int peek(const reader *r) {
    return r->at < r->length ? (unsigned char)r->text[r->at] : END;
}

static inline bool at_field_end(const reader *r) {
    return peek(r) == END || is_blank(peek(r));
}

static inline void skip_blanks(reader *r) {
    while (is_blank(peek(r)))
        r->at++;
}

/* Fails at the cursor. */
static inline int unexpected(const reader *r, int code, const char *expected) {
    return ks_unexpected(r->error, code, r->text, r->length, r->at, expected);
}

/* Moves to the next field of a FEN; fails when there is none. */
static inline int next_field(reader *r, const char *expected) {
    skip_blanks(r);
    return peek(r) == END ? unexpected(r, KS_ERROR_FIELD_MISSING, expected) : KS_OK;
}

#endif
