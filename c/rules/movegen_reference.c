/* Lists legal moves by the textbook: lists the pseudo-legal moves, and keeps those after which the own king
 * is not attacked. This generator is the specification with which movegen_tmpl.h is compared, so it reads
 * only the 64 bytes, shares nothing with that file or its tables, and is written to be read and believed,
 * not to be fast. */
#include "rules/movegen_reference.h"

#include <stdbool.h>

#include "rules/position.h"

struct list {
    const ks_position *position;
    ks_move *moves;
    size_t count;
};

static void add(struct list *list, unsigned from, unsigned to, unsigned kind) {
    list->moves[list->count++] = KS_MOVE(from, to, kind);
}

static bool on_board(int file, int row) {
    return file >= 0 && file < 8 && row >= 0 && row < 8;
}

static unsigned side_of(unsigned code) {
    return code & KS_BLACK_BIT ? KS_BLACK : KS_WHITE;
}

static bool can_capture(const struct list *list, unsigned code) {
    return code != KS_EMPTY && side_of(code) != list->position->side_to_move && code != KS_WHITE_KING &&
           code != KS_BLACK_KING;
}

/* ---- Pieces ---- */

struct step {
    int files, rows;
};

static const struct step lines[8] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}},
                         leaps[8] = {{1, -2}, {2, -1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};

/* Adds moves from a square in these directions, at most `reach` steps each, up to the first piece. */
static void piece_moves(struct list *list, unsigned from, const struct step *steps, unsigned directions,
                        int reach) {
    const uint8_t *board = list->position->board;
    for (const struct step *step = steps; step < steps + directions; step++) {
        int file = (int)(from & 7) + step->files, row = (int)(from >> 3) + step->rows;
        for (int gone = 0; gone < reach && on_board(file, row); gone++) {
            const unsigned to = KS_SQUARE(file, row);
            if (board[to] == KS_EMPTY || can_capture(list, board[to]))
                add(list, from, to, KS_MOVE_PLAIN);
            if (board[to] != KS_EMPTY)
                break;
            file += step->files;
            row += step->rows;
        }
    }
}

/* ---- Pawns ---- */

static void add_pawn_move(struct list *list, unsigned from, unsigned to) {
    const unsigned row = to >> 3;
    if (row != 0 && row != 7) {
        add(list, from, to, KS_MOVE_PLAIN);
        return;
    }
    for (unsigned kind = KS_MOVE_TO_KNIGHT; kind <= KS_MOVE_TO_QUEEN; kind++)
        add(list, from, to, kind);
}

static void pawn_pushes(struct list *list, unsigned from, int forward) {
    const uint8_t *board = list->position->board;
    const int file = (int)(from & 7), row = (int)(from >> 3), second_row = forward < 0 ? 6 : 1;
    if (board[KS_SQUARE(file, row + forward)] != KS_EMPTY)
        return;
    add_pawn_move(list, from, KS_SQUARE(file, row + forward));
    if (row == second_row && board[KS_SQUARE(file, row + 2 * forward)] == KS_EMPTY)
        add(list, from, KS_SQUARE(file, row + 2 * forward), KS_MOVE_DOUBLE_PUSH);
}

static void pawn_captures(struct list *list, unsigned from, int forward) {
    for (int files = -1; files <= 1; files += 2) {
        const int file = (int)(from & 7) + files, row = (int)(from >> 3) + forward;
        if (!on_board(file, row))
            continue;
        const unsigned to = KS_SQUARE(file, row);
        if (can_capture(list, list->position->board[to]))
            add_pawn_move(list, from, to);
        else if (to == list->position->en_passant)
            add(list, from, to, KS_MOVE_EN_PASSANT);
    }
}

static void pawn_moves(struct list *list, unsigned from) {
    const int forward = list->position->side_to_move == KS_WHITE ? -1 : 1;
    if (!on_board((int)(from & 7), (int)(from >> 3) + forward))
        return;
    pawn_pushes(list, from, forward);
    pawn_captures(list, from, forward);
}

/* ---- Castling ---- */

/* Returns whether the squares between two of a row, both included, are empty except for king and rook. */
static bool is_free(const uint8_t board[64], unsigned from, unsigned to, unsigned king, unsigned rook) {
    for (unsigned square = from < to ? from : to; square <= (from < to ? to : from); square++)
        if (board[square] != KS_EMPTY && square != king && square != rook)
            return false;
    return true;
}

/* Returns whether no square of the king's way, start and end included, is attacked. The moving king no longer
 * blocks its start, but a piece that attacks through that square gives check at the start. */
static bool is_safe(const uint8_t board[64], unsigned from, unsigned to, unsigned side) {
    for (unsigned square = from < to ? from : to; square <= (from < to ? to : from); square++)
        if (ks_in_check(board, square, side))
            return false;
    return true;
}

static void castling_moves(struct list *list) {
    const ks_position *position = list->position;
    const unsigned us = position->side_to_move, king = ks_find_king(position->board, us);
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
        const unsigned rook = ks_castling_rook(position, us, wing);
        if (rook != KS_NO_SQUARE &&
            is_free(position->board, king, castled_king(us, king, rook), king, rook) &&
            is_free(position->board, rook, castled_rook(us, king, rook), king, rook) &&
            is_safe(position->board, king, castled_king(us, king, rook), us))
            add(list, king, rook, KS_MOVE_CASTLING);
    }
}

/* ---- All moves, and those that are legal ---- */

static void moves_from(struct list *list, unsigned from) {
    switch (list->position->board[from] & ~(unsigned)KS_BLACK_BIT) {
    case KS_WHITE_PAWN:
        pawn_moves(list, from);
        break;
    case KS_WHITE_KNIGHT:
        piece_moves(list, from, leaps, 8, 1);
        break;
    case KS_WHITE_BISHOP:
        piece_moves(list, from, lines + 4, 4, 7);
        break;
    case KS_WHITE_ROOK:
        piece_moves(list, from, lines, 4, 7);
        break;
    case KS_WHITE_QUEEN:
        piece_moves(list, from, lines, 8, 7);
        break;
    case KS_WHITE_KING:
        piece_moves(list, from, lines, 8, 1);
    }
}

static bool leaves_king_safe(const ks_position *position, ks_move move) {
    const unsigned us = position->side_to_move;
    ks_position after;
    ks_after_move(position, move, &after);
    const unsigned king = ks_find_king(after.board, us);
    return king == KS_NO_SQUARE || !ks_in_check(after.board, king, us);
}

size_t ks_legal_moves_reference(const ks_position *position, ks_move moves[KS_MOVES_MAX]) {
    struct list list = {position, moves, 0};
    size_t legal = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        if (position->board[square] != KS_EMPTY && side_of(position->board[square]) == position->side_to_move)
            moves_from(&list, square);
    castling_moves(&list);
    for (size_t i = 0; i < list.count; i++)
        if (leaves_king_safe(position, moves[i]))
            moves[legal++] = moves[i];
    return legal;
}
