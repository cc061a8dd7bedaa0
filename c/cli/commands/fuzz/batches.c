/* Batches have sizes up to a few words of bits, and strides that leave boards at any alignment. */
#include "cli/commands/fuzz/batches.h"

#include <string.h>

/* A number from 0 to limit - 1: a linear congruential generator is random enough for sizes. */
static unsigned below(struct batches *batches, unsigned limit) {
    batches->state = batches->state * 6364136223846793005 + 1442695040888963407;
    return (unsigned)((batches->state >> 32) * limit >> 32);
}

void batch_start(struct batches *batches, struct batch *batch) {
    batch->count = 0;
    batch->any_bytes = false;
    batch->wanted = 1 + below(batches, BATCH_MAX);
    batch->stride = KS_SQUARES + below(batches, BATCH_STRIDE_MAX - KS_SQUARES + 1);
    memset(batch->expected, 0, sizeof batch->expected);
}

/* Sizes and strides are the same in every round, so that the seed of a round is enough to have a batch again.
 */
static void start_round(struct batches *batches) {
    batches->state = 0;
    for (unsigned i = 0; i <= BOARD_SPELLINGS; i++) {
        batch_start(batches, &batches->batches[i]);
        batches->batches[i].set = NULL;
    }
}

/* The first batch is for boards without a set. The others are given to sets in the order in which sets come.
 */
static struct batch *batch_of(struct batches *batches, const ks_pieceset *set) {
    struct batch *batch = batches->batches;
    if (set)
        do
            batch++;
        while (batch->set && batch->set != set);
    batch->set = set;
    return batch;
}

void batches_add(struct batches *batches, const struct question *question, bool in_check) {
    if (question->number == 0)
        start_round(batches);
    struct batch *batch = batches->last = batch_of(batches, question->set);
    const unsigned index = batch->count++;
    memcpy(batch->boards + index * batch->stride, question->board, KS_SQUARES);
    batch->squares[index] = (uint8_t)question->square;
    batch->sides[index] = (uint8_t)question->side;
    batch->expected[index / 64] |= (uint64_t)in_check << index % 64;
    batch->number = question->number;
    batch->any_bytes |= question->any_bytes;
    batches->round_over = question->number == BOARD_ROUND - 1;
}

struct batch *batches_due(struct batches *batches) {
    if (batches->last->count == batches->last->wanted)
        return batches->last;
    for (unsigned i = 0; batches->round_over && i <= BOARD_SPELLINGS; i++)
        if (batches->batches[i].count > 0)
            return &batches->batches[i];
    return NULL;
}

struct question batch_question(const struct batch *batch, unsigned index) {
    struct question question = {.square = batch->squares[index],
                                .side = batch->sides[index],
                                .set = batch->set,
                                .any_bytes = batch->any_bytes,
                                .number = batch->number};
    memcpy(question.board, batch->boards + index * batch->stride, KS_SQUARES);
    return question;
}
