/* Threads take the parts of a layer one by one. A part's positions are brought together, sorted by their
 * groups, and expanded into a table as large as a processor's own cache, in which nearly all that are equal
 * meet. When the table is full, it is emptied: into the next layer, where the others meet; or, after the last
 * layer, by counting what each holds. So the largest layer is never kept. */
#include "cli/commands/perft/layers.h"

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
#include "cli/commands/perft/store.h"
#include "cli/platform/platform.h"
#include "rules/perft/perft.h"

/* ==== Layers ==== */

/* Plies that are left to the counter. */
enum { LEAST_REST = 2 };

/* The table for children: 4 MiB of positions, 1 MiB of slots. */
enum { TABLE = 1 << 17, TABLE_SLOTS = 2 * TABLE };

/* How many records ahead the slots of a part's table are fetched. */
enum { AHEAD = 8 };

struct expand_run;

struct expand_worker {
    struct expand_run *run;
    struct ks_meeting part; /* the positions of a part, */
    size_t part_room;       /* and how many fit there */
    struct ks_counted *sorted;
    struct ks_meeting table; /* their children */
    uint64_t *groups;        /* [entry of the table] */
    struct ks_counted *emptied;
};

struct expand_run {
    const struct layers_task *task;
    const struct counter *counter;
    struct store *store;
    struct expand_worker *workers;
    struct checkpoint *checkpoint;
    struct pool pool;
    bool left; /* the threads are at work for nothing until the program ends */
    atomic_bool stopped;
    bool counts;          /* after the last layer: children are counted */
    pthread_mutex_t lock; /* for the members below */
    unsigned next_part;
    bool counted[PARTS];            /* parts that are counted already */
    bool zero[PARTS];               /* those of them without a path */
    uint64_t records, done_records; /* of the layer that is expanded */
    struct layers_result result;
};

/* ---- Stops ---- */

/* Ends the run, because a count is too large (error: 0), or for want of memory or disk. */
static void stop(struct expand_run *run, int error) {
    pthread_mutex_lock(&run->lock);
    run->stopped = true;
    run->result.overflow |= error == 0;
    run->result.error = run->result.error ? run->result.error : error;
    pthread_mutex_unlock(&run->lock);
}

static void meet(struct expand_run *run, struct ks_meeting *meeting, const struct ks_packed *position,
                 uint64_t hash, uint64_t count) {
    if (ks_meet(meeting, position, hash, count)->count < count)
        stop(run, 0);
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

/* Sorts the positions of the part by eight bits of their groups: those whose children meet are neighbours,
 * and the part of the table in use stays in the cache. */
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
    struct expand_run *const run = worker->run;
    const size_t records = store_count(run->store, number);
    struct ks_meeting *const part = &worker->part;
    make_room(worker, records);
    if (records == 0)
        return 0;
    memset(part->slots, 0, ((size_t)part->mask + 1) * sizeof *part->slots);
    part->count = 0;
    store_take(run->store, number, worker->sorted);
    for (size_t i = 0; i < records; i++) {
        if (i + AHEAD < records)
            ks_look_ahead(part, hash_of_packed(&worker->sorted[i + AHEAD].position));
        const struct ks_counted *const record = &worker->sorted[i];
        meet(run, part, &record->position, hash_of_packed(&record->position), record->count);
    }
    sort_by_group(worker);
    return part->count;
}

/* ---- The table ---- */

/* Empties the table into the next layer. */
static void empty_into_store(struct expand_worker *worker) {
    struct expand_run *const run = worker->run;
    uint32_t starts[PARTS + 2] = {0};
    const struct ks_meeting *const table = &worker->table;
    for (uint32_t i = 0; i < table->count; i++)
        starts[part_of(worker->groups[i]) + 2]++;
    for (unsigned i = 2; i < PARTS + 2; i++)
        starts[i] += starts[i - 1];
    for (uint32_t i = 0; i < table->count; i++)
        worker->emptied[starts[part_of(worker->groups[i]) + 1]++] = table->entries[i];
    if (!store_add(run->store, worker->emptied, starts))
        stop(run, errno);
}

/* Counts what the positions in the table hold, and adds that to *nodes. */
static void count_table(struct expand_run *run, const struct ks_meeting *table, count128 *nodes) {
    const unsigned rest = run->task->depth - run->result.plies - 1;
    for (uint32_t i = 0; i < table->count && !run->stopped; i++) {
        const struct ks_counted *const entry = &table->entries[i];
        if (!add_count128_product(nodes, ks_perft_packed(run->counter, &entry->position, rest), entry->count))
            stop(run, 0);
    }
}

