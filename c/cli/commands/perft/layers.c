/* Counts perft by layers, each position of a layer once. Threads take the parts of a layer one by one. A
 * part's positions are brought together, sorted by their groups, and expanded into a table as large as a
 * processor's own cache, in which nearly all that are equal meet. When the table is full, it is emptied: into
 * the next layer, where the others meet; or, after the last layer, by counting what each holds. So the
 * largest layer is never kept. */
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
#include "cli/commands/perft/counting.h"
#include "cli/commands/perft/records.h"
#include "cli/platform/platform.h"
#include "cli/positions/divide.h"
#include "rules/perft/perft.h"

static unsigned part_of(uint64_t group) {
    return (unsigned)(group >> (64 - PART_BITS));
}

/* ==== The store ==== */

/* Two layers of positions, the one that is being expanded and the next: cut into parts, kept in memory, and
 * on disk when that is full. */

/* A part is a list of chunks. When no chunk is left, the longest part goes to disk. There each chunk says
 * where the one before lies. */

enum { CHUNK_RECORDS = 255 }; /* 8 KiB: half of one is empty in each part */

struct chunk {
    struct chunk *next;
    uint64_t count, before; /* `before` counts positions on disk */
    struct ks_counted records[CHUNK_RECORDS];
};

struct part {
    struct chunk *chunks;        /* all but the first are full */
    uint64_t spilled;            /* where the last chunk on disk ends; 0: there is none */
    uint64_t count, chunk_count; /* records, also those on disk; chunks in memory */
};

struct store {
    pthread_mutex_t lock; /* of all that follows */
    struct part layers[2][PARTS];
    unsigned present;
    struct chunk *unused;
    size_t left; /* chunks that may still be allocated */
    struct scratch scratch;
};

/* memory is how many bytes positions may take. folder is for what doesn't fit, as in records.h. */
static void start_store(struct store *store, size_t memory, const char *folder) {
    pthread_mutex_init(&store->lock, NULL);
    /* At least one for each part of both layers, and some. */
    store->left = memory / sizeof(struct chunk);
    if (store->left < 3 * PARTS)
        store->left = 3 * PARTS;
    start_scratch(&store->scratch, folder);
}

/* ---- Chunks ---- */

static struct part *longest_part(struct part layer[PARTS]) {
    struct part *longest = layer;
    for (unsigned i = 1; i < PARTS; i++)
        if (layer[i].chunk_count > longest->chunk_count)
            longest = &layer[i];
    return longest;
}

static void give_back(struct store *store, struct chunk *chunk) {
    chunk->next = store->unused;
    store->unused = chunk;
}

/* Writes the full chunks of a part to disk. */
static bool spill(struct store *store, struct part *part) {
    for (struct chunk *chunk; (chunk = part->chunks->next) != NULL;) {
        chunk->before = part->spilled;
        if (!write_scratch(&store->scratch, chunk, sizeof *chunk))
            return false;
        part->spilled = store->scratch.end;
        part->chunk_count--;
        part->chunks->next = chunk->next;
        give_back(store, chunk);
    }
    return true;
}

/* Returns NULL when there is none, with the reason in errno. Takes a little more memory than allowed when
 * nothing can go to disk, since each part has one chunk at most. */
static struct chunk *new_chunk(struct store *store) {
    if (!store->unused && store->left == 0) {
        struct part *const longest = longest_part(store->layers[!store->present]);
        if (longest->chunk_count > 1 && !spill(store, longest))
            return NULL;
    }
    struct chunk *chunk = store->unused;
    if (chunk) {
        store->unused = chunk->next;
    } else {
        chunk = malloc(sizeof *chunk);
        store->left -= store->left > 0;
    }
    return chunk;
}

/* ---- Adding ---- */

/* The number of records in a part of the present layer. */
static size_t store_count(const struct store *store, unsigned part) {
    return store->layers[store->present][part].count;
}

