/* The identity of positions: board, side to move, castling rights, and the en-passant square on which a pawn
 * may capture, in 128 bits. A Zobrist key would be slower to compute anew. */
#ifndef KS_IDENTITY_H
#define KS_IDENTITY_H

#include <string.h>

#include "core/board/key.h"

/* The key of a position. Different positions of chess, or of one variant, have the same key only by chance:
 * among a thousand million of them, in one of 10^21 sets. */
struct position_key {
    uint64_t high, low;
};

/* Completes a key, so that no key is zero in both halves. */
static inline struct position_key finish_key(struct position_key key) {
    key.low |= key.high == 0 && key.low == 0;
    return key;
}

/* Returns the side and the castling rooks, which stand on the first and last row, as one word of 17 bits. */
static inline uint64_t rights_word(unsigned side, uint64_t castling_rooks) {
    return (uint64_t)side << 16 | castling_rooks >> 56 << 8 | (castling_rooks & 255);
}

/* Does the same as fold with four products of 32 bits, for processors that have no larger ones. */
static inline uint64_t fold_by_halves(uint64_t a, uint64_t b) {
    const uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    const uint64_t low = a_low * b_low, one = a_high * b_low, other = a_low * b_high;
    const uint64_t middle = (low >> 32) + (uint32_t)one + (uint32_t)other;
    const uint64_t high = a_high * b_high + (one >> 32) + (other >> 32) + (middle >> 32);
    return (middle << 32 | (uint32_t)low) ^ high;
}

/* Returns the upper half of the product of 128 bits, exclusive or its lower half. Source: wyhash, by Wang
 * Yi. */
static inline uint64_t fold(uint64_t a, uint64_t b) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 uint128;
    const uint128 product = (uint128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
    return fold_by_halves(a, b);
#endif
}

/* Returns one half of a key. words are the board's. random has numbers that differ between the halves and
 * between the words, so that a word of 0 and an exchange of two words change the result. */
static inline uint64_t half_of_key(const uint64_t words[4], uint64_t state, const uint64_t random[6]) {
    const uint64_t board =
        fold(words[0] ^ random[0], words[1] ^ random[1]) ^ fold(words[2] ^ random[2], words[3] ^ random[3]);
    return fold(board ^ random[4], state ^ random[5]);
}

/* Returns the key of a board. en_passant: a square on which a pawn may capture, or KS_NO_SQUARE. Codes of
 * chess have four bits, so two squares fit into a byte. */
static inline struct position_key key_of_board(const uint8_t board[64], unsigned side,
                                               uint64_t castling_rooks, unsigned en_passant) {
    /* The first outputs of splitmix64 started at 0. Two dependent chains of splitmix64 over the same words
     * took 26 % of a run with --unique; this takes 13 ns a line less. */
    static const uint64_t random[2][6] = {{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f,
                                           0xf88bb8a8724c81ec, 0x1b39896a51a8749b, 0x53cb9f0c747ea2ea},
                                          {0x2c829abe1f4532e1, 0xc584133ac916ab3c, 0x3ee5789041c98ac3,
                                           0xf3b8488c368cb0a6, 0x657eecdd3cb13d09, 0xc2d326e0055bdef6}};
    uint64_t rows[8], words[4];
    memcpy(rows, board, sizeof rows);
    for (unsigned i = 0; i < 4; i++)
        words[i] = rows[i] | rows[i + 4] << 4;
    const uint64_t state = rights_word(side, castling_rooks) << 8 | en_passant;
    return finish_key(
        (struct position_key){half_of_key(words, state, random[0]), half_of_key(words, state, random[1])});
}

static inline struct position_key key_of_chess(const ks_position *position) {
    return key_of_board(position->board, position->side_to_move, position->private_castling,
                        ks_en_passant_is_legal(position) ? position->en_passant : KS_NO_SQUARE);
}

#endif
