/* Reads moves in SAN as programs write them, from the target back to the piece, without a list of moves. */
#include <string.h>

#include "core/board/geometry.h"
#include "rules/generator/generator.h"
#include "rules/generator/safety.h"
#include "rules/notation/notation.h"
#include "rules/position.h"

static const uint8_t codes[256] = {['N'] = KS_WHITE_KNIGHT,
                                   ['B'] = KS_WHITE_BISHOP,
                                   ['R'] = KS_WHITE_ROOK,
                                   ['Q'] = KS_WHITE_QUEEN,
                                   ['K'] = KS_WHITE_KING};

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

static bool is_mark(char c) {
    return c == '+' || c == '#' || c == '!' || c == '?';
}

/* Sets *move when it is legal. */
static bool take(const ks_position *position, ks_move candidate, ks_move *move) {
    if (!ks_is_legal(position, candidate))
        return false;
    *move = candidate;
    return true;
}

static bool read_castling(const ks_position *position, const char *text, size_t length, ks_move *move) {
    const bool is_short = length == 3 && memcmp(text, "O-O", 3) == 0,
               is_long = length == 5 && memcmp(text, "O-O-O", 5) == 0;
    const unsigned us = position->side_to_move, king = ks_king_of(position, us);
    const unsigned rook = ks_castling_rook(position, us, is_long ? KS_QUEENSIDE : KS_KINGSIDE);
    return (is_short || is_long) && rook != KS_NO_SQUARE &&
           take(position, KS_MOVE(king, rook, KS_MOVE_CASTLING), move);
}

/* ---- Pawns ---- */

/* Reads "e4" and "exd5", without what follows. promotion: the white code promoted to, or 0. */
static bool read_pawn(const ks_position *position, const char *text, size_t length, unsigned to,
                      unsigned promotion, ks_move *move) {
    const unsigned us = position->side_to_move, pawn = code_of(KS_WHITE_PAWN, us);
    const unsigned back = us == KS_WHITE ? 8u : -8u;
    unsigned kind = promotion ? KS_MOVE_TO_KNIGHT + promotion - KS_WHITE_KNIGHT : KS_MOVE_PLAIN;
    unsigned from = to + back;
    if (length == 4 && is_file(text[0]) && text[1] == 'x') {
        from = (from & ~7u) + (unsigned)(text[0] - 'a');
        kind = to == position->private_capturable ? (unsigned)KS_MOVE_EN_PASSANT : kind;
    } else if (length != 2) {
        return false;
    }
    if (length == 2 && position->board[from & 63] != pawn) {
        from += back;
        kind = KS_MOVE_DOUBLE_PUSH;
    }
    const bool is_empty = position->board[to] == KS_EMPTY && kind != KS_MOVE_EN_PASSANT;
    return from < KS_SQUARES && position->board[from] == pawn && is_empty == (length == 2) &&
           take(position, KS_MOVE(from, to, kind), move);
}

/* ---- Pieces ---- */

/* Reads [file][rank][x], which end the text. Returns the squares that the piece may come from; 0 for another
 * text. */
static uint64_t read_origin(const char *text, size_t length, bool *takes) {
    uint64_t origins = ~(uint64_t)0;
    size_t at = 0;
    if (at < length && is_file(text[at]))
        origins &= (uint64_t)0x0101010101010101 << (text[at++] - 'a');
    if (at < length && is_rank(text[at]))
        origins &= row_mask((unsigned)('8' - text[at++]));
    *takes = at < length && text[at] == 'x';
    return at + *takes == length ? origins : 0;
}

/* Returns the pieces of `own` with this code. */
static inline uint64_t pieces_with(const ks_position *position, unsigned code, uint64_t own) {
    const uint64_t *const b = position->private_planes, *const p = ks_code_planes[code];
    return own & ~((b[0] ^ p[0]) | (b[1] ^ p[1]) | (b[2] ^ p[2]));
}

/* The king may go to the same square by castling, which its other moves are not mistaken for. */
static bool read_piece(const ks_position *position, const char *text, size_t length, square to,
                       ks_move *move) {
    const unsigned us = position->side_to_move, code = code_of(codes[(unsigned char)text[0]], us);
    const uint64_t *b = position->private_planes, occupied = b[0] | b[1] | b[2], kings = b[1] & b[2];
    const uint64_t own = occupied & (b[3] ^ ((uint64_t)us - 1)), king = kings & own;
    bool takes;
    uint64_t rest = read_origin(text + 1, length - 3, &takes) & pieces_with(position, code, own) &
                    ks_attacks_from[to][code];
    ks_move found = KS_NO_MOVE;
    if (((takes ? ~occupied : 0) | own | kings) & BIT(to) || !is_one_king(king))
        return false;
    const square kings_place = king & rest ? to : lowest_square(king); /* after the move */
    for (; rest; rest &= rest - 1) {
        const square from = lowest_square(rest);
        if (ks_lines_between[to][from] & occupied & ~BIT(from) ||
            !leaves_king_safe(position, from, to, kings_place, own, us))
            continue;
        if (found)
            return false;
        found = KS_MOVE(from, to, KS_MOVE_PLAIN);
    }
    if (found)
        *move = found;
    return found != KS_NO_MOVE;
}

bool ks_read_usual_san(const ks_position *position, const char *text, size_t length, ks_move *move) {
    while (length > 2 && is_mark(text[length - 1]))
        length--;
    if (length < 2)
        return false;
    if (text[0] == 'O')
        return read_castling(position, text, length, move);
    unsigned promotion = 0;
    if (length > 3 && text[length - 2] == '=') {
        promotion = codes[(unsigned char)text[length - 1]];
        length -= 2;
        if (promotion == 0 || promotion == KS_WHITE_KING)
            return false;
    }
    if (!is_file(text[length - 2]) || !is_rank(text[length - 1]))
        return false;
    const unsigned to = KS_SQUARE((unsigned)(text[length - 2] - 'a'), (unsigned)('8' - text[length - 1]));
    if (!ks_generator_is_chosen())
        ks_generator_in_use(); /* fills the tables */
    if (codes[(unsigned char)text[0]])
        return promotion == 0 && read_piece(position, text, length, to, move);
    return read_pawn(position, text, length, to, promotion, move);
}
