/* Says why a piece of a variant cannot make a move: its own way of moving, castling, drops, promotions. */

#include "game/explain/attempt.h"
#include "variant/attacks/attacks.h"
#include "variant/attacks/safety.h"
#include "variant/definition/squares.h"
#include "variant/moves/drops.h"
#include "variant/moves/generate.h"
#include "variant/play/castling.h"
#include "variant/play/play.h"

/* ==== Rules of one piece ==== */

/* Finds why a piece doesn't move so at all, whatever stands on the board. */

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
    const ks_variant_squares starts = either(v->first_push[a->us], v->triple_push[a->us]);
    if (!has_first_moves(type_on(a, a->from)))
        return false;
    for (ks_variant_squares left = starts; !is_empty_set(&left);) {
        const unsigned from = take_square(&left), to = ks_variant_beside(v, from, files, rows);
        struct piece_lines lines;
        if (to == KS_VARIANT_NO_SQUARE)
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
    return REFUSE(a, KS_ERROR_PAWN_DOUBLE_PUSH, FIRST_PUSH_ELSEWHERE, ks_side_names[a->us],
                  noun_on(a, a->from).text, ranks.text);
}

int ks_variant_refuse_piece_rule(const struct attempt *a) {
    char rule[144]; /* so that the whole sentence fits */
    const struct piece_type *const type = type_on(a, a->from);
    if (a->from == a->to)
        return REFUSE(a, KS_ERROR_SAME_SQUARE, STANDS_THERE_ALREADY);
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

/* ==== Castling ==== */

/* Finds the rule of castling that a move breaks; the rules are Chess960's, which include the
 * rules of chess. Messages follow "white can't castle kingside: ". */

struct castling {
    const struct attempt *a;
    unsigned king,
        rook; /* king: KS_VARIANT_NO_SQUARE where a piece castles that isn't royal, and has no right */
    enum ks_wing wing;
    struct castled end;
};

/* ---- The right ---- */

/* Names what the king castles with. */
static struct words rook_name(const ks_variant *v) {
    const uint32_t types = v->castling_types;
    return types && !(types & (types - 1)) ? ks_noun_of(v, (unsigned)__builtin_ctz(types))
                                           : (struct words){"piece to castle with"};
}

/* Returns whether a rook stands between the king and the edge of the board. */
static bool has_rook(const struct castling *c) {
    const struct attempt *const a = c->a;
    for (unsigned left = a->v->files, square = c->king; left > 1; left--) {
        square = ks_variant_beside(a->v, square, c->wing == KS_KINGSIDE ? 1 : -1, 0);
        if (square == KS_VARIANT_NO_SQUARE)
            return false;
        const unsigned code = a->position->board[square];
        if (is_piece(code) && KS_VARIANT_SIDE(code) == a->us &&
            a->v->castling_types >> KS_VARIANT_TYPE(code) & 1)
            return true;
    }
    return false;
}

static int check_right(const struct castling *c) {
    const struct attempt *const a = c->a;
    const bool known = c->king != KS_VARIANT_NO_SQUARE;
    const bool home = known && c->king / a->v->files == a->v->castling_row[a->us];
    const struct words king = ks_noun_of(a->v, a->v->castling_king);
    if (!a->v->castles)
        return REFUSE(a, KS_ERROR_CASTLING_UNAVAILABLE, "there is no castling in %s", a->v->name);
    if (c->rook != KS_VARIANT_NO_SQUARE)
        return KS_OK;
    if (!known && a->v->royal_castles)
        return REFUSE(a, KS_ERROR_CASTLING_UNAVAILABLE, NO_KING, ks_side_names[a->us], king.text);
    if (home && !has_rook(c))
        return REFUSE(a, KS_ERROR_CASTLING_ROOK_MISSING, NO_ROOK, rook_name(a->v).text, the(a, c->king).text);
    if (known && !home)
        return REFUSE(a, KS_ERROR_CASTLING_UNAVAILABLE, LEFT_ITS_RANK, king.text);
    return REFUSE(a, KS_ERROR_CASTLING_UNAVAILABLE, HAS_MOVED, king.text, rook_name(a->v).text);
}

static int check_path(const struct castling *c) {
    const ks_variant_squares way = ks_variant_castling_way(c->king, c->rook, c->end);
    const ks_variant_squares blockers = both(way, occupied_squares(c->a->position));
    return is_empty_set(&blockers)
               ? KS_OK
               : REFUSE(c->a, KS_ERROR_CASTLING_BLOCKED, STANDS_IN_THE_WAY, the(c->a, lowest(blockers)).text);
}

/* ---- Attacks ---- */

/* Returns the enemy pieces that attack what castles on a square of its way; none where it may be attacked. */
static ks_variant_squares attackers_on(const struct castling *c, unsigned square) {
    const struct attempt *const a = c->a;
    const struct royals royals = ks_variant_royals(a->v, a->position, a->us);
    ks_variant_position there = *a->position;
    if (!a->v->royal_castles && !has_square(&royals.each, c->king))
        return (ks_variant_squares){{0}};
    lift(&there, c->king);
    put(&there, square, a->position->board[c->king]);
    if (!a->v->royal_castles)
        return ks_variant_attackers(a->v, &there, square, other_side(a->us));
    there.king[a->us] = (uint8_t)square;
    return ks_variant_king_checkers(a->v, &there, a->us);
}

static int check_start(const struct castling *c) {
    const ks_variant_squares checkers = ks_variant_king_checkers(c->a->v, c->a->position, c->a->us);
    const ks_variant_squares attackers = attackers_on(c, c->king);
    if (!is_empty_set(&checkers))
        return REFUSE(c->a, KS_ERROR_CASTLING_OUT_OF_CHECK, IN_CHECK,
                      the(c->a, c->a->position->king[c->a->us]).text, the(c->a, lowest(checkers)).text);
    return is_empty_set(&attackers) ? KS_OK
                                    : REFUSE(c->a, KS_ERROR_CASTLING_OUT_OF_CHECK, IN_CHECK,
                                             the(c->a, c->king).text, the(c->a, lowest(attackers)).text);
}

static int check_way(const struct castling *c) {
    const unsigned low = c->king < c->end.king ? c->king : c->end.king;
    const unsigned high = c->king < c->end.king ? c->end.king : c->king;
    for (unsigned square = low + 1; square < high; square++) {
        const ks_variant_squares attackers = attackers_on(c, square);
        if (!is_empty_set(&attackers))
            return REFUSE(c->a, KS_ERROR_CASTLING_THROUGH_CHECK, WOULD_PASS, noun_on(c->a, c->king).text,
                          square_name(c->a, square), the(c->a, lowest(attackers)).text);
    }
    return KS_OK;
}

/* After castling, the rook may have uncovered what it hid, and other royal pieces count. */
static int check_end(const struct castling *c) {
    const struct attempt *const a = c->a;
    const ks_variant_move move = VARIANT_MOVE(c->king, c->rook, KS_VARIANT_CASTLING, 0);
    ks_variant_position after = *a->position;
    ks_variant_undo undo;
    ks_variant_make_move(a->v, &after, move, &undo);
    const ks_variant_squares attackers = ks_variant_king_checkers(a->v, &after, a->us);
    if (is_empty_set(&attackers))
        return ks_variant_refuse_royals(a, move);
    return REFUSE(a, KS_ERROR_CASTLING_INTO_CHECK, WOULD_END_IN_CHECK, ks_noun_of(a->v, a->v->royal).text,
                  square_name(a, after.king[a->us]), the(a, lowest(attackers)).text);
}

/* ---- All ---- */

int ks_variant_explain_castling(const struct attempt *a, enum ks_wing wing) {
    static int (*const rules[])(const struct castling *) = {check_right, check_path, check_start, check_way,
                                                            check_end};
    struct castling c = {.a = a,
                         .king = ks_variant_castling_king(a->v, a->position, a->us),
                         .rook = a->position->castling_rook[a->us][wing],
                         .wing = wing};
    int code = ks_variant_explain_ending(a);
    c.end = ks_variant_castled(a->v, a->us, c.king, c.rook);
    for (size_t i = 0; i < sizeof rules / sizeof *rules && code == KS_OK; i++)
        code = rules[i](&c);
    if (code != KS_OK)
        return code;
    return a->v->must_capture
               ? REFUSE(a, KS_ERROR_MUST_CAPTURE, "there is a capture, and a side that can capture has to")
               : REFUSE(a, KS_ERROR_GIVES_CHECK, "that would give check, which isn't allowed");
}

/* ==== Drops ==== */

/* Finds the rule that a drop breaks. Messages follow "white can't drop a knight on e4: ". */

/* Makes the drop, whatever the hand has, and refuses what comes of it. */
static int refuse_trial(const struct attempt *a) {
    const ks_variant *const v = a->v;
    const unsigned type = a->promotion - 1;
    const ks_variant_move move = VARIANT_MOVE(a->to, a->to, KS_VARIANT_DROP, a->promotion);
    ks_variant_position after = *a->position;
    ks_variant_undo undo;
    ks_variant_make_move(v, &after, move, &undo);
    const ks_variant_squares checkers = ks_variant_king_checkers(v, &after, a->us);
    if (!is_empty_set(&checkers))
        return REFUSE(a, KS_ERROR_CHECK_UNANSWERED, NOW_IN_CHECK,
                      ks_the_piece(v, &after, after.king[a->us]).text, the(a, lowest(checkers)).text);
    const int exposed = ks_variant_refuse_royals(a, move);
    if (exposed != KS_OK)
        return exposed;
    if (type == v->drop_limits.no_mate && !ks_variant_has_move(v, &after))
        return REFUSE(a, KS_ERROR_DROP_MATE, "it would be mate, which no dropped %s may give",
                      ks_noun_of(v, type).text);
    if (v->must_capture)
        return REFUSE(a, KS_ERROR_MUST_CAPTURE, "there is a capture, and a side that can capture has to");
    return REFUSE(a, KS_ERROR_GIVES_CHECK, "it would give check, which isn't allowed");
}

static bool encloses(const struct attempt *a) {
    const ks_variant_squares squares = ks_variant_enclosing_squares(a->v, a->position);
    return has_square(&squares, a->to);
}

static int refuse_enclosing(const struct attempt *a) {
    static const char *const reasons[] = {
        [ENCLOSING_REVERSI] = "it would enclose no enemy between itself and another piece of its side",
        [ENCLOSING_ATAXX] = "it would not be next to a piece of its side",
        [ENCLOSING_QUADWRANGLE] = "it would not be next to a piece of its side",
        [ENCLOSING_SNORT] = "an enemy is beside that square",
        [ENCLOSING_ANYSIDE] = "no piece stops there that comes from an edge of the board",
        [ENCLOSING_TOP] = "there has to be a piece below, unless it is dropped on white's first rank"};
    const struct drop_limits *const limits = &a->v->drop_limits;
    const ks_variant_squares occupied = occupied_squares(a->position);
    if (!is_subset(&limits->enclosing_start, &occupied))
        return REFUSE(a, KS_ERROR_DROP_SQUARE, "the first drops go to other squares, such as %s",
                      square_name(a, lowest(without(limits->enclosing_start, occupied))));
    return REFUSE(a, KS_ERROR_DROP_SQUARE, "%s", reasons[limits->enclosing]);
}

/* Refuses a drop on an empty square because of rules about the piece and the pieces on the board, or returns
 * KS_OK. */
static int check_limits(const struct attempt *a, unsigned held) {
    const struct drop_limits *const limits = &a->v->drop_limits;
    const char *const side = ks_side_names[a->us];
    const ks_variant_squares full = ks_variant_full_files(a->v, a->position);
    const ks_variant_squares droppable = ks_variant_droppable(a->v, a->position, held);
    if (!has_square(&a->v->drop_region[a->us][held], a->to))
        return REFUSE(a, KS_ERROR_DROP_SQUARE, "no %s %s may be dropped there", side,
                      ks_noun_of(a->v, held).text);
    if (held == limits->no_doubled && has_square(&full, a->to))
        return REFUSE(a, KS_ERROR_DROP_DOUBLED, "%s has %s on that file already", side,
                      limits->doubled_count == 1 ? "one" : "enough");
    if (!has_square(&droppable, a->to) && held == limits->one_a_shade)
        return REFUSE(a, KS_ERROR_DROP_SQUARE, "%s has one on a square of that colour already", side);
    if (limits->enclosing && !encloses(a))
        return refuse_enclosing(a);
    if (!has_square(&droppable, a->to))
        return REFUSE(a, KS_ERROR_DROP_SQUARE,
                      "no square would be left for the %s, which goes to squares of the other colour",
                      ks_noun_of(a->v, limits->one_a_shade).text);
    if (a->v->must_stay_mobile && has_square(&a->v->stuck[KS_VARIANT_CODE(a->promotion - 1, a->us)], a->to))
        return REFUSE(a, KS_ERROR_PIECE_RULE, "it could never move again from there");
    return KS_OK;
}

int ks_variant_explain_drop(const struct attempt *a) {
    const ks_variant *const v = a->v;
    const unsigned type = a->promotion - 1, held = v->types[type].plain;
    const int over = ks_variant_explain_ending(a);
    if (over != KS_OK)
        return over;
    if (!v->drops)
        return REFUSE(a, KS_ERROR_DROP_IMPOSSIBLE, "there are no drops in %s", v->name);
    if (!has_in_hand(v, a->position, a->us, held))
        return REFUSE(a, KS_ERROR_NOT_IN_HAND, "it has no %s in hand", ks_noun_of(v, held).text);
    if (is_promoted_type(v, type) && !v->drop_promoted)
        return REFUSE(a, KS_ERROR_DROP_SQUARE, "it is dropped as %s", ks_a_noun_of(v, held).text);
    if (a->position->board[a->to])
        return REFUSE(a, KS_ERROR_DROP_OCCUPIED, "%s stands there", the(a, a->to).text);
    if (v->drop_limits.musts && !(v->drop_limits.musts >> held & 1) && ks_variant_must_drop(v, a->position))
        return REFUSE(a, KS_ERROR_MUST_DROP, "another piece in hand has to be dropped first");
    const int limited = check_limits(a, held);
    return limited != KS_OK ? limited : refuse_trial(a);
}

/* ==== Promotions ==== */

/* Finds the rule of promotion that a move breaks. */

static bool is_stuck(const struct attempt *a) {
    return a->v->must_stay_mobile && has_square(&a->v->stuck[a->position->board[a->from]], a->to);
}

/* Refuses a promotion since the side has as many pieces of the type as it may. */
static int refuse_limit(const struct attempt *a, unsigned type) {
    const unsigned limit = a->v->types[type].limit;
    return REFUSE(a, KS_ERROR_PROMOTION_LIMIT, "%s can't become %s while %s has %u %s", the(a, a->from).text,
                  ks_a_noun_of(a->v, type).text, ks_side_names[a->us], limit,
                  (limit == 1 ? ks_noun_of(a->v, type) : ks_plural_of(a->v, type)).text);
}

int ks_variant_refuse_promotion(const struct attempt *a) {
    unsigned only = NO_TYPE, count = 0;
    for (unsigned type = 0; type < a->v->type_count; type++)
        if (a->v->types[type].promotes[a->us] || a->v->types[type].turns) {
            only = type;
            count++;
        }
    if (count != 1)
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s can't be promoted", the(a, a->from).text);
    return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, NO_PROMOTION, the(a, a->from).text,
                  ks_plural_of(a->v, only).text);
}

