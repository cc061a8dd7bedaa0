/* The numbers that a Zobrist key is made of. Zobrist draws them at random; here each is the hash of what it
 * stands for, so that there is no table to fill before the first use. */
#include <stdbool.h>
#include <string.h>

#include "core/key.h"

#include "core/splitmix.h"

/* What a number stands for: a code on a square is 64 * code + square, and the rest follows. */
enum {
    CASTLING_ROOK = 64 * 16, /* + its square, which tells side and wing too */
    EN_PASSANT_FILE = CASTLING_ROOK + KS_SQUARES,
    BLACK_TO_MOVE = EN_PASSANT_FILE + 8
};

/* Without a branch: where pieces stand can't be predicted. */
uint64_t ks_piece_key(unsigned code, unsigned square) {
    return splitmix64_number(KS_SQUARES * code + square) & -(uint64_t)(code != KS_EMPTY);
}

/* Where the pawn stands that may be captured; those that may do so stand beside it. */
static unsigned square_behind(const ks_position *position) {
    return position->side_to_move == KS_WHITE ? position->en_passant + 8u : position->en_passant - 8u;
}

static bool stands_ready(const ks_position *position, unsigned from) {
    return position->board[from] == (position->side_to_move == KS_WHITE ? KS_WHITE_PAWN : KS_BLACK_PAWN);
}

bool ks_en_passant_threatens(const ks_position *position) {
    if (position->en_passant == KS_NO_SQUARE)
        return false;
    const unsigned behind = square_behind(position), file = behind & 7;
    return (file > 0 && stands_ready(position, behind - 1)) ||
           (file < 7 && stands_ready(position, behind + 1));
}

/* Whether the king is safe when the pawn on this square has captured. */
static bool leaves_king_safe(const ks_position *position, unsigned from) {
    const unsigned us = position->side_to_move, king = position->king[us];
    uint8_t board[KS_SQUARES];
    memcpy(board, position->board, sizeof board);
    board[position->en_passant] = board[from];
    board[from] = board[square_behind(position)] = KS_EMPTY;
    return king == KS_NO_SQUARE || !ks_in_check(board, king, us);
}

bool ks_en_passant_is_legal(const ks_position *position) {
    if (position->en_passant == KS_NO_SQUARE)
        return false;
    const unsigned behind = square_behind(position), file = behind & 7;
    return (file > 0 && stands_ready(position, behind - 1) && leaves_king_safe(position, behind - 1)) ||
           (file < 7 && stands_ready(position, behind + 1) && leaves_king_safe(position, behind + 1));
}

uint64_t ks_state_key(const ks_position *position) {
    uint64_t key = position->side_to_move == KS_BLACK ? splitmix64_number(BLACK_TO_MOVE) : 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            if (position->castling_rook[side][wing] != KS_NO_SQUARE)
                key ^= splitmix64_number(CASTLING_ROOK + position->castling_rook[side][wing]);
    if (ks_en_passant_is_legal(position))
        key ^= splitmix64_number(EN_PASSANT_FILE + (position->en_passant & 7u));
    return key;
}

uint64_t ks_position_key(const ks_position *position) {
    uint64_t key = ks_state_key(position);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        key ^= ks_piece_key(position->board[square], square);
    return key;
}
