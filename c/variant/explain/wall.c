/* Says why a move may not build its wall on a square. Messages follow "white can't build a wall on e4: ". */
#include "variant/moves/walls.h"

#include "variant/attacks/royals.h"
#include "variant/explain/attempt.h"
#include "variant/play/play.h"

static int refuse_exposed(const struct attempt *a, ks_variant_move move) {
    ks_variant_position after = *a->position;
    ks_variant_undo undo;
    ks_variant_make_move(a->v, &after, move, &undo);
    const unsigned endangered = ks_variant_piece_in_check(a->v, &after, a->us);
    if (endangered == KS_NOWHERE)
        return REFUSE(a, KS_ERROR_CASTLING_THROUGH_CHECK, "the king would pass an attacked square");
    return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, "%s would be in check from %s",
                  ks_the_piece(a->v, &after, endangered).text,
                  ks_the_piece(a->v, &after, lowest(ks_variant_checkers(a->v, &after, a->us))).text);
}

/* Refuses a free square that the rule excludes. */
static int refuse_rule(const struct attempt *a, unsigned wall) {
    static const char *const reasons[] = {
        [WALLING_ARROW] = "the piece that has moved could not move there next",
        [WALLING_EDGE] = "that square is neither at the edge of the board nor beside a wall",
        [WALLING_PAST] = "the wall goes to the square that the piece has left"};
    const struct walling *const rule = &a->v->walling;
    if (!has_square(&rule->region[a->us], wall))
        return REFUSE(a, KS_ERROR_WALL_SQUARE, "no wall of %s's may stand there", ks_side_names[a->us]);
    return REFUSE(a, KS_ERROR_WALL_SQUARE, "%s", reasons[rule->rule]);
}

int ks_variant_explain_wall(const struct attempt *a, ks_variant_move move, unsigned wall) {
    const ks_variant_move bare = move & ~WITH_WALL(127u);
    const unsigned code = a->position->board[wall];
    const ks_squares squares = ks_variant_wall_squares(a->v, a->position, bare);
    if (!KS_VARIANT_MOVE_BUILDS(move))
        return REFUSE(a, KS_ERROR_WALL_SQUARE, "a side builds a wall or moves, but not both");
    if (has_square(&squares, wall))
        return refuse_exposed(a, bare | WITH_WALL(wall));
    if (code == KS_VARIANT_WALL)
        return REFUSE(a, KS_ERROR_WALL_SQUARE, "a wall stands there");
    if (code && wall != KS_VARIANT_MOVE_FROM(move))
        return REFUSE(a, KS_ERROR_WALL_SQUARE, "%s stands there", the(a, wall).text);
    if (wall == KS_VARIANT_MOVE_TO(move))
        return REFUSE(a, KS_ERROR_WALL_SQUARE, "the piece that moves goes there");
    return refuse_rule(a, wall);
}

int ks_variant_refuse_walls(const struct attempt *a, ks_variant_move move) {
    const ks_squares squares = ks_variant_wall_squares(a->v, a->position, move);
    if (is_empty_set(&squares))
        return REFUSE(a, KS_ERROR_WALL_SQUARE, "no square would be left for its wall");
    return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, "a royal piece would be in check wherever the wall goes");
}
