/* The streams of the loader. Each of their threads reads blocks of the files, chooses entries, mixes them in
 * a pool of its own, and fills in rows of the batch that all threads make together. */
#include "stream.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choice.h"
#include "core/board/hashes.h"
#include "files.h"
#include "game/features/pool.h"

enum {
    GROUP = KS_DATA_BATCH_MAX,
    POOL_OF_ALL = 1 << 20, /* entries that the threads hold back to mix them, in all */
    BATCHES = 4,           /* that are being made or are ready */
};

/* Entries on their way into a batch. */
struct group {
    size_t count;
    _Alignas(64) uint8_t boards[GROUP][64];
    ks_position positions[GROUP];
    int16_t scores[GROUP];
    int8_t results[GROUP];
    uint8_t sides[GROUP];
};

struct worker {
    struct stream *stream;
    pthread_t thread;
    bool started;
    struct reading reading;
    struct choice_state state;
    struct ks_pool pool; /* of positions in a stream of texts, and of struct ks_pooled_entry otherwise */
    struct group group;
    ks_data *data;
    uint64_t noted; /* bytes that had been read when entries were chosen last */
};

struct stream {
    ks_features *set; /* NULL for texts */
    struct choice choice;
    struct files *files;
    struct shelf *shelf;
    size_t batch_size;
    atomic_bool stopped;
    pthread_mutex_t lock; /* for what follows */
    pthread_cond_t has_room, is_ready;
    struct batch *current, *ready, **ready_end;
    unsigned batches, running; /* being made or ready; threads */
    bool failed;
    unsigned threads;
    struct worker *workers;
};

/* ---- Pools ---- */

/* Returns the bytes that a pool takes. */
static size_t size_of_pool(const struct ks_pool *pool) {
    return pool->room * pool->size;
}

/* Draws an item, and puts its entry into the group. The item may get another one. */
static void *draw_item(struct worker *worker) {
    struct group *const group = &worker->group;
    void *const item = ks_pool_draw(&worker->pool);
    const size_t n = group->count++;
    if (worker->stream->set)
        ks_pool_unpack(
            item, &(struct ks_drawn_entries){group->boards, group->sides, group->scores, group->results}, n);
    else
        memcpy(&group->positions[n], item, sizeof(ks_position));
    return item;
}

/* Moves an entry of the pool, by chance, into the group. */
static void draw_entry(struct worker *worker) {
    ks_pool_drop(&worker->pool, draw_item(worker));
}

/* ---- Rows of batches ---- */

/* Ends a stream after an error, with a message. */
static void fail(struct stream *stream, const char *message) {
    pthread_mutex_lock(&stream->lock);
    if (!stream->failed)
        fprintf(stderr, "kingscan: the stream ends: %s\n", message);
    stream->failed = true;
    atomic_store(&stream->stopped, true);
    pthread_cond_broadcast(&stream->has_room);
    pthread_mutex_unlock(&stream->lock);
    stop_files(stream->files);
}

/* Takes at most *count rows of the batch that is being made, from *first on. Waits while there are enough
 * batches. Returns NULL when the stream has been stopped. */
static struct batch *take_rows(struct stream *stream, size_t *first, size_t *count) {
    pthread_mutex_lock(&stream->lock);
    while (!stream->current && stream->batches == BATCHES && !atomic_load(&stream->stopped))
        pthread_cond_wait(&stream->has_room, &stream->lock);
    const bool stopped = atomic_load(&stream->stopped);
    if (!stopped && !stream->current && (stream->current = take_batch(stream->shelf)) != NULL)
        stream->batches++;
    struct batch *const batch = stopped ? NULL : stream->current;
    if (batch) {
        const size_t left = stream->batch_size - batch->taken;
        *first = batch->taken;
        *count = left < *count ? left : *count;
        batch->taken += *count;
        if (batch->taken == stream->batch_size)
            stream->current = NULL;
    }
    pthread_mutex_unlock(&stream->lock);
    if (!batch && !stopped)
        fail(stream, "not enough memory for a batch");
    return batch;
}

/* The lock is held. */
static void make_ready(struct stream *stream, struct batch *batch) {
    *stream->ready_end = batch;
    stream->ready_end = &batch->next;
    pthread_cond_signal(&stream->is_ready);
}

static void finish_rows(struct stream *stream, struct batch *batch, size_t count,
                        const struct active *active) {
    pthread_mutex_lock(&stream->lock);
    if (stream->set) {
        batch->is.sparse.num_active_white_features += active->white;
        batch->is.sparse.num_active_black_features += active->black;
    }
    batch->filled += count;
    if (batch->filled == stream->batch_size)
        make_ready(stream, batch);
    pthread_mutex_unlock(&stream->lock);
}

/* Fills in rows with entries of the group from *at on. For an entry with more features than the set allows,
 * another one is drawn. Returns false when there is none. */
