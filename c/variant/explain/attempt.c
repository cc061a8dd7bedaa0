/* Finds the rule that a move breaks: first the piece's own, then those of the board, and last the king's
 * safety. */
#include "variant/explain/attempt.h"

#include <assert.h>

#include "core/internal.h"
#include "variant/castling.h"
#include "variant/generate.h"
#include "variant/passing.h"
#include "variant/play.h"
#include "variant/royals/royals.h"
#include "variant/walk.h"

/* ---- What stands in the way ---- */

static bool reaches(const struct attempt *a, const struct line *line) {
    struct walk walk = start_walk(a->v, line);
    for (unsigned stop; (stop = next_stop(&walk, a->position->board)) != KS_NOWHERE;)
        if (stop == a->to)
            return true;
    return false;
}

/* Counts the pieces on a line before a->to. The square of the first goes to *first. */
static unsigned count_on_way(const struct attempt *a, const struct line *line, unsigned *first) {
    unsigned count = 0;
    for (const uint8_t *entry = a->v->pool + line->first; *entry != a->to; entry++) {
        const unsigned square = *entry & ~(unsigned)PASSED;
        if (a->position->board[square] && count++ == 0)
            *first = square;
    }
    return count;
}

static int refuse_way(const struct attempt *a, const struct line *line) {
    unsigned first = a->from;
    const unsigned count = count_on_way(a, line, &first);
    const char *const name = ks_variant_square_name(a->v, first);
    if (line->hop == BETZA_NO_HOP)
        return ks_fail(a->error, KS_ERROR_PIECE_BLOCKED, 0, "the %s on %s stands in the way",
                       name_on(a, first), name);
    if (count == 0)
        return ks_fail(a->error, KS_ERROR_NO_HURDLE, 0, "there is no piece between that it could hop over");
    if (line->hop == BETZA_HOP_OTHERS && count == 1)
        return ks_fail(a->error, KS_ERROR_NO_HURDLE, 0, "it doesn't hop over the %s on %s", name_on(a, first),
                       name);
    if (line->hop == BETZA_HOP_BESIDE)
        return ks_fail(a->error, KS_ERROR_NO_HURDLE, 0,
                       "it hops only to the square behind the first piece in the way, the %s on %s",
                       name_on(a, first), name);
    return ks_fail(a->error, KS_ERROR_PIECE_BLOCKED, 0, "it hops over one piece, and there are %u between",
                   count);
}

/* ---- What stands there ---- */

static int refuse_empty(const struct attempt *a) {
    if (type_on(a, a->from)->takes_en_passant[mover_of(a)] && a->position->en_passant_pawn != KS_NOWHERE)
        return ks_fail(a->error, KS_ERROR_EN_PASSANT_UNAVAILABLE, 0,
                       "it goes there only to capture, and there is nothing to capture, not even en passant");
    return ks_fail(a->error, KS_ERROR_NOTHING_TO_CAPTURE, 0, "it goes there only to capture, and %s is empty",
                   ks_variant_square_name(a->v, a->to));
}

/* Whether the piece captures en passant on a->to. flags: what its lines to that square allow. */
static bool is_en_passant(const struct attempt *a, unsigned flags) {
    return (flags & (LINE_MOVE | LINE_CAPTURE)) == LINE_CAPTURE &&
           has_square(&a->position->en_passant, a->to) && !a->position->board[a->to] &&
           type_on(a, a->from)->takes_en_passant[mover_of(a)];
}