/* Refuses a promotion outside the zone of promotion. */
static int refuse_zone(const struct attempt *a) {
    const struct words ranks = ks_name_ranks(a->v, &a->v->promotion[a->us]);
    return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, NO_PROMOTION_THERE, the(a, a->from).text,
                  square_name(a, a->to), *ranks.text ? ONLY_ON : "", ranks.text);
}

/* Returns whether the move is one of a pawn to an empty square of another file. */
static bool is_en_passant(const struct attempt *a) {
    return type_on(a, a->from)->pawn && !a->position->board[a->to] &&
           a->from % a->v->files != a->to % a->v->files;
}

/* ---- Promoted forms ---- */

/* Refuses a move by which the piece should turn and can't. */
static int refuse_turn(const struct attempt *a, const struct turning *turning) {
    const struct piece_type *const type = type_on(a, a->from);
    const struct words ranks = ks_name_ranks(a->v, &a->v->promotion[a->us]);
    if (a->turn == '-' && !(is_promoted_type(a->v, type_number(a, a->from)) && a->v->turns_back))
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s can't turn back", the(a, a->from).text);
    if (a->turn == '+' && type->promoted == NO_TYPE)
        return ks_variant_refuse_promotion(a);
    if (turning->type == NO_TYPE)
        return refuse_limit(a, a->v->types[type->promoted].kind);
    if (a->v->turns_by_capture && !a->position->board[a->to])
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s can be promoted only by a capture",
                      the(a, a->from).text);
    if (is_en_passant(a))
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s can't be promoted en passant",
                      the(a, a->from).text);
    if (type->pawn)
        return refuse_zone(a);
    return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE,
                  "%s can be promoted only by a move into, within or out of %s", the(a, a->from).text,
                  *ranks.text ? ranks.text : "its zone");
}

