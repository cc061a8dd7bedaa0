/* A unit: a position, the times that it occurs, and its counts as count128 as they get. */
#include "cli/commands/perft/unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "core/text/characters.h"
#include "game/common/text.h"

/* ---- Units ---- */

/* Reads units from standard input, and writes them. */

static const char name[] = "-"; /* of standard input, in messages */

struct unit_stream *start_units(const struct unit_task *task) {
    struct unit_stream *const stream = given(calloc(1, sizeof *stream));
    stream->variant = task->variant;
    stream->rejections = (struct rejections){.shown = task->errors_shown};
    open_input(&stream->input, name);
    start_lines(&stream->reader, &stream->input, &standard_output);
    return stream;
}

void put_sum(count128 sum) {
    char text[COUNT128_SIZE];
    put(&standard_output, text, write_count128(sum, text));
    put(&standard_output, "\n", 1);
}

void reject_unit(struct unit_stream *stream, size_t offset, const char *format, ...) {
    char message[256];
    va_list values;
    if (stream->before_rejection)
        stream->before_rejection(stream->context);
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    report_rejection(&stream->rejections, name, stream->reader.number, offset, message);
}

int end_units(struct unit_stream *stream) {
    flush_output(&standard_output);
    end_rejections(&stream->rejections);
    const int status = stream->rejections.all > 0 ? STATUS_FOUND : STATUS_GOOD;
    end_lines(&stream->reader);
    close_input(&stream->input);
    free(stream);
    return status;
}

/* ---- Lines ---- */

/* Whether the line just read is the last one and has no line end. */
static bool is_cut(const struct line_reader *reader) {
    const char last = reader->end > 0 ? reader->buffer[reader->end - 1] : '\n';
    return reader->at_end && reader->start == reader->end && last != '\n' && last != '\r';
}

/* Returns whether a line was read that counts. */
static bool is_wanted(struct unit_stream *stream, enum line_status status, const char *line, size_t length) {
    if (status == LINE_TOO_LONG)
        reject_unit(stream, 0, "expected at most %d bytes, found a longer line", LINE_LIMIT);
    else if (is_cut(&stream->reader))
        reject_unit(stream, length,
                    "expected a line end, found the end of the input: the last line may be cut short");
    else
        return !is_blank_or_comment(line, length);
    return false;
}

bool next_unit_line(struct unit_stream *stream, const char **line, size_t *length) {
    for (;;) {
        const enum line_status status = next_line(&stream->reader, line, length);
        if (status == LINE_END || interrupted)
            return false;
        if (status == LINE_FAILED)
            fail("%s: %s", name, stream->input.reason);
        if (status == LINE_FOREIGN) {
            complain_of_foreign(name, stream->reader.foreign);
            fail("%s: expected units, a line each", name);
        }
        if (is_wanted(stream, status, *line, *length))
            return true;
    }
}

/* ---- Units ---- */

/* Cuts a line into the parts of a unit. Rejects it and returns false when it is none. */
static bool cut_unit(struct unit_stream *stream, const char *line, size_t length, struct unit *unit) {
    struct field fields[4] = {{0, 0}};
    const unsigned count = find_fields(line, length, fields, 4);
    *unit = (struct unit){.line = line, .position = fields[1]};
    if (!read_count128(line + fields[0].at, fields[0].length, &unit->count))
        reject_unit(stream, 0, "expected a count of paths, from 0 to " COUNT128_MAX);
    else if (count == 1)
        reject_unit(stream, length, "expected a tab and a position after the count");
    else if (count != 2 && count != 4)
        reject_unit(stream, fields[2].at,
                    "expected the end of the line, or a unit's number, a tab and a checksum");
    else if (count == 4 && !read_entry(line, fields[2], &unit->entry))
        reject_unit(stream, fields[2].at, "expected the number of a unit");
    else if (count == 4 && !is_checked(line, fields[3]))
        reject_unit(stream, fields[3].at, "unit %.*s is altered: its line has another checksum",
                    (int)fields[2].length, line + fields[2].at);
    else
        return true;
    return false;
}

bool next_unit(struct unit_stream *stream, struct unit *unit) {
    const char *line;
    size_t length;
    while (next_unit_line(stream, &line, &length))
        if (cut_unit(stream, line, length, unit))
            return true;
    return false;
}

bool read_unit_position(struct unit_stream *stream, const struct unit *unit, struct any_position *position) {
    ks_error error;
    if (any_read_fen(stream->variant, unit->line + unit->position.at, unit->position.length, 0, position,
                     &error) == KS_OK)
        return true;
    reject_unit(stream, unit->position.at + error.offset, "%s", error.message);
    return false;
}

/* ---- Writing ---- */

size_t write_unit_position(const struct any_position *position, char text[ANY_FEN_SIZE]) {
    size_t length = any_write_shown_fen(position, false, text);
    for (unsigned fields = 2; fields > 0; fields -= text[length] == ' ') /* without the clocks */
        length--;
    return length;
}

size_t write_unit(count128 count, const char *position, size_t length, char text[UNIT_SIZE]) {
    size_t end = write_count128(count, text);
    text[end++] = '\t';
    memcpy(text + end, position, length);
    return end + length;
}
