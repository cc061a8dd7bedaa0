/* Holds a text that grows as it is written. The room doubles, so that adding takes linear time in all. */
#include "game/common/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text/growing.h"

/* Makes room for so many more bytes. */
static bool make_room(struct buffer *buffer, size_t length) {
    char *const bytes = buffer->failed ? NULL : grown(buffer->bytes, buffer->used, length, &buffer->room, 1);
    buffer->failed = !bytes;
    if (bytes)
        buffer->bytes = bytes;
    return bytes;
}

void add_bytes(struct buffer *buffer, const char *bytes, size_t length) {
    if (length == 0 || !make_room(buffer, length))
        return;
    memcpy(buffer->bytes + buffer->used, bytes, length);
    buffer->used += length;
}

void add_string(struct buffer *buffer, const char *string) {
    add_bytes(buffer, string, strlen(string));
}

void add_format(struct buffer *buffer, const char *format, ...) {
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    const int length = vsnprintf(NULL, 0, format, values);
    if (length > 0 && make_room(buffer, (size_t)length + 1)) {
        vsnprintf(buffer->bytes + buffer->used, (size_t)length + 1, format, again);
        buffer->used += (size_t)length;
    }
    va_end(again);
    va_end(values);
}
