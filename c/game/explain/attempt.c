/* The attempt at a move that is not legal, and the words for what is wrong with it. */
#include "game/explain/attempt.h"

#include <string.h>

#include "variant/definition/squares.h"
#include "variant/describe/describe.h"

/* ==== Words ==== */

/* Names pieces, squares and rules in the words of a sentence. */

/* ---- Pieces ---- */

/* A capital that stands alone is a letter, as in "piece D". */
struct words ks_noun_of(const ks_variant *v, unsigned type) {
    struct words noun;
    strcpy(noun.text, type == NO_TYPE ? "king" : v->types[type].name);
    for (char *c = noun.text; *c; c++)
        if (*c >= 'A' && *c <= 'Z' && c[1] >= 'a' && c[1] <= 'z')
            *c = (char)(*c | 0x20);
    return noun;
}

struct words ks_a_noun_of(const ks_variant *v, unsigned type) {
    const struct words noun = ks_noun_of(v, type);
    struct words with_article;
    sprintf(with_article.text, "%s %.31s", strchr("AEIOaeio", noun.text[0]) ? "an" : "a", noun.text);
    return with_article;
}

struct words ks_plural_of(const ks_variant *v, unsigned type) {
    struct words noun = ks_noun_of(v, type);
    const char last = noun.text[strlen(noun.text) - 1];
    strcat(noun.text, strchr("sxz", last) ? "es" : "s");
    return noun;
}

struct words ks_the_piece(const ks_variant *v, const ks_variant_position *position, unsigned square) {
    const unsigned code = position->board[square];
    const struct words noun = is_piece(code) ? ks_noun_of(v, KS_VARIANT_TYPE(code)) : (struct words){"wall"};
    struct words piece;
    sprintf(piece.text, "the %.31s on %s", noun.text, ks_variant_square_name(v, square));
    return piece;
}

/* ---- Lists ---- */

struct words ks_list_types(const ks_variant *v, uint32_t types) {
    const unsigned count = (unsigned)__builtin_popcount(types);
    struct words list = {""};
    struct writer w = {list.text, sizeof list.text, 0};
    for (unsigned index = 0, type = TYPES_MAX; type-- > 0;)
        if (types >> type & 1) {
            const struct words noun = index ? ks_noun_of(v, type) : ks_a_noun_of(v, type);
            write_text(&w, "%s%s", before_item(index++, count), noun.text);
        }
    return w.length < sizeof list.text ? list : (struct words){""};
}

struct words ks_list_squares(const ks_variant *v, ks_squares squares) {
    struct words list = {""};
    struct writer w = {list.text, sizeof list.text, 0};
    for (unsigned left = count_squares(&squares); left > 0; left--)
        write_text(&w, "%s%s", ks_variant_square_name(v, take_square(&squares)),
                   left > 2    ? ", "
                   : left == 2 ? " and "
                               : "");
    return list;
}

struct words ks_name_ranks(const ks_variant *v, const ks_squares *region) {
    struct words name = {""};
    unsigned first, last;
    if (ks_describe_find_ranks(v, region, &first, &last))
        sprintf(name.text, first == last ? "rank %u" : "ranks %u to %u", first, last);
    return name;
}

/* ---- Rules ---- */

static bool is_same_betza(const struct betza *a, const struct betza *b) {
    return a->count == b->count && memcmp(a->terms, b->terms, a->count * sizeof *a->terms) == 0;
}

#define MOVES(COUNT, ...)                                                                                    \
    {                                                                                                        \
        .count = COUNT, .terms = { __VA_ARGS__ }                                                             \
    }
#define TERM(FAR, NEAR, WAYS, RANGE, MODALITY)                                                               \
    { .far = FAR, .near = NEAR, .directions = WAYS, .range = RANGE, .modality = MODALITY }
