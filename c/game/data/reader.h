/* A reader of training data: what the readers of all formats share. */
#ifndef KS_DATA_READER_H
#define KS_DATA_READER_H

#include <stdint.h>
#include <stdlib.h>

#include "game/data/batch.h"
#include "game/data/lane.h"
#include "game/data/source.h"

struct ks_data {
    ks_data_format format;
    ks_data_flags flags;
    const struct data_format *rules; /* of the format */
    struct source source;
    struct columns *columns; /* of the last batch, or NULL; emptied by the next call */
    struct fault fault;      /* after it */
    ks_data_batch batch;
    bool over; /* a fault has ended the data */

    /* .binpack */
    struct lane *lanes[LANES_MAX];
    unsigned lane_count, live_count, next_lane;
    uint64_t blocks; /* begun so far */
    const struct chain_reader *chains;
    const struct lane *suspect; /* the lane of the last block, after which no other begins: no further one is
                                   read before its end; or NULL */
    uint64_t taken_back;        /* bytes, so far */
    struct lane *shown_lane;    /* the lane that had the last batch, or NULL */

    /* Other formats: */
    struct columns *own;
    const struct record_reader *record_reader;
    uint64_t records; /* or games, read so far */
    struct game *game;
    struct plain *plain;
    struct lines *lines;
    struct games *games;
};

/* A format. Each is a row in c/game/entries/entries.c. */
struct data_format {
    const char *name;
    const char *ends; /* of names of files, with spaces between */
    unsigned facts;
    unsigned record_size; /* 0 when records differ in size */
    bool numbered;        /* move numbers are in the data */
    bool tells_known;     /* entries lack facts of the format, and columns.known says which */
    /* Makes what the format needs. Returns false without memory; ks_data_close frees what there is. */
    bool (*open)(struct ks_data *data);
    /* Sets data->columns, data->fault or both. Returns false at the end. */
    bool (*next)(struct ks_data *data);
};

bool ks_open_binpack(struct ks_data *data), ks_open_records(struct ks_data *data),
    ks_open_viri(struct ks_data *data), ks_open_plain(struct ks_data *data),
    ks_open_lines(struct ks_data *data), ks_open_games_as_entries(struct ks_data *data);
bool ks_next_of_binpack(struct ks_data *data), ks_next_of_records(struct ks_data *data),
    ks_next_of_viri(struct ks_data *data), ks_next_of_plain(struct ks_data *data),
    ks_next_of_lines(struct ks_data *data), ks_next_of_games(struct ks_data *data);

/* Windows lacks aligned_alloc. The byte before a part says how far it is from what was allocated. */
enum { PART_ALIGNMENT = 64 };

/* Returns memory for a struct of a reader, zeros, at a multiple of 64 bytes; NULL when there is none.
 * ks_data_close frees the parts of all formats. */
static inline void *new_part(size_t size) {
    unsigned char *const allocated = calloc(1, size + PART_ALIGNMENT);
    if (!allocated)
        return NULL;
    const size_t distance = PART_ALIGNMENT - ((uintptr_t)allocated & (PART_ALIGNMENT - 1));
    allocated[distance - 1] = (unsigned char)distance;
    return allocated + distance;
}

/* Frees such memory. part: may be NULL. */
static inline void free_part(void *part) {
    unsigned char *const bytes = part;
    if (part)
        free(bytes - bytes[-1]);
}

/* Free the lanes of .binpack, and the reader of games; none, when the format is another one. */
void ks_free_lanes(struct ks_data *data);
void ks_free_games(struct ks_data *data);

#endif
