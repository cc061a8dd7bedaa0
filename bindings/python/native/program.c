/* Replacements for files of the program: an output that stays in memory, and the end for want of memory,
 * which leaves Python no better way. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "abi.h"
#include "cli/base/messages.h"
#include "cli/base/output.h"
#include "cli/base/text.h"

_Noreturn void fail(const char *format, ...) {
    char message[256];
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    Py_FatalError(message);
}

void put_large(struct output *out, const char *bytes, size_t length) {
    const size_t room = 2 * out->room + length + 1;
    out->bytes = given(realloc(out->bytes, room));
    out->room = room;
    memcpy(out->bytes + out->used, bytes, length);
    out->used += length;
}

void free_output(struct output *out) {
    free(out->bytes);
    *out = (struct output){0};
}

void put_string(struct output *out, const char *string) {
    put(out, string, strlen(string));
}

void put_escaped(struct output *out, const char *text, size_t length) {
    char *escaped = given(malloc(ESCAPED_SIZE(length)));
    put(out, escaped, escape_text(text, length, escaped, ESCAPED_SIZE(length)));
    free(escaped);
}

void put_format(struct output *out, const char *format, ...) {
    char text[4096];
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    put(out, text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
}
