/* Tells whether a text is a legal move, and if not, why. The generator lists the legal moves; only what isn't
 * among them is explained. */
#include <stdlib.h>

#include "core/internal.h"
#include "variant/castling.h"
#include "variant/explain/attempt.h"
#include "variant/explain/move_text.h"
#include "variant/gating/gates.h"
#include "variant/generate.h"
#include "variant/promotion/turns.h"
#include "variant/walk.h"

/* What is looked for among the legal moves, and what has been found. */
struct search {
    const ks_variant *v;
    const ks_variant_position *position;
    const struct said *said;
    bool plus_is_check; /* + behind the square means no promotion */
    unsigned found;
    bool by_pawn; /* the move found is a pawn's, and the text names no piece: pawns come before other pieces
                     that may go without a letter */
    ks_variant_move move;
};

static unsigned us_of(const struct search *s) {
    return s->position->side_to_move;
}

/* Whether the text may mean the piece on the square: it is of the right side and type, and stands on the file
 * and rank that the text names. */
static bool is_meant(const struct search *s, unsigned square) {
    const struct said *const said = s->said;
    const ks_variant *const v = s->v;
    const unsigned code = s->position->board[square];
    const bool both_squares = said->from_file != NOT_SAID && said->from_row != NOT_SAID;
    const bool stands_up = v->stands_up && said->promotion != NOT_SAID && said->type == NOT_SAID;
    if (!is_piece(code) || KS_VARIANT_SIDE(code) != us_of(s) ||
        (!both_squares && (square == said->to) != stands_up) ||
        (said->from_file != NOT_SAID && said->from_file != square % v->files) ||
        (said->from_row != NOT_SAID && said->from_row != square / v->files))
        return false;
    if (said->type != NOT_SAID)
        return KS_VARIANT_TYPE(code) == said->type;
    if (both_squares)
        return true;
    const struct piece_type *const type = &v->types[KS_VARIANT_TYPE(code)];
    return type->pawn
               ? said->captures || said->to % v->files == square % v->files || said->from_file != NOT_SAID
               : type->promotes[us_of(s)];
}

/* Whether the text means this castling move: by O-O or O-O-O, by the king's two squares, or by the king's and
 * the rook's. */
static bool is_that_castling(const struct search *s, ks_variant_move move) {
    const unsigned king = KS_VARIANT_MOVE_FROM(move), rook = KS_VARIANT_MOVE_TO(move);
    const struct castled end = ks_variant_castled(s->v, us_of(s), king, rook);
    if (s->said->castles)
        return (rook > king ? KS_KINGSIDE : KS_QUEENSIDE) == s->said->wing;
    if (KS_VARIANT_MOVE_GATES_ROOK(move)) /* written from the rook's square to the king's */
        return is_meant(s, rook) && s->said->to == king && s->said->from_file != NOT_SAID &&
               s->said->from_row != NOT_SAID;
    return is_meant(s, king) && s->said->from_file != NOT_SAID && s->said->from_row != NOT_SAID &&
           (s->said->to == rook ||
            (s->said->to == end.king && ks_variant_is_clear_castling(s->v, s->position, king, end.king)));
}

/* Whether the text means passing: by a word, by the square twice, or by the piece and its own square. */
static bool is_passing(const struct search *s, ks_variant_move move) {
    const struct said *const said = s->said;
    const unsigned square = KS_VARIANT_MOVE_FROM(move), code = s->position->board[square];
    if (said->passes || said->to != square || said->castles || said->drops || said->promotion != NOT_SAID ||
        said->minus || (said->plus && !s->plus_is_check))
        return said->passes;
    return (said->from_file == NOT_SAID || said->from_file == square % s->v->files) &&
           (said->from_row == NOT_SAID || said->from_row == square / s->v->files) &&
           (said->type != NOT_SAID ? said->type == KS_VARIANT_TYPE(code)
                                   : s->v->types[KS_VARIANT_TYPE(code)].pawn ||
                                         (said->from_file != NOT_SAID && said->from_row != NOT_SAID));
}

static void note(struct search *s, ks_variant_move move) {
    const unsigned code = s->position->board[KS_VARIANT_MOVE_FROM(move)];
    const bool pawn = s->said->type == NOT_SAID && s->v->types[KS_VARIANT_TYPE(code)].pawn;
    if (pawn < s->by_pawn)
        return;
    s->found = pawn > s->by_pawn ? 1 : s->found + 1;
    s->by_pawn = pawn;
    s->move = move;
}