static int check_destination(const struct attempt *a, unsigned flags) {
    const unsigned code = a->position->board[a->to];
    const char *const name = ks_variant_square_name(a->v, a->to);
    if (code == KS_VARIANT_WALL)
        return ks_fail(a->error, KS_ERROR_PIECE_BLOCKED, 0, "there is a wall on %s", name);
    if (!code)
        return flags & LINE_MOVE || is_en_passant(a, flags) ? KS_OK : refuse_empty(a);
    if (KS_VARIANT_SIDE(code) == mover_of(a))
        return ks_fail(a->error, KS_ERROR_OWN_PIECE, 0, "your own %s stands there", name_on(a, a->to));
    if (KS_VARIANT_TYPE(code) == a->v->royal && !a->v->may_lose_king)
        return ks_fail(a->error, KS_ERROR_KING_CAPTURE, 0, "%s %s is never captured",
                       article(name_on(a, a->to)), name_on(a, a->to));
    if (a->v->immune >> KS_VARIANT_TYPE(code) & 1 &&
        KS_VARIANT_TYPE(code) == KS_VARIANT_TYPE(a->position->board[a->from]))
        return ks_fail(a->error, KS_ERROR_SPARED, 0, "one %s doesn't capture another", name_on(a, a->to));
    if (!(flags & LINE_CAPTURE))
        return ks_fail(a->error, KS_ERROR_PIECE_BLOCKED, 0,
                       "the %s on %s stands there, and %s %s doesn't capture like that", name_on(a, a->to),
                       name, article(name_on(a, a->from)), name_on(a, a->from));
    if (a->v->petrifies && a->from == a->position->king[mover_of(a)])
        return ks_fail(a->error, KS_ERROR_OWN_EXPLOSION, 0, "capturing would turn your own %s into a wall",
                       name_on(a, a->from));
    return KS_OK;
}

/* What a line has to allow, given what stands on a->to. Where that is an own piece, either will do: the move
 * is refused anyway. */
static unsigned wanted_flags(const struct attempt *a) {
    const unsigned code = a->position->board[a->to];
    if (!code)
        return LINE_MOVE;
    return KS_VARIANT_SIDE(code) == mover_of(a) ? LINE_MOVE | LINE_CAPTURE : LINE_CAPTURE;
}

/* Follows the piece's lines that lead to a->to and allow any of `wanted`. What the unblocked ones allow goes
 * to *flags, 0 when all are blocked. Returns one of the lines, or NULL when there is none. */
static const struct line *follow_lines(const struct attempt *a, unsigned wanted, unsigned *flags) {
    const unsigned code = a->position->board[a->from];
    const struct line *const end = end_of_lines(a->v, code, a->from), *found = NULL;
    *flags = 0;
    for (const struct line *line = first_line(a->v, code, a->from); line < end; line++) {
        if (!has_square(&line->stops, a->to) || !(line->flags & wanted))
            continue;
        found = line;
        if (reaches(a, line))
            *flags |= line->flags;
    }
    return found;
}

static int check_lines(const struct attempt *a, unsigned *flags) {
    const struct line *line = follow_lines(a, wanted_flags(a), flags);
    if (!line)
        line = follow_lines(a, LINE_MOVE | LINE_CAPTURE, flags);
    if (!line)
        return ks_variant_refuse_piece_rule(a);
    const int promotion = ks_variant_explain_promotion(a);
    if (promotion != KS_OK)
        return promotion;
    return *flags ? check_destination(a, *flags) : refuse_way(a, line);
}

/* ---- The king's safety ---- */

/* The enemy pieces that attack the king after the move, the other general in bikjang included. */
static ks_squares attackers_after(const struct attempt *a, unsigned kind, ks_variant_position *after) {
    ks_variant_undo undo;
    *after = *a->position;
    ks_variant_make_move(a->v, after, VARIANT_MOVE(a->from, a->to, kind, 0), &undo);
    ks_squares attackers = ks_variant_king_checkers(a->v, after, mover_of(a));
    if (ks_variant_in_bikjang(a->v, a->position) && ks_variant_in_bikjang(a->v, after))
        add_square(&attackers, after->king[other_side(mover_of(a))]);
    return attackers;
}

static bool keep_first(ks_variant_move move, void *first) {
    *(ks_variant_move *)first = move;
    return false;
}

/* Refuses a move that leaves the king safe: it gives check where it may not, or captures nothing where there
 * is something to capture. */
