/* Reads and writes the FEN of variants. */
#include "variant/notation/fen.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/fen/fields.h"
#include "core/fen/read.h"
#include "core/fen/write.h"
#include "core/text/characters.h"
#include "variant/attacks/attacks.h"
#include "variant/attacks/safety.h"
#include "variant/definition/squares.h"
#include "variant/moves/generate.h"
#include "variant/notation/fen_rights.h"
#include "variant/notation/rows.h"
#include "variant/play/castling.h"

/* ==== Misplaced letters ==== */

/* Pawns of any type cannot stand on squares that no move leads to, or that they could never leave. */

/* Returns whether a pawn of any type cannot have come to a square. That holds on its back rank unless one of
 * its moves ends there, and on promotion squares that it could never leave. A type that may be promoted to or
 * castled with can be anywhere. */
static bool is_out_of_place(const ks_variant *v, unsigned code, unsigned square, bool start_known) {
    const unsigned type = KS_VARIANT_TYPE(code), side = KS_VARIANT_SIDE(code);
    if (!v->types[type].promotes[side] || (v->promotion_types[side] | v->castling_types) >> type & 1)
        return false;
    if (v->turns_back && v->types[type].promoted != NO_TYPE) /* its form goes there and turns back */
        return false;
    const ks_variant_squares *const zone = &v->promotion[side];
    const bool stuck = has_square(&v->stuck[code], square) && has_square(zone, square);
    const unsigned row = square / v->files, back = row_of_its_rank(v, side, 0);
    const bool gate = v->seirawan && row == v->castling_row[side];
    if ((v->drops || gate) && has_square(&v->drop_region[side][type], square))
        return v->must_stay_mobile && stuck;
    return ((v->must_promote || v->must_stay_mobile) && stuck) ||
           (start_known && row == back && !has_square(&v->arrivals[code], square) &&
            v->start.board[square] != code);
}

void ks_variant_find_misplaced(ks_variant *v, bool start_known) {
    v->misplaced_count = 0;
    for (unsigned code = KS_VARIANT_CODE(0, 0); code < KS_VARIANT_CODE(v->type_count, 0); code++) {
        struct misplaced *const last = &v->misplaced[v->misplaced_count];
        *last = (struct misplaced){{{0}}, code};
        for (unsigned square = 0; square < v->squares; square++)
            if (is_out_of_place(v, code, square, start_known))
                add_square(&last->squares, square);
        v->misplaced_count += !is_empty_set(&last->squares);
    }
}

/* Returns the squares of pawns that cannot have come there. */
static ks_variant_squares find_misplaced(const ks_variant *v, const ks_variant_position *p) {
    ks_variant_squares found = {{0}};
    for (unsigned i = 0; i < v->misplaced_count; i++)
        found = either(found, both(v->misplaced[i].squares, squares_of_code(v, p, v->misplaced[i].code)));
    return found;
}

/* ==== Reading ==== */

/* Reads positions of variants from FEN: field by field, then as a whole. */

/* ---- Placement ---- */

/* Reads a number of empty squares. The number has one digit when rows are shorter than ten squares, since
 * some programs write 11 for 2. */
static int read_run(const ks_variant *v, reader *r) {
    int run = 0;
    do
        run = run * 10 + (peek(r) - '0');
    while (++r->at, v->files >= 10 && is_digit(peek(r)) && run < 10);
    return run;
}

/* Returns the type of a letter, or of its promoted form after +. */
static unsigned type_of_letter(const ks_variant *v, int letter, bool plus) {
    const unsigned type = ks_variant_type_of_label(v, letter);
    return plus && type != NO_TYPE ? v->types[type].promoted : type;
}

