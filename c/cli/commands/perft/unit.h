/* Fields of a line, with a tab between each two. */
#ifndef KS_PERFT_UNIT_H
#define KS_PERFT_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cli/commands/perft/count128.h"
#include "cli/commands/perft/tally.h"
#include "cli/io/input.h"
#include "game/common/any_position.h"

/* ---- Units ---- */

/* Units of a perft that is cut into pieces: a line of text each, for whatever carries lines from machine to
 * machine.
 *
 *     COUNT <tab> POSITION                              COUNT paths lead to this position
 *     COUNT <tab> POSITION <tab> NUMBER <tab> CHECKSUM  the same, entered in a ledger
 *
 * POSITION is FEN. Kingscan writes the four fields that distinguish positions, with an en-passant square only
 * where a pawn may capture: then equal positions are equal texts, and LC_ALL=C sort -k2 brings them together.
 */

/* The task of a command with units. */
struct unit_task {
    const ks_variant *variant; /* NULL: chess */
    unsigned depth;
    uint64_t errors_shown; /* see input.h */
    bool each;             /* count: a line a unit, not their sum */
    bool number;           /* merge: enter the units in a ledger */
    uint64_t memory;       /* merge: bytes to be taken at most */
    const char *folder;    /* merge: for what doesn't fit into them, or NULL; see counting.h */
};

/* A unit before its position is read. */
struct unit {
    const char *line;
    count128 count;
    struct field position;
    struct entry entry;
};

/* Units and other lines that come from standard input. */
struct unit_stream {
    const ks_variant *variant;    /* NULL: chess */
    struct rejections rejections; /* of lines that are wrong */
    struct input input;
    struct line_reader reader;
    /* Called before a line is rejected, unless it is NULL: the output of earlier lines comes first. */
    void (*before_rejection)(void *context);
    void *context;
};

enum { UNIT_SIZE = COUNT128_SIZE + 1 + ANY_FEN_SIZE };

/* Begins to read standard input. */
struct unit_stream *start_units(const struct unit_task *task);

/* Reads the next line that is not blank and not a comment. A last line without an end may have been cut
 * short: it is rejected. Returns false at the end. Fails when the input can't be read. */
bool next_unit_line(struct unit_stream *stream, const char **line, size_t *length);

/* Reads the next unit; its line is good until the next call. Lines that are none are rejected. Returns false
 * at the end. */
bool next_unit(struct unit_stream *stream, struct unit *unit);

/* Reads a unit's position. Rejects the line and returns false when it is none. */
bool read_unit_position(struct unit_stream *stream, const struct unit *unit, struct any_position *position);

/* Reports an error in the line just read, and counts it. */
void reject_unit(struct unit_stream *stream, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Ends it, flushes the output, and frees the stream. Returns the exit status: STATUS_FOUND when a line was
 * rejected. */
int end_units(struct unit_stream *stream);

/* Prints a count and a line end. */
void put_sum(count128 sum);

/* Writes the position as in a unit. Returns the length. */
size_t write_unit_position(const struct any_position *position, char text[ANY_FEN_SIZE]);

/* Writes "COUNT <tab> POSITION", without an end. Returns the length. */
size_t write_unit(count128 count, const char *position, size_t length, char text[UNIT_SIZE]);

#endif
