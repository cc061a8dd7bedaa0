/* The bytes of training data, from memory or from a function that reads on, and searches in them. */
#ifndef KS_DATA_SOURCE_H
#define KS_DATA_SOURCE_H

#include <stdbool.h>

#include "kingscan/data.h"

enum { SOURCE_BUFFER = 1 << 16 };

struct source {
    ks_source *read; /* NULL when all bytes are in memory */
    void *context;
    const uint8_t *bytes; /* those at hand: at[0] is the next one */
    size_t at, end;
    uint64_t offset; /* of bytes[at] in the data */
    bool complete;   /* nothing follows the bytes at hand */
    bool failed;
    uint8_t *buffer; /* NULL for memory */
    size_t room;     /* of the buffer in bytes: SOURCE_BUFFER or more */
};

/* Makes n bytes available, unless the data end before, and returns how many there are: n or fewer, or more
 * that were at hand anyway. n: at most `room`. */
size_t ks_source_need(struct source *source, size_t n);

/* Returns the next bytes. ks_source_need has told how many there are. */
static inline const uint8_t *source_bytes(const struct source *source) {
    return source->bytes + source->at;
}

/* Passes bytes that are available. */
static inline void source_skip(struct source *source, size_t n) {
    source->at += n;
    source->offset += n;
}

/* A line without its end, which is LF or CR LF. */
struct source_line {
    const char *text;
    size_t length, passed; /* `passed` counts its end too */
    bool whole;            /* it ends within the bytes that were asked for, or the data do */
};

/* Finds the next line among `most` bytes, its end included, which are at most `room`. Returns false at the
 * end of the data. The line is not passed. */
bool ks_source_find_line(struct source *source, size_t most, struct source_line *line);

/* Passes a line that was found, and the rest of one that is not whole. */
void ks_source_skip_line(struct source *source, const struct source_line *line);

/* Takes bytes back that have just been passed: they come next again. Returns false without memory, and then
 * nothing has changed. */
bool ks_source_take_back(struct source *source, const uint8_t *bytes, size_t n);

/* Passes bytes up to the next ones that equal these four, or to the end. Returns how many. */
uint64_t ks_source_seek(struct source *source, const char sign[4]);

/* Copies the next n bytes, or those that there are, and passes them. The buffer grows with what comes, so
 * that a wrong number takes no memory. Returns how many there were; fewer than n, with *no_memory, when there
 * is no room. padding: so many zeros follow them. */
size_t ks_source_copy(struct source *source, size_t n, size_t padding, uint8_t **buffer, size_t *room,
                      bool *no_memory);

#endif
