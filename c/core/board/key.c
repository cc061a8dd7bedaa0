/* Computes the Zobrist key of a position, the members that follow from others, and Polyglot's key. */
#include "core/board/key.h"

#include <stdbool.h>
#include <string.h>

#include "core/board/geometry.h"
#include "core/board/hashes.h"
#include "core/board/planes.h"

/* The meanings of numbers: a code on a square is 64 * code + square, and the others follow. */
enum {
    CASTLING_ROOK = 64 * 16, /* + its square, from which side and wing follow */
    EN_PASSANT_FILE = CASTLING_ROOK + KS_SQUARES,
    BLACK_TO_MOVE = EN_PASSANT_FILE + 8
};

#ifdef KS_SMALL
/* Random numbers cannot be compressed, so the module for browsers fills its tables when it starts. */
uint64_t ks_piece_keys[16][KS_SQUARES], ks_castling_keys[KS_SQUARES], ks_en_passant_keys[8], ks_black_key;

void ks_fill_keys(void) {
    for (unsigned n = KS_SQUARES; n < CASTLING_ROOK; n++)
        ks_piece_keys[n / KS_SQUARES][n % KS_SQUARES] = splitmix64_number(n);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        ks_castling_keys[square] = splitmix64_number(CASTLING_ROOK + square);
    for (unsigned file = 0; file < 8; file++)
        ks_en_passant_keys[file] = splitmix64_number(EN_PASSANT_FILE + file);
    ks_black_key = splitmix64_number(BLACK_TO_MOVE);
}
#else
/* splitmix64_number(n) as a constant. */
#define SPLITMIX_1(z) (((z) ^ (z) >> 30) * UINT64_C(0xbf58476d1ce4e5b9))
#define SPLITMIX_2(z) (((z) ^ (z) >> 27) * UINT64_C(0x94d049bb133111eb))
#define SPLITMIX_3(z) ((z) ^ (z) >> 31)
#define NUMBER(n) SPLITMIX_3(SPLITMIX_2(SPLITMIX_1(((n) + UINT64_C(1)) * SPLITMIX64_STEP)))
#define EIGHT(n)                                                                                             \
    NUMBER(n), NUMBER(n + 1), NUMBER(n + 2), NUMBER(n + 3), NUMBER(n + 4), NUMBER(n + 5), NUMBER(n + 6),     \
        NUMBER(n + 7)
#define SIXTY_FOUR(n)                                                                                        \
    {                                                                                                        \
        EIGHT(n), EIGHT(n + 8), EIGHT(n + 16), EIGHT(n + 24), EIGHT(n + 32), EIGHT(n + 40), EIGHT(n + 48),   \
            EIGHT(n + 56)                                                                                    \
    }
#define PIECE(code) [code] = SIXTY_FOUR(KS_SQUARES * UINT64_C(code))

const uint64_t ks_piece_keys[16][KS_SQUARES] = {PIECE(1),  PIECE(2),  PIECE(3),  PIECE(4),  PIECE(5),
                                                PIECE(6),  PIECE(7),  PIECE(8),  PIECE(9),  PIECE(10),
                                                PIECE(11), PIECE(12), PIECE(13), PIECE(14), PIECE(15)};
const uint64_t ks_castling_keys[KS_SQUARES] = SIXTY_FOUR(CASTLING_ROOK);
const uint64_t ks_en_passant_keys[8] = {EIGHT(EN_PASSANT_FILE)};
const uint64_t ks_black_key = NUMBER(BLACK_TO_MOVE);
#endif

/* Returns the square of the pawn that may be captured; the capturing pawn stands on an adjacent file. */
static unsigned square_behind(const ks_position *position) {
    return position->side_to_move == KS_WHITE ? position->en_passant + 8u : position->en_passant - 8u;
}

static bool stands_ready(const ks_position *position, unsigned from) {
    return position->board[from] == (position->side_to_move == KS_WHITE ? KS_WHITE_PAWN : KS_BLACK_PAWN);
}

/* Returns whether there is an en-passant square and a pawn of the side to move attacks it. */
static bool en_passant_threatens(const ks_position *position) {
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

/* Reads empty squares too: with a loop over the pieces, reading the FEN of 30 pieces took 1.08 times as long,
 * and FENs of games took as long (AMD Zen 4). */
static inline uint64_t key_of_row(const uint8_t *board, unsigned first) {
#define ON(i) ks_piece_keys[board[first + i]][first + i]
    return ON(0) ^ ON(1) ^ ON(2) ^ ON(3) ^ ON(4) ^ ON(5) ^ ON(6) ^ ON(7);
#undef ON
}

/* capturable is the square on which a pawn may legally capture en passant, or KS_NO_SQUARE. */
static uint64_t find_key(const ks_position *position, unsigned capturable) {
    uint64_t key = position->side_to_move == KS_BLACK ? ks_black_key : 0;
    for (unsigned square = 0; square < KS_SQUARES; square += 8)
        key ^= key_of_row(position->board, square);
    for (uint64_t rooks = position->private_castling; rooks; rooks &= rooks - 1)
        key ^= ks_castling_keys[ks_lowest_square(rooks)];
    return capturable == KS_NO_SQUARE ? key : key ^ ks_en_passant_keys[capturable & 7u];
}

static unsigned find_capturable(const ks_position *position) {
    return ks_en_passant_is_legal(position) ? position->en_passant : (unsigned)KS_NO_SQUARE;
}

uint64_t ks_position_key(const ks_position *position) {
    return find_key(position, find_capturable(position));
}

void ks_complete_position(ks_position *position) {
    struct code_planes planes;
    split_board(position->board, &planes);
    memcpy(position->private_planes, planes.bits, sizeof planes.bits);
    position->private_capturable = (uint8_t)find_capturable(position);
    memset(position->private_zeros, 0, sizeof position->private_zeros);
    position->key = find_key(position, position->private_capturable);
}

/* ---- Polyglot's key ---- */

/* The key of Polyglot's opening books. */

enum { CASTLING = 768, FILES = 772, WHITE_TO_MOVE = 780, NUMBERS };

static const uint64_t numbers[] = {
#include "core/board/polyglot.def"
};
_Static_assert(sizeof numbers == NUMBERS * sizeof *numbers, "the format's numbers");

/* Kinds count two for each white code, black before white. Squares count from a1. */
static uint64_t number_of_piece(unsigned code, unsigned square) {
    const unsigned kind = 2 * ((code & 7u) - 1) + !(code & KS_BLACK_BIT);
    return numbers[64 * kind + (square ^ 56)];
}

uint64_t ks_polyglot_key(const ks_position *position) {
    uint64_t key = position->side_to_move == KS_WHITE ? numbers[WHITE_TO_MOVE] : 0;
    for (uint64_t rest = ks_occupied(position); rest; rest &= rest - 1) {
        const unsigned square = lowest_square(rest);
        key ^= number_of_piece(position->board[square], square);
    }
    for (unsigned right = 0; right < 4; right++) /* white's kingside, white's queenside, black's */
        if (ks_castling_rook(position, right / 2, right % 2) != KS_NO_SQUARE)
            key ^= numbers[CASTLING + right];
    if (en_passant_threatens(position))
        key ^= numbers[FILES + (position->en_passant & 7u)];
    return key;
}
