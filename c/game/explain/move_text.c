/* Takes the text of a variant's move apart, and finds the legal moves that it may mean. */
#include "game/explain/move_text.h"

#include <string.h>

#include "core/text/characters.h"
#include "rules/explain/signs.h"
#include "rules/explain/wording.h"
#include "variant/definition/squares.h"
#include "variant/moves/generate.h"
#include "variant/play/castling.h"
#include "variant/play/play.h"

/* ==== Parts of a text ==== */

/* Takes a written move apart, without the board. */

/* Returns the type with this capital letter in FEN, or NOT_SAID. */
static unsigned type_of_label(const ks_variant *v, int letter) {
    const unsigned type = ks_variant_type_of_label(v, letter);
    return type == NO_TYPE ? NOT_SAID : type;
}

/* Returns the type that has another letter in FEN, but this one in the games of xiangqi's family by players
 * and by Fairy-Stockfish; or NOT_SAID. */
static unsigned type_of_second_letter(const ks_variant *v, int letter) {
    static const struct {
        char letter;
        const char *code_name;
    } seconds[] = {{'H', "horse"}, {'E', "elephant"}, {'E', "janggiElephant"}};
    for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++)
        for (unsigned type = 0; letter == seconds[i].letter && type < v->type_count; type++)
            if (strcmp(v->types[type].code_name, seconds[i].code_name) == 0)
                return type;
    return NOT_SAID;
}

/* Returns the type with this capital letter in notation, or NOT_SAID. */
static unsigned type_of_letter(const ks_variant *v, bool fairy, int letter) {
    for (unsigned type = 0; type < v->type_count; type++)
        if ((fairy ? v->types[type].label - 'a' + 'A' : v->types[type].letter) == letter)
            return type;
    return type_of_second_letter(v, letter);
}

/* Returns the promoted form of a type, or NOT_SAID. */
static unsigned form_of(const ks_variant *v, unsigned type) {
    const unsigned form = type == NOT_SAID ? NO_TYPE : v->types[type].promoted;
    return form == NO_TYPE ? NOT_SAID : form;
}

/* ---- Castling ---- */

/* Returns whether castling is written here. A '-' follows its first O at least where a piece has
 * that letter. */
static bool at_castling(const ks_variant *v, bool fairy, const reader *r) {
    return at_castling_letter(r) &&
           (dash_at(r->text + r->at + 1, r->length - r->at - 1) || type_of_letter(v, fairy, 'O') == NOT_SAID);
}

/* ---- Squares ---- */

static int read_square(const ks_variant *v, reader *r, unsigned *square) {
    if (!at_square(r))
        return unexpected(r, KS_ERROR_MOVE_TEXT, A_SQUARE);
    const int length = v->ranks > 9 && is_digit(ahead(r, 2)) ? 3 : 2;
    reader name = {r->text, r->at + (size_t)length, r->at, NULL};
    if (!ks_variant_read_square(v, &name, square))
        return ks_fail(r->error, KS_ERROR_OFF_BOARD, r->at, NO_SQUARE, length, r->text + r->at,
                       'a' + (int)v->files - 1, v->ranks);
    r->at = name.at;
    return KS_OK;
}

/* Skips x or -, but for the - that turns a promoted form back and ends the move. */
static bool skip_sign(const ks_variant *v, reader *r, struct said *said) {
    said->captures = ks_skip(r, "x");
    if (!said->captures && v->turns && !is_letter(ahead(r, 1)))
        return false;
    return said->captures || ks_skip_dash(r);
}

/* Reads one square or two. The first is where the piece goes, unless another follows; then it is where the
 * piece comes from. */
static int read_square_or_two(const ks_variant *v, reader *r, struct said *said) {
    unsigned from;
    const int code = read_square(v, r, &from);
    if (code != KS_OK)
        return code;
    said->sign = skip_sign(v, r, said);
    if (!said->sign && !at_square(r)) {
        said->to = from;
        return KS_OK;
    }
    said->from_file = from % v->files;
    said->from_row = from / v->files;
    return read_square(v, r, &said->to);
}

