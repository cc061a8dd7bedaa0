/* A table that adds the counts of equal positions. It is small enough to stay in a cache: a caller with more
 * positions splits them into parts, with equal ones in the same part. */
#ifndef KS_LAYERS_MERGE_H
#define KS_LAYERS_MERGE_H

#include "rules/perft/packed.h"

/* A position, and the number of paths that lead to it. */
struct ks_counted {
    struct ks_packed position;
    uint64_t count;
};

/* The table; its memory belongs to the caller. */
struct ks_meeting {
    uint32_t *slots; /* the number of an entry, from 1; 0: empty */
    uint32_t mask;   /* slots - 1, a power of two less 1; more than half of them stay empty */
    uint32_t count;  /* entries */
    struct ks_counted *entries;
};

/* Prefetch what ks_meet reads for a hash: first the slot and, when it has arrived, the entry. */
ALWAYS_INLINE void ks_look_ahead(const struct ks_meeting *meeting, uint64_t hash) {
    __builtin_prefetch(&meeting->slots[hash & meeting->mask]);
}

ALWAYS_INLINE void ks_look_further(const struct ks_meeting *meeting, uint64_t hash) {
    const uint32_t slot = meeting->slots[hash & meeting->mask];
    __builtin_prefetch(&meeting->entries[slot ? slot - 1 : meeting->count]);
}

/* Adds paths to the entry of a position with this hash and returns the entry. Its `count` is less than the
 * parameter `count` when it has overflowed. */
ALWAYS_INLINE struct ks_counted *ks_meet(struct ks_meeting *meeting, const struct ks_packed *position,
                                         uint64_t hash, uint64_t count) {
    for (uint32_t i = (uint32_t)hash & meeting->mask;; i = (i + 1) & meeting->mask) {
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

/* Empties the table. When it has few entries, the slots of each are cleared up to the next empty one. */
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