static bool fill_group(struct worker *worker, struct batch *batch, size_t first, size_t *at, size_t count,
                       struct active *active) {
    struct group *const group = &worker->group;
    const size_t begin = *at, all = group->count;
    const ks_data_batch entries = {.count = begin + count,
                                   .boards = (const uint8_t(*)[64])group->boards,
                                   .sides = group->sides,
                                   .scores = group->scores,
                                   .results = group->results};
    ks_error error;
    while (fill_rows(worker->stream->set, batch, first + *at - begin, &entries, active, at, &error) !=
           KS_OK) {
        fprintf(stderr, "kingscan: a position is left out: %s\n", error.message);
        if (worker->pool.count == 0)
            return false;
        group->count = *at;
        draw_entry(worker);
        group->count = all;
    }
    return true;
}

/* The same for texts. */
static void write_group(const struct worker *worker, struct batch *batch, size_t first, size_t *at,
                        size_t count) {
    for (size_t i = 0; i < count; i++)
        write_row(batch, first + i, &worker->group.positions[*at + i]);
    *at += count;
}

/* Puts the group into batches. Returns false when the stream has been stopped. */
static bool deliver(struct worker *worker) {
    struct stream *const stream = worker->stream;
    for (size_t at = 0; at < worker->group.count;) {
        size_t first, count = worker->group.count - at;
        struct active active = {0, 0};
        struct batch *const batch = take_rows(stream, &first, &count);
        if (!batch)
            return false;
        if (!stream->set)
            write_group(worker, batch, first, &at, count);
        else if (!fill_group(worker, batch, first, &at, count, &active)) {
            fail(stream, "no position is left to take the place of one that has been left out");
            return false;
        }
        finish_rows(stream, batch, count, &active);
    }
    worker->group.count = 0;
    return true;
}

/* ---- Threads ---- */

/* Puts entry i of a batch of the reader into the pool. A position that is none is left out, after a message.
 */
static void take_entry(struct worker *worker, const ks_data_batch *batch, size_t i) {
    struct ks_pool *const pool = &worker->pool;
    ks_position position;
    ks_error error;
    if (!worker->stream->set && ks_data_get_position(worker->data, i, &position, &error) != KS_OK) {
        report_fault(&worker->reading, ks_data_get_place(worker->data, i).offset, error.message);
        return;
    }
    void *const item = pool->count < pool->room ? ks_pool_grow(pool) : draw_item(worker);
    if (worker->stream->set)
        ks_pool_pack(item, batch, i);
    else
        memcpy(item, &position, sizeof position);
}

static bool take_entries(struct worker *worker, const ks_data_batch *batch) {
    uint64_t chosen[(GROUP + 63) / 64];
    if (batch->fault)
        report_fault(&worker->reading, batch->fault_place.offset, batch->fault->message);
    if (batch->count == 0)
        return true;
    const uint64_t block = ks_data_get_place(worker->data, 0).block;
    if (choose(&worker->stream->choice, &worker->state, batch, block, chosen) == 0)
        return true;
    for (size_t i = 0; i < batch->count; i++)
        if (chosen[i / 64] >> i % 64 & 1)
            take_entry(worker, batch, i);
    if (worker->reading.total - worker->noted > 1 << 20) {
        worker->noted = worker->reading.total;
        note_progress(worker->stream->files);
    }
    return worker->group.count == 0 || deliver(worker);
}

/* Draws what is left in the pool. */
static bool empty_pool(struct worker *worker) {
    bool going = true;
    while (going && worker->pool.count) {
        while (worker->pool.count && worker->group.count < GROUP)
            draw_entry(worker);
        going = deliver(worker);
    }
    return going;
}

static void *run_worker(void *context) {
    struct worker *const worker = context;
    struct stream *const stream = worker->stream;
    const ks_data_batch *batch;
    bool going = true;
    while (going && !atomic_load(&stream->stopped) && (batch = ks_data_next(worker->data)) != NULL)
        going = take_entries(worker, batch);
    if (going && !atomic_load(&stream->stopped))
        empty_pool(worker);
    pthread_mutex_lock(&stream->lock);
    if (--stream->running == 0 && stream->current && !atomic_load(&stream->stopped)) {
        close_batch(stream->current);
        make_ready(stream, stream->current);
        stream->current = NULL;
    }
    pthread_cond_broadcast(&stream->is_ready);
    pthread_mutex_unlock(&stream->lock);
    return NULL;
}

/* ---- Streams ---- */

ks_features *read_features(const char *name, const char *who) {
    ks_error error;
    ks_features *const set = ks_features_new(name ? name : "", NULL, 0, &error);
    if (!set)
        fprintf(stderr, "kingscan: %s: %s: %s\n", who, name ? name : "NULL", error.message);
    return set;
}

static bool check_sizes(const struct wishes *wishes) {
    if (wishes->concurrency < 1 || wishes->concurrency > THREADS_MAX)
        fprintf(stderr, "kingscan: %s: concurrency: expected 1 to %d, found %d\n", wishes->who, THREADS_MAX,
                wishes->concurrency);
    else if (wishes->batch_size < 1 || wishes->batch_size > BATCH_MAX)
        fprintf(stderr, "kingscan: %s: batch_size: expected 1 to %d, found %d\n", wishes->who, BATCH_MAX,
                wishes->batch_size);
    else
        return true;
    return false;
}

