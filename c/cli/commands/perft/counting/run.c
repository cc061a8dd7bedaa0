/* The work of a perft lies in a queue of pieces, one for each line of the first moves: moves alone are too
 * few and too different for threads to end at about the same time. Pieces are counted in chunks, after each
 * of which the thread updates its counts. */
#include "cli/commands/perft/counting/run.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/pool.h"
#include "cli/commands/perft/counting/pieces.h"

/* The depth of a chunk, in chess and in a variant, and in a variant with few moves. A chunk takes
 * milliseconds at most, and a count of so few plies fits into 64 bits. */
enum { CHUNK = 4, VARIANT_CHUNK = 3, DEEPEST_CHUNK = 7 };

/* The nodes of a chunk that is deeper than VARIANT_CHUNK, if positions had twice as many moves as those near
 * the root. */
enum { CHUNK_NODES = 500000 };

/* The least depth for which a look into the table is worth its time: with 4, the start position takes 1.5
 * times as long to depth 7. */
enum { HASHED = 3 };

/* The least number of pieces for each thread, if there are enough moves: the wait for the last one is a small
 * part of the time then. */
enum { PIECES_A_THREAD = 256 };

struct count_run;

/* The counts of a thread. No two share a cache line. Other threads take the lock only to read the result now
 * and then. */
struct count_worker {
    struct count_run *run;
    pthread_mutex_t lock; /* for the members below */
    ks_perft_counts counts;
    double share;
    bool overflow;
    char apart[128];
};

struct count_run {
    const struct perft_task *task;
    unsigned chunk; /* the depth of a chunk */
    struct pieces pieces;
    struct count_worker *workers;
    struct pool pool;
    pthread_mutex_t lock; /* for the members below */
    size_t next, done;
    struct perft_result result; /* without what the workers have counted */
};

/* ---- Counting ---- */

static bool is_known(const struct count_run *run, const struct any_position *position, unsigned depth,
                     uint64_t *nodes) {
    return run->task->table && perft_table_find(run->task->table, any_key(position), depth, nodes);
}

static void remember(const struct count_run *run, const struct any_position *position, unsigned depth,
                     uint64_t nodes) {
    if (run->task->table)
        perft_table_store(run->task->table, any_key(position), depth, nodes);
}

/* Counts a chunk. A position with more moves than there is room for, which only a variant can have, is
 * counted without looking further into the table. */
static uint64_t count_chunk(const struct count_run *run, const struct any_position *position,
                            unsigned depth) {
    any_move moves[ANY_MOVES_MAX];
    uint64_t nodes = 0;
    if (!run->task->table || depth < HASHED)
        return any_perft(position, depth);
    if (is_known(run, position, depth, &nodes))
        return nodes;
    const size_t count = depth > HASHED ? any_legal_moves(position, moves) : 0;
    if (depth == HASHED || count > ANY_MOVES_MAX)
        nodes = any_perft(position, depth);
    for (size_t i = 0; i < count && count <= ANY_MOVES_MAX; i++) {
        struct any_position after = *position;
        any_make_move(&after, moves[i]);
        nodes += count_chunk(run, &after, depth - 1);
    }
    remember(run, position, depth, nodes);
    return nodes;
}

/* Returns whether the nodes fit. */
static bool add_counts(ks_perft_counts *sum, const ks_perft_counts *counts) {
    sum->captures += counts->captures;
    sum->en_passant += counts->en_passant;
    sum->castles += counts->castles;
    sum->promotions += counts->promotions;
    sum->checks += counts->checks;
    sum->double_checks += counts->double_checks;
    sum->checkmates += counts->checkmates;
    return !__builtin_add_overflow(sum->nodes, counts->nodes, &sum->nodes);
}

static void report(struct count_worker *worker, double share, const ks_perft_counts *counts) {
    pthread_mutex_lock(&worker->lock);
    worker->share += share;
    worker->overflow |= !add_counts(&worker->counts, counts);
    pthread_mutex_unlock(&worker->lock);
}