static void empty_table(struct expand_worker *worker, count128 *nodes) {
    struct expand_run *const run = worker->run;
    if (run->counts)
        count_table(run, &worker->table, nodes);
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
        meet(worker->run, table, &children[i].position, hashes[i], parent->count);
        worker->groups[before] = children[i].group; /* of a new entry, or of none */
    }
}

/* Expands a part. Returns the paths after it, when they are counted. */
static count128 expand_part(struct expand_worker *worker, size_t positions) {
    const struct expand_run *const run = worker->run;
    count128 nodes = 0;
    for (size_t i = 0; i < positions && !run->stopped; i++) {
        if (worker->table.count > TABLE - KS_MOVES_MAX)
            empty_table(worker, &nodes);
        expand(worker, &worker->sorted[i]);
    }
    empty_table(worker, &nodes);
    return nodes;
}

/* ---- Threads ---- */

/* Returns the next part that isn't counted yet; PARTS: there is none. */
static unsigned take_part(struct expand_run *run) {
    pthread_mutex_lock(&run->lock);
    while (run->next_part < PARTS && run->counts && run->counted[run->next_part])
        run->next_part++;
    const unsigned part = run->next_part < PARTS && !run->stopped ? run->next_part++ : PARTS;
    pthread_mutex_unlock(&run->lock);
    return part;
}

static _Noreturn void fail_at_part(const struct expand_run *run, unsigned part, const char *what) {
    fail("%s: part %u is recorded with %s", run->task->checkpoint, part, what);
}

static void finish_part(struct expand_run *run, unsigned part, size_t positions, size_t records,
                        count128 nodes) {
    pthread_mutex_lock(&run->lock);
    if (!run->stopped) {
        run->result.positions[run->result.plies] += positions;
        run->result.overflow |= !add_count128(&run->result.nodes, nodes);
        run->done_records += records;
        run->result.share = run->counts ? (double)run->done_records / (double)run->records : 0;
        if (run->zero[part] && nodes != 0)
            fail_at_part(run, part, "0 paths, but it has some");
        if (run->counts && run->checkpoint && !run->zero[part])
            check_part(run->checkpoint, part, nodes);
    }
    pthread_mutex_unlock(&run->lock);
}

static void expand_parts(void *argument) {
    struct expand_worker *const worker = argument;
    struct expand_run *const run = worker->run;
    for (unsigned part; (part = take_part(run)) < PARTS;) {
        const size_t records = store_count(run->store, part);
        const size_t positions = read_part(worker, part);
        const bool goes_on = !run->task->positions || run->result.plies < run->task->depth;
        finish_part(run, part, positions, records, goes_on ? expand_part(worker, positions) : 0);
    }
}

static struct expand_worker *new_workers(struct expand_run *run) {
    const unsigned count = run->task->threads;
    struct expand_worker *const workers = given(calloc(count, sizeof *workers));
    for (unsigned i = 0; i < count; i++) {
        struct expand_worker *const worker = &workers[i];
        worker->run = run;
        worker->table.slots = given(calloc(TABLE_SLOTS, sizeof *worker->table.slots));
        worker->table.mask = TABLE_SLOTS - 1;
        worker->table.entries = given(calloc(TABLE, sizeof *worker->table.entries));
        worker->emptied = given(calloc(TABLE, sizeof *worker->emptied));
        worker->groups = given(calloc(TABLE + 1, sizeof *worker->groups));
    }
    return workers;
}

static void look_up_result(struct expand_run *run, struct layers_result *result) {
    pthread_mutex_lock(&run->lock);
    *result = run->result;
    pthread_mutex_unlock(&run->lock);
    result->spilled = store_spilled(run->store);
}

/* Expands the present layer. Returns false when the run is to end. */
static bool expand_layer(struct expand_run *run, bool (*look)(const struct layers_result *, void *),
                         void *context, struct layers_result *result) {
    run->next_part = 0;
    run->done_records = 0;
    for (unsigned i = 0; i < PARTS; i++)
        run->done_records += run->counts && run->counted[i] ? store_count(run->store, i) : 0;
    start_pool(&run->pool, run->task->threads, 1, expand_parts, run->workers, sizeof *run->workers);
    while (!run->left && wait_for_pool(&run->pool)) {
        look_up_result(run, result);
        run->left = !look(result, context);
    }
    if (run->left)
        return false;
    end_pool(&run->pool);
    return !run->stopped && !run->result.overflow;
}

/* ---- The run ---- */

static void note_counted(void *context, unsigned part, count128 nodes) {
    struct expand_run *const run = context;
    run->counted[part] = true;
    run->zero[part] = nodes == 0;
    run->result.resumed = true;
    run->result.overflow |= !add_count128(&run->result.nodes, nodes);
}

