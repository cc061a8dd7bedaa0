/* Reads the rules of a variant beyond its pieces: pawns, promotion, castling. */
#include <string.h>

#include "variant/read/steps.h"

/* ---- Pawns ---- */

static ks_variant_squares squares_of_rank(const ks_variant *v, unsigned side, unsigned rank) {
    ks_variant_squares squares = {{0}};
    const unsigned first = row_of_its_rank(v, side, rank) * v->files;
    for (unsigned file = 0; file < v->files; file++)
        add_square(&squares, first + file);
    return squares;
}

/* Reads the squares of both sides. The text gives a region for each side, or one rank for both. */
static int read_regions(const struct variant_text *t, const char *const region_keys[2], const char *rank_key,
                        ks_variant_squares (*of_rank)(const ks_variant *, unsigned side, unsigned rank),
                        unsigned default_rank, ks_variant_squares regions[2]) {
    const ks_variant *const v = t->variant;
    unsigned rank = default_rank < v->ranks ? default_rank : v->ranks;
    int code = ks_read_number(t, rank_key, 1, v->ranks, &rank);
    for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK; side++) {
        const struct value value = ks_find_either(t, region_keys[side], rank_key);
        regions[side] = of_rank(v, side, rank - 1);
        if (!ks_slice_is(value.key, rank_key))
            code = ks_read_region(t, &value, &regions[side]);
    }
    return code;
}

static int read_both(const struct variant_text *t, const char *const keys[2], ks_variant_squares regions[2]) {
    int code = KS_OK;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK; side++) {
        const struct value value = ks_find_value(t, keys[side]);
        code = ks_read_region(t, &value, &regions[side]);
    }
    return code;
}

int ks_variant_step_pushes(const struct variant_text *t) {
    static const char *const double_keys[2] = {"doubleStepRegionWhite", "doubleStepRegionBlack"};
    static const char *const triple_keys[2] = {"tripleStepRegionWhite", "tripleStepRegionBlack"};
    ks_variant *const v = t->variant;
    bool doubles = true;
    int code;
    v->push = 2;
    if ((code = ks_read_bool(t, "doubleStep", &doubles)) != KS_OK ||
        (code = ks_read_number(t, "firstPush", 1, KS_VARIANT_RANKS_MAX - 1, &v->push)) != KS_OK ||
        (code = read_regions(t, double_keys, "doubleStepRank", squares_of_rank, 2, v->first_push)) != KS_OK ||
        (code = read_both(t, triple_keys, v->triple_push)) != KS_OK)
        return code;
    if (!doubles)
        v->push = 1;
    return KS_OK;
}

int ks_variant_step_en_passant(const struct variant_text *t) {
    static const char *const keys[2] = {"enPassantRegionWhite", "enPassantRegionBlack"};
    ks_variant *const v = t->variant;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        for (unsigned square = 0; square < v->squares; square++)
            add_square(&v->en_passant[side], square);
        const struct value value = ks_find_either(t, keys[side], "enPassantRegion");
        const int code = ks_read_region(t, &value, &v->en_passant[side]);
        if (code != KS_OK)
            return code;
    }
    return KS_OK;
}

/* Returns the types whose moves are marked with e. A list in the same section as the moves, or in a nearer
 * one, takes precedence. */
static uint32_t marked_en_passant(const struct variant_text *t) {
    const struct value list = ks_find_either(t, "pawnTypes", "enPassantTypes");
    uint32_t types = 0;
    for (unsigned piece = 0; piece < ks_piece_count(); piece++) {
        char text[PIECE_KEY_SIZE];
        const unsigned type = t->type_of_piece[piece];
        if (type != NO_TYPE && t->variant->types[type].betza.en_passant &&
            ks_find_value(t, ks_key_of_piece(piece, text).key).depth < list.depth)
            types |= (uint32_t)1 << type;
    }
    return types;
}

