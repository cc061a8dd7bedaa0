/* Compares each legal move with what somebody has written. */
#include "variant/explain/search.h"

#include "variant/explain/chess.h"
#include "variant/play/castling.h"
#include "variant/play/gates.h"
#include "variant/play/turns.h"

static unsigned us_of(const struct search *s) {
    return s->position->side_to_move;
}

static bool names_both_squares(const struct said *said) {
    return said->from_file != NOT_SAID && said->from_row != NOT_SAID;
}

bool ks_is_in_full(const struct said *said) {
    return names_both_squares(said) && said->type == NOT_SAID;
}

/* Returns whether the text may mean a piece of this type. */
static bool is_meant_type(const struct search *s, unsigned type, unsigned file) {
    const struct said *const said = s->said;
    const bool leaves_file = said->captures || said->from_file != NOT_SAID || said->to % s->v->files == file;
    if (said->type != NOT_SAID && said->type != type)
        return false;
    if (names_both_squares(said))
        return true;
    return s->v->types[type].pawn ? leaves_file
                                  : said->type != NOT_SAID || s->v->types[type].promotes[us_of(s)];
}

bool ks_is_meant(const struct search *s, unsigned square) {
    const struct said *const said = s->said;
    const ks_variant *const v = s->v;
    const unsigned code = s->position->board[square];
    const bool stands_up = v->stands_up && said->promotion != NOT_SAID && said->type == NOT_SAID;
    if (!is_piece(code) || KS_VARIANT_SIDE(code) != us_of(s) ||
        (said->from_file != NOT_SAID && said->from_file != square % v->files) ||
        (said->from_row != NOT_SAID && said->from_row != square / v->files) ||
        (stands_up && !names_both_squares(said) && square != said->to))
        return false;
    return is_meant_type(s, KS_VARIANT_TYPE(code), square % v->files);
}

/* ---- Comparing ---- */

/* Returns whether the squares of a king and of where it ends say that it castles. */
static bool is_clear(const struct search *s, unsigned king, unsigned end) {
    return s->chess ? s->v->start.king[us_of(s)] == king
                    : ks_variant_is_clear_castling(s->v, s->position, king, end);
}

/* Returns whether the text means this castling move: by O-O or O-O-O, by the king's two squares, or by the
 * king's and the rook's. */
static bool is_that_castling(const struct search *s, ks_variant_move move) {
    const unsigned king = KS_VARIANT_MOVE_FROM(move), rook = KS_VARIANT_MOVE_TO(move), to = s->said->to;
    const struct castled end = ks_variant_castled(s->v, us_of(s), king, rook);
    if (s->said->castles)
        return (rook > king ? KS_KINGSIDE : KS_QUEENSIDE) == s->said->wing;
    if (!ks_is_in_full(s->said))
        return false;
    if (KS_VARIANT_MOVE_GATES_ROOK(move)) /* written from the rook's square to the king's */
        return ks_is_meant(s, rook) && to == king;
    return ks_is_meant(s, king) && (to == rook || (to == end.king && is_clear(s, king, end.king)));
}

/* Returns whether the text means passing: by a word, by the square twice, or by the piece and its own square.
 */
static bool is_passing(const struct search *s, ks_variant_move move) {
    const struct said *const said = s->said;
    const unsigned square = KS_VARIANT_MOVE_FROM(move), code = s->position->board[square];
    if (said->passes || said->to != square || said->castles || said->drops || said->promotion != NOT_SAID ||
        said->minus || (said->plus && !s->plus_is_check))
        return said->passes;
    return (said->from_file == NOT_SAID || said->from_file == square % s->v->files) &&
           (said->from_row == NOT_SAID || said->from_row == square / s->v->files) &&
           (said->type != NOT_SAID ? said->type == KS_VARIANT_TYPE(code)
                                   : s->v->types[KS_VARIANT_TYPE(code)].pawn || names_both_squares(said));
}

static bool promotes_as_said(const struct search *s, ks_variant_move move) {
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move);
    const bool plus = s->said->plus && !s->plus_is_check;
    if (promotion && ks_variant_is_turn(s->v, s->position->board[KS_VARIANT_MOVE_FROM(move)], promotion - 1))
        return is_promoted_type(s->v, promotion - 1) ? plus : s->said->minus;
    return !plus && !s->said->minus &&
           promotion == (s->said->promotion == NOT_SAID ? 0 : s->said->promotion + 1);
}

/* Returns whether the text names what the move promotes to, or puts where the mover has stood, if anything.
 */
static bool has_that_suffix(const struct search *s, ks_variant_move move) {
    const struct said *const said = s->said;
    const unsigned gated = said->gated != NOT_SAID ? said->gated : said->promotion;
    if (!KS_VARIANT_MOVE_GATED(move))
        return said->gated == NOT_SAID && promotes_as_said(s, move);
    return gated != NOT_SAID && KS_VARIANT_MOVE_GATED(move) == gated + 1 &&
           (said->gate == NOT_SAID || said->gate == ks_variant_gate_of(move));
}

/* Returns whether the move builds the wall of the text. Fairy-Stockfish writes a wall on a1 with
 * each move of a side that builds walls instead of moving. */
static bool has_that_wall(const struct search *s, ks_variant_move move) {
    const unsigned a1 = (s->v->ranks - 1) * s->v->files;
    return KS_VARIANT_MOVE_BUILDS(move) ? KS_VARIANT_MOVE_WALL(move) == s->said->wall
                                        : s->v->walling.instead && s->said->wall == a1;
}

static bool is_said(const struct search *s, ks_variant_move move) {
    const struct said *const said = s->said;
    const unsigned kind = KS_VARIANT_MOVE_KIND(move);
    if (kind < KS_VARIANT_CASTLING && KS_VARIANT_MOVE_TO(move) != said->to)
        return false; /* most moves */
    if (said->wall != NOT_SAID && !has_that_wall(s, move))
        return false;
    if (said->passes || kind == KS_VARIANT_PASS)
        return kind == KS_VARIANT_PASS && is_passing(s, move);
    if (said->drops || kind == KS_VARIANT_DROP)
        return said->drops && move == VARIANT_MOVE(said->to, said->to, KS_VARIANT_DROP, said->type + 1);
    if (kind == KS_VARIANT_CASTLING)
        return is_that_castling(s, move) && has_that_suffix(s, move);
    return ks_is_meant(s, KS_VARIANT_MOVE_FROM(move)) && has_that_suffix(s, move);
}

/* ---- All ---- */

static bool note(ks_variant_move move, void *context) {
    struct search *const s = context;
    if (!is_said(s, move))
        return true;
    const unsigned code = s->position->board[KS_VARIANT_MOVE_FROM(move)];
    const bool pawn = s->said->type == NOT_SAID && is_piece(code) && s->v->types[KS_VARIANT_TYPE(code)].pawn;
    if (pawn < s->by_pawn)
        return true;
    if (pawn > s->by_pawn) {
        s->found = 0;
        s->from = (ks_squares){{0}};
    }
    add_square(&s->from, KS_VARIANT_MOVE_FROM(move));
    s->found++;
    s->by_pawn = pawn;
    s->move = move;
    return true;
}

void ks_search_moves(struct search *s) {
    if (s->chess)
        ks_each_chess_move(s->chess, note, s);
    else
        ks_variant_each_move(s->v, s->position, note, s);
}
