/* Goals, connections, counted checks and passes, as simply as possible. Shares no code with c/variant. */
#include <ctype.h>

#include "support/variants/naive.h"

static bool is_full(const struct naive_variant *v, const struct naive_position *p, const bool *region) {
    for (int square = 0; square < v->squares; square++)
        if (region[square] && p->board[square] == '.')
            return false;
    return true;
}

static bool has_won(const struct naive_variant *v, const struct naive_position *p, int side) {
    int count = 0, attacked = 0;
    for (int square = 0; square < v->squares; square++)
        if (v->goal[side][square] && naive_is_piece(p->board[square]) &&
            (islower((unsigned char)p->board[square]) != 0) == side &&
            v->flag[side][v->types[naive_type_of(v, p->board[square])].kind]) {
            count++;
            attacked += naive_is_attacked(v, p, square, !side);
        }
    if (v->safe_flag && count == v->flags && attacked)
        return false;
    const bool blocked = v->blocked_flag && side != p->side && is_full(v, p, v->goal[side]);
    return count > 0 && (count >= v->flags || blocked);
}

static bool has_king(const struct naive_variant *v, const struct naive_position *p, int side) {
    for (int square = 0; square < v->squares; square++)
        if (naive_is_piece(p->board[square]) && naive_type_of(v, p->board[square]) == v->royal &&
            (islower((unsigned char)p->board[square]) != 0) == side)
            return true;
    return false;
}

bool naive_is_over(const struct naive_variant *v, const struct naive_position *p) {
    return p->passes == 2 || (v->checks && (p->checks_left[0] <= 0 || p->checks_left[1] <= 0)) ||
           (v->explodes && !(has_king(v, p, 0) && has_king(v, p, 1))) ||
           naive_has_connected(v, p, !p->side) || (v->flags && (has_won(v, p, 0) || has_won(v, p, 1)));
}
