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
#include <string.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "cli/platform/platform.h"
#include "cli/random/numbers.h"

enum { PILES = 64, PILE_BUFFER_MAX = 1 << 18, READ_BUFFER = 1 << 16 };

/* Before each unit. */
struct unit_head {
    uint32_t length, positions;
};

/* Units in a file. fd: -1 before it is made. */
struct pile {
    int fd;
    uint64_t size;
    size_t waiting; /* bytes that are still in its buffer */
};

/* Units that are shuffled together: in memory, or dealt to piles. */
struct heap {
    bool dealt;
    struct pile piles[PILES];
};

struct shuffle {
    struct xoshiro random;
    uint8_t *memory;
    size_t size;
    uint8_t *buffers; /* of the piles: the end of the memory */
    size_t buffer_size;
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

static void start_heap(struct heap *heap) {
    heap->dealt = false;
    for (unsigned i = 0; i < PILES; i++)
        heap->piles[i] = (struct pile){.fd = -1};
}

static void end_pile(struct pile *pile) {
    if (pile->fd >= 0)
        close(pile->fd);
    pile->fd = -1;
}

static void end_heap(struct heap *heap) {
    for (unsigned i = 0; i < PILES; i++)
        end_pile(&heap->piles[i]);
}

static void write_pile(struct pile *pile, const uint8_t *bytes, size_t size) {
    if (size > 0 && pile->fd < 0 && (pile->fd = open_temporary(temporary_folder())) < 0)
        fail_by_file();
    for (size_t done = 0; done < size;) {
        const ssize_t written = pwrite(pile->fd, bytes + done, size - done, (off_t)pile->size);
        if (written < 0 && errno != EINTR)
            fail_by_file();
        done += written > 0 ? (size_t)written : 0;
        pile->size += written > 0 ? (size_t)written : 0;
    }
}

static uint8_t *buffer_of(const struct shuffle *shuffle, unsigned pile) {
    return shuffle->buffers + pile * shuffle->buffer_size;
}

static void empty_buffer(const struct shuffle *shuffle, struct heap *heap, unsigned pile) {
    write_pile(&heap->piles[pile], buffer_of(shuffle, pile), heap->piles[pile].waiting);
    heap->piles[pile].waiting = 0;
}

static void put_on_pile(const struct shuffle *shuffle, struct heap *heap, unsigned number, const void *bytes,
                        size_t size) {
    struct pile *const pile = &heap->piles[number];
    if (size > shuffle->buffer_size - pile->waiting)
        empty_buffer(shuffle, heap, number);
    if (size > shuffle->buffer_size) {
        write_pile(pile, bytes, size);
        return;
    }
    memcpy(buffer_of(shuffle, number) + pile->waiting, bytes, size);
    pile->waiting += size;
}

static void deal(struct shuffle *shuffle, struct heap *heap, const struct unit_head *head,
                 const void *bytes) {
    const unsigned pile = (unsigned)xoshiro_below_any(&shuffle->random, PILES);
    put_on_pile(shuffle, heap, pile, head, sizeof *head);
    put_on_pile(shuffle, heap, pile, bytes, head->length);
}

/* ==== Memory ==== */

struct shuffle *new_shuffle(uint64_t memory, uint64_t seed) {
    struct shuffle *const shuffle = given(calloc(1, sizeof *shuffle));
    const size_t part = (size_t)(memory / 4 / PILES);
    assert(memory >= SHUFFLE_MEMORY_MIN);
    if (memory > SIZE_MAX / 2 || !(shuffle->memory = map_pages((size_t)memory)))
        fail("--memory: %s", strerror(ENOMEM));
    shuffle->size = (size_t)memory;
    shuffle->buffer_size = (part < PILE_BUFFER_MAX ? part : PILE_BUFFER_MAX) & ~(sizeof(uint64_t) - 1);
    shuffle->room = (shuffle->size - PILES * shuffle->buffer_size) & ~(sizeof(uint64_t) - 1);
    shuffle->buffers = shuffle->memory + shuffle->room;
    shuffle->index = (uint64_t *)(void *)shuffle->buffers;
    xoshiro_start(&shuffle->random, seed);
    start_heap(&shuffle->heap);
    return shuffle;
}

void free_shuffle(struct shuffle *shuffle) {
    if (!shuffle)
        return;
    end_heap(&shuffle->heap);
    unmap_pages(shuffle->memory, shuffle->size);
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

/* Reads a pile from its beginning. */
struct pile_reader {
    const struct pile *pile;
    uint64_t offset; /* of what is read next into the buffer */
    size_t at, end;
    uint8_t bytes[READ_BUFFER];
};

static void fill_reader(struct pile_reader *reader) {
    ssize_t got;
    do
        got = pread(reader->pile->fd, reader->bytes, READ_BUFFER, (off_t)reader->offset);
    while (got < 0 && errno == EINTR);
    if (got == 0)
        errno = EIO; /* somebody has cut the file */
    if (got <= 0)
        fail_by_file();
    reader->offset += (size_t)got;
    reader->at = 0;
    reader->end = (size_t)got;
}

static void read_pile(struct pile_reader *reader, void *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        if (reader->at == reader->end)
            fill_reader(reader);
        const size_t here = reader->end - reader->at, part = size - done < here ? size - done : here;
        memcpy((uint8_t *)bytes + done, reader->bytes + reader->at, part);
        reader->at += part;
        done += part;
    }
}

static bool take_heap(struct shuffle *shuffle, struct heap *heap, unit_taker *take, void *context);

/* A heap and a unit are too large for the stack. */
struct pile_work {
    struct pile_reader reader;
    struct heap heap;
    struct unit_head head;
    uint8_t unit[UNIT_MAX];
};

static bool take_pile(struct shuffle *shuffle, struct pile *pile, unit_taker *take, void *context) {
    struct pile_work *const work = given(malloc(sizeof *work));
    uint64_t left = pile->size;
    work->reader.pile = pile;
    work->reader.offset = work->reader.at = work->reader.end = 0;
    start_heap(&work->heap);
    while (left > 0 && !interrupted) {
        read_pile(&work->reader, &work->head, sizeof work->head);
        read_pile(&work->reader, work->unit, work->head.length);
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
        empty_buffer(shuffle, heap, i);
    for (unsigned i = 0; i < PILES && wanted; i++)
        wanted = heap->piles[i].size == 0 || take_pile(shuffle, &heap->piles[i], take, context);
    return wanted;
}

bool take_units(struct shuffle *shuffle, unit_taker *take, void *context) {
    return take_heap(shuffle, &shuffle->heap, take, context);
}
