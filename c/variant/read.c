#include "read.h"

#include <stdio.h>
#include <string.h>

#include "fen.h"

/* ---- Keys ---- */

enum { CUSTOM_PIECES = 25, KEY_SIZE = 16 };

/* What a piece's key says where its value is a letter alone. */
struct piece_key {
    const char *key, *betza, *name; /* betza: NULL when the value has to say it */
    bool may_say_moves;
};

/* The pieces that need no more than a letter. */
static const struct piece_key known_pieces[] = {
#define PIECE(key, betza, name) {#key, betza, name, false},
#include "pieces.def"
#undef PIECE
};

enum { KNOWN_PIECES = sizeof known_pieces / sizeof *known_pieces };

static const char *custom_key(unsigned number, char key[KEY_SIZE]) {
    snprintf(key, KEY_SIZE, "customPiece%u", number % 100);
    return key;
}

bool ks_is_variant_key(struct slice key) {
    static const char *const keys[] = {
#define KEY(name, meaning) #name,
#include "keys.def"
#undef KEY
    };
    char custom[KEY_SIZE];
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (ks_slice_is(key, keys[i]))
            return true;
    for (size_t i = 0; i < KNOWN_PIECES; i++)
        if (ks_slice_is(key, known_pieces[i].key))
            return true;
    for (unsigned number = 1; number <= CUSTOM_PIECES; number++)
        if (ks_slice_is(key, custom_key(number, custom)))
            return true;
    return false;
}

/* ---- Board ---- */

static int read_board(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    unsigned last_file = 7;
    int code;
    v->ranks = 8;
    if ((code = ks_read_number(t, "maxRank", 1, KS_VARIANT_RANKS, &v->ranks)) != KS_OK ||
        (code = ks_read_file(t, "maxFile", KS_VARIANT_FILES, &last_file)) != KS_OK)
        return code;
    v->files = last_file + 1;
    v->squares = v->files * v->ranks;
    return KS_OK;
}

/* ---- Pieces ---- */

/* The piece's letter, small, behind which `moves` may stand in the value. */
static int read_piece_value(const struct variant_text *t, const struct piece_key *piece,
                            const struct value *value, int *label, bool *has_moves) {
    const char *const text = value->slice.text;
    const size_t length = value->slice.length;
    *label = length ? *text | 0x20 : 0;
    *has_moves = length > 1 && text[1] == ':';
    if (*label >= 'a' && *label <= 'z' && (*has_moves ? piece->may_say_moves : length == 1 && piece->betza))
        return KS_OK;
    return ks_value_refuse(t, value,
                           !piece->may_say_moves ? "a letter, or -"
                           : piece->betza        ? "a letter, perhaps with moves as in k:N"
                                                 : "a letter with moves such as c:mRcpR, or -");
}

static int read_moves(const struct variant_text *t, const struct value *value, struct betza *betza) {
    enum { BEFORE = 2 }; /* the letter and the colon */
    ks_error error;
    const int code = ks_read_betza(value->slice.text + BEFORE, value->slice.length - BEFORE, betza, &error);
    return code == KS_OK ? KS_OK : ks_value_fail(t, value, code, error.offset + BEFORE, "%s", error.message);
}

/* Adds the piece if its key is there. */
static int add_kind(const struct variant_text *t, const struct piece_key *piece) {
    const struct value value = ks_find_value(t, piece->key);
    ks_variant *const v = t->variant;
    int label;
    bool has_moves;
    if (!value.slice.text || ks_slice_is(value.slice, "-"))
        return KS_OK;
    const int code = read_piece_value(t, piece, &value, &label, &has_moves);
    if (code != KS_OK)
        return code;
    const unsigned other = ks_variant_kind_of_label(v, label);
    if (other != NO_KIND)
        return ks_value_fail(t, &value, KS_ERROR_VARIANT_PIECES, 0, "the letter '%c' is that of %s already",
                             label, v->kinds[other].code_name);
    struct kind *const kind = &v->kinds[v->kind_count++]; /* there are no more letters than KINDS_MAX */
    kind->label = (char)label;
    kind->letter = (char)(label - 'a' + 'A');
    snprintf(kind->code_name, NAME_SIZE, "%s", piece->key);
    snprintf(kind->name, NAME_SIZE, piece->name, kind->letter);
    return has_moves ? read_moves(t, &value, &kind->betza)
                     : ks_read_betza(piece->betza, strlen(piece->betza), &kind->betza, NULL);
}

