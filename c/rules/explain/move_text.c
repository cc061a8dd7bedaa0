/* Takes a written move of chess apart, from left to right. */
#include "rules/explain/move_text.h"

#include "rules/explain/signs.h"
#include "rules/explain/wording.h"

/* Returns the white code with this letter in either case, or KS_EMPTY. */
static unsigned code_with_letter(int letter) {
    unsigned code = KS_WHITE_KING;
    while (code != KS_EMPTY && ks_code_letter(code) != letter &&
           ks_code_letter(code | KS_BLACK_BIT) != letter)
        code--;
    return code;
}

static int read_square(reader *r, unsigned *square) {
    if (!at_square(r))
        return unexpected(r, KS_ERROR_MOVE_TEXT, A_SQUARE);
    const int file = peek(r) - 'a', row = '8' - ahead(r, 1);
    if (file > 7 || row < 0 || row > 7)
        return ks_fail(r->error, KS_ERROR_OFF_BOARD, r->at, NO_SQUARE, 2, r->text + r->at, 'h', 8u);
    *square = KS_SQUARE(file, row);
    r->at += 2;
    return KS_OK;
}

static bool skip_sign(reader *r, struct said *said) {
    said->captures = ks_skip(r, "x");
    return said->captures || ks_skip_dash(r);
}

/* Reads one square or two. The first is where the piece goes, unless another follows; then it is where the
 * piece comes from. */
static int read_square_or_two(reader *r, struct said *said) {
    const int code = read_square(r, &said->to);
    if (code != KS_OK || (!skip_sign(r, said) && !at_square(r)))
        return code;
    said->from_file = said->to & 7;
    said->from_row = said->to >> 3;
    return read_square(r, &said->to);
}

static int read_squares(reader *r, struct said *said) {
    if (at_square(r))
        return read_square_or_two(r, said);
    if (is_between(peek(r), 'a', 'h'))
        said->from_file = (unsigned)(r->text[r->at++] - 'a');
    else if (said->piece == KS_EMPTY)
        return unexpected(r, KS_ERROR_MOVE_TEXT, A_MOVE);
    else if (is_between(peek(r), '1', '8'))
        said->from_row = (unsigned)('8' - r->text[r->at++]);
    skip_sign(r, said);
    return read_square(r, &said->to);
}

static int read_promotion(reader *r, struct said *said) {
    const bool equals = ks_skip(r, "=");
    said->promotion = code_with_letter(peek(r));
    if (said->promotion != KS_EMPTY)
        r->at++;
    else if (equals)
        return unexpected(r, KS_ERROR_MOVE_TEXT, A_PROMOTION);
    return KS_OK;
}

int ks_read_said(const char *text, size_t length, struct said *said, ks_error *error) {
    reader r = {text, length, 0, error};
    int code = KS_OK;
    *said = (struct said){.from_file = NOT_SAID, .from_row = NOT_SAID, .to = NOT_SAID};
    said->castles = at_castling_letter(&r);
    if (said->castles) {
        code = ks_read_castling(&r, &said->wing);
    } else {
        said->piece = is_between(peek(&r), 'A', 'Z') ? code_with_letter(peek(&r)) : KS_EMPTY;
        r.at += said->piece != KS_EMPTY;
        code = read_squares(&r, said);
        if (code == KS_OK)
            code = read_promotion(&r, said);
    }
    return code == KS_OK ? ks_read_end_of_move(&r) : code;
}
