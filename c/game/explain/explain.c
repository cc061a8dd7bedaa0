/* Finds which move of a variant a text means, and says why it cannot be made. */
#include <stdio.h>

#include "game/explain/attempt.h"
#include "game/explain/move_text.h"
#include "variant/play/castling.h"
#include "variant/play/play.h"

static unsigned us_of(const struct search *s) {
    return s->position->side_to_move;
}

static const char *square_text(const struct search *s, unsigned square) {
    return ks_variant_square_name(s->v, square);
}

/* ---- The piece that is meant ---- */

/* Returns the type that the text means; the pawn where it names none. NO_TYPE: there is no such type. */
static unsigned meant_type(const struct search *s) {
    unsigned type = 0;
    if (s->said->type != NOT_SAID)
        return s->said->type;
    while (type < s->v->type_count && !s->v->types[type].pawn)
        type++;
    return type < s->v->type_count ? type : NO_TYPE;
}

/* Says where the piece stands by the text: " on the b-file" and so on. */
static struct words place_of(const struct search *s) {
    const struct said *const said = s->said;
    const unsigned type = meant_type(s), files = s->v->files;
    const bool ahead = type != NO_TYPE && s->v->types[type].pawn && !said->captures;
    const unsigned file = said->from_file == NOT_SAID && ahead ? said->to % files : said->from_file;
    return ks_say_place(file == NOT_SAID ? -1 : (int)file,
                        said->from_row == NOT_SAID ? 0 : s->v->ranks - said->from_row);
}

static int refuse_ambiguous(const struct search *s, ks_error *error) {
    const unsigned count = count_squares(&s->from);
    const unsigned type = KS_VARIANT_TYPE(s->position->board[lowest(s->from)]);
    bool alike = true;
    for (ks_variant_squares left = s->from; !is_empty_set(&left);)
        alike &= KS_VARIANT_TYPE(s->position->board[take_square(&left)]) == type;
    if (count < 2 && KS_VARIANT_MOVE_BUILDS(s->move) && s->said->wall == NOT_SAID)
        return ks_fail(error, KS_ERROR_AMBIGUOUS, 0,
                       "the square of the wall is missing, which follows a comma: there are %u", s->found);
    if (count < 2)
        return ks_fail(error, KS_ERROR_AMBIGUOUS, 0, "that can be done in %u ways: say which", s->found);
    return ks_fail(error, KS_ERROR_AMBIGUOUS, 0, AMBIGUOUS, alike ? ks_plural_of(s->v, type).text : "pieces",
                   ks_list_squares(s->v, s->from).text, count == 2 ? "both" : "all",
                   square_text(s, s->said->to));
}

/* Refuses a move for which no piece can be meant, be it named by its square or by its letter. */
static int refuse_nobody(const struct search *s, ks_error *error) {
    const struct said *const said = s->said;
    const unsigned square = said->from_row * s->v->files + said->from_file, type = meant_type(s);
    if (!ks_is_in_full(said))
        return ks_fail(error, KS_ERROR_NO_SUCH_PIECE, 0, NO_SUCH_PIECE, ks_side_names[us_of(s)],
                       type == NO_TYPE ? "such piece" : ks_noun_of(s->v, type).text, place_of(s).text);
    if (!is_piece(s->position->board[square]))
        return ks_fail(error, KS_ERROR_SQUARE_EMPTY, 0, SQUARE_EMPTY, square_text(s, square));
    return ks_fail(error, KS_ERROR_WRONG_SIDE, 0, WRONG_SIDE, ks_the_piece(s->v, s->position, square).text,
                   ks_side_names[other_side(us_of(s))], ks_side_names[us_of(s)]);
}

/* ---- One piece ---- */

static bool is_own_rook(const struct search *s, unsigned square) {
    const unsigned code = s->position->board[square];
    return is_piece(code) && KS_VARIANT_SIDE(code) == us_of(s) &&
           s->v->castling_types >> KS_VARIANT_TYPE(code) & 1;
}

/* Returns whether the two squares mean castling: the piece that castles goes to its rook, or from its first
 * square to where castling ends. That it goes to a rook further off means it too, even when the right is
 * lost. */
