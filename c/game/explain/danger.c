/* Says why a move of a variant that the piece could make is forbidden: royal pieces in danger, walls, and
 * games that are over. */

#include <assert.h>

#include "game/explain/attempt.h"
#include "variant/attacks/attacks.h"
#include "variant/attacks/safety.h"
#include "variant/definition/squares.h"
#include "variant/ends/ends.h"
#include "variant/moves/generate.h"
#include "variant/moves/walls.h"
#include "variant/play/castling.h"
#include "variant/play/play.h"

/* ==== Danger ==== */

/* Finds what keeps a piece from a move that its own rule and the board allow: mostly the safety of
 * its king. */

/* A move that has been made to see what follows. */
struct trial {
    const struct attempt *a;
    ks_variant_move move;
    ks_variant_position after;
    ks_variant_squares before, attackers; /* of the king before the move and after it; none without a king */
};

/* ---- Moves that leave the king safe ---- */

static bool keep_first(ks_variant_move move, void *first) {
    *(ks_variant_move *)first = move;
    return false;
}

/* Refuses a move since another one has to be made: a drop or a capture. */
static int refuse_for_another(const struct attempt *a) {
    ks_variant_move first = 0;
    const size_t any = ks_variant_each_move(a->v, a->position, keep_first, &first);
    if (any && KS_VARIANT_MOVE_KIND(first) == KS_VARIANT_DROP)
        return REFUSE(a, KS_ERROR_MUST_DROP, "the %s in hand has to be dropped before any move",
                      ks_noun_of(a->v, KS_VARIANT_MOVE_PROMOTION(first) - 1).text);
    assert(a->v->must_capture && any);
    return REFUSE(a, KS_ERROR_MUST_CAPTURE, "%s can capture on %s, and a side that can capture has to",
                  the(a, KS_VARIANT_MOVE_FROM(first)).text, square_name(a, KS_VARIANT_MOVE_TO(first)));
}

static int refuse_safe(const struct trial *t) {
    const struct attempt *const a = t->a;
    const ks_variant *const v = a->v;
    const int exposed = ks_variant_refuse_royals(a, t->move);
    if (exposed != KS_OK)
        return exposed;
    if (v->king_stands && a->from == a->position->king[a->us] && !is_empty_set(&t->before))
        return REFUSE(a, KS_ERROR_CHECK_UNANSWERED,
                      "the %s may not go away from check, only capture what gives it",
                      ks_noun_of(v, v->royal).text);
    if ((!v->checking || (v->stands_up && a->promotion)) && ks_variant_gives_check(v, a->position, t->move))
        return REFUSE(a, KS_ERROR_GIVES_CHECK, "it would give check, which isn't allowed");
    if (v->walling.rule && !v->walling.instead && !v->must_capture)
        return ks_variant_refuse_walls(a, t->move);
    return refuse_for_another(a);
}

/* ---- Moves that leave the king in check ---- */

/* Returns whether a piece checks by a leap or along a line, and needs no other piece for it. One move of
 * another piece can't answer two such checks. */
static bool checks_plainly(const struct betza *betza) {
    bool plain = true;
    for (unsigned i = 0; i < betza->count; i++)
        if (betza->terms[i].modality & BETZA_CAPTURE)
            plain &= !betza->terms[i].hop && !betza->terms[i].lame && !betza->terms[i].bent &&
                     (betza->terms[i].far == 1 || betza->terms[i].range == 1);
    return plain;
}

static bool is_double_check(const struct trial *t) {
    bool plain = count_squares(&t->before) > 1 && !t->a->v->blasts;
    for (ks_variant_squares checkers = t->before; !is_empty_set(&checkers);)
        plain &= checks_plainly(&type_on(t->a, take_square(&checkers))->betza);
    return plain;
}

static int refuse_double_check(const struct trial *t) {
    ks_variant_squares checkers = t->before;
    const struct words first = the(t->a, take_square(&checkers));
    return REFUSE(t->a, KS_ERROR_DOUBLE_CHECK, BOTH_CHECK, first.text, the(t->a, lowest(checkers)).text,
                  ks_noun_of(t->a->v, t->a->v->royal).text);
}

/* Returns whether the piece that moves hides its king from an attacker. */
static bool is_pinned(const struct attempt *a, unsigned attacker) {
    ks_variant_position lifted = *a->position;
    lift(&lifted, a->from);
    const ks_variant_squares attackers = ks_variant_king_checkers(a->v, &lifted, a->us);
    return has_square(&attackers, attacker);
}

static int refuse_uncovering(const struct trial *t, const char *king) {
    const struct attempt *const a = t->a;
    const unsigned attacker = lowest(t->attackers);
    if (is_pinned(a, attacker))
        return REFUSE(a, KS_ERROR_PIECE_PINNED, PINNED, king, the(a, attacker).text);
    if (KS_VARIANT_MOVE_KIND(t->move) == KS_VARIANT_EN_PASSANT)
        return REFUSE(a, KS_ERROR_EN_PASSANT_UNCOVERS, EN_PASSANT_UNCOVERS, the(a, attacker).text, king);
    return REFUSE(a, KS_ERROR_PIECE_PINNED, NOW_IN_CHECK, king, the(a, attacker).text);
}

