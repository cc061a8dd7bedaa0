/* Counts nodes by pieces of work, with threads, a table, and reports of progress. */
#include "cli/commands/perft/counting.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "cli/base/pool.h"
#include "cli/base/waiting.h"
#include "cli/platform/platform.h"
#include "cli/positions/divide.h"

/* ==== Progress ==== */

static bool bar_shown;

static double millions_a_second(double nodes, double seconds) {
    return seconds > 0 ? nodes / seconds / 1e6 : 0;
}

bool wants_bar(double seconds) {
    return seconds > 1 && isatty(STDERR_FILENO);
}

void show_bar(double share, double seconds, double nodes) {
    static const char full[] = "##############################", empty[] = "..............................";
    const int length = (int)sizeof full - 1, filled = share < 1 ? (int)(share * length) : length;
    char left[TIME_LEFT_SIZE];
    write_time_left(share, seconds, left);
    fprintf(stderr, "\r[%.*s%.*s] %3.0f%%  %.1f million nodes a second, %s left\033[K", filled, full,
            length - filled, empty, share * 100, millions_a_second(nodes, seconds), left);
    bar_shown = true;
}

void hide_bar(void) {
    if (bar_shown)
        fputs("\r\033[K", stderr);
    bar_shown = false;
}

void print_speed(const struct perft_task *task, double seconds, double nodes, const char *more) {
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "%.3f seconds, %.1f million nodes a second%s (%u thread%s, kernel %s)\n", seconds,
                millions_a_second(nodes, seconds), more, task->threads, task->threads > 1 ? "s" : "",
                ks_kernel_get_current()->name);
}

/* ==== Pieces of work ==== */

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

static struct any_position position_of(const struct any_position *start, const struct piece *piece,
                                       unsigned plies) {
    struct any_position position = *start;
    for (unsigned ply = 0; ply < plies; ply++)
        any_make_move(&position, piece->moves[ply]);
    return position;
}

/* Adds the pieces that begin with the moves of one that has `plies` of them. */
static void add_longer(struct pieces *pieces, const struct any_position *start, struct piece piece,
                       unsigned plies) {
    const struct any_position position = position_of(start, &piece, plies);
    size_t count;
    any_move *const moves = given(any_list_moves(&position, &count));
    for (size_t i = 0; i < count; i++) {
        piece.moves[plies] = moves[i];
        piece.root = plies > 0 ? piece.root : i;
        pieces->list = with_room(pieces->list, pieces->count, &pieces->room, sizeof *pieces->list);
        pieces->list[pieces->count++] = piece;
    }
    free(moves);
}

/* Replaces all pieces by those that are a move longer; plies: less than PIECE_PLIES_MAX. */
static void cut(struct pieces *pieces, const struct any_position *start) {
    struct pieces smaller = {.plies = pieces->plies + 1};
    if (pieces->plies == 0)
        add_longer(&smaller, start, (struct piece){{0}, 0}, 0);
    for (size_t i = 0; i < pieces->count; i++)
        add_longer(&smaller, start, pieces->list[i], pieces->plies);
    free(pieces->list);
    *pieces = smaller;
}

/* ==== The table ==== */

/* A transposition table without locks. An entry holds its key xored with its data, so an entry into which two
 * threads wrote at once matches no key. Source: R. Hyatt and T. Mann, "A lock-less transposition table
 * implementation for parallel search chess engines", ICGA Journal 25 (2002). */

enum { DEPTH_BITS = 6, BUCKET = 4, CACHE_LINE = 64 };

/* The part of a table that is used at first, in MiB. It doubles when it is full: counts that fit into a small
 * part are found sooner there, and the system need not clear the rest. */
enum { FIRST_PART = 64 };

static_assert(PERFT_DEPTH_MAX < 1 << DEPTH_BITS, "a depth has to fit into an entry");

struct entry {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;  /* count << DEPTH_BITS | depth; 0: empty */
};

