/* Moves as people and programs write them: one grammar for UCI, SAN and the long forms between.
 *
 *     castling     O-O, O-O-O, with O, o or 0
 *     other moves  [KQRBNP] [file] [rank] [x or -] square [[=] piece letter] [e.p.]
 *     at the end   any of + # ! ? */
#include <stdbool.h>
#include <string.h>

#include "core/internal.h"
#include "rules/explain/move_text.h"

struct reader {
    const char *text;
    size_t length, at;
    ks_error *error;
};

/* Returns the byte at a distance ahead of the cursor; 0 behind the end. */
static char ahead(const struct reader *r, size_t distance) {
    return distance < r->length - r->at ? r->text[r->at + distance] : '\0';
}

static bool skip(struct reader *r, const char *string) {
    const size_t length = strlen(string);
    if (length > r->length - r->at || memcmp(r->text + r->at, string, length) != 0)
        return false;
    r->at += length;
    return true;
}

static int unexpected(const struct reader *r, const char *expected) {
    return ks_unexpected(r->error, KS_ERROR_MOVE_TEXT, r->text, r->length, r->at, expected);
}

static bool is_between(char c, char first, char last) {
    return first <= c && c <= last;
}

/* Returns the white code of a piece letter; KS_EMPTY for other letters. */
static unsigned piece_of_letter(char letter) {
    static const char letters[] = ".PNBRQK";
    const char *found = letter ? strchr(letters + 1, letter) : NULL;
    return found ? (unsigned)(found - letters) : KS_EMPTY;
}

/* ---- Castling ---- */

static bool at_castling(const struct reader *r) {
    return ahead(r, 0) && strchr("Oo0", ahead(r, 0));
}

static int read_castling(struct reader *r, struct move_text *move) {
    unsigned letters = 1;
    for (r->at++; letters < 3 && skip(r, "-"); letters++, r->at++)
        if (!at_castling(r))
            return unexpected(r, "another O of castling");
    if (letters == 1)
        return unexpected(r, "'-' and another O of castling");
    move->castles = true;
    move->wing = letters == 2 ? KS_KINGSIDE : KS_QUEENSIDE;
    return KS_OK;
}

/* ---- Squares ---- */

/* Returns whether a letter and a digit follow; the board need not have such a square. */
static bool at_square(const struct reader *r) {
    return is_between(ahead(r, 0), 'a', 'z') && is_between(ahead(r, 1), '0', '9');
}

static int read_square(struct reader *r, unsigned *square) {
    const char file = ahead(r, 0), rank = ahead(r, 1);
    if (!at_square(r))
        return unexpected(r, "a square such as e4");
    if (!is_between(file, 'a', 'h') || !is_between(rank, '1', '8'))
        return ks_fail(r->error, KS_ERROR_OFF_BOARD, r->at,
                       "there is no square %c%c: files go from a to h, ranks from 1 to 8", file, rank);
    *square = KS_SQUARE(file - 'a', '8' - rank);
    r->at += 2;
    return KS_OK;
}

static bool skip_sign(struct reader *r, struct move_text *move) {
    move->captures = skip(r, "x");
    return move->captures || skip(r, "-");
}

/* Reads one square or two. The first is where the piece comes from when another one follows. */
static int read_square_or_two(struct reader *r, struct move_text *move) {
    unsigned from;
    int code = read_square(r, &from);
    if (code != KS_OK)
        return code;
    if (!skip_sign(r, move) && !at_square(r)) {
        move->to = from;
        return KS_OK;
    }
    move->from_file = from & 7;
    move->from_row = from >> 3;
    return read_square(r, &move->to);
}

static int read_squares(struct reader *r, struct move_text *move) {
    if (at_square(r))
        return read_square_or_two(r, move);
    if (is_between(ahead(r, 0), 'a', 'h'))
        move->from_file = (unsigned)(r->text[r->at++] - 'a');
    else if (move->piece == KS_EMPTY)
        return unexpected(r, "a move such as e2e4, Nf3 or O-O");
    else if (is_between(ahead(r, 0), '1', '8'))
        move->from_row = (unsigned)('8' - r->text[r->at++]);
    skip_sign(r, move);
    return read_square(r, &move->to);
}

/* ---- Promotion and end ---- */

static int read_promotion(struct reader *r, struct move_text *move) {
    const bool must_follow = skip(r, "=");
    const char letter = ahead(r, 0);
    move->promotion = piece_of_letter(is_between(letter, 'a', 'z') ? (char)(letter - 'a' + 'A') : letter);
    if (move->promotion != KS_EMPTY)
        r->at++;
    else if (must_follow)
        return unexpected(r, "the piece of the promotion");
    return KS_OK;
}

static int read_end(struct reader *r) {
    if (!skip(r, " e.p."))
        skip(r, "e.p.");
    while (ahead(r, 0) && strchr("+#!?", ahead(r, 0)))
        r->at++;
    return r->at == r->length ? KS_OK : unexpected(r, "the end of the move");
}

/* ---- All ---- */

/* Adds what SAN leaves out of a pawn's move. */
static void complete_pawn(struct move_text *move) {
    if (move->piece == KS_EMPTY && move->from_row == UNSAID)
        move->piece = KS_WHITE_PAWN;
    if (move->piece == KS_WHITE_PAWN && move->from_file == UNSAID && !move->captures)
        move->from_file = move->to & 7;
}

int ks_read_move_text(const char *text, size_t length, struct move_text *move, ks_error *error) {
    struct reader r = {text, length, 0, error};
    int code;
    *move = (struct move_text){.from_file = UNSAID, .from_row = UNSAID};
    if (at_castling(&r)) {
        code = read_castling(&r, move);
        return code != KS_OK ? code : read_end(&r);
    }
    move->piece = piece_of_letter(ahead(&r, 0));
    if (move->piece != KS_EMPTY)
        r.at++;
    if ((code = read_squares(&r, move)) != KS_OK || (code = read_promotion(&r, move)) != KS_OK)
        return code;
    complete_pawn(move);
    return read_end(&r);
}
