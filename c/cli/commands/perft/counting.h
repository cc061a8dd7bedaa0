/* Runs of a perft by several threads, path by path or by layers, which show their progress. */
#ifndef KS_PERFT_COUNTING_H
#define KS_PERFT_COUNTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/base/output.h"
#include "game/common/any_position.h"

/* ---- Tasks ---- */

enum { PERFT_THREADS_MAX = 256 };

/* The task that the options set. */
struct perft_task {
    struct any_position position;
    unsigned depth;   /* 0 to PERFT_DEPTH_MAX; of --expand, the plies */
    unsigned threads; /* 1 to PERFT_THREADS_MAX */
    bool stats;       /* count kinds of moves too, not only nodes */
    bool divide, json;
    unsigned notation;         /* of enum ks_uci_flags */
    struct perft_table *table; /* or NULL; none with stats */
    uint64_t memory;           /* layers and merge: bytes for positions */
    const char *folder;        /* for those that don't fit into them; NULL: see scratch_folder */
    bool positions;         /* `layers` counts the different positions after each ply, and no paths beyond */
    const char *checkpoint; /* with `layers`, a file or NULL */
    bool each;              /* `units` writes a line a unit, not their sum */
    bool number;            /* `merge` enters the units in a ledger */
    uint64_t errors_shown;  /* with `units`: see input.h */
};

/* Do the task, and print the result: counts of kinds of moves or of first moves too, as it asks. Return the
 * exit status. A program can do one run only. perft_by_layers merges paths that meet in a position: it keeps
 * the different positions after each ply, each with the number of paths that lead to it, and after some plies
 * counts what each of them holds at the last one. */
int perft_by_paths(const struct perft_task *task);
int perft_by_layers(const struct perft_task *task);

/* ---- Progress ---- */

/* A bar on standard error. */

/* Whether to show one: on a terminal, when the run has taken more than a second. */
bool wants_bar(double seconds);

/* Shows the bar, in place of the one before. share: of the work that is done, 0 to 1; seconds: that
 * it took. */
void show_bar(double share, double seconds, double nodes);

/* Removes the bar, if there is one, to make room for a message. */
void hide_bar(void);

/* Says on a terminal how fast a run was. more: comes after the speed. */
void print_speed(const struct perft_task *task, double seconds, double nodes, const char *more);

/* ---- The table ---- */

/* A transposition table for perft, shared by its threads: the counts of earlier positions. */

enum { PERFT_HASH_MAX = 1 << 24 }; /* MiB */

struct perft_table;

/* Makes the largest table that fits into so many MiB (at least 1). Returns NULL when there is no memory for
 * it. */
struct perft_table *perft_table_new(uint64_t mebibytes);

/* Whether the table has the count of a position with this key to this depth; then *count is that. */
bool perft_table_find(const struct perft_table *table, uint64_t key, unsigned depth, uint64_t *count);

void perft_table_store(struct perft_table *table, uint64_t key, unsigned depth, uint64_t count);

#endif
