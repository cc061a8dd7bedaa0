/* A transposition table without locks. An entry holds its key xored with its data, so an entry into which two
 * threads wrote at once matches no key. Source: R. Hyatt and T. Mann, "A lock-less transposition table
 * implementation for parallel search chess engines", ICGA Journal 25 (2002). */
#include "cli/commands/perft/counting/table.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "cli/platform/platform.h"
#include "cli/positions/divide.h"

enum { DEPTH_BITS = 6, BUCKET = 4, CACHE_LINE = 64 };

/* The part of a table that is used at first, in MiB. It doubles when it is full: counts that fit into a small
 * part are found sooner there, and the system need not clear the rest. */
enum { FIRST_PART = 64 };

static_assert(PERFT_DEPTH_MAX < 1 << DEPTH_BITS, "a depth has to fit into an entry");

struct entry {
    _Atomic uint64_t check; /* key ^ data */
    _Atomic uint64_t data;  /* count << DEPTH_BITS | depth; 0: empty */
};

struct bucket {
    struct entry entries[BUCKET];
};

static_assert(sizeof(struct bucket) == CACHE_LINE, "a look at a bucket is one at memory");

struct perft_table {
    struct bucket *buckets;
    uint64_t mask_max;
    _Atomic uint64_t mask;       /* of the part in use */
    _Atomic uint64_t thrown_out; /* entries, since the part has this size */
};

static uint64_t mask_for(uint64_t mebibytes) {
    uint64_t count = 1;
    while (count * 2 <= (mebibytes << 20) / sizeof(struct bucket))
        count *= 2;
    return count - 1;
}

struct perft_table *perft_table_new(uint64_t mebibytes) {
    const uint64_t mask_max = mask_for(mebibytes);
    struct bucket *const buckets = map_pages((mask_max + 1) * sizeof(struct bucket));
    struct perft_table *table = malloc(sizeof *table);
    if (!buckets || !table)
        return NULL;
    *table = (struct perft_table){.buckets = buckets,
                                  .mask_max = mask_max,
                                  .mask = mask_for(mebibytes < FIRST_PART ? mebibytes : FIRST_PART)};
    return table;
}

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void save(_Atomic uint64_t *word, uint64_t value) {
    atomic_store_explicit(word, value, memory_order_relaxed);
}

/* The bucket for a position and a depth. A position that is counted to several depths has as many buckets. */
static struct entry *entries_of(const struct perft_table *table, uint64_t key, unsigned depth) {
    const uint64_t spread = depth * 0x9e3779b97f4a7c15;
    return table->buckets[(key ^ spread) & load(&table->mask)].entries;
}

static unsigned depth_of(uint64_t data) {
    return (unsigned)data & ((1u << DEPTH_BITS) - 1);
}

bool perft_table_find(const struct perft_table *table, uint64_t key, unsigned depth, uint64_t *count) {
    const struct entry *entries = entries_of(table, key, depth);
    for (unsigned i = 0; i < BUCKET; i++) {
        const uint64_t data = load(&entries[i].data);
        if (depth_of(data) == depth && (load(&entries[i].check) ^ data) == key) {
            *count = data >> DEPTH_BITS;
            return true;
        }
    }
    return false;
}

/* Doubles the part in use when as many entries have been thrown out as it has buckets. Half of the entries
 * are not found any more, which costs less than to move them. */
static void note_loss(struct perft_table *table) {
    uint64_t mask = load(&table->mask);
    if (mask == table->mask_max ||
        atomic_fetch_add_explicit(&table->thrown_out, 1, memory_order_relaxed) < mask)
        return;
    if (atomic_compare_exchange_strong(&table->mask, &mask, 2 * mask + 1))
        save(&table->thrown_out, 0);
}

/* Stores a count in place of the entry with the least depth, which is the cheapest to count again. */
void perft_table_store(struct perft_table *table, uint64_t key, unsigned depth, uint64_t count) {
    if (count >> (64 - DEPTH_BITS))
        return; /* too large for an entry */
    struct entry *entries = entries_of(table, key, depth), *least = entries;
    for (unsigned i = 1; i < BUCKET; i++)
        if (depth_of(load(&entries[i].data)) < depth_of(load(&least->data)))
            least = &entries[i];
    if (load(&least->data))
        note_loss(table);
    const uint64_t data = count << DEPTH_BITS | depth;
    save(&least->check, key ^ data);
    save(&least->data, data);
}
