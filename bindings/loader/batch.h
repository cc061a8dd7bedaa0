/* The memory of the loader's batches: the arrays of a batch that was destroyed are those of a later one,
 * since the system takes longer to give new memory than a batch takes to be filled in. */
#ifndef KS_LOADER_BATCH_H
#define KS_LOADER_BATCH_H

#include <stddef.h>

#include "kingscan.h"
#include "loader.h"

/* Memory that comes from the system and goes back to it at once: malloc would keep batches of several threads
 * apart, and takes twice as much. The pages are huge ones where the system gives them to who asks: they take
 * fewer faults, and fewer misses when entries are drawn. Returns NULL without memory. */
void *take_pages(size_t bytes);
void give_pages_back(void *pages, size_t bytes);

/* Batches of one size, and what is left of them. */
struct shelf;

struct batch {
    union {
        SparseBatch sparse;
        FenBatch fens;
    } is; /* first, since callers have a pointer to it */
    struct shelf *shelf;
    struct batch *next;   /* in a list of whoever has it */
    size_t bytes;         /* with the arrays */
    size_t taken, filled; /* rows that threads have taken, and that are filled in */
};

/* Makes a shelf for batches of `room` entries: of the inputs of set, or of texts when set is NULL. At most
 * `spare` batches wait there. Returns NULL without memory. */
struct shelf *new_shelf(const ks_features *set, size_t room, unsigned spare);

/* Frees the shelf once its last batch is given back. */
void leave_shelf(struct shelf *shelf);

/* Returns a batch for as many entries as the shelf says, or NULL without memory. */
struct batch *take_batch(struct shelf *shelf);
void give_back_batch(struct batch *batch);

/* Makes a batch one of the `taken` entries that it has, when there is room for more: arrays follow one
 * another. */
void close_batch(struct batch *batch);

/* Features of both sides. */
struct active {
    int white, black;
};

/* Fills in the entries from *at on, into the rows of a batch from `first` on, and adds their features to
 * active. *at is entries->count afterwards, or when the answer is not KS_OK the entry at fault. */
int fill_rows(const ks_features *set, struct batch *batch, size_t first, const ks_data_batch *entries,
              struct active *active, size_t *at, ks_error *error);

/* Writes the text of a row. */
void write_row(struct batch *batch, size_t row, const ks_position *position);

#endif