static bool add_to_part(struct store *store, struct part *part, const struct ks_counted *records,
                        size_t count) {
    while (count > 0) {
        if (!part->chunks || part->chunks->count == CHUNK_RECORDS) {
            struct chunk *const chunk = new_chunk(store);
            if (!chunk)
                return false;
            chunk->count = 0;
            chunk->next = part->chunks;
            part->chunks = chunk;
            part->chunk_count++;
        }
        struct chunk *const chunk = part->chunks;
        const size_t room = CHUNK_RECORDS - chunk->count, n = count < room ? count : room;
        memcpy(chunk->records + chunk->count, records, n * sizeof *records);
        chunk->count += n;
        part->count += n;
        records += n;
        count -= n;
    }
    return true;
}

/* Adds positions of the next layer; part p begins at records[starts[p]]. Returns false when the disk is full,
 * with the reason in errno. For any thread. */
static bool store_add(struct store *store, const struct ks_counted *records,
                      const uint32_t starts[PARTS + 1]) {
    bool added = true;
    pthread_mutex_lock(&store->lock);
    for (unsigned i = 0; i < PARTS && added; i++)
        added = add_to_part(store, &store->layers[!store->present][i], records + starts[i],
                            starts[i + 1] - starts[i]);
    pthread_mutex_unlock(&store->lock);
    return added;
}

/* Makes the next layer the present one. Returns how many records it has: positions may be there more than
 * once. */
static uint64_t store_turn(struct store *store) {
    uint64_t count = 0;
    store->present = !store->present;
    for (unsigned i = 0; i < PARTS; i++)
        count += store_count(store, i);
    return count;
}

/* ---- Taking ---- */

/* Moves the records of this part of the present layer to `records`. For any thread, once for each part. */
static void store_take(struct store *store, unsigned number, struct ks_counted *records) {
    struct part *const part = &store->layers[store->present][number];
    struct chunk from_disk;
    for (uint64_t end = part->spilled; end; end = from_disk.before, records += CHUNK_RECORDS) {
        read_scratch(&store->scratch, end - sizeof from_disk, &from_disk, sizeof from_disk);
        memcpy(records, from_disk.records, sizeof from_disk.records);
    }
    while (part->chunks) {
        struct chunk *const chunk = part->chunks;
        memcpy(records, chunk->records, chunk->count * sizeof *records);
        records += chunk->count;
        part->chunks = chunk->next;
        pthread_mutex_lock(&store->lock);
        give_back(store, chunk);
        pthread_mutex_unlock(&store->lock);
    }
    *part = (struct part){0};
}

/* ==== Layers ==== */

/* Plies that are left to the counter. */
enum { LEAST_REST = 2 };

/* The table for children: 4 MiB of positions, 1 MiB of slots. */
enum { TABLE = 1 << 17, TABLE_SLOTS = 2 * TABLE };

/* How many records ahead the slots of a part's table are fetched. */
enum { AHEAD = 8 };

struct expand_worker {
    struct ks_meeting part; /* the positions of a part, */
    size_t part_room;       /* and how many fit there */
    struct ks_counted *sorted;
    struct ks_meeting table; /* their children */
    uint64_t *groups;        /* [entry of the table] */
    struct ks_counted *emptied;
};

/* The only run of the program. It frees nothing, since threads are still at work after an interruption, for
 * nothing. */
static struct {
    const struct perft_task *task;
    const struct counter *counter;
    struct store store;
    struct expand_worker *workers;
    struct pool pool;
    atomic_bool stopped;
    bool counts;          /* after the last layer: children are counted */
    pthread_mutex_t lock; /* for the members below */
    unsigned next_part;
    uint64_t records, done_records; /* of the layer that is expanded */
    bool done, overflow; /* on `overflow`, a count is larger than it can be, and the rest isn't to be used */
    int error;           /* ENOMEM; another one of the disk; or 0 */
    count128 nodes;      /* of what is done */
    unsigned plies;      /* layers that are made */
    bool resumed;        /* some of the last layer's positions were counted by an earlier run */
    uint64_t positions[PERFT_DEPTH_MAX + 1]; /* [n]: different ones after n plies; 0: not yet known */
    double begun, seconds;
    unsigned printed; /* plies with positions that have been printed */
} run = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Stops ---- */