static bool promotes_as_said(const struct search *s, ks_variant_move move) {
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move);
    const bool plus = s->said->plus && !s->plus_is_check;
    if (promotion && ks_variant_is_turn(s->v, s->position->board[KS_VARIANT_MOVE_FROM(move)], promotion - 1))
        return is_promoted_type(s->v, promotion - 1) ? plus : s->said->minus;
    return !plus && !s->said->minus &&
           promotion == (s->said->promotion == NOT_SAID ? 0 : s->said->promotion + 1);
}

/* Whether the text names what the move promotes to, or puts where the mover has stood, if anything. */
static bool has_that_suffix(const struct search *s, ks_variant_move move) {
    const struct said *const said = s->said;
    const unsigned gated = said->gated != NOT_SAID ? said->gated : said->promotion;
    if (!KS_VARIANT_MOVE_GATED(move))
        return said->gated == NOT_SAID && promotes_as_said(s, move);
    return gated != NOT_SAID && KS_VARIANT_MOVE_GATED(move) == gated + 1 &&
           (said->gate == NOT_SAID || said->gate == ks_variant_gate_of(move));
}

static bool compare(ks_variant_move move, void *context) {
    struct search *const s = context;
    if (s->said->passes || KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_PASS) {
        if (KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_PASS && is_passing(s, move))
            note(s, move);
        return true;
    }
    if (s->said->drops || KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_DROP) {
        if (s->said->drops &&
            move == VARIANT_MOVE(s->said->to, s->said->to, KS_VARIANT_DROP, s->said->type + 1))
            note(s, move);
        return true;
    }
    const bool fits = KS_VARIANT_MOVE_KIND(move) == KS_VARIANT_CASTLING
                          ? is_that_castling(s, move)
                          : !s->said->castles && KS_VARIANT_MOVE_TO(move) == s->said->to &&
                                is_meant(s, KS_VARIANT_MOVE_FROM(move));
    if (fits && has_that_suffix(s, move))
        note(s, move);
    return true;
}

/* ---- Which piece is meant, when none can do it ---- */

static ks_squares find_candidates(const struct search *s) {
    ks_squares candidates = {{0}};
    for (unsigned square = 0; square < s->v->squares; square++)
        if (is_meant(s, square))
            add_square(&candidates, square);
    return candidates;
}

static int refuse_ambiguous(const struct search *s, ks_error *error) {
    return ks_fail(error, KS_ERROR_AMBIGUOUS, 0, "%u pieces can go to %s like that: say which", s->found,
                   ks_variant_square_name(s->v, s->said->to));
}

/* Refuses a move for which no piece can be meant, be it named by its square or by its letter. */
static int refuse_nobody(const struct search *s, ks_error *error) {
    const struct said *const said = s->said;
    const unsigned square = said->from_row * s->v->files + said->from_file;
    if (said->from_file == NOT_SAID || said->from_row == NOT_SAID)
        return ks_fail(error, KS_ERROR_NO_SUCH_PIECE, 0, "%s has no %s there", ks_side_names[us_of(s)],
                       said->type == NOT_SAID ? "pawn" : s->v->types[said->type].name);
    const char *const name = ks_variant_square_name(s->v, square);
    const unsigned code = s->position->board[square];
    if (!is_piece(code))
        return ks_fail(error, KS_ERROR_SQUARE_EMPTY, 0, "there is no piece on %s", name);
    if (KS_VARIANT_SIDE(code) != us_of(s))
        return ks_fail(error, KS_ERROR_WRONG_SIDE, 0, "the %s on %s is %s's, but it is %s's turn",
                       s->v->types[KS_VARIANT_TYPE(code)].name, name, ks_side_names[KS_VARIANT_SIDE(code)],
                       ks_side_names[us_of(s)]);
    const char *const type = s->v->types[KS_VARIANT_TYPE(code)].name;
    return ks_fail(error, KS_ERROR_NO_SUCH_PIECE, 0, "the piece on %s is %s %s", name, article(type), type);
}

/* Whether the text means castling: it sends the king, which can't go there otherwise, to the castling rook or
 * to where castling ends. */
