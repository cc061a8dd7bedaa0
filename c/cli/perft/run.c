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

/* The depth of a chunk, in chess and in a variant. A chunk takes milliseconds, and a count of so few plies
 * fits into 64 bits. */
enum { CHUNK = 4, VARIANT_CHUNK = 3 };

/* The least depth for which a look into the table is worth its time. */
enum { HASHED = 3 };

/* A piece of work: to count what follows these moves. */
struct piece {
    any_move moves[2];
    size_t root; /* index among the roots of the result */
};

static struct {
    const struct perft_task *task;
    unsigned plies; /* the number of moves with which a piece begins */
    unsigned chunk; /* the depth of a chunk */
    struct piece *pieces;
    size_t count;
    pthread_mutex_t lock; /* for the members below */
    size_t next, done;
    struct perft_result result;
} run = {.lock = PTHREAD_MUTEX_INITIALIZER};

static sem_t wake;

void perft_wake(void) {
    const int before = errno;
    sem_post(&wake);
    errno = before;
}

/* ---- Counting ---- */

static bool is_known(const struct any_position *position, unsigned depth, uint64_t *nodes) {
    return run.task->table && perft_table_find(run.task->table, any_key(position), depth, nodes);
}

static void remember(const struct any_position *position, unsigned depth, uint64_t nodes) {
    if (run.task->table)
        perft_table_store(run.task->table, any_key(position), depth, nodes);
}

/* Counts a chunk. A position with more moves than there is room for, which only a variant can have, is
 * counted without the table. */
static uint64_t count_chunk(const struct any_position *position, unsigned depth) {
    any_move moves[ANY_MOVES_MAX];
    uint64_t nodes = 0;
    if (!run.task->table || depth < HASHED)
        return any_perft(position, depth);
    if (is_known(position, depth, &nodes))
        return nodes;
    const size_t count = any_legal_moves(position, moves);
    if (count > ANY_MOVES_MAX)
        return any_perft(position, depth);
    for (size_t i = 0; i < count; i++) {
        struct any_position after = *position;
        any_make_move(&after, moves[i]);
        nodes += count_chunk(&after, depth - 1);
    }
    remember(position, depth, nodes);
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

/* Counts a position that is one chunk, and adds its nodes to the result. share: the chunk's share of the
 * whole run. */
static uint64_t report_chunk(const struct any_position *position, unsigned depth, size_t root, double share) {
    ks_perft_counts counts = {0};
    if (run.task->stats)
        any_perft_stats(position, depth, &counts);
    else
        counts.nodes = count_chunk(position, depth);
    report(root, share, &counts);
    return counts.nodes;
}

/* Counts a position in several chunks, in one, or in none when the table has its count. A position with more
 * moves than there is room for is one chunk. When a sum here overflows, the result does so too, since it is
 * larger; so nothing is checked here. */
static uint64_t count_chunks(const struct any_position *position, unsigned depth, size_t root, double share) {
    any_move moves[ANY_MOVES_MAX];
    ks_perft_counts known = {0};
    uint64_t nodes = 0;
    if (depth <= run.chunk)
        return report_chunk(position, depth, root, share);
    if (is_known(position, depth, &known.nodes)) {
        report(root, share, &known);
        return known.nodes;
    }
    const size_t count = any_legal_moves(position, moves);
    if (count > ANY_MOVES_MAX)
        return report_chunk(position, depth, root, share);
    for (size_t i = 0; i < count; i++) {
        struct any_position after = *position;
        any_make_move(&after, moves[i]);
        nodes += count_chunks(&after, depth - 1, root, share / (double)count);
    }
    remember(position, depth, nodes);
    return nodes;
}

/* ---- The queue ---- */

static void queue(size_t root, any_move first, any_move reply) {
    static size_t room;
    if (run.count == room) {
        room = room ? 2 * room : 1024;
        run.pieces = realloc(run.pieces, room * sizeof *run.pieces);
        if (!run.pieces)
            fail("%s", strerror(errno));
    }
    run.pieces[run.count++] = (struct piece){{first, reply}, root};
    run.result.roots[root].undone++;
}

static void queue_replies(size_t root, const struct any_position *position) {
    const any_move move = run.result.roots[root].move;
    struct any_position after = *position;
    size_t count;
    any_make_move(&after, move);
    any_move *const replies = any_list_moves(&after, &count);
    for (size_t i = 0; i < count; i++)
        queue(root, move, replies[i]);
    free(replies);
}

static void find_roots(const struct perft_task *task) {
    struct perft_result *const result = &run.result;
    any_move *const moves = any_list_moves(&task->position, &result->root_count);
    if (task->depth == 0)
        result->root_count = 0;
    result->roots = calloc(result->root_count + 1, sizeof *result->roots);
    if (!result->roots)
        fail("%s", strerror(errno));
    for (size_t i = 0; i < result->root_count; i++)
        result->roots[i].move = moves[i];
    free(moves);
}

/* Queues all pieces. Moves of the last ply are counted and not made, so at least one ply is left to each
 * piece. */
static void queue_all(const struct perft_task *task) {
    run.task = task;
    run.chunk = task->position.variant ? VARIANT_CHUNK : CHUNK;
    run.plies = task->depth > 2 ? 2 : task->depth > 0 ? task->depth - 1 : 0;
    find_roots(task);
    for (size_t i = 0; i < run.result.root_count; i++)
        if (run.plies == 2)
            queue_replies(i, &task->position);
        else if (run.plies == 1)
            queue(i, run.result.roots[i].move, KS_NO_MOVE);
}

static const struct piece *next_piece(void) {
    pthread_mutex_lock(&run.lock);
    const struct piece *piece = run.next < run.count ? &run.pieces[run.next++] : NULL;
    pthread_mutex_unlock(&run.lock);
    return piece;
}

static void finish_piece(const struct piece *piece) {
    pthread_mutex_lock(&run.lock);
    run.result.roots[piece->root].undone--;
    run.result.done = ++run.done == run.count;
    if (run.result.done)
        perft_wake();
    pthread_mutex_unlock(&run.lock);
}

static void *work(void *nothing) {
    for (const struct piece *piece; (piece = next_piece()) != NULL; finish_piece(piece)) {
        struct any_position position = run.task->position;
        for (unsigned ply = 0; ply < run.plies; ply++)
            any_make_move(&position, piece->moves[ply]);
        count_chunks(&position, run.task->depth - run.plies, piece->root, 1.0 / (double)run.count);
    }
    return nothing;
}

/* ---- The run ---- */

/* Counts to depths 0 and 1, which are no work for threads and have no pieces. */
static void count_at_once(const struct perft_task *task) {
    if (task->depth == 0)
        run.result.counts.nodes = 1;
    else if (task->stats)
        any_perft_stats(&task->position, task->depth, &run.result.counts);
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
    result->roots = NULL;
}

/* Hands over the result. The roots are copied, since threads may go on to change them. */
static void end(struct perft_result *result) {
    const size_t size = (run.result.root_count + 1) * sizeof *result->roots;
    struct perft_root *const roots = malloc(size);
    if (!roots)
        fail("%s", strerror(errno));
    pthread_mutex_lock(&run.lock);
    *result = run.result;
    result->roots = memcpy(roots, run.result.roots, size);
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
    end(result);
}