/* Counts a position that is one chunk, and reports it. share: the chunk's share of the whole run. */
static uint64_t report_chunk(struct count_worker *worker, const struct any_position *position, unsigned depth,
                             double share) {
    const struct count_run *const run = worker->run;
    ks_perft_counts counts = {0};
    if (run->task->stats)
        any_perft_stats(position, depth, &counts);
    else
        counts.nodes = count_chunk(run, position, depth);
    report(worker, share, &counts);
    return counts.nodes;
}

/* Counts a position in several chunks, in one, or in none when the table has its count. A position with more
 * moves than there is room for is one chunk. When a sum here overflows, the result does so too, since it is
 * larger; so nothing is checked here. */
static uint64_t count_chunks(struct count_worker *worker, const struct any_position *position, unsigned depth,
                             double share) {
    struct count_run *const run = worker->run;
    any_move moves[ANY_MOVES_MAX];
    ks_perft_counts known = {0};
    uint64_t nodes = 0;
    if (depth <= run->chunk)
        return report_chunk(worker, position, depth, share);
    if (is_known(run, position, depth, &known.nodes)) {
        report(worker, share, &known);
        return known.nodes;
    }
    const size_t count = any_legal_moves(position, moves);
    if (count > ANY_MOVES_MAX)
        return report_chunk(worker, position, depth, share);
    for (size_t i = 0; i < count; i++) {
        struct any_position after = *position;
        any_make_move(&after, moves[i]);
        nodes += count_chunks(worker, &after, depth - 1, share / (double)count);
    }
    remember(run, position, depth, nodes);
    return nodes;
}

/* ---- The queue ---- */

/* The roots are the pieces of one move. */
static void find_roots(struct count_run *run) {
    struct perft_result *const result = &run->result;
    result->root_count = run->pieces.count;
    result->roots = given(calloc(result->root_count + 1, sizeof *result->roots));
    for (size_t i = 0; i < result->root_count; i++)
        result->roots[i].move = run->pieces.list[i].moves[0];
}

/* Two moves, and more while pieces are few and large. Moves of the last two plies are counted and mostly not
 * made, so two plies at least are left to each piece. */
static bool wants_smaller_pieces(const struct count_run *run, const struct perft_task *task) {
    const struct pieces *const pieces = &run->pieces;
    const unsigned left = task->depth - pieces->plies;
    const bool few = pieces->count < (size_t)PIECES_A_THREAD * task->threads;
    return pieces->plies < 2 ? left > 2 : left > run->chunk && few && pieces->plies < PIECE_PLIES_MAX;
}

/* Returns the number of moves of positions near the root, rounded up. */
static size_t moves_near_root(const struct pieces *pieces) {
    for (size_t moves = 1;; moves++) {
        size_t all = 1;
        for (unsigned ply = 0; ply < pieces->plies; ply++)
            all *= moves;
        if (all >= pieces->count)
            return moves;
    }
}

/* Returns the depth of a chunk in a variant. Positions above chunks are walked. */
static unsigned variant_chunk(const struct pieces *pieces) {
    const size_t moves = 2 * moves_near_root(pieces);
    unsigned chunk = 1;
    for (size_t nodes = moves; nodes * moves <= CHUNK_NODES && chunk < DEEPEST_CHUNK; chunk++)
        nodes *= moves;
    return chunk < VARIANT_CHUNK ? VARIANT_CHUNK : chunk;
}

static void queue_all(struct count_run *run, const struct perft_task *task) {
    run->task = task;
    run->chunk = task->position.variant ? VARIANT_CHUNK : CHUNK;
    if (task->depth > 0)
        perft_cut(&run->pieces, &task->position);
    find_roots(run);
    while (run->pieces.count > 0 && wants_smaller_pieces(run, task))
        perft_cut(&run->pieces, &task->position);
    if (task->position.variant && !task->stats)
        run->chunk = variant_chunk(&run->pieces);
    for (size_t i = 0; i < run->pieces.count; i++)
        run->result.roots[run->pieces.list[i].root].undone++;
}

static const struct piece *next_piece(struct count_run *run) {
    pthread_mutex_lock(&run->lock);
    const struct piece *piece = run->next < run->pieces.count ? &run->pieces.list[run->next++] : NULL;
    pthread_mutex_unlock(&run->lock);
    return piece;
}