static int read_row(const ks_variant *v, reader *r, unsigned row, ks_variant_position *p) {
    unsigned file = 0;
    while (peek(r) != '/' && !at_field_end(r) && !(v->hands && peek(r) == '[')) {
        const size_t start = r->at;
        const bool plus = v->turns && peek(r) == '+' && ++r->at;
        const int c = peek(r);
        if (c == '*' && v->walled && !plus && file < v->files) {
            put_wall(p, row * v->files + file++);
            r->at++;
            continue;
        }
        const unsigned type = type_of_letter(v, c, plus);
        const int run = is_digit(c) && !plus ? read_run(v, r) : 1;
        if ((type == NO_TYPE && !is_digit(c)) || run == 0) {
            r->at = start + plus;
            return unexpected(r, KS_ERROR_PLACEMENT_CHARACTER,
                              plus ? "the letter of a piece that has a promoted form"
                                   : "a letter of the variant's pieces, a number or '/'");
        }
        if (file + (unsigned)run > v->files)
            return ks_fail(r->error, KS_ERROR_ROW_TOO_LONG, start, "expected %u squares in a row, found more",
                           v->files);
        if (type != NO_TYPE) {
            const unsigned side = c >= 'a' ? KS_BLACK : KS_WHITE, square = row * v->files + file;
            p->board[square] = (uint8_t)KS_VARIANT_CODE(type, side);
            add_square(&p->pieces[side], square);
            r->at++;
            if ((v->to_hand || v->marks_promoted) && peek(r) == '~') {
                if (v->marks_promoted)
                    add_square(&p->promoted, square);
                r->at++;
            }
        }
        file += (unsigned)run;
    }
    if (file < v->files)
        return ks_fail(r->error, KS_ERROR_ROW_TOO_SHORT, r->at, "expected %u squares in a row, found %u",
                       v->files, file);
    return KS_OK;
}

/* Reads the pieces in hand: in brackets, or as one more row. */
static int read_hands(const ks_variant *v, reader *r, ks_variant_position *p) {
    enum { HANDS_MAX = 240 }; /* so that the longest FEN fits into KS_VARIANT_FEN_SIZE */
    const bool brackets = peek(r) == '[';
    unsigned count = 0;
    for (r->at++; peek(r) != ']' && !at_field_end(r); r->at++) {
        const int c = peek(r);
        const unsigned code = c == END ? 0 : v->fen_letters[c] & FEN_CODE;
        const unsigned type = code ? KS_VARIANT_TYPE(code) : NO_TYPE;
        if (c == '-' && count == 0)
            continue;
        if (type == NO_TYPE || (type == v->royal && !v->may_lose_king && !v->holds_royal))
            return unexpected(r, KS_ERROR_PLACEMENT_CHARACTER,
                              "the letter of a piece that may be in hand, or the end of the hands");
        if (count++ == HANDS_MAX)
            return ks_fail(r->error, KS_ERROR_MANY_PIECES, r->at, "expected at most %u pieces in hand",
                           HANDS_MAX);
        p->hand[c >= 'a' ? KS_BLACK : KS_WHITE][type]++;
    }
    if (brackets && peek(r) != ']')
        return unexpected(r, KS_ERROR_PLACEMENT_CHARACTER, "']' after the pieces in hand");
    r->at += brackets;
    return at_field_end(r) ? KS_OK : unexpected(r, KS_ERROR_PLACEMENT_CHARACTER, "a blank after the hands");
}

/* Reads the rows again that have a mistake, or walls. */
static int read_rows_exactly(const ks_variant *v, reader *r, ks_variant_position *p) {
    memset(p->board, 0, sizeof p->board);
    memset(p->pieces, 0, sizeof p->pieces);
    p->promoted = (ks_variant_squares){{0}};
    for (unsigned row = 0; row < v->ranks; row++) {
        if (row > 0) {
            if (peek(r) != '/')
                return ks_fail(r->error, KS_ERROR_ROWS_TOO_FEW, r->at, "expected %u rows, found %u", v->ranks,
                               row);
            r->at++;
        }
        const int code = read_row(v, r, row, p);
        if (code != KS_OK)
            return code;
    }
    return KS_OK;
}

