/* A transposition table for perft, shared by its threads: the counts of earlier positions. */
#ifndef KS_PERFT_TABLE_H
#define KS_PERFT_TABLE_H

#include <stdbool.h>
#include <stdint.h>

enum { PERFT_HASH_MAX = 1 << 24 }; /* MiB */

struct perft_table;

/* Makes the largest table that fits into so many MiB (at least 1). Returns NULL when there is no memory for
 * it. */
struct perft_table *perft_table_new(uint64_t mebibytes);

/* Whether the table has the count of a position with this key to this depth; then *count is that. */
bool perft_table_find(const struct perft_table *table, uint64_t key, unsigned depth, uint64_t *count);

void perft_table_store(struct perft_table *table, uint64_t key, unsigned depth, uint64_t count);

#endif
