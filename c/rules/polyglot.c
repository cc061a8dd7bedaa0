/* The key of Polyglot's opening books. */
#include "core/board/key.h"
#include "core/geometry/geometry.h"

enum { CASTLING = 768, FILES = 772, WHITE_TO_MOVE = 780, NUMBERS };

static const uint64_t numbers[] = {
#include "rules/polyglot.def"
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
    if (ks_en_passant_threatens(position))
        key ^= numbers[FILES + (position->en_passant & 7u)];
    return key;
}
