/* Runs of a perft by several threads, path by path or by layers, which show their progress. */
#ifndef KS_PERFT_COUNTING_H
#define KS_PERFT_COUNTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/base/output.h"
#include "game/common/any_position.h"

/* ---- A bar of progress ---- */

/* Shows the bar. share: of the work that is done, 0 to 1; seconds: that it took. */
void show_bar(double share, double seconds, double millions_a_second);

/* Removes the bar, to make room for a message. */
void hide_bar(void);

/* ---- Pieces of work ---- */

/* The pieces that a perft is cut into, for threads to take one by one: the lines of the first few moves. */

enum { PIECE_PLIES_MAX = 4 };

/* A piece of work: to count what follows these moves. */
struct piece {
    any_move moves[PIECE_PLIES_MAX];
    size_t root; /* index of the first move */
};

struct pieces {
    struct piece *list;
    size_t count, room;
    unsigned plies; /* the number of moves with which each begins; 0: no pieces have been made yet */
};

/* Replaces all pieces by those that are a move longer; plies: less than PIECE_PLIES_MAX. Fails when there is
 * no memory. */
void perft_cut(struct pieces *pieces, const struct any_position *start);

/* Returns the position after a piece's moves. */
struct any_position perft_piece_position(const struct any_position *start, const struct piece *piece,
                                         unsigned plies);

/* ---- Scratch ---- */

/* A file for data that does not fit into memory. It has no name, so it is gone however the program ends. */

struct scratch {
    const char *folder;
    int fd;       /* -1: not yet made */
    uint64_t end; /* bytes that are written, or are about to be */
};

/* Returns the folder that is meant: for NULL, that of $TMPDIR, or else /tmp. */
const char *scratch_folder(const char *folder);

/* Names the folder for the file, which is made at the first write. folder: as for scratch_folder. */
void start_scratch(struct scratch *scratch, const char *folder);

/* Closes the file, which goes away. */
void end_scratch(struct scratch *scratch);

/* Writes bytes at the end of the file. Returns where they begin. When that fails, returns SCRATCH_FULL, with
 * the reason in errno. Not for two threads at once. */
#define SCRATCH_FULL UINT64_MAX
uint64_t write_scratch(struct scratch *scratch, const void *bytes, size_t size);

/* Reads bytes that were written before. Fails (see messages.h) when they can't be read. For any thread. */
void read_scratch(const struct scratch *scratch, uint64_t at, void *bytes, size_t size);

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

/* ---- Runs ---- */

/* A perft by several threads, which shows its progress. */

enum { PERFT_THREADS_MAX = 256 };

struct perft_task {
    struct any_position position;
    unsigned depth;            /* 0 to PERFT_DEPTH_MAX */
    unsigned threads;          /* 1 to PERFT_THREADS_MAX */
    bool stats;                /* count kinds of moves too, not only nodes */
    struct perft_table *table; /* or NULL; none with stats */
};

struct perft_root {
    any_move move;
    size_t undone; /* pieces of its work; 0: its nodes are counted to the end */
    uint64_t nodes;
};

struct perft_result {
    bool done, overflow;      /* overflow: the nodes don't fit into 64 bits; then the rest isn't to be used */
    double share;             /* of the work that is done, about: 0 to 1 */
    ks_perft_counts counts;   /* of what is done; without stats, nodes alone */
    size_t root_count;        /* 0 at depth 0 */
    struct perft_root *roots; /* only when the run has ended; to be freed */
};

/* Does the task. Calls look(result so far, context) several times a second, and at once after wake (pool.h).
 * The run ends when look returns false; its threads may then go on until the program ends. A program can do
 * one run only. */
void perft_run(const struct perft_task *task, bool (*look)(const struct perft_result *, void *context),
               void *context, struct perft_result *result);

/* ---- Reports ---- */

/* The output of kingscan perft. */

/* The settings and the result of a run. */
struct perft {
    struct perft_task task;
    bool divide, json;
    unsigned notation; /* of enum ks_uci_flags */
    uint64_t hash;     /* MiB */
    double begun, seconds;
    bool bar_shown;
    struct perft_result result;
};

/* Shows a bar on standard error, if that is a terminal and the run has taken more than a second. */
void perft_show_progress(struct perft *perft);

/* Removes the bar. */
void perft_hide_progress(struct perft *perft);

/* Prints the result as other engines print theirs. */
void perft_put_result(struct output *out, const struct perft *perft);

/* Prints the result as a JSON object. */
void perft_put_object(struct output *out, const struct perft *perft);

/* Says on standard error how far the run came, if it was interrupted, and on a terminal how fast it was. */
void perft_print_summary(const struct perft *perft);

#endif
