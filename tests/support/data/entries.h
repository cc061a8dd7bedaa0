/* Makes training data for tests: random games, and their bytes in each format, written without the library's
 * writers. */
#ifndef KS_TEST_DATA_ENTRIES_H
#define KS_TEST_DATA_ENTRIES_H

#include <stdbool.h>

#include "kingscan.h"

struct entry {
    ks_position position;
    ks_move move;
    int score, ply, result;
    bool first; /* a game begins */
};

struct entries {
    struct entry *list;
    size_t count;
};

/* Plays random games with this seed, in which castling, promotions and en passant are frequent. Frees them
 * again. */
struct entries play_entries(uint64_t seed, size_t games);
void free_entries(struct entries *entries);

struct bytes {
    uint8_t *at;
    size_t length, room;
};

/* The formats below are written, and the others are read alone. */
enum { WRITTEN_FORMATS = KS_DATA_PLAIN + 1 };

/* Returns the bytes of a file of this format, which is not KS_DATA_PGN, with the entries: free(bytes.at). */
struct bytes encode_entries(ks_data_format format, const struct entries *entries);

/* Returns a copy of the first `length` bytes, in memory of that size, so that sanitizers see a read outside
 * it: free(bytes.at). */
struct bytes copy_bytes(const struct bytes *bytes, size_t length);

/* Binpack ends a block once it has so many bytes; 1 MiB at first. */
extern size_t binpack_block;

#endif