static bool means_castling(const struct search *s, unsigned from, unsigned wing) {
    const ks_variant *const v = s->v;
    const unsigned us = us_of(s), to = s->said->to, row = v->castling_row[us];
    const unsigned rook = s->position->castling_rook[us][wing];
    const unsigned home = (v->royal_castles ? v->start.king : v->start.castling_king)[us];
    const bool far = (to > from ? to - from : from - to) > 1;
    if (!v->castles || !ks_is_in_full(s->said) || from / v->files != row || to / v->files != row ||
        KS_VARIANT_TYPE(s->position->board[from]) != v->castling_king)
        return false;
    if (rook == to)
        return true;
    return far &&
           (((home == from || home == KS_VARIANT_NO_SQUARE) && to % v->files == v->castling_file[wing]) ||
            (rook == KS_VARIANT_NO_SQUARE && is_own_rook(s, to)));
}

static int explain_castling(const struct attempt *a, enum ks_wing wing) {
    return ks_introduce(a->error, ks_variant_explain_castling(a, wing), CANNOT_CASTLE, ks_side_names[a->us],
                        ks_wing_names[wing]);
}

static int explain_passing(const struct attempt *a) {
    return ks_introduce(a->error, ks_variant_explain_passing(a), "%s can't pass", ks_side_names[a->us]);
}

static int explain_drop(const struct attempt *a) {
    return ks_introduce(a->error, ks_variant_explain_drop(a), "%s can't drop %s on %s", ks_side_names[a->us],
                        ks_a_noun_of(a->v, a->promotion - 1).text, square_name(a, a->to));
}

/* Returns how the text has the piece turn: by + or -, or 0 for not at all. When + may as well mean check, it
 * counts where the piece could turn. */
static char turn_of(const struct search *s, unsigned from) {
    const struct said *const said = s->said;
    const struct turning turning = ks_variant_turning(s->v, s->position, from, set_of_square(said->to));
    const bool may_turn = turning.type != NO_TYPE && has_square(&turning.squares, said->to);
    return said->minus ? '-' : said->plus && (may_turn || ks_is_as_in_uci(said)) ? '+' : '\0';
}

/* Returns what the text wants, but for which piece does it. */
static struct attempt start_attempt(const struct search *s, ks_error *error) {
    const struct said *const said = s->said;
    const unsigned type = said->drops ? said->type : said->promotion;
    return (struct attempt){.v = s->v,
                            .position = s->position,
                            .us = us_of(s),
                            .to = said->to,
                            .promotion = type == NOT_SAID ? 0 : type + 1,
                            .error = error};
}

/* Explains why the piece on a square can't do what the text says. */
static int explain_candidate(const struct search *s, unsigned from, ks_error *error) {
    const enum ks_wing wing = s->said->to > from ? KS_KINGSIDE : KS_QUEENSIDE;
    struct attempt a = start_attempt(s, error);
    a.from = from;
    a.turn = turn_of(s, from);
    if (means_castling(s, from, wing))
        return a.promotion || a.turn ? ks_variant_refuse_promotion(&a) : explain_castling(&a, wing);
    if (from == a.to && s->v->passing && !s->v->stands_up)
        return explain_passing(&a);
    return ks_introduce(error, ks_variant_explain_attempt(&a), CANNOT_GO, the(&a, from).text,
                        square_name(&a, a.to));
}

/* ---- Several pieces ---- */

/* Explains the move of the candidate that comes closest to being able to make it: the one that breaks the
 * last rule. When none goes so, the message names all. */
static int explain_candidates(const struct search *s, ks_variant_squares candidates, unsigned *from,
                              ks_error *error) {
    const unsigned type = meant_type(s), count = count_squares(&candidates);
    int furthest = KS_OK;
    *from = lowest(candidates);
    while (count > 1 && !is_empty_set(&candidates)) {
        const unsigned square = take_square(&candidates);
        const int code = explain_candidate(s, square, NULL);
        if (code > furthest) {
            furthest = code;
            *from = square;
        }
    }
    if (furthest != KS_ERROR_PIECE_RULE || type == NO_TYPE)
        return explain_candidate(s, *from, error);
    struct attempt a = start_attempt(s, error);
    a.from = *from;
    ks_variant_explain_attempt(&a);
    return ks_introduce(error, KS_ERROR_NONE_FITS, NONE_CAN_GO, ks_side_names[us_of(s)],
                        ks_plural_of(s->v, type).text, place_of(s).text, square_text(s, s->said->to));
}

/* ---- Letters with two meanings ---- */

/* Returns the code of a refusal. When the letter is another piece's in FEN, and that piece could make the
 * move, the message says so. */
