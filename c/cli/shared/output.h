/* Results on their way to standard output: a buffer in which lines are put together byte by byte. */
#ifndef KS_OUTPUT_H
#define KS_OUTPUT_H

#include <stddef.h>
#include <string.h>

struct output {
    size_t used;
    /* Called before bytes are written, unless it is NULL; 0: they are dropped instead. */
    int (*may_write)(struct output *out);
    char bytes[1 << 20];
};

/* All of these fail (see command.h) when standard output can't be written. */
void flush_output(struct output *out);
void put_large(struct output *out, const char *bytes, size_t length);
void put_string(struct output *out, const char *string);
/* A JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD, each its own. */
void put_json(struct output *out, const char *bytes, size_t length);

static inline void put(struct output *out, const char *bytes, size_t length) {
    if (length > sizeof out->bytes - out->used) {
        put_large(out, bytes, length);
        return;
    }
    memcpy(out->bytes + out->used, bytes, length);
    out->used += length;
}

#endif