static int read_placement(const ks_variant *v, reader *r, ks_variant_position *p) {
    const size_t start = r->at;
    if (!ks_variant_read_rows(v, r, p)) {
        r->at = start;
        const int code = read_rows_exactly(v, r, p);
        if (code != KS_OK)
            return code;
    }
    if (v->hands && (peek(r) == '[' || peek(r) == '/'))
        return read_hands(v, r, p);
    return at_field_end(r)
               ? KS_OK
               : ks_fail(r->error, KS_ERROR_ROWS_TOO_MANY, r->at, "expected %u rows, found more", v->ranks);
}

/* ---- Kings ---- */

/* Returns the offset of the letter of the piece on a square. placement: the offset of the first field. */
static size_t offset_of_square(const ks_variant *v, const reader *r, size_t placement, unsigned square) {
    reader at = {r->text, r->length, placement, NULL};
    for (unsigned here = 0; here < v->squares;)
        if (is_digit(peek(&at))) {
            here += (unsigned)read_run(v, &at);
        } else {
            if (!strchr("/~+", peek(&at)) && here++ == square)
                break;
            at.at++;
        }
    return at.at;
}

/* The squares of each side's royal pieces. */
struct kings {
    ks_variant_squares of[2];
};

/* Finds them, and fills in the first one of each side. */
static void find_kings(const ks_variant *v, ks_variant_position *p, struct kings *kings) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        ks_variant_squares left = {{0}};
        if (v->royal != NO_TYPE)
            left = squares_of_code(v, p, KS_VARIANT_CODE(v->royal, side));
        kings->of[side] = left;
        p->king[side] = is_empty_set(&left) ? KS_VARIANT_NO_SQUARE : (uint8_t)take_square(&left);
    }
}

static int check_king(const ks_variant *v, const reader *r, size_t placement, const ks_variant_position *p,
                      const struct kings *kings, unsigned side, ks_fen_flags flags) {
    const unsigned king = p->king[side];
    ks_variant_squares others = kings->of[side];
    if (v->kingless[side])
        return king == KS_VARIANT_NO_SQUARE || flags & KS_FEN_LENIENT
                   ? KS_OK
                   : ks_fail(r->error, KS_ERROR_MANY_KINGS, offset_of_square(v, r, placement, king),
                             "expected no %s %s, found one on %s", ks_side_names[side], royal_name(v),
                             ks_variant_square_name(v, king));
    const unsigned held = v->holds_royal ? p->hand[side][v->royal] : 0;
    if (held + (king != KS_VARIANT_NO_SQUARE) > 1)
        return ks_fail(r->error, KS_ERROR_MANY_KINGS, placement, "expected one %s %s, found more, in hand",
                       ks_side_names[side], royal_name(v));
    if (held)
        return KS_OK;
    if (king == KS_VARIANT_NO_SQUARE && v->may_lose_king && p->king[other_side(side)] != KS_VARIANT_NO_SQUARE)
        return KS_OK;
    if (king == KS_VARIANT_NO_SQUARE)
        return ks_fail(r->error, KS_ERROR_NO_KING, placement, "expected one %s %s, found none",
                       ks_side_names[side], royal_name(v));
    remove_square(&others, king);
    if (is_empty_set(&others))
        return KS_OK;
    const unsigned second = take_square(&others);
    return ks_fail(r->error, KS_ERROR_MANY_KINGS, offset_of_square(v, r, placement, second),
                   "expected one %s %s, found a second on %s", ks_side_names[side], royal_name(v),
                   ks_variant_square_name(v, second));
}

static int check_kings(const ks_variant *v, const reader *r, size_t placement, const ks_variant_position *p,
                       const struct kings *kings, ks_fen_flags flags) {
    int code = KS_OK;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK && v->royal != NO_TYPE; side++)
        if (side == p->side_to_move || !(flags & KS_FEN_LENIENT))
            code = check_king(v, r, placement, p, kings, side, flags);
    return code;
}