static void finish_piece(struct count_run *run, const struct piece *piece, uint64_t nodes) {
    pthread_mutex_lock(&run->lock);
    run->result.roots[piece->root].undone--;
    run->result.roots[piece->root].nodes += nodes;
    run->result.done = ++run->done == run->pieces.count;
    pthread_mutex_unlock(&run->lock);
}

static void count_queued_pieces(void *argument) {
    struct count_worker *const worker = argument;
    struct count_run *const run = worker->run;
    const unsigned plies = run->pieces.plies;
    for (const struct piece *piece; (piece = next_piece(run)) != NULL;) {
        const struct any_position position = perft_piece_position(&run->task->position, piece, plies);
        finish_piece(
            run, piece,
            count_chunks(worker, &position, run->task->depth - plies, 1.0 / (double)run->pieces.count));
    }
}

/* ---- The run ---- */

/* Counts to depths 0 and 1, which are no work for threads. */
static void count_at_once(struct count_run *run, const struct perft_task *task) {
    ks_perft_counts *const counts = &run->workers[0].counts;
    if (task->depth == 0)
        counts->nodes = 1;
    else if (task->stats)
        any_perft_stats(&task->position, task->depth, counts);
    else
        counts->nodes = run->result.root_count;
    for (size_t i = 0; i < run->result.root_count; i++)
        run->result.roots[i] = (struct perft_root){.move = run->result.roots[i].move, .nodes = 1};
}

static void add_workers(struct count_run *run, struct perft_result *result) {
    for (unsigned i = 0; i < run->task->threads; i++) {
        struct count_worker *const worker = &run->workers[i];
        pthread_mutex_lock(&worker->lock);
        result->overflow |= worker->overflow | !add_counts(&result->counts, &worker->counts);
        result->share += worker->share;
        pthread_mutex_unlock(&worker->lock);
    }
}

/* Asks for the share that is done first, so that the counts cover that share at least. */
static void look_up_result(struct count_run *run, struct perft_result *result) {
    pthread_mutex_lock(&run->lock);
    *result = run->result;
    pthread_mutex_unlock(&run->lock);
    result->roots = NULL;
    add_workers(run, result);
}

/* Hands over the result. The roots are copied, since threads may go on to change them. */
static void hand_over(struct count_run *run, struct perft_result *result) {
    const size_t size = (run->result.root_count + 1) * sizeof *result->roots;
    struct perft_root *const roots = given(malloc(size));
    pthread_mutex_lock(&run->lock);
    *result = run->result;
    result->roots = memcpy(roots, run->result.roots, size);
    pthread_mutex_unlock(&run->lock);
    add_workers(run, result);
}

static struct count_run *new_run(const struct perft_task *task) {
    struct count_run *const run = given(calloc(1, sizeof *run));
    run->workers = given(calloc(task->threads, sizeof *run->workers));
    pthread_mutex_init(&run->lock, NULL);
    for (unsigned i = 0; i < task->threads; i++) {
        run->workers[i].run = run;
        pthread_mutex_init(&run->workers[i].lock, NULL);
    }
    queue_all(run, task);
    run->result.done = task->depth < 2 || run->pieces.count == 0;
    return run;
}

static void free_run(struct count_run *run) {
    free(run->pieces.list);
    free(run->result.roots);
    free(run->workers);
    free(run);
}

/* A run that is stopped is not freed: its threads go on until the program ends. */
void perft_run(const struct perft_task *task, bool (*look)(const struct perft_result *, void *context),
               void *context, struct perft_result *result) {
    struct count_run *const run = new_run(task);
    bool goes_on = true;
    if (task->depth < 2)
        count_at_once(run, task);
    start_pool(&run->pool, run->result.done ? 0 : task->threads, !run->result.done, count_queued_pieces,
               run->workers, sizeof *run->workers);
    while (goes_on && wait_for_pool(&run->pool)) {
        look_up_result(run, result);
        goes_on = !result->overflow && look(result, context);
    }
    hand_over(run, result);
    if (!goes_on)
        return;
    end_pool(&run->pool);
    free_run(run);
}