static int read_pieces(const struct variant_text *t) {
    static const struct piece_key king = {"king", "K", "King", true};
    ks_variant *const v = t->variant;
    int code = KS_OK;
    for (size_t i = 0; i < KNOWN_PIECES && code == KS_OK; i++)
        code = add_kind(t, &known_pieces[i]);
    for (unsigned number = 1; number <= CUSTOM_PIECES && code == KS_OK; number++) {
        char key[KEY_SIZE];
        code = add_kind(t, &(struct piece_key){custom_key(number, key), NULL, "Piece %c", true});
    }
    v->royal = v->kind_count;
    if (code == KS_OK)
        code = add_kind(t, &king);
    if (code == KS_OK && v->royal == v->kind_count)
        return ks_variant_fail(t, KS_ERROR_VARIANT_PIECES,
                               "expected a royal piece, such as king = k, found none");
    return code;
}

/* The pieces of these keys, as far as the variant has them. */
static uint32_t kinds_of_keys(const ks_variant *v, const char *const *keys) {
    uint32_t kinds = 0;
    for (; *keys; keys++)
        for (unsigned kind = 0; kind < v->kind_count; kind++)
            if (strcmp(v->kinds[kind].code_name, *keys) == 0)
                kinds |= (uint32_t)1 << kind;
    return kinds;
}

/* ---- Names ---- */

/* "a: Cardinal, c: Marshall" is read word by word; take(kind, name) keeps one and says what is wrong with it.
 */
static int read_names(const struct variant_text *t, const char *key,
                      const char *(*take)(struct kind *, struct slice)) {
    const struct value value = ks_find_value(t, key);
    reader r = {value.slice.text, value.slice.length, 0, NULL};
    if (!value.slice.text)
        return KS_OK;
    do {
        unsigned index;
        skip_blanks(&r);
        const int code = ks_read_kind(t, &value, &r, &index);
        if (code != KS_OK)
            return code;
        skip_blanks(&r);
        if (peek(&r) != ':')
            return ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, r.at, "expected ':' and a name");
        r.at++;
        skip_blanks(&r);
        const size_t start = r.at;
        while (peek(&r) != END && peek(&r) != ',')
            r.at++;
        const struct slice name = {r.text + start, r.at - start};
        const char *const wrong = index == NO_KIND ? NULL : take(&t->variant->kinds[index], name);
        if (wrong)
            return ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, start, "%s", wrong);
    } while (peek(&r) == ',' && ++r.at);
    return KS_OK;
}

bool ks_is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static const char *take_name(struct kind *kind, struct slice name) {
    while (name.length && is_blank(name.text[name.length - 1]))
        name.length--;
    if (name.length == 0 || name.length >= NAME_SIZE)
        return "expected a name of 1 to 31 bytes";
    for (size_t i = 0; i < name.length; i++)
        if ((unsigned char)name.text[i] < ' ' || name.text[i] == 127)
            return "expected a name, found a control character";
    snprintf(kind->name, NAME_SIZE, "%.*s", (int)name.length, name.text);
    return NULL;
}

static const char *take_code_name(struct kind *kind, struct slice name) {
    for (size_t i = 0; i < name.length; i++)
        if (!ks_is_word_character(name.text[i]))
            return "expected a name of letters, digits, - and _";
    if (name.length == 0 || name.length >= NAME_SIZE)
        return "expected a name of 1 to 31 letters";
    snprintf(kind->code_name, NAME_SIZE, "%.*s", (int)name.length, name.text);
    return NULL;
}

static const char *take_letter(struct kind *kind, struct slice name) {
    const char lower = name.length == 1 ? (char)(*name.text | 0x20) : '\0';
    if (lower < 'a' || lower > 'z')
        return "expected a letter";
    kind->letter = (char)(lower - 'a' + 'A');
    return NULL;
}

