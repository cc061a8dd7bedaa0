/* Names of squares, letters of codes, and the king's square. */
#include <assert.h>
#include <string.h>

#include "core/board/letters.h"
#include "core/text/internal.h"

const char *const ks_side_names[2] = {"white", "black"};

const char *ks_square_name(unsigned square) {
    static const char names[KS_SQUARES][3] = {
        "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7",
        "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5",
        "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3",
        "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"};
    return square < KS_SQUARES ? names[square] : "-";
}

char ks_code_letter(unsigned code) {
    return letter_of(code);
}

/* Eight squares at once: a byte of `others` is 0 for a king, and 15 at most. */
unsigned ks_find_king(const uint8_t board[64], unsigned side) {
    assert(side <= KS_BLACK);
    const uint64_t ones = 0x0101010101010101;
    const uint64_t kings = ones * (side == KS_WHITE ? KS_WHITE_KING : KS_BLACK_KING);
    for (unsigned square = 0; square < KS_SQUARES; square += 8) {
        uint64_t row;
        memcpy(&row, board + square, sizeof row);
        const uint64_t others = (row & 15 * ones) ^ kings, found = ~(others + 127 * ones) & 128 * ones;
        if (found)
            return square + (unsigned)__builtin_ctzll(found) / 8;
    }
    return KS_SQUARES;
}