static bool means_castling(const struct search *s, unsigned from, unsigned *wing) {
    const ks_variant *const v = s->v;
    const unsigned king = ks_variant_castling_king(v, s->position, us_of(s)), to = s->said->to;
    *wing = to > from ? KS_KINGSIDE : KS_QUEENSIDE;
    if (!v->castles || from != king || to / v->files != king / v->files ||
        king / v->files != v->castling_row[us_of(s)])
        return false;
    if (s->position->castling_rook[us_of(s)][*wing] == to)
        return true;
    return to % v->files == v->castling_file[*wing] && (to > from ? to - from : from - to) > 1;
}

/* Whether a move is given by its two squares alone, as UCI has it; then there are no marks of check. */
static bool is_in_full(const struct said *said) {
    return said->from_file != NOT_SAID && said->from_row != NOT_SAID && said->type == NOT_SAID;
}

/* How the text has the piece turn: by + or -; 0: not at all. + of a move whose text may as well mean check
 * counts where the piece could turn. */
static char turn_of(const struct search *s, unsigned from) {
    const struct said *const said = s->said;
    const struct turning turning = ks_variant_turning(s->v, s->position, from, set_of_square(said->to));
    const bool may_turn = turning.type != NO_TYPE && has_square(&turning.squares, said->to);
    return said->minus ? '-' : said->plus && (may_turn || is_in_full(said)) ? '+' : '\0';
}

static int explain_candidate(const struct search *s, unsigned from, ks_error *error) {
    unsigned wing;
    const bool castles = means_castling(s, from, &wing);
    if (castles && (s->said->promotion != NOT_SAID || s->said->plus || s->said->minus)) {
        const char *const name = s->v->types[KS_VARIANT_TYPE(s->position->board[from])].name;
        return ks_fail(error, KS_ERROR_PROMOTION_IMPOSSIBLE, 0, "%s %s can't be promoted", article(name),
                       name);
    }
    if (castles)
        return ks_variant_explain_castling(s->v, s->position, wing, error);
    return ks_variant_explain_attempt(&(struct attempt){
        s->v, s->position, from, s->said->to, s->said->promotion == NOT_SAID ? 0 : s->said->promotion + 1,
        turn_of(s, from), error});
}

/* Explains the move of the candidate that comes closest to being able to make it: the one that breaks the
 * last rule. */
static int explain_candidates(const struct search *s, ks_squares candidates, unsigned *from,
                              ks_error *error) {
    int furthest = KS_OK;
    while (!is_empty_set(&candidates)) {
        const unsigned square = take_square(&candidates);
        const int code = explain_candidate(s, square, NULL);
        if (code > furthest) {
            furthest = code;
            *from = square;
        }
    }
    return explain_candidate(s, *from, error);
}

/* ---- Letters with two meanings ---- */

/* Returns the code of a refusal. Where the letter is another piece's in FEN, and that piece could do it, says
 * so. */
static int mention_label(const ks_variant *v, const ks_variant_position *p, const struct said *said, int code,
                         ks_error *error) {
    if (said->type == NOT_SAID || said->labelled == NOT_SAID || said->labelled == said->type)
        return code;
    struct said meant = *said;
    meant.type = said->labelled;
    struct search s = {.v = v, .position = p, .said = &meant};
    ks_variant_each_move(v, p, compare, &s);
    const struct piece_type *const type = &v->types[said->type], *const other = &v->types[said->labelled];
    return s.found == 0 ? code
                        : ks_fail(error, code, 0,
                                  "%c is the %s here, which can't do that; the %s, %c in FEN, is written %c",
                                  type->letter, type->name, other->name, type->letter, other->letter);
}

/* ---- All ---- */

/* Explains a move that is none of the legal ones. */
static int refuse_plainly(const struct search *s, ks_variant_attempt *attempt, ks_error *error) {
    if (s->said->drops) {
        attempt->type = s->said->type;
        attempt->to = s->said->to;
        return ks_variant_explain_drop(s->v, s->position, s->said->type, s->said->to, error);
    }
    if (s->said->passes)
        return ks_variant_explain_passing(s->v, s->position, error);
    if (s->said->castles)
        return ks_variant_explain_castling(s->v, s->position, s->said->wing, error);
    const ks_squares candidates = find_candidates(s);
    if (is_empty_set(&candidates))
        return refuse_nobody(s, error);
    const int refused = explain_candidates(s, candidates, &attempt->from, error);
    attempt->to = s->said->to;
    attempt->type = KS_VARIANT_TYPE(s->position->board[attempt->from]);
    return refused;
}