#define ALONG(range) TERM(1, 0, WAYS_ALONG, range, BETZA_MOVE | BETZA_CAPTURE)
#define ASKEW(range) TERM(1, 1, WAYS_ASKEW, range, BETZA_MOVE | BETZA_CAPTURE)
enum { WAYS_ALONG = 1 << FORWARD_LEFT | 1 << BACKWARD_LEFT | 1 << LEFT_FORWARD | 1 << RIGHT_FORWARD };
enum { WAYS_ASKEW = 1 << FORWARD_LEFT | 1 << FORWARD_RIGHT | 1 << BACKWARD_LEFT | 1 << BACKWARD_RIGHT };

/* The pieces of chess, in the order of ks_how_pieces_move. */
static const struct betza pieces_of_chess[MOVING_TYPES] = {
    MOVES(2, TERM(1, 0, 1 << FORWARD_LEFT, 1, BETZA_MOVE),
          TERM(1, 1, 1 << FORWARD_LEFT | 1 << FORWARD_RIGHT, 1, BETZA_CAPTURE)),
    MOVES(1, TERM(2, 1, 0xff, 1, BETZA_MOVE | BETZA_CAPTURE)),
    MOVES(1, ASKEW(0)),
    MOVES(1, ALONG(0)),
    MOVES(2, ALONG(0), ASKEW(0)),
    MOVES(2, ALONG(1), ASKEW(1)),
};

/* Returns how a piece of chess moves that moves as this one does; NULL when none does. */
static const char *find_in_chess(const struct betza *betza) {
    for (unsigned type = 0; type < MOVING_TYPES; type++)
        if (is_same_betza(betza, &pieces_of_chess[type]))
            return ks_how_pieces_move[type];
    return NULL;
}

void ks_say_rule(const ks_variant *v, unsigned type, char *text, size_t room) {
    const struct betza *const betza = &v->types[type].betza;
    const char *const known = find_in_chess(betza);
    struct writer w = {text, room, 0};
    write_text(&w, "%s ", ks_a_noun_of(v, type).text);
    const size_t start = w.length;
    if (known) {
        write_text(&w, "%s%s", known, v->castles && type == v->castling_king ? EXCEPT_TO_CASTLE : "");
        return;
    }
    write_text(&w, "may ");
    ks_describe_betza(&w, betza, "where it starts");
    if (w.length >= room || betza->count == 0)
        snprintf(text + start, room - start, "doesn't move%s", betza->count ? " like that" : "");
}

/* ==== Attempts ==== */

/* Finds the rule that a move breaks: first the piece's own, then the board's, and last the king's
 * safety. */

/* The lines by which a piece goes to a->to. */
struct ways {
    struct piece_lines lines;
    const struct line *any; /* one of those that lead there; NULL when there is none */
    unsigned flags;         /* what those allow that nothing blocks; 0 when all are blocked */
};

/* ---- The way ---- */

static bool reaches(const struct attempt *a, const struct ways *ways, const struct line *line) {
    struct walk walk = start_walk_in(a->v, ways->lines.pool, line);
    for (unsigned stop; (stop = next_stop(&walk, a->position->board)) != KS_NOWHERE;)
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
 * a first push; KS_NOWHERE when there is none. */
static unsigned missed_en_passant(const struct attempt *a) {
    const int back = a->us == KS_WHITE ? 1 : -1;
    const unsigned pawn = ks_variant_beside(a->v, a->to, 0, back);
    const unsigned start = ks_variant_beside(a->v, a->to, 0, -back);
    const unsigned code = pawn == KS_NOWHERE ? 0 : a->position->board[pawn];
    return is_piece(code) && KS_VARIANT_SIDE(code) != a->us && start != KS_NOWHERE &&
                   has_square(&a->v->first_push[other_side(a->us)], start) &&
                   has_square(&a->v->en_passant[a->us], a->to) &&
                   is_taken_en_passant(a->v, KS_VARIANT_TYPE(code)) &&
                   type_on(a, a->from)->takes_en_passant[a->us]
               ? pawn
               : KS_NOWHERE;
}

static int refuse_empty(const struct attempt *a) {
    const unsigned pawn = missed_en_passant(a);
    if (pawn != KS_NOWHERE)
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
