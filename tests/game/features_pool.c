/* Tests the pool that mixes entries: each comes out once, as it went in, and by chance. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "game/features/pool.h"
#include "support/random.h"

enum { ROOM = 1000, ITEMS = 50000 };

static uint32_t memory[ROOM], drawn[ITEMS];

/* Puts the numbers below ITEMS into a pool, and stores in which order they are drawn. */
static void mix(uint64_t seed) {
    struct ks_pool pool;
    size_t n = 0;
    ks_pool_make(&pool, memory, ROOM, sizeof *memory, seed);
    for (uint32_t i = 0; i < ITEMS; i++) {
        const bool full = pool.count == pool.room;
        uint32_t *const item = full ? ks_pool_draw(&pool) : ks_pool_grow(&pool);
        if (full)
            drawn[n++] = *item;
        *item = i;
    }
    for (; pool.count; n++) {
        uint32_t *const item = ks_pool_draw(&pool);
        drawn[n] = *item;
        ks_pool_drop(&pool, item);
    }
    cr_assert_eq(n, ITEMS);
}

Test(features_pool, draws_each_item_once) {
    static uint8_t seen[ITEMS];
    mix(1);
    for (size_t i = 0; i < ITEMS; i++)
        cr_assert(seen[drawn[i]]++ == 0, "%u twice", drawn[i]);
}

/* An item waits for ROOM draws on average, and longer than t * ROOM with the probability exp(-t). */
Test(features_pool, items_wait_as_long_as_chance_says) {
    unsigned longer = 0;
    mix(2);
    for (size_t i = 0; i < ITEMS; i++) {
        cr_assert_leq(drawn[i], i + ROOM);
        longer += i > drawn[i];
    }
    cr_assert(longer > ITEMS * 35 / 100 && longer < ITEMS * 39 / 100, "%u", longer);
}

Test(features_pool, a_seed_gives_the_same_order) {
    static uint32_t first[ITEMS];
    mix(3);
    memcpy(first, drawn, sizeof first);
    mix(4);
    cr_assert(memcmp(first, drawn, sizeof first) != 0);
    mix(3);
    cr_assert(memcmp(first, drawn, sizeof first) == 0);
}

Test(features_pool, entries_come_out_as_they_went_in) {
    static uint8_t boards[256][64], sides[256], back[256][64], back_sides[256];
    static int16_t scores[256], back_scores[256];
    static int8_t results[256], back_results[256];
    const ks_data_batch batch = {.count = 256,
                                 .boards = (const uint8_t(*)[64])boards,
                                 .sides = sides,
                                 .scores = scores,
                                 .results = results};
    const struct ks_drawn_entries to = {back, back_sides, back_scores, back_results};
    uint64_t state = 5;
    for (unsigned i = 0; i < 256; i++) {
        for (unsigned square = 0; square < 64; square++)
            boards[i][square] = next_random(&state) & 15;
        sides[i] = i & 1;
        scores[i] = (int16_t)next_random(&state);
        results[i] = (int8_t)(i % 3) - 1;
        struct ks_pooled_entry item;
        ks_pool_pack(&item, &batch, i);
        ks_pool_unpack(&item, &to, i);
    }
    cr_assert(memcmp(boards, back, sizeof boards) == 0 && memcmp(sides, back_sides, sizeof sides) == 0);
    cr_assert(memcmp(scores, back_scores, sizeof scores) == 0 &&
              memcmp(results, back_results, sizeof results) == 0);
}
