/* Units of a perft that is cut into pieces: a line of text each, for whatever carries lines from machine to
 * machine.
 *
 *     COUNT <tab> POSITION                              COUNT paths lead to this position
 *     COUNT <tab> POSITION <tab> NUMBER <tab> CHECKSUM  the same, entered in a ledger
 *
 * POSITION is FEN. Kingscan writes the four fields that distinguish positions, with an en-passant
 * square only where a pawn may capture: then equal positions are equal texts, and LC_ALL=C sort -k2
 * brings them together. */
#ifndef KS_PERFT_UNITS_H
#define KS_PERFT_UNITS_H

#include "cli/commands/perft/counting.h"
#include "cli/commands/perft/records.h"
#include "cli/io/input.h"

/* ---- Units from standard input, and to standard output ---- */

/* A unit before its position is read. */
struct unit {
    const char *line;
    count128 count;
    struct field position;
    struct entry entry;
};

/* Units and other lines that come from standard input. */
extern struct unit_stream {
    const ks_variant *variant;    /* NULL for chess */
    struct rejections rejections; /* of lines that are wrong */
    struct input input;
    struct line_reader reader;
    /* Called before a line is rejected, unless it is NULL: the output of earlier lines comes first. */
    void (*before_rejection)(void);
} units_in;

enum { UNIT_SIZE = COUNT128_SIZE + 1 + ANY_FEN_SIZE };

/* Begins to read standard input. */
void start_units(const struct perft_task *task);

/* Reads the next unit; its line is good until the next call. Lines that are none are rejected. Returns false
 * at the end. Fails when the input can't be read. */
bool next_unit(struct unit *unit);

/* Reads a unit's position. Rejects the line and returns false when it is none. */
bool read_unit_position(const struct unit *unit, struct any_position *position);

/* Reports an error in the line just read, and counts it. */
void reject_unit(size_t offset, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Fails since a count at this line doesn't fit. position: NULL for the sum of all. */
_Noreturn void fail_by_size(const char *position);

/* Ends the stream, and flushes the output. Returns the exit status: STATUS_FOUND when a line was rejected. */
int end_units(void);

/* Writes the position as in a unit, and a final zero. Returns the length. */
size_t write_unit_position(const struct any_position *position, char text[ANY_FEN_SIZE]);

/* Puts "COUNT <tab> POSITION"; with an entry in the ledger also a tab and the number, a tab and the depth
 * unless that is NULL, a tab and the checksum. */
void put_unit(count128 count, const char *position, size_t length, struct entry entry, const unsigned *depth);

/* ---- Filters of standard input ---- */

/* Each returns the exit status. */
int expand_units(const struct perft_task *task); /* units to those `depth` plies later */
int merge_units(const struct perft_task *task);  /* equal positions to one, their counts added */
int count_units(const struct perft_task *task);  /* the paths to `depth` plies later, summed up */
int sum_units(const struct perft_task *task);    /* what runs of count_units have printed, summed up */

#endif
