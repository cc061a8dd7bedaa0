/* Reads the rows of a placement by a table of characters, without a branch for pieces, numbers and slashes,
 * which no processor predicts. Reading them by branches took 2.5 times as long. */
#include "variant/notation/rows.h"

#include "core/kernels/family.h"
#include "core/processor/processor.h"
#include "variant/notation/rows_avx512.h"

/* ---- Rows ---- */

enum {
    LAST = 0xff,                                       /* the last index of the board */
    BOARD_ROOM = KS_VARIANT_SQUARES_MAX / 16 * 16 + 16 /* in vectors of 16 bytes */
};

struct rows {
    uint8_t board[LAST + 1];
    unsigned square, end; /* the next square, and the end of its row */
};

/* Reads ordinary characters. Returns false when a row is too long or too short, or a number has two digits. A
 * row that is too long is noticed at its end. */
static inline bool read_ordinary(const ks_variant *v, reader *r, struct rows *rows) {
    const unsigned char *const text = (const unsigned char *)r->text;
    unsigned square = rows->square, end = rows->end, wrong = 0, before = 0;
    size_t at = r->at;
    for (; at < r->length; at++) {
        const uint32_t letter = v->fen_letters[text[at]];
        if (letter & FEN_STOPS)
            break;
        wrong |= (letter >> FEN_ROW_END & (square ^ end)) | (letter & before & FEN_JOINS);
        before = letter;
        rows->board[square & LAST] = (uint8_t)letter;
        square += letter >> FEN_SQUARES & 15;
        end += letter >> FEN_FILES & 15;
    }
    rows->square = square;
    rows->end = end;
    r->at = at;
    return !wrong && square <= end && end <= v->squares;
}

/* Reads a piece in its promoted form, after +. */
static bool read_promoted(const ks_variant *v, reader *r, struct rows *rows) {
    const int c = r->at + 1 < r->length ? (unsigned char)r->text[r->at + 1] : '+';
    const unsigned code = v->fen_letters[c] & FEN_CODE;
    const unsigned promoted = code ? v->types[KS_VARIANT_TYPE(code)].promoted : NO_TYPE;
    if (promoted == NO_TYPE || rows->square == rows->end)
        return false;
    rows->board[rows->square++] = (uint8_t)KS_VARIANT_CODE(promoted, KS_VARIANT_SIDE(code));
    r->at += 2;
    return true;
}

/* Reads a number that may have two digits. */
static bool read_number(reader *r, struct rows *rows) {
    if (r->at > 0 && is_digit(r->text[r->at - 1]))
        return false;
    unsigned run = (unsigned)(r->text[r->at++] - '0');
    if (is_digit(peek(r)))
        run = 10 + (unsigned)(r->text[r->at++] - '0');
    rows->square += run;
    return rows->square <= rows->end;
}

/* Reads a mark that the piece before it was a pawn. */
static bool read_mark(const ks_variant *v, reader *r, const struct rows *rows, ks_variant_position *p) {
    const bool follows_piece = r->at > 0 && v->fen_letters[(unsigned char)r->text[r->at - 1]] & FEN_CODE;
    if (!follows_piece || !(v->to_hand || v->marks_promoted))
        return false;
    if (v->marks_promoted)
        add_square(&p->promoted, rows->square - 1);
    r->at++;
    return true;
}

/* Copies the board, and fills in the sets of pieces. The last bit of a code is its side. */
static void fill_pieces(const ks_variant *v, const struct rows *rows, ks_variant_position *p) {
    memcpy(p->board, rows->board, sizeof p->board);
    for (unsigned first = 0; first < v->squares; first += 16) {
        const bytes16 codes = load_16(rows->board + first);
        const uint64_t occupied = top_bits((bytes16)(codes != 0)), black = top_bits(codes << 7);
        p->pieces[KS_BLACK].half[first / 64] |= black << first % 64;
        p->pieces[KS_WHITE].half[first / 64] |= (occupied & ~black) << first % 64;
    }
}

/* Reads what is no ordinary character. Returns false when the rows end. */
static bool read_special(const ks_variant *v, reader *r, struct rows *rows, ks_variant_position *p) {
    switch (peek(r)) {
    case '+':
        return v->turns && read_promoted(v, r, rows);
    case '1':
        return read_number(r, rows);
    case '~':
        return read_mark(v, r, rows, p);
    default:
        return false;
    }
}

static bool read_by_table(const ks_variant *v, reader *r, ks_variant_position *p) {
    struct rows rows;
    rows.square = 0;
    rows.end = v->files;
    memset(rows.board, 0, BOARD_ROOM);
    do
        if (!read_ordinary(v, r, &rows))
            return false;
    while (read_special(v, r, &rows, p));
    fill_pieces(v, &rows, p);
    return rows.square == v->squares && is_end_of_rows(v, r);
}

/* ---- The builds ---- */

static const struct rows_reader {
    bool (*read)(const ks_variant *v, reader *r, ks_variant_position *p);
} any_reader = {read_by_table};

#ifdef KS_VECTOR_BUILDS
static bool read_at_once(const ks_variant *v, reader *r, ks_variant_position *p) {
    return ks_variant_read_rows_avx512(v, r, p) || read_by_table(v, r, p);
}

static const struct rows_reader avx512_reader = {read_at_once};
#endif

const void *const ks_variant_rows_builds[TIERS] = {
    [TIER_any] = &any_reader,
#ifdef KS_VECTOR_BUILDS
    [TIER_avx512] = &avx512_reader,
#endif
};

bool ks_variant_read_rows(const ks_variant *v, reader *r, ks_variant_position *p) {
    const struct rows_reader *const build = BUILD_IN_USE(variant_rows);
    return build->read(v, r, p);
}