/* Ends the run, because a count is too large (error: 0), or for want of memory or disk. */
static void stop(int error) {
    pthread_mutex_lock(&run.lock);
    run.stopped = true;
    run.overflow |= error == 0;
    run.error = run.error ? run.error : error;
    pthread_mutex_unlock(&run.lock);
}

static void meet(struct ks_meeting *meeting, const struct ks_packed *position, uint64_t hash,
                 uint64_t count) {
    if (ks_meet(meeting, position, hash, count)->count < count)
        stop(0);
}

/* ---- A part ---- */

static void make_room(struct expand_worker *worker, size_t records) {
    if (records <= worker->part_room)
        return;
    size_t slots = 1024;
    while (slots < 2 * records)
        slots *= 2;
    free(worker->part.slots);
    free(worker->part.entries);
    free(worker->sorted);
    worker->part_room = records;
    worker->part = (struct ks_meeting){.mask = (uint32_t)(slots - 1)};
    worker->part.slots = given(calloc(slots, sizeof *worker->part.slots));
    worker->part.entries = given(calloc(records, sizeof *worker->part.entries));
    worker->sorted = given(calloc(records, sizeof *worker->sorted));
}

/* Sorts the positions of the part by eight bits of their groups: positions with children that meet are
 * neighbours, and the part of the table in use stays in the cache. */
static void sort_by_group(struct expand_worker *worker) {
    uint32_t starts[257] = {0};
    struct ks_meeting *const part = &worker->part;
    uint8_t *const digits = (uint8_t *)worker->part.slots; /* which are used up */
    for (uint32_t i = 0; i < part->count; i++) {
        digits[i] = (uint8_t)(ks_group(&part->entries[i].position) >> (64 - PART_BITS - 8));
        starts[digits[i] + 1]++;
    }
    for (unsigned i = 0; i < 256; i++)
        starts[i + 1] += starts[i];
    for (uint32_t i = 0; i < part->count; i++)
        worker->sorted[starts[digits[i]]++] = part->entries[i];
}

/* Brings the positions of a part together. Returns how many different ones there are. */
static size_t read_part(struct expand_worker *worker, unsigned number) {
    const size_t records = store_count(&run.store, number);
    struct ks_meeting *const part = &worker->part;
    make_room(worker, records);
    if (records == 0)
        return 0;
    memset(part->slots, 0, ((size_t)part->mask + 1) * sizeof *part->slots);
    part->count = 0;
    store_take(&run.store, number, worker->sorted);
    for (size_t i = 0; i < records; i++) {
        if (i + AHEAD < records)
            ks_look_ahead(part, hash_of_packed(&worker->sorted[i + AHEAD].position));
        const struct ks_counted *const record = &worker->sorted[i];
        meet(part, &record->position, hash_of_packed(&record->position), record->count);
    }
    sort_by_group(worker);
    return part->count;
}

/* ---- The table ---- */

/* Empties the table into the next layer. */
static void empty_into_store(struct expand_worker *worker) {
    uint32_t starts[PARTS + 2] = {0};
    const struct ks_meeting *const table = &worker->table;
    for (uint32_t i = 0; i < table->count; i++)
        starts[part_of(worker->groups[i]) + 2]++;
    for (unsigned i = 2; i < PARTS + 2; i++)
        starts[i] += starts[i - 1];
    for (uint32_t i = 0; i < table->count; i++)
        worker->emptied[starts[part_of(worker->groups[i]) + 1]++] = table->entries[i];
    if (!store_add(&run.store, worker->emptied, starts))
        stop(errno);
}

