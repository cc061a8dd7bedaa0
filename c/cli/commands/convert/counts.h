/* Supplies facts that entries lack and an output needs, such as the score of a move without a comment, and
 * counts what a run of convert has read, written, left out and lost. */
#ifndef KS_CONVERT_COUNTS_H
#define KS_CONVERT_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/commands/convert/task.h"
#include "kingscan.h"

/* How many entries lacked something. */
struct missing {
    uint64_t marked;    /* written with KS_DATA_SKIPPED for want of a score */
    uint64_t no_score;  /* left out */
    uint64_t no_result; /* likewise */
    uint64_t rest;      /* likewise: of games that end early, since the format has no room for a position */
};

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

/* ---- What is missing ---- */

/* Returns a score in other units. Mates and marks stay. scale is in millionths. */
int scaled_score(int score, uint64_t scale);

/* An entry as it is to be written: entry i of a reader's last batch, with what is said of it. */
struct outgoing_entry {
    const ks_data *data;
    const ks_data_batch *batch;
    size_t i;
    int score;
    unsigned known; /* enum ks_data_facts, or-ed */
    bool marked;    /* the score is KS_DATA_SKIPPED for want of one */
};

/* Changes an entry, and what is known of it, for the units and the format of the output. Returns false, and
 * counts, when it is left out. Whoever writes it counts a marked one. */
bool supply_missing(const struct convert_task *task, struct missing *missing, struct outgoing_entry *entry);

/* The same, without a call for entries that lack nothing. */
static inline bool supply_entry(const struct convert_task *task, struct missing *missing,
                                struct outgoing_entry *entry) {
    const unsigned needed = KS_DATA_HAS_SCORE | KS_DATA_HAS_RESULT;
    return ((entry->known & needed) == needed && task->supply.scale == SCALE_ONE) ||
           supply_missing(task, missing, entry);
}

/* Returns whether all that the output needs is there or supplied, in a format with these facts. */
bool can_supply(const struct convert_task *task, unsigned facts);

/* ---- Messages ---- */

/* Prints how many entries were left out and marked for want of a fact, in a line, if any were. */
void tell_missing(const struct convert_task *task, const struct convert_counts *counts);

/* Prints the same as a table, for --dry-run. */
void put_missing(const struct convert_task *task, const struct convert_counts *counts, uint64_t faults);

/* Print the lines of --summary, and the line about a repair, on standard error. */
void print_converted(const struct convert_task *task, const struct convert_counts *counts, uint64_t faults,
                     double seconds);
void print_repaired(const struct convert_task *task, const struct convert_counts *counts);

#endif
