/* Positions of variants as FEN. The reader goes field by field, and checks the position as a whole last. */
#include "fen.h"

#include <stdio.h>
#include <string.h>

#include "attacks.h"
#include "play.h"
#include "walk.h"

/* ---- Squares and labels ---- */

const char *ks_variant_square_name(const ks_variant *v, unsigned square, char text[4]) {
    if (square >= v->squares)
        strcpy(text, "-");
    else
        snprintf(text, 4, "%c%u", (char)('a' + square % v->files), (v->ranks - square / v->files) % 100);
    return text;
}

bool ks_variant_read_square(const ks_variant *v, reader *r, unsigned *square) {
    const size_t start = r->at;
    const int file = peek(r) - 'a';
    unsigned rank = 0;
    r->at += file >= 0 && file < (int)v->files;
    while (r->at > start && is_digit(peek(r)) && rank < 10)
        rank = rank * 10 + (unsigned)(r->text[r->at++] - '0');
    if (rank < 1 || rank > v->ranks || r->text[start + 1] == '0') {
        r->at = start;
        return false;
    }
    *square = (v->ranks - rank) * v->files + (unsigned)file;
    return true;
}

static int to_lower(int c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

unsigned ks_variant_kind_of_label(const ks_variant *v, int label) {
    for (unsigned kind = 0; kind < v->kind_count; kind++)
        if (v->kinds[kind].label == to_lower(label))
            return kind;
    return NO_KIND;
}

static char letter_of_code(const ks_variant *v, unsigned code) {
    const char label = v->kinds[KS_VARIANT_KIND(code)].label;
    return KS_VARIANT_SIDE(code) == KS_WHITE ? (char)(label - 'a' + 'A') : label;
}

/* ---- Placement ---- */

/* A number of empty squares: of one digit, where a row has no more, since some write 11 for 2. */
static int read_run(const ks_variant *v, reader *r) {
    int run = 0;
    do
        run = run * 10 + (peek(r) - '0');
    while (++r->at, v->files >= 10 && is_digit(peek(r)) && run < 10);
    return run;
}

static int read_row(const ks_variant *v, reader *r, unsigned row, ks_variant_position *p) {
    unsigned file = 0;
    while (peek(r) != '/' && !at_field_end(r)) {
        const size_t start = r->at;
        const int c = peek(r);
        const unsigned kind = ks_variant_kind_of_label(v, c);
        const int run = is_digit(c) ? read_run(v, r) : 1;
        if ((kind == NO_KIND && !is_digit(c)) || run == 0) {
            r->at = start;
            return unexpected(r, KS_ERROR_PLACEMENT_CHARACTER,
                              "a letter of the variant's pieces, a number or '/'");
        }
        if (file + (unsigned)run > v->files)
            return ks_fail(r->error, KS_ERROR_ROW_TOO_LONG, start, "expected %u squares in a row, found more",
                           v->files);
        if (kind != NO_KIND) {
            const unsigned side = c >= 'a' ? KS_BLACK : KS_WHITE, square = row * v->files + file;
            p->board[square] = (uint8_t)KS_VARIANT_CODE(kind, side);
            add_square(&p->pieces[side], square);
            r->at++;
        }
        file += (unsigned)run;
    }
    if (file < v->files)
        return ks_fail(r->error, KS_ERROR_ROW_TOO_SHORT, r->at, "expected %u squares in a row, found %u",
                       v->files, file);
    return KS_OK;
}

static int read_placement(const ks_variant *v, reader *r, ks_variant_position *p) {
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
    return at_field_end(r)
               ? KS_OK
               : ks_fail(r->error, KS_ERROR_ROWS_TOO_MANY, r->at, "expected %u rows, found more", v->ranks);
}

/* ---- Kings ---- */

static const char *const side_names[2] = {"white", "black"};

/* Where in the text the piece on a square stands: placement is the offset of the first field. */
static size_t offset_of_square(const ks_variant *v, const reader *r, size_t placement, unsigned square) {
    reader at = {r->text, r->length, placement, NULL};
    for (unsigned here = 0; here < v->squares;)
        if (is_digit(peek(&at))) {
            here += (unsigned)read_run(v, &at);
        } else {
            if (peek(&at) != '/' && here++ == square)
                break;
            at.at++;
        }
    return at.at;
}

static int find_kings(const ks_variant *v, const reader *r, size_t placement, ks_variant_position *p) {
    char name[4];
    memset(p->king, KS_NOWHERE, sizeof p->king);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        for (ks_squares left = p->pieces[side]; !is_empty_set(&left);) {
            const unsigned square = take_square(&left);
            if (KS_VARIANT_KIND(p->board[square]) != v->royal)
                continue;
            if (p->king[side] != KS_NOWHERE)
                return ks_fail(r->error, KS_ERROR_MANY_KINGS, offset_of_square(v, r, placement, square),
                               "expected one %s %s, found a second on %s", side_names[side],
                               v->kinds[v->royal].name, ks_variant_square_name(v, square, name));
            p->king[side] = (uint8_t)square;
        }
        if (p->king[side] == KS_NOWHERE)
            return ks_fail(r->error, KS_ERROR_NO_KING, placement, "expected one %s %s, found none",
                           side_names[side], v->kinds[v->royal].name);
    }
    return KS_OK;
}

