/* A pool: entries wait in it, and are drawn by chance, which mixes data that are read in order.
 *
 *     void *const item = pool.count < pool.room ? ks_pool_grow(&pool) : ks_pool_draw(&pool);
 *
 * The caller takes what ks_pool_draw finds, and puts its own entry there. */
#ifndef KS_FEATURES_POOL_H
#define KS_FEATURES_POOL_H

#include <stddef.h>
#include <stdint.h>

#include "kingscan/data.h"

/* Places are known so many draws ahead, and their memory is fetched meanwhile: one by one they take twice as
 * long. */
enum { POOL_AHEAD = 8 };

struct ks_pool {
    size_t count, room; /* items; room is below 1 << 32 */
    size_t size;        /* of an item, in bytes */
    char *items;        /* room for them, which is the caller's */
    uint64_t random;
    uint32_t ahead[POOL_AHEAD]; /* what will be drawn */
    unsigned drawn;
};

/* Makes an empty pool of memory for `room` items. What is drawn depends on the seed. */
void ks_pool_make(struct ks_pool *pool, void *memory, size_t room, size_t size, uint64_t seed);

/* Returns a new item, which has no value (count < room: precondition). */
void *ks_pool_grow(struct ks_pool *pool);

/* Returns an item by chance (count > 0: precondition). */
void *ks_pool_draw(struct ks_pool *pool);

/* Takes an item out of the pool. */
void ks_pool_drop(struct ks_pool *pool, void *item);

/* ---- Entries ---- */

/* An item: what ks_features_fill reads of an entry. A byte of the board has squares i and i + 32. */
struct ks_pooled_entry {
    uint8_t board[32];
    int16_t score;
    int8_t result;
    uint8_t side;
};

void ks_pool_pack(struct ks_pooled_entry *item, const ks_data_batch *batch, size_t i);

/* Columns of entries that were drawn. */
struct ks_drawn_entries {
    uint8_t (*boards)[64], *sides;
    int16_t *scores;
    int8_t *results;
};

void ks_pool_unpack(const struct ks_pooled_entry *item, const struct ks_drawn_entries *to, size_t i);

#endif
