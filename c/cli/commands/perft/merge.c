/* kingscan perft --merge: units of equal positions become one, and their counts are added. Sorted runs that
 * do not fit into memory go to a file, so any number of units can be merged. The units come out sorted as by
 * LC_ALL=C sort -k2. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/commands/perft/records.h"
#include "cli/commands/perft/units.h"
#include "cli/platform/platform.h"
#include "core/fen/plain.h"
#include "rules/perft/packed.h"

/* ---- Positions ---- */

/* A position and its count, as long as its key. The key of a position of chess is the one that layers have,
 * of 24 bytes: see packed.h. Positions of variants have no such form. Their key is the text, with zeros up to
 * the end of a word, at least one. */
struct merged {
    count128 count __attribute__((packed, aligned(8)));
    uint64_t key[];
};

enum {
    PACKED_WORDS = sizeof(struct ks_packed) / 8,
    MERGED_WORDS = sizeof(struct merged) / 8,
    KEY_WORDS_MAX = ANY_FEN_SIZE / 8,
    MERGED_MAX = MERGED_WORDS + KEY_WORDS_MAX
};

/* A slot of the table: the upper bits of the hash, and where the position lies, in words from 1; 0: empty. */
enum { PLACE_BITS = 40, LEAST_SLOTS = 1 << 14, LARGE_SLOTS = 1 << 18 };
#define PLACE_MASK (((uint64_t)1 << PLACE_BITS) - 1)

/* A unit that waits until its part of the table has been prefetched. */
struct waiting {
    count128 count;
    uint64_t number, hash; /* `number` is the number of its line */
    size_t words;
    uint64_t key[KEY_WORDS_MAX];
};

enum { WAITING_MAX = 32, AHEAD = 12 /* so many positions are prefetched while sorting and growing */ };

/* While sorting: the eight bytes, in an order of numbers, that follow the part in which all positions at hand
 * agree. */
struct sorted {
    uint64_t bytes;
    const struct merged *position;
};

/* Sorted positions in the file. */
struct run {
    uint64_t at, end;        /* what is left of it there */
    uint64_t *buffer;        /* what has been read, and perhaps a part of a position */
    size_t used, filled;     /* words of the buffer */
    char text[ANY_FEN_SIZE]; /* of the first position that is left */
};

/* The only merge of the program. Its memory is there until the end. The positions lie one after the other; an
 * open table of hashes has their places. The table grows with them, so that few lines take little memory;
 * while they are sorted, it isn't there. */
static struct {
    const struct perft_task *task;
    bool packed;
    ks_placement_reader *read_placement;
    uint64_t *slots, *words;
    size_t mask;        /* slots - 1 */
    size_t used, room;  /* words of positions */
    size_t count, most; /* positions; so many at most */
    struct sorted *sorted;
    struct waiting waiting[WAITING_MAX];
    unsigned waiting_count;
    struct scratch scratch;
    struct run *runs, **heap; /* the run with the least text is on top of the heap */
    size_t run_count, in_heap;
    size_t room_of_run; /* words of a buffer */
    uint64_t written;   /* units */
} merge;

static size_t words_of(const uint64_t *key) {
    return merge.packed ? PACKED_WORDS : strlen((const char *)key) / 8 + 1;
}

static const struct merged *next_merged(const struct merged *position) {
    return (const struct merged *)(position->key + words_of(position->key));
}

/* Writes the text of a key. Returns the length. */
static size_t write_key(const uint64_t *key, char text[ANY_FEN_SIZE]) {
    struct any_position position;
    if (!merge.packed)
        return strlen(strcpy(text, (const char *)key));
    position.variant = NULL;
    ks_unpack((const struct ks_packed *)key, &position.chess);
    return write_unit_position(&position, text);
}

/* ---- Memory ---- */

static void *map(size_t size) {
    void *const memory = map_pages(size + 1);
    if (!memory)
        fail("--memory: %s", strerror(errno));
    return memory;
}

static void drop_table(void) {
    if (merge.slots)
        unmap_pages(merge.slots, (merge.mask + 1) * sizeof *merge.slots + 1);
    if (merge.sorted)
        unmap_pages(merge.sorted, merge.count * sizeof *merge.sorted + 1);
    merge.slots = NULL;
    merge.sorted = NULL;
}

static void start_table(void) {
    drop_table();
    merge.mask = LEAST_SLOTS - 1;
    merge.slots = map(LEAST_SLOTS * sizeof *merge.slots);
    merge.count = merge.used = 0;
}

/* ---- The table ---- */

static uint64_t hash_of(const uint64_t *key, size_t words) {
    uint64_t hash = words;
    for (size_t i = 0; i < words; i++)
        hash = fold(hash ^ key[i], 0x6e789e6aa1b965f4);
    return hash;
}