int ks_variant_step_pawn_types(const struct variant_text *t) {
    static const char *const pawn[] = {"pawn", NULL};
    static const char *const promotes[4] = {"promotionPawnTypesWhite", "promotionPawnTypesBlack",
                                            "promotionPawnTypes", "pawnTypes"};
    static const char *const takes[4] = {"enPassantTypesWhite", "enPassantTypesBlack", "enPassantTypes",
                                         "pawnTypes"};
    static const char *const resets[4] = {"nMoveRuleTypesWhite", "nMoveRuleTypesBlack", "nMoveRuleTypes",
                                          "pawnTypes"};
    ks_variant *const v = t->variant;
    uint32_t pawns = ks_types_of_keys(t, pawn), promoting[2], taking[2], resetting[2];
    int code;
    for (unsigned type = 0; type < v->type_count; type++)
        v->types[type].pawn = pawns >> type & 1;
    promoting[0] = promoting[1] = taking[0] = taking[1] = resetting[0] = resetting[1] = pawns;
    if ((code = ks_read_types(t, "pawnTypes", &pawns)) != KS_OK ||
        (code = ks_read_types_of_sides(t, promotes, promoting)) != KS_OK ||
        (code = ks_read_types_of_sides(t, takes, taking)) != KS_OK ||
        (code = ks_read_types_of_sides(t, resets, resetting)) != KS_OK)
        return code;
    if (v->royal != NO_TYPE && (promoting[KS_WHITE] | promoting[KS_BLACK]) >> v->royal & 1) {
        const unsigned side = promoting[KS_WHITE] >> v->royal & 1 ? KS_WHITE : KS_BLACK;
        const struct value value = ks_find_value_of_side(t, promotes, side);
        return ks_value_fail(t, &value, KS_ERROR_VARIANT_PIECES, 0, "a %s is royal and can't be promoted",
                             royal_name(v));
    }
    const uint32_t marked = marked_en_passant(t);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned type = 0; type < v->type_count; type++) {
            v->types[type].promotes[side] = promoting[side] >> type & 1;
            v->types[type].takes_en_passant[side] = (taking[side] | marked) >> type & 1;
            v->types[type].resets_clock[side] = resetting[side] >> type & 1;
        }
    return KS_OK;
}

/* ---- Promotion ---- */

static ks_variant_squares squares_from_rank(const ks_variant *v, unsigned side, unsigned rank) {
    ks_variant_squares squares = {{0}};
    for (; rank < v->ranks; rank++)
        squares = either(squares, squares_of_rank(v, side, rank));
    return squares;
}

/* A limit of 0 removes an inherited one. */
static int read_limits(const struct variant_text *t, const struct value *value, void *context) {
    reader r = {value->slice.text, value->slice.length, 0, NULL};
    (void)context;
    while (peek(&r) != END) {
        unsigned type, limit = 0;
        const int code = ks_read_type(t, value, &r, &type);
        if (code != KS_OK)
            return code;
        const bool colon = peek(&r) == ':';
        for (r.at += colon; is_digit(peek(&r)) && limit <= KS_VARIANT_SQUARES_MAX; r.at++)
            limit = limit * 10 + (unsigned)(peek(&r) - '0');
        if (!colon || !is_digit(r.text[r.at - 1]) || limit > KS_VARIANT_SQUARES_MAX || !at_field_end(&r))
            return ks_value_fail(t, value, KS_ERROR_VARIANT_VALUE, r.at, "expected limits such as q:1 r:2");
        if (type != NO_TYPE) {
            t->variant->types[type].limit = limit;
            t->variant->limited &= ~((uint32_t)1 << type);
            t->variant->limited |= (uint32_t)(limit > 0) << type;
        }
        skip_blanks(&r);
    }
    return KS_OK;
}

/* When a text gives only one side's region as squares, the other side's is the 8th rank or, for black, the
 * 1st. */
static void keep_other_region(const struct variant_text *t, const char *const keys[2]) {
    ks_variant *const v = t->variant;
    const bool given[2] = {ks_find_value(t, keys[KS_WHITE]).slice.text != NULL,
                           ks_find_value(t, keys[KS_BLACK]).slice.text != NULL};
    if (given[KS_WHITE] == given[KS_BLACK] || ks_find_value(t, "promotionRank").slice.text)
        return;
    if (given[KS_WHITE])
        v->promotion[KS_BLACK] = squares_of_rank(v, KS_BLACK, v->ranks - 1);
    else if (v->ranks >= 8)
        v->promotion[KS_WHITE] = squares_of_rank(v, KS_WHITE, 7);
}