/* Counts what the positions in the table hold, and adds that to *nodes. */
static void count_table(const struct ks_meeting *table, count128 *nodes) {
    const unsigned rest = run.task->depth - run.plies - 1;
    for (uint32_t i = 0; i < table->count && !run.stopped; i++) {
        const struct ks_counted *const entry = &table->entries[i];
        if (!add_count128_product(nodes, ks_perft_packed(run.counter, &entry->position, rest), entry->count))
            stop(0);
    }
}

static void empty_table(struct expand_worker *worker, count128 *nodes) {
    if (run.counts)
        count_table(&worker->table, nodes);
    else
        empty_into_store(worker);
    ks_empty_meeting(&worker->table);
}

static void expand(struct expand_worker *worker, const struct ks_counted *parent) {
    struct ks_child children[KS_MOVES_MAX];
    uint64_t hashes[KS_MOVES_MAX];
    struct ks_meeting *const table = &worker->table;
    const size_t count = ks_expand(&parent->position, children);
    for (size_t i = 0; i < count; i++) {
        hashes[i] = hash_of_packed(&children[i].position);
        ks_look_ahead(table, hashes[i]);
    }
    for (size_t i = 0; i < count; i++)
        ks_look_further(table, hashes[i]);
    for (size_t i = 0; i < count; i++) {
        const uint32_t before = table->count;
        meet(table, &children[i].position, hashes[i], parent->count);
        worker->groups[before] = children[i].group; /* of a new entry, or of none */
    }
}

/* Expands a part. Returns the paths after it, when they are counted. */
static count128 expand_part(struct expand_worker *worker, size_t positions) {
    count128 nodes = 0;
    for (size_t i = 0; i < positions && !run.stopped; i++) {
        if (worker->table.count > TABLE - KS_MOVES_MAX)
            empty_table(worker, &nodes);
        expand(worker, &worker->sorted[i]);
    }
    empty_table(worker, &nodes);
    return nodes;
}

/* ---- Progress ---- */

static double share_done(void) {
    return run.counts ? (double)run.done_records / (double)run.records : run.done;
}

/* Prints how many positions there are after each ply, once that is known. */
static void print_layers(bool all) {
    for (; run.printed < run.plies + all; run.printed++) {
        hide_bar();
        fprintf(stderr, "%u pl%s: %" PRIu64 " different positions\n", run.printed,
                run.printed == 1 ? "y" : "ies", run.positions[run.printed]);
    }
}

static void show_progress(void) {
    pthread_mutex_lock(&run.lock);
    run.seconds = seconds_now() - run.begun;
    if (wants_bar(run.seconds)) {
        print_layers(false);
        show_bar(share_done(), run.seconds, (double)run.nodes);
    }
    pthread_mutex_unlock(&run.lock);
}

/* ---- Threads ---- */

/* Whether an earlier run has counted a part, so that this one doesn't. Parts that have positions and are
 * recorded without paths are counted again, since a run that lacked memory may have recorded them. */
static bool is_counted(unsigned part) {
    return run.counts && checkpoint.counted[part] &&
           (checkpoint.nodes[part] != 0 || store_count(&run.store, part) == 0);
}

/* Returns the next part that isn't counted yet; PARTS: there is none. */
static unsigned take_part(void) {
    pthread_mutex_lock(&run.lock);
    while (run.next_part < PARTS && is_counted(run.next_part))
        run.next_part++;
    const unsigned part = run.next_part < PARTS && !run.stopped ? run.next_part++ : PARTS;
    pthread_mutex_unlock(&run.lock);
    return part;
}

static _Noreturn void fail_at_part(unsigned part, const char *what) {
    fail("%s: part %u is recorded with %s", run.task->checkpoint, part, what);
}

static void finish_part(unsigned part, size_t positions, size_t records, count128 nodes) {
    pthread_mutex_lock(&run.lock);
    if (!run.stopped) {
        run.positions[run.plies] += positions;
        run.overflow |= !add_count128(&run.nodes, nodes);
        run.done_records += records;
        if (checkpoint.counted[part] && run.counts && nodes != 0)
            fail_at_part(part, "0 paths, but it has some");
        if (run.counts && checkpoint.name && !checkpoint.counted[part])
            check_part(part, nodes);
    }
    pthread_mutex_unlock(&run.lock);
}

