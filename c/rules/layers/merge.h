/* A table in which equal positions meet, and their counts are added. It holds few enough to stay in a cache:
 * who has more brings them in parts, such that equal ones are in the same part. */
#ifndef KS_LAYERS_MERGE_H
#define KS_LAYERS_MERGE_H

#include "rules/layers/packed.h"

/* A position, and the number of paths that lead to it. */
struct ks_counted {
    struct ks_packed position;
    uint64_t count;
};

/* The memory is the caller's. */
struct ks_meeting {
    uint32_t *slots; /* the number of an entry, from 1; 0: empty */
    uint32_t mask;   /* slots - 1, a power of two less 1; more than half of them stay empty */
    uint32_t count;  /* entries */
    struct ks_counted *entries;
};

/* Returns the entry of a position with its paths added; its `count` wraps around when it is too large, and is
 * less than `count` then. */
ALWAYS_INLINE struct ks_counted *ks_meet(struct ks_meeting *meeting, const struct ks_packed *position,
                                         uint64_t count) {
    for (uint32_t i = (uint32_t)hash_of_packed(position) & meeting->mask;; i = (i + 1) & meeting->mask) {
        const uint32_t slot = meeting->slots[i];
        struct ks_counted *entry = &meeting->entries[slot - 1];
        if (slot == 0) {
            entry = &meeting->entries[meeting->count];
            meeting->slots[i] = ++meeting->count;
            *entry = (struct ks_counted){*position, count};
            return entry;
        }
        if (is_same_position(&entry->position, position)) {
            entry->count += count;
            return entry;
        }
    }
}

/* Empties the table. A run of full slots ends at an empty one, so that of few entries each can be followed.
 */
static inline void ks_empty_meeting(struct ks_meeting *meeting) {
    if (meeting->count > meeting->mask / 32) {
        memset(meeting->slots, 0, ((size_t)meeting->mask + 1) * sizeof *meeting->slots);
        meeting->count = 0;
    }
    for (; meeting->count > 0; meeting->count--)
        for (uint32_t i = (uint32_t)hash_of_packed(&meeting->entries[meeting->count - 1].position);
             meeting->slots[i & meeting->mask]; i++)
            meeting->slots[i & meeting->mask] = 0;
}

#endif