/* ---- The position as a whole ---- */

/* The side that has moved may not be in check. In variants without checks the other may not be either. */
static int check_checks(const ks_variant *v, const reader *r, size_t placement,
                        const ks_variant_position *p) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        if (side == p->side_to_move && v->checking)
            continue;
        const ks_variant_squares checkers = ks_variant_checkers(v, p, side);
        if (is_empty_set(&checkers))
            continue;
        if (side != p->side_to_move && p->passes && ks_variant_in_bikjang(v, p))
            continue; /* it has passed in check, which ends the game */
        const unsigned endangered = ks_variant_piece_in_check(v, p, side);
        const size_t offset = offset_of_square(v, r, placement, endangered);
        const char *const king = v->types[KS_VARIANT_TYPE(p->board[endangered])].name;
        const char *const square = ks_variant_square_name(v, endangered);
        return side != p->side_to_move
                   ? ks_fail(r->error, KS_ERROR_KING_CAPTURABLE, offset,
                             "the %s on %s is in check, but it is the other side's turn", king, square)
                   : ks_fail(r->error, KS_ERROR_IMPOSSIBLE_CHECK, offset,
                             "the %s on %s is in check, and no check may be given in %s", king, square,
                             v->name);
    }
    return KS_OK;
}

static int check_position(const ks_variant *v, const reader *r, size_t placement,
                          const ks_variant_position *p, const struct kings *kings, ks_fen_flags flags) {
    const int wrong = check_kings(v, r, placement, p, kings, flags);
    if (wrong != KS_OK || flags & KS_FEN_LENIENT)
        return wrong;
    ks_variant_squares misplaced = find_misplaced(v, p);
    if (!is_empty_set(&misplaced)) {
        const unsigned square = take_square(&misplaced), code = p->board[square];
        return ks_fail(r->error, KS_ERROR_PAWN_RANK, offset_of_square(v, r, placement, square),
                       "expected no %s %s on %s, where none can be", ks_side_names[KS_VARIANT_SIDE(code)],
                       v->types[KS_VARIANT_TYPE(code)].name, ks_variant_square_name(v, square));
    }
    return check_checks(v, r, placement, p);
}

/* ---- Counted checks ---- */

static bool read_check_count(const ks_variant *v, reader *r, uint8_t *count) {
    if (!is_digit(peek(r)) || (unsigned)(peek(r) - '0') > v->checks)
        return false;
    *count = (uint8_t)(r->text[r->at++] - '0');
    return true;
}

/* Reads 3+3: the checks that each side still has to give, white first. given: reads +0+0 instead, the checks
 * that each side has given. */
static bool read_check_counts(const ks_variant *v, reader *r, bool given, ks_variant_position *p) {
    uint8_t counts[2];
    if (given && (peek(r) != '+' || !++r->at))
        return false;
    if (!read_check_count(v, r, &counts[KS_WHITE]) || peek(r) != '+' || !++r->at ||
        !read_check_count(v, r, &counts[KS_BLACK]) || (!at_field_end(r) && peek(r) != ';'))
        return false;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        p->checks_left[side] = (uint8_t)(given ? v->checks - counts[side] : counts[side]);
    return true;
}

static void skip_number(reader *r) {
    while (is_digit(peek(r)))
        r->at++;
    skip_blanks(r);
}

/* The place of the checks given, +0+0, after the clocks. */
struct given_checks {
    unsigned clocks; /* the number of clocks */
    size_t begin;    /* of +0+0; the text's length when it is missing */
    size_t end;
};

