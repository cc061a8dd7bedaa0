/* Questions gathered into batches, with their answers: a kernel that answers each question rightly may still
 * be wrong about many at once. */
#ifndef KS_BATCHES_H
#define KS_BATCHES_H

#include "cli/random/boards.h"

enum { BATCH_MAX = 140, BATCH_STRIDE_MAX = 130, BATCH_WORDS = (BATCH_MAX + 63) / 64 };

struct batch {
    const ks_pieceset *set;
    unsigned count, wanted; /* boards */
    unsigned stride;
    unsigned number; /* of the question that came last */
    bool any_bytes;  /* one of its questions has it */
    uint8_t boards[BATCH_MAX * BATCH_STRIDE_MAX];
    uint8_t squares[BATCH_MAX], sides[BATCH_MAX];
    uint64_t expected[BATCH_WORDS];
};

struct batches {
    struct batch batches[BOARD_SPELLINGS + 1]; /* one a set, and one for the boards without */
    struct batch *last;                        /* the batch that was added to last */
    bool round_over;
    uint64_t state; /* of sizes and strides, which a round of boards draws anew */
};

/* Adds a question to its batch, with its answer. */
void batches_add(struct batches *batches, const struct question *question, bool in_check);

/* Returns a batch to be asked about now, and then to be emptied by batch_start; NULL when there is none.
 * Batches end with their round, since sets do. */
struct batch *batches_due(struct batches *batches);

/* Empties a batch, and gives it another size and stride. */
void batch_start(struct batches *batches, struct batch *batch);

/* Returns the question about one of its boards. */
struct question batch_question(const struct batch *batch, unsigned index);

#endif