static struct merged *place_of(uint64_t slot) {
    return (struct merged *)(merge.words + (slot & PLACE_MASK) - 1);
}

static uint64_t slot_for(uint64_t hash, const struct merged *position) {
    return (hash & ~PLACE_MASK) | (uint64_t)((const uint64_t *)position - merge.words + 1);
}

static bool may_match(uint64_t slot, uint64_t hash) {
    return slot && !((slot ^ hash) & ~PLACE_MASK);
}

static bool is_same(const uint64_t *a, const uint64_t *b, size_t words) {
    uint64_t difference = 0;
    for (size_t i = 0; i < words; i++)
        difference |= a[i] ^ b[i];
    return !difference;
}

/* Returns the slot of a key, or the empty one where it belongs. */
static uint64_t *find_slot(uint64_t hash, const uint64_t *key, size_t words) {
    for (size_t i = hash & merge.mask;; i = (i + 1) & merge.mask) {
        uint64_t *const slot = &merge.slots[i];
        if (!*slot || (may_match(*slot, hash) && is_same(place_of(*slot)->key, key, words)))
            return slot;
    }
}

/* Makes the table four times as large, or twice when it is large: small ones fill up soon. */
static void grow(void) {
    drop_table();
    merge.mask = merge.mask < LARGE_SLOTS ? 4 * merge.mask + 3 : 2 * merge.mask + 1;
    merge.slots = map((merge.mask + 1) * sizeof *merge.slots);
    const struct merged *at = (const struct merged *)merge.words;
    for (size_t i = 0; i < merge.count; i++, at = next_merged(at)) {
        const size_t words = words_of(at->key), ahead = AHEAD * (MERGED_WORDS + PACKED_WORDS);
        const uint64_t hash = hash_of(at->key, words);
        if (merge.packed && i + AHEAD < merge.count)
            __builtin_prefetch(&merge.slots[hash_of(at->key + ahead, PACKED_WORDS) & merge.mask], 1);
        *find_slot(hash, at->key, words) = slot_for(hash, at);
    }
}

/* Adds a key that isn't in the table yet, for which there is room. slot: where it belongs. */
static void add_key(uint64_t *slot, uint64_t hash, const uint64_t *key, size_t words, count128 count) {
    struct merged *const position = (struct merged *)(merge.words + merge.used);
    *slot = slot_for(hash, position);
    position->count = count;
    memcpy(position->key, key, 8 * words);
    merge.used += MERGED_WORDS + words;
    if (++merge.count > merge.mask / 4 * 3)
        grow();
}

/* ---- Sorting ---- */

/* Returns a part of the text that is compared at once; its last byte is 0 when it is the last one. The parts
 * of a packed position are its rows, two at a time; the fields after the board have no part. */
static uint64_t bytes_at(const struct merged *position, size_t at) {
    if (merge.packed)
        return at < 4 ? ks_order_of_rows((const struct ks_packed *)position->key, (unsigned)at) : 0;
    return __builtin_bswap64(position->key[at]);
}

static bool is_before(const struct sorted *a, const struct sorted *b, size_t at) {
    char texts[2][ANY_FEN_SIZE];
    uint64_t one = a->bytes, other = b->bytes;
    for (; one == other && one & 255; at++) {
        one = bytes_at(a->position, at + 1);
        other = bytes_at(b->position, at + 1);
    }
    if (one != other)
        return one < other;
    write_key(a->position->key, texts[0]);
    write_key(b->position->key, texts[1]);
    return strcmp(texts[0], texts[1]) < 0;
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

enum { FEW = 16 };

/* Sorts positions that agree in what is before `at`. Source: J. Bentley and R. Sedgewick, "Fast Algorithms
 * for Sorting and Searching Strings" (1997), here with eight bytes for a character. */
static void sort_texts(struct sorted *items, size_t count, size_t at) {
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
        if (!(pivot & 255)) /* these are few: they have the same board */
            break;
        at++;
        for (size_t i = 0; i < count; i++) {
            if (i + AHEAD < count)
                __builtin_prefetch(items[i + AHEAD].position->key + (merge.packed ? 0 : at));
            items[i].bytes = bytes_at(items[i].position, at);
        }
    }
    sort_few(items, count, at);
}

/* Sorts the positions in memory, merge.count many, as LC_ALL=C sort does. */
static void sort_positions(void) {
    const struct merged *position = (const struct merged *)merge.words;
    drop_table();
    merge.sorted = map(merge.count * sizeof *merge.sorted);
    for (size_t i = 0; i < merge.count; i++, position = next_merged(position))
        merge.sorted[i] = (struct sorted){bytes_at(position, 0), position};
    sort_texts(merge.sorted, merge.count, 0);
}

