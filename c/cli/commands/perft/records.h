/* The records of a perft: counts of 128 bits, lines with checksums, the scratch file for all that memory has
 * no room for, the checkpoint, and the ledger. In a ledger every unit has a number and a checksum, so that
 * the sum of the results is known to lack nothing and to count nothing twice. */
#ifndef KS_PERFT_RECORDS_H
#define KS_PERFT_RECORDS_H

#include <string.h>

#include "cli/commands/perft/counting.h"

/* ---- Counts of 128 bits ---- */

/* The C library prints and reads no number of 128 bits. */

__extension__ typedef unsigned __int128 count128;

#define COUNT128_MAX "340282366920938463463374607431768211455"

enum { COUNT128_SIZE = sizeof COUNT128_MAX };

/* Adds a term, or a product. Returns false when the sum is larger than 128 bits can hold; *sum may be
 * anything then. */
static inline bool add_count128(count128 *sum, count128 term) {
    *sum += term;
    return *sum >= term;
}

static inline bool add_count128_product(count128 *sum, count128 a, count128 b) {
    return (b == 0 || a <= ~(count128)0 / b) && add_count128(sum, a * b);
}

/* Writes a count in decimal digits, and a final zero. Returns the length. */
size_t write_count128(count128 count, char text[COUNT128_SIZE]);

/* Prints a count and a line end. */
void put_count128(count128 count);

/* Reads a count of decimal digits alone. Returns false when the text is none, or larger than 128
 * bits hold. */
bool read_count128(const char *text, size_t length, count128 *count);

/* ---- Lines ---- */

/* Fields of a line, with a tab between each two. The last one may be a checksum of the text before
 * its tab. */

struct field {
    size_t at, length; /* where in the line */
};

/* Finds the first fields of a line. Returns how many the line has; max + 1 when they are more than max. */
static inline unsigned find_fields(const char *line, size_t length, struct field *fields, unsigned max) {
    unsigned count = 0;
    for (size_t at = 0;; at++) {
        if (count == max)
            return max + 1;
        const char *const tab = memchr(line + at, '\t', length - at);
        const size_t end = tab ? (size_t)(tab - line) : length;
        fields[count++] = (struct field){at, end - at};
        if (!tab)
            return count;
        at = end;
    }
}

enum { CHECKSUM_DIGITS = 16, ENTRY_SIZE = 64 /* of a number, a checksum and an end, with tabs */ };

/* Returns whether the field, the last of a line, has the checksum of the text before its tab. */
bool is_checked(const char *line, struct field checksum);

/* Adds a tab, the checksum, and a line end to a text: CHECKSUM_DIGITS + 2 bytes. Returns the length
 * of all. */
size_t add_checksum(char *line, size_t length);

/* ---- The ledger ---- */

/* Units are numbered 1, 2, 3 ...; the number of the last one ends with a full stop, so that the end is known
 * too. */
struct entry {
    uint64_t number; /* 0 when the unit isn't in a ledger */
    bool last;
};

/* Reads a number. Returns false when the field is none. */
bool read_entry(const char *line, struct field field, struct entry *entry);

/* Writes a tab and the number. Returns the length. */
size_t write_entry(struct entry entry, char text[ENTRY_SIZE]);

/* ---- Scratch ---- */

/* A file for data that does not fit into memory. It has no name, so it is gone however the program ends. */

struct scratch {
    const char *folder;
    int fd;       /* -1: not yet made */
    uint64_t end; /* bytes that are written, or are about to be */
};

/* Returns the folder that is meant: for NULL, the folder $TMPDIR, or else /tmp. */
const char *scratch_folder(const char *folder);

/* Names the folder for the file, which is made at the first write. folder: as for scratch_folder. */
void start_scratch(struct scratch *scratch, const char *folder);

/* Writes bytes at the end of the file. Returns false when that fails, with the reason in errno. Not for two
 * threads at once. */
bool write_scratch(struct scratch *scratch, const void *bytes, size_t size);

/* Reads bytes that were written before. Fails (see messages.h) when they can't be read. For any thread. */
void read_scratch(const struct scratch *scratch, uint64_t at, void *bytes, size_t size);

/* ---- Checkpoints ---- */

/* The parts of a layer. Positions are in one part when their next layers meet: see struct ks_child. A part of
 * ten million positions has ten thousand, and their children nearly fit into a processor's own cache. */
enum { PART_BITS = 10, PARTS = 1 << PART_BITS };

/* A file of finished counts, for a run that goes on where another one was killed: a line for the run, and one
 * for each part that is counted, with a checksum each. */

/* The only one of the program. */
extern struct checkpoint {
    const char *name;
    int fd;
    bool begun;            /* the file has the line of the run, which says: */
    unsigned plies;        /* the positions of the layer that is cut into parts */
    bool counted[PARTS];   /* which of its parts are counted, */
    count128 nodes[PARTS]; /* and their paths */
} checkpoint;

/* Opens the task's file, or makes it, and reads what it says. A last line that is cut short is removed and
 * reported. Fails when the file can't be read or written, is of another run or in use by another process, or
 * has a line that is altered or doubled. */
void open_checkpoint(const struct perft_task *task);

/* Writes the line of the run; lines of parts follow. */
void begin_checkpoint(const struct perft_task *task, unsigned plies);

/* Writes the line of a part. Fails when that can't be done. Not for two threads at once. */
void check_part(unsigned part, count128 nodes);

#endif