/* ---- Castling ---- */

static bool is_castling_rook(const ks_variant *v, const ks_variant_position *p, unsigned side,
                             unsigned square) {
    const unsigned code = p->board[square];
    return code && KS_VARIANT_SIDE(code) == side && v->castling_kinds >> KS_VARIANT_KIND(code) & 1;
}

/* The outermost piece to castle with on a wing of side's king; or KS_NOWHERE. */
static unsigned outermost_rook(const ks_variant *v, const ks_variant_position *p, unsigned side,
                               unsigned wing) {
    const unsigned first = v->castling_row[side] * v->files;
    for (unsigned i = 0; i < v->files; i++) {
        const unsigned square = first + (wing == KS_KINGSIDE ? v->files - 1 - i : i);
        if (square == p->king[side])
            break;
        if (is_castling_rook(v, p, side, square))
            return square;
    }
    return KS_NOWHERE;
}

/* Grants the right that a castling letter stands for; false when its king or rook isn't there, or another
 * rook has the right on that wing. K and Q are never files. */
static bool grant_castling(const ks_variant *v, ks_variant_position *p, unsigned side, int lower) {
    const unsigned king = p->king[side], first = v->castling_row[side] * v->files;
    unsigned rook, wing;
    if (!v->castles || king / v->files != v->castling_row[side])
        return false;
    if (lower == 'k' || lower == 'q') {
        wing = lower == 'k' ? KS_KINGSIDE : KS_QUEENSIDE;
        rook = outermost_rook(v, p, side, wing);
    } else {
        rook = first + (unsigned)(lower - 'a');
        wing = rook > king ? KS_KINGSIDE : KS_QUEENSIDE;
    }
    if (rook == KS_NOWHERE || !is_castling_rook(v, p, side, rook))
        return false;
    uint8_t *const granted = &p->castling_rook[side][wing];
    if (*granted == KS_NOWHERE)
        *granted = (uint8_t)rook;
    return *granted == rook;
}

static bool is_castling_letter(const ks_variant *v, int lower) {
    return lower == 'k' || lower == 'q' || (lower >= 'a' && lower < 'a' + (int)v->files);
}

static int read_castling(const ks_variant *v, reader *r, ks_variant_position *p, unsigned flags) {
    const size_t start = r->at;
    if (peek(r) == '-') {
        r->at++;
        return at_field_end(r) ? KS_OK : unexpected(r, KS_ERROR_CASTLING, "a blank after '-'");
    }
    for (; !at_field_end(r); r->at++) {
        const int c = peek(r), lower = to_lower(c);
        const unsigned side = c == lower ? KS_BLACK : KS_WHITE;
        if (!is_castling_letter(v, lower))
            return unexpected(r, KS_ERROR_CASTLING, "'-' or castling letters out of KQkq and those of files");
        if (memchr(r->text + start, c, r->at - start))
            return ks_fail(r->error, KS_ERROR_CASTLING, r->at, "castling letter '%c' is given twice", c);
        if (!grant_castling(v, p, side, lower) && flags & KS_STRICT)
            return ks_fail(r->error, KS_ERROR_CASTLING_RIGHT, r->at,
                           "castling letter '%c', but %s's %s or rook isn't there for it", c,
                           side_names[side], v->kinds[v->royal].name);
    }
    return KS_OK;
}

/* ---- En passant ---- */

static bool is_pawn_of(const ks_variant *v, const ks_variant_position *p, unsigned square, unsigned side) {
    const unsigned code = p->board[square];
    return code && KS_VARIANT_SIDE(code) == side && v->kinds[KS_VARIANT_KIND(code)].takes_en_passant;
}

