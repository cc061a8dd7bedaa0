/* Looks up the numbers of a set of features by codes and squares of boards, for the builds of its filler. */
#ifndef KS_FEATURES_TABLES_H
#define KS_FEATURES_TABLES_H

#include <stdalign.h>

#include "game/features/likely.h"
#include "game/features/set.h"

enum {
    NO_INDEX = -1,
    LANES_MOST = 32, /* indices that a filler stores beyond the last one */
    /* Of a slot: no feature; it counts only where the attacker's own square is the higher one; the slot. */
    NO_FEATURE = 0x80,
    SLOT_ONCE = 0x40,
    SLOT_MASK = 0x3f,
    /* Of a rank, in 16 bits: the attacker's own square is the lower one; the rank. */
    RANK_LOWER = 0x8000,
    RANK_MASK = 0x7fff,
    ONCE_TO_LOWER = 9, /* the shift from SLOT_ONCE to RANK_LOWER */
    RANK_ROWS = 7,     /* black's pawns, and white's pieces: black's others attack alike */
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
    /* pairs: an index is bases[perspective][side of the attacked][attacker], and slots of sizes[attacker],
     * and a rank. slots: [row of the attacker, row of the attacked], three bits each. */
    alignas(64) int32_t bases[2][2][16], sizes[16];
    alignas(64) uint8_t slots[64];
    /* pairs: the ranks of attacker and attacked, white's in the low 16 bits and black's in the high:
     * [turns_of][row of the attacker][square][square]. */
    alignas(64) uint32_t ranks[4][RANK_ROWS][64][64];
    int32_t bucket[64];  /* squares: [own square of the king]: the index before those of its bucket */
    uint8_t turn[2][64]; /* [perspective][square of its king]: see turn_of */
    alignas(16) uint8_t counts[16]; /* [code]: 0x80 when squares have a plane, or a piece can be attacked */
    alignas(16) uint8_t attackers[16]; /* pairs: [code of the attacked]: bit n: kind n can attack it */
    uint64_t near[65]; /* pawns: [square]: those on the board's higher numbers that make a pair; [64]: none */
    unsigned files;    /* pawns: the greatest distance */
    bool factors;
    int32_t first;
};

/* Returns the row of ranks of a code. */
static inline unsigned rank_row(unsigned code) {
    return code == KS_BLACK_PAWN ? 0 : code & 7;
}

/* Returns which sides' boards have their files mirrored, white's in the lowest bit. */
static inline unsigned turns_of(const struct block_tables *t, const unsigned kings[2]) {
    return (t->turn[KS_WHITE][kings[KS_WHITE]] & 1u) | (t->turn[KS_BLACK][kings[KS_BLACK]] & 1u) << 1;
}

/* Where attackers of a square stand: eight lanes of a knight's square, and then a ray, nearest first. */
struct feature_lanes {
    alignas(64) uint8_t squares[65][64], relations[65][64]; /* [64]: no square, which none attacks */
    alignas(16) uint8_t sixteen[65][16];                    /* each square 16 times */
    alignas(64) uint8_t classes[64], codes[64], numbers[64];
    alignas(64) int32_t ranks[16]; /* [code]: where its row of ranks begins */
    alignas(16) uint8_t rows[16];  /* [code]: see rank_row */
    uint8_t places[256][8];        /* [set of eight]: its members in order */
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
    /* Stores a row, and -1 up to the width. NULL in builds that do not do it in their own way. */
    void (*store)(int32_t *to, int32_t *row, size_t count, size_t width);
    /* Copies words past the caches, a multiple of four to an address that is one of 16, and makes other
     * threads see such copies. NULL in builds without. */
    void (*stream)(int32_t *to, const int32_t *from, size_t words);
    void (*end_streams)(void);
    void (*find_likely)(const ks_features_model *model, struct asked *asked); /* see likely.h */
};

extern const struct feature_filler ks_any_feature_filler, ks_avx2_feature_filler, ks_avx512_feature_filler;

#endif