/* Refuses a move by which the piece doesn't turn and has to. */
static int refuse_staying(const struct attempt *a, const struct turning *turning) {
    const bool forward = is_promoted_type(a->v, turning->type);
    return REFUSE(a, KS_ERROR_PROMOTION_MISSING, "%s has to %s on %s: write %s%s%c", the(a, a->from).text,
                  forward ? "be promoted" : "turn back", square_name(a, a->to), square_name(a, a->from),
                  square_name(a, a->to), forward ? '+' : '-');
}

static int check_turn(const struct attempt *a, const struct turning *turning) {
    const bool may = turning->type != NO_TYPE && has_square(&turning->squares, a->to);
    const bool right = may && (a->turn == '+') == is_promoted_type(a->v, turning->type);
    if (a->turn)
        return right ? KS_OK : refuse_turn(a, turning);
    return has_square(&turning->staying, a->to) && !(may && is_stuck(a)) ? KS_OK : refuse_staying(a, turning);
}

/* ---- Pawns ---- */

static unsigned last_type(uint32_t types) {
    return 31 - (unsigned)__builtin_clz(types);
}

/* Refuses a type that pawns may not become, or may not now. Returns KS_OK otherwise. */
static int check_choice(const struct attempt *a) {
    const unsigned wanted = a->promotion - 1;
    const uint32_t allowed = a->v->promotion_types[a->us];
    const struct words others = ks_list_types(a->v, allowed);
    if (allowed >> wanted & 1)
        return ks_variant_promotions(a->v, a->position) >> wanted & 1 ? KS_OK : refuse_limit(a, wanted);
    return REFUSE(a, KS_ERROR_PROMOTION_PIECE, CANNOT_BECOME, the(a, a->from).text,
                  ks_a_noun_of(a->v, wanted).text, *others.text ? ONLY : "", others.text);
}

