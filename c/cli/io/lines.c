/* Reads lines of a file of any size. The file is read in large blocks, and a line is moved only when it lies
 * across the end of one. The file isn't mapped, since a file that shrinks meanwhile would kill the program.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/memory.h"
#include "cli/base/ready.h"
#include "cli/io/line_ends.h"
#include "cli/io/lines.h"
#include "core/text/characters.h"
#include "core/text/foreign.h"

void start_lines(struct line_reader *reader, struct input *input, struct output *output) {
    struct stat status;
    const bool never_waits = fstat(input->fd, &status) == 0 && S_ISREG(status.st_mode);
    reader->input = input;
    reader->flush = never_waits ? NULL : output;
    reader->number = 0;
    reader->start = reader->end = reader->searched = 0;
    reader->begun = reader->at_end = reader->skipping = reader->open_cr = false;
    reader->foreign = NULL;
    if (!reader->buffer)
        reader->buffer = given(malloc(LINE_LIMIT + 2 + READ_BLOCK));
}

void end_lines(struct line_reader *reader) {
    free(reader->buffer);
    reader->buffer = NULL;
}

/* Reads a block after what has been read already. Returns false when the read failed. */
static bool read_block(struct line_reader *reader) {
    if (reader->start > 0)
        memmove(reader->buffer, reader->buffer + reader->start, reader->end - reader->start);
    reader->searched -= reader->start;
    reader->end -= reader->start;
    reader->start = 0;
    if (reader->flush)
        flush_output(reader->flush);
    char *const after = reader->buffer + reader->end;
    *after = '\r'; /* where one is open */
    const ssize_t got = read_from(reader->input, after + reader->open_cr, READ_BLOCK);
    if (got < 0)
        return false;
    const size_t all = (size_t)got + reader->open_cr;
    const size_t settled = got > 0 ? settle_line_ends(after, all) : all;
    reader->open_cr = settled < all;
    reader->end += settled;
    reader->at_end = got == 0;
    return true;
}

/* Reads the beginning of the file, and skips a byte order mark. Returns false when that failed, or when the
 * file holds no lines. */
static bool begin(struct line_reader *reader) {
    while (!is_beginning(reader->buffer, reader->end, reader->at_end))
        if (!read_block(reader))
            return false;
    reader->foreign = ks_find_file_format(reader->buffer, reader->end);
    reader->start = reader->searched = byte_order_mark(reader->buffer, reader->end);
    reader->begun = true;
    return !reader->foreign;
}

/* Hands out the bytes from start to `newline`; the next line begins after it. */
static enum line_status hand_out(struct line_reader *reader, size_t newline, const char **line,
                                 size_t *length) {
    *line = reader->buffer + reader->start;
    *length = length_without_cr(*line, newline - reader->start);
    reader->start = reader->searched = newline < reader->end ? newline + 1 : newline;
    reader->number++;
    const bool too_long = reader->skipping || *length > LINE_LIMIT;
    reader->skipping = false;
    return too_long ? LINE_TOO_LONG : LINE_GOOD;
}

bool has_line(struct line_reader *reader) {
    while (!reader->at_end && reader->end - reader->start <= LINE_LIMIT + 1) {
        if (memchr(reader->buffer + reader->searched, '\n', reader->end - reader->searched))
            return true;
        reader->searched = reader->end;
        if (!is_readable(reader->input->fd))
            return false;
        if (!read_block(reader))
            return true; /* so that next_line fails */
    }
    return true;
}

enum line_status next_line(struct line_reader *reader, const char **line, size_t *length) {
    if (!reader->begun && !begin(reader))
        return reader->foreign ? LINE_FOREIGN : LINE_FAILED;
    for (;;) {
        const char *unsearched = reader->buffer + reader->searched;
        const char *newline = memchr(unsearched, '\n', reader->end - reader->searched);
        if (newline)
            return hand_out(reader, (size_t)(newline - reader->buffer), line, length);
        reader->searched = reader->end;
        if (reader->end - reader->start > LINE_LIMIT + 1) { /* even if a CR is its last byte */
            reader->skipping = true;
            reader->start = reader->end;
        }
        if (reader->at_end)
            return reader->start < reader->end || reader->skipping
                       ? hand_out(reader, reader->end, line, length)
                       : LINE_END;
        if (!read_block(reader))
            return LINE_FAILED;
    }
}
