/* Results on their way to standard output, or to a file: a buffer in which they are put together byte by
 * byte. */
#ifndef KS_OUTPUT_H
#define KS_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* All zeros at first: to standard output. */
struct output {
    size_t used;
    /* Called before bytes are written, unless it is NULL. When it returns false, they are dropped. */
    bool (*may_write)(struct output *out);
    const char *file; /* whose name messages say, and its descriptor; NULL: standard output */
    int fd;
    char bytes[1 << 20];
};

/* All of these fail (see command.h) when what they write to can't be written. */
void flush_output(struct output *out);

/* Makes a file, or empties it, for the output to go to; and writes out the rest, and closes the file. */
void open_output(struct output *out, const char *file);
void close_output(struct output *out);

void put_large(struct output *out, const char *bytes, size_t length);
void put_string(struct output *out, const char *string);
/* What printf prints, up to 4095 bytes of it. */
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
