/* A position in 24 bytes. Two of these are equal if and only if their positions are, by FIDE's rule on
 * repetitions: board, side to move, castling rights, and en passant when it is legal.
 *
 * The occupied squares are one mask. The codes of their pieces, in order of the squares, are four numbers of
 * 32 bits, one for each bit of a code; so there are at most 32 pieces. Pieces leave four codes free, and
 * these hold everything else:
 *
 *     7, 15   a rook of white, of black, that may castle
 *     0, 8    a pawn of white, of black, that may be captured en passant
 *     8       black's king when black is to move: then only a pawn of white may be captured so
 */
#ifndef KS_PACKED_H
#define KS_PACKED_H

#include <stdbool.h>
#include <string.h>

#include "rules/identity.h"
#include "rules/perft/node.h"

/* ==== Positions ==== */

enum { PACKED_PIECES_MAX = 32 };

struct ks_packed {
    uint64_t occupied;
    uint64_t bits[2]; /* bits 0 and 1 of the codes, bits 2 and 3: the lower one in the lower half */
};

static inline bool is_same_position(const struct ks_packed *a, const struct ks_packed *b) {
    return ((a->occupied ^ b->occupied) | (a->bits[0] ^ b->bits[0]) | (a->bits[1] ^ b->bits[1])) == 0;
}

/* Returns a hash of the position. */
static inline uint64_t hash_of_packed(const struct ks_packed *packed) {
    return fold(fold(packed->occupied ^ 0xe220a8397b1dcdaf, packed->bits[0] ^ 0x6e789e6aa1b965f4) ^
                    packed->bits[1],
                0x06c45d188009454f);
}

/* ---- Packing masks into numbers ---- */

/* Gather the bits of a mask on the occupied squares into adjacent bits, and scatter them back. */
#ifdef KS_HAS_PEXT
ALWAYS_INLINE uint64_t gather(uint64_t mask, uint64_t occupied) {
    return extract_bits(mask, occupied);
}

ALWAYS_INLINE uint64_t scatter(uint64_t bits, uint64_t occupied) {
    return deposit_bits(bits, occupied);
}
#else
static inline uint64_t gather(uint64_t mask, uint64_t occupied) {
    uint64_t bits = 0;
    for (unsigned i = 0; occupied; occupied &= occupied - 1, i++)
        bits |= (mask >> lowest_square(occupied) & 1) << i;
    return bits;
}

static inline uint64_t scatter(uint64_t bits, uint64_t occupied) {
    uint64_t mask = 0;
    for (; occupied; occupied &= occupied - 1, bits >>= 1)
        mask |= (occupied & -occupied) & -(bits & 1);
    return mask;
}
#endif

/* The codes of a board, including the four free ones. bits[n]: bit n of the code on each square. */
struct marked {
    uint64_t occupied, bits[4];
};

ALWAYS_INLINE void pack_marked(const struct marked *marked, struct ks_packed *packed) {
    const uint64_t occupied = marked->occupied;
    packed->occupied = occupied;
    packed->bits[0] = gather(marked->bits[0], occupied) | gather(marked->bits[1], occupied) << 32;
    packed->bits[1] = gather(marked->bits[2], occupied) | gather(marked->bits[3], occupied) << 32;
}

ALWAYS_INLINE void unpack_marked(const struct ks_packed *packed, struct marked *marked) {
    const uint64_t occupied = packed->occupied;
    marked->occupied = occupied;
    marked->bits[0] = scatter((uint32_t)packed->bits[0], occupied);
    marked->bits[1] = scatter(packed->bits[0] >> 32, occupied);
    marked->bits[2] = scatter((uint32_t)packed->bits[1], occupied);
    marked->bits[3] = scatter(packed->bits[1] >> 32, occupied);
}

/* Returns a hash of one side's pieces and their squares. */
ALWAYS_INLINE uint64_t hash_of_side(const struct marked *marked, unsigned side) {
    const uint64_t own = side == KS_BLACK ? marked->bits[3] : marked->occupied & ~marked->bits[3];
    return fold(own ^ 0x1b39896a51a8749b, (marked->bits[0] & own) ^ 0x53cb9f0c747ea2ea) ^
           fold((marked->bits[1] & own) ^ 0x2c829abe1f4532e1, (marked->bits[2] & own) ^ 0xc584133ac916ab3c);
}

/* ---- Nodes ---- */

ALWAYS_INLINE uint64_t men(const struct node *node, unsigned white_code) {
    return node->codes[white_code] | node->codes[white_code | KS_BLACK_BIT];
}

/* Sets *marked to the codes of a node. us: the side to move. The node has an en-passant square only when a
 * pawn may legally capture there (precondition). */