static int read_all_names(const struct variant_text *t) {
    const ks_variant *const v = t->variant;
    int code;
    if ((code = read_names(t, "displayNames", take_name)) != KS_OK ||
        (code = read_names(t, "notationLetters", take_letter)) != KS_OK ||
        (code = read_names(t, "codeNames", take_code_name)) != KS_OK)
        return code;
    for (unsigned kind = 0; kind < v->kind_count; kind++)
        for (unsigned other = 0; other < kind; other++) {
            const struct value value = ks_find_value(t, "notationLetters");
            if (v->kinds[kind].letter == v->kinds[other].letter)
                return ks_value_fail(t, &value, KS_ERROR_VARIANT_PIECES, 0,
                                     "%s and %s both have the letter %c", v->kinds[other].name,
                                     v->kinds[kind].name, v->kinds[kind].letter);
        }
    return KS_OK;
}

/* ---- Pawns ---- */

static ks_squares squares_of_rank(const ks_variant *v, unsigned side, unsigned rank) {
    ks_squares squares = {{0}};
    const unsigned first = row_of_rank(v, side, rank) * v->files;
    for (unsigned file = 0; file < v->files; file++)
        add_square(&squares, first + file);
    return squares;
}

/* The squares of both sides by either of two ways to say it: the region of each, or a rank. */
static int read_regions(const struct variant_text *t, const char *const region_keys[2], const char *rank_key,
                        ks_squares (*of_rank)(const ks_variant *, unsigned side, unsigned rank),
                        unsigned default_rank, ks_squares regions[2]) {
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

static int read_both(const struct variant_text *t, const char *const keys[2], ks_squares regions[2]) {
    int code = KS_OK;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK; side++) {
        const struct value value = ks_find_value(t, keys[side]);
        code = ks_read_region(t, &value, &regions[side]);
    }
    return code;
}

static int read_pushes(const struct variant_text *t) {
    static const char *const double_keys[2] = {"doubleStepRegionWhite", "doubleStepRegionBlack"};
    static const char *const triple_keys[2] = {"tripleStepRegionWhite", "tripleStepRegionBlack"};
    ks_variant *const v = t->variant;
    bool doubles = true;
    int code;
    v->push = 2;
    if ((code = ks_read_bool(t, "doubleStep", &doubles)) != KS_OK ||
        (code = ks_read_number(t, "firstPush", 1, KS_VARIANT_RANKS - 1, &v->push)) != KS_OK ||
        (code = read_regions(t, double_keys, "doubleStepRank", squares_of_rank, 2, v->first_push)) != KS_OK ||
        (code = read_both(t, triple_keys, v->triple_push)) != KS_OK)
        return code;
    if (!doubles)
        v->push = 1;
    return KS_OK;
}

static int read_en_passant(const struct variant_text *t) {
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

static int read_pawn_types(const struct variant_text *t) {
    static const char *const pawn[] = {"pawn", NULL};
    ks_variant *const v = t->variant;
    uint32_t pawns = kinds_of_keys(v, pawn), promoting, taking, resetting;
    int code;
    for (unsigned kind = 0; kind < v->kind_count; kind++)
        v->kinds[kind].pawn = pawns >> kind & 1;
    if ((code = ks_read_kinds(t, "pawnTypes", &pawns)) != KS_OK)
        return code;
    promoting = taking = resetting = pawns;
    if ((code = ks_read_kinds(t, "promotionPawnTypes", &promoting)) != KS_OK ||
        (code = ks_read_kinds(t, "enPassantTypes", &taking)) != KS_OK ||
        (code = ks_read_kinds(t, "nMoveRuleTypes", &resetting)) != KS_OK)
        return code;
    for (unsigned kind = 0; kind < v->kind_count; kind++) {
        v->kinds[kind].promotes = promoting >> kind & 1;
        v->kinds[kind].takes_en_passant = taking >> kind & 1;
        v->kinds[kind].resets_clock = resetting >> kind & 1;
    }
    return KS_OK;
}

/* ---- Promotion ---- */

static ks_squares squares_from_rank(const ks_variant *v, unsigned side, unsigned rank) {
    ks_squares squares = {{0}};
    for (; rank < v->ranks; rank++)
        squares = either(squares, squares_of_rank(v, side, rank));
    return squares;
}

static int read_limits(const struct variant_text *t) {
    const struct value value = ks_find_value(t, "promotionLimit");
    reader r = {value.slice.text, value.slice.length, 0, NULL};
    while (value.slice.text && peek(&r) != END) {
        unsigned kind, limit = 0;
        const int code = ks_read_kind(t, &value, &r, &kind);
        if (code != KS_OK)
            return code;
        const bool colon = peek(&r) == ':';
        for (r.at += colon; is_digit(peek(&r)) && limit <= KS_VARIANT_SQUARES; r.at++)
            limit = limit * 10 + (unsigned)(peek(&r) - '0');
        if (!colon || limit == 0 || limit > KS_VARIANT_SQUARES || !at_field_end(&r))
            return ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, r.at, "expected limits such as q:1 r:2");
        if (kind != NO_KIND)
            t->variant->kinds[kind].limit = limit;
        skip_blanks(&r);
    }
    return KS_OK;
}

