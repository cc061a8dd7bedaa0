/* Finds the rule that a move of a variant breaks. */
#include "game/explain/attempt.h"

#include <string.h>

#include "variant/definition/squares.h"
#include "variant/describe/describe.h"

/* The piece's own rule comes first, then the board's, and last the king's safety. */

/* The lines by which a piece goes to a->to. */
struct ways {
    struct piece_lines lines;
    const struct line *any; /* one of those that lead there; NULL when there is none */
    unsigned flags;         /* what those allow that nothing blocks; 0 when all are blocked */
};

/* ---- The way ---- */

static bool reaches(const struct attempt *a, const struct ways *ways, const struct line *line) {
    struct walk walk = start_walk_in(a->v, ways->lines.pool, line);
    for (unsigned stop; (stop = next_stop(&walk, a->position->board)) != KS_VARIANT_NO_SQUARE;)
        if (stop == a->to)
            return true;
    return false;
}

/* Counts the pieces on a line before a->to. The square of the first goes to *first. */
static unsigned count_on_way(const struct attempt *a, const struct ways *ways, unsigned *first) {
    unsigned count = 0;
    for (const uint8_t *entry = ways->lines.pool + ways->any->first; *entry != a->to; entry++) {
        const unsigned square = *entry & ~(unsigned)PASSED;
        if (a->position->board[square] && count++ == 0)
            *first = square;
    }
    return count;
}

static int refuse_blocked(const struct attempt *a, unsigned blocker) {
    return REFUSE(a, type_on(a, a->from)->pawn ? KS_ERROR_PAWN_BLOCKED : KS_ERROR_PIECE_BLOCKED,
                  STANDS_IN_THE_WAY, the(a, blocker).text);
}

static int refuse_way(const struct attempt *a, const struct ways *ways) {
    unsigned first = a->from;
    const unsigned count = count_on_way(a, ways, &first), hop = ways->any->hop;
    if (hop == BETZA_NO_HOP)
        return refuse_blocked(a, first);
    if (count == 0)
        return REFUSE(a, KS_ERROR_NO_HURDLE, "there is no piece between that it could hop over");
    if (hop == BETZA_HOP_OTHERS && count == 1)
        return REFUSE(a, KS_ERROR_NO_HURDLE, "it doesn't hop over %s", the(a, first).text);
    if (hop == BETZA_HOP_BESIDE)
        return REFUSE(a, KS_ERROR_NO_HURDLE,
                      "it hops only to the square behind the first piece in the way, %s", the(a, first).text);
    return REFUSE(a, KS_ERROR_PIECE_BLOCKED, "it hops over one piece, and there are %u between", count);
}

/* ---- The destination ---- */

/* Returns the square of an enemy pawn that would be captured en passant on a->to if it had just gone there by
 * a first push; KS_VARIANT_NO_SQUARE when there is none. */
static unsigned missed_en_passant(const struct attempt *a) {
    const int back = a->us == KS_WHITE ? 1 : -1;
    const unsigned pawn = ks_variant_beside(a->v, a->to, 0, back);
    const unsigned start = ks_variant_beside(a->v, a->to, 0, -back);
    const unsigned code = pawn == KS_VARIANT_NO_SQUARE ? 0 : a->position->board[pawn];
    return is_piece(code) && KS_VARIANT_SIDE(code) != a->us && start != KS_VARIANT_NO_SQUARE &&
                   has_square(&a->v->first_push[other_side(a->us)], start) &&
                   has_square(&a->v->en_passant[a->us], a->to) &&
                   is_taken_en_passant(a->v, KS_VARIANT_TYPE(code)) &&
                   type_on(a, a->from)->takes_en_passant[a->us]
               ? pawn
               : KS_VARIANT_NO_SQUARE;
}

static int refuse_empty(const struct attempt *a) {
    const unsigned pawn = missed_en_passant(a);
    if (pawn != KS_VARIANT_NO_SQUARE)
        return REFUSE(a, KS_ERROR_EN_PASSANT_UNAVAILABLE, NOT_EN_PASSANT, the(a, pawn).text);
    return REFUSE(a, KS_ERROR_NOTHING_TO_CAPTURE, ONLY_TO_CAPTURE,
                  type_on(a, a->from)->pawn ? A_PAWN_CAPTURES : "it goes there", square_name(a, a->to));
}

