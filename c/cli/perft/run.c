/* The work of a perft lies in a queue of pieces, one for each pair of a move and a reply: moves alone are too
 * few and too different for threads to end at about the same time. Pieces are counted in chunks, after each
 * of which the result so far is brought up to date. */
#include "cli/perft/run.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/shell/command.h"

/* The depth of a chunk: milliseconds. No count of so few plies leaves 64 bits. */
enum { CHUNK = 4 };

/* The least depth for which a look into memory is worth its time. */
enum { HASHED = 3 };

/* What is to be counted: all that follows the moves. */
struct piece {
    ks_move moves[2];
    size_t root; /* index in the result's */
};

static struct {
    const struct perft_task *task;
    unsigned plies; /* that a piece's moves are */
    struct piece *pieces;
    size_t count;
    pthread_mutex_t lock; /* of what follows */
    size_t next, done;
    size_t undone[KS_MOVES_MAX]; /* pieces of a root */
    struct perft_result result;
} run = {.lock = PTHREAD_MUTEX_INITIALIZER};

static sem_t wake;

void perft_wake(void) {
    const int before = errno;
    sem_post(&wake);
    errno = before;
}

/* ---- Counting ---- */

static uint64_t count_chunk(ks_position *position, unsigned depth) {
    struct perft_table *table = run.task->table;
    uint64_t nodes = 0;
    if (!table || depth < HASHED)
        return ks_perft(position, depth);
    if (perft_table_find(table, position->key, depth, &nodes))
        return nodes;
    ks_move moves[KS_MOVES_MAX];
    const size_t count = ks_legal_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        ks_undo undo;
        ks_make_move(position, moves[i], &undo);
        nodes += count_chunk(position, depth - 1);
        ks_unmake_move(position, moves[i], &undo);
    }
    perft_table_store(table, position->key, depth, nodes);
    return nodes;
}

static void add(uint64_t *sum, uint64_t nodes) {
    if (__builtin_add_overflow(*sum, nodes, sum)) {
        run.result.overflow = true;
        perft_wake();
    }
}

static void report(size_t root, double share, const ks_perft_counts *counts) {
    ks_perft_counts *sum = &run.result.counts;
    pthread_mutex_lock(&run.lock);
    run.result.share += share;
    add(&run.result.roots[root].nodes, counts->nodes);
    add(&sum->nodes, counts->nodes);
    sum->captures += counts->captures;
    sum->en_passant += counts->en_passant;
    sum->castles += counts->castles;
    sum->promotions += counts->promotions;
    sum->checks += counts->checks;
    sum->double_checks += counts->double_checks;
    sum->checkmates += counts->checkmates;
    pthread_mutex_unlock(&run.lock);
}

/* A position that is some chunks of work, or one, or none when the table has it. share: of the whole run. A
 * sum that overflows here does so in the result too, which is larger. */
static uint64_t count_chunks(ks_position *position, unsigned depth, size_t root, double share) {
    struct perft_table *table = run.task->table;
    ks_perft_counts counts = {0};
    if (depth <= CHUNK) {
        if (run.task->stats)
            ks_perft_stats(position, depth, &counts);
        else
            counts.nodes = count_chunk(position, depth);
    } else if (!table || !perft_table_find(table, position->key, depth, &counts.nodes)) {
        ks_move moves[KS_MOVES_MAX];
        const size_t count = ks_legal_moves(position, moves);
        uint64_t nodes = 0;
        for (size_t i = 0; i < count; i++) {
            ks_undo undo;
            ks_make_move(position, moves[i], &undo);
            nodes += count_chunks(position, depth - 1, root, share / (double)count);
            ks_unmake_move(position, moves[i], &undo);
        }
        if (table)
            perft_table_store(table, position->key, depth, nodes);
        return nodes;
    }
    report(root, share, &counts);
    return counts.nodes;
}

/* ---- The queue ---- */