struct batch *next_batch(struct stream *stream) {
    if (!stream)
        return NULL;
    pthread_mutex_lock(&stream->lock);
    while (!stream->ready && stream->running)
        pthread_cond_wait(&stream->is_ready, &stream->lock);
    struct batch *const batch = stream->failed ? NULL : stream->ready;
    if (batch) {
        stream->ready = batch->next;
        stream->ready_end = stream->ready ? stream->ready_end : &stream->ready;
        stream->batches--;
        pthread_cond_broadcast(&stream->has_room);
    }
    pthread_mutex_unlock(&stream->lock);
    return batch;
}

void destroy_stream(struct stream *stream) {
    if (!stream)
        return;
    pthread_mutex_lock(&stream->lock);
    atomic_store(&stream->stopped, true);
    pthread_cond_broadcast(&stream->has_room);
    pthread_mutex_unlock(&stream->lock);
    if (stream->files)
        stop_files(stream->files);
    for (unsigned i = 0; i < stream->threads && stream->workers; i++) {
        struct worker *const worker = &stream->workers[i];
        if (worker->started)
            pthread_join(worker->thread, NULL);
        give_pages_back(worker->pool.items, size_of_pool(&worker->pool));
        ks_data_close(worker->data);
    }
    while (stream->ready) {
        struct batch *const batch = stream->ready;
        stream->ready = batch->next;
        give_back_batch(batch);
    }
    if (stream->current)
        give_back_batch(stream->current);
    if (stream->files)
        close_files(stream->files);
    leave_shelf(stream->shelf);
    ks_features_free(stream->set);
    pthread_cond_destroy(&stream->has_room);
    pthread_cond_destroy(&stream->is_ready);
    pthread_mutex_destroy(&stream->lock);
    free(stream->workers);
    free(stream);
}

/* Makes what a thread needs. Returns false without memory. */
static bool make_worker(struct stream *stream, struct worker *worker, uint64_t seed) {
    const size_t room = POOL_OF_ALL / stream->threads,
                 size = stream->set ? sizeof(struct ks_pooled_entry) : sizeof(ks_position);
    worker->stream = stream;
    ks_pool_make(&worker->pool, take_pages(room * size), room, size, splitmix64(&seed));
    worker->reading.files = stream->files;
    worker->reading.random = splitmix64(&seed);
    begin_choice(&worker->state, splitmix64(&seed));
    worker->data =
        ks_data_open(read_files, &worker->reading, format_of_files(stream->files), KS_DATA_ANY_ORDER, NULL);
    return worker->data && worker->pool.items;
}

static bool start_workers(struct stream *stream, int rank) {
    const size_t size = stream->threads * sizeof *stream->workers;
    stream->workers = aligned_alloc(_Alignof(struct worker), size);
    if (!stream->workers)
        return false;
    memset(stream->workers, 0, size);
    for (unsigned i = 0; i < stream->threads; i++)
        if (!make_worker(stream, &stream->workers[i], hash_text((const char *)&i, sizeof i) + (uint64_t)rank))
            return false;
    for (unsigned i = 0; i < stream->threads; i++) {
        struct worker *const worker = &stream->workers[i];
        pthread_mutex_lock(&stream->lock);
        stream->running++;
        worker->started = pthread_create(&worker->thread, NULL, run_worker, worker) == 0;
        stream->running -= !worker->started;
        pthread_mutex_unlock(&stream->lock);
        if (!worker->started)
            return false;
    }
    return true;
}

struct stream *create_stream(const struct wishes *wishes) {
    const char *const who = wishes->who;
    struct choice choice;
    if (!make_choice(&wishes->config, who, &choice))
        return NULL;
    struct stream *const stream = calloc(1, sizeof *stream);
    if (!stream) {
        fprintf(stderr, "kingscan: %s: not enough memory\n", who);
        return NULL;
    }
    pthread_mutex_init(&stream->lock, NULL);
    pthread_cond_init(&stream->has_room, NULL);
    pthread_cond_init(&stream->is_ready, NULL);
    stream->choice = choice;
    stream->batch_size = (size_t)wishes->batch_size;
    stream->ready_end = &stream->ready;
    if (!check_sizes(wishes) || (wishes->features && !(stream->set = read_features(wishes->features, who))) ||
        !(stream->files = open_files(wishes->names, wishes->files, wishes->cyclic, &wishes->part, who))) {
        destroy_stream(stream);
        return NULL;
    }
    stream->threads = (unsigned)wishes->concurrency;
    stream->shelf = new_shelf(stream->set, stream->batch_size, BATCHES);
    if (!stream->shelf || !start_workers(stream, wishes->part.rank)) {
        fprintf(stderr, "kingscan: %s: not enough memory, or no more threads\n", who);
        destroy_stream(stream);
        return NULL;
    }
    return stream;
}
