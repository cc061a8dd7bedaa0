/* Tests the transposition table of perft: what it keeps, what it throws out first, and that it grows. */
#include <criterion/criterion.h>

#include "cli/commands/perft/counting.h"
#include "core/board/hashes.h"
#include "support/sanitized.h"

enum { ENTRY = 16, BUCKET = 4, ENTRIES_PER_MIB = (1 << 20) / ENTRY };

/* Keys of which the first `same` make one bucket: their lower bits agree. */
static uint64_t key_in_bucket(unsigned i) {
    return splitmix64_number(i) << 20;
}

static void expect_found(const struct perft_table *table, uint64_t key, unsigned depth, uint64_t expected) {
    uint64_t count = 0;
    cr_expect(perft_table_find(table, key, depth, &count) && count == expected,
              "key %#jx, depth %u: expected %ju, found %ju", (uintmax_t)key, depth, (uintmax_t)expected,
              (uintmax_t)count);
}

Test(perft_table, keeps_a_count_by_key_and_depth) {
    struct perft_table *table = perft_table_new(1);
    uint64_t count;
    cr_expect(!perft_table_find(table, 0, 5, &count)); /* an empty entry has zeros too */
    perft_table_store(table, 1997, 5, 4865609);
    expect_found(table, 1997, 5, 4865609);
    cr_expect(!perft_table_find(table, 1997, 4, &count) && !perft_table_find(table, 1996, 5, &count));
    perft_table_store(table, 1998, 5, UINT64_MAX); /* too large for an entry */
    cr_expect(!perft_table_find(table, 1998, 5, &count));
}

Test(perft_table, throws_out_another_count_when_a_bucket_is_full) {
    struct perft_table *table = perft_table_new(1);
    for (unsigned i = 0; i < BUCKET; i++)
        perft_table_store(table, key_in_bucket(i), 3, 100 + i);
    for (unsigned i = 0; i < BUCKET; i++)
        expect_found(table, key_in_bucket(i), 3, 100 + i);
    perft_table_store(table, key_in_bucket(BUCKET), 3, 104);
    expect_found(table, key_in_bucket(BUCKET), 3, 104);
    unsigned found = 0;
    uint64_t count;
    for (unsigned i = 0; i <= BUCKET; i++)
        found += perft_table_find(table, key_in_bucket(i), 3, &count);
    cr_expect(found == BUCKET, "%u entries of one bucket", found);
}

/* Returns how many of `stored` counts a table of so many MiB has at the end. */
static unsigned kept_by(uint64_t mebibytes, unsigned stored) {
    struct perft_table *table = perft_table_new(mebibytes);
    unsigned kept = 0;
    uint64_t count;
    for (unsigned i = 0; i < stored; i++)
        perft_table_store(table, splitmix64_number(i), 3, i);
    for (unsigned i = 0; i < stored; i++)
        if (perft_table_find(table, splitmix64_number(i), 3, &count)) {
            cr_assert(count == i);
            kept++;
        }
    return kept;
}

Test(perft_table, grows_to_its_size_and_not_beyond) {
    enum { FIRST_PART = 64 * ENTRIES_PER_MIB };
    cr_expect(SLOW || kept_by(64, 2 * FIRST_PART) <= FIRST_PART);
    cr_expect(kept_by(128, 2 * FIRST_PART) > FIRST_PART);
    cr_expect(kept_by(1, 2 * ENTRIES_PER_MIB) <= ENTRIES_PER_MIB);
}