static int refuse_check(const struct trial *t) {
    const struct attempt *const a = t->a;
    const unsigned attacker = lowest(t->attackers);
    const struct words king = ks_the_piece(a->v, &t->after, t->after.king[a->us]);
    const ks_variant_squares still = both(t->before, t->attackers);
    if (attacker == a->position->king[other_side(a->us)] && a->v->beyond_tables)
        return REFUSE(a, KS_ERROR_KINGS_FACE, "%s would face %s with nothing between", king.text,
                      the(a, attacker).text);
    if (a->from == a->position->king[a->us])
        return REFUSE(a, KS_ERROR_KING_INTO_CHECK, INTO_CHECK, the(a, attacker).text);
    if (is_double_check(t))
        return refuse_double_check(t);
    if (!is_empty_set(&still))
        return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, STILL_IN_CHECK, king.text, the(a, lowest(still)).text);
    return refuse_uncovering(t, king.text);
}

/* ---- All ---- */

int ks_variant_refuse_danger(const struct attempt *a, unsigned kind) {
    struct trial t = {
        .a = a, .move = VARIANT_MOVE(a->from, a->to, kind, a->promotion), .after = *a->position};
    ks_variant_undo undo;
    ks_variant_make_move(a->v, &t.after, t.move, &undo);
    if (a->position->king[a->us] != KS_VARIANT_NO_SQUARE && t.after.king[a->us] == KS_VARIANT_NO_SQUARE)
        return REFUSE(a, KS_ERROR_OWN_EXPLOSION, "the explosion would take %s's own %s", ks_side_names[a->us],
                      ks_noun_of(a->v, a->v->royal).text);
    t.before = ks_variant_king_checkers(a->v, a->position, a->us);
    t.attackers = ks_variant_king_checkers(a->v, &t.after, a->us);
    if (ks_variant_in_bikjang(a->v, a->position) && ks_variant_in_bikjang(a->v, &t.after))
        add_square(&t.attackers, t.after.king[other_side(a->us)]);
    return is_empty_set(&t.attackers) ? refuse_safe(&t) : refuse_check(&t);
}

/* ==== Royal pieces ==== */

/* Says which piece a move leaves in check that is royal only for the time being. */

/* Returns the square on which the piece that moves ends. */
static unsigned end_of(const ks_variant *v, const ks_variant_position *p, ks_variant_move move) {
    const unsigned from = KS_VARIANT_MOVE_FROM(move), to = KS_VARIANT_MOVE_TO(move);
    return KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING
               ? ks_variant_castled(v, p->side_to_move, from, to).king
               : to;
}

/* Returns whether the piece may be left in check unless all of its kind are. */
static bool has_company(const ks_variant *v, const ks_variant_position *p, unsigned square) {
    const unsigned code = p->board[square];
    return v->crowned.together &&
           ks_variant_count_type(v, p, KS_VARIANT_SIDE(code), v->types[KS_VARIANT_TYPE(code)].kind) >
               v->crowned.most;
}

/* Returns the square of a piece that is in check after a move, and was royal before it or has become so by
 * it; KS_VARIANT_NO_SQUARE when there is none. */
static unsigned find_endangered_after(const ks_variant *v, const ks_variant_position *before,
                                      const ks_variant_position *after, ks_variant_move move) {
    const unsigned us = before->side_to_move, them = other_side(us),
                   type = KS_VARIANT_MOVE_PROMOTION(move) - 1;
    const bool drop = KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP;
    struct royals royals = ks_variant_royals(v, before, us);
    if (drop && v->crowned.types >> v->types[type].kind & 1)
        add_square(&royals.each, KS_VARIANT_MOVE_TO(move));
    if (!drop)
        ks_variant_carry_royals(&royals, KS_VARIANT_MOVE_FROM(move), end_of(v, before, move));
    if (!drop && KS_VARIANT_MOVE_PROMOTION(move) && v->crowned.types >> v->types[type].kind & 1 &&
        !has_square(&royals.each, KS_VARIANT_MOVE_TO(move)))
        ks_variant_crown(v, before, &royals, KS_VARIANT_MOVE_TO(move), v->types[type].kind);
    return ks_variant_find_endangered(v, after->board, &after->pieces[them], them, &royals);
}

