/* Draws which of several files the next unit is taken from.
 *
 * Each order of the units that keeps the order within the files is equally likely when a file is drawn with
 * the number of its units left as weight: this is drawing from an urn without putting back. The number is
 * estimated: the bytes that are left, divided by the mean size of the file's units so far. Bytes alone would
 * not do, since a file of larger units would then come to its end before the others.
 *
 * All numbers are whole, so that every processor and compiler draws the same. */
#include "cli/commands/convert/interleave.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/base/messages.h"
#include "cli/random/numbers.h"

enum {
    FRACTION = 16,       /* bits of a mean size after the point */
    MEAN_MIN = 1 << 12,  /* a sixteenth of a byte */
    SIZE_LIMIT_BITS = 47 /* of a file, so that a size with a fraction fits into 64 bits */
};

/* A file: its size, and what has been read of it, in bytes and units. */
struct lot {
    uint64_t size;
    bool whole_chains, ended;
    uint64_t first_bytes, first_units; /* in the first batch */
    uint64_t read, units_read;         /* before the last batch */
    uint64_t units;                    /* that have been drawn */
    uint64_t left;                     /* units from the last batch on, as estimated */
};

struct interleave {
    struct xoshiro random;
    size_t count, open;
    uint64_t all; /* the sum of weights */
    struct lot lots[INTERLEAVED_MAX];
};

/* ==== Sizes ==== */

/* Reads a file from its beginning to its end. */
static bool count_bytes(struct input *input, uint64_t *size) {
    char *const bytes = given(malloc(READ_BLOCK));
    struct input again;
    ssize_t got = open_input(&again, input->file) ? 1 : -1;
    *size = 0;
    while (got > 0) {
        got = read_from(&again, bytes, READ_BLOCK);
        *size += got > 0 ? (uint64_t)got : 0;
    }
    memcpy(input->reason, again.reason, sizeof input->reason);
    close_input(&again);
    free(bytes);
    return got == 0;
}

bool find_size_of_data(struct input *input, uint64_t *size) {
    struct stat status;
    const bool is_file = fstat(input->source, &status) == 0 && S_ISREG(status.st_mode);
    if (is_file && !input->tool) {
        *size = (uint64_t)status.st_size;
        return true;
    }
    if (is_file && !is_standard_input(input->file))
        return count_bytes(input, size);
    snprintf(input->reason, sizeof input->reason,
             "--interleave expects a file, since nothing tells how many positions come %s",
             is_file ? "from compressed standard input" : "through a pipe");
    return false;
}

/* ==== Weights ==== */

/* A file that has not ended has a unit left, whatever was estimated. */
static uint64_t weight_of(const struct lot *lot) {
    const uint64_t since = lot->units - lot->units_read;
    return lot->ended ? 0 : lot->left > since ? lot->left - since : 1;
}

static void estimate(struct lot *lot) {
    const bool is_first = lot->read == 0 || lot->units_read == 0;
    const uint64_t rest = lot->size > lot->read ? lot->size - lot->read : 0,
                   bytes = is_first ? lot->first_bytes : lot->read,
                   units = is_first ? lot->first_units : lot->units_read, mean = (bytes << FRACTION) / units;
    lot->left = (rest << FRACTION) / (mean > MEAN_MIN ? mean : MEAN_MIN);
}

/* Returns where an entry begins. The place says where its chain does, after which each entry takes some
 * bytes. */
static uint64_t offset_of(const ks_data *data, size_t i) {
    enum { IN_CHAIN = 4 };
    const ks_data_place place = ks_data_get_place(data, i);
    const uint64_t offset = place.offset + IN_CHAIN * place.ply, limit = (uint64_t)1 << SIZE_LIMIT_BITS;
    return offset < limit ? offset : limit;
}

/* Records count as units here even when they will make chains: a weight that is too high corrects itself
 * soonest. */
static void look_at_first(struct lot *lot, const ks_data *data, const ks_data_batch *batch) {
    enum { RECORD = 40 };
    const size_t last = batch->count - 1;
    size_t chains = 0;
    for (size_t i = 0; i < last; i++)
        chains += (batch->kinds[i] & KS_DATA_FIRST) != 0;
    lot->first_bytes = last > 0 ? offset_of(data, last) - offset_of(data, 0) : RECORD;
    lot->first_units = !lot->whole_chains && last > 0 ? last : chains > 0 ? chains : 1;
}

/* ==== Draws ==== */

struct interleave *new_interleave(uint64_t seed) {
    struct interleave *const interleave = given(calloc(1, sizeof *interleave));
    xoshiro_start(&interleave->random, seed);
    return interleave;
}

void add_file(struct interleave *interleave, uint64_t size, const ks_data *data, const ks_data_batch *batch,
              bool whole_chains) {
    const uint64_t limit = (uint64_t)1 << SIZE_LIMIT_BITS;
    assert(interleave->count < INTERLEAVED_MAX && batch->count > 0);
    struct lot *const lot = &interleave->lots[interleave->count++];
    *lot = (struct lot){.size = size < limit ? size : limit, .whole_chains = whole_chains};
    look_at_first(lot, data, batch);
    estimate(lot);
    interleave->all += weight_of(lot);
    interleave->open++;
}

bool files_are_left(const struct interleave *interleave) {
    return interleave->open > 0;
}

size_t draw_file(struct interleave *interleave) {
    assert(interleave->open > 0);
    uint64_t drawn = xoshiro_below_any(&interleave->random, interleave->all);
    size_t n = 0;
    for (uint64_t weight; drawn >= (weight = weight_of(&interleave->lots[n])); n++)
        drawn -= weight;
    struct lot *const lot = &interleave->lots[n];
    interleave->all -= weight_of(lot);
    lot->units++;
    interleave->all += weight_of(lot);
    return n;
}

void note_batch(struct interleave *interleave, size_t file, const ks_data *data) {
    struct lot *const lot = &interleave->lots[file];
    interleave->all -= weight_of(lot);
    lot->read = offset_of(data, 0);
    lot->units_read = lot->units;
    estimate(lot);
    interleave->all += weight_of(lot);
}

void end_file(struct interleave *interleave, size_t file) {
    struct lot *const lot = &interleave->lots[file];
    interleave->all -= weight_of(lot);
    lot->ended = true;
    interleave->open--;
}

double share_drawn(const struct interleave *interleave) {
    double read = 0, all = 0;
    for (size_t i = 0; i < interleave->count; i++) {
        const struct lot *const lot = &interleave->lots[i];
        const uint64_t offset = lot->ended || lot->read > lot->size ? lot->size : lot->read;
        all += (double)lot->size;
        read += (double)offset;
    }
    return all > 0 ? read / all : 1;
}