static int read_promotion(const struct variant_text *t) {
    static const char *const keys[2] = {"promotionRegionWhite", "promotionRegionBlack"};
    static const char *const pieces[] = {"queen", "rook", "bishop", "knight", NULL};
    ks_variant *const v = t->variant;
    int code;
    v->must_promote = true;
    v->promotion_kinds = kinds_of_keys(v, pieces);
    if ((code = read_regions(t, keys, "promotionRank", squares_from_rank, 8, v->promotion)) != KS_OK ||
        (code = ks_read_kinds(t, "promotionPieceTypes", &v->promotion_kinds)) != KS_OK ||
        (code = read_limits(t)) != KS_OK ||
        (code = ks_read_bool(t, "mandatoryPawnPromotion", &v->must_promote)) != KS_OK)
        return code;
    if (v->promotion_kinds >> v->royal & 1) {
        const struct value value = ks_find_value(t, "promotionPieceTypes");
        return ks_value_fail(t, &value, KS_ERROR_VARIANT_PIECES, 0,
                             "nothing can be promoted to a %s, which is royal", v->kinds[v->royal].name);
    }
    return KS_OK;
}

/* ---- Castling ---- */

static int read_castling(const struct variant_text *t) {
    static const char *const rook[] = {"rook", NULL};
    ks_variant *const v = t->variant;
    unsigned rank = 1, *const files = v->castling_file;
    int code;
    v->castles = true;
    v->castling_kinds = kinds_of_keys(v, rook);
    files[KS_KINGSIDE] = 6;
    files[KS_QUEENSIDE] = 2;
    if ((code = ks_read_bool(t, "castling", &v->castles)) != KS_OK ||
        (code = ks_read_bool(t, "chess960", &v->chess960)) != KS_OK ||
        (code = ks_read_file(t, "castlingKingsideFile", v->files, &files[KS_KINGSIDE])) != KS_OK ||
        (code = ks_read_file(t, "castlingQueensideFile", v->files, &files[KS_QUEENSIDE])) != KS_OK ||
        (code = ks_read_number(t, "castlingRank", 1, v->ranks, &rank)) != KS_OK ||
        (code = ks_read_kinds(t, "castlingRookPiece", &v->castling_kinds)) != KS_OK ||
        (code = ks_read_kinds(t, "castlingRookPieces", &v->castling_kinds)) != KS_OK)
        return code;
    if (v->castles &&
        (files[KS_KINGSIDE] < 1 || files[KS_KINGSIDE] >= v->files || files[KS_QUEENSIDE] + 1 >= v->files))
        return ks_variant_fail(t, KS_ERROR_VARIANT_VALUE,
                               "castling: to file %c or %c there is no room for king and rook: see "
                               "castlingKingsideFile, castlingQueensideFile, or castling = false",
                               (char)('a' + files[KS_KINGSIDE]), (char)('a' + files[KS_QUEENSIDE]));
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        v->castling_row[side] = row_of_rank(v, side, rank - 1);
    return KS_OK;
}