/* Reads the counts before or after the clocks, and moves past those before them. */
static int read_counted_checks(const ks_variant *v, reader *r, ks_variant_position *p,
                               struct given_checks *given) {
    memset(p->checks_left, (int)v->checks, sizeof p->checks_left);
    *given = (struct given_checks){0, r->length, r->length};
    if (!v->checks)
        return KS_OK;
    skip_blanks(r);
    reader at = *r;
    if (read_check_counts(v, &at, false, p)) {
        r->at = at.at;
        return KS_OK;
    }
    at = *r;
    for (; given->clocks < 2 && is_digit(peek(&at)); given->clocks++)
        skip_number(&at);
    if (peek(&at) != '+' || !is_blank(at.text[at.at - 1]))
        return KS_OK;
    given->begin = at.at;
    const reader start = at;
    if (!read_check_counts(v, &at, true, p))
        return unexpected(&start, KS_ERROR_CHECK_COUNTS, "counts of checks such as +0+0");
    given->end = at.at;
    return KS_OK;
}

/* Reads the clocks, and the operations after the checks given. */
static int read_clocks(reader *r, ks_fen_flags flags, const struct given_checks *given,
                       ks_variant_position *p) {
    const size_t length = r->length;
    uint16_t halfmove_clock, fullmove_number; /* of operations */
    r->length = given->begin;
    int code = ks_read_clocks(r, flags, &p->halfmove_clock, &p->fullmove_number);
    r->length = length;
    if (code != KS_OK || given->end == length)
        return code;
    r->at = given->end;
    skip_blanks(r);
    if (is_digit(peek(r)))
        return unexpected(r, KS_ERROR_TRAILING_TEXT, "an EPD operation or the end of the text");
    code = ks_read_clocks(r, flags, &halfmove_clock, &fullmove_number);
    if (given->clocks < 1)
        p->halfmove_clock = halfmove_clock;
    if (given->clocks < 2)
        p->fullmove_number = fullmove_number;
    return code;
}

/* Fairy-Stockfish writes the limit of a counting rule here. Skips the first of three numbers, and a number
 * before the counts of checks. */
static void skip_counting_limit(const ks_variant *v, reader *r, ks_variant_position *p) {
    reader ahead = *r;
    unsigned numbers = 1;
    if (!is_digit(peek(r)))
        return;
    skip_number(&ahead);
    const reader after = ahead;
    if (!v->checks || !read_check_counts(v, &ahead, false, p)) {
        for (ahead = after; is_digit(peek(&ahead)); numbers++)
            skip_number(&ahead);
        if (numbers != 3)
            return;
    }
    *r = after;
}

/* Some programs leave out the en-passant field in variants without en passant. */
static int read_passed(const ks_variant *v, reader *r, ks_variant_position *p, ks_fen_flags flags) {
    skip_blanks(r);
    if (v->counting)
        skip_counting_limit(v, r, p);
    if (is_digit(peek(r)))
        return KS_OK;
    const int code = next_field(r, "the en-passant field");
    return code != KS_OK ? code : ks_variant_read_en_passant(v, r, p, flags);
}

/* Clears all but the board. gcc turns memset into a repeated store, which takes longer than these vectors. */
static void clear(ks_variant_position *p) {
    typedef uint8_t bytes64 __attribute__((vector_size(64), aligned(1), may_alias));
    enum { FIRST = offsetof(ks_variant_position, side_to_move), SIZE = sizeof *p - FIRST, STEPS = SIZE / 64 };
    char *const at = (char *)p + FIRST;
    _Static_assert(STEPS == 3 && SIZE % 64 > 0, "all is cleared");
    *(bytes64 *)at = *(bytes64 *)(at + 64) = *(bytes64 *)(at + 128) = (bytes64){0};
    *(bytes64 *)(at + SIZE - 64) = (bytes64){0};
}