/* Whether a piece that may be meant promotes anywhere. */
static bool means_promotion(const struct search *s) {
    for (ks_squares candidates = find_candidates(s); !is_empty_set(&candidates);) {
        const unsigned code = s->position->board[take_square(&candidates)];
        if (s->v->types[KS_VARIANT_TYPE(code)].promotes[KS_VARIANT_SIDE(code)])
            return true;
    }
    return false;
}

/* Refuses to put a piece where the mover has stood. without: what is said besides, which is legal. */
static int refuse_gating(const struct search *without, unsigned type, ks_variant_attempt *attempt,
                         ks_error *error) {
    const ks_variant_position *const p = without->position;
    const unsigned from = KS_VARIANT_MOVE_FROM(without->move), us = p->side_to_move;
    attempt->from = from;
    attempt->to = KS_VARIANT_MOVE_TO(without->move);
    attempt->type = KS_VARIANT_TYPE(p->board[from]);
    if (!p->hand[us][type])
        return ks_fail(error, KS_ERROR_NOT_IN_HAND, 0, "%s has no %s in hand", ks_side_names[us],
                       without->v->types[type].name);
    return ks_fail(error, KS_ERROR_DROP_SQUARE, 0,
                   "nothing can be put on %s, for it is not the first square of what leaves it",
                   ks_variant_square_name(without->v, from));
}

/* Explains a move that is none of the legal ones. Where pieces are gated, the rest of it is looked at first.
 */
static int refuse(const struct search *s, ks_variant_attempt *attempt, ks_error *error) {
    struct said plain = *s->said;
    const unsigned type = plain.gated != NOT_SAID ? plain.gated : plain.promotion;
    struct search without = {.v = s->v, .position = s->position, .said = &plain};
    plain.gated = plain.gate = plain.promotion = NOT_SAID;
    if (!s->v->seirawan || type == NOT_SAID)
        return refuse_plainly(s, attempt, error);
    ks_variant_each_move(s->v, s->position, compare, &without);
    if (without.found == 1)
        return refuse_gating(&without, type, attempt, error);
    const bool gates = s->said->gated != NOT_SAID || !means_promotion(s);
    return refuse_plainly(gates ? &without : s, attempt, error);
}

/* Looks for a drop of the piece that has the letter in FEN, as UCI gives it. */
static void look_for_label(struct search *s, struct said *said) {
    const unsigned type = said->type;
    if (said->labelled == NOT_SAID)
        return;
    said->type = said->labelled;
    ks_variant_each_move(s->v, s->position, compare, s);
    if (s->found == 0)
        said->type = type;
}

int ks_variant_explain_move(const ks_variant *v, const ks_variant_position *p, const char *text,
                            size_t length, ks_variant_attempt *attempt, ks_error *error) {
    struct said said;
    *attempt = (ks_variant_attempt){0, KS_VARIANT_NO_TYPE, KS_NOWHERE, KS_NOWHERE};
    const int code = ks_variant_read_said(v, text, length, &said, error);
    if (code != KS_OK)
        return code;
    struct search s = {.v = v, .position = p, .said = &said};
    ks_variant_each_move(v, p, compare, &s);
    if (s.found == 0 && said.plus && !is_in_full(&said)) {
        s.plus_is_check = true;
        ks_variant_each_move(v, p, compare, &s);
    }
    if (s.found == 0 && said.drops)
        look_for_label(&s, &said);
    if (s.found > 1)
        return refuse_ambiguous(&s, error);
    if (s.found == 0)
        return mention_label(v, p, &said, refuse(&s, attempt, error), error);
    attempt->move = s.move;
    attempt->to = KS_VARIANT_MOVE_TO(s.move);
    attempt->type = said.type;
    if (said.drops)
        return KS_OK;
    attempt->from = KS_VARIANT_MOVE_FROM(s.move);
    attempt->type = KS_VARIANT_TYPE(p->board[attempt->from]);
    return KS_OK;
}