/* Reads the rank that a piece comes from, if there is one. */
static void read_rank(const ks_variant *v, reader *r, struct said *said) {
    const bool ten = v->ranks > 9 && peek(r) == '1' && ahead(r, 1) == '0';
    const unsigned rank = ten ? 10 : is_digit(peek(r)) ? (unsigned)(peek(r) - '0') : 0;
    if (rank == 0 || rank > v->ranks)
        return;
    said->from_row = v->ranks - rank;
    r->at += ten ? 2 : 1;
}

static int read_squares(const ks_variant *v, reader *r, struct said *said) {
    if (at_square(r))
        return read_square_or_two(v, r, said);
    if (is_between(peek(r), 'a', 'a' + (int)v->files - 1))
        said->from_file = (unsigned)(r->text[r->at++] - 'a');
    else if (said->type == NOT_SAID)
        return unexpected(r, KS_ERROR_MOVE_TEXT, A_MOVE);
    else
        read_rank(v, r, said);
    skip_sign(v, r, said);
    return read_square(v, r, &said->to);
}

/* ---- Drops ---- */

static bool at_drop(const reader *r) {
    const size_t plus = peek(r) == '+';
    return peek(r) == '@' || (ahead(r, plus + 1) == '@' && is_between(ahead(r, plus), 'A', 'Z'));
}

static unsigned pawn_type(const ks_variant *v) {
    for (unsigned type = 0; type < v->type_count; type++)
        if (v->types[type].pawn)
            return type;
    return NOT_SAID;
}

/* The letter is the one in FEN, as drops are written in UCI and in SAN, or else the one in notation. */
static int read_drop(const ks_variant *v, reader *r, struct said *said) {
    said->drops = true;
    said->type = pawn_type(v);
    const bool plus = ks_skip(r, "+");
    if (peek(r) != '@') {
        said->type = type_of_label(v, peek(r));
        said->other = type_of_letter(v, said->fairy, peek(r));
    }
    if (plus) {
        said->type = form_of(v, said->type);
        said->other = form_of(v, said->other);
    }
    if (said->type == NOT_SAID)
        said->type = said->other;
    if (said->type == NOT_SAID)
        return unexpected(r, KS_ERROR_MOVE_TEXT, "the letter of the piece to drop");
    r->at += peek(r) == '@' ? 1 : 2;
    return read_square(v, r, &said->to);
}

/* ---- Promotion and end ---- */

/* Returns the type that a letter after a square names; NOT_SAID when there is none. */
static unsigned promotion_of(const ks_variant *v, bool fairy, const reader *r) {
    const int c = peek(r);
    if (is_between(c, 'A', 'Z'))
        return type_of_letter(v, fairy, c);
    return is_between(c, 'a', 'z') ? type_of_label(v, c) : NOT_SAID;
}

/* UCI names what is put where the mover has stood before what the mover promotes to. */
static void read_gated_first(const ks_variant *v, reader *r, bool may_be, struct said *said) {
    const unsigned second = promotion_of(v, said->fairy, r);
    if (!v->seirawan || !may_be || second == NOT_SAID || (peek(r) == 'e' && ahead(r, 1) == '.'))
        return;
    said->gated = said->promotion;
    said->promotion = second;
    r->at++;
}

static int read_promotion(const ks_variant *v, reader *r, struct said *said) {
    const bool equals = ks_skip(r, "="), must_follow = equals && !(v->turns && !is_letter(peek(r)));
    if (peek(r) != 'e' || ahead(r, 1) != '.')
        said->promotion = promotion_of(v, said->fairy, r);
    if (said->promotion != NOT_SAID) {
        r->at++;
        read_gated_first(v, r, !equals, said);
    } else if (must_follow)
        return unexpected(r, KS_ERROR_MOVE_TEXT, A_PROMOTION);
    const bool check = said->fairy && said->type != NOT_SAID;
    said->plus = v->turns && !equals && !check && peek(r) == '+';
    said->minus = v->turns && !equals && ks_skip(r, "-");
    return KS_OK;
}

/* Reads what is put where the mover has stood. */
static int read_gated(const ks_variant *v, reader *r, struct said *said) {
    if (!v->seirawan || !ks_skip(r, "/"))
        return KS_OK;
    said->gated = type_of_letter(v, said->fairy, peek(r));
    if (said->gated == NOT_SAID)
        return unexpected(r, KS_ERROR_MOVE_TEXT, "the letter of the piece that is put there");
    r->at++;
    return at_square(r) ? read_square(v, r, &said->gate) : KS_OK;
}

