/* Looks up the numbers of a set of features by codes and squares of boards, for the builds of its filler. */
#ifndef KS_FEATURES_TABLES_H
#define KS_FEATURES_TABLES_H

#include <stdalign.h>

#include "game/features/set.h"

enum {
    NO_INDEX = -1,
    COUNTS_ONCE = 1 << 30, /* of a base: nothing counts where the attacker's own square is the lower one */
    BASE_MASK = COUNTS_ONCE - 1,
    LANES_MOST = 16, /* indices that a filler stores beyond the last one */
    /* Pairs, or pairs of pawns, of a board of any 64 bytes without pawns on edges. */
    PAIRS_MOST = 64 * 16 > 48 * 47 / 2 ? 64 * 16 : 48 * 47 / 2,
    ROW_ROOM = KS_FEATURES_WIDTH_MAX + PAIRS_MOST + LANES_MOST
};

/* The tables of a block. Perspectives are sides; `own` and own squares are those of set.h, but codes are
 * those of Kingscan, with white for the own side. */
struct block_tables {
    enum block_kind kind;
    alignas(64) int32_t
        plane[2][16]; /* squares: [perspective][code]: the first index in the first bucket, or NO_INDEX */
    alignas(64) int32_t factor[2][16];
    alignas(
        64) int32_t base[2][16][16]; /* pairs: [perspective][attacked][attacker], or NO_INDEX; COUNTS_ONCE */
    alignas(64)
        uint16_t rank[16][64][64]; /* pairs: [own code][own square][own square] of attacker and attacked */
    int32_t bucket[64];  /* squares: [own square of the king]: the index before those of its bucket */
    uint8_t turn[2][64]; /* [perspective][square of its king]: see turn_of */
    alignas(16) uint8_t counts[16]; /* [code]: 0x80 when squares have a plane, or a piece can be attacked */
    alignas(16) uint8_t attackers[16]; /* pairs: [code of the attacked]: bit n: kind n can attack it */
    uint64_t near[64]; /* pawns: [square]: those on the board's higher numbers that make a pair */
    unsigned files;    /* pawns: the greatest distance */
    bool factors;
    int32_t first;
};

/* Where attackers of a square stand: eight lanes of a knight's square, and then a ray, nearest first. */
struct feature_lanes {
    alignas(64) uint8_t squares[64][64], relations[64][64], classes[64], codes[64], numbers[64];
    uint8_t places[256][8]; /* [set of eight]: its members in order */
};

struct feature_tables {
    struct feature_lanes lanes;
    unsigned count;
    struct block_tables blocks[];
};

/* How many features of a position are active, for white and for black, and how many pieces it has. */
struct feature_counts {
    unsigned active[2], pieces;
};

/* A build of the filler. */
struct feature_filler {
    /* Stores the features of a position for white and for black. Returns whether that was done: not when the
     * board is no position, or has more than KS_FEATURES_WIDTH_MAX features. */
    bool (*fill)(const struct feature_tables *tables, const uint8_t board[64], int32_t (*rows)[ROW_ROOM],
                 struct feature_counts *counts);
    /* Copies words past the caches, a multiple of four to an address that is one of 16, and makes other
     * threads see such copies. NULL in builds without. */
    void (*stream)(int32_t *to, const int32_t *from, size_t words);
    void (*end_streams)(void);
};

extern const struct feature_filler ks_any_feature_filler, ks_avx2_feature_filler, ks_avx512_feature_filler;

#endif
