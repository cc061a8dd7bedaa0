/* A part is a list of chunks. When no chunk is left, the longest part goes to disk. */
#include "cli/commands/perft/layers/store.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/commands/perft/counting/scratch.h"

enum { CHUNK_RECORDS = 255 }; /* 8 KiB: half of one is empty in each part */

struct chunk {
    struct chunk *next;
    uint64_t count;
    struct ks_counted records[CHUNK_RECORDS];
};

/* A piece of a part on disk. */
struct extent {
    struct extent *next;
    uint64_t at, count; /* in the file; records */
};

struct part {
    struct chunk *chunks; /* all but the first are full */
    struct extent *extents;
    uint64_t count, chunk_count; /* records, also those on disk; chunks */
};

struct store {
    pthread_mutex_t lock; /* of all that follows */
    struct part layers[2][PARTS];
    unsigned present;
    struct chunk *unused;
    size_t left; /* chunks that may still be allocated */
    struct scratch scratch;
};

struct store *new_store(size_t memory, const char *folder) {
    struct store *const store = given(calloc(1, sizeof *store));
    pthread_mutex_init(&store->lock, NULL);
    /* At least one for each part of both layers, and some. */
    store->left = memory / sizeof(struct chunk);
    if (store->left < 3 * PARTS)
        store->left = 3 * PARTS;
    start_scratch(&store->scratch, folder);
    return store;
}

static void free_chunks(struct chunk *chunk) {
    while (chunk) {
        struct chunk *const next = chunk->next;
        free(chunk);
        chunk = next;
    }
}

static void free_part(struct part *part) {
    free_chunks(part->chunks);
    while (part->extents) {
        struct extent *const next = part->extents->next;
        free(part->extents);
        part->extents = next;
    }
}

void free_store(struct store *store) {
    for (unsigned i = 0; i < PARTS; i++) {
        free_part(&store->layers[0][i]);
        free_part(&store->layers[1][i]);
    }
    free_chunks(store->unused);
    end_scratch(&store->scratch);
    free(store);
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
    struct extent *const extent = malloc(sizeof *extent);
    if (!extent)
        return false;
    *extent = (struct extent){part->extents, store->scratch.end, 0};
    part->extents = extent;
    struct chunk **link = &part->chunks->next;
    while (*link) {
        struct chunk *const chunk = *link;
        if (write_scratch(&store->scratch, chunk->records, sizeof chunk->records) == SCRATCH_FULL)
            return false;
        extent->count += CHUNK_RECORDS;
        part->chunk_count--;
        *link = chunk->next;
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

bool store_add(struct store *store, const struct ks_counted *records, const uint32_t starts[PARTS + 1]) {
    bool added = true;
    pthread_mutex_lock(&store->lock);
    for (unsigned i = 0; i < PARTS && added; i++)
        added = add_to_part(store, &store->layers[!store->present][i], records + starts[i],
                            starts[i + 1] - starts[i]);
    pthread_mutex_unlock(&store->lock);
    return added;
}

uint64_t store_turn(struct store *store) {
    uint64_t count = 0;
    store->present = !store->present;
    for (unsigned i = 0; i < PARTS; i++)
        count += store_count(store, i);
    return count;
}

/* ---- Taking ---- */

size_t store_count(const struct store *store, unsigned part) {
    return store->layers[store->present][part].count;
}

static void take_extents(struct store *store, struct part *part, struct ks_counted *records) {
    for (struct extent *extent = part->extents; extent;) {
        struct extent *const next = extent->next;
        read_scratch(&store->scratch, extent->at, records, extent->count * sizeof *records);
        records += extent->count;
        free(extent);
        extent = next;
    }
}

void store_take(struct store *store, unsigned number, struct ks_counted *records) {
    struct part *const part = &store->layers[store->present][number];
    struct chunk *last = NULL;
    for (struct chunk *chunk = part->chunks; chunk; chunk = chunk->next) {
        memcpy(records, chunk->records, chunk->count * sizeof *records);
        records += chunk->count;
        last = chunk;
    }
    take_extents(store, part, records);
    if (last) {
        pthread_mutex_lock(&store->lock);
        last->next = store->unused;
        store->unused = part->chunks;
        pthread_mutex_unlock(&store->lock);
    }
    *part = (struct part){NULL, NULL, 0, 0};
}

uint64_t store_spilled(struct store *store) {
    pthread_mutex_lock(&store->lock);
    const uint64_t spilled = store->scratch.end;
    pthread_mutex_unlock(&store->lock);
    return spilled;
}