/* Refuses a move of a pawn that would have to be promoted by it. */
static int refuse_pawn(const struct attempt *a) {
    const uint32_t types = ks_variant_promotions(a->v, a->position);
    if (!types)
        return REFUSE(a, KS_ERROR_PROMOTION_LIMIT,
                      "%s has to be promoted on %s, and there is nothing that it may become",
                      the(a, a->from).text, square_name(a, a->to));
    return REFUSE(a, KS_ERROR_PROMOTION_MISSING, PROMOTION_MISSING, the(a, a->from).text,
                  square_name(a, a->to), square_name(a, a->from), square_name(a, a->to),
                  a->v->types[last_type(types)].label);
}

static int check_pawn(const struct attempt *a) {
    const ks_variant *const v = a->v;
    const bool promotes = type_on(a, a->from)->promotes[a->us];
    const bool in_zone = promotes && has_square(&v->promotion[a->us], a->to);
    if (a->promotion && !promotes)
        return ks_variant_refuse_promotion(a);
    if (a->promotion && !in_zone)
        return refuse_zone(a);
    if (in_zone && (v->must_promote || is_stuck(a)) &&
        (!a->promotion || !ks_variant_promotions(v, a->position)))
        return refuse_pawn(a);
    if (!a->promotion && is_stuck(a))
        return REFUSE(a, KS_ERROR_PIECE_RULE, "it could never move again from there");
    return a->promotion ? check_choice(a) : KS_OK;
}