/* Reads the square of a wall, after the + of a promoted form. Engines write the piece's new square
 * before it. */
static int read_wall(const ks_variant *v, reader *r, struct said *said) {
    if (!v->walling.rule)
        return KS_OK;
    if (said->plus && ahead(r, 1) == ',')
        ks_skip(r, "+");
    if (!ks_skip(r, ","))
        return KS_OK;
    const int code = read_square(v, r, &said->wall);
    return code == KS_OK && at_square(r) ? read_square(v, r, &said->wall) : code;
}

/* Reads the letter of the piece, if there is one. */
static int read_piece(const ks_variant *v, reader *r, struct said *said) {
    const bool plus = v->turns && ks_skip(r, "+");
    said->type = type_of_letter(v, said->fairy, peek(r));
    if (plus && (said->type = form_of(v, said->type)) == NOT_SAID)
        return unexpected(r, KS_ERROR_MOVE_TEXT, "the letter of a piece that has a promoted form");
    if (said->type == NOT_SAID)
        return KS_OK;
    said->other = plus ? said->type : type_of_label(v, peek(r));
    r->at++;
    return KS_OK;
}

static int read_move(const ks_variant *v, reader *r, struct said *said) {
    int code;
    if ((code = read_piece(v, r, said)) != KS_OK || (code = read_squares(v, r, said)) != KS_OK)
        return code;
    return read_promotion(v, r, said);
}

int ks_variant_read_said(const ks_variant *v, bool fairy, const char *text, size_t length, struct said *said,
                         ks_error *error) {
    reader r = {text, length, 0, error};
    int code = KS_OK;
    *said = (struct said){.type = NOT_SAID,
                          .other = NOT_SAID,
                          .from_file = NOT_SAID,
                          .from_row = NOT_SAID,
                          .to = NOT_SAID,
                          .promotion = NOT_SAID,
                          .gated = NOT_SAID,
                          .gate = NOT_SAID,
                          .wall = NOT_SAID,
                          .fairy = fairy};
    said->passes = ks_skip(&r, "pass") || ks_skip(&r, "--");
    const bool drops = !said->passes && at_drop(&r);
    said->castles = !said->passes && !drops && at_castling(v, fairy, &r);
    if (drops)
        code = read_drop(v, &r, said);
    else if (said->castles)
        code = ks_read_castling(&r, &said->wing);
    else if (!said->passes)
        code = read_move(v, &r, said);
    if (code == KS_OK && !drops && !said->passes)
        code = read_gated(v, &r, said);
    if (code == KS_OK)
        code = read_wall(v, &r, said);
    return code != KS_OK ? code : ks_read_end_of_move(&r);
}

/* ==== Search ==== */

/* Compares each legal move with what somebody has written. */

static unsigned us_of(const struct search *s) {
    return s->position->side_to_move;
}

static bool names_both_squares(const struct said *said) {
    return said->from_file != NOT_SAID && said->from_row != NOT_SAID;
}

bool ks_is_in_full(const struct said *said) {
    return names_both_squares(said) && said->type == NOT_SAID;
}

bool ks_is_as_in_uci(const struct said *said) {
    return ks_is_in_full(said) && !said->sign;
}

/* Returns whether a type has the letter that the text has for another one, or for this type itself. */
static bool is_written_as(const struct search *s, unsigned type, unsigned said) {
    return type == said || (s->said->fairy && s->v->types[type].kind == said);
}

/* Returns whether the text may mean a piece of this type. */
static bool is_meant_type(const struct search *s, unsigned type, unsigned file) {
    const struct said *const said = s->said;
    const bool leaves_file = said->captures || said->from_file != NOT_SAID || said->to % s->v->files == file;
    if (said->type != NOT_SAID && !is_written_as(s, type, said->type))
        return false;
    if (names_both_squares(said))
        return true;
    return s->v->types[type].pawn ? leaves_file
                                  : said->type != NOT_SAID || s->v->types[type].promotes[us_of(s)];
}

/* Returns whether the text may mean the piece on the square: the piece is of the right side and type, and
 * stands on the file and rank that the text names. */