static int mention_label(const struct search *s, int code, ks_error *error) {
    const struct said *const said = s->said;
    if (said->type == NOT_SAID || said->other == NOT_SAID || said->other == said->type)
        return code;
    struct said meant = *said;
    meant.type = said->other;
    struct search other = {.v = s->v, .position = s->position, .said = &meant};
    ks_search_moves(&other);
    const char letter = s->v->types[said->type].letter;
    return other.found == 0
               ? code
               : ks_fail(error, code, 0,
                         "%c is the %s here, which can't do that; the %s, %c in FEN, is written %c", letter,
                         ks_noun_of(s->v, said->type).text, ks_noun_of(s->v, said->other).text, letter,
                         s->v->types[said->other].letter);
}

/* Searches for a drop of the piece that has the letter in notation. */
static void search_letter(struct search *s, struct said *said) {
    const unsigned type = said->type;
    if (said->other == NOT_SAID)
        return;
    said->type = said->other;
    ks_search_moves(s);
    if (s->found == 0)
        said->type = type;
}

/* ---- Gating ---- */

/* Returns whether a piece that may be meant promotes anywhere. */
static bool means_promotion(const struct search *s) {
    for (ks_variant_squares candidates = ks_find_meant(s); !is_empty_set(&candidates);) {
        const unsigned code = s->position->board[take_square(&candidates)];
        if (s->v->types[KS_VARIANT_TYPE(code)].promotes[KS_VARIANT_SIDE(code)])
            return true;
    }
    return false;
}

static int refuse_placing(const struct search *without, unsigned type, ks_error *error) {
    const ks_variant *const v = without->v;
    const ks_variant_position *const p = without->position;
    const unsigned from = KS_VARIANT_MOVE_FROM(without->move), us = p->side_to_move;
    if (!p->hand[us][type])
        return ks_fail(error, KS_ERROR_NOT_IN_HAND, 0, "it has no %s in hand", ks_noun_of(v, type).text);
    if (!ks_variant_may_gate(v, p, without->move, false))
        return ks_fail(error, KS_ERROR_DROP_SQUARE, 0, "that is not the first square of what leaves it");
    if (!ks_variant_may_come(v, type, us, from))
        return ks_fail(error, KS_ERROR_DROP_SQUARE, 0, "it may not stand there");
    return v->checking ? ks_fail(error, KS_ERROR_CHECK_UNANSWERED, 0, "that would leave %s in check",
                                 v->crowned.types ? "a royal piece" : "its king")
                       : ks_fail(error, KS_ERROR_GIVES_CHECK, 0, "that would give check");
}

/* Refuses to put a piece where the mover has stood. without: what is said besides, which is legal. */
static int refuse_gating(const struct search *without, unsigned type, ks_variant_attempt *attempt,
                         ks_error *error) {
    const ks_variant_position *const p = without->position;
    const unsigned from = KS_VARIANT_MOVE_FROM(without->move), us = p->side_to_move;
    attempt->from = from;
    attempt->to = KS_VARIANT_MOVE_TO(without->move);
    attempt->type = KS_VARIANT_TYPE(p->board[from]);
    const int code = refuse_placing(without, type, error);
    return ks_introduce(error, code, "%s can't put %s on %s", ks_side_names[us],
                        ks_a_noun_of(without->v, type).text, square_text(without, from));
}

/* ---- All ---- */

/* Explains a move that is none of the legal ones, and that nothing is gated by. */
static int refuse_plainly(const struct search *s, ks_variant_attempt *attempt, ks_error *error) {
    const struct attempt a = start_attempt(s, error);
    if (s->said->drops) {
        attempt->type = s->said->type;
        attempt->to = s->said->to;
        return explain_drop(&a);
    }
    if (s->said->passes)
        return explain_passing(&a);
    if (s->said->castles)
        return explain_castling(&a, s->said->wing);
    const ks_variant_squares candidates = ks_find_meant(s);
    if (is_empty_set(&candidates))
        return refuse_nobody(s, error);
    const int refused = explain_candidates(s, candidates, &attempt->from, error);
    attempt->to = s->said->to;
    attempt->type = KS_VARIANT_TYPE(s->position->board[attempt->from]);
    return refused;
}

