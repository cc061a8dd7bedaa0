/* Makes the loader's batches, and keeps those that were destroyed on a shelf, to be used again. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "batch.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct shelf {
    pthread_mutex_t lock;
    size_t room, width, inputs; /* width: 0 for texts */
    struct batch *waiting;
    unsigned spare, users; /* batches that may still come to wait; those who may take or give back */
};

/* ---- Memory ---- */

void *take_pages(size_t bytes) {
    void *const pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    (void)madvise(pages, bytes, MADV_HUGEPAGE);
#endif
    return pages;
}

void give_pages_back(void *pages, size_t bytes) {
    if (pages)
        munmap(pages, bytes);
}

/* Returns memory for a batch and its arrays, which come behind it. */
static struct batch *make_batch(struct shelf *shelf) {
    const size_t room = shelf->room, width = shelf->width;
    const size_t header = (sizeof(struct batch) + 63) / 64 * 64;
    const size_t row = width ? 4 * (4 + 2 * width) : sizeof(Fen) + KS_FEN_SIZE;
    struct batch *const batch = take_pages(header + room * row);
    if (!batch)
        return NULL;
    batch->shelf = shelf;
    batch->bytes = header + room * row;
    void *const memory = (char *)batch + header;
    if (!width) {
        batch->is.fens.fens = memory;
        return batch;
    }
    SparseBatch *const sparse = &batch->is.sparse;
    sparse->num_inputs = (int)shelf->inputs;
    sparse->max_active_features = (int)width;
    sparse->is_white = memory;
    sparse->white = (int *)(sparse->is_white + 3 * room);
    return batch;
}

/* Lays the arrays of a batch out for so many entries. */
static void lay_out(struct batch *batch, size_t entries) {
    SparseBatch *const sparse = &batch->is.sparse;
    const size_t width = batch->shelf->width;
    if (!width) {
        batch->is.fens.size = (int)entries;
        return;
    }
    sparse->size = (int)entries;
    sparse->outcome = sparse->is_white + entries;
    sparse->score = sparse->outcome + entries;
    sparse->black = sparse->white + entries * width;
    sparse->piece_count = sparse->black + entries * width;
}

struct shelf *new_shelf(const ks_features *set, size_t room, unsigned spare) {
    struct shelf *const shelf = calloc(1, sizeof *shelf);
    if (!shelf)
        return NULL;
    pthread_mutex_init(&shelf->lock, NULL);
    shelf->room = room;
    shelf->width = set ? ks_features_get_facts(set).width : 0;
    shelf->inputs = set ? ks_features_get_facts(set).inputs : 0;
    shelf->spare = spare;
    shelf->users = 1;
    return shelf;
}

/* Frees a list of batches. */
static void free_batches(struct batch *batch) {
    while (batch) {
        struct batch *const next = batch->next;
        give_pages_back(batch, batch->bytes);
        batch = next;
    }
}

/* Ends one use of a shelf. The lock is held, and is not afterwards. */
static void end_use(struct shelf *shelf) {
    const bool last = --shelf->users == 0;
    pthread_mutex_unlock(&shelf->lock);
    if (!last)
        return;
    free_batches(shelf->waiting);
    pthread_mutex_destroy(&shelf->lock);
    free(shelf);
}

void leave_shelf(struct shelf *shelf) {
    if (!shelf)
        return;
    pthread_mutex_lock(&shelf->lock);
    shelf->spare = 0;
    end_use(shelf);
}

struct batch *take_batch(struct shelf *shelf) {
    pthread_mutex_lock(&shelf->lock);
    struct batch *batch = shelf->waiting;
    if (batch) {
        shelf->waiting = batch->next;
        shelf->spare++;
    }
    shelf->users++;
    pthread_mutex_unlock(&shelf->lock);
    if (!batch)
        batch = make_batch(shelf);
    if (!batch) {
        pthread_mutex_lock(&shelf->lock);
        end_use(shelf);
        return NULL;
    }
    batch->next = NULL;
    batch->taken = batch->filled = 0;
    batch->is.sparse.num_active_white_features = batch->is.sparse.num_active_black_features = 0;
    lay_out(batch, shelf->room);
    return batch;
}

void give_back_batch(struct batch *batch) {
    struct shelf *const shelf = batch->shelf;
    pthread_mutex_lock(&shelf->lock);
    const bool waits = shelf->spare > 0;
    if (waits) {
        shelf->spare--;
        batch->next = shelf->waiting;
        shelf->waiting = batch;
    }
    end_use(shelf);
    if (!waits)
        give_pages_back(batch, batch->bytes);
}

void close_batch(struct batch *batch) {
    const SparseBatch wide = batch->is.sparse;
    const size_t entries = batch->taken, width = batch->shelf->width;
    if (entries == batch->shelf->room)
        return;
    lay_out(batch, entries);
    if (!width)
        return;
    const SparseBatch *const sparse = &batch->is.sparse;
    memmove(sparse->outcome, wide.outcome, entries * sizeof(float));
    memmove(sparse->score, wide.score, entries * sizeof(float));
    memmove(sparse->black, wide.black, entries * width * sizeof(int));
    memmove(sparse->piece_count, wide.piece_count, entries * sizeof(int));
}

/* ---- Rows ---- */

/* Returns how many features a row has, which come before -1. */
static unsigned length_of_row(const int32_t *row, unsigned width) {
    unsigned length = 0;
    for (unsigned left = width; left > 1; left -= left / 2)
        length += row[length + left / 2 - 1] >= 0 ? left / 2 : 0;
    return length + (row[length] >= 0);
}

int fill_rows(const ks_features *set, struct batch *batch, size_t first, const ks_data_batch *entries,
              struct active *active, size_t *at, ks_error *error) {
    SparseBatch *const sparse = &batch->is.sparse;
    const unsigned width = (unsigned)batch->shelf->width;
    ks_features_arrays arrays = {
        .room = batch->shelf->room,
        .count = first,
        .indices = {sparse->white, sparse->black},
        .sides = sparse->is_white,
        .scores = sparse->score,
        .results = sparse->outcome,
        .pieces = sparse->piece_count,
        .formula = KS_FEATURES_FORMULA_DEFAULT,
    };
    const int code = ks_features_fill(set, entries, NULL, at, &arrays, error);
    for (size_t row = first; row < arrays.count; row++) {
        active->white += (int)length_of_row(sparse->white + row * width, width);
        active->black += (int)length_of_row(sparse->black + row * width, width);
    }
    return code;
}

void write_row(struct batch *batch, size_t row, const ks_position *position) {
    Fen *const fens = batch->is.fens.fens;
    char *const text = (char *)(fens + batch->shelf->room) + row * KS_FEN_SIZE;
    fens[row] = (Fen){.size = (int)ks_write_fen(position, text), .fen = text};
}