static void expand_parts(void *argument) {
    struct expand_worker *const worker = argument;
    for (unsigned part; (part = take_part()) < PARTS;) {
        const size_t records = store_count(&run.store, part);
        const size_t positions = read_part(worker, part);
        const bool goes_on = !run.task->positions || run.plies < run.task->depth;
        finish_part(part, positions, records, goes_on ? expand_part(worker, positions) : 0);
    }
}

static void make_workers(void) {
    run.workers = given(calloc(run.task->threads, sizeof *run.workers));
    for (unsigned i = 0; i < run.task->threads; i++) {
        struct expand_worker *const worker = &run.workers[i];
        worker->table.slots = given(calloc(TABLE_SLOTS, sizeof *worker->table.slots));
        worker->table.mask = TABLE_SLOTS - 1;
        worker->table.entries = given(calloc(TABLE, sizeof *worker->table.entries));
        worker->emptied = given(calloc(TABLE, sizeof *worker->emptied));
        worker->groups = given(calloc(TABLE + 1, sizeof *worker->groups));
    }
}

/* Expands the present layer. Returns false when the run is to end. */
static bool expand_layer(void) {
    run.next_part = 0;
    run.done_records = 0;
    for (unsigned i = 0; i < PARTS; i++)
        run.done_records += is_counted(i) ? store_count(&run.store, i) : 0;
    start_pool(&run.pool, run.task->threads, 1, expand_parts, run.workers, sizeof *run.workers);
    while (wait_for_pool(&run.pool)) {
        show_progress();
        if (interrupted)
            return false;
    }
    end_pool(&run.pool);
    return !run.stopped && !run.overflow;
}

/* ---- The run ---- */

static void begin(const struct perft_task *task) {
    struct ks_counted start = {.count = 1};
    uint32_t starts[PARTS + 1] = {0};
    run.task = task;
    run.counter = ks_counter_for(&task->position.chess);
    if (!run.counter || !ks_pack(&task->position.chess, &start.position))
        fail("--layers: expected a position with at most 32 pieces, and kings that don't touch");
    start_store(&run.store, (size_t)task->memory, task->folder);
    for (unsigned part = part_of(ks_group(&start.position)) + 1; part <= PARTS; part++)
        starts[part] = 1;
    if (!store_add(&run.store, &start, starts))
        fail("%s", strerror(errno));
    run.records = store_turn(&run.store);
}

/* Whether the next layer is to be kept, and not counted as it comes. before: the records of the
 * last layer. */
static bool keeps_next_layer(uint64_t before) {
    const struct perft_task *const task = run.task;
    if (checkpoint.plies)
        return run.plies < checkpoint.plies;
    if (task->positions)
        return run.plies < task->depth;
    if (run.plies + 1 + LEAST_REST >= task->depth)
        return false;
    const double expected = (double)run.records * (double)run.records / (double)(before ? before : 1);
    return task->folder || expected * 1.1 * sizeof(struct ks_counted) <= (double)task->memory;
}

/* Makes layers as long as they are to be kept. Returns false when the run is to end. */
static bool make_layers(void) {
    for (uint64_t before = 0; keeps_next_layer(before);) {
        if (!expand_layer())
            return false;
        before = run.records;
        run.records = store_turn(&run.store);
        run.plies++;
    }
    return true;
}

/* Takes what the checkpoint says. Returns whether it has a path for each part, so that nothing is left
 * to do. */
static bool resume(const struct perft_task *task) {
    bool all = true;
    open_checkpoint(task);
    if (checkpoint.plies > 0 && checkpoint.plies + (uint64_t)LEAST_REST >= task->depth)
        fail("%s: expected a run that leaves at least %d of %u plies, found %u plies", task->checkpoint,
             LEAST_REST + 1, task->depth, checkpoint.plies);
    for (unsigned i = 0; i < PARTS; i++) {
        all &= checkpoint.nodes[i] != 0;
        run.resumed |= checkpoint.counted[i];
        run.overflow |= !add_count128(&run.nodes, checkpoint.nodes[i]);
    }
    return all;
}

