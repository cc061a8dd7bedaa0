/* Finds the squares of the walls that moves build. A wall is built on the board as the move has left it, but
 * before an explosion: the squares that it clears are still occupied. */
#include "variant/moves/walls.h"

#include <string.h>

#include "variant/attacks/attacks.h"
#include "variant/attacks/safety.h"
#include "variant/play/castling.h"
#include "variant/play/play.h"

/* ---- The board after a move ---- */

/* A board on which a piece has moved. */
struct moved {
    uint8_t board[KS_VARIANT_SQUARES_MAX];
    ks_variant_squares occupied;
    unsigned to; /* where the piece stands, or the king after castling */
};

static void carry(struct moved *moved, unsigned from, unsigned to, unsigned code) {
    moved->board[from] = 0;
    remove_square(&moved->occupied, from);
    moved->board[to] = (uint8_t)code;
    add_square(&moved->occupied, to);
    moved->to = to;
}

/* The piece is still of the type that moves, even when the move promotes it. */
static void move_on_board(const ks_variant *v, const ks_variant_position *p, ks_variant_move move,
                          struct moved *moved) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    memcpy(moved->board, p->board, sizeof moved->board);
    moved->occupied = occupied_squares(p);
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING) {
        const struct castled end = ks_variant_castled(v, p->side_to_move, from, to);
        const unsigned rook = p->board[to];
        moved->board[to] = 0;
        remove_square(&moved->occupied, to);
        carry(moved, from, end.rook, rook);
        add_square(&moved->occupied, end.king);
        moved->board[end.king] = p->board[from];
        moved->to = end.king;
        return;
    }
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT) {
        moved->board[p->en_passant_pawn] = 0;
        remove_square(&moved->occupied, p->en_passant_pawn);
    }
    carry(moved, from, to, p->board[from]);
}

/* ---- The rules ---- */

/* Returns the squares at the edges of the board, and those beside a wall. */
static ks_variant_squares edges(const ks_variant *v, const ks_variant_position *p) {
    ks_variant_squares squares = {{0}};
    for (unsigned square = 0; square < v->squares; square++) {
        const unsigned file = square % v->files, row = square / v->files;
        if (file == 0 || file + 1 == v->files || row == 0 || row + 1 == v->ranks ||
            has_square(&p->walls, square - 1) || has_square(&p->walls, square + 1) ||
            has_square(&p->walls, square - v->files) || has_square(&p->walls, square + v->files))
            add_square(&squares, square);
    }
    return squares;
}

ks_variant_squares ks_variant_wall_squares(const ks_variant *v, const ks_variant_position *p,
                                           ks_variant_move move) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move);
    struct moved moved;
    move_on_board(v, p, move, &moved);
    const ks_variant_squares free =
        both(without(v->board, moved.occupied), v->walling.region[p->side_to_move]);
    switch (v->walling.rule) {
    case WALLING_ARROW:
        return both(free, find_targets(v, moved.board, &moved.occupied, moved.to).moves);
    case WALLING_PAST:
        return both(free, set_of_square(from));
    case WALLING_EDGE:
        return both(free, edges(v, p));
    default:
        return free;
    }
}

/* ---- Safety ---- */

/* Returns whether a king that castles behind its wall passes no attacked square. */
static bool passes_safely(const ks_variant *v, const ks_variant_position *p, ks_variant_move move) {
    const unsigned us = p->side_to_move, them = other_side(us), king = KS_VARIANT_MOVE_FROM(move);
    const struct castled end = ks_variant_castled(v, us, king, KS_VARIANT_MOVE_TO(move));
    const struct royals royals = ks_variant_royals(v, p, us);
    uint8_t board[KS_VARIANT_SQUARES_MAX];
    if (king != p->king[us] && !has_square(&royals.each, king))
        return true;
    memcpy(board, p->board, sizeof board);
    board[king] = 0;
    for (ks_variant_squares left = p->walls; v->walling.rule == WALLING_DUCK && !is_empty_set(&left);)
        board[take_square(&left)] = 0;
    board[KS_VARIANT_MOVE_WALL(move)] = KS_VARIANT_WALL;
    for (unsigned square = king; square != end.king; square += end.king > king ? 1u : -1u)
        if (ks_variant_is_royal_attacked(v, board, &p->pieces[them], them, square, p->king[them]))
            return false;
    return true;
}

bool ks_variant_is_safe_behind_wall(const ks_variant *v, const ks_variant_position *p, ks_variant_move move) {
    const unsigned us = p->side_to_move, them = other_side(us);
    ks_variant_position after = *p;
    ks_variant_undo undo;
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING && !passes_safely(v, p, move))
        return false;
    ks_variant_make_move(v, &after, move, &undo);
    if (p->king[us] != KS_VARIANT_NO_SQUARE && after.king[us] == KS_VARIANT_NO_SQUARE)
        return false;
    return (p->king[them] != KS_VARIANT_NO_SQUARE && after.king[them] == KS_VARIANT_NO_SQUARE) ||
           ks_variant_piece_in_check(v, &after, us) == KS_VARIANT_NO_SQUARE;
}