/* The pawn that has passed over these squares, if the text doesn't name it: the nearest one ahead of them. */
static unsigned pawn_ahead(const ks_variant *v, const ks_variant_position *p, ks_squares passed) {
    const unsigned mover = other_side(p->side_to_move);
    const int step = mover == KS_WHITE ? -(int)v->files : (int)v->files;
    int square = (int)take_square(&passed);
    while (square >= 0 && square < (int)v->squares && !p->board[square])
        square += step;
    if (square < 0 || square >= (int)v->squares || !is_pawn_of(v, p, (unsigned)square, mover))
        return KS_NOWHERE;
    return (unsigned)square;
}

static bool is_first_move(const ks_variant *v, unsigned code, unsigned from, unsigned to) {
    const struct line *const end = end_of_lines(v, code, from);
    for (const struct line *line = first_line(v, code, from); line < end; line++)
        if (line->flags & LINE_FIRST && has_square(&line->stops, to))
            return true;
    return false;
}

/* Whether a first move of the pawn can have passed over these squares. */
static bool has_passed(const ks_variant *v, const ks_variant_position *p, unsigned pawn, ks_squares passed) {
    for (unsigned from = 0; from < v->squares; from++) {
        const ks_squares between = ks_variant_between(v, from, pawn);
        if (!p->board[from] && is_subset(&passed, &between) && is_first_move(v, p->board[pawn], from, pawn))
            return true;
    }
    return false;
}

static bool are_empty(const ks_variant_position *p, ks_squares squares) {
    while (!is_empty_set(&squares))
        if (p->board[take_square(&squares)])
            return false;
    return true;
}

/* Sets the en-passant squares if a first move of the side not to move can have left them. */
static bool set_en_passant(const ks_variant *v, ks_variant_position *p, ks_squares passed) {
    unsigned pawn = KS_NOWHERE;
    for (ks_squares left = passed; !is_empty_set(&left);) {
        const unsigned square = take_square(&left);
        if (is_pawn_of(v, p, square, other_side(p->side_to_move))) {
            pawn = square;
            remove_square(&passed, square);
        }
    }
    if (is_empty_set(&passed) || !are_empty(p, passed))
        return false;
    if (pawn == KS_NOWHERE)
        pawn = pawn_ahead(v, p, passed);
    if (pawn == KS_NOWHERE || !has_passed(v, p, pawn, passed))
        return false;
    p->en_passant = passed;
    p->en_passant_pawn = (uint8_t)pawn;
    return true;
}

static int read_en_passant(const ks_variant *v, reader *r, ks_variant_position *p, unsigned flags) {
    const size_t start = r->at;
    ks_squares passed = {{0}};
    unsigned square;
    if (peek(r) == '-') {
        r->at++;
        return at_field_end(r) ? KS_OK : unexpected(r, KS_ERROR_EN_PASSANT, "a blank after '-'");
    }
    do {
        if (!ks_variant_read_square(v, r, &square))
            return unexpected(r, KS_ERROR_EN_PASSANT, "'-' or en-passant squares");
        add_square(&passed, square);
    } while (!at_field_end(r));
    if (!set_en_passant(v, p, passed) && flags & KS_STRICT)
        return ks_fail(r->error, KS_ERROR_EN_PASSANT_SQUARE, start,
                       "en-passant squares that no first move of a pawn can have left");
    ks_variant_settle_en_passant(v, p);
    return KS_OK;
}

/* ---- The position as a whole ---- */

/* Whether a pawn, of whatever kind, can't have come to a square: behind its start, where no move of it ends,
 * or where it should have been promoted, since it could never move again. */
static bool is_out_of_place(const ks_variant *v, unsigned code, unsigned square) {
    if (!v->kinds[KS_VARIANT_KIND(code)].promotes)
        return false;
    const unsigned row = square / v->files, back = row_of_rank(v, KS_VARIANT_SIDE(code), 0);
    return first_line(v, code, square) == end_of_lines(v, code, square) ||
           (row == back && !has_square(&v->arrivals[code], square) && v->start.board[square] != code);
}

