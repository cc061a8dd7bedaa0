/* A text that grows as it is written. */
#ifndef KS_COMMON_BUFFER_H
#define KS_COMMON_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* All zeros: an empty text. Once there is no memory, nothing more is added. */
struct buffer {
    char *bytes; /* to be freed by free; not ended by a zero */
    size_t used, room;
    bool failed; /* there was no memory: the text has a part alone */
};

void add_bytes(struct buffer *buffer, const char *bytes, size_t length);
void add_string(struct buffer *buffer, const char *string);

/* Adds what printf would print. */
void add_format(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
