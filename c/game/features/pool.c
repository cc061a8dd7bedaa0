/* Keeps entries of training data back, and draws them by chance. A million of them take 36 MB. */
#include "game/features/pool.h"

#include <string.h>

#include "core/board/hashes.h"

/* ---- Places ---- */

/* Returns a place below count for a random number. */
static size_t place_of(uint32_t random, size_t count) {
    return (size_t)((uint64_t)random * count >> 32);
}

static uint32_t next_random(struct ks_pool *pool) {
    return (uint32_t)(splitmix64(&pool->random) >> 32);
}

void ks_pool_make(struct ks_pool *pool, void *memory, size_t room, size_t size, uint64_t seed) {
    *pool = (struct ks_pool){.room = room, .size = size, .items = memory, .random = seed};
    for (unsigned i = 0; i < POOL_AHEAD; i++)
        pool->ahead[i] = next_random(pool);
}

void *ks_pool_grow(struct ks_pool *pool) {
    return pool->items + pool->count++ * pool->size;
}

void *ks_pool_draw(struct ks_pool *pool) {
    uint32_t *const ahead = &pool->ahead[pool->drawn++ % POOL_AHEAD];
    char *const item = pool->items + place_of(*ahead, pool->count) * pool->size;
    *ahead = next_random(pool);
    const char *const later = pool->items + place_of(*ahead, pool->count) * pool->size;
    __builtin_prefetch(later);
    __builtin_prefetch(later + pool->size - 1);
    return item;
}

void ks_pool_drop(struct ks_pool *pool, void *item) {
    char *const last = pool->items + --pool->count * pool->size;
    if (item != last)
        memcpy(item, last, pool->size);
}

/* ---- Entries ---- */

_Static_assert(sizeof(struct ks_pooled_entry) == 36, "the first comment says how much memory entries take");

/* Eight squares are packed at once; a code is below 16. */
void ks_pool_pack(struct ks_pooled_entry *item, const ks_data_batch *batch, size_t i) {
    const uint8_t *const board = batch->boards[i];
    for (unsigned square = 0; square < 32; square += 8) {
        uint64_t low, high;
        memcpy(&low, board + square, 8);
        memcpy(&high, board + square + 32, 8);
        low |= high << 4;
        memcpy(item->board + square, &low, 8);
    }
    item->score = batch->scores[i];
    item->result = batch->results[i];
    item->side = batch->sides[i];
}

void ks_pool_unpack(const struct ks_pooled_entry *item, const struct ks_drawn_entries *to, size_t i) {
    const uint64_t codes = UINT64_C(0x0f0f0f0f0f0f0f0f);
    uint8_t *const board = to->boards[i];
    for (unsigned square = 0; square < 32; square += 8) {
        uint64_t both;
        memcpy(&both, item->board + square, 8);
        const uint64_t low = both & codes, high = both >> 4 & codes;
        memcpy(board + square, &low, 8);
        memcpy(board + square + 32, &high, 8);
    }
    to->scores[i] = item->score;
    to->results[i] = item->result;
    to->sides[i] = item->side;
}
