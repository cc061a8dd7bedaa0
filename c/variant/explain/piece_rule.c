/* Finds why a piece doesn't move so at all, whatever stands on the board. */
#include "variant/attacks/cambodian.h"
#include "variant/definition/squares.h"
#include "variant/explain/attempt.h"

static bool has_first_moves(const struct piece_type *type) {
    bool found = type->pawn;
    for (unsigned i = 0; i < type->betza.count; i++)
        found |= type->betza.terms[i].first;
    return found;
}

/* Returns whether the piece could go as far in the same direction by a first move from some other square. */
static bool is_first_move_elsewhere(const struct attempt *a) {
    const ks_variant *const v = a->v;
    const int files = (int)(a->to % v->files) - (int)(a->from % v->files);
    const int rows = (int)(a->to / v->files) - (int)(a->from / v->files);
    const ks_squares starts = either(v->first_push[a->us], v->triple_push[a->us]);
    if (!has_first_moves(type_on(a, a->from)))
        return false;
    for (ks_squares left = starts; !is_empty_set(&left);) {
        const unsigned from = take_square(&left), to = ks_variant_beside(v, from, files, rows);
        struct piece_lines lines;
        if (to == KS_NOWHERE)
            continue;
        ks_variant_find_lines(v, a->position->board[a->from], from, &lines);
        for (unsigned i = 0; i < lines.count; i++)
            if (lines.all[i].flags & LINE_FIRST && has_square(&lines.all[i].stops, to))
                return true;
    }
    return false;
}

/* Returns whether the piece could take this step once it has been promoted as soldiers are: sideways. */
static bool is_step_beyond(const struct attempt *a) {
    const struct betza *const betza = &type_on(a, a->from)->betza;
    const unsigned files = a->v->files;
    bool held_back = false;
    for (unsigned i = 0; i < betza->count; i++)
        held_back |= betza->terms[i].beyond;
    return held_back && a->from / files == a->to / files &&
           (a->from > a->to ? a->from - a->to : a->to - a->from) == 1 &&
           !has_square(&a->v->beyond[a->us], a->from);
}

/* Returns whether it is a first move of Cambodian chess. */
static bool is_cambodian_leap(const struct attempt *a) {
    const ks_variant *const v = a->v;
    const unsigned type = type_number(a, a->from), us = a->us;
    return v->cambodian && ((type == v->royal && (ks_variant_square_ahead(v, us, a->from, -2, 1) == a->to ||
                                                  ks_variant_square_ahead(v, us, a->from, 2, 1) == a->to)) ||
                            (type == v->met && ks_variant_square_ahead(v, us, a->from, 0, 2) == a->to));
}

/* Refuses a first move from a square that no first move starts from. */
static int refuse_first_move(const struct attempt *a) {
    const struct words ranks = ks_name_ranks(a->v, &a->v->first_push[a->us]);
    if (!type_on(a, a->from)->pawn || a->v->push != 2 || !*ranks.text)
        return REFUSE(a, KS_ERROR_PAWN_DOUBLE_PUSH, "it may go so far only from where it starts");
    return REFUSE(a, KS_ERROR_PAWN_DOUBLE_PUSH, "a %s %s moves two squares only from %s",
                  ks_side_names[a->us], noun_on(a, a->from).text, ranks.text);
}

int ks_variant_refuse_piece_rule(const struct attempt *a) {
    char rule[144]; /* so that the whole sentence fits */
    const struct piece_type *const type = type_on(a, a->from);
    if (a->from == a->to)
        return REFUSE(a, KS_ERROR_SAME_SQUARE, "it stands there already");
    if (type->confined && !has_square(&type->region[a->us], a->to))
        return REFUSE(a, KS_ERROR_PIECE_RULE, "no %s %s may go there", ks_side_names[a->us],
                      noun_on(a, a->from).text);
    if (is_step_beyond(a))
        return REFUSE(a, KS_ERROR_PIECE_RULE, "it goes sideways only from its rank %u on",
                      a->v->ranks - count_squares(&a->v->beyond[a->us]) / a->v->files + 1);
    if (is_cambodian_leap(a))
        return REFUSE(a, KS_ERROR_PIECE_RULE,
                      "it leaps like that only with its first move and to an empty square; a %s neither from "
                      "check nor once a rook has aimed at it",
                      ks_noun_of(a->v, a->v->royal).text);
    if (is_first_move_elsewhere(a))
        return refuse_first_move(a);
    ks_say_rule(a->v, type_number(a, a->from), rule, sizeof rule);
    return REFUSE(a, KS_ERROR_PIECE_RULE, "%s", rule);
}
