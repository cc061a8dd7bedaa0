/* Counts nodes by pieces of work, with threads, a table, and reports of progress. */
#include "cli/commands/perft/counting.h"

#include <assert.h>
#include <errno.h>
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

/* ==== A bar of progress ==== */

/* Writes one line of a terminal over and over. */

void show_bar(double share, double seconds, double millions_a_second) {
    static const char full[] = "##############################", empty[] = "..............................";
    const int length = (int)sizeof full - 1, filled = share < 1 ? (int)(share * length) : length;
    char left[TIME_LEFT_SIZE];
    write_time_left(share, seconds, left);
    fprintf(stderr, "\r[%.*s%.*s] %3.0f%%  %.1f million nodes a second, %s left\033[K", filled, full,
            length - filled, empty, share * 100, millions_a_second, left);
}

void hide_bar(void) {
    fputs("\r\033[K", stderr);
}

/* ==== Pieces of work ==== */

/* Cuts a perft into lines of its first moves. */

static void add(struct pieces *pieces, const struct piece *piece) {
    pieces->list = with_room(pieces->list, pieces->count, &pieces->room, sizeof *pieces->list);
    pieces->list[pieces->count++] = *piece;
}

/* Adds the pieces that begin with the moves of one that has `plies` of them. */
static void add_longer(struct pieces *pieces, const struct any_position *start, struct piece piece,
                       unsigned plies) {
    const struct any_position position = perft_piece_position(start, &piece, plies);
    size_t count;
    any_move *const moves = given(any_list_moves(&position, &count));
    for (size_t i = 0; i < count; i++) {
        piece.moves[plies] = moves[i];
        piece.root = plies > 0 ? piece.root : i;
        add(pieces, &piece);
    }
    free(moves);
}

void perft_cut(struct pieces *pieces, const struct any_position *start) {
    struct pieces smaller = {.plies = pieces->plies + 1};
    if (pieces->plies == 0)
        add_longer(&smaller, start, (struct piece){{0}, 0}, 0);
    for (size_t i = 0; i < pieces->count; i++)
        add_longer(&smaller, start, pieces->list[i], pieces->plies);
    free(pieces->list);
    *pieces = smaller;
}

struct any_position perft_piece_position(const struct any_position *start, const struct piece *piece,
                                         unsigned plies) {
    struct any_position position = *start;
    for (unsigned ply = 0; ply < plies; ply++)
        any_make_move(&position, piece->moves[ply]);
    return position;
}

/* ==== Scratch ==== */

/* The file is made when something is written for the first time. */

const char *scratch_folder(const char *folder) {
    return folder ? folder : temporary_folder();
}

void start_scratch(struct scratch *scratch, const char *folder) {
    *scratch = (struct scratch){scratch_folder(folder), -1, 0};
}

void end_scratch(struct scratch *scratch) {
    if (scratch->fd >= 0)
        close(scratch->fd);
}

static bool open_file(struct scratch *scratch) {
    if (scratch->fd < 0)
        scratch->fd = open_temporary(scratch->folder);
    return scratch->fd >= 0;
}

uint64_t write_scratch(struct scratch *scratch, const void *bytes, size_t size) {
    const uint64_t at = scratch->end;
    if (!open_file(scratch))
        return SCRATCH_FULL;
    for (size_t done = 0; done < size;) {
        const ssize_t written =
            pwrite(scratch->fd, (const char *)bytes + done, size - done, (off_t)(at + done));
        if (written < 0 && errno != EINTR)
            return SCRATCH_FULL;
        done += written > 0 ? (size_t)written : 0;
    }
    scratch->end += size;
    return at;
}

void read_scratch(const struct scratch *scratch, uint64_t at, void *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        const ssize_t got = pread(scratch->fd, (char *)bytes + done, size - done, (off_t)(at + done));
        if (got == 0)
            errno = EIO; /* somebody has cut the file */
        if (got == 0 || (got < 0 && errno != EINTR))
            fail("a temporary file in %s: %s", scratch->folder, strerror(errno));
        done += got > 0 ? (size_t)got : 0;
    }
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

/* ==== Reports ==== */

/* Prints progress and summary of a perft on standard error, and its result on standard output. */

/* ---- The run, on standard error ---- */

static double millions_a_second(const struct perft *perft) {
    return perft->seconds > 0 ? (double)perft->result.counts.nodes / perft->seconds / 1e6 : 0;
}

void perft_show_progress(struct perft *perft) {
    if (perft->seconds <= 1 || !isatty(STDERR_FILENO))
        return;
    show_bar(perft->result.share, perft->seconds, millions_a_second(perft));
    perft->bar_shown = true;
}

void perft_hide_progress(struct perft *perft) {
    if (perft->bar_shown)
        hide_bar();
    perft->bar_shown = false;
}

