/* Questions gathered into batches, with their answers: a kernel that answers each of them rightly may yet be
 * wrong about many at once. */
#ifndef KS_BATCHES_H
#define KS_BATCHES_H

#include "cli/random/boards.h"

enum { BATCH_MAX = 140, BATCH_STRIDE_MAX = 130, BATCH_WORDS = (BATCH_MAX + 63) / 64 };

struct batch {
    const ks_pieceset *set;
    unsigned count, wanted; /* boards */
    unsigned stride;
    unsigned number; /* of the question that came last */
    bool any_bytes;  /* of any of its questions */
    uint8_t boards[BATCH_MAX * BATCH_STRIDE_MAX];
    uint8_t squares[BATCH_MAX], sides[BATCH_MAX];
    uint64_t expected[BATCH_WORDS];
};

struct batches {
    struct batch batches[BOARD_SPELLINGS + 1]; /* one a set, and one for the boards without */
    struct batch *last;                        /* the one that was added to last */
    bool round_over;
    uint64_t state; /* of sizes and strides, which a round of boards draws anew */
};

/* Takes up a question and whether it is one of a king in check. */
void batches_add(struct batches *batches, const struct question *question, bool in_check);

/* A batch to be asked now, after which it is to be emptied by batch_start; NULL when there is none. Batches
 * don't outlast a round, since sets don't. */
struct batch *batches_due(struct batches *batches);

/* Empties a batch; the next one is of another size and stride. */
void batch_start(struct batches *batches, struct batch *batch);

/* The question of a board in it. */
struct question batch_question(const struct batch *batch, unsigned index);

#endif
