/* The runs stand in a heap, the one with the least text on top. */
#include "cli/commands/perft/units/runs.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/commands/perft/counting/scratch.h"
#include "cli/positions/any_position.h"

enum { ENTRY_MAX = TALLIED_SIZE(ANY_FEN_SIZE), WRITE_SIZE = 1 << 20 };

struct sorted_run {
    uint64_t at, end;    /* what is left of it in the file */
    char *buffer;        /* of runs->room bytes: the entries read, and perhaps a part of one */
    size_t used, filled; /* bytes */
};

struct runs {
    struct scratch scratch;
    struct sorted_run *list;
    size_t count;
    size_t room;
    struct sorted_run **heap;
    size_t in_heap;
    uint64_t entry[ENTRY_MAX / 8]; /* the one handed out last */
    char written[WRITE_SIZE];
    size_t to_write;
};

struct runs *new_runs(const char *folder) {
    struct runs *const runs = given(malloc(sizeof *runs));
    memset(runs, 0, sizeof *runs);
    start_scratch(&runs->scratch, folder);
    return runs;
}

void free_runs(struct runs *runs) {
    for (size_t i = 0; i < runs->count; i++)
        free(runs->list[i].buffer);
    free(runs->list);
    free(runs->heap);
    end_scratch(&runs->scratch);
    free(runs);
}

size_t count_runs(const struct runs *runs) {
    return runs->count;
}

/* ---- Writing ---- */

static bool flush(struct runs *runs) {
    const bool written = write_scratch(&runs->scratch, runs->written, runs->to_write) != SCRATCH_FULL;
    runs->to_write = 0;
    return written;
}

bool add_run(struct runs *runs, const struct tallied *const *entries, size_t count) {
    struct sorted_run run = {.at = runs->scratch.end};
    for (size_t i = 0; i < count; i++) {
        const size_t size = TALLIED_SIZE(entries[i]->length);
        if (runs->to_write + size > WRITE_SIZE && !flush(runs))
            return false;
        memcpy(runs->written + runs->to_write, entries[i], size);
        runs->to_write += size;
    }
    if (!flush(runs))
        return false;
    run.end = runs->scratch.end;
    runs->list = given(realloc(runs->list, (runs->count + 1) * sizeof *runs->list));
    runs->list[runs->count++] = run;
    return true;
}

/* ---- Reading ---- */

static const struct tallied *head(const struct sorted_run *run) {
    return (const struct tallied *)(run->buffer + run->used);
}

/* Has the next entry in the buffer. Returns false at the end of the run. */
static bool fill(struct runs *runs, struct sorted_run *run) {
    const size_t left = run->filled - run->used;
    if (left >= sizeof(struct tallied) && left >= TALLIED_SIZE(head(run)->length))
        return true;
    memmove(run->buffer, run->buffer + run->used, left);
    const uint64_t more = run->end - run->at;
    const size_t got = more < runs->room - left ? (size_t)more : runs->room - left;
    read_scratch(&runs->scratch, run->at, run->buffer + left, got);
    run->at += got;
    run->used = 0;
    run->filled = left + got;
    return run->filled > 0;
}

static int compare(const struct tallied *a, const struct tallied *b) {
    const size_t shorter = a->length < b->length ? a->length : b->length;
    const int order = memcmp(a->text, b->text, shorter);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

/* Lets the run at place i of the heap sink to where it belongs. */
static void sink(struct runs *runs, size_t i) {
    for (;;) {
        size_t least = i;
        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < runs->in_heap; child++)
            if (compare(head(runs->heap[child]), head(runs->heap[least])) < 0)
                least = child;
        if (least == i)
            return;
        struct sorted_run *const was = runs->heap[i];
        runs->heap[i] = runs->heap[least];
        runs->heap[least] = was;
        i = least;
    }
}

void rewind_runs(struct runs *runs, size_t memory) {
    const size_t share = memory / (runs->count + 1);
    runs->room = (share < 4096 ? 4096 : share > WRITE_SIZE ? WRITE_SIZE : share) & ~(size_t)7;
    runs->heap = given(malloc((runs->count + 1) * sizeof(struct sorted_run *)));
    runs->in_heap = 0;
    for (size_t i = 0; i < runs->count; i++) {
        runs->list[i].buffer = given(malloc(runs->room));
        if (fill(runs, &runs->list[i]))
            runs->heap[runs->in_heap++] = &runs->list[i];
    }
    for (size_t i = runs->in_heap; i-- > 0;)
        sink(runs, i);
}

/* Goes on to the next entry of the run on top. */
static void advance(struct runs *runs) {
    struct sorted_run *const run = runs->heap[0];
    run->used += TALLIED_SIZE(head(run)->length);
    if (!fill(runs, run))
        runs->heap[0] = runs->heap[--runs->in_heap];
    if (runs->in_heap > 0)
        sink(runs, 0);
}

const struct tallied *next_of_runs(struct runs *runs) {
    struct tallied *const entry = (struct tallied *)runs->entry;
    if (runs->in_heap == 0)
        return NULL;
    memcpy(entry, head(runs->heap[0]), TALLIED_SIZE(head(runs->heap[0])->length));
    for (advance(runs); runs->in_heap > 0 && compare(head(runs->heap[0]), entry) == 0; advance(runs))
        if (!add_to_tallied(entry, tallied_count(head(runs->heap[0]))))
            fail("the count of %.*s is larger than 128 bits can hold", (int)entry->length, entry->text);
    return entry;
}
