/* Shuffles the units of an output that may exceed memory.
 *
 * Units stay in memory while they fit. Then each goes to a pile that is drawn for it, and every pile is
 * shuffled by itself, in the same way when it does not fit either. The piles one after the other are in
 * uniform order. Source: C. R. Rao, "Generation of random permutation of given number of elements using
 * random sampling numbers", Sankhya A 23 (1961); M. Sandelius, "A simple randomization procedure", Journal of
 * the Royal Statistical Society B 24 (1962). */
#include "cli/commands/convert/shuffle.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/platform/platform.h"
#include "cli/random/numbers.h"

enum { PILES = 64, PILE_BUFFER_MAX = 1 << 18 };

/* Before each unit. */
struct unit_head {
    uint32_t length, positions;
};

/* Units in a file, which is NULL before it is made. */
struct pile {
    FILE *file;
    uint64_t size;
};

/* Units that are shuffled together: in memory, or dealt to piles. */
struct heap {
    bool dealt;
    struct pile piles[PILES];
};

struct shuffle {
    struct xoshiro random;
    uint8_t *memory;
    size_t used, room; /* bytes of units from the memory's beginning; index[-n] ends the room */
    uint64_t *index;   /* index[-1 - n]: where unit n begins */
    size_t count;
    struct heap heap;
};

/* ==== Piles ==== */

static _Noreturn void fail_by_file(void) {
    fail("a temporary file in %s: %s; TMPDIR names another folder, --memory takes more before a file",
         temporary_folder(), strerror(errno));
}

static void end_pile(struct pile *pile) {
    if (pile->file)
        fclose(pile->file);
    pile->file = NULL;
}

static void end_heap(struct heap *heap) {
    for (unsigned i = 0; i < PILES; i++)
        end_pile(&heap->piles[i]);
}

static void put_on_pile(struct pile *pile, const void *bytes, size_t size) {
    if (!pile->file) {
        const int descriptor = open_temporary(temporary_folder());
        if (descriptor < 0 || !(pile->file = fdopen(descriptor, "w+b")))
            fail_by_file();
    }
    if (fwrite(bytes, 1, size, pile->file) != size)
        fail_by_file();
    pile->size += size;
}

static void read_pile(struct pile *pile, void *bytes, size_t size) {
    errno = EIO; /* somebody has cut the file */
    if (fread(bytes, 1, size, pile->file) != size)
        fail_by_file();
}

static void deal(struct shuffle *shuffle, struct heap *heap, const struct unit_head *head,
                 const void *bytes) {
    struct pile *const pile = &heap->piles[xoshiro_below_any(&shuffle->random, PILES)];
    put_on_pile(pile, head, sizeof *head);
    put_on_pile(pile, bytes, head->length);
}

/* ==== Memory ==== */

struct shuffle *new_shuffle(uint64_t memory, uint64_t seed) {
    struct shuffle *const shuffle = given(calloc(1, sizeof *shuffle));
    const size_t part = (size_t)(memory / 4 / PILES);
    assert(memory >= SHUFFLE_MEMORY_MIN);
    /* What is left of the memory is for the files. */
    const size_t buffer = (part < PILE_BUFFER_MAX ? part : PILE_BUFFER_MAX) & ~(sizeof(uint64_t) - 1);
    shuffle->room = ((size_t)memory - PILES * buffer) & ~(sizeof(uint64_t) - 1);
    if (memory > SIZE_MAX / 2 || !(shuffle->memory = map_pages(shuffle->room)))
        fail("--memory: %s", strerror(ENOMEM));
    shuffle->index = (uint64_t *)(void *)(shuffle->memory + shuffle->room);
    xoshiro_start(&shuffle->random, seed);
    return shuffle;
}

void free_shuffle(struct shuffle *shuffle) {
    if (!shuffle)
        return;
    end_heap(&shuffle->heap);
    unmap_pages(shuffle->memory, shuffle->room);
    free(shuffle);
}

static const uint8_t *find_unit(const struct shuffle *shuffle, size_t n, struct unit_head *head) {
    const uint8_t *const at = shuffle->memory + shuffle->index[-1 - (ptrdiff_t)n];
    memcpy(head, at, sizeof *head);
    return at + sizeof *head;
}

