/* Units of an output in random order, more of them than fit into memory. */
#ifndef KS_CONVERT_SHUFFLE_H
#define KS_CONVERT_SHUFFLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Every order is equally likely. The same units, memory and seed give the same one. */
struct shuffle;

enum { UNIT_MAX = 5 << 17, SHUFFLE_MEMORY_MIN = 1 << 20 };

/* Returns a shuffle that takes so many bytes of memory (SHUFFLE_MEMORY_MIN or more), and beyond that files in
 * the folder for temporary ones. All functions fail (see messages.h) without memory or room for these. */
struct shuffle *new_shuffle(uint64_t memory, uint64_t seed);

/* Adds a unit of at most UNIT_MAX bytes. positions: how many it has. */
void add_unit(struct shuffle *shuffle, const void *bytes, size_t length, uint32_t positions);

/* Takes a unit. Returns false when no other one is wanted. */
typedef bool unit_taker(void *context, const void *bytes, size_t length, uint32_t positions);

/* Gives all units to take, in their new order. Returns false when it has returned false, and
 * when the run is interrupted. */
bool take_units(struct shuffle *shuffle, unit_taker *take, void *context);

/* Frees a shuffle, which may be NULL, and its files. */
void free_shuffle(struct shuffle *shuffle);

#endif