int ks_variant_read_fen(const ks_variant *v, const char *text, size_t length, ks_fen_flags flags,
                        ks_variant_position *p, ks_error *error) {
    assert(!(flags & ~(unsigned)KS_FEN_ALL)); /* no flag of another function */
    reader r = {text, length_without_line_end(text, length), 0, error};
    struct given_checks given;
    struct kings kings;
    int code;

    clear(p);
    p->en_passant_pawn = KS_VARIANT_NO_SQUARE;
    memset(p->castling_rook, KS_VARIANT_NO_SQUARE, sizeof p->castling_rook);
    memset(p->castling_king, KS_VARIANT_NO_SQUARE, sizeof p->castling_king);
    if ((code = next_field(&r, "a position in FEN")) != KS_OK)
        return code;
    const size_t placement = r.at;
    if ((code = read_placement(v, &r, p)) != KS_OK)
        return code;
    find_kings(v, p, &kings);
    if ((code = next_field(&r, "the side to move")) != KS_OK ||
        (code = ks_read_side(&r, &p->side_to_move)) != KS_OK)
        return code;
    skip_blanks(&r);
    if (!is_digit(peek(&r)) && ((code = next_field(&r, "the castling field")) != KS_OK ||
                                (code = ks_variant_read_castling(v, &r, p, flags)) != KS_OK ||
                                (code = read_passed(v, &r, p, flags)) != KS_OK))
        return code;
    if ((code = read_counted_checks(v, &r, p, &given)) != KS_OK)
        return code;
    if (v->gates)
        ks_variant_settle_gates(v, p);
    code = read_clocks(&r, flags, &given, p);
    return code != KS_OK ? code : check_position(v, &r, placement, p, &kings, flags);
}

/* ==== Writing ==== */

/* Writes positions of variants as FEN. */

struct written {
    const ks_variant *v;
    const ks_variant_position *position;
};

static char letter_on(const void *written, unsigned square) {
    const struct written *const w = written;
    const unsigned code = w->position->board[square];
    if (!code)
        return '.';
    if (code == KS_VARIANT_WALL)
        return '*';
    const char label = w->v->types[KS_VARIANT_TYPE(code)].label;
    return KS_VARIANT_SIDE(code) == KS_WHITE ? (char)(label - 'a' + 'A') : label;
}

static unsigned outermost_rook(const void *written, unsigned side, unsigned wing) {
    const struct written *const w = written;
    return ks_variant_outermost_rook(w->v, w->position, side, wing);
}

static bool is_form(const ks_variant *v, const ks_variant_position *p, unsigned square) {
    return v->turns && is_piece(p->board[square]) && is_promoted_type(v, KS_VARIANT_TYPE(p->board[square]));
}

/* Writes ~ after the letters of pieces that were pawns, and + before letters of promoted forms, in a
 * placement that ends at `end`. */
static char *mark_promoted(const ks_variant *v, const ks_variant_position *p, char *text, char *end) {
    char marked[KS_VARIANT_FEN_SIZE], *out = marked;
    unsigned square = 0;
    for (const char *in = text; in < end;) {
        if (is_digit(*in)) {
            unsigned run = 0;
            for (; in < end && is_digit(*in); *out++ = *in++)
                run = run * 10 + (unsigned)(*in - '0');
            square += run;
            continue;
        }
        const bool piece = *in != '/';
        if (piece && is_form(v, p, square))
            *out++ = '+';
        *out++ = *in++;
        if (piece && has_square(&p->promoted, square++))
            *out++ = '~';
    }
    memcpy(text, marked, (size_t)(out - marked));
    return text + (out - marked);
}

/* Writes the pieces in hand, white's first; each side's are in the reverse order of types. */
static char *write_hands(const ks_variant *v, const ks_variant_position *p, char *out) {
    *out++ = '[';
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned type = v->type_count; type-- > 0;)
            for (unsigned i = 0; i < p->hand[side][type]; i++)
                *out++ = (char)(v->types[type].label - (side == KS_WHITE ? 'a' - 'A' : 0));
    *out++ = ']';
    return out;
}

/* Writes the en-passant field. The pawn's square is added when the squares that it has passed do not identify
 * the pawn. */