/* Deals the units in memory, which are then none. */
static void deal_memory(struct shuffle *shuffle, struct heap *heap) {
    struct unit_head head;
    for (size_t n = 0; n < shuffle->count; n++) {
        const uint8_t *const bytes = find_unit(shuffle, n, &head);
        deal(shuffle, heap, &head, bytes);
    }
    shuffle->used = shuffle->count = 0;
    heap->dealt = true;
}

static void add(struct shuffle *shuffle, struct heap *heap, const struct unit_head *head, const void *bytes) {
    const size_t size = sizeof *head + head->length,
                 left = shuffle->room - shuffle->used - shuffle->count * sizeof *shuffle->index;
    if (!heap->dealt && size + sizeof *shuffle->index > left)
        deal_memory(shuffle, heap);
    if (heap->dealt) {
        deal(shuffle, heap, head, bytes);
        return;
    }
    memcpy(shuffle->memory + shuffle->used, head, sizeof *head);
    memcpy(shuffle->memory + shuffle->used + sizeof *head, bytes, head->length);
    shuffle->index[-1 - (ptrdiff_t)shuffle->count++] = shuffle->used;
    shuffle->used += size;
}

void add_unit(struct shuffle *shuffle, const void *bytes, size_t length, uint32_t positions) {
    assert(length <= UNIT_MAX);
    add(shuffle, &shuffle->heap, &(struct unit_head){(uint32_t)length, positions}, bytes);
}

/* ==== The new order ==== */

/* Gives the units in memory away. */
static bool take_memory(struct shuffle *shuffle, unit_taker *take, void *context) {
    enum { AHEAD = 8 };
    uint64_t *const index = shuffle->index;
    bool wanted = true;
    for (size_t n = shuffle->count; n > 1; n--) {
        const ptrdiff_t last = -(ptrdiff_t)n, other = -1 - (ptrdiff_t)xoshiro_below_any(&shuffle->random, n);
        const uint64_t kept = index[last];
        index[last] = index[other];
        index[other] = kept;
    }
    for (size_t n = 0; n < shuffle->count && wanted; n++) {
        struct unit_head head;
        if (n + AHEAD < shuffle->count)
            __builtin_prefetch(shuffle->memory + index[-1 - (ptrdiff_t)(n + AHEAD)]);
        const uint8_t *const bytes = find_unit(shuffle, n, &head);
        wanted = take(context, bytes, head.length, head.positions);
    }
    shuffle->used = shuffle->count = 0;
    return wanted;
}

static bool take_heap(struct shuffle *shuffle, struct heap *heap, unit_taker *take, void *context);

/* A heap and a unit are too large for the stack. */
struct pile_work {
    struct heap heap;
    struct unit_head head;
    uint8_t unit[UNIT_MAX];
};

static bool take_pile(struct shuffle *shuffle, struct pile *pile, unit_taker *take, void *context) {
    struct pile_work *const work = given(malloc(sizeof *work));
    uint64_t left = pile->size;
    work->heap = (struct heap){.dealt = false};
    while (left > 0 && !interrupted) {
        read_pile(pile, &work->head, sizeof work->head);
        read_pile(pile, work->unit, work->head.length);
        add(shuffle, &work->heap, &work->head, work->unit);
        left -= sizeof work->head + work->head.length;
    }
    end_pile(pile);
    const bool wanted = !interrupted && take_heap(shuffle, &work->heap, take, context);
    end_heap(&work->heap);
    free(work);
    return wanted;
}

static bool take_heap(struct shuffle *shuffle, struct heap *heap, unit_taker *take, void *context) {
    bool wanted = true;
    if (!heap->dealt)
        return take_memory(shuffle, take, context);
    for (unsigned i = 0; i < PILES; i++)
        if (heap->piles[i].file &&
            (fflush(heap->piles[i].file) != 0 || fseek(heap->piles[i].file, 0, SEEK_SET) != 0))
            fail_by_file();
    for (unsigned i = 0; i < PILES && wanted; i++)
        wanted = !heap->piles[i].file || take_pile(shuffle, &heap->piles[i], take, context);
    return wanted;
}

bool take_units(struct shuffle *shuffle, unit_taker *take, void *context) {
    return take_heap(shuffle, &shuffle->heap, take, context);
}