static int check_position(const ks_variant *v, const reader *r, size_t placement,
                          const ks_variant_position *p) {
    char name[4];
    for (ks_squares left = either(p->pieces[0], p->pieces[1]); !is_empty_set(&left);) {
        const unsigned square = take_square(&left), code = p->board[square];
        if (is_out_of_place(v, code, square))
            return ks_fail(r->error, KS_ERROR_PAWN_RANK, offset_of_square(v, r, placement, square),
                           "expected no %s %s on %s, where none can be", side_names[KS_VARIANT_SIDE(code)],
                           v->kinds[KS_VARIANT_KIND(code)].name, ks_variant_square_name(v, square, name));
    }
    const unsigned waiting = other_side(p->side_to_move), king = p->king[waiting];
    if (ks_variant_is_attacked(v, p->board, &p->pieces[p->side_to_move], p->side_to_move, king))
        return ks_fail(r->error, KS_ERROR_KING_CAPTURABLE, offset_of_square(v, r, placement, king),
                       "the %s on %s is in check, but it is the other side's turn", v->kinds[v->royal].name,
                       ks_variant_square_name(v, king, name));
    return KS_OK;
}

int ks_variant_read_fen(const ks_variant *v, const char *text, size_t length, unsigned flags,
                        ks_variant_position *p, ks_error *error) {
    reader r = {text, length, 0, error};
    int code;

    *p = (ks_variant_position){.en_passant_pawn = KS_NOWHERE};
    memset(p->castling_rook, KS_NOWHERE, sizeof p->castling_rook);
    if ((code = next_field(&r, "a position in FEN")) != KS_OK)
        return code;
    const size_t placement = r.at;
    if ((code = read_placement(v, &r, p)) != KS_OK || (code = find_kings(v, &r, placement, p)) != KS_OK ||
        (code = next_field(&r, "the side to move")) != KS_OK ||
        (code = ks_read_side(&r, &p->side_to_move)) != KS_OK)
        return code;
    skip_blanks(&r);
    if (!is_digit(peek(&r)) && ((code = next_field(&r, "the castling field")) != KS_OK ||
                                (code = read_castling(v, &r, p, flags)) != KS_OK ||
                                (code = next_field(&r, "the en-passant field")) != KS_OK ||
                                (code = read_en_passant(v, &r, p, flags)) != KS_OK))
        return code;
    code = ks_read_clocks(&r, &p->halfmove_clock, &p->fullmove_number);
    return code != KS_OK ? code : check_position(v, &r, placement, p);
}

/* ---- Writing ---- */

static char *write_placement(const ks_variant *v, const ks_variant_position *p, char *out) {
    for (unsigned row = 0; row < v->ranks; row++) {
        unsigned empty = 0;
        if (row > 0)
            *out++ = '/';
        for (unsigned file = 0; file < v->files; file++) {
            const unsigned code = p->board[row * v->files + file];
            if (!code) {
                empty++;
                continue;
            }
            if (empty)
                out += sprintf(out, "%u", empty);
            empty = 0;
            *out++ = letter_of_code(v, code);
        }
        if (empty)
            out += sprintf(out, "%u", empty);
    }
    return out;
}

static char *write_castling(const ks_variant *v, const ks_variant_position *p, char *out) {
    const char *const start = out;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const unsigned rook = p->castling_rook[side][wing];
            if (rook == KS_NOWHERE)
                continue;
            const bool outermost = rook == outermost_rook(v, p, side, wing);
            const char letter = outermost ? "KQ"[wing] : (char)('A' + rook % v->files);
            *out++ = (char)(letter + (side == KS_BLACK ? 'a' - 'A' : 0));
        }
    if (out == start)
        *out++ = '-';
    return out;
}

/* The pawn's own square is written where the squares that it has passed over don't tell which pawn it is. */
static char *write_en_passant(const ks_variant *v, const ks_variant_position *p, char *out) {
    ks_squares squares = p->en_passant;
    char name[4];
    if (is_empty_set(&squares))
        return stpcpy(out, "-");
    if (pawn_ahead(v, p, squares) != p->en_passant_pawn)
        add_square(&squares, p->en_passant_pawn);
    for (unsigned square = v->squares; square-- > 0;)
        if (has_square(&squares, square))
            out = stpcpy(out, ks_variant_square_name(v, square, name));
    return out;
}

size_t ks_variant_write_fen(const ks_variant *v, const ks_variant_position *p,
                            char text[KS_VARIANT_FEN_SIZE]) {
    char *out = write_placement(v, p, text);
    out = stpcpy(out, p->side_to_move == KS_WHITE ? " w " : " b ");
    out = write_castling(v, p, out);
    *out++ = ' ';
    out = write_en_passant(v, p, out);
    out += sprintf(out, " %u %u", p->halfmove_clock, p->fullmove_number);
    return (size_t)(out - text);
}