static void begin(struct expand_run *run, const struct layers_task *task) {
    struct ks_counted start = {.count = 1};
    uint32_t starts[PARTS + 1] = {0};
    run->task = task;
    run->counter = ks_counter_for(&task->position);
    if (!run->counter || !ks_pack(&task->position, &start.position))
        fail("--layers: expected a position with at most 32 pieces, and kings that don't touch");
    run->store = new_store((size_t)task->memory, task->folder);
    for (unsigned part = part_of(ks_group(&start.position)) + 1; part <= PARTS; part++)
        starts[part] = 1;
    if (!store_add(run->store, &start, starts))
        fail("%s", strerror(errno));
    run->records = store_turn(run->store);
}

/* Whether the next layer is to be kept, and not counted as it comes. before: the records of the last layer.
 */
static bool keeps_next_layer(struct expand_run *run, uint64_t before, unsigned plies_wanted) {
    const struct layers_task *const task = run->task;
    if (plies_wanted)
        return run->result.plies < plies_wanted;
    if (task->positions)
        return run->result.plies < task->depth;
    if (run->result.plies + 1 + LEAST_REST >= task->depth)
        return false;
    const double expected = (double)run->records * (double)run->records / (double)(before ? before : 1);
    return task->folder || expected * 1.1 * sizeof(struct ks_counted) <= (double)task->memory;
}

/* Makes layers as long as they are to be kept. Returns false when the run is to end. */
static bool make_layers(struct expand_run *run, unsigned plies_wanted,
                        bool (*look)(const struct layers_result *, void *), void *context,
                        struct layers_result *result) {
    for (uint64_t before = 0; keeps_next_layer(run, before, plies_wanted);) {
        if (!expand_layer(run, look, context, result))
            return false;
        before = run->records;
        run->records = store_turn(run->store);
        run->result.plies++;
    }
    return true;
}

/* Whether the checkpoint has a path for each part. */
static bool all_counted(const struct expand_run *run) {
    for (unsigned i = 0; i < PARTS; i++)
        if (!run->counted[i] || run->zero[i])
            return false;
    return true;
}

/* Compares the checkpoint with the layer that is to be counted: a part without positions has no paths. Parts
 * that have positions and are recorded without paths are counted again, since a run whose memory failed may
 * have recorded them. */
static void check_counted_parts(struct expand_run *run) {
    for (unsigned i = 0; i < PARTS; i++) {
        if (run->counted[i] && !run->zero[i] && store_count(run->store, i) == 0)
            fail_at_part(run, i, "paths, but it has no positions");
        run->counted[i] &= !run->zero[i] || store_count(run->store, i) == 0;
    }
}

static void count_small_depth(const struct layers_task *task, struct layers_result *result) {
    *result =
        (struct layers_result){.done = true, .share = 1, .nodes = ks_perft(&task->position, task->depth)};
}

static void free_run(struct expand_run *run) {
    for (unsigned i = 0; run->workers && i < run->task->threads; i++) {
        struct expand_worker *const worker = &run->workers[i];
        free(worker->part.slots);
        free(worker->part.entries);
        free(worker->sorted);
        free(worker->table.slots);
        free(worker->table.entries);
        free(worker->emptied);
        free(worker->groups);
    }
    free(run->workers);
    if (run->checkpoint)
        close_checkpoint(run->checkpoint);
    free_store(run->store);
    free(run);
}

/* Counts by layers that are made first, as far as they are to be kept. Returns whether all is counted. */
static bool count_by_layers(struct expand_run *run, bool (*look)(const struct layers_result *, void *),
                            void *context, struct layers_result *result) {
    const struct layers_task *const task = run->task;
    struct checkpoint_run about = {.position = task->position, .depth = task->depth, .parts = PARTS};
    const bool begun =
        task->checkpoint && open_checkpoint(&run->checkpoint, task->checkpoint, &about, note_counted, run);
    if (begun && about.plies > 0 && about.plies + (uint64_t)LEAST_REST >= task->depth)
        fail("%s: expected a run that leaves at least %d of %u plies, found %u plies", task->checkpoint,
             LEAST_REST + 1, task->depth, about.plies);
    run->workers = new_workers(run);
    if (begun && all_counted(run))
        return true;
    if (!make_layers(run, begun ? about.plies : 0, look, context, result))
        return false;
    check_counted_parts(run);
    run->counts = !task->positions;
    about.plies = run->result.plies;
    if (run->checkpoint && !begun)
        begin_checkpoint(run->checkpoint, &about);
    return expand_layer(run, look, context, result);
}

void layers_run(const struct layers_task *task, bool (*look)(const struct layers_result *, void *context),
                void *context, struct layers_result *result) {
    struct expand_run *const run = given(calloc(1, sizeof *run));
    pthread_mutex_init(&run->lock, NULL);
    begin(run, task);
    if (task->depth <= LEAST_REST && !task->positions) {
        count_small_depth(task, result);
    } else {
        const bool done = count_by_layers(run, look, context, result);
        look_up_result(run, result);
        result->done = done;
    }
    if (!run->left)
        free_run(run);
}