void perft_print_summary(const struct perft *perft) {
    if (!perft->result.done)
        complain("interrupted after %.0f%% of the work; this is what was counted so far",
                 perft->result.share * 100);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "%.3f seconds, %.1f million nodes a second (%u thread%s, kernel %s)\n",
                perft->seconds, millions_a_second(perft), perft->task.threads,
                perft->task.threads > 1 ? "s" : "", ks_kernel_get_current()->name);
}

/* ---- Counts of kinds of moves ---- */

struct kind {
    const char *name;
    uint64_t count;
};

enum { KINDS = 7 };

static void list_kinds(const ks_perft_counts *counts, struct kind kinds[KINDS]) {
    const struct kind all[KINDS] = {
        {"captures", counts->captures},     {"en_passant", counts->en_passant},
        {"castles", counts->castles},       {"promotions", counts->promotions},
        {"checks", counts->checks},         {"double_checks", counts->double_checks},
        {"checkmates", counts->checkmates},
    };
    memcpy(kinds, all, sizeof all);
}

/* ---- Counts of first moves ---- */

/* A first move and what follows it. Lines are printed in the order of their moves' names. */
struct root_line {
    char move[ANY_MOVE_SIZE];
    uint64_t nodes;
};

static int compare_lines(const void *a, const void *b) {
    return strcmp(((const struct root_line *)a)->move, ((const struct root_line *)b)->move);
}

/* Returns the lines of the first moves that are counted to the end, to be freed by the caller. Their number
 * goes to *count. */
static struct root_line *divide_lines(const struct perft *perft, size_t *count) {
    struct root_line *const lines = given(calloc(perft->result.root_count + 1, sizeof *lines));
    *count = 0;
    for (size_t i = 0; i < perft->result.root_count; i++) {
        const struct perft_root *const root = &perft->result.roots[i];
        if (root->undone > 0)
            continue;
        any_write_uci(&perft->task.position, root->move, perft->notation, lines[*count].move);
        lines[(*count)++].nodes = root->nodes;
    }
    qsort(lines, *count, sizeof *lines, compare_lines);
    return lines;
}

/* ---- The result ---- */

static void put_divide(struct output *out, const struct perft *perft) {
    size_t count;
    struct root_line *const lines = divide_lines(perft, &count);
    for (size_t i = 0; i < count; i++)
        put_format(out, "%s: %" PRIu64 "\n", lines[i].move, lines[i].nodes);
    put_format(out, "\nNodes searched: %" PRIu64 "\n\n", perft->result.counts.nodes);
    free(lines);
}

static void put_row(struct output *out, const char *name, uint64_t count) {
    if (isatty(STDOUT_FILENO))
        put_format(out, "%-14s%20" PRIu64 "\n", name, count);
    else
        put_format(out, "%s\t%" PRIu64 "\n", name, count);
}

void perft_put_result(struct output *out, const struct perft *perft) {
    struct kind kinds[KINDS];
    list_kinds(&perft->result.counts, kinds);
    if (perft->divide)
        put_divide(out, perft);
    else if (!perft->task.stats)
        put_format(out, "%" PRIu64 "\n", perft->result.counts.nodes);
    if (!perft->task.stats)
        return;
    put_row(out, "nodes", perft->result.counts.nodes);
    for (unsigned i = 0; i < KINDS; i++)
        put_row(out, kinds[i].name, kinds[i].count);
}

static void put_divide_object(struct json *json, const struct perft *perft) {
    size_t count;
    struct root_line *const lines = divide_lines(perft, &count);
    json_open_object(json, "divide");
    for (size_t i = 0; i < count; i++)
        json_unsigned(json, lines[i].move, lines[i].nodes);
    json_close_object(json);
    free(lines);
}

void perft_put_object(struct output *out, const struct perft *perft) {
    struct json json = json_start(out);
    struct kind kinds[KINDS];
    list_kinds(&perft->result.counts, kinds);
    json_open_object(&json, NULL);
    json_unsigned(&json, "depth", perft->task.depth);
    json_unsigned(&json, "nodes", perft->result.counts.nodes);
    json_real(&json, "seconds", perft->seconds, 6);
    for (unsigned i = 0; perft->task.stats && i < KINDS; i++)
        json_unsigned(&json, kinds[i].name, kinds[i].count);
    if (perft->divide)
        put_divide_object(&json, perft);
    if (!perft->result.done)
        json_bool(&json, "interrupted", true);
    json_close_object(&json);
    json_end_line(&json);
}

/* ==== Runs ==== */

/* The work of a perft lies in a queue of pieces, one for each line of the first moves: moves alone are too
 * few and too different for threads to end at about the same time. Pieces are counted in chunks, after each
 * of which the thread updates its counts. */

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

/* Returns the depth of a chunk in a variant. The moves above chunks are made one by one. */
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