static bool is_meant(const struct search *s, unsigned square) {
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

ks_variant_squares ks_find_meant(const struct search *s) {
    ks_variant_squares meant = {{0}};
    for (ks_variant_squares left = s->position->pieces[us_of(s)]; !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (is_meant(s, square))
            add_square(&meant, square);
    }
    return meant;
}

/* ---- Comparing ---- */

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
        return is_meant(s, rook) && to == king;
    return is_meant(s, king) &&
           (to == rook ||
            (to == end.king && ks_variant_is_clear_castling(s->v, s->position, king, end.king)));
}

/* Returns whether the text means passing: by a word, by the square twice, or by the piece and its
 * own square. */
static bool is_passing(const struct search *s, ks_variant_move move) {
    const struct said *const said = s->said;
    const unsigned square = KS_VARIANT_MOVE_FROM(move), code = s->position->board[square];
    if (said->passes || said->to != square || said->castles || said->drops || said->promotion != NOT_SAID ||
        said->minus || (said->plus && !s->plus_is_check))
        return said->passes;
    return (said->from_file == NOT_SAID || said->from_file == square % s->v->files) &&
           (said->from_row == NOT_SAID || said->from_row == square / s->v->files) &&
           (said->type != NOT_SAID ? is_written_as(s, KS_VARIANT_TYPE(code), said->type)
                                   : s->v->types[KS_VARIANT_TYPE(code)].pawn || names_both_squares(said));
}

/* said: the type that the text names, or NOT_SAID. */
static bool promotes_as_said(const struct search *s, ks_variant_move move, unsigned said) {
    const unsigned promotion = KS_VARIANT_MOVE_PROMOTION(move);
    const bool plus = s->said->plus && !s->plus_is_check;
    if (promotion && s->said->fairy && said != NOT_SAID)
        return is_written_as(s, promotion - 1, said);
    if (promotion && ks_variant_is_turn(s->v, s->position->board[KS_VARIANT_MOVE_FROM(move)], promotion - 1))
        return said == NOT_SAID && (is_promoted_type(s->v, promotion - 1) ? plus : s->said->minus);
    return !plus && !s->said->minus && promotion == (said == NOT_SAID ? 0 : said + 1);
}

/* Returns whether the text names what the move promotes to, or puts where the mover has stood,
 * if anything. */
static bool has_that_suffix(const struct search *s, ks_variant_move move) {
    const struct said *const said = s->said;
    const bool apart = said->gated != NOT_SAID; /* otherwise one letter names what is promoted to or gated */
    const unsigned gated = apart ? said->gated : said->promotion;
    if (!KS_VARIANT_MOVE_GATED(move))
        return !apart && promotes_as_said(s, move, said->promotion);
    if (!apart && !KS_VARIANT_MOVE_PROMOTION(move) && ks_variant_promotes_by(s->v, s->position, move))
        return false;
    return gated != NOT_SAID && KS_VARIANT_MOVE_GATED(move) == gated + 1 &&
           (said->gate == NOT_SAID || said->gate == ks_variant_gate_of(move)) &&
           promotes_as_said(s, move, apart ? said->promotion : NOT_SAID);
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
        return said->drops && kind == KS_VARIANT_DROP && KS_VARIANT_MOVE_TO(move) == said->to &&
               is_written_as(s, KS_VARIANT_MOVE_PROMOTION(move) - 1, said->type);
    if (kind == KS_VARIANT_CASTLING)
        return is_that_castling(s, move) && has_that_suffix(s, move);
    return is_meant(s, KS_VARIANT_MOVE_FROM(move)) && has_that_suffix(s, move);
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
        s->from = (ks_variant_squares){{0}};
    }
    add_square(&s->from, KS_VARIANT_MOVE_FROM(move));
    s->found++;
    s->by_pawn = pawn;
    s->move = move;
    return true;
}

void ks_search_moves(struct search *s) {
    const bool moves = !s->said->drops && !s->said->castles && !s->said->passes;
    const ks_variant_squares meant = moves ? ks_find_meant(s) : (ks_variant_squares){{0}};
    ks_variant_each_move_of(s->v, s->position, &meant, !s->said->drops, note, s);
}