/* ---- Runs ---- */

enum { WRITE_WORDS = 1 << 17 };

static void write_words(const uint64_t *words, size_t count) {
    if (!write_scratch(&merge.scratch, words, 8 * count))
        fail("a temporary file in %s: %s; merged so far: the units up to line %" PRIu64
             ", and nothing was printed; --temp names another folder, --memory takes more memory",
             scratch_folder(merge.task->folder), strerror(errno), units_in.reader.number);
}

/* Sorts the positions in memory, writes them as a run, and empties the memory. */
static void spill(void) {
    static uint64_t *words; /* reachable when writing fails */
    size_t waiting = 0;
    words = given(malloc(WRITE_WORDS * sizeof *words));
    sort_positions();
    merge.runs = given(realloc(merge.runs, (merge.run_count + 1) * sizeof *merge.runs));
    struct run *const run = &merge.runs[merge.run_count++];
    *run = (struct run){.at = merge.scratch.end};
    for (size_t i = 0; i < merge.count; i++) {
        const struct merged *const position = merge.sorted[i].position;
        const size_t count = MERGED_WORDS + words_of(position->key);
        if (waiting + count > WRITE_WORDS) {
            write_words(words, waiting);
            waiting = 0;
        }
        memcpy(words + waiting, position, 8 * count);
        waiting += count;
    }
    write_words(words, waiting);
    free(words);
    run->end = merge.scratch.end;
    start_table();
}

static struct merged *head(const struct run *run) {
    return (struct merged *)(run->buffer + run->used);
}

/* Has the next position in the buffer, and its text. Returns false at the end of the run. */
static bool fill(struct run *run) {
    size_t left = run->filled - run->used;
    if (left < MERGED_MAX && run->at < run->end) {
        const uint64_t more = (run->end - run->at) / 8;
        const size_t got = more < merge.room_of_run - left ? (size_t)more : merge.room_of_run - left;
        memmove(run->buffer, run->buffer + run->used, 8 * left);
        read_scratch(&merge.scratch, run->at, run->buffer + left, 8 * got);
        run->at += 8 * got;
        run->used = 0;
        run->filled = left += got;
    }
    if (left > 0)
        write_key(head(run)->key, run->text);
    return left > 0;
}

/* Lets the run at place i of the heap sink to where it belongs. */
static void sink(size_t i) {
    for (;;) {
        size_t least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < merge.in_heap; child++)
            if (strcmp(merge.heap[child]->text, merge.heap[least]->text) < 0)
                least = child;
        if (least == i)
            return;
        struct run *const was = merge.heap[i];
        merge.heap[i] = merge.heap[least];
        merge.heap[least] = was;
        i = least;
    }
}

/* Begins to read all runs. */
static void start_runs(void) {
    const size_t share = (size_t)merge.task->memory / 8 / (merge.run_count + 1), least = 2 * MERGED_MAX;
    merge.room_of_run = share < least ? least : share > WRITE_WORDS ? WRITE_WORDS : share;
    merge.heap = given(malloc((merge.run_count + 1) * sizeof(struct run *)));
    for (size_t i = 0; i < merge.run_count; i++) {
        merge.runs[i].buffer = given(malloc(8 * merge.room_of_run));
        if (fill(&merge.runs[i]))
            merge.heap[merge.in_heap++] = &merge.runs[i];
    }
    for (size_t i = merge.in_heap; i-- > 0;)
        sink(i);
}

/* Goes on to the next position of the run on top. Returns the count of the one before. */
static count128 advance(void) {
    struct run *const run = merge.heap[0];
    const struct merged *const first = head(run);
    const count128 count = first->count;
    run->used += MERGED_WORDS + words_of(first->key);
    if (!fill(run))
        merge.heap[0] = merge.heap[--merge.in_heap];
    if (merge.in_heap > 0)
        sink(0);
    return count;
}

/* ---- Reading ---- */

/* Adds a unit, which is of the line that units_in.reader.number says. */
static void add_unit(const uint64_t *key, size_t words, uint64_t hash, count128 count) {
    char text[ANY_FEN_SIZE];
    uint64_t *slot = find_slot(hash, key, words);
    if (!*slot && (merge.count == merge.most || merge.used + MERGED_WORDS + words > merge.room)) {
        spill();
        slot = find_slot(hash, key, words);
    }
    if (!*slot) {
        add_key(slot, hash, key, words, count);
    } else if ((place_of(*slot)->count += count) < count) {
        write_key(key, text);
        fail_by_size(text);
    }
}

