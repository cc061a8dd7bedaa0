/* Finds walls that moves build, as simply as possible. Shares no code with c/variant. */
#include <stdlib.h>

#include "support/variants/naive.h"

static bool is_at_edge(const struct naive_variant *v, int square) {
    const int file = square % v->files, row = square / v->files;
    return file == 0 || row == 0 || file == v->files - 1 || row == v->ranks - 1;
}

static bool is_beside_wall(const struct naive_variant *v, const struct naive_position *p, int square) {
    for (int wall = 0; wall < v->squares; wall++)
        if (p->board[wall] == '*' &&
            abs(wall % v->files - square % v->files) + abs(wall / v->files - square / v->files) == 1)
            return true;
    return false;
}

bool naive_may_wall(const struct naive_variant *v, const struct naive_position *p, struct naive_move move,
                    int square) {
    struct naive_position after = *p;
    bool first;
    move.promotion = 0;
    naive_make_move(v, &after, move);
    if (after.board[square] != '.' || !v->wall_region[p->side][square])
        return false;
    switch (v->walling) {
    case NAIVE_ARROW: /* as in Fairy-Stockfish, by no first move */
        return naive_goes_to_empty(v, &after, move.to, square, &first) && !first;
    case NAIVE_EDGE:
        return is_at_edge(v, square) || is_beside_wall(v, p, square);
    case NAIVE_PAST:
        return square == move.from;
    default:
        return true;
    }
}
