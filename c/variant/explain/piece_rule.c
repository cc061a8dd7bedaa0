/* Says why a piece doesn't move so at all, whatever stands on the board. */
#include "core/internal.h"
#include "variant/explain/attempt.h"
#include "variant/gating/cambodian.h"
#include "variant/walk.h"

/* Whether the piece could go as far in the same direction by a first move from some other square. */
static bool is_first_move_elsewhere(const struct attempt *a) {
    const unsigned code = a->position->board[a->from], files = a->v->files;
    const int file = (int)(a->to % files) - (int)(a->from % files);
    const int row = (int)(a->to / files) - (int)(a->from / files);
    for (unsigned from = 0; from < a->v->squares; from++) {
        const int to_file = (int)(from % files) + file, to_row = (int)(from / files) + row;
        if (to_file < 0 || to_row < 0 || to_file >= (int)files || to_row >= (int)a->v->ranks)
            continue;
        const struct line *const end = end_of_lines(a->v, code, from);
        for (const struct line *line = first_line(a->v, code, from); line < end; line++)
            if (line->flags & LINE_FIRST &&
                has_square(&line->stops, (unsigned)to_row * files + (unsigned)to_file))
                return true;
    }
    return false;
}

/* Whether the piece could take this step once it has been promoted as soldiers are: sideways. */
static bool is_step_beyond(const struct attempt *a) {
    const struct betza *const betza = &type_on(a, a->from)->betza;
    const unsigned files = a->v->files;
    bool held_back = false;
    for (unsigned i = 0; i < betza->count; i++)
        held_back |= betza->terms[i].beyond;
    return held_back && a->from / files == a->to / files &&
           (a->from > a->to ? a->from - a->to : a->to - a->from) == 1 &&
           !has_square(&a->v->beyond[mover_of(a)], a->from);
}

/* Whether it is a first move of Cambodian chess. */
static bool is_cambodian_leap(const struct attempt *a) {
    const ks_variant *const v = a->v;
    const unsigned type = KS_VARIANT_TYPE(a->position->board[a->from]), us = mover_of(a);
    return v->cambodian && ((type == v->royal && (ks_variant_square_ahead(v, us, a->from, -2, 1) == a->to ||
                                                  ks_variant_square_ahead(v, us, a->from, 2, 1) == a->to)) ||
                            (type == v->met && ks_variant_square_ahead(v, us, a->from, 0, 2) == a->to));
}

int ks_variant_refuse_piece_rule(const struct attempt *a) {
    if (a->from == a->to && a->v->passing)
        return ks_variant_explain_passing(a->v, a->position, a->error);
    if (a->from == a->to)
        return ks_fail(a->error, KS_ERROR_SAME_SQUARE, 0, "it stands there already");
    if (type_on(a, a->from)->confined && !has_square(&type_on(a, a->from)->region[mover_of(a)], a->to))
        return ks_fail(a->error, KS_ERROR_PIECE_RULE, 0, "no %s %s may go to %s", ks_side_names[mover_of(a)],
                       name_on(a, a->from), ks_variant_square_name(a->v, a->to));
    if (is_step_beyond(a))
        return ks_fail(a->error, KS_ERROR_PIECE_RULE, 0, "it goes sideways only from its rank %u on",
                       a->v->ranks - count_squares(&a->v->beyond[mover_of(a)]) / a->v->files + 1);
    if (is_cambodian_leap(a))
        return ks_fail(
            a->error, KS_ERROR_PIECE_RULE, 0,
            "it leaps like that only as long as it hasn't moved, and a %s neither captures so nor leaves "
            "check",
            royal_name(a->v));
    if (is_first_move_elsewhere(a))
        return ks_fail(a->error, KS_ERROR_PAWN_DOUBLE_PUSH, 0, "it may go so far only from where it starts");
    return ks_fail(a->error, KS_ERROR_PIECE_RULE, 0, "that is not how %s %s moves",
                   article(name_on(a, a->from)), name_on(a, a->from));
}