static char *write_en_passant(const ks_variant *v, const ks_variant_position *p, ks_variant_squares squares,
                              char *out) {
    if (is_empty_set(&squares))
        return stpcpy(out, "-");
    if (ks_variant_pawn_ahead(v, p, squares) != p->en_passant_pawn)
        add_square(&squares, p->en_passant_pawn);
    for (unsigned square = v->squares; square-- > 0;)
        if (has_square(&squares, square))
            out = stpcpy(out, ks_variant_square_name(v, square));
    return out;
}

/* Returns whether only the letters of files can say with which rooks a side castles. */
static bool needs_files(const struct written *w, unsigned side) {
    const uint8_t *const rooks = w->position->castling_rook[side];
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
        if (rooks[wing] != KS_VARIANT_NO_SQUARE && rooks[wing] != outermost_rook(w, side, wing))
            return true;
    return false;
}

/* Writes a side's rights and the files of its other open gates. The king's gate is left out where K or Q
 * opens it. All letters are files when these do not name the rook; files grant the rights as well. */
static char *write_rights_and_gates(const struct written *w, unsigned side, char *out) {
    const ks_variant_position *const p = w->position;
    const uint8_t *const rooks = p->castling_rook[side];
    const unsigned first = side == KS_WHITE ? 'A' : 'a', wings[2] = {'k' - 'a', 'q' - 'a'};
    const bool files = needs_files(w, side);
    ks_variant_squares gates = p->gates[side];
    for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
        if (rooks[wing] == KS_VARIANT_NO_SQUARE)
            continue;
        *out++ = (char)(first + (files ? rooks[wing] % w->v->files : wings[wing]));
        remove_square(&gates, rooks[wing]);
        if (!files)
            remove_square(&gates, ks_variant_castling_king(w->v, p, side));
    }
    while (!is_empty_set(&gates))
        *out++ = (char)(first + take_square(&gates) % w->v->files);
    return out;
}

/* Writes the castling field. White's rights and gates precede black's. */
static char *write_rights(const struct written *w, char *out) {
    char *const start = out;
    if (!w->v->gates)
        return write_castling(out, w->position->castling_rook, KS_VARIANT_NO_SQUARE, w->v->files,
                              outermost_rook, w);
    out = write_rights_and_gates(w, KS_WHITE, out);
    out = write_rights_and_gates(w, KS_BLACK, out);
    return out == start ? stpcpy(out, "-") : out;
}

static size_t write_fen(const ks_variant *v, const ks_variant_position *p, ks_variant_squares en_passant,
                        char *text) {
    const struct written w = {v, p};
    char *out = write_placement(text, v->files, v->ranks, letter_on, &w);
    if (v->turns || !is_empty_set(&p->promoted))
        out = mark_promoted(v, p, text, out);
    if (v->hands)
        out = write_hands(v, p, out);
    *out++ = ' ';
    *out++ = "wb"[p->side_to_move];
    *out++ = ' ';
    out = write_rights(&w, out);
    if (p->passes && out[-1] == '-')
        out--;
    for (unsigned pass = 0; pass < p->passes; pass++)
        *out++ = 'p';
    *out++ = ' ';
    out = write_en_passant(v, p, en_passant, out);
    if (v->checks)
        out += sprintf(out, " %u+%u", p->checks_left[KS_WHITE], p->checks_left[KS_BLACK]);
    out = write_clocks(out, p->halfmove_clock, p->fullmove_number);
    return (size_t)(out - text);
}

size_t ks_variant_write_fen(const ks_variant *v, const ks_variant_position *p,
                            char text[KS_VARIANT_FEN_SIZE]) {
    return write_fen(v, p, ks_variant_legal_en_passant(v, p), text);
}

size_t ks_variant_write_x_fen(const ks_variant *v, const ks_variant_position *p,
                              char text[KS_VARIANT_FEN_SIZE]) {
    return write_fen(v, p, p->en_passant, text);
}
