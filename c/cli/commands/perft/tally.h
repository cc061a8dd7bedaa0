/* The ledger: every unit has a number and a checksum, so that the sum of the results is known to lack nothing
 * and to count nothing twice. */
#ifndef KS_PERFT_TALLY_H
#define KS_PERFT_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/commands/perft/count128.h"

/* ---- The ledger ---- */

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

/* ---- Tallies ---- */

/* A table of texts and their counts, in memory of a fixed size. */

/* A text with its count; the next one follows after TALLIED_SIZE(length) bytes. */
struct tallied {
    uint64_t low, high; /* of the count */
    uint64_t length : 16, hash : 48;
    char text[];
};

#define TALLIED_SIZE(length) (sizeof(struct tallied) + (((size_t)(length) + 7) & ~(size_t)7))

static inline count128 tallied_count(const struct tallied *entry) {
    return (count128)entry->high << 64 | entry->low;
}

struct tally;

/* Makes a table that takes so many bytes, at least 1 << 20, once it is full. Fails when there is no memory.
 */
struct tally *new_tally(size_t bytes);
void free_tally(struct tally *tally);

/* The hash of a text, for the functions below: look_ahead prefetches memory for it, and look_further more
 * once that memory has come. */
uint64_t hash_of_text(const char *text, size_t length);
void look_ahead(const struct tally *tally, uint64_t hash);
void look_further(const struct tally *tally, uint64_t hash);

/* Returns the entry of a text; NULL when it has none. */
struct tallied *find_tallied(const struct tally *tally, uint64_t hash, const char *text, size_t length);

/* Adds the entry of a text that has none yet (precondition), and less than 64 KiB. Returns false when the
 * table is full. */
bool add_tallied(struct tally *tally, uint64_t hash, const char *text, size_t length, count128 count);

/* Adds to a count. Returns false when the sum is larger than 128 bits can hold. */
bool add_to_tallied(struct tallied *entry, count128 count);

/* Sorts the entries as LC_ALL=C sort does; returns them, `*count` many, as long as nothing is added. */
const struct tallied *const *sort_tally(struct tally *tally, size_t *count);

/* Empties the table. */
void clear_tally(struct tally *tally);

#endif
