/* Making a move and taking it back. Both end with the same fields set, so each is read beside the other; the
 * fields that don't follow from the move are kept in ks_undo. */
#include "rules/position.h"

#include <string.h>

#include "core/key.h"

/* ---- Pieces ---- */

/* put sets a piece on an empty square; take empties a square, which may be empty already. Both keep the key.
 */
static void put(ks_position *position, unsigned square, unsigned code) {
    position->board[square] = (uint8_t)code;
    position->key ^= ks_piece_key(code, square);
}

static void take(ks_position *position, unsigned square) {
    position->key ^= ks_piece_key(position->board[square], square);
    position->board[square] = KS_EMPTY;
}

/* King and rook may change places: both leave before either arrives. */
static void castle(ks_position *position, unsigned king, unsigned rook) {
    const unsigned us = position->side_to_move;
    take(position, king);
    take(position, rook);
    put(position, castled_king(us, king, rook), code_of(KS_WHITE_KING, us));
    put(position, castled_rook(us, king, rook), code_of(KS_WHITE_ROOK, us));
    position->king[us] = (uint8_t)castled_king(us, king, rook);
}

/* Makes every other move; returns the code of what the move captures. */
static unsigned move_piece(ks_position *position, ks_move move) {
    const unsigned us = position->side_to_move, from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move);
    const unsigned code = position->board[from], captured = position->board[capture_square(move)];
    take(position, capture_square(move));
    take(position, from);
    put(position, to, is_promotion(move) ? code_of(KS_WHITE_KNIGHT + (KS_MOVE_KIND(move) & 3), us) : code);
    if (from == position->king[us])
        position->king[us] = (uint8_t)to;
    return captured;
}

/* ---- Everything else ---- */

static void lose_castling_rights(ks_position *position, ks_move move, bool king_moves) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            uint8_t *rook = &position->castling_rook[side][wing];
            if (*rook == KS_MOVE_FROM(move) || *rook == KS_MOVE_TO(move) ||
                (king_moves && side == position->side_to_move))
                *rook = KS_NO_SQUARE;
        }
}

static void count(uint16_t *clock) {
    if (*clock < KS_CLOCK_MAX)
        ++*clock;
}

static void keep_for_undo(const ks_position *position, ks_undo *undo) {
    undo->key = position->key;
    undo->halfmove_clock = position->halfmove_clock;
    undo->fullmove_number = position->fullmove_number;
    undo->en_passant = position->en_passant;
    memcpy(undo->castling_rook, position->castling_rook, sizeof undo->castling_rook);
}

void ks_make_move(ks_position *position, ks_move move, ks_undo *undo) {
    const unsigned us = position->side_to_move, from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move);
    const bool castling = KS_MOVE_KIND(move) == KS_MOVE_CASTLING;
    const bool pawn_moves = position->board[from] == code_of(KS_WHITE_PAWN, us);
    keep_for_undo(position, undo);
    position->key ^= ks_state_key(position);

    lose_castling_rights(position, move, from == position->king[us]);
    undo->captured = KS_EMPTY;
    if (castling)
        castle(position, from, to);
    else
        undo->captured = (uint8_t)move_piece(position, move);
    count(&position->halfmove_clock);
    if (pawn_moves || undo->captured != KS_EMPTY)
        position->halfmove_clock = 0;
    if (us == KS_BLACK)
        count(&position->fullmove_number);
    position->side_to_move ^= 1;
    position->en_passant = KS_NO_SQUARE;
    if (KS_MOVE_KIND(move) == KS_MOVE_DOUBLE_PUSH) {
        position->en_passant = (uint8_t)((from + to) / 2);
        if (!ks_en_passant_threatens(position))
            position->en_passant = KS_NO_SQUARE;
    }

    position->key ^= ks_state_key(position);
}

/* ---- And back ---- */

static void uncastle(ks_position *position, unsigned king, unsigned rook) {
    const unsigned us = position->side_to_move;
    position->board[castled_king(us, king, rook)] = KS_EMPTY;
    position->board[castled_rook(us, king, rook)] = KS_EMPTY;
    position->board[king] = (uint8_t)code_of(KS_WHITE_KING, us);
    position->board[rook] = (uint8_t)code_of(KS_WHITE_ROOK, us);
    position->king[us] = (uint8_t)king;
}

static void move_piece_back(ks_position *position, ks_move move, unsigned captured) {
    const unsigned us = position->side_to_move, from = KS_MOVE_FROM(move), to = KS_MOVE_TO(move);
    position->board[from] = is_promotion(move) ? (uint8_t)code_of(KS_WHITE_PAWN, us) : position->board[to];
    position->board[to] = KS_EMPTY;
    position->board[capture_square(move)] = (uint8_t)captured;
    if (to == position->king[us])
        position->king[us] = (uint8_t)from;
}

void ks_unmake_move(ks_position *position, ks_move move, const ks_undo *undo) {
    position->side_to_move ^= 1;
    if (KS_MOVE_KIND(move) == KS_MOVE_CASTLING)
        uncastle(position, KS_MOVE_FROM(move), KS_MOVE_TO(move));
    else
        move_piece_back(position, move, undo->captured);
    position->key = undo->key;
    position->halfmove_clock = undo->halfmove_clock;
    position->fullmove_number = undo->fullmove_number;
    position->en_passant = undo->en_passant;
    memcpy(position->castling_rook, undo->castling_rook, sizeof position->castling_rook);
}
