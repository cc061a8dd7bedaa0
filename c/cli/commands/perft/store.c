/* Positions of a layer in memory and in files, and the checkpoint of a run. */
#include "cli/commands/perft/store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/messages.h"
#include "cli/commands/perft/counting.h"
#include "cli/commands/perft/tally.h"
#include "cli/io/input.h"
#include "cli/platform/platform.h"

/* ==== The store ==== */

/* A part is a list of chunks. When no chunk is left, the longest part goes to disk. */

enum { CHUNK_RECORDS = 255 }; /* 8 KiB: half of one is empty in each part */

struct chunk {
    struct chunk *next;
    uint64_t count;
    struct ks_counted records[CHUNK_RECORDS];
};

/* A piece of a part on disk. */
struct extent {
    struct extent *next;
    uint64_t at, count; /* in the file; records */
};

struct part {
    struct chunk *chunks; /* all but the first are full */
    struct extent *extents;
    uint64_t count, chunk_count; /* records, also those on disk; chunks */
};

struct store {
    pthread_mutex_t lock; /* of all that follows */
    struct part layers[2][PARTS];
    unsigned present;
    struct chunk *unused;
    size_t left; /* chunks that may still be allocated */
    struct scratch scratch;
};

struct store *new_store(size_t memory, const char *folder) {
    struct store *const store = given(calloc(1, sizeof *store));
    pthread_mutex_init(&store->lock, NULL);
    /* At least one for each part of both layers, and some. */
    store->left = memory / sizeof(struct chunk);
    if (store->left < 3 * PARTS)
        store->left = 3 * PARTS;
    start_scratch(&store->scratch, folder);
    return store;
}

static void free_chunks(struct chunk *chunk) {
    while (chunk) {
        struct chunk *const next = chunk->next;
        free(chunk);
        chunk = next;
    }
}

static void free_part(struct part *part) {
    free_chunks(part->chunks);
    while (part->extents) {
        struct extent *const next = part->extents->next;
        free(part->extents);
        part->extents = next;
    }
}

void free_store(struct store *store) {
    for (unsigned i = 0; i < PARTS; i++) {
        free_part(&store->layers[0][i]);
        free_part(&store->layers[1][i]);
    }
    free_chunks(store->unused);
    end_scratch(&store->scratch);
    free(store);
}

/* ---- Chunks ---- */

static struct part *longest_part(struct part layer[PARTS]) {
    struct part *longest = layer;
    for (unsigned i = 1; i < PARTS; i++)
        if (layer[i].chunk_count > longest->chunk_count)
            longest = &layer[i];
    return longest;
}

static void give_back(struct store *store, struct chunk *chunk) {
    chunk->next = store->unused;
    store->unused = chunk;
}

/* Writes the full chunks of a part to disk. */
static bool spill(struct store *store, struct part *part) {
    struct extent *const extent = malloc(sizeof *extent);
    if (!extent)
        return false;
    *extent = (struct extent){part->extents, store->scratch.end, 0};
    part->extents = extent;
    struct chunk **link = &part->chunks->next;
    while (*link) {
        struct chunk *const chunk = *link;
        if (write_scratch(&store->scratch, chunk->records, sizeof chunk->records) == SCRATCH_FULL)
            return false;
        extent->count += CHUNK_RECORDS;
        part->chunk_count--;
        *link = chunk->next;
        give_back(store, chunk);
    }
    return true;
}

/* Returns NULL when there is none, with the reason in errno. Takes a little more memory than allowed when
 * nothing can go to disk, since each part has one chunk at most. */
static struct chunk *new_chunk(struct store *store) {
    if (!store->unused && store->left == 0) {
        struct part *const longest = longest_part(store->layers[!store->present]);
        if (longest->chunk_count > 1 && !spill(store, longest))
            return NULL;
    }
    struct chunk *chunk = store->unused;
    if (chunk) {
        store->unused = chunk->next;
    } else {
        chunk = malloc(sizeof *chunk);
        store->left -= store->left > 0;
    }
    return chunk;
}

/* ---- Adding ---- */

static bool add_to_part(struct store *store, struct part *part, const struct ks_counted *records,
                        size_t count) {
    while (count > 0) {
        if (!part->chunks || part->chunks->count == CHUNK_RECORDS) {
            struct chunk *const chunk = new_chunk(store);
            if (!chunk)
                return false;
            chunk->count = 0;
            chunk->next = part->chunks;
            part->chunks = chunk;
            part->chunk_count++;
        }
        struct chunk *const chunk = part->chunks;
        const size_t room = CHUNK_RECORDS - chunk->count, n = count < room ? count : room;
        memcpy(chunk->records + chunk->count, records, n * sizeof *records);
        chunk->count += n;
        part->count += n;
        records += n;
        count -= n;
    }
    return true;
}

