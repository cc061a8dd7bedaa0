/* Reading lines of a file of any size, as slices of one buffer. */
#ifndef KS_IO_LINES_H
#define KS_IO_LINES_H

#include <stddef.h>
#include <stdint.h>

#include "cli/base/output.h"
#include "cli/io/beginning.h"
#include "cli/io/input.h"

enum { LINE_LIMIT = 1 << 20, READ_BLOCK = 1 << 18 };

enum line_status { LINE_GOOD, LINE_TOO_LONG, LINE_END, LINE_FAILED, LINE_FOREIGN };

/* All zeros before the first start. */
struct line_reader {
    struct input *input;
    struct output *flush; /* flushed before a read that may wait, so that a dialogue is possible; or NULL */
    uint64_t number;      /* of the line last read, from 1 */
    size_t start, end;    /* what has been read and not yet handed out */
    size_t searched;      /* up to here there is no newline */
    bool begun, at_end, skipping;
    bool open_cr;                  /* the last byte read is a CR at buffer[end] */
    const ks_file_format *foreign; /* what the file holds instead of lines, or NULL */
    char *buffer;                  /* room for a line and its end, and to read on; or NULL */
};

/* Begins to read an open input, instead of the one before. output: flushed before reads that may wait; or
 * NULL. Fails (see messages.h) when there is no memory. */
void start_lines(struct line_reader *reader, struct input *input, struct output *output);

/* Reads what has come, and returns whether next_line would return at once. Not before the first line. */
bool has_line(struct line_reader *reader);

/* Reads the next line. *line is without LF, CR LF or CR, and good until the next call. A line of more than
 * LINE_LIMIT bytes has no text. After LINE_FAILED, the input has the reason; after LINE_FOREIGN,
 * reader->foreign has it. A byte order mark is skipped. */
enum line_status next_line(struct line_reader *reader, const char **line, size_t *length);

/* Frees the memory of a reader, and with it the last line. */
void end_lines(struct line_reader *reader);

#endif