/* Explains a move that is none of the legal ones, and says where its wall goes. */
static int refuse_with_wall(const struct search *s, ks_variant_attempt *attempt, ks_error *error) {
    struct said plain = *s->said;
    struct search without = {.v = s->v, .position = s->position, .said = &plain};
    struct attempt a = start_attempt(s, error);
    plain.wall = NOT_SAID;
    ks_search_moves(&without);
    if (without.found == 0)
        return refuse_plainly(&without, attempt, error);
    attempt->from = KS_VARIANT_MOVE_FROM(without.move);
    attempt->to = KS_VARIANT_MOVE_TO(without.move);
    attempt->type = KS_VARIANT_TYPE(s->position->board[attempt->from]);
    return ks_introduce(error, ks_variant_explain_wall(&a, without.move, s->said->wall),
                        "%s can't build a wall on %s", ks_side_names[us_of(s)],
                        square_text(s, s->said->wall));
}

/* Explains a move that is none of the legal ones. The rest of a move that gates a piece is tried first. */
static int refuse_illegal(const struct search *s, ks_variant_attempt *attempt, ks_error *error) {
    struct said plain = *s->said;
    const unsigned type = plain.gated != NOT_SAID ? plain.gated : plain.promotion;
    struct search without = {.v = s->v, .position = s->position, .said = &plain};
    if (s->said->wall != NOT_SAID)
        return refuse_with_wall(s, attempt, error);
    if (plain.gated == NOT_SAID)
        plain.promotion = NOT_SAID;
    plain.gated = plain.gate = NOT_SAID;
    if (!s->v->seirawan || type == NOT_SAID)
        return refuse_plainly(s, attempt, error);
    ks_search_moves(&without);
    if (without.found == 1)
        return refuse_gating(&without, type, attempt, error);
    const bool gates = s->said->gated != NOT_SAID || !means_promotion(s);
    return refuse_plainly(gates ? &without : s, attempt, error);
}

/* Returns whether a move captures, as x says. */
static bool is_capture(const ks_variant_position *p, ks_variant_move move) {
    return KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_EN_PASSANT ||
           (p->board[KS_VARIANT_MOVE_TO(move)] && KS_VARIANT_MOVE_FROM(move) != KS_VARIANT_MOVE_TO(move));
}

static int accept(const struct search *s, ks_variant_attempt *attempt, ks_error *error) {
    if (s->said->captures && !is_capture(s->position, s->move))
        return ks_fail(error, KS_ERROR_NOTHING_TO_CAPTURE, 0, NO_CAPTURE, square_text(s, s->said->to));
    attempt->move = s->move;
    attempt->to = KS_VARIANT_MOVE_TO(s->move);
    attempt->type = s->said->type;
    if (s->said->drops)
        return KS_OK;
    attempt->from = KS_VARIANT_MOVE_FROM(s->move);
    attempt->type = KS_VARIANT_TYPE(s->position->board[attempt->from]);
    return KS_OK;
}

/* Answers for the search. Its text is still to be read. */
static int explain(struct search s, bool fairy, const char *text, size_t length, ks_variant_attempt *attempt,
                   ks_error *error) {
    struct said said;
    *attempt = (ks_variant_attempt){0, KS_VARIANT_NO_TYPE, KS_VARIANT_NO_SQUARE, KS_VARIANT_NO_SQUARE};
    const int code = ks_variant_read_said(s.v, fairy, text, length, &said, error);
    if (code != KS_OK)
        return code;
    s.said = &said;
    ks_search_moves(&s);
    if (s.found == 0 && said.plus && !ks_is_as_in_uci(&said)) {
        s.plus_is_check = true;
        ks_search_moves(&s);
    }
    if (s.found == 0 && said.drops)
        search_letter(&s, &said);
    if (s.found > 1)
        return refuse_ambiguous(&s, error);
    if (s.found == 1)
        return accept(&s, attempt, error);
    return mention_label(&s, refuse_illegal(&s, attempt, error), error);
}

int ks_variant_read_move(const ks_variant *v, const ks_variant_position *position, const char *text,
                         size_t length, ks_variant_attempt *attempt, ks_error *error) {
    return ks_variant_explain_written(v, position, false, text, length, attempt, error);
}

int ks_variant_explain_written(const ks_variant *v, const ks_variant_position *position, bool fairy,
                               const char *text, size_t length, ks_variant_attempt *attempt,
                               ks_error *error) {
    return explain((struct search){.v = v, .position = position}, fairy, text, length, attempt, error);
}
