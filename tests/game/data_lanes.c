/* Compares all builds of the reader of .binpack's chains, in however many lanes: every entry and every fault
 * is the same, whatever the bytes. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/hashes.h"
#include "core/kernels/family.h"
#include "game/data/reader.h"
#include "support/data/entries.h"
#include "support/length.h"
#include "support/random.h"
#include "support/thorough.h"

/* ---- Builds ---- */

/* ---- Sums that are the same in any order ---- */

struct sums {
    uint64_t entries, faults, lost, of_entries, of_faults;
};

static uint64_t add_to(uint64_t hash, uint64_t number) {
    uint64_t state = hash ^ number;
    return splitmix64(&state);
}

static uint64_t hash_place(ks_data_place place) {
    return add_to(add_to(add_to(add_to(1, place.offset), place.block), place.chain), place.ply);
}

/* All that the columns have of an entry, and its place. */
static uint64_t hash_entry(const ks_data *data, size_t i) {
    const struct columns *const c = data->columns;
    const uint64_t numbers[] = {c->castling[i],
                                c->halfmoves[i],
                                c->en_passant[i],
                                c->kings[i],
                                c->other_kings[i],
                                c->sides[i],
                                c->other_sides[i],
                                c->kinds[i],
                                c->moves[i],
                                (uint64_t)c->scores[i],
                                c->plies[i],
                                (uint64_t)c->results[i],
                                c->checks[i / 64] >> i % 64 & 1,
                                c->illegal[i / 64] >> i % 64 & 1};
    uint64_t hash = hash_place(ks_data_get_place(data, i)), words[8];
    memcpy(words, c->boards[i], sizeof words);
    for (size_t n = 0; n < LENGTH(words); n++)
        hash = add_to(hash, words[n]);
    for (size_t n = 0; n < LENGTH(numbers); n++)
        hash = add_to(hash, numbers[n]);
    return hash;
}

/* build: NULL reads in order. */
static struct sums sum_up(const struct bytes *bytes, const struct chain_reader *build) {
    struct sums sums = {0};
    const ks_data_batch *batch;
    const ks_data_flags flags = build ? KS_DATA_LEGALITY | KS_DATA_ANY_ORDER : KS_DATA_LEGALITY;
    atomic_store(&ks_chosen[FAMILY_chains],
                 build); /* it says how many lanes are opened; NULL: the usual one */
    ks_data *const data = ks_data_open_memory(bytes->at, bytes->length, KS_DATA_BINPACK, flags, NULL);
    atomic_store(&ks_chosen[FAMILY_chains], NULL);
    cr_assert(data);
    while ((batch = ks_data_next(data)) != NULL) {
        for (size_t i = 0; i < batch->count; i++)
            sums.of_entries += hash_entry(data, i);
        sums.entries += batch->count;
        sums.lost += batch->lost;
        if (batch->fault) {
            sums.faults++;
            sums.of_faults += add_to(hash_place(batch->fault_place), (uint64_t)batch->fault->code);
        }
    }
    ks_data_close(data);
    return sums;
}

/* Returns how many entries there are by all builds. */
static uint64_t compare_builds(const struct bytes *bytes) {
    const void *builds[TIERS];
    const size_t count = ks_usable_builds(ks_chains_builds, builds);
    const struct sums in_order = sum_up(bytes, NULL);
    for (size_t i = 0; i < count; i++) {
        const struct sums found = sum_up(bytes, builds[i]);
        cr_assert_eq(found.entries, in_order.entries, "build %zu", i);
        cr_assert_eq(found.of_entries, in_order.of_entries, "build %zu", i);
        cr_assert_eq(found.faults, in_order.faults, "build %zu", i);
        cr_assert_eq(found.of_faults, in_order.of_faults, "build %zu", i);
        cr_assert_eq(found.lost, in_order.lost, "build %zu", i);
    }
    return in_order.entries;
}

/* ---- Tests ---- */

Test(data_lanes, whole_files) {
    static const size_t blocks[] = {1, 300, 2000, 9000, 1 << 20};
    const unsigned rounds = amount_of(8) + 1;
    for (unsigned round = 0; round < rounds; round++) {
        struct entries entries = play_entries(round + 100, 200);
        for (size_t i = 0; i < LENGTH(blocks); i++) {
            binpack_block = blocks[i];
            struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
            cr_assert_eq(compare_builds(&bytes), entries.count);
            free(bytes.at);
        }
        free_entries(&entries);
    }
}

/* Flips bits of a copy, which may be cut. */
static void compare_mutated(const struct bytes *bytes, unsigned flips, bool cut, uint64_t *random) {
    const size_t length = cut ? random_below(random, (unsigned)bytes->length) + 1 : bytes->length;
    struct bytes copy = copy_bytes(bytes, length);
    for (unsigned n = 0; n < flips; n++)
        copy.at[random_below(random, (unsigned)length)] ^= (uint8_t)(1u << random_below(random, 8));
    compare_builds(&copy);
    free(copy.at);
}

Test(data_lanes, flips_and_cuts) {
    uint64_t random = 1813;
    const unsigned rounds = amount_of(500);
    struct entries entries = play_entries(random, 24);
    for (binpack_block = 60; binpack_block < 2000; binpack_block += 400) {
        struct bytes bytes = encode_entries(KS_DATA_BINPACK, &entries);
        for (unsigned round = 0; round < rounds; round++)
            compare_mutated(&bytes, 1 + round % 3, round % 4 == 0, &random);
        free(bytes.at);
    }
    free_entries(&entries);
}