static int refuse_otherwise(const struct attempt *a, unsigned kind) {
    ks_variant_move first = 0;
    const bool stands_up = a->v->stands_up && a->promotion;
    if ((!a->v->checking || stands_up) &&
        ks_variant_gives_check(a->v, a->position, VARIANT_MOVE(a->from, a->to, kind, a->promotion)))
        return ks_fail(a->error, KS_ERROR_GIVES_CHECK, 0, "it would give check, which isn't allowed");
    const size_t any = ks_variant_each_move(a->v, a->position, keep_first, &first);
    if (any && KS_VARIANT_MOVE_KIND(first) == KS_VARIANT_DROP)
        return ks_variant_refuse_no_drop(a->v, KS_VARIANT_MOVE_PROMOTION(first) - 1, a->error);
    assert(a->v->must_capture && any);
    (void)any;
    return ks_fail(
        a->error, KS_ERROR_MUST_CAPTURE, 0, "the %s on %s can capture on %s, and who can capture has to",
        name_on(a, KS_VARIANT_MOVE_FROM(first)), ks_variant_square_name(a->v, KS_VARIANT_MOVE_FROM(first)),
        ks_variant_square_name(a->v, KS_VARIANT_MOVE_TO(first)));
}

static int refuse_danger(const struct attempt *a, unsigned kind) {
    const ks_variant_position *const p = a->position;
    const unsigned us = mover_of(a);
    ks_variant_position after;
    ks_squares attackers = attackers_after(a, kind, &after);
    if (p->king[us] != KS_NOWHERE && after.king[us] == KS_NOWHERE)
        return ks_fail(a->error, KS_ERROR_OWN_EXPLOSION, 0, "the explosion would take your own %s",
                       royal_name(a->v));
    const ks_squares before = ks_variant_king_checkers(a->v, p, us);
    const int exposed =
        is_empty_set(&attackers)
            ? ks_variant_refuse_royals(a->v, p, VARIANT_MOVE(a->from, a->to, kind, a->promotion), a->error)
            : KS_OK;
    if (exposed != KS_OK)
        return exposed;
    if (is_empty_set(&attackers) && a->v->king_stands && a->from == p->king[us] && !is_empty_set(&before))
        return ks_fail(a->error, KS_ERROR_CHECK_UNANSWERED, 0,
                       "the %s may not go away from check, only capture what gives it", royal_name(a->v));
    if (is_empty_set(&attackers))
        return refuse_otherwise(a, kind);
    const ks_squares still = both(before, attackers);
    const bool answers_no_check = a->from != p->king[us] && !is_empty_set(&still);
    const unsigned attacker =
        take_square(answers_no_check ? &(ks_squares){{still.half[0], still.half[1]}} : &attackers);
    const char *const name = a->v->types[KS_VARIANT_TYPE(after.board[attacker])].name;
    const char *const royal = royal_name(a->v);
    const char *const from = ks_variant_square_name(a->v, attacker);
    const char *const king = ks_variant_square_name(a->v, after.king[us]);
    if (attacker == after.king[other_side(us)] && (a->v->faces || a->v->bikjang))
        return ks_fail(a->error, KS_ERROR_KINGS_FACE, 0,
                       "the %s on %s would face the %s on %s with nothing between", royal, king, name, from);
    if (a->from == p->king[us])
        return ks_fail(a->error, KS_ERROR_KING_INTO_CHECK, 0, "the %s on %s attacks that square", name, from);
    if (answers_no_check)
        return ks_fail(a->error, KS_ERROR_CHECK_UNANSWERED, 0,
                       "the %s on %s would still be in check from the %s on %s", royal, king, name, from);
    return ks_fail(a->error,
                   kind == KS_VARIANT_EN_PASSANT ? KS_ERROR_EN_PASSANT_UNCOVERS : KS_ERROR_PIECE_PINNED, 0,
                   "the %s on %s would be in check from the %s on %s", royal, king, name, from);
}

