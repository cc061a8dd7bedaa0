/* Results on their way to standard output: a buffer in which lines are put together byte by byte. */
#ifndef KS_OUTPUT_H
#define KS_OUTPUT_H

#include <stddef.h>

struct output {
    size_t used;
    char bytes[1 << 16];
};

/* All of these fail (see command.h) when standard output can't be written. */
void put(struct output *out, const char *bytes, size_t length);
void put_string(struct output *out, const char *string);
/* A JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD, each its own. */
void put_json(struct output *out, const char *bytes, size_t length);
void flush_output(struct output *out);

#endif
