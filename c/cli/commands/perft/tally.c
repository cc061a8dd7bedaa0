/* The checksum is the hash of core/board/hashes.h, which programs in other languages that check the ledger
 * can have in a few lines. */
#include "cli/commands/perft/tally.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/platform/platform.h"
#include "core/board/hashes.h"
#include "core/text/characters.h"
#include "rules/identity.h"

/* ==== The ledger ==== */

static void write_checksum(const char *line, size_t length, char text[CHECKSUM_DIGITS]) {
    uint64_t sum = hash_text(line, length);
    for (unsigned i = CHECKSUM_DIGITS; i-- > 0; sum >>= 4)
        text[i] = "0123456789abcdef"[sum & 15];
}

bool read_entry(const char *line, struct field field, struct entry *entry) {
    const char *const text = line + field.at;
    entry->last = field.length > 0 && text[field.length - 1] == '.';
    const size_t digits = field.length - entry->last;
    entry->number = 0;
    for (size_t i = 0; i < digits; i++) {
        if (!is_digit(text[i]) || entry->number >= UINT64_MAX / 10 - 1)
            return false;
        entry->number = entry->number * 10 + (unsigned)(text[i] - '0');
    }
    return entry->number > 0;
}

bool is_checked(const char *line, struct field checksum) {
    char expected[CHECKSUM_DIGITS];
    if (checksum.length != CHECKSUM_DIGITS)
        return false;
    write_checksum(line, checksum.at - 1, expected);
    return memcmp(expected, line + checksum.at, CHECKSUM_DIGITS) == 0;
}

size_t write_entry(struct entry entry, char text[ENTRY_SIZE]) {
    return (size_t)snprintf(text, ENTRY_SIZE, "\t%" PRIu64 "%s", entry.number, entry.last ? "." : "");
}

size_t add_checksum(char *line, size_t length) {
    line[length] = '\t';
    write_checksum(line, length, line + length + 1);
    line[length + CHECKSUM_DIGITS + 1] = '\n';
    return length + CHECKSUM_DIGITS + 2;
}

/* ==== Tallies ==== */

/* The texts lie one after the other; an open table of hashes has their places. The table grows with them, so
 * that few lines take little memory; while they are sorted, it isn't there. */

/* A slot of the table: the upper bits of the hash, and where the entry lies, in words of 8 bytes from 1; 0:
 * empty.
 */
enum { PLACE_BITS = 40, HASH_BITS = 48, LEAST_SLOTS = 1 << 12 };
#define PLACE_MASK (((uint64_t)1 << PLACE_BITS) - 1)

static uint64_t slot_of(uint64_t hash, size_t at) {
    return hash >> (HASH_BITS - (64 - PLACE_BITS)) << PLACE_BITS | (at / 8 + 1);
}

/* While sorting: the eight bytes that follow the part in which all texts at hand agree, in an order of
 * numbers.
 */
struct sorted {
    uint64_t bytes;
    const struct tallied *entry;
};

struct tally {
    uint64_t *slots;
    size_t mask;        /* slots - 1 */
    size_t count, most; /* entries; so many at most */
    char *entries;
    size_t used, room; /* bytes of them */
    struct sorted *sorted;
};

static void *map(size_t size) {
    void *const memory = map_pages(size + 1);
    if (!memory)
        fail("--memory: %s", strerror(errno));
    return memory;
}

static void unmap(void *memory, size_t size) {
    if (memory)
        unmap_pages(memory, size + 1);
}

struct tally *new_tally(size_t bytes) {
    struct tally *const tally = given(malloc(sizeof *tally));
    /* A position takes about 88 bytes, and 16 more when it is sorted, where the table stood. */
    *tally = (struct tally){.slots = map(LEAST_SLOTS * sizeof(uint64_t)),
                            .mask = LEAST_SLOTS - 1,
                            .most = bytes / 104,
                            .room = bytes / 104 * 88};
    tally->entries = map(tally->room);
    return tally;
}

static void drop_sorted(struct tally *tally) {
    unmap(tally->sorted, tally->count * sizeof *tally->sorted);
    tally->sorted = NULL;
}

