/* Results on their way to standard output or to a file, and the colours of terminals. */
#include "cli/base/output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/draft.h"
#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/platform/platform.h"
#include "game/common/text.h"

/* ==== Output ==== */

/* Writes results without stdio, for two reasons: a write that fails is noticed at once and with its cause,
 * and several calls a line go through here. */

enum { OUTPUT_ROOM = 1 << 20 };

static char standard_room[OUTPUT_ROOM];
struct output standard_output = {.bytes = standard_room, .room = OUTPUT_ROOM};

/* ---- The room ---- */

void prepare_output(struct output *out) {
    if (out->bytes)
        return;
    out->bytes = given(malloc(OUTPUT_ROOM));
    out->room = OUTPUT_ROOM;
}

void free_output(struct output *out) {
    free(out->bytes);
    out->bytes = NULL;
    out->used = out->room = 0;
}

/* ---- Writing ---- */

static _Noreturn void fail_to_write(const struct output *out) {
    const int reason = errno;
    if (!out->draft)
        end_with_reader();
    fail("%s: %s", out->draft ? draft_name(out->draft) : "standard output", strerror(reason));
}

static void write_bytes(const struct output *out, const char *bytes, size_t length) {
    const int fd = out->draft ? draft_descriptor(out->draft) : STDOUT_FILENO;
    for (size_t done = 0; done < length;) {
        const ssize_t written = write_when_ready(fd, bytes + done, length - done);
        if (written < 0)
            fail_to_write(out);
        done += (size_t)written;
    }
}

/* Whether the output is shown on a terminal, where what it quotes could move the cursor or worse. */
static bool is_shown(const struct output *out) {
    static atomic_int terminal = -1;
    if (out->draft)
        return false;
    if (terminal < 0)
        terminal = isatty(STDOUT_FILENO) == 1;
    return terminal;
}

static void write_escaped(const struct output *out) {
    char escaped[1 << 14];
    for (size_t done = 0, taken; done < out->used; done += taken)
        write_bytes(out, escaped,
                    escape_lines(out->bytes + done, out->used - done, true, escaped, sizeof escaped, &taken));
}

static void write_all(const struct output *out) {
    if (!out->drawn && is_shown(out))
        write_escaped(out);
    else
        write_bytes(out, out->bytes, out->used);
}

void flush_output(struct output *out) {
    if (out->used > 0 && (!out->may_write || out->may_write(out))) {
        out->written += out->used;
        write_all(out);
    }
    out->used = 0;
}

void make_output_room(struct output *out) {
    char *const more = out->room < OUTPUT_MOST && out->must_wait && out->must_wait(out)
                           ? realloc(out->bytes, 2 * out->room)
                           : NULL;
    if (!more) {
        flush_output(out);
        return;
    }
    out->bytes = more;
    out->room *= 2;
}

void draw_in(struct output *out, bool drawn) {
    if (is_shown(out))
        flush_output(out);
    out->drawn = drawn;
}

void direct_to_draft(struct output *out, struct draft *draft) {
    out->draft = draft_descriptor(draft) == STDOUT_FILENO ? NULL : draft;
}

void open_output(struct output *out, const char *file) {
    prepare_output(out);
    direct_to_draft(out, open_draft(file, false));
}

void close_output(struct output *out) {
    flush_output(out);
    if (out->draft && !end_draft(out->draft, true))
        exit(STATUS_FAILED);
    out->draft = NULL;
    free_output(out);
}

/* ---- Putting ---- */

void put_large(struct output *out, const char *bytes, size_t length) {
    prepare_output(out);
    if (is_shown(out)) /* so that no character is cut in two */
        flush_output(out);
    while (length > 0) {
        const size_t room = out->room - out->used, part = length < room ? length : room;
        memcpy(out->bytes + out->used, bytes, part);
        out->used += part;
        bytes += part;
        length -= part;
        if (length > 0)
            make_output_room(out);
    }
}

void put_string(struct output *out, const char *string) {
    put(out, string, strlen(string));
}

void put_escaped(struct output *out, const char *text, size_t length) {
    char *const escaped = given(malloc(ESCAPED_SIZE(length)));
    put(out, escaped, escape_text(text, length, escaped, ESCAPED_SIZE(length)));
    free(escaped);
}

void put_buffer(struct output *out, struct buffer *buffer) {
    expect_memory(!buffer->failed);
    if (buffer->used > 0)
        put(out, buffer->bytes, buffer->used);
    free(buffer->bytes);
}

void put_markup(struct output *out, const char *text) {
    struct buffer markup = {0};
    add_markup(&markup, text);
    put_buffer(out, &markup);
}

void put_format(struct output *out, const char *format, ...) {
    enum { ROOM = 4096 };
    va_list values;
    prepare_output(out);
    if (out->room - out->used < ROOM)
        make_output_room(out);
    va_start(values, format);
    const int length = vsnprintf(out->bytes + out->used, ROOM, format, values);
    va_end(values);
    out->used += length < ROOM ? (size_t)length : ROOM - 1;
}

/* ==== Colours ==== */

/* NO_COLOR is as no-color.org has it: any value but the empty one. */

static enum colour_mode colour_mode;

void set_colour_mode(enum colour_mode mode) {
    colour_mode = mode;
}

bool wants_colour(int descriptor) {
    const char *const no_color = getenv("NO_COLOR"), *const terminal = getenv("TERM");
    if (colour_mode != COLOUR_AUTO)
        return colour_mode == COLOUR_ALWAYS;
    return isatty(descriptor) && !(no_color && *no_color) && terminal && strcmp(terminal, "dumb") != 0;
}