ALWAYS_INLINE void mark_node(const struct node *node, unsigned us, struct marked *marked) {
    const uint64_t captured = push(node->en_passant, us ^ 1);
    const uint64_t king = us == KS_BLACK ? node->codes[KS_BLACK_KING] : 0;
    const uint64_t bishops = men(node, KS_WHITE_BISHOP), queens = men(node, KS_WHITE_QUEEN);
    marked->occupied = node->sides[KS_WHITE] | node->sides[KS_BLACK];
    marked->bits[0] = (men(node, KS_WHITE_PAWN) & ~captured) | bishops | queens | node->castling;
    marked->bits[1] =
        ((men(node, KS_WHITE_KNIGHT) | bishops | men(node, KS_WHITE_KING)) & ~king) | node->castling;
    marked->bits[2] = (men(node, KS_WHITE_ROOK) | queens | men(node, KS_WHITE_KING)) & ~king;
    marked->bits[3] = node->sides[KS_BLACK];
}

/* Removes the free codes, so that the bits are those of pieces. Returns the side to move. */
ALWAYS_INLINE unsigned take_marks(struct marked *marked, uint64_t *castling, uint64_t *en_passant) {
    const uint64_t black = marked->bits[3];
    const uint64_t nothing = marked->occupied & ~(marked->bits[0] | marked->bits[1] | marked->bits[2]);
    const bool white_moves = (marked->bits[1] & marked->bits[2] & black & ~marked->bits[0]) != 0;
    const uint64_t king = white_moves ? 0 : nothing & black, pawn = nothing & ~king;
    *castling = marked->bits[0] & marked->bits[1] & marked->bits[2];
    *en_passant = white_moves ? pawn >> 8 : pawn << 8;
    marked->bits[0] = (marked->bits[0] & ~*castling) | pawn;
    marked->bits[1] = (marked->bits[1] & ~*castling) | king;
    marked->bits[2] |= king;
    return white_moves ? KS_WHITE : KS_BLACK;
}

/* Fills in all members except the board from the bits of pieces. */
ALWAYS_INLINE void fill_codes(struct node *node, const struct marked *marked) {
    const uint64_t *const b = marked->bits;
    const uint64_t colours[2] = {marked->occupied & ~b[3], b[3]};
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        uint64_t *const codes = node->codes + (side == KS_BLACK ? KS_BLACK_BIT : 0);
        node->sides[side] = colours[side];
        codes[KS_WHITE_PAWN] = colours[side] & b[0] & ~b[1] & ~b[2];
        codes[KS_WHITE_KNIGHT] = colours[side] & ~b[0] & b[1] & ~b[2];
        codes[KS_WHITE_BISHOP] = colours[side] & b[0] & b[1];
        codes[KS_WHITE_ROOK] = colours[side] & ~b[0] & ~b[1] & b[2];
        codes[KS_WHITE_QUEEN] = colours[side] & b[0] & b[2];
        codes[KS_WHITE_KING] = colours[side] & b[1] & b[2];
    }
}

/* Returns a byte for each bit of a row. */
ALWAYS_INLINE uint64_t spread(uint64_t row) {
    return scatter(row & 255, 0x0101010101010101);
}

ALWAYS_INLINE void fill_board(struct node *node, const struct marked *marked) {
    for (unsigned row = 0; row < 8; row++) {
        const unsigned shift = 8 * row;
        const uint64_t codes = spread(marked->bits[0] >> shift) | spread(marked->bits[1] >> shift) << 1 |
                               spread(marked->bits[2] >> shift) << 2 | spread(marked->bits[3] >> shift) << 3;
        memcpy(node->board + shift, &codes, sizeof codes);
    }
}

/* Fills in *node and returns the side to move. */
ALWAYS_INLINE unsigned unpack_node(const struct ks_packed *packed, struct node *node) {
    struct marked marked;
    unpack_marked(packed, &marked);
    const unsigned us = take_marks(&marked, &node->castling, &node->en_passant);
    fill_codes(node, &marked);
    fill_board(node, &marked);
    return us;
}

/* ---- Whole positions ---- */

/* Packs a position, in which what ks_complete_position fills in may be missing. Returns false when it has
 * more than 32 pieces. */
bool ks_pack(const ks_position *position, struct ks_packed *packed);

/* Unpacks a position, all but what ks_complete_position fills in; the clocks are those of a new game. */
void ks_unpack(const struct ks_packed *packed, ks_position *position);

/* Returns two rows of the board, those from 2 * pair on, as a number that isn't 0. The FENs of
 * two boards are in the order of bytes as their first different numbers are. */
uint64_t ks_order_of_rows(const struct ks_packed *packed, unsigned pair);

/* A child and its group: a hash of the pieces of the side that has just moved. Positions whose next layers
 * meet have the same group unless there is a capture: the side to move reaches the same squares in different
 * ways, and the other side's pieces do not move. */
struct ks_child {
    struct ks_packed position;
    uint64_t group;
};

/* ==== Equal positions ==== */

/* A table that adds the counts of equal positions. It is small enough to stay in a cache: a caller with more
 * positions splits them into parts, with equal ones in the same part. */

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