int ks_variant_explain_standing(const struct attempt *a) {
    const unsigned wanted = a->promotion - 1;
    const ks_variant_squares squares = ks_variant_standing_squares(a->v, a->position, a->from, wanted);
    const int code = check_choice(a);
    if (code != KS_OK)
        return code;
    if (!ks_variant_may_stand_up(a->v, a->position, a->from))
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s can't be promoted there while %s has others",
                      the(a, a->from).text, ks_side_names[a->us]);
    if (!has_square(&squares, a->to))
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE,
                      "%s may become %s where it stands, or on an empty square to which that could go",
                      the(a, a->from).text, ks_a_noun_of(a->v, wanted).text);
    if (ks_variant_would_attack(a->v, a->position, a->from, a->to, wanted))
        return REFUSE(a, KS_ERROR_PROMOTION_IMPOSSIBLE, "%s may not become %s that attacks anything at once",
                      the(a, a->from).text, ks_a_noun_of(a->v, wanted).text);
    return KS_OK;
}

/* ---- Any rule ---- */

int ks_variant_explain_promotion(const struct attempt *a) {
    if (!a->promotion && !a->turn && is_en_passant(a) && ks_variant_stays_by_en_passant(a->v, a->us))
        return KS_OK;
    if (!a->v->turns)
        return check_pawn(a);
    const struct turning turning = ks_variant_turning(a->v, a->position, a->from, set_of_square(a->to));
    const int code = check_turn(a, &turning);
    if (code != KS_OK || a->turn)
        return code;
    const bool must = a->v->must_promote && type_on(a, a->from)->promotes[a->us] &&
                      has_square(&a->v->promotion[a->us], a->to);
    if (must && !a->v->promotion_types[a->us] && turning.type != NO_TYPE)
        return refuse_staying(a, &turning);
    return check_pawn(a);
}
