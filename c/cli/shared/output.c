/* Results on their way out. Not stdio, so that a write that fails is noticed at once and with its reason, and
 * since several calls a line go through here. */
#include "cli/shared/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/shell/command.h"

static _Noreturn void fail_to_write(const struct output *out) {
    fail("%s: %s", out->file ? out->file : "standard output", strerror(errno));
}

static void write_all(const struct output *out) {
    const int fd = out->file ? out->fd : STDOUT_FILENO;
    for (size_t done = 0; done < out->used;) {
        const ssize_t written = write(fd, out->bytes + done, out->used - done);
        if (written < 0 && errno != EINTR)
            fail_to_write(out);
        done += written < 0 ? 0 : (size_t)written;
    }
}

void flush_output(struct output *out) {
    if (out->used > 0 && (!out->may_write || out->may_write(out)))
        write_all(out);
    out->used = 0;
}

void open_output(struct output *out, const char *file) {
    out->file = file;
    out->fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (out->fd < 0)
        fail_to_write(out);
}

void close_output(struct output *out) {
    flush_output(out);
    if (close(out->fd) != 0)
        fail_to_write(out);
    out->file = NULL;
}

void put_large(struct output *out, const char *bytes, size_t length) {
    while (length > 0) {
        const size_t room = sizeof out->bytes - out->used, part = length < room ? length : room;
        memcpy(out->bytes + out->used, bytes, part);
        out->used += part;
        bytes += part;
        length -= part;
        if (length > 0)
            flush_output(out);
    }
}

void put_string(struct output *out, const char *string) {
    put(out, string, strlen(string));
}

void put_format(struct output *out, const char *format, ...) {
    enum { ROOM = 4096 };
    va_list values;
    if (sizeof out->bytes - out->used < ROOM)
        flush_output(out);
    va_start(values, format);
    const int length = vsnprintf(out->bytes + out->used, ROOM, format, values);
    va_end(values);
    out->used += length < ROOM ? (size_t)length : ROOM - 1;
}

/* ---- JSON ---- */

/* The length of the UTF-8 character that begins here, as RFC 3629 defines it; 0 when none does. */
static size_t utf8_length(const unsigned char *bytes, size_t available) {
    const unsigned first = bytes[0];
    const size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first > 0xf4 || length > available)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    if (length < 3)
        return length;
    /* Too long a form, a surrogate, or above U+10FFFF. */
    const unsigned second = bytes[1];
    const bool excluded = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                          (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f);
    return excluded ? 0 : length;
}

static bool is_plain(unsigned char c) {
    return c >= ' ' && c < 0x80 && c != '"' && c != '\\';
}

void put_json(struct output *out, const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    put(out, "\"", 1);
    for (size_t i = 0; i < length;) {
        size_t run = 0;
        while (i + run < length && is_plain(bytes[i + run]))
            run++;
        if (run == 0 && bytes[i] >= 0x80)
            run = utf8_length(bytes + i, length - i);
        if (run > 0) {
            put(out, text + i, run);
            i += run;
            continue;
        }
        char escape[8];
        const int size = bytes[i] >= 0x80                      ? sprintf(escape, "\\ufffd")
                         : bytes[i] == '"' || bytes[i] == '\\' ? sprintf(escape, "\\%c", bytes[i])
                                                               : sprintf(escape, "\\u%04x", bytes[i]);
        put(out, escape, (size_t)size);
        i++;
    }
    put(out, "\"", 1);
}
