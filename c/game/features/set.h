/* Represents a set of features, the inputs of a neural net: what they are, and the numbers that their indices
 * are made of.
 *
 * Here squares count from a1, and are seen from the own side: "own square" means that black's board has been
 * turned, and that the mirroring of the block has been done. Pieces are numbered 0 to 5, pawn to king, and
 * the other side's 6 to 11. */
#ifndef KS_FEATURES_SET_H
#define KS_FEATURES_SET_H

#include <stdbool.h>

#include "core/board/geometry.h"
#include "kingscan.h"

enum {
    KINDS = 6, /* of pieces */
    PIECES = 2 * KINDS,
    NO_SLOT = 255,
    NO_BUCKET = 255,
    NO_PLANE = 255,
    TURN_ROWS = 56 /* from a square of Kingscan's to one that counts from a1 */
};

enum block_kind { BLOCK_SQUARES, BLOCK_PAIRS, BLOCK_PAWNS };

enum block_mirror { MIRROR_NONE, MIRROR_TO_A_D, MIRROR_TO_E_H };

enum block_kings { KINGS_NONE, KINGS_BOTH, KINGS_MERGED };

/* A piece on a square, for each bucket of the own king. */
struct squares_block {
    enum block_kings kings;
    bool by_sides;      /* all own planes come first; otherwise a kind's two planes are neighbours */
    bool factor;        /* each feature is there once more, in planes without buckets */
    uint8_t bucket[64]; /* [own square of the own king] */
    unsigned buckets;
    uint8_t plane[PIECES], factor_plane[PIECES];
    unsigned planes, factor_planes;
};

/* An attacker and the piece that it attacks. */
struct pairs_block {
    bool once; /* of two pieces of one kind that attack each other, the one on the higher own square counts */
    uint8_t slot[KINDS][KINDS]; /* [attacker][attacked] */
    unsigned slots[KINDS];
    uint32_t first[PIECES];       /* of an attacker */
    uint16_t before[PIECES][65];  /* attacks from the squares before; [64]: from all */
    uint64_t attacks[PIECES][64]; /* on an empty board */
};

/* Two pawns, on files that are near each other. */
struct pawns_block {
    unsigned files; /* the greatest distance */
};

struct block {
    char name[64];
    enum block_kind kind;
    enum block_mirror mirror;
    bool rotated; /* black's board is turned by half a turn; otherwise its ranks are */
    unsigned width;
    uint32_t first, inputs;
    uint32_t offset; /* unused indices before those of a bucket */
    struct squares_block squares;
    struct pairs_block pairs;
    struct pawns_block pawns;
};

struct feature_tables;

struct ks_features {
    char name[256];
    unsigned count, width;
    uint32_t inputs;
    struct block *blocks;
    struct feature_tables *tables; /* see tables.h */
    void *memory;                  /* in which they stand */
};

/* Returns what a square of Kingscan's is xored with to become an own square. */
static inline unsigned turn_of(const struct block *block, unsigned perspective, unsigned king) {
    const unsigned turn = TURN_ROWS ^ (perspective == KS_WHITE ? 0 : block->rotated ? 63 : 56);
    const bool right = (king ^ turn) & 4;
    return turn ^ (block->mirror != MIRROR_NONE && right != (block->mirror == MIRROR_TO_E_H) ? 7 : 0);
}

/* Returns the number of a piece, 0 to 11, as a side sees it. */
static inline unsigned piece_of_code(unsigned code, unsigned perspective) {
    return (code & 7) - KS_WHITE_PAWN + ((code >> 3 & 1) != perspective ? KINDS : 0);
}

static inline bool is_piece(unsigned code) {
    return (code & 7) >= KS_WHITE_PAWN && (code & 7) <= KS_WHITE_KING;
}

/* Returns the indices of a bucket, those before the first feature included. */
static inline uint32_t bucket_size(const struct block *block) {
    return block->offset + 64 * block->squares.planes;
}

enum { PAWN_SQUARES = 48, PAWN_PAIRS = 2 * PAWN_SQUARES * (2 * PAWN_SQUARES - 1) / 2 };

/* Returns the index of two pawns: their sides, 1 for the other one, and own squares, which differ. */
static inline uint32_t index_of_pawns(unsigned side, unsigned square, unsigned other_side, unsigned other) {
    const unsigned a = PAWN_SQUARES * side + square - 8, b = PAWN_SQUARES * other_side + other - 8;
    const unsigned high = a > b ? a : b, low = a > b ? b : a;
    return high * (high - 1) / 2 + low;
}

/* Returns what a piece attacks from an own square on an empty board: kind 0 to 5, other: whether it is the
 * other side's. A pawn on the first or last rank attacks nothing. */
uint64_t ks_attacks_of_kind(unsigned kind, bool other, unsigned square);

/* Finds the kings and tests what ks_features_list says about boards. */
int ks_find_kings_of_features(const uint8_t board[64], unsigned kings[2], ks_error *error);

/* Makes the tables by which a set is filled in; returns whether there was memory. */
bool ks_make_feature_tables(ks_features *set);

#endif