static void queue(size_t root, ks_move first, ks_move reply) {
    static size_t room;
    if (run.count == room) {
        room = room ? 2 * room : 1024;
        run.pieces = realloc(run.pieces, room * sizeof *run.pieces);
        if (!run.pieces)
            fail("%s", strerror(errno));
    }
    run.pieces[run.count++] = (struct piece){{first, reply}, root};
    run.undone[root]++;
}

static void queue_replies(size_t root, const ks_position *position) {
    const ks_move move = run.result.roots[root].move;
    ks_position after = *position;
    ks_undo undo;
    ks_move replies[KS_MOVES_MAX];
    ks_make_move(&after, move, &undo);
    const size_t count = ks_legal_moves(&after, replies);
    for (size_t i = 0; i < count; i++)
        queue(root, move, replies[i]);
}

/* At the last ply moves are counted, not made; so one ply at least is left to each piece. */
static void queue_all(const struct perft_task *task) {
    ks_move moves[KS_MOVES_MAX];
    struct perft_result *result = &run.result;
    run.task = task;
    run.plies = task->depth > 2 ? 2 : task->depth > 0 ? task->depth - 1 : 0;
    result->root_count = task->depth > 0 ? ks_legal_moves(&task->position, moves) : 0;
    for (size_t i = 0; i < result->root_count; i++) {
        result->roots[i].move = moves[i];
        if (run.plies == 2)
            queue_replies(i, &task->position);
        else if (run.plies == 1)
            queue(i, moves[i], KS_NO_MOVE);
        result->roots[i].done = run.undone[i] == 0;
    }
}

static const struct piece *next_piece(void) {
    pthread_mutex_lock(&run.lock);
    const struct piece *piece = run.next < run.count ? &run.pieces[run.next++] : NULL;
    pthread_mutex_unlock(&run.lock);
    return piece;
}

static void finish_piece(const struct piece *piece) {
    pthread_mutex_lock(&run.lock);
    if (--run.undone[piece->root] == 0)
        run.result.roots[piece->root].done = true;
    run.result.done = ++run.done == run.count;
    if (run.result.done)
        perft_wake();
    pthread_mutex_unlock(&run.lock);
}

static void *work(void *nothing) {
    for (const struct piece *piece; (piece = next_piece()) != NULL; finish_piece(piece)) {
        ks_position position = run.task->position;
        ks_undo undo;
        for (unsigned ply = 0; ply < run.plies; ply++)
            ks_make_move(&position, piece->moves[ply], &undo);
        count_chunks(&position, run.task->depth - run.plies, piece->root, 1.0 / (double)run.count);
    }
    return nothing;
}

/* ---- The run ---- */

/* Depths 0 and 1 are no work for threads, and have no pieces. */
static void count_at_once(const struct perft_task *task) {
    if (task->depth == 0)
        run.result.counts.nodes = 1;
    else if (task->stats)
        ks_perft_stats(&task->position, task->depth, &run.result.counts);
    else
        run.result.counts.nodes = run.result.root_count;
    for (size_t i = 0; i < run.result.root_count; i++)
        run.result.roots[i].nodes = 1;
}

static void start_threads(unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        pthread_t thread;
        const int error = pthread_create(&thread, NULL, work, NULL);
        if (error)
            fail("a thread can't be started: %s", strerror(error));
        pthread_detach(thread);
    }
}

static void wait_a_moment(void) {
    enum { NANOSECONDS = 100000000 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    sem_timedwait(&wake, &until); /* however it ends, there is something to look at */
}

static void look_up_result(struct perft_result *result) {
    pthread_mutex_lock(&run.lock);
    *result = run.result;
    pthread_mutex_unlock(&run.lock);
}

void perft_run(const struct perft_task *task, bool (*look)(const struct perft_result *, void *context),
               void *context, struct perft_result *result) {
    sem_init(&wake, 0, 0);
    queue_all(task);
    run.result.done = run.count == 0;
    if (task->depth < 2)
        count_at_once(task);
    else if (run.count > 0)
        start_threads(task->threads);
    for (look_up_result(result); !result->done && !result->overflow && look(result, context);
         look_up_result(result))
        wait_a_moment();
}
