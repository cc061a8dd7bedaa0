/* The room doubles, so that adding takes linear time in all. */
#include "game/common/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for so many more bytes. */
static bool make_room(struct buffer *buffer, size_t length) {
    const size_t room = 2 * buffer->room + length;
    char *bytes;
    if (!buffer->failed && length <= buffer->room - buffer->used)
        return true;
    if (buffer->failed || !(bytes = realloc(buffer->bytes, room))) {
        buffer->failed = true;
        return false;
    }
    buffer->bytes = bytes;
    buffer->room = room;
    return true;
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