struct bucket {
    struct entry entries[BUCKET];
};

static_assert(sizeof(struct bucket) == CACHE_LINE, "a look at a bucket is one at memory");

struct perft_table {
    struct bucket *buckets;
    uint64_t mask_max;
    _Atomic uint64_t mask;       /* of the part in use */
    _Atomic uint64_t thrown_out; /* entries, since the part has this size */
};

static uint64_t mask_for(uint64_t mebibytes) {
    uint64_t count = 1;
    while (count * 2 <= (mebibytes << 20) / sizeof(struct bucket))
        count *= 2;
    return count - 1;
}

struct perft_table *perft_table_new(uint64_t mebibytes) {
    const uint64_t mask_max = mask_for(mebibytes);
    struct bucket *const buckets = map_pages((mask_max + 1) * sizeof(struct bucket));
    struct perft_table *table = malloc(sizeof *table);
    if (!buckets || !table)
        return NULL;
    *table = (struct perft_table){.buckets = buckets,
                                  .mask_max = mask_max,
                                  .mask = mask_for(mebibytes < FIRST_PART ? mebibytes : FIRST_PART)};
    return table;
}

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void save(_Atomic uint64_t *word, uint64_t value) {
    atomic_store_explicit(word, value, memory_order_relaxed);
}

/* The bucket for a position and a depth. A position that is counted to several depths has as many buckets. */
static struct entry *entries_of(const struct perft_table *table, uint64_t key, unsigned depth) {
    const uint64_t spread = depth * 0x9e3779b97f4a7c15;
    return table->buckets[(key ^ spread) & load(&table->mask)].entries;
}

static unsigned depth_of(uint64_t data) {
    return (unsigned)data & ((1u << DEPTH_BITS) - 1);
}

bool perft_table_find(const struct perft_table *table, uint64_t key, unsigned depth, uint64_t *count) {
    const struct entry *entries = entries_of(table, key, depth);
    for (unsigned i = 0; i < BUCKET; i++) {
        const uint64_t data = load(&entries[i].data);
        if (depth_of(data) == depth && (load(&entries[i].check) ^ data) == key) {
            *count = data >> DEPTH_BITS;
            return true;
        }
    }
    return false;
}

/* Doubles the part in use when as many entries have been thrown out as it has buckets. Half of the entries
 * are not found any more, which costs less than to move them. */
static void note_loss(struct perft_table *table) {
    uint64_t mask = load(&table->mask);
    if (mask == table->mask_max ||
        atomic_fetch_add_explicit(&table->thrown_out, 1, memory_order_relaxed) < mask)
        return;
    if (atomic_compare_exchange_strong(&table->mask, &mask, 2 * mask + 1))
        save(&table->thrown_out, 0);
}

/* Stores a count in place of the entry with the least depth, which is the cheapest to count again. */
void perft_table_store(struct perft_table *table, uint64_t key, unsigned depth, uint64_t count) {
    if (count >> (64 - DEPTH_BITS))
        return; /* too large for an entry */
    struct entry *entries = entries_of(table, key, depth), *least = entries;
    for (unsigned i = 1; i < BUCKET; i++)
        if (depth_of(load(&entries[i].data)) < depth_of(load(&least->data)))
            least = &entries[i];
    if (load(&least->data))
        note_loss(table);
    const uint64_t data = count << DEPTH_BITS | depth;
    save(&least->check, key ^ data);
    save(&least->data, data);
}

/* ==== Runs ==== */

/* The work of a perft lies in a queue of pieces, one for each line of the first moves: moves alone are too
 * few and too different for threads to end at about the same time. Pieces are counted in chunks, and the
 * thread updates its counts after each chunk. */

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

/* The counts of a thread. No two share a cache line. Other threads take the lock only to read the result now
 * and then. */
struct count_worker {
    pthread_mutex_t lock; /* for the members below */
    ks_perft_counts counts;
    double share;
    bool overflow;
    char apart[128];
};