bool store_add(struct store *store, const struct ks_counted *records, const uint32_t starts[PARTS + 1]) {
    bool added = true;
    pthread_mutex_lock(&store->lock);
    for (unsigned i = 0; i < PARTS && added; i++)
        added = add_to_part(store, &store->layers[!store->present][i], records + starts[i],
                            starts[i + 1] - starts[i]);
    pthread_mutex_unlock(&store->lock);
    return added;
}

uint64_t store_turn(struct store *store) {
    uint64_t count = 0;
    store->present = !store->present;
    for (unsigned i = 0; i < PARTS; i++)
        count += store_count(store, i);
    return count;
}

/* ---- Taking ---- */

size_t store_count(const struct store *store, unsigned part) {
    return store->layers[store->present][part].count;
}

static void take_extents(struct store *store, struct part *part, struct ks_counted *records) {
    for (struct extent *extent = part->extents; extent;) {
        struct extent *const next = extent->next;
        read_scratch(&store->scratch, extent->at, records, extent->count * sizeof *records);
        records += extent->count;
        free(extent);
        extent = next;
    }
}

void store_take(struct store *store, unsigned number, struct ks_counted *records) {
    struct part *const part = &store->layers[store->present][number];
    struct chunk *last = NULL;
    for (struct chunk *chunk = part->chunks; chunk; chunk = chunk->next) {
        memcpy(records, chunk->records, chunk->count * sizeof *records);
        records += chunk->count;
        last = chunk;
    }
    take_extents(store, part, records);
    if (last) {
        pthread_mutex_lock(&store->lock);
        last->next = store->unused;
        store->unused = part->chunks;
        pthread_mutex_unlock(&store->lock);
    }
    *part = (struct part){NULL, NULL, 0, 0};
}

uint64_t store_spilled(struct store *store) {
    pthread_mutex_lock(&store->lock);
    const uint64_t spilled = store->scratch.end;
    pthread_mutex_unlock(&store->lock);
    return spilled;
}

/* ==== Checkpoints ==== */

/* Each line is written by one write at the end of the file, so a kill leaves whole lines and at most a part
 * of the last one. */

enum { LINE_SIZE = 512 };

struct checkpoint {
    const char *name;
    int fd;
    unsigned char *counted; /* [part] */
};

static _Noreturn void fail_at(const struct checkpoint *checkpoint) {
    fail("%s: %s", checkpoint->name, strerror(errno));
}

/* ---- Writing ---- */

static void append(const struct checkpoint *checkpoint, char line[LINE_SIZE], size_t length) {
    const size_t all = add_checksum(line, length);
    const ssize_t written = write(checkpoint->fd, line, all);
    if (written >= 0 && (size_t)written < all)
        errno = ENOSPC;
    if (written < 0 || (size_t)written < all)
        fail_at(checkpoint);
}

/* Writes the text that identifies a run, with a tab and the plies if they are known. */
static size_t write_run(const struct checkpoint_run *run, bool with_plies, char text[LINE_SIZE]) {
    char fen[KS_FEN_SIZE];
    ks_write_fen(&run->position, fen);
    size_t length = (size_t)sprintf(text, "perft %u by %u parts of\t%s", run->depth, run->parts, fen);
    if (with_plies)
        length += (size_t)sprintf(text + length, "\tafter %u plies", run->plies);
    return length;
}

void begin_checkpoint(struct checkpoint *checkpoint, const struct checkpoint_run *run) {
    char text[LINE_SIZE];
    append(checkpoint, text, write_run(run, true, text));
}

void check_part(struct checkpoint *checkpoint, unsigned part, count128 nodes) {
    char text[LINE_SIZE];
    size_t length = (size_t)sprintf(text, "%u\t", part);
    length += write_count128(nodes, text + length);
    append(checkpoint, text, length);
}

void close_checkpoint(struct checkpoint *checkpoint) {
    close(checkpoint->fd);
    free(checkpoint->counted);
    free(checkpoint);
}

/* ---- Reading ---- */

static void read_run(const struct checkpoint *checkpoint, const char *line, size_t length,
                     struct checkpoint_run *run) {
    char expected[LINE_SIZE], found[LINE_SIZE];
    const size_t known = write_run(run, false, expected);
    snprintf(found, sizeof found, "%.*s", (int)length, line);
    if (strncmp(found, expected, known) != 0 || sscanf(found + known, "\tafter %u plies", &run->plies) != 1)
        fail("%s is of another run: expected '%s', found '%s'", checkpoint->name, expected, found);
}