/* ---- Ends of games ---- */

static int read_bare_king(const struct variant_text *t) {
    static const char *const values[] = {"none", "loss", NULL}, *const types[] = {"-", "*", NULL};
    unsigned loss = 0, all = 0, pieces = 0, opponents = 0;
    bool claim = false;
    int code;
    if ((code = ks_read_word(t, "extinctionValue", values, &loss)) != KS_OK ||
        (code = ks_read_bool(t, "extinctionClaim", &claim)) != KS_OK ||
        (code = ks_read_word(t, "extinctionPieceTypes", types, &all)) != KS_OK ||
        (code = ks_read_number(t, "extinctionPieceCount", 0, 1, &pieces)) != KS_OK ||
        (code = ks_read_number(t, "extinctionOpponentPieceCount", 0, 2, &opponents)) != KS_OK)
        return code;
    t->variant->bare_king = loss;
    if (loss && !(claim && all && pieces == 1 && opponents == 2)) {
        const struct value value = ks_find_value(t, "extinctionValue");
        return ks_value_fail(
            t, &value, KS_ERROR_VARIANT_VALUE, 0,
            "the bare king alone can lose, by extinctionClaim = true, extinctionPieceTypes = *, "
            "extinctionPieceCount = 1, extinctionOpponentPieceCount = 2");
    }
    return KS_OK;
}

static int read_ends(const struct variant_text *t) {
    static const char *const values[] = {"loss", "draw", "win", NULL}, *const loss[] = {"loss", NULL};
    ks_variant *const v = t->variant;
    unsigned stalemate = 1, checkmate;
    int code;
    v->draw_moves = 50;
    v->draw_repetitions = 3;
    if ((code = ks_read_word(t, "stalemateValue", values, &stalemate)) != KS_OK ||
        (code = ks_read_word(t, "checkmateValue", loss, &checkmate)) != KS_OK ||
        (code = ks_read_number(t, "nMoveRule", 0, KS_CLOCK_MAX, &v->draw_moves)) != KS_OK ||
        (code = ks_read_number(t, "nFoldRule", 0, KS_CLOCK_MAX, &v->draw_repetitions)) != KS_OK)
        return code;
    v->stalemate = (int)stalemate - 1;
    return read_bare_king(t);
}

/* ---- The start ---- */

static int read_start(const struct variant_text *t) {
    static const char chess[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const struct value value = ks_find_value(t, "startFen");
    const struct slice fen = value.slice.text ? value.slice : (struct slice){chess, sizeof chess - 1};
    ks_error error;
    const int code =
        ks_variant_read_fen(t->variant, fen.text, fen.length, KS_STRICT, &t->variant->start, &error);
    return code == KS_OK
               ? KS_OK
               : ks_value_fail(t, &value, KS_ERROR_VARIANT_START, error.offset, "%s", error.message);
}

static int build_tables(const struct variant_text *t) {
    if (!ks_variant_build_tables(t->variant))
        return ks_variant_fail(t, KS_ERROR_MEMORY, "not enough memory");
    ks_variant_build_pieceset(t->variant);
    return KS_OK;
}

/* ---- All ---- */

static int check_keys(const struct variant_text *t) {
    const struct ini_section *const section = t->chain[0];
    for (size_t i = 0; i < section->count; i++) {
        const struct value entry = {section->entries[i].key, section->entries[i].key, 0};
        if (!ks_is_variant_key(entry.key))
            return ks_value_fail(t, &entry, KS_ERROR_VARIANT_KEY, 0,
                                 "no such key is known: see kingscan variants "
                                 "--help");
    }
    return KS_OK;
}

int ks_variant_read_rules(const struct variant_text *t) {
    static int (*const steps[])(const struct variant_text *) = {
        check_keys,      read_board,     read_pieces,   read_all_names, read_pushes,  read_en_passant,
        read_pawn_types, read_promotion, read_castling, read_ends,      build_tables, read_start,
    };
    int code = KS_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && code == KS_OK; i++)
        code = steps[i](t);
    return code;
}
