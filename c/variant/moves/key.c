/* The Zobrist key of a position of a variant. As in chess (c/core/board/key.c), each number is the hash of
 * its meaning, so there is no table. */
#include "core/board/hashes.h"
#include "variant/moves/generate.h"

enum { STRIDE = 128 }; /* room for the squares of the largest board */

/* The meaning of a number: something on a square, as STRIDE * something + square. Codes of pieces begin with
 * 2. */
enum {
    BLACK_TO_MOVE, /* alone */
    EN_PASSANT_SQUARE = CODES_MAX,
    EN_PASSANT_PAWN,
    CASTLING_ROOK,                     /* + 2 * side + wing */
    CASTLING_KING = CASTLING_ROOK + 4, /* + side */
    WALL = CASTLING_KING + 2,
    GATE, /* + side */
    PROMOTED = GATE + 2,
    PASSES,                /* + the count instead of the square */
    CHECKS_LEFT,           /* + side; likewise */
    HAND = CHECKS_LEFT + 2 /* + code; likewise */
};

static uint64_t number(unsigned something, unsigned square) {
    return splitmix64_number(STRIDE * something + square);
}

static uint64_t key_of_pieces(const ks_variant_position *p) {
    uint64_t key = 0;
    for (ks_squares left = either(p->pieces[KS_WHITE], p->pieces[KS_BLACK]); !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        key ^= number(p->board[square], square);
    }
    return key;
}

static uint64_t key_of_rights(const ks_variant_position *p) {
    uint64_t key = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            if (p->castling_rook[side][wing] != KS_NOWHERE)
                key ^= number(CASTLING_ROOK + 2 * side + wing, p->castling_rook[side][wing]);
        if (p->castling_king[side] != KS_NOWHERE)
            key ^= number(CASTLING_KING + side, p->castling_king[side]);
    }
    return key;
}

static uint64_t key_of_en_passant(const ks_variant *v, const ks_variant_position *p) {
    ks_squares left = ks_variant_legal_en_passant(v, p);
    if (is_empty_set(&left))
        return 0;
    uint64_t key = number(EN_PASSANT_PAWN, p->en_passant_pawn);
    while (!is_empty_set(&left))
        key ^= number(EN_PASSANT_SQUARE, take_square(&left));
    return key;
}

/* Returns the part of the key for walls, gates, promoted pieces, passes, checks and hands, which few variants
 * have. */
static uint64_t key_of_hands(const ks_variant *v, const ks_variant_position *p) {
    uint64_t key = 0;
    for (ks_squares left = p->walls; !is_empty_set(&left);)
        key ^= number(WALL, take_square(&left));
    for (unsigned side = KS_WHITE; side <= KS_BLACK && v->gates; side++)
        for (ks_squares left = p->gates[side]; !is_empty_set(&left);)
            key ^= number(GATE + side, take_square(&left));
    for (ks_squares left = p->promoted; !is_empty_set(&left);)
        key ^= number(PROMOTED, take_square(&left));
    if (p->passes)
        key ^= number(PASSES, p->passes);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        if (v->checks)
            key ^= number(CHECKS_LEFT + side, p->checks_left[side]);
        for (unsigned type = 0; v->hands && type < v->type_count; type++)
            if (p->hand[side][type])
                key ^= number(HAND + KS_VARIANT_CODE(type, side), p->hand[side][type]);
    }
    return key;
}

uint64_t ks_variant_position_key(const ks_variant *v, const ks_variant_position *p) {
    return (p->side_to_move == KS_BLACK ? number(BLACK_TO_MOVE, 0) : 0) ^ key_of_pieces(p) ^
           key_of_rights(p) ^ key_of_en_passant(v, p) ^ key_of_hands(v, p);
}
