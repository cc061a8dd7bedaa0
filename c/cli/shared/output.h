/* A buffer in which results are put together on their way to standard output or to a file. */
#ifndef KS_OUTPUT_H
#define KS_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* All zeros at first, which means standard output. */
struct output {
    size_t used;
    /* Called before bytes are written, unless it is NULL. When it returns false, they are dropped. */
    bool (*may_write)(struct output *out);
    const char *file; /* the name of the file, for messages, and its descriptor; NULL: standard output */
    int fd;
    char bytes[1 << 20];
};

/* The functions below fail (see command.h) when the output can't be written. */
void flush_output(struct output *out);

/* Makes a file, or empties it, and lets the output go there. */
void open_output(struct output *out, const char *file);

/* Writes out the rest, and closes the file. */
void close_output(struct output *out);

void put_large(struct output *out, const char *bytes, size_t length);
void put_string(struct output *out, const char *string);
/* Puts what printf would print, at most 4095 bytes of it. */
void put_format(struct output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline void put(struct output *out, const char *bytes, size_t length) {
    if (length > sizeof out->bytes - out->used) {
        put_large(out, bytes, length);
        return;
    }
    memcpy(out->bytes + out->used, bytes, length);
    out->used += length;
}

#endif