static void drop_slots(struct tally *tally) {
    unmap(tally->slots, (tally->mask + 1) * sizeof *tally->slots);
    tally->slots = NULL;
}

void free_tally(struct tally *tally) {
    if (!tally)
        return;
    drop_sorted(tally);
    drop_slots(tally);
    unmap(tally->entries, tally->room);
    free(tally);
}

void clear_tally(struct tally *tally) {
    drop_sorted(tally);
    drop_slots(tally);
    tally->slots = map(LEAST_SLOTS * sizeof *tally->slots);
    tally->mask = LEAST_SLOTS - 1;
    tally->count = tally->used = 0;
}

/* ---- The table ---- */

static uint64_t word_at(const char *text) {
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return word;
}

static uint64_t last_word(const char *text, size_t length) {
    uint64_t word = 0;
    if (length >= 8)
        return word_at(text + length - 8);
    memcpy(&word, text, length);
    return word;
}

uint64_t hash_of_text(const char *text, size_t length) {
    uint64_t hash = length;
    size_t at = 0;
    for (; at + 16 <= length; at += 16)
        hash =
            fold(hash ^ word_at(text + at) ^ 0x6e789e6aa1b965f4, word_at(text + at + 8) ^ 0x06c45d188009454f);
    if (length >= 8 && at + 8 <= length)
        hash = fold(hash ^ word_at(text + at), 0x53cb9f0c747ea2ea);
    return fold(hash ^ last_word(text, length), 0x2c829abe1f4532e1) >> (64 - HASH_BITS);
}

static struct tallied *entry_of(const struct tally *tally, uint64_t slot) {
    return (struct tallied *)(tally->entries + 8 * ((slot & PLACE_MASK) - 1));
}

/* Returns the slot of a text, or the empty one where it belongs. */
static uint64_t *find_slot(const struct tally *tally, uint64_t hash, const char *text, size_t length) {
    for (size_t i = hash & tally->mask;; i = (i + 1) & tally->mask) {
        uint64_t *const slot = &tally->slots[i];
        if (!*slot)
            return slot;
        if ((*slot ^ slot_of(hash, 0)) & ~PLACE_MASK)
            continue;
        const struct tallied *const entry = entry_of(tally, *slot);
        if (entry->length == length && memcmp(entry->text, text, length) == 0)
            return slot;
    }
}

void look_ahead(const struct tally *tally, uint64_t hash) {
    __builtin_prefetch(&tally->slots[hash & tally->mask]);
}

/* Most texts are in their first slot. */
void look_further(const struct tally *tally, uint64_t hash) {
    const uint64_t slot = tally->slots[hash & tally->mask];
    if (slot && !((slot ^ slot_of(hash, 0)) & ~PLACE_MASK)) {
        const struct tallied *const entry = entry_of(tally, slot);
        __builtin_prefetch(entry, 1);
        __builtin_prefetch(entry->text + 56);
    }
}

struct tallied *find_tallied(const struct tally *tally, uint64_t hash, const char *text, size_t length) {
    const uint64_t *const slot = find_slot(tally, hash, text, length);
    return *slot ? entry_of(tally, *slot) : NULL;
}

/* Doubles the table. */
static void grow(struct tally *tally) {
    drop_slots(tally);
    tally->mask = 2 * tally->mask + 1;
    tally->slots = map((tally->mask + 1) * sizeof *tally->slots);
    for (size_t at = 0; at < tally->used;) {
        const struct tallied *const entry = (const struct tallied *)(tally->entries + at);
        size_t i = entry->hash & tally->mask;
        while (tally->slots[i])
            i = (i + 1) & tally->mask;
        tally->slots[i] = slot_of(entry->hash, at);
        at += TALLIED_SIZE(entry->length);
    }
}