int ks_variant_explain_attempt(const struct attempt *a) {
    unsigned flags;
    const int over = ks_variant_explain_ending(a->v, a->position, a->error);
    if (over != KS_OK)
        return over;
    if (a->v->stands_up && a->promotion && type_on(a, a->from)->pawn) {
        const int standing = ks_variant_explain_standing(a);
        return standing != KS_OK ? standing : refuse_danger(a, KS_VARIANT_PLAIN);
    }
    const int code = check_lines(a, &flags);
    return code != KS_OK
               ? code
               : refuse_danger(a, is_en_passant(a, flags) ? KS_VARIANT_EN_PASSANT : KS_VARIANT_PLAIN);
}

/* ---- Castling ---- */

static bool is_path_attacked(const ks_variant *v, const ks_variant_position *p, unsigned from, unsigned to) {
    const unsigned them = other_side(p->side_to_move);
    for (int square = (int)from; square != (int)to; square += to > from ? 1 : -1)
        if (ks_variant_is_royal_attacked(v, p->board, &p->pieces[them], them, (unsigned)square,
                                         p->king[them]))
            return true;
    return false;
}

/* A piece castles that isn't royal, and nothing stands in the way. */
static int refuse_castling_of_others(const ks_variant *v, const ks_variant_position *p, unsigned rook,
                                     ks_error *error) {
    const ks_squares checkers = ks_variant_checkers(v, p, p->side_to_move);
    if (!is_empty_set(&checkers) || !ks_variant_may_castle(v, p, rook))
        return ks_fail(error, KS_ERROR_CASTLING_OUT_OF_CHECK, 0, "the %s would be in check", royal_name(v));
    return v->must_capture
               ? ks_fail(error, KS_ERROR_MUST_CAPTURE, 0, "there is a capture, and who can capture has to")
               : ks_fail(error, KS_ERROR_GIVES_CHECK, 0, "it would give check, which isn't allowed");
}

int ks_variant_explain_castling(const ks_variant *v, const ks_variant_position *p, unsigned wing,
                                ks_error *error) {
    const unsigned us = p->side_to_move, rook = p->castling_rook[us][wing];
    const unsigned king = ks_variant_castling_king(v, p, us);
    const int over = ks_variant_explain_ending(v, p, error);
    if (over != KS_OK)
        return over;
    if (!v->castles)
        return ks_fail(error, KS_ERROR_CASTLING_UNAVAILABLE, 0, "there is no castling in %s", v->name);
    const char *const name = castler_name(v);
    if (rook == KS_NOWHERE)
        return ks_fail(error, KS_ERROR_CASTLING_UNAVAILABLE, 0, "there is no right to castle to that side");
    const struct castled end = ks_variant_castled(v, us, king, rook);
    if (!ks_variant_castling_is_free(p, king, rook, end))
        return ks_fail(error, KS_ERROR_CASTLING_BLOCKED, 0,
                       "a piece stands in the way of castling to that side");
    const struct royals royals = ks_variant_royals(v, p, us);
    if (!v->royal_castles && !has_square(&royals.each, king))
        return refuse_castling_of_others(v, p, rook, error);
    if (is_path_attacked(v, p, king, king + (end.king > king ? 1u : -1u)))
        return ks_fail(error, KS_ERROR_CASTLING_OUT_OF_CHECK, 0, "the %s is in check, so it can't castle",
                       name);
    if (is_path_attacked(v, p, king, end.king))
        return ks_fail(error, KS_ERROR_CASTLING_THROUGH_CHECK, 0, "the %s would pass over an attacked square",
                       name);
    const int exposed =
        ks_variant_refuse_royals(v, p, VARIANT_MOVE(king, rook, KS_VARIANT_CASTLING, 0), NULL);
    if (exposed != KS_OK && exposed != KS_ERROR_KING_INTO_CHECK)
        return ks_variant_refuse_royals(v, p, VARIANT_MOVE(king, rook, KS_VARIANT_CASTLING, 0), error);
    if (ks_variant_may_castle(v, p, rook))
        return ks_fail(error, KS_ERROR_GIVES_CHECK, 0, "it would give check, which isn't allowed");
    return ks_fail(error, KS_ERROR_CASTLING_INTO_CHECK, 0, "the %s would come under attack by castling",
                   name);
}