/* Compares the checkpoint with the layer that is to be counted: a part without positions has no paths. */
static void check_counted_parts(void) {
    for (unsigned i = 0; i < PARTS; i++)
        if (checkpoint.nodes[i] != 0 && store_count(&run.store, i) == 0)
            fail_at_part(i, "paths, but it has no positions");
}

/* Counts by layers that are made first, as far as they are to be kept. Returns whether all is counted. */
static bool count_by_layers(const struct perft_task *task) {
    begin(task);
    if (task->depth <= LEAST_REST && !task->positions) {
        run.nodes = ks_perft(&task->position.chess, task->depth);
        return true;
    }
    if (task->checkpoint && resume(task))
        return true;
    make_workers();
    if (!make_layers())
        return false;
    check_counted_parts();
    run.counts = !task->positions;
    if (task->checkpoint && !checkpoint.begun)
        begin_checkpoint(task, run.plies);
    return expand_layer();
}

/* ==== The command ==== */

/* kingscan perft DEPTH --layers: prints the result. */

static void put_object(void) {
    struct json json = json_start(&standard_output);
    char text[COUNT128_SIZE];
    json_open_object(&json, NULL);
    json_unsigned(&json, "depth", run.task->depth);
    write_count128(run.nodes, text);
    if (run.nodes > UINT64_MAX)
        json_string(&json, "nodes", text);
    else if (!run.task->positions)
        json_unsigned(&json, "nodes", (uint64_t)run.nodes);
    json_real(&json, "seconds", run.seconds, 6);
    json_open_array(&json, "layers");
    for (unsigned ply = 0; ply < run.plies + !run.resumed; ply++)
        json_unsigned(&json, NULL, run.positions[ply]);
    json_close_array(&json);
    if (!run.done)
        json_bool(&json, "interrupted", true);
    json_close_object(&json);
    json_end_line(&json);
}

static void put_result(void) {
    if (!run.task->positions)
        put_count128(run.nodes);
    for (unsigned ply = 0; run.task->positions && ply < run.plies + run.done; ply++)
        put_format(&standard_output, "%u\t%" PRIu64 "\n", ply, run.positions[ply]);
}

static void print_summary(void) {
    const bool no_memory = run.error == ENOMEM;
    char on_disk[64];
    if (run.error && !no_memory)
        complain(
            "a temporary file in %s, after %u plies: %s; --temp names another folder, --memory takes more "
            "memory",
            scratch_folder(run.task->folder), run.plies, strerror(run.error));
    if (!run.done)
        complain("%s%s after %u layers and %.0f%% of the counting; this is what was counted so far",
                 no_memory ? strerror(ENOMEM) : "",
                 no_memory   ? ": stopped"
                 : run.error ? "stopped"
                             : "interrupted",
                 run.plies, share_done() * 100);
    if (isatty(STDERR_FILENO))
        print_layers(run.done && !run.resumed);
    snprintf(on_disk, sizeof on_disk, ", %.1f MiB on disk", (double)run.store.scratch.end / (1 << 20));
    print_speed(run.task, run.seconds, (double)run.nodes, on_disk);
}

int perft_by_layers(const struct perft_task *task) {
    catch_interrupts(wake);
    run.begun = seconds_now();
    run.done = count_by_layers(task);
    /* For good: threads that are still at work change nothing any more. */
    pthread_mutex_lock(&run.lock);
    pthread_mutex_lock(&run.store.lock);
    run.seconds = seconds_now() - run.begun;
    hide_bar();
    if (run.overflow)
        fail("a count is too large: 64 bits hold the paths to a position, 128 bits the sum");
    (task->json ? put_object : put_result)();
    flush_output(&standard_output);
    print_summary();
    return run.done ? STATUS_GOOD : run.error ? STATUS_FAILED : STATUS_INTERRUPTED;
}