struct root { /* the pieces of one move */
    any_move move;
    size_t undone; /* pieces of its work; 0: its nodes are counted to the end */
    uint64_t nodes;
    char text[ANY_MOVE_SIZE]; /* when all is counted */
};

/* The only run of the program. Its memory is there until the end: after an interruption the threads are still
 * at work, for nothing. */
static struct {
    const struct perft_task *task;
    unsigned chunk; /* the depth of a chunk */
    struct pieces pieces;
    struct count_worker *workers;
    struct pool pool;
    atomic_size_t next;   /* the piece that no thread has taken yet */
    pthread_mutex_t lock; /* for the members up to done */
    size_t finished;
    size_t root_count; /* 0 at depth 0 */
    struct root *roots;
    bool done;
    bool overflow;          /* the nodes don't fit into 64 bits; then the rest isn't to be used */
    double share;           /* of the work that is done, about: 0 to 1 */
    ks_perft_counts counts; /* of what is done; without stats, nodes alone */
    double begun, seconds;
} run = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Counting ---- */

/* The kinds of moves that are counted besides nodes. */
static const struct {
    const char *name;
    size_t at; /* of the count in ks_perft_counts */
} kinds[] = {
#define KIND(name)                                                                                           \
    { #name, offsetof(ks_perft_counts, name) }
    KIND(captures), KIND(en_passant),    KIND(castles),    KIND(promotions),
    KIND(checks),   KIND(double_checks), KIND(checkmates),
#undef KIND
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static uint64_t count_of(const ks_perft_counts *counts, unsigned kind) {
    return *(const uint64_t *)((const char *)counts + kinds[kind].at);
}

/* Returns whether the nodes fit. */
static bool add_counts(ks_perft_counts *sum, const ks_perft_counts *counts) {
    for (unsigned i = 0; i < KINDS; i++)
        *(uint64_t *)((char *)sum + kinds[i].at) += count_of(counts, i);
    return !__builtin_add_overflow(sum->nodes, counts->nodes, &sum->nodes);
}

static void report(struct count_worker *worker, double share, const ks_perft_counts *counts) {
    pthread_mutex_lock(&worker->lock);
    worker->share += share;
    worker->overflow |= !add_counts(&worker->counts, counts);
    pthread_mutex_unlock(&worker->lock);
}

/* Counts a position in several chunks, in one, or in none when the table has its count, and reports each.
 * Within a chunk, the table is looked into further. A position with more moves than there is room for, which
 * only a variant can have, is counted at once. When a sum here overflows, the result does so too, since it is
 * larger; so nothing is checked here. share: of the whole run; 0: within a chunk. */
static uint64_t count_from(struct count_worker *worker, const struct any_position *position, unsigned depth,
                           double share) {
    const bool chunk = depth <= run.chunk, hashed = run.task->table && depth >= HASHED;
    any_move moves[ANY_MOVES_MAX];
    ks_perft_counts counts = {0};
    bool at_once = hashed && perft_table_find(run.task->table, any_key(position), depth, &counts.nodes);
    if (!at_once) {
        const bool last = chunk && (!hashed || depth == HASHED);
        const size_t count = last ? 0 : any_legal_moves(position, moves);
        at_once = last || count > ANY_MOVES_MAX;
        if (at_once && run.task->stats)
            any_perft_stats(position, depth, &counts);
        else if (at_once)
            counts.nodes = any_perft(position, depth);
        for (size_t i = 0; i < count && !at_once; i++) {
            struct any_position after = *position;
            any_make_move(&after, moves[i]);
            counts.nodes += count_from(worker, &after, depth - 1, chunk ? 0 : share / (double)count);
        }
        if (hashed)
            perft_table_store(run.task->table, any_key(position), depth, counts.nodes);
    }
    if (share > 0 && (chunk || at_once))
        report(worker, share, &counts);
    return counts.nodes;
}

/* ---- The queue ---- */

/* Two moves, and more while pieces are few and large. Moves of the last two plies are counted and mostly not
 * made, so two plies at least are left to each piece. */
static bool wants_smaller_pieces(const struct perft_task *task) {
    const struct pieces *const pieces = &run.pieces;
    const unsigned left = task->depth - pieces->plies;
    const bool few = pieces->count < (size_t)PIECES_A_THREAD * task->threads;
    return pieces->plies < 2 ? left > 2 : left > run.chunk && few && pieces->plies < PIECE_PLIES_MAX;
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

/* Returns the depth of a chunk in a variant. The moves above chunks are made one by one. */
static unsigned variant_chunk(const struct pieces *pieces) {
    const size_t moves = 2 * moves_near_root(pieces);
    unsigned chunk = 1;
    for (size_t nodes = moves; nodes * moves <= CHUNK_NODES && chunk < DEEPEST_CHUNK; chunk++)
        nodes *= moves;
    return chunk < VARIANT_CHUNK ? VARIANT_CHUNK : chunk;
}

static void queue_all(const struct perft_task *task) {
    run.chunk = task->position.variant ? VARIANT_CHUNK : CHUNK;
    if (task->depth > 0)
        cut(&run.pieces, &task->position);
    run.root_count = run.pieces.count;
    run.roots = given(calloc(run.root_count + 1, sizeof *run.roots));
    for (size_t i = 0; i < run.root_count; i++)
        run.roots[i].move = run.pieces.list[i].moves[0];
    while (run.pieces.count > 0 && wants_smaller_pieces(task))
        cut(&run.pieces, &task->position);
    if (task->position.variant && !task->stats)
        run.chunk = variant_chunk(&run.pieces);
    for (size_t i = 0; i < run.pieces.count; i++)
        run.roots[run.pieces.list[i].root].undone++;
}

static void finish_piece(const struct piece *piece, uint64_t nodes) {
    pthread_mutex_lock(&run.lock);
    run.roots[piece->root].undone--;
    run.roots[piece->root].nodes += nodes;
    run.done = ++run.finished == run.pieces.count;
    pthread_mutex_unlock(&run.lock);
}

static void count_queued_pieces(void *argument) {
    struct count_worker *const worker = argument;
    const unsigned plies = run.pieces.plies;
    for (size_t next; (next = run.next++) < run.pieces.count;) {
        const struct piece *const piece = &run.pieces.list[next];
        const struct any_position position = position_of(&run.task->position, piece, plies);
        const double share = 1.0 / (double)run.pieces.count;
        finish_piece(piece, count_from(worker, &position, run.task->depth - plies, share));
    }
}

/* ---- The run ---- */

/* Counts to depths 0 and 1, which are no work for threads. */
static void count_at_once(const struct perft_task *task) {
    ks_perft_counts *const counts = &run.workers[0].counts;
    if (task->depth == 0)
        counts->nodes = 1;
    else if (task->stats)
        any_perft_stats(&task->position, task->depth, counts);
    else
        counts->nodes = run.root_count;
    for (size_t i = 0; i < run.root_count; i++)
        run.roots[i] = (struct root){.move = run.roots[i].move, .nodes = 1};
}

/* Adds up what the workers have counted. */
static void add_workers(void) {
    run.counts = (ks_perft_counts){0};
    run.share = 0;
    for (unsigned i = 0; i < run.task->threads; i++) {
        struct count_worker *const worker = &run.workers[i];
        pthread_mutex_lock(&worker->lock);
        run.overflow |= worker->overflow | !add_counts(&run.counts, &worker->counts);
        run.share += worker->share;
        pthread_mutex_unlock(&worker->lock);
    }
    run.seconds = seconds_now() - run.begun;
}

static void begin(const struct perft_task *task) {
    run.task = task;
    run.begun = seconds_now();
    run.workers = given(calloc(task->threads, sizeof *run.workers));
    for (unsigned i = 0; i < task->threads; i++) {
        pthread_mutex_init(&run.workers[i].lock, NULL);
    }
    queue_all(task);
    run.done = task->depth < 2 || run.pieces.count == 0;
    if (task->depth < 2)
        count_at_once(task);
}

/* Counts until all is done, or somebody interrupts. */
static void count(const struct perft_task *task) {
    begin(task);
    start_pool(&run.pool, run.done ? 0 : task->threads, !run.done, count_queued_pieces, run.workers,
               sizeof *run.workers);
    while (!run.overflow && !interrupted && wait_for_pool(&run.pool)) {
        add_workers();
        if (wants_bar(run.seconds))
            show_bar(run.share, run.seconds, (double)run.counts.nodes);
    }
    if (!run.overflow && !interrupted)
        end_pool(&run.pool);
    pthread_mutex_lock(&run.lock); /* for good: the roots change no more, and the counts cover them */
    add_workers();
    hide_bar();
    if (run.overflow)
        fail("the count is larger than 64 bits can hold (%" PRIu64 ")", UINT64_MAX);
}

/* ==== The result ==== */

/* Prints the result on standard output, and its summary on standard error. */

static int compare_roots(const void *a, const void *b) {
    return strcmp(((const struct root *)a)->text, ((const struct root *)b)->text);
}

/* Brings the first moves into the order of their names. */
static void sort_roots(void) {
    for (size_t i = 0; i < run.root_count; i++)
        any_write_uci(&run.task->position, run.roots[i].move, run.task->notation, run.roots[i].text);
    qsort(run.roots, run.root_count, sizeof *run.roots, compare_roots);
}

static void put_row(struct output *out, const char *name, uint64_t count) {
    if (isatty(STDOUT_FILENO))
        put_format(out, "%-14s%20" PRIu64 "\n", name, count);
    else
        put_format(out, "%s\t%" PRIu64 "\n", name, count);
}

static void put_result(struct output *out) {
    if (run.task->divide) {
        sort_roots();
        for (size_t i = 0; i < run.root_count; i++)
            if (run.roots[i].undone == 0)
                put_format(out, "%s: %" PRIu64 "\n", run.roots[i].text, run.roots[i].nodes);
        put_format(out, "\nNodes searched: %" PRIu64 "\n\n", run.counts.nodes);
    } else if (!run.task->stats) {
        put_format(out, "%" PRIu64 "\n", run.counts.nodes);
    }
    if (!run.task->stats)
        return;
    put_row(out, "nodes", run.counts.nodes);
    for (unsigned i = 0; i < KINDS; i++)
        put_row(out, kinds[i].name, count_of(&run.counts, i));
}

static void put_object(struct output *out) {
    struct json json = json_start(out);
    json_open_object(&json, NULL);
    json_unsigned(&json, "depth", run.task->depth);
    json_unsigned(&json, "nodes", run.counts.nodes);
    json_real(&json, "seconds", run.seconds, 6);
    for (unsigned i = 0; run.task->stats && i < KINDS; i++)
        json_unsigned(&json, kinds[i].name, count_of(&run.counts, i));
    if (run.task->divide) {
        json_open_object(&json, "divide");
        sort_roots();
        for (size_t i = 0; i < run.root_count; i++)
            if (run.roots[i].undone == 0)
                json_unsigned(&json, run.roots[i].text, run.roots[i].nodes);
        json_close_object(&json);
    }
    if (!run.done)
        json_bool(&json, "interrupted", true);
    json_close_object(&json);
    json_end_line(&json);
}

int perft_by_paths(const struct perft_task *task) {
    catch_interrupts(wake);
    count(task);
    (task->json ? put_object : put_result)(&standard_output);
    flush_output(&standard_output);
    if (!run.done)
        complain("interrupted after %.0f%% of the work; this is what was counted so far", run.share * 100);
    print_speed(task, run.seconds, (double)run.counts.nodes, "");
    return run.done ? STATUS_GOOD : STATUS_INTERRUPTED;
}