/* ==== The command ==== */

/* Shows how far a perft by layers has come, and prints the result. */

struct layers_command {
    const struct layers_task *task;
    double begun, seconds;
    unsigned printed; /* plies whose positions have been printed */
    bool bar;
};

static double millions_a_second(struct layers_command *command, const struct layers_result *result) {
    return command->seconds > 0 ? (double)result->nodes / command->seconds / 1e6 : 0;
}

static void remove_bar(struct layers_command *command) {
    if (command->bar)
        hide_bar();
    command->bar = false;
}

/* Prints how many positions there are after each ply, once that is known. */
static void print_layers(struct layers_command *command, const struct layers_result *result, bool all) {
    for (; command->printed < result->plies + all; command->printed++) {
        remove_bar(command);
        fprintf(stderr, "%u pl%s: %" PRIu64 " different positions\n", command->printed,
                command->printed == 1 ? "y" : "ies", result->positions[command->printed]);
    }
}

/* Fits layers_run. */
static bool look(const struct layers_result *result, void *context) {
    struct layers_command *const command = context;
    command->seconds = seconds_now() - command->begun;
    if (isatty(STDERR_FILENO) && command->seconds > 1) {
        print_layers(command, result, false);
        show_bar(result->share, command->seconds, millions_a_second(command, result));
        command->bar = true;
    }
    return !interrupted;
}

/* A count beyond 64 bits is a string of digits. */
static void put_nodes(struct json *json, count128 count) {
    char text[COUNT128_SIZE];
    write_count128(count, text);
    if (count > UINT64_MAX)
        json_string(json, "nodes", text);
    else
        json_unsigned(json, "nodes", (uint64_t)count);
}

static void put_object(struct layers_command *command, const struct layers_result *result) {
    struct json json = json_start(&standard_output);
    json_open_object(&json, NULL);
    json_unsigned(&json, "depth", command->task->depth);
    if (!command->task->positions)
        put_nodes(&json, result->nodes);
    json_real(&json, "seconds", command->seconds, 6);
    json_open_array(&json, "positions");
    for (unsigned ply = 0; ply < result->plies + !result->resumed; ply++)
        json_unsigned(&json, NULL, result->positions[ply]);
    json_close_array(&json);
    if (!result->done)
        json_bool(&json, "interrupted", true);
    json_close_object(&json);
    json_end_line(&json);
}

static void put_result(struct layers_command *command, const struct layers_result *result) {
    char text[COUNT128_SIZE];
    if (!command->task->positions) {
        write_count128(result->nodes, text);
        put_format(&standard_output, "%s\n", text);
        return;
    }
    for (unsigned ply = 0; ply < result->plies + result->done; ply++)
        put_format(&standard_output, "%u\t%" PRIu64 "\n", ply, result->positions[ply]);
}

static void print_summary(struct layers_command *command, const struct layers_result *result) {
    const bool no_memory = result->error == ENOMEM;
    if (result->error && !no_memory)
        complain(
            "a temporary file in %s, after %u plies: %s; --temp names another folder, --memory takes more "
            "memory",
            scratch_folder(command->task->folder), result->plies, strerror(result->error));
    if (!result->done)
        complain("%s%s after %u layers and %.0f%% of the counting; this is what was counted so far",
                 no_memory ? strerror(ENOMEM) : "",
                 no_memory       ? ": stopped"
                 : result->error ? "stopped"
                                 : "interrupted",
                 result->plies, result->share * 100);
    if (!isatty(STDERR_FILENO))
        return;
    print_layers(command, result, result->done && !result->resumed);
    fprintf(stderr, "%.3f seconds, %.1f million nodes a second, %.1f MiB on disk (%u thread%s, kernel %s)\n",
            command->seconds, millions_a_second(command, result), (double)result->spilled / (1 << 20),
            command->task->threads, command->task->threads > 1 ? "s" : "", ks_kernel_get_current()->name);
}

int perft_by_layers(const struct layers_task *task, bool json) {
    struct layers_result result;
    struct layers_command about = {.task = task}, *const command = &about;
    catch_interrupts(wake);
    command->begun = seconds_now();
    layers_run(task, look, command, &result);
    command->seconds = seconds_now() - command->begun;
    remove_bar(command);
    if (result.overflow)
        fail("a count is too large: 64 bits hold the paths to a position, 128 bits the sum");
    (json ? put_object : put_result)(command, &result);
    flush_output(&standard_output);
    print_summary(command, &result);
    return result.done ? STATUS_GOOD : result.error ? STATUS_FAILED : STATUS_INTERRUPTED;
}