bool add_tallied(struct tally *tally, uint64_t hash, const char *text, size_t length, count128 count) {
    const size_t size = TALLIED_SIZE(length);
    if (tally->count == tally->most || size > tally->room - tally->used)
        return false;
    if (tally->count > tally->mask / 4 * 3)
        grow(tally);
    struct tallied *const entry = (struct tallied *)(tally->entries + tally->used);
    *find_slot(tally, hash, text, length) = slot_of(hash, tally->used);
    *entry = (struct tallied){(uint64_t)count, (uint64_t)(count >> 64), (uint16_t)length,
                              hash & (((uint64_t)1 << HASH_BITS) - 1)};
    memcpy(entry->text, text, length);
    tally->used += size;
    tally->count++;
    return true;
}

bool add_to_tallied(struct tallied *entry, count128 count) {
    count128 sum = tallied_count(entry);
    const bool fits = add_count128(&sum, count);
    entry->low = (uint64_t)sum;
    entry->high = (uint64_t)(sum >> 64);
    return fits;
}

/* ---- Sorting ---- */

/* The eight bytes of a text from `at` on, zeros after its end. */
static uint64_t bytes_at(const struct tallied *entry, size_t at) {
    uint64_t word = 0;
    if (at + 8 <= entry->length)
        word = word_at(entry->text + at);
    else if (at < entry->length)
        memcpy(&word, entry->text + at, entry->length - at);
    return __builtin_bswap64(word);
}

static bool is_before(const struct sorted *a, const struct sorted *b, size_t at) {
    if (a->bytes != b->bytes)
        return a->bytes < b->bytes;
    const size_t a_length = a->entry->length, b_length = b->entry->length;
    const size_t shorter = a_length < b_length ? a_length : b_length;
    const int order = at < shorter ? memcmp(a->entry->text + at, b->entry->text + at, shorter - at) : 0;
    return order ? order < 0 : a_length < b_length;
}

static void sort_few(struct sorted *items, size_t count, size_t at) {
    for (size_t i = 1; i < count; i++) {
        const struct sorted item = items[i];
        size_t to = i;
        for (; to > 0 && is_before(&item, &items[to - 1], at); to--)
            items[to] = items[to - 1];
        items[to] = item;
    }
}

static uint64_t middle(uint64_t a, uint64_t b, uint64_t c) {
    return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
}

static void swap(struct sorted *a, struct sorted *b) {
    const struct sorted was = *a;
    *a = *b;
    *b = was;
}

/* Sorts texts that agree in their first `at` bytes. Source: J. Bentley and R. Sedgewick, "Fast Algorithms for
 * Sorting and Searching Strings" (1997), here with eight bytes for a character. */
static void sort_texts(struct sorted *items, size_t count, size_t at) {
    enum { FEW = 16, AHEAD = 12 };
    while (count > FEW) {
        const uint64_t pivot = middle(items[0].bytes, items[count / 2].bytes, items[count - 1].bytes);
        size_t less = 0, greater = count;
        for (size_t i = 0; i < greater;)
            if (items[i].bytes < pivot)
                swap(&items[i++], &items[less++]);
            else if (items[i].bytes > pivot)
                swap(&items[i], &items[--greater]);
            else
                i++;
        sort_texts(items, less, at);
        sort_texts(items + greater, count - greater, at);
        items += less;
        count = greater - less;
        at += 8;
        for (size_t i = 0; i < count; i++) {
            if (i + AHEAD < count)
                __builtin_prefetch(items[i + AHEAD].entry->text + at);
            items[i].bytes = bytes_at(items[i].entry, at);
        }
    }
    sort_few(items, count, at);
}

const struct tallied *const *sort_tally(struct tally *tally, size_t *count) {
    drop_slots(tally);
    struct sorted *const sorted = tally->sorted = map(tally->count * sizeof *sorted);
    size_t n = 0;
    for (size_t at = 0; at < tally->used; n++) {
        const struct tallied *const entry = (const struct tallied *)(tally->entries + at);
        sorted[n] = (struct sorted){bytes_at(entry, 0), entry};
        at += TALLIED_SIZE(entry->length);
    }
    sort_texts(sorted, n, 0);
    /* Only the addresses are of use now. Each is moved towards the front, over one that was moved before. */
    const struct tallied **const entries = (const struct tallied **)(void *)sorted;
    for (size_t i = 0; i < n; i++)
        entries[i] = sorted[i].entry;
    *count = n;
    return entries;
}
