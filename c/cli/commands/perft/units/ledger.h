/* The ledger: every unit has a number and a checksum, so that the sum of the results is known to lack nothing
 * and to count nothing twice. */
#ifndef KS_LEDGER_H
#define KS_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/commands/perft/units/fields.h"

/* Units are numbered 1, 2, 3 ...; the number of the last one ends with a full stop, so that the end is known
 * too. */
struct entry {
    uint64_t number; /* 0: the unit isn't in a ledger */
    bool last;
};

enum { CHECKSUM_DIGITS = 16, ENTRY_SIZE = 64 /* of a number, a checksum and an end, with tabs */ };

/* Reads a number. Returns false when the field is none. */
bool read_entry(const char *line, struct field field, struct entry *entry);

/* Returns whether the field, the last of a line, has the checksum of the text before its tab. */
bool is_checked(const char *line, struct field checksum);

/* Writes a tab and the number. Returns the length. */
size_t write_entry(struct entry entry, char text[ENTRY_SIZE]);

/* Adds a tab, the checksum, and a line end to a text: CHECKSUM_DIGITS + 2 bytes. Returns the length of all.
 */
size_t add_checksum(char *line, size_t length);

#endif
