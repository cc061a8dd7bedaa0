/* Compares the set of positions behind --unique with a list of its content. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/positions/position_set.h"
#include "kingscan.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"

enum { KEYS = 200000 };

static struct position_key keys[KEYS];
static int is_in[KEYS];

/* Adds `times` keys, drawn with repetition, and expects the answers of the list; at most `most` keys fit. */
static void add_at_random(struct position_set *set, unsigned count, unsigned times, size_t most) {
    uint64_t seed = 3;
    size_t used = 0;
    memset(is_in, 0, sizeof is_in);
    while (times-- > 0) {
        const unsigned i = random_below(&seed, count);
        const enum position_seen expected = is_in[i]      ? POSITION_SEEN
                                            : used < most ? POSITION_NEW
                                                          : POSITION_SET_FULL;
        expect_position(set, keys[i]);
        const enum position_seen found = add_position(set, keys[i]);
        cr_assert_eq(found, expected, "key %u: expected %d, found %d, of %zu in %zu slots", i, (int)expected,
                     (int)found, used, set->capacity);
        if (found == POSITION_NEW) {
            is_in[i] = 1;
            used++;
        }
        cr_assert_eq(set->used, used);
    }
}

static void make_random_keys(unsigned count) {
    uint64_t seed = 1;
    for (unsigned i = 0; i < count; i++)
        keys[i] = (struct position_key){next_random(&seed), next_random(&seed)};
}

Test(position_set, grows) {
    struct position_set set;
    make_random_keys(KEYS);
    start_position_set(&set, 1 << 30);
    add_at_random(&set, KEYS, 600000, KEYS);
    cr_expect(set.used > 180000 && set.capacity < 4 * set.used && set.capacity > set.used);
}

/* The bound is seven eighths of the slots. A full set still recognizes its keys. */
Test(position_set, ends_at_its_bound) {
    static const uint64_t bytes[] = {16, 1000, 1 << 16, 1 << 20, 1500000};
    make_random_keys(KEYS);
    for (size_t i = 0; i < LENGTH(bytes); i++) {
        struct position_set set;
        start_position_set(&set, bytes[i]);
        add_at_random(&set, KEYS, 400000, bytes[i] / sizeof *keys / 8 * 7);
        cr_expect(set.capacity * sizeof *keys <= bytes[i]);
    }
}

/* All keys belong to the last slots, and most are in the first ones, also while the table grows. */
Test(position_set, wraps_around_to_the_front) {
    enum { COUNT = 9000 };
    struct position_set set;
    for (unsigned i = 0; i < COUNT; i++)
        keys[i] = (struct position_key){UINT64_MAX - i % 5, i};
    start_position_set(&set, 1 << 20);
    add_at_random(&set, COUNT, 30000, COUNT);
    cr_expect(set.used > 8000);
}

/* Keys that have one half in common differ. */
Test(position_set, both_halves_of_a_key_count) {
    enum { COUNT = 2000 };
    uint64_t seed = 1;
    struct position_set set;
    for (unsigned i = 0; i < COUNT; i += 4) {
        const uint64_t a = next_random(&seed), b = next_random(&seed);
        keys[i] = (struct position_key){a, b};
        keys[i + 1] = (struct position_key){a, b + 1};
        keys[i + 2] = (struct position_key){a + 1, b};
        keys[i + 3] = (struct position_key){0, a};
    }
    start_position_set(&set, 1 << 20);
    add_at_random(&set, COUNT, 20000, COUNT);
}

/* ---- Keys ---- */

static int compare_words(const void *left, const void *right) {
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static void expect_distinct_halves(size_t count) {
    static uint64_t words[KEYS];
    for (unsigned half = 0; half < 2; half++) {
        for (size_t i = 0; i < count; i++)
            words[i] = half ? keys[i].high : keys[i].low;
        qsort(words, count, sizeof *words, compare_words);
        for (size_t i = 1; i < count; i++)
            cr_assert_neq(words[i - 1], words[i], "half %u", half);
    }
}

/* Each half alone distinguishes this many positions, as 64 random bits would. */
Test(position_set, keys_of_real_positions_differ_in_each_half) {
    size_t count;
    const real_position *real = real_positions(&count);
    cr_assert(count <= KEYS);
    for (size_t i = 0; i < count; i++)
        keys[i] = make_position_key(&(struct any_position){.chess = real[i].position});
    expect_distinct_halves(count);
}

/* Other processors make keys from smaller products. */
Test(position_set, products_by_halves) {
    static const uint64_t edges[] = {0, 1, UINT32_MAX, (uint64_t)UINT32_MAX + 1, UINT64_MAX - 1, UINT64_MAX};
    uint64_t seed = 5;
    for (unsigned i = 0; i < 100000; i++) {
        const uint64_t a = i % 3 ? next_random(&seed) : edges[i / 3 % LENGTH(edges)];
        const uint64_t b = i % 7 ? next_random(&seed) : edges[i / 7 % LENGTH(edges)];
        cr_assert_eq(fold(a, b), fold_by_halves(a, b), "%" PRIx64 " times %" PRIx64, a, b);
    }
    cr_expect_eq(fold_by_halves(UINT64_MAX, 2), (UINT64_MAX - 1) ^ 1);
}

/* Two squares swap their pieces: the order of a board's words and bytes counts. */
Test(position_set, keys_of_exchanged_squares_differ) {
    const char *start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    size_t count = 0;
    ks_position position;
    cr_assert_eq(ks_read_fen(start, strlen(start), 0, &position, NULL), KS_OK);
    keys[count++] = make_position_key(&(struct any_position){.chess = position});
    for (unsigned a = 0; a < KS_SQUARES; a++)
        for (unsigned b = 0; b < a; b++) {
            ks_position exchanged = position;
            exchanged.board[a] = position.board[b];
            exchanged.board[b] = position.board[a];
            if (position.board[a] != position.board[b])
                keys[count++] = make_position_key(&(struct any_position){.chess = exchanged});
        }
    expect_distinct_halves(count);
}
