/* Two layers of positions, the one that is being expanded and the next: cut into parts, kept in memory, and
 * on disk when that is full. */
#ifndef KS_LAYER_STORE_H
#define KS_LAYER_STORE_H

#include <stdbool.h>

#include "rules/perft/packed.h"

/* The parts of a layer. Positions whose next layers meet are in one part: see struct ks_child. A part of ten
 * million positions has ten thousand, whose children nearly fit into a processor's own cache. */
enum { PART_BITS = 10, PARTS = 1 << PART_BITS };

static inline unsigned part_of(uint64_t group) {
    return (unsigned)(group >> (64 - PART_BITS));
}

struct store;

/* memory: bytes for positions; folder: for what doesn't fit, as in scratch.h. Fails when there is no memory.
 */
struct store *new_store(size_t memory, const char *folder);

void free_store(struct store *store);

/* Adds positions of the next layer; those of part p are records[starts[p]] and on. Returns false when the
 * disk is full, with the reason in errno. For any thread. */
bool store_add(struct store *store, const struct ks_counted *records, const uint32_t starts[PARTS + 1]);

/* Makes the next layer the present one. Returns how many records it has: positions may be there more than
 * once.
 */
uint64_t store_turn(struct store *store);

/* The number of records in a part of the present layer. */
size_t store_count(const struct store *store, unsigned part);

/* Moves the records of this part of the present layer to `records`. For any thread, once for each part. */
void store_take(struct store *store, unsigned number, struct ks_counted *records);

/* Bytes that went to disk. For any thread. */
uint64_t store_spilled(struct store *store);

#endif
