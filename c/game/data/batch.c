/* A whole batch is asked at once: who is in check, and which moves are legal. */
#include "game/data/batch.h"

#include <string.h>

#include "core/board/planes.h"
#include "core/text/error.h"
#include "rules/attacks.h"
#include "rules/position.h"

int ks_position_of_entry(const struct columns *c, size_t i, bool numbered, ks_position *position,
                         ks_error *error) {
    const int code = ks_position_from_board(c->boards[i], c->sides[i], c->castling[i], c->en_passant[i],
                                            KS_FEN_DEFAULT, position, error);
    if (code == KS_OK) {
        position->halfmove_clock = c->halfmoves[i];
        position->fullmove_number = numbered ? c->fullmoves[i] : (uint16_t)(c->plies[i] / 2 + 1);
    }
    return code;
}

/* All squares of a row at once: a byte with a pawn's code becomes zero, and a zero byte borrows. */
static bool has_pawn(const uint8_t row[8]) {
    uint64_t codes;
    memcpy(&codes, row, sizeof codes);
    const uint64_t low = UINT64_C(0x0101010101010101), no_pawn = (codes & 7 * low) ^ low * KS_WHITE_PAWN;
    return ((no_pawn - low) & ~no_pawn & 0x80 * low) != 0;
}

bool ks_has_pawn_on_edge(const uint8_t board[64]) {
    return has_pawn(board) || has_pawn(board + 56);
}

/* ---- En passant ---- */

static bool is_hit_by_slider(const uint8_t board[64], unsigned king, unsigned by, uint64_t occupied) {
    uint64_t lines = orthogonal_attacks_by_rays(king, occupied) & occupied,
             diagonals = diagonal_attacks_by_rays(king, occupied) & occupied;
    const unsigned queen = code_of(KS_WHITE_QUEEN, by);
    for (; lines; lines &= lines - 1)
        if (board[lowest_square(lines)] == code_of(KS_WHITE_ROOK, by) || board[lowest_square(lines)] == queen)
            return true;
    for (; diagonals; diagonals &= diagonals - 1)
        if (board[lowest_square(diagonals)] == code_of(KS_WHITE_BISHOP, by) ||
            board[lowest_square(diagonals)] == queen)
            return true;
    return false;
}

unsigned ks_capturable_square(const uint8_t board[64], unsigned side, const unsigned king[2],
                              unsigned en_passant) {
    if (en_passant == KS_NO_SQUARE)
        return KS_NO_SQUARE;
    struct code_planes planes;
    split_board(board, &planes);
    const uint64_t occupied = filled_squares(&planes), passed = push(bit(en_passant), side ^ 1);
    uint64_t from = attack_left(bit(en_passant), side ^ 1) | attack_right(bit(en_passant), side ^ 1);
    if (!passed || board[lowest_square(passed)] != code_of(KS_WHITE_PAWN, side ^ 1) ||
        occupied >> en_passant & 1)
        return KS_NO_SQUARE;
    for (; from; from &= from - 1) {
        const unsigned square = lowest_square(from);
        if (board[square] == code_of(KS_WHITE_PAWN, side) &&
            !is_hit_by_slider(board, king[side], side ^ 1,
                              (occupied | bit(en_passant)) & ~bit(square) & ~passed))
            return en_passant;
    }
    return KS_NO_SQUARE;
}

/* ---- Legality ---- */

/* Returns whether the move of an entry is legal, by all rules. */
static bool is_legal_by_rules(const struct columns *c, size_t i) {
    ks_position position;
    return !(c->kinds[i] & KS_DATA_NO_MOVE) && ks_position_of_entry(c, i, false, &position, NULL) == KS_OK &&
           ks_is_legal(&position, c->moves[i]);
}

/* Returns whether the king of the side to move is safe after a move that is known to be possible otherwise,
 * and is no castling. */
static bool leaves_king_safe(const struct columns *c, size_t i) {
    const unsigned from = KS_MOVE_FROM(c->moves[i]), to = KS_MOVE_TO(c->moves[i]);
    uint8_t board[64];
    memcpy(board, c->boards[i], sizeof board);
    board[to] = board[from];
    board[from] = KS_EMPTY;
    if (c->kinds[i] & KS_DATA_EN_PASSANT)
        board[(from & 56) + (to & 7)] = KS_EMPTY;
    return !ks_in_check(board, c->kings[i] == from ? to : c->kings[i], c->sides[i]);
}

/* The next board shows the king after most moves, and one question for all boards answers. The others are
 * asked about one by one: castling, the first of a chain, which no reader has made sure of, and the last. */
static void find_illegal(struct columns *c) {
    ks_in_check_batch(c->boards[0], 64, c->other_kings, c->other_sides, c->count, c->invalid);
    for (size_t i = 0; i < c->count; i++) {
        const bool goes_on = i + 1 < c->count && c->kinds[i + 1] & GOES_ON;
        bool illegal;
        if (c->kinds[i] & (KS_DATA_FIRST | KS_DATA_CASTLING | KS_DATA_NO_MOVE | UNSURE))
            illegal = !is_legal_by_rules(c, i);
        else if (goes_on)
            illegal = c->invalid[(i + 1) / 64] >> (i + 1) % 64 & 1;
        else
            illegal = !leaves_king_safe(c, i);
        c->illegal[i / 64] |= (uint64_t)illegal << i % 64;
    }
}

void ks_find_checks(struct columns *c, bool legality) {
    memset(c->checks, 0, sizeof c->checks);
    memset(c->illegal, 0, sizeof c->illegal);
    memset(c->invalid, 0, sizeof c->invalid);
    ks_in_check_batch(c->boards[0], 64, c->kings, c->sides, c->count, c->checks);
    if (legality)
        find_illegal(c);
}
