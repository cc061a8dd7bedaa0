/* Blocks of files that several threads work on: `check`, `games` and `stats` do. A thread writes and
 * complains in its turn, since that depends on the blocks before its own. Turns go round in the order of
 * blocks. */
#ifndef KS_SHARED_BLOCKS_H
#define KS_SHARED_BLOCKS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/base/output.h"
#include "cli/base/pool.h"
#include "cli/base/waiting.h"
#include "cli/run/blocks.h"

/* ---- What threads share ---- */

/* The place in a file of games where the parts that count end so far. */
struct games_end {
    uint64_t offset;
    int64_t games;
};

struct shared_blocks {
    pthread_mutex_t reading; /* of source */
    struct block_source source;
    struct turns turns; /* of blocks, by their numbers */
    uint64_t amount;    /* of the files, in bytes; 0: not known, or there is no progress to be shown */

    /* For the thread that has the turn: */
    struct games_end games_end; /* in the file of games that is read */
    struct progress progress;
    bool stopped; /* what threads find from now on is dropped */
    bool failed;  /* a file could not be read */
};

/* Prepares for the blocks of files, before start_blocks. */
void share_blocks(struct shared_blocks *blocks, char *const *files, bool show_progress);

/* Shows what has been done, in units such as "games", if it is time for that. The caller has the turn. */
void show_progress_of(struct shared_blocks *blocks, uint64_t done, const char *units);

/* ---- Turns ---- */

/* A thread's turn. */
struct turn {
    struct shared_blocks *blocks;
    struct block *block; /* the thread's */
    struct output *out;  /* what the thread writes, or NULL */
    bool taken;
    bool misplaced; /* once it is taken: the block is no part that counts */
};

/* Waits for the turn, which the thread then keeps to the end of its block. */
void take_turn(struct turn *turn);

/* Whether the run has been stopped in or before this turn, or the part is misplaced: then nothing is written,
 * and messages are dropped. */
static inline bool is_stopped(const struct turn *turn) {
    return turn->taken && (turn->blocks->stopped || turn->misplaced);
}

/* Gives the turn to the next block. Returns as pass_turn does. */
bool give_turn(struct turn *turn);

/* Takes the turn and writes the output that precedes a message: output and messages stay in order when they
 * go to the same place. Returns false when the message is dropped. */
bool may_complain(struct turn *turn);

/* Says why the block's file can't be read, or not to its end. */
void report_unreadable(struct turn *turn, const char *reason);

#endif