/* Returns whether the piece captures en passant on a->to. flags: what its lines to that square allow. */
static bool is_en_passant(const struct attempt *a, unsigned flags) {
    return (flags & (LINE_MOVE | LINE_CAPTURE)) == LINE_CAPTURE &&
           has_square(&a->position->en_passant, a->to) && !a->position->board[a->to] &&
           type_on(a, a->from)->takes_en_passant[a->us];
}

/* Returns whether the piece is royal and would become a wall by capturing. */
static bool is_petrified_royal(const struct attempt *a) {
    const unsigned type = type_number(a, a->from);
    return a->v->petrified >> type & 1 &&
           (type == a->v->royal || a->v->crowned.types >> a->v->types[type].kind & 1);
}

/* Refuses a move onto an enemy piece, or returns KS_OK. */
static int check_capture(const struct attempt *a, unsigned flags) {
    const unsigned type = type_number(a, a->to);
    if (type == a->v->royal && !a->v->may_lose_king)
        return REFUSE(a, KS_ERROR_KING_CAPTURE, NEVER_CAPTURED, ks_a_noun_of(a->v, type).text);
    if (a->v->immune >> type & 1 && type == type_number(a, a->from))
        return REFUSE(a, KS_ERROR_SPARED, "one %s doesn't capture another", noun_on(a, a->to).text);
    if (!(flags & LINE_CAPTURE) && is_petrified_royal(a))
        return REFUSE(a, KS_ERROR_OWN_EXPLOSION, "capturing would turn it into a wall");
    if (!(flags & LINE_CAPTURE))
        return REFUSE(a, KS_ERROR_PIECE_BLOCKED, "%s stands there, and %s doesn't capture like that",
                      the(a, a->to).text, ks_a_noun_of(a->v, type_number(a, a->from)).text);
    return KS_OK;
}

static int check_destination(const struct attempt *a, unsigned flags) {
    const unsigned code = a->position->board[a->to];
    if (!code)
        return flags & LINE_MOVE || is_en_passant(a, flags) ? KS_OK : refuse_empty(a);
    if (code == KS_VARIANT_WALL || (type_on(a, a->from)->pawn && !(flags & LINE_CAPTURE)))
        return refuse_blocked(a, a->to);
    if (KS_VARIANT_SIDE(code) != a->us)
        return check_capture(a, flags);
    return REFUSE(a, KS_ERROR_OWN_PIECE, OWN_STANDS_THERE, ks_side_names[a->us], noun_on(a, a->to).text);
}

/* ---- All ---- */

/* Returns what a line has to allow, given what stands on a->to. Either will do for an own piece there, since
 * the move is refused anyway. */
static unsigned wanted_flags(const struct attempt *a) {
    const unsigned code = a->position->board[a->to];
    if (!code)
        return LINE_MOVE;
    return is_piece(code) && KS_VARIANT_SIDE(code) == a->us ? LINE_MOVE | LINE_CAPTURE : LINE_CAPTURE;
}

/* Follows the piece's lines that lead to a->to and allow any of `wanted`. */
static void follow_lines(const struct attempt *a, unsigned wanted, struct ways *ways) {
    ways->any = NULL;
    ways->flags = 0;
    for (const struct line *line = ways->lines.all; line < ways->lines.all + ways->lines.count; line++) {
        if (!has_square(&line->stops, a->to) || !(line->flags & wanted))
            continue;
        ways->any = line;
        if (reaches(a, ways, line))
            ways->flags |= line->flags;
    }
}

static int check_lines(const struct attempt *a, unsigned *flags) {
    struct ways ways;
    ks_variant_find_lines(a->v, a->position->board[a->from], a->from, &ways.lines);
    follow_lines(a, wanted_flags(a), &ways);
    if (!ways.any)
        follow_lines(a, LINE_MOVE | LINE_CAPTURE, &ways);
    *flags = ways.flags;
    if (!ways.any)
        return ks_variant_refuse_piece_rule(a);
    const int promotion = ks_variant_explain_promotion(a);
    if (promotion != KS_OK)
        return promotion;
    return ways.flags ? check_destination(a, ways.flags) : refuse_way(a, &ways);
}

int ks_variant_explain_attempt(const struct attempt *a) {
    unsigned flags = 0;
    const bool stands_up = a->v->stands_up && a->promotion && type_on(a, a->from)->pawn;
    int code = ks_variant_explain_ending(a);
    if (code == KS_OK)
        code = stands_up ? ks_variant_explain_standing(a) : check_lines(a, &flags);
    if (code != KS_OK)
        return code;
    return ks_variant_refuse_danger(a, is_en_passant(a, flags) ? KS_VARIANT_EN_PASSANT : KS_VARIANT_PLAIN);
}
