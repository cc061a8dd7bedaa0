/* Draws the random positions of which main.c chooses the hard set: a few pieces around kings, rooks and
 * pawns, where rare rules are likely. */
#include "hard/boards.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/board/hashes.h"
#include "rules/position.h"

/* Returns a number from 0 to limit - 1. */
static unsigned below(uint64_t *state, unsigned limit) {
    return (unsigned)((splitmix64(state) >> 32) * limit >> 32);
}

static void put(uint8_t board[KS_SQUARES], unsigned square, unsigned code) {
    const unsigned there = board[square] & ~(unsigned)KS_BLACK_BIT;
    if (there != KS_WHITE_KING)
        board[square] = (uint8_t)code;
}

/* ---- Pieces on the board; rows are seen from the side ---- */

static unsigned square_of(unsigned file, unsigned row, unsigned side) {
    return KS_SQUARE(file, side == KS_WHITE ? 7 - row : row);
}

/* Puts the king on any square, or on its first square with rooks. */
static void put_king(uint64_t *state, uint8_t board[KS_SQUARES], unsigned side) {
    const unsigned file = below(state, 2) ? 4 : below(state, 8), rook = code_of(KS_WHITE_ROOK, side);
    if (below(state, 2)) {
        put(board, below(state, KS_SQUARES), code_of(KS_WHITE_KING, side));
        return;
    }
    if (file < 7 && below(state, 4))
        put(board, square_of(below(state, 2) ? 7 : file + 1 + below(state, 7 - file), 0, side), rook);
    if (file > 0 && below(state, 4))
        put(board, square_of(below(state, 2) ? 0 : below(state, file), 0, side), rook);
    put(board, square_of(file, 0, side), code_of(KS_WHITE_KING, side));
}

/* Puts a pawn that may move two squares, and one or two enemy pawns that it would pass. */
static void put_passing_pawns(uint64_t *state, uint8_t board[KS_SQUARES], unsigned side) {
    const unsigned file = below(state, 8), sides = 1 + below(state, 3),
                   enemy = code_of(KS_WHITE_PAWN, side ^ 1);
    put(board, square_of(file, 1, side), code_of(KS_WHITE_PAWN, side));
    if (sides & 1 && file > 0)
        put(board, square_of(file - 1, 3, side), enemy);
    if (sides & 2 && file < 7)
        put(board, square_of(file + 1, 3, side), enemy);
}

/* Puts the king into a corner, walled in by pawns and a bishop that cannot move, with one free square. */
static void put_walled_king(uint64_t *state, uint8_t board[KS_SQUARES], unsigned side) {
    const unsigned mirror = below(state, 2) ? 7 : 0, pawn = code_of(KS_WHITE_PAWN, side);
    for (unsigned file = 0; file <= 2; file += 2) {
        put(board, square_of(file ^ mirror, 1, side), pawn);
        put(board, square_of(file ^ mirror, 2, side), code_of(KS_WHITE_PAWN, side ^ 1));
    }
    put(board, square_of(1 ^ mirror, 0, side), code_of(KS_WHITE_BISHOP, side));
    put(board, square_of(mirror, 0, side), code_of(KS_WHITE_KING, side));
}

static void put_pawns(uint64_t *state, uint8_t board[KS_SQUARES], unsigned side) {
    if (below(state, 3) == 0)
        put_passing_pawns(state, board, side);
    if (below(state, 4) == 0)
        put(board, square_of(below(state, 8), 6, side), code_of(KS_WHITE_PAWN, side));
    if (below(state, 4) == 0) {
        const unsigned file = below(state, 8);
        put(board, square_of(file, 1 + below(state, 6), side), code_of(KS_WHITE_PAWN, side));
    }
}

static void fill(uint64_t *state, uint8_t board[KS_SQUARES]) {
    memset(board, KS_EMPTY, KS_SQUARES);
    for (unsigned left = below(state, 6); left > 0; left--) {
        const unsigned square = below(state, KS_SQUARES), side = below(state, 2);
        put(board, square, code_of(KS_WHITE_KNIGHT + below(state, 4), side));
    }
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        put_pawns(state, board, side);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        (below(state, 16) == 0 ? put_walled_king : put_king)(state, board, side);
}

/* ---- From a board to a position ---- */

/* Returns false when the board is not a valid position. */
static bool read_board(const uint8_t board[KS_SQUARES], const char *side_and_rights, ks_position *position) {
    ks_position bare = {.en_passant = KS_NO_SQUARE};
    char text[KS_FEN_SIZE + 32];
    memcpy(bare.board, board, KS_SQUARES);
    ks_write_x_fen(&bare, text);
    strcpy(strchr(text, ' '), side_and_rights);
    return ks_read_fen(text, strlen(text), 0, position, NULL) == KS_OK;
}

/* Draws a move; often one that is not plain, if there is one. */
static ks_move draw_move(uint64_t *state, const ks_move *moves, size_t count) {
    ks_move move;
    unsigned tries = below(state, 4);
    do
        move = moves[below(state, (unsigned)count)];
    while (KS_MOVE_KIND(move) == KS_MOVE_PLAIN && tries-- > 0);
    return move;
}

void next_hard_position(uint64_t *state, ks_position *position) {
    static const char *const starts[] = {" w KQkq -", " b KQkq -", " w ABCDEFGHabcdefgh -",
                                         " b HGFEDCBAhgfedcba -"};
    uint8_t board[KS_SQUARES];
    ks_move_list legal;
    size_t count = 0;
    ks_undo undo;
    do {
        fill(state, board);
        if (read_board(board, starts[below(state, 4)], position))
            count = ks_legal_moves(position, &legal);
    } while (count == 0);
    ks_make_move(position, draw_move(state, legal.moves, count), &undo);
}
