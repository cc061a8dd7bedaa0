/* Finds promoted forms and drops as simply as possible. Shares no code with c/variant. */
#include <ctype.h>

#include "support/variants/naive.h"

/* ---- Promoted forms ---- */

static bool is_own(const struct naive_position *p, int square) {
    return naive_is_piece(p->board[square]) && (islower((unsigned char)p->board[square]) != 0) == p->side;
}

/* The number of pieces of the side to move that count as `kind`. */
static int count_kind(const struct naive_variant *v, const struct naive_position *p, int kind) {
    int count = 0;
    for (int square = 0; square < v->squares; square++)
        count += is_own(p, square) && v->types[naive_type_of(v, p->board[square])].kind == kind;
    return count;
}

int naive_turns_into(const struct naive_variant *v, const struct naive_position *p, struct naive_move move) {
    const struct naive_type *const type = &v->types[naive_type_of(v, p->board[move.from])];
    const bool is_form = v->types[type->plain].label != type->label;
    const int into = !is_form ? type->form : v->turns_back ? type->plain : -1;
    const bool *const zone = v->promotion[p->side];
    if (into < 0 || move.kind == NAIVE_CASTLING || (v->turns_by_capture && p->board[move.to] == '.'))
        return -1;
    if (type->pawn)
        return move.kind != NAIVE_EN_PASSANT && zone[move.to] ? into : -1;
    const int kind = v->types[into].kind, limit = v->types[kind].limit;
    if (!is_form && limit && count_kind(v, p, kind) >= limit)
        return -1;
    return zone[move.from] || zone[move.to] ? into : -1;
}

/* ---- Drops ---- */

static bool must_drop(const struct naive_variant *v, const struct naive_position *p) {
    for (int type = 0; type < v->type_count; type++)
        if (v->musts[type] && p->hand[p->side][type])
            return true;
    return false;
}

static bool is_full_file(const struct naive_variant *v, const struct naive_position *p, int square) {
    int count = 0;
    for (int other = square % v->files; other < v->squares; other += v->files)
        count += is_own(p, other) && v->types[naive_type_of(v, p->board[other])].kind == v->no_doubled;
    return count >= v->doubled_count;
}

bool naive_may_appear(const struct naive_variant *v, int side, int type, int square) {
    const int rank = side ? square / v->files : v->ranks - 1 - square / v->files;
    const bool pawn = v->types[type].pawn;
    return v->drop_region[side][square] && v->types[type].region[side][square] &&
           !(pawn && rank == 0 && !v->first_rank_drops) &&
           !(pawn && v->promotion[side][square] && !v->zone_drops);
}

static bool may_drop(const struct naive_variant *v, const struct naive_position *p, int held, int square) {
    if (must_drop(v, p) && !v->musts[held])
        return false;
    return p->board[square] == '.' && naive_may_appear(v, p->side, held, square) &&
           !(held == v->no_doubled && is_full_file(v, p, square));
}

static int add_drop(const struct naive_variant *v, const struct naive_position *p, int type, int square,
                    struct naive_move *move) {
    struct naive_position after = *p;
    *move = (struct naive_move){.from = square, .to = square, .kind = NAIVE_DROP, .promotion = type + 1};
    naive_make_move(v, &after, *move);
    return naive_is_safe(v, p, *move) && !(v->must_stay_mobile && naive_never_moves(v, &after, square));
}

int naive_drops(const struct naive_variant *v, const struct naive_position *p, struct naive_move *moves,
                bool *have_to_be) {
    int count = 0;
    for (int held = 0; held < v->type_count; held++)
        for (int square = 0; square < v->squares && p->hand[p->side][held]; square++) {
            if (!may_drop(v, p, held, square))
                continue;
            count += add_drop(v, p, held, square, &moves[count]);
            if (v->drop_promoted && v->types[held].form >= 0)
                count += add_drop(v, p, v->types[held].form, square, &moves[count]);
        }
    *have_to_be = count > 0 && must_drop(v, p);
    return count;
}