int ks_variant_refuse_royals(const struct attempt *a, ks_variant_move move) {
    const ks_variant *const v = a->v;
    ks_variant_position after = *a->position;
    ks_variant_undo undo;
    ks_variant_make_move(v, &after, move, &undo);
    const unsigned square = find_endangered_after(v, a->position, &after, move);
    if (square == KS_VARIANT_NO_SQUARE)
        return KS_OK;
    const ks_variant_squares attackers = ks_variant_attackers(v, &after, square, after.side_to_move);
    const ks_variant_squares still = both(attackers, ks_variant_checkers(v, a->position, a->us));
    const struct words royal = ks_the_piece(v, &after, square),
                       attacker = ks_the_piece(v, &after, lowest(attackers));
    if (has_company(v, &after, square))
        return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, "each %s would be in check, that on %s from %s",
                      ks_noun_of(v, KS_VARIANT_TYPE(after.board[square])).text, square_name(a, square),
                      attacker.text);
    if (square != end_of(v, a->position, move))
        return is_empty_set(&still)
                   ? REFUSE(a, KS_ERROR_PIECE_PINNED, NOW_IN_CHECK, royal.text, attacker.text)
                   : REFUSE(a, KS_ERROR_CHECK_UNANSWERED, STILL_IN_CHECK, royal.text, attacker.text);
    if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING)
        return REFUSE(a, KS_ERROR_CASTLING_INTO_CHECK, NOW_IN_CHECK, royal.text, attacker.text);
    return REFUSE(a, KS_ERROR_KING_INTO_CHECK, INTO_CHECK, attacker.text);
}

/* ==== Walls ==== */

/* Says why a move may not build its wall on a square. Messages follow "white can't build a wall on e4: ". */

static int refuse_exposed(const struct attempt *a, ks_variant_move move) {
    ks_variant_position after = *a->position;
    ks_variant_undo undo;
    ks_variant_make_move(a->v, &after, move, &undo);
    const unsigned endangered = ks_variant_piece_in_check(a->v, &after, a->us);
    if (endangered == KS_VARIANT_NO_SQUARE)
        return REFUSE(a, KS_ERROR_CASTLING_THROUGH_CHECK, "the king would pass an attacked square");
    return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, NOW_IN_CHECK, ks_the_piece(a->v, &after, endangered).text,
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
    const ks_variant_squares squares = ks_variant_wall_squares(a->v, a->position, bare);
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
    const ks_variant_squares squares = ks_variant_wall_squares(a->v, a->position, move);
    if (is_empty_set(&squares))
        return REFUSE(a, KS_ERROR_WALL_SQUARE, "no square would be left for its wall");
    return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, "a royal piece would be in check wherever the wall goes");
}

/* ==== Games that are over ==== */

/* Says how a game has ended, and why a side may not pass. */

static int refuse_extinction(const struct attempt *a, const char *side) {
    const ks_variant *const v = a->v;
    if (v->may_lose_king)
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s's %s has been blown up", side,
                      ks_noun_of(v, v->royal).text);
    if (v->extinction.count == 0)
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has lost %s", side,
                      v->extinction.all ? "all pieces" : "all pieces of a kind");
    if (v->extinction.all && v->extinction.count == 1 && v->royal != NO_TYPE)
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: there is nothing left of %s but the %s", side,
                      ks_noun_of(v, v->royal).text);
    return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has too few pieces left", side);
}

static int refuse_connection(const struct attempt *a, const char *side) {
    const struct connection *const rule = &a->v->connection;
    if (!rule->row || rule->block || rule->scattered)
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has connected its pieces", side);
    return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has %u pieces in a row", side, rule->row);
}

int ks_variant_explain_ending(const struct attempt *a) {
    const ks_variant *const v = a->v;
    struct ending ending;
    if (!ks_variant_has_ended(v, a->position, &ending))
        return KS_OK;
    const char *const side = ks_side_names[ending.side];
    switch (ending.rule) {
    case ENDED_BY_EXTINCTION:
        return refuse_extinction(a, side);
    case ENDED_BY_CHECKS:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has given %u check%s", side, v->checks,
                      v->checks == 1 ? "" : "s");
    case ENDED_BY_CONNECTION:
        return refuse_connection(a, side);
    case ENDED_BY_CASTLING:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has castled", side);
    case ENDED_BY_LOST_CASTLING:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s can't castle any more", side);
    case ENDED_BY_FULL_BOARD:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: the board is full");
    case ENDED_BY_PASSING:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: both sides have passed");
    case ENDED_BY_BIKJANG:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has passed while each %s faced the other",
                      side, ks_noun_of(v, v->royal).text);
    default:
        return REFUSE(a, KS_ERROR_GAME_OVER, "the game is over: %s has reached the goal",
                      ending.outcome == KS_DRAWN ? "each side" : side);
    }
}

/* Messages follow "white can't pass: ". */
int ks_variant_explain_passing(const struct attempt *a) {
    const unsigned endangered = ks_variant_piece_in_check(a->v, a->position, a->us);
    const int over = ks_variant_explain_ending(a);
    if (over != KS_OK)
        return over;
    if (!a->v->passing)
        return REFUSE(a, KS_ERROR_PASS_IMPOSSIBLE, "there is no passing in %s", a->v->name);
    if (endangered != KS_VARIANT_NO_SQUARE)
        return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, IN_CHECK, the(a, endangered).text,
                      the(a, lowest(ks_variant_checkers(a->v, a->position, a->us))).text);
    return REFUSE(a, KS_ERROR_PASS_IMPOSSIBLE,
                  a->v->passing == PASS_ALWAYS ? "a pass promotes nothing"
                                               : "it can move, and may pass only where it can't");
}
