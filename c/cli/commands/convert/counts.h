/* Counts what a run of convert has read, written, left out and lost, and prints the counts. */
#ifndef KS_CONVERT_COUNTS_H
#define KS_CONVERT_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/commands/convert/task.h"
#include "kingscan.h"

/* Numbers of entries, and of the data that they come from and go to: the tally of a block, and their sums. */
struct convert_counts {
    uint64_t kept;   /* written as they are chosen */
    uint64_t others; /* not chosen, and written with a mark or left out */
    struct missing missing;
    uint64_t bytes_read, bytes;
    uint64_t chains_read, games_read; /* of .binpack, and of viriformat and PGN */
    uint64_t chains;                  /* or games, as the format of the output has them */
    uint64_t blocks, damaged;  /* of .binpack: the blocks that were met, and how many of them had faults */
    uint64_t lost, lost_bytes; /* entries that are not whole or no positions; bytes passed over */
    uint64_t lost_about;       /* entries in these bytes, by the size of the others */
};

/* Prints how many entries were left out and marked for want of a fact, in a line, if any were. */
void tell_missing(const struct convert_task *task, const struct convert_counts *counts);

/* Prints the same as a table, for --dry-run. */
void put_missing(const struct convert_task *task, const struct convert_counts *counts, uint64_t faults);

/* Print the lines of --summary, and the line about a repair, on standard error. */
void print_converted(const struct convert_task *task, const struct convert_counts *counts, uint64_t faults,
                     double seconds);
void print_repaired(const struct convert_task *task, const struct convert_counts *counts);

#endif