/* Pawns that promote instead of moving do not promote by moves. */
static int read_standing(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    const int code = ks_read_bool(t, "sittuyinPromotion", &v->stands_up);
    for (unsigned type = 0; type < v->type_count && v->stands_up; type++)
        if (v->types[type].pawn)
            v->types[type].promotes[KS_WHITE] = v->types[type].promotes[KS_BLACK] = false;
    return code;
}

/* Returns whether the text says which pieces promote. */
static bool says_who_promotes(const struct variant_text *t) {
    static const char *const keys[] = {"pawnTypes", "promotionPawnTypes", "promotionPawnTypesWhite",
                                       "promotionPawnTypesBlack"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (ks_find_value(t, keys[i]).slice.text)
            return true;
    return false;
}

/* Doubts that pieces are to be promoted to where the pawn was removed, and nothing else promotes. Those that
 * were inherited with the pawn are left over. */
static int doubt_promotion(const struct variant_text *t) {
    static const char *const keys[] = {"promotionPieceTypes", "promotionPieceTypesWhite",
                                       "promotionPieceTypesBlack"};
    const struct value pawn = ks_find_value(t, "pawn");
    if (!ks_slice_is(pawn.slice, "-") || t->variant->stands_up || says_who_promotes(t))
        return KS_OK;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct value value = ks_find_value(t, keys[i]);
        if (value.slice.text && value.depth <= pawn.depth && !ks_slice_is(value.slice, "-"))
            return ks_value_doubt(
                t, &value, KS_ERROR_VARIANT_PIECES, 0,
                "no piece promotes, since pawn = -; pawnTypes = p, say, names one that does");
    }
    return KS_OK;
}

int ks_variant_step_promotion(const struct variant_text *t) {
    static const char *const keys[2] = {"promotionRegionWhite", "promotionRegionBlack"};
    static const char *const types[4] = {"promotionPieceTypesWhite", "promotionPieceTypesBlack",
                                         "promotionPieceTypes", NULL};
    ks_variant *const v = t->variant;
    int code;
    v->must_promote = true;
    if ((code = read_regions(t, keys, "promotionRank", squares_from_rank, 8, v->promotion)) != KS_OK ||
        (code = ks_read_types_of_sides(t, types, v->promotion_types)) != KS_OK ||
        (code = ks_read_added_up(t, "promotionLimit", read_limits, NULL)) != KS_OK ||
        (code = ks_read_bool(t, "mandatoryPawnPromotion", &v->must_promote)) != KS_OK)
        return code;
    keep_other_region(t, keys);
    if ((code = read_standing(t)) != KS_OK)
        return code;
    if ((v->promotion_types[KS_WHITE] | v->promotion_types[KS_BLACK]) >> v->royal & 1) {
        const struct value value = ks_find_value(t, "promotionPieceTypes");
        return ks_value_fail(t, &value, KS_ERROR_VARIANT_PIECES, 0,
                             "no piece can be promoted to a %s, which is royal", royal_name(v));
    }
    return doubt_promotion(t);
}

/* ---- Castling ---- */

static bool has_castling_room(const ks_variant *v) {
    return v->castling_file[KS_KINGSIDE] >= 1 && v->castling_file[KS_KINGSIDE] < v->files &&
           v->castling_file[KS_QUEENSIDE] + 1 < v->files;
}