static bool read_part(const char *line, const struct field *fields, unsigned count, unsigned parts,
                      unsigned *part, count128 *nodes) {
    count128 number;
    if (count != 3 || !read_count128(line, fields[0].length, &number) || number >= parts ||
        !read_count128(line + fields[1].at, fields[1].length, nodes))
        return false;
    *part = (unsigned)number;
    return true;
}

static bool has_checksum(const char *line, size_t length) {
    struct field fields[4];
    const unsigned count = find_fields(line, length, fields, 4);
    return count >= 2 && count <= 4 && is_checked(line, fields[count - 1]);
}

/* Takes the line of a part. Returns the error in it, or NULL. */
static const char *take_part(struct checkpoint *checkpoint, const char *line, size_t length,
                             const struct checkpoint_run *run,
                             void (*counted)(void *context, unsigned part, count128 nodes), void *context) {
    struct field fields[3] = {{0, 0}};
    unsigned part;
    count128 nodes;
    if (!read_part(line, fields, find_fields(line, length, fields, 3), run->parts, &part, &nodes))
        return "expected the number of a part and its count";
    if (checkpoint->counted[part])
        return "the part is doubled";
    checkpoint->counted[part] = true;
    counted(context, part, nodes);
    return NULL;
}

/* Whether the file begins as this run's checkpoint does, as far as it goes. Any other file stays as it is. */
static bool is_of_run(const struct checkpoint *checkpoint, const struct checkpoint_run *run) {
    char expected[LINE_SIZE], found[LINE_SIZE];
    const ssize_t got = pread(checkpoint->fd, found, write_run(run, false, expected), 0);
    if (got < 0)
        fail_at(checkpoint);
    return memcmp(found, expected, (size_t)got) == 0;
}

/* Removes a line that a kill cut short, and returns its length. */
static size_t remove_rest(struct checkpoint *checkpoint) {
    char last[LINE_SIZE];
    const off_t end = lseek(checkpoint->fd, 0, SEEK_END);
    const off_t from = end > LINE_SIZE ? end - LINE_SIZE : 0;
    const ssize_t got = pread(checkpoint->fd, last, LINE_SIZE, from);
    ssize_t kept = got;
    while (kept > 0 && last[kept - 1] != '\n')
        kept--;
    if (got < 0 || (kept < got && ftruncate(checkpoint->fd, from + kept) != 0))
        fail_at(checkpoint);
    lseek(checkpoint->fd, 0, SEEK_SET);
    return (size_t)(got - kept);
}

static void lock(const struct checkpoint *checkpoint) {
    const long owner = lock_file(checkpoint->fd, checkpoint->name);
    if (owner < 0)
        fail_at(checkpoint);
    if (owner > 0)
        fail("%s: process %ld writes this checkpoint; expected one that no other run uses", checkpoint->name,
             owner);
}

bool open_checkpoint(struct checkpoint **opened, const char *name, struct checkpoint_run *run,
                     void (*counted)(void *context, unsigned part, count128 nodes), void *context) {
    struct line_reader reader = {0};
    struct checkpoint *const checkpoint = given(malloc(sizeof *checkpoint));
    const char *line, *wrong = NULL;
    struct stat status_of_file;
    size_t length;
    *checkpoint = (struct checkpoint){name, open(name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666),
                                      given(calloc(run->parts, 1))};
    *opened = checkpoint;
    if (checkpoint->fd < 0 || fstat(checkpoint->fd, &status_of_file) != 0)
        fail_at(checkpoint);
    if (!S_ISREG(status_of_file.st_mode)) /* some devices have no end */
        fail("%s: expected a regular file for the checkpoint", name);
    lock(checkpoint);
    if (is_of_run(checkpoint, run) && remove_rest(checkpoint) > 0)
        complain("%s: the last line was cut short; its part is counted again", name);
    struct input input = plain_input(name, checkpoint->fd);
    start_lines(&reader, &input, NULL);
    enum line_status status = LINE_GOOD;
    while (!wrong && (status = next_line(&reader, &line, &length)) == LINE_GOOD) {
        if (!has_checksum(line, length))
            wrong = "the line is altered: it has another checksum";
        else if (reader.number == 1)
            read_run(checkpoint, line, length, run);
        else
            wrong = take_part(checkpoint, line, length, run, counted, context);
    }
    if (wrong)
        fail("%s:%" PRIu64 ": %s", name, reader.number, wrong);
    if (status != LINE_END)
        fail("%s: expected a checkpoint, found something else", name);
    end_lines(&reader);
    return reader.number > 0;
}
