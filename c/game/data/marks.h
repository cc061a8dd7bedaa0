/* Marks of a batch's entries: bit i of the words tells of entry i. They show what few entries have, and
 * nobody looks at the others. */
#ifndef KS_DATA_MARKS_H
#define KS_DATA_MARKS_H

#include "core/processor/processor.h"
#include "kingscan/data.h"

enum { BATCH_WORDS = KS_DATA_BATCH_MAX / 64 };

/* Marks the entries with one of these bits in their byte. bytes is readable up to a multiple of 16. */
static inline void mark_bytes(const uint8_t *bytes, size_t count, unsigned bits,
                              uint64_t marks[BATCH_WORDS]) {
    memset(marks, 0, BATCH_WORDS * sizeof *marks);
    for (size_t i = 0; i < count; i += 16) {
        const bytes16 found = (bytes16)((load_16(bytes + i) & (uint8_t)bits) != 0);
        marks[i / 64] |= (uint64_t)top_bits(found) << i % 64;
    }
    if (count < KS_DATA_BATCH_MAX)
        marks[count / 64] &= ((uint64_t)1 << count % 64) - 1;
}

/* Returns a word of marks that each entry has from the one after it, or from the one before. */
static inline uint64_t marks_of_next(const uint64_t marks[BATCH_WORDS], size_t word) {
    return marks[word] >> 1 | (word + 1 < BATCH_WORDS ? marks[word + 1] << 63 : 0);
}

static inline uint64_t marks_of_last(const uint64_t marks[BATCH_WORDS], size_t word) {
    return marks[word] << 1 | (word > 0 ? marks[word - 1] >> 63 : 0);
}

#endif
