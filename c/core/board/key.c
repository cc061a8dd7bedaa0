/* The Zobrist key and the numbers that it is made of. Zobrist draws them at random; here each is the hash of
 * its meaning, so that no table is filled before the first use. */
#include <stdbool.h>
#include <string.h>

#include "core/board/key.h"

#include "core/board/planes.h"
#include "core/board/splitmix.h"

/* The meanings of numbers: a code on a square is 64 * code + square, and the others follow. */
enum {
    CASTLING_ROOK = 64 * 16, /* + its square, from which side and wing follow */
    EN_PASSANT_FILE = CASTLING_ROOK + KS_SQUARES,
    BLACK_TO_MOVE = EN_PASSANT_FILE + 8
};

/* Has no branch, since the squares of pieces cannot be predicted. */
uint64_t ks_piece_key(unsigned code, unsigned square) {
    return splitmix64_number(KS_SQUARES * code + square) & -(uint64_t)(code != KS_EMPTY);
}

uint64_t ks_castling_key(unsigned rook) {
    return splitmix64_number(CASTLING_ROOK + rook);
}

uint64_t ks_en_passant_key(unsigned file) {
    return splitmix64_number(EN_PASSANT_FILE + file);
}

uint64_t ks_black_key(void) {
    return splitmix64_number(BLACK_TO_MOVE);
}

/* Returns the square of the pawn that may be captured; the capturing pawn stands on an adjacent file. */
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

/* Returns whether the king is safe after the pawn on this square has captured en passant. */
static bool leaves_king_safe(const ks_position *position, unsigned from) {
    const unsigned us = position->side_to_move, king = ks_find_king(position->board, us);
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

uint64_t ks_position_key(const ks_position *position) {
    uint64_t key = position->side_to_move == KS_BLACK ? ks_black_key() : 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        key ^= ks_piece_key(position->board[square], square);
    for (uint64_t rooks = position->private_castling; rooks; rooks &= rooks - 1)
        key ^= ks_castling_key(ks_lowest_square(rooks));
    if (ks_en_passant_is_legal(position))
        key ^= ks_en_passant_key(position->en_passant & 7u);
    return key;
}

void ks_complete_position(ks_position *position) {
    struct code_planes planes;
    split_board(position->board, &planes);
    memcpy(position->private_planes, planes.bits, sizeof planes.bits);
    position->private_capturable =
        ks_en_passant_is_legal(position) ? position->en_passant : (uint8_t)KS_NO_SQUARE;
    memset(position->private_zeros, 0, sizeof position->private_zeros);
    position->key = ks_position_key(position);
}