/* Most positions are in their first slot. */
static void look_further(uint64_t hash) {
    const uint64_t slot = merge.slots[hash & merge.mask];
    if (may_match(slot, hash))
        __builtin_prefetch(place_of(slot), 1);
}

static void add_waiting(void) {
    const uint64_t number = units_in.reader.number;
    units_in.before_rejection = NULL;
    for (unsigned i = 0; i < merge.waiting_count; i++)
        look_further(merge.waiting[i].hash);
    for (unsigned i = 0; i < merge.waiting_count; i++) {
        const struct waiting *const waiting = &merge.waiting[i];
        units_in.reader.number = waiting->number; /* for messages */
        add_unit(waiting->key, waiting->words, waiting->hash, waiting->count);
    }
    merge.waiting_count = 0;
    units_in.reader.number = number;
    units_in.before_rejection = add_waiting;
}

/* Reads the position of a unit of a variant. Returns false when it is rejected. */
static bool read_variant(const struct unit *unit, uint64_t key[KEY_WORDS_MAX]) {
    struct any_position position;
    if (!read_unit_position(unit, &position))
        return false;
    const size_t length = write_unit_position(&position, (char *)key);
    memset((char *)key + length, 0, 8 - length % 8);
    return true;
}

/* Reads the position of a unit of chess, mostly in its usual form. */
static bool read_chess(const struct unit *unit, uint64_t key[KEY_WORDS_MAX]) {
    struct any_position position;
    struct ks_piece_masks masks;
    const char *const text = unit->line + unit->position.at;
    const struct line_reader *const reader = &units_in.reader;
    const bool plain =
        reader->buffer + reader->end - text >= PLAIN_READABLE &&
        ks_read_plain_fen(merge.read_placement, text, &position.chess, &masks) == unit->position.length;
    if (!plain && !read_unit_position(unit, &position))
        return false;
    if (ks_pack(&position.chess, (struct ks_packed *)key))
        return true;
    reject_unit(unit->position.at, "expected at most %d pieces, found more; --variant chess takes them",
                PACKED_PIECES_MAX);
    return false;
}

static void read_units(void) {
    struct unit unit;
    merge.read_placement = ks_current_placement_reader();
    while (next_unit(&unit)) {
        if (merge.waiting_count == WAITING_MAX)
            add_waiting();
        struct waiting *const waiting = &merge.waiting[merge.waiting_count];
        if (!(merge.packed ? read_chess : read_variant)(&unit, waiting->key))
            continue;
        waiting->count = unit.count;
        waiting->number = units_in.reader.number;
        waiting->words = words_of(waiting->key);
        waiting->hash = hash_of(waiting->key, waiting->words);
        merge.waiting_count++;
        __builtin_prefetch(&merge.slots[waiting->hash & merge.mask]);
    }
    add_waiting();
}

/* ---- Writing ---- */

static void put_merged(count128 count, const char *text, size_t length, bool last) {
    merge.written++;
    put_unit(count, text, length, (struct entry){merge.task->number ? merge.written : 0, last}, NULL);
}

static void put_table(void) {
    char text[ANY_FEN_SIZE];
    sort_positions();
    for (size_t i = 0; i < merge.count; i++) {
        const struct merged *const position = merge.sorted[i].position;
        if (i + AHEAD < merge.count)
            __builtin_prefetch(merge.sorted[i + AHEAD].position->key);
        put_merged(position->count, text, write_key(position->key, text), i + 1 == merge.count);
    }
}

/* A position that is in several runs is put once, with the sum of its counts. */
static void put_runs(void) {
    char text[ANY_FEN_SIZE];
    spill();
    for (start_runs(); merge.in_heap > 0;) {
        const size_t length = strlen(strcpy(text, merge.heap[0]->text));
        count128 count = advance();
        while (merge.in_heap > 0 && strcmp(merge.heap[0]->text, text) == 0)
            if (!add_count128(&count, advance()))
                fail("the count of %s is larger than 128 bits can hold", text);
        put_merged(count, text, length, merge.in_heap == 0);
    }
}

int merge_units(const struct perft_task *task) {
    /* A position of chess takes 40 bytes, and at most 22 in the table; 16 when it is sorted, where the table
     * stood. */
    const size_t most = (size_t)task->memory / 64, words = MERGED_WORDS + PACKED_WORDS;
    merge.task = task;
    merge.packed = !task->position.variant;
    merge.most = most;
    merge.room = most * words;
    start_units(task);
    units_in.before_rejection = add_waiting;
    merge.words = map(8 * (merge.room + KEY_WORDS_MAX));
    start_table();
    start_scratch(&merge.scratch, task->folder);
    read_units();
    (merge.run_count == 0 ? put_table : put_runs)();
    return end_units();
}