/* Returns whether the text has a key about castling. A small board without one has no castling. */
static bool says_castling(const struct variant_text *t) {
    static const char *const keys[] = {"castling", "castlingKingsideFile", "castlingQueensideFile"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (ks_find_value(t, keys[i]).slice.text)
            return true;
    return false;
}

static int read_castling_files(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    unsigned *const files = v->castling_file, *const rooks = v->rook_file;
    int code;
    files[KS_KINGSIDE] = 6;
    files[KS_QUEENSIDE] = 2;
    rooks[KS_KINGSIDE] = v->files - 1;
    rooks[KS_QUEENSIDE] = 0;
    v->king_file = 4;
    if ((code = ks_read_file(t, "castlingKingsideFile", v->files, &files[KS_KINGSIDE])) != KS_OK ||
        (code = ks_read_file(t, "castlingQueensideFile", v->files, &files[KS_QUEENSIDE])) != KS_OK ||
        (code = ks_read_file(t, "castlingRookKingsideFile", v->files, &rooks[KS_KINGSIDE])) != KS_OK ||
        (code = ks_read_file(t, "castlingRookQueensideFile", v->files, &rooks[KS_QUEENSIDE])) != KS_OK)
        return code;
    return ks_read_file(t, "castlingKingFile", v->files, &v->king_file);
}

/* Reads the ways to castle that win: some of KQkq. */
static int read_castling_wins(const struct variant_text *t) {
    static const char letters[] = "KQkq";
    const struct value value = ks_find_value(t, "castlingWins");
    uint8_t *const wins = t->variant->castling_wins;
    if (!value.slice.text || ks_slice_is(value.slice, "-"))
        return KS_OK;
    for (size_t i = 0; i < value.slice.length; i++) {
        const char *const letter = strchr(letters, value.slice.text[i]);
        if (!letter)
            return ks_value_refuse(t, &value, "some of the letters KQkq, or -");
        wins[(letter - letters) / 2] |= (uint8_t)(1u << (letter - letters) % 2);
    }
    return KS_OK;
}

int ks_variant_step_castling(const struct variant_text *t) {
    static const char *const rook[] = {"rook", NULL};
    ks_variant *const v = t->variant;
    unsigned rank = 1;
    int code;
    v->castles = true;
    v->castling_types = ks_types_of_keys(t, rook);
    if ((code = read_castling_files(t)) != KS_OK ||
        (code = ks_read_bool(t, "castling", &v->castles)) != KS_OK ||
        (code = ks_read_bool(t, "chess960", &v->chess960)) != KS_OK ||
        (code = ks_read_bool(t, "oppositeCastling", &v->castling_takes)) != KS_OK ||
        (code = read_castling_wins(t)) != KS_OK ||
        (code = ks_read_number(t, "castlingRank", 1, v->ranks, &rank)) != KS_OK ||
        (code = ks_read_types(t, "castlingRookPiece", &v->castling_types)) != KS_OK ||
        (code = ks_read_types(t, "castlingRookPieces", &v->castling_types)) != KS_OK)
        return code;
    if (!has_castling_room(v) && !says_castling(t))
        v->castles = false;
    if (v->castles && !has_castling_room(v))
        return ks_variant_fail(t, KS_ERROR_VARIANT_VALUE,
                               "castling: king and rook have no room on file %c or %c: see "
                               "castlingKingsideFile, castlingQueensideFile, or castling = false",
                               (char)('a' + v->castling_file[KS_KINGSIDE]),
                               (char)('a' + v->castling_file[KS_QUEENSIDE]));
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        v->castling_row[side] = row_of_its_rank(v, side, rank - 1);
    return KS_OK;
}

/* Reads the piece that castles. The default is the royal piece. */
int ks_variant_step_castling_king(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    const struct value value = ks_find_value(t, "castlingKingPiece");
    unsigned type = v->royal;
    if (value.slice.text) {
        reader r = {value.slice.text, value.slice.length, 0, NULL};
        const int code = ks_read_type(t, &value, &r, &type);
        if (code != KS_OK)
            return code;
        if (!at_field_end(&r))
            return ks_value_refuse(t, &value, "the letter of one piece");
    }
    v->castling_king = type;
    v->royal_castles = type == v->royal && type != NO_TYPE;
    if (type == NO_TYPE && v->castles && ks_find_value(t, "castling").depth == 0)
        return ks_variant_fail(t, KS_ERROR_VARIANT_VALUE, "castling: there is no piece that could castle");
    v->castles &= type != NO_TYPE;
    return KS_OK;
}
