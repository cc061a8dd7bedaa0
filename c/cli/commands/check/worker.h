/* A worker of `kingscan check`: it handles a block of lines, and each line in it. Work that needs the order
 * of the text is done in the worker's turn: writing, counting, complaining, deciding which of two positions
 * came first, and putting bits into a byte. */
#ifndef KS_CHECK_WORKER_H
#define KS_CHECK_WORKER_H

#include "cli/commands/check/line.h"
#include "cli/positions/games_file.h"
#include "cli/run/entries.h"
#include "cli/run/work.h"

struct check_worker;

/* The state that workers share. */
struct check_run {
    struct work work;
    const struct check_task *task;
    struct table *table;   /* of the file that is read; guarded by work.reading, too */
    ks_variants *variants; /* of games; NULL until the first file of games is read; likewise */
    uint64_t lines_read;   /* of that file, with FORMAT_JSON */

    /* For the worker that has the turn: */
    struct check_result result;
    uint64_t lines_of_file; /* of the last file, in the blocks before this one */
    struct marks marks;
    struct rejections warnings;
};

enum { LINES_AT_A_TIME = 512 };

struct check_worker {
    struct worker base;
    struct check_run *run;
    struct check_counts tally; /* of this block, not yet part of the result */
    struct position_key keys[LINES_AT_A_TIME];
    ks_checked_line lines[LINES_AT_A_TIME];
    const struct table *table; /* of the block's file */
    struct entry_reader reader;
    uint64_t lines_before; /* the lines of the file before a block of lines, with FORMAT_JSON */
};

/* Checks the worker's block of lines, and writes and counts by the task. Returns the number of
 * lines. */
uint64_t check_lines_of_block(struct check_worker *worker);

/* Checks the worker's block of training data, which is judged an entry at a time, or of games. Return how
 * many entries or lines it has. */
uint64_t check_data(struct check_worker *worker);
uint64_t check_games(struct check_worker *worker);

/* ---- For data.c and games.c, which do the same with entries and positions of games ---- */

/* Marks and counts an entry, or a line, that has been rejected: a step of the work. */
void note_rejected(struct worker *base, uint64_t number);

/* Ends the run after this line of the block, in the worker's turn: what other blocks have is dropped. */
void end_run(struct check_worker *worker, uint64_t number);

/* Counts and marks a position by its choice and, unless it was passed or repeated, its verdict. Returns
 * whether it is written. */
bool note_choice(struct check_worker *worker, enum entry_choice choice, enum ks_verdict verdict);

#endif
