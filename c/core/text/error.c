/* Fills in errors, names their codes, and says the version of the library. */
#include "core/text/error.h"

#include <stdio.h>

#include "core/text/utf8.h"

int ks_fail(ks_error *error, int code, size_t offset, const char *format, ...) {
    if (error) {
        va_list arguments;
        error->code = code;
        error->offset = offset;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return code;
}

int ks_fail_as(ks_error *error, const ks_error *other) {
    if (error && other->code != KS_OK)
        *error = *other;
    return other->code;
}

/* The length of the character at a text; 0 when it is none, a control character, a blank or invisible. */
static size_t length_of_visible(const char *text, size_t n) {
    static const struct code_range hidden[] = {{0, 0x20},        {0x7f, 0xa0},     {0xad, 0xad},
                                               {0x61c, 0x61c},   {0x2000, 0x200f}, {0x2028, 0x203f},
                                               {0x205f, 0x206f}, {0xfec0, 0xffff}, {0xc0000, 0xfffff}};
    const size_t length = ks_utf8_length(text, n);
    return length > 0 && !ks_is_in_ranges(ks_code_point(text, length), hidden, sizeof hidden / sizeof *hidden)
               ? length
               : 0;
}

int ks_unexpected(ks_error *error, int code, const char *text, size_t length, size_t at,
                  const char *expected) {
    if (at >= length)
        return ks_fail(error, code, at, "expected %s, found the end of the text", expected);
    const unsigned char c = (unsigned char)text[at];
    if (c > ' ' && c < 127)
        return ks_fail(error, code, at, "expected %s, found '%c'", expected, c);
    const size_t visible = length_of_visible(text + at, length - at);
    if (visible > 0)
        return ks_fail(error, code, at, "expected %s, found '%.*s'", expected, (int)visible, text + at);
    return ks_fail(error, code, at, "expected %s, found %s (byte 0x%02x)", expected,
                   c == ' ' || c == '\t' ? "a blank" : "no text", c);
}

static const struct {
    int code;
    const char *name;
} error_names[] = {
    {KS_OK, "ok"},
    {KS_ERROR_PLACEMENT_CHARACTER, "placement-character"},
    {KS_ERROR_ROW_TOO_LONG, "row-too-long"},
    {KS_ERROR_ROW_TOO_SHORT, "row-too-short"},
    {KS_ERROR_ROWS_TOO_MANY, "rows-too-many"},
    {KS_ERROR_ROWS_TOO_FEW, "rows-too-few"},
    {KS_ERROR_FIELD_MISSING, "field-missing"},
    {KS_ERROR_SIDE, "side"},
    {KS_ERROR_CASTLING, "castling"},
    {KS_ERROR_EN_PASSANT, "en-passant"},
    {KS_ERROR_HALFMOVE_CLOCK, "halfmove-clock"},
    {KS_ERROR_FULLMOVE_NUMBER, "fullmove-number"},
    {KS_ERROR_TRAILING_TEXT, "trailing-text"},
    {KS_ERROR_NO_KING, "no-king"},
    {KS_ERROR_MANY_KINGS, "many-kings"},
    {KS_ERROR_PAWN_RANK, "pawn-rank"},
    {KS_ERROR_KING_CAPTURABLE, "king-capturable"},
    {KS_ERROR_CASTLING_RIGHT, "castling-right"},
    {KS_ERROR_EN_PASSANT_SQUARE, "en-passant-square"},
    {KS_ERROR_MANY_PAWNS, "many-pawns"},
    {KS_ERROR_MANY_PIECES, "many-pieces"},
    {KS_ERROR_MANY_CHECKERS, "many-checkers"},
    {KS_ERROR_IMPOSSIBLE_CHECK, "impossible-check"},
    {KS_ERROR_CHECK_COUNTS, "check-counts"},
    {KS_ERROR_PIECE_CODE, "piece-code"},
    {KS_ERROR_PIECE_SIDE, "piece-side"},
    {KS_ERROR_PIECE_CLASSES, "piece-classes"},
    {KS_ERROR_PIECESET_FLAGS, "pieceset-flags"},
    {KS_ERROR_KERNEL_UNKNOWN, "kernel-unknown"},
    {KS_ERROR_KERNEL_UNUSABLE, "kernel-unusable"},
    {KS_ERROR_MOVE_TEXT, "move-text"},
    {KS_ERROR_OFF_BOARD, "off-board"},
    {KS_ERROR_NO_SUCH_PIECE, "no-such-piece"},
    {KS_ERROR_SAME_SQUARE, "same-square"},
    {KS_ERROR_SQUARE_EMPTY, "square-empty"},
    {KS_ERROR_WRONG_SIDE, "wrong-side"},
    {KS_ERROR_PIECE_RULE, "piece-rule"},
    {KS_ERROR_NONE_FITS, "none-fits"},
    {KS_ERROR_PAWN_DOUBLE_PUSH, "pawn-double-push"},
    {KS_ERROR_PROMOTION_IMPOSSIBLE, "promotion-impossible"},
    {KS_ERROR_PROMOTION_MISSING, "promotion-missing"},
    {KS_ERROR_PROMOTION_PIECE, "promotion-piece"},
    {KS_ERROR_PIECE_BLOCKED, "piece-blocked"},
    {KS_ERROR_PAWN_BLOCKED, "pawn-blocked"},
    {KS_ERROR_OWN_PIECE, "own-piece"},
    {KS_ERROR_KING_CAPTURE, "king-capture"},
    {KS_ERROR_NOTHING_TO_CAPTURE, "nothing-to-capture"},
    {KS_ERROR_EN_PASSANT_UNAVAILABLE, "en-passant-unavailable"},
    {KS_ERROR_CASTLING_UNAVAILABLE, "castling-unavailable"},
    {KS_ERROR_CASTLING_ROOK_MISSING, "castling-rook-missing"},
    {KS_ERROR_CASTLING_BLOCKED, "castling-blocked"},
    {KS_ERROR_CASTLING_OUT_OF_CHECK, "castling-out-of-check"},
    {KS_ERROR_CASTLING_THROUGH_CHECK, "castling-through-check"},
    {KS_ERROR_CASTLING_INTO_CHECK, "castling-into-check"},
    {KS_ERROR_DOUBLE_CHECK, "double-check"},
    {KS_ERROR_CHECK_UNANSWERED, "check-unanswered"},
    {KS_ERROR_KING_INTO_CHECK, "king-into-check"},
    {KS_ERROR_PIECE_PINNED, "piece-pinned"},
    {KS_ERROR_EN_PASSANT_UNCOVERS, "en-passant-uncovers"},
    {KS_ERROR_AMBIGUOUS, "ambiguous"},
    {KS_ERROR_MOVE_ILLEGAL, "move-illegal"},
    {KS_ERROR_PROMOTION_LIMIT, "promotion-limit"},
    {KS_ERROR_NO_HURDLE, "no-hurdle"},
    {KS_ERROR_GAME_OVER, "game-over"},
    {KS_ERROR_DROP_IMPOSSIBLE, "drop-impossible"},
    {KS_ERROR_NOT_IN_HAND, "not-in-hand"},
    {KS_ERROR_DROP_OCCUPIED, "drop-occupied"},
    {KS_ERROR_DROP_SQUARE, "drop-square"},
    {KS_ERROR_MUST_CAPTURE, "must-capture"},
    {KS_ERROR_OWN_EXPLOSION, "own-explosion"},
    {KS_ERROR_GIVES_CHECK, "gives-check"},
    {KS_ERROR_DROP_DOUBLED, "drop-doubled"},
    {KS_ERROR_DROP_MATE, "drop-mate"},
    {KS_ERROR_MUST_DROP, "must-drop"},
    {KS_ERROR_KINGS_FACE, "kings-face"},
    {KS_ERROR_PASS_IMPOSSIBLE, "pass-impossible"},
    {KS_ERROR_SPARED, "spared"},
    {KS_ERROR_WALL_SQUARE, "wall-square"},
    {KS_ERROR_INI, "ini"},
    {KS_ERROR_VARIANT_SECTION, "variant-section"},
    {KS_ERROR_VARIANT_BASE, "variant-base"},
    {KS_ERROR_VARIANT_KEY, "variant-key"},
    {KS_ERROR_VARIANT_VALUE, "variant-value"},
    {KS_ERROR_VARIANT_PIECES, "variant-pieces"},
    {KS_ERROR_BETZA, "betza"},
    {KS_ERROR_VARIANT_START, "variant-start"},
    {KS_ERROR_VARIANT_UNKNOWN, "variant-unknown"},
    {KS_ERROR_PGN_TAG, "pgn-tag"},
    {KS_ERROR_PGN_VARIANT, "pgn-variant"},
    {KS_ERROR_PGN_COMMENT, "pgn-comment"},
    {KS_ERROR_PGN_VARIATION, "pgn-variation"},
    {KS_ERROR_PGN_NULL_MOVE, "pgn-null-move"},
    {KS_ERROR_PGN_SOURCE, "pgn-source"},
    {KS_ERROR_PGN_SIGN, "pgn-sign"},
    {KS_ERROR_DATA_FORMAT, "data-format"},
    {KS_ERROR_DATA_SOURCE, "data-source"},
    {KS_ERROR_DATA_TRUNCATED, "data-truncated"},
    {KS_ERROR_DATA_MAGIC, "data-magic"},
    {KS_ERROR_DATA_BLOCK_SIZE, "data-block-size"},
    {KS_ERROR_DATA_LEFT_OVER, "data-left-over"},
    {KS_ERROR_DATA_BEYOND, "data-beyond"},
    {KS_ERROR_DATA_PADDING, "data-padding"},
    {KS_ERROR_DATA_PIECE_NUMBER, "data-piece-number"},
    {KS_ERROR_DATA_TARGET_NUMBER, "data-target-number"},
    {KS_ERROR_DATA_MANY_PIECES, "data-many-pieces"},
    {KS_ERROR_DATA_PIECE, "data-piece"},
    {KS_ERROR_DATA_KINGS, "data-kings"},
    {KS_ERROR_DATA_KING_SQUARE, "data-king-square"},
    {KS_ERROR_DATA_CASTLING, "data-castling"},
    {KS_ERROR_DATA_EN_PASSANT, "data-en-passant"},
    {KS_ERROR_DATA_MOVE, "data-move"},
    {KS_ERROR_DATA_KING_CAPTURE, "data-king-capture"},
    {KS_ERROR_DATA_SCORE, "data-score"},
    {KS_ERROR_DATA_RESULT, "data-result"},
    {KS_ERROR_DATA_ZEROS, "data-zeros"},
    {KS_ERROR_DATA_KEY, "data-key"},
    {KS_ERROR_DATA_LACKS, "data-lacks"},
    {KS_ERROR_DATA_SINK, "data-sink"},
    {KS_ERROR_DATA_ILLEGAL, "data-illegal"},
    {KS_ERROR_DATA_CLOCK, "data-clock"},
    {KS_ERROR_DATA_PLY, "data-ply"},
    {KS_ERROR_DATA_OTHER_RESULT, "data-other-result"},
    {KS_ERROR_FEATURES_UNKNOWN, "features-unknown"},
    {KS_ERROR_FEATURES_KEY, "features-key"},
    {KS_ERROR_FEATURES_VALUE, "features-value"},
    {KS_ERROR_FEATURES_COUNT, "features-count"},
    {KS_ERROR_FEATURES_OVERLAP, "features-overlap"},
    {KS_ERROR_FEATURES_WIDTH, "features-width"},
    {KS_ERROR_MEMORY, "memory"},
};

const char *ks_error_name(int code) {
    for (size_t i = 0; i < sizeof error_names / sizeof *error_names; i++)
        if (error_names[i].code == code)
            return error_names[i].name;
    return NULL;
}

const char *ks_version(void) {
    return KS_VERSION;
}
