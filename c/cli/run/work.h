/* The work on files that several threads share: `check`, `games`, `stats` and `convert` do it. Each worker
 * takes the next block, works on it, and waits for its turn before it writes, counts or complains, since that
 * depends on the blocks before its own. Turns go round in the order of blocks. A worker without the turn
 * keeps its output, up to OUTPUT_MOST bytes; then it waits. */
#ifndef KS_RUN_WORK_H
#define KS_RUN_WORK_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "cli/base/output.h"
#include "cli/base/pool.h"
#include "cli/base/waiting.h"
#include "cli/positions/choosing.h"
#include "cli/run/blocks.h"

/* ---- What workers share ---- */

struct work;
struct worker;

/* What a command does. Its own workers begin with a struct worker, and the state that they share with a
 * struct work. A function may be NULL where there is nothing to do. */
struct work_steps {
    size_t worker_size;
    /* Where a worker has the tally of its block, all zeros when one is taken, and where the run has the sums:
     * TALLY. A block's tally is added in its turn, unless the block does not count. */
    size_t tally, tally_size, sums;
    const char *units; /* what is counted as progress, such as "positions" */
    bool in_turn;      /* a worker ends each block in its turn, and leaves no tally to others */
    void (*begin)(struct worker *worker); /* prepares a new worker */
    void (*place)(struct worker *worker); /* notes the place of a block, while no other one is handed out */
    void (*read)(struct worker *worker);  /* works on the block */
    void (*added)(struct work *work, const void *tally); /* is told when a tally has been added */
    /* Drops what a worker keeps of its block beside the tally: it is read anew, or does not count. */
    void (*drop)(struct worker *worker);
    /* Notes an entry that has been rejected, in the turn. entries: of the block, up to there. */
    void (*rejected)(struct worker *worker, uint64_t entries);
    /* Returns which share of the files has been read, or SHARE_UNKNOWN: their bytes tell it then. */
    double (*share)(const struct work *work);
    void (*end)(struct worker *worker); /* ends a worker, when all have done their work */
};

/* The place in a file of games where the parts that count end so far. */
struct games_end {
    uint64_t offset;
    int64_t games;
};

/* What the choice of entries and games has met. */
struct chosen {
    struct choice_counts entries;
    struct left_out left_out[CONDITIONS_MAX]; /* games, by --select */
    struct met_tags tags;
};

/* The members of struct work_steps for a tally in struct `worker` and sums in struct `run`: both are one type
 * (the compiler refuses two), whose members are uint64_t. */
#define TALLY(worker, in_worker, run, in_run)                                                                \
    .tally = offsetof(struct worker, in_worker), .sums = offsetof(struct run, in_run),                       \
    .tally_size = sizeof *(true ? &((struct worker *)NULL)->in_worker : &((struct run *)NULL)->in_run)

/* All zeros at first, but for the options of source and the tags. */
struct work {
    const struct work_steps *steps;
    pthread_mutex_t reading; /* of source */
    struct block_source source;
    struct turns turns;        /* of blocks, by their numbers */
    uint64_t amount;           /* of the files, in bytes; 0: not known, or there is no progress to be shown */
    atomic_ullong done;        /* units so far, for progress */
    atomic_ullong mixed_games; /* games whose scores do not count, since they are in several forms */
    struct named_tags tags;    /* that games are expected to have */

    /* For the worker that has the turn: */
    struct games_end games_end; /* in the file of games that is read */
    struct progress progress;
    struct rejections rejections;
    struct chooser chooser;
    struct chosen chosen;
    bool stopped; /* what workers find from now on is dropped */
    bool failed;  /* a file could not be read */
    /* What TURNS_AHEAD blocks have whose turns have been left, each at its number % TURNS_AHEAD. */
    char *left;
};

/* A worker begins with all zeros. */
struct worker {
    struct output out; /* the first member, so that what may be written finds the worker */
    struct work *work;
    bool taken;           /* the worker has the turn */
    bool misplaced;       /* once it is taken: the block is no part that counts */
    struct chosen chosen; /* of the block, as the tally of the command */
    struct block block;
};

/* Prepares work in which entries or games are chosen. So many faults of each file are reported, or all: 0. */
void start_work(struct work *work, const struct choosing *choosing, uint64_t rejected_shown);

/* Reads files, NULL at the end, by so many workers, and returns when all have ended. */
void work_on_files(struct work *work, const struct work_steps *steps, char *const *files, unsigned jobs,
                   bool show_progress);

/* Drops what the worker has found in its block. */
void drop_tally(struct worker *worker);

/* Adds what the worker has found so far to the run, in the turn, before it stops the work. */
void add_tally(struct worker *worker);

/* Ends the work: what other workers have is dropped. The caller has the turn. */
void stop_work(struct work *work);

/* Shows how much has been done, if the worker has the turn and it is time for that. */
void show_work(struct worker *worker);

/* ---- Turns ---- */

/* Waits for the turn, which the worker then keeps to the end of its block. */
void take_turn(struct worker *worker);

/* Whether the work has been stopped in or before this turn, or the part is misplaced: then nothing is
 * written, and messages are dropped. */
static inline bool is_stopped(const struct worker *worker) {
    return worker->taken && (worker->work->stopped || worker->misplaced);
}

/* Writes the output once there is enough of it, in the turn. */
void flush_full(struct worker *worker);

/* Takes the turn and writes the output that precedes a message: output and messages stay in order when they
 * go to the same place. Returns false when the message is dropped. */
bool may_complain(struct worker *worker);

/* Says why a file can't be read, or not to its end. */
void report_unreadable(struct worker *worker, const char *file, const char *reason);

/* Does the same of the worker's block, if that begins its file. */
void refuse_block(struct worker *worker, const char *reason);

/* Says what the worker's block holds instead of something else, such as "PGN". */
void report_foreign(struct worker *worker, const char *expected);

/* ---- Choice ---- */

/* Whether further entries, or games, are looked at. */
static inline bool wants_more(const struct worker *worker) {
    return !is_stopped(worker) && !has_enough(&worker->work->chooser);
}

/* Returns whether the reader's game, which begins on this line of the block's file, is selected. */
bool is_selected_game(struct worker *worker, ks_pgn *pgn, uint64_t line);

/* Looks for the tags of the work in the reader's game. */
void note_tags(struct worker *worker, ks_pgn *pgn);

/* Says that memory is full of things, such as "positions", from a place of the block's file on. */
void report_full_set(struct worker *worker, const char *things, const char *place);

/* Whether a position or game was chosen before; --unique is given, and it is the worker's turn. It is one of
 * these things, on this line of the file. */
bool is_repeated(struct worker *worker, struct position_key key, const char *things, uint64_t line);

/* Warns of tags that no game has, and of games that --select leaves out since a tag says something strange,
 * unless the run was interrupted. */
void report_selection(const struct work *work);

#endif
