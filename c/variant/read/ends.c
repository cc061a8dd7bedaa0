/* Reads the keys of a variant's description about ends of games, royal pieces, and rules of variants of
 * Asia. */

#include <string.h>

#include "variant/read/steps.h"

/* ==== Variants of Asia ==== */

/* Reads the special rules of xiangqi, janggi and their relatives: soldiers that move sideways beyond the
 * river, generals that may not face each other, cannons that spare each other, and the lines of the
 * palaces. */

static ks_variant_squares everywhere_from(const ks_variant *v, unsigned side, unsigned rank) {
    ks_variant_squares squares = {{0}};
    for (unsigned square = 0; square < v->squares; square++) {
        const unsigned row = square / v->files;
        if ((side == KS_WHITE ? v->ranks - 1 - row : row) >= rank)
            add_square(&squares, square);
    }
    return squares;
}

/* Separates the moves forward from those sideways. */
static void hold_back(struct betza *soldier) {
    const unsigned forward = 1u << FORWARD_LEFT;
    for (unsigned i = 0, count = soldier->count; i < count && soldier->count < BETZA_TERMS; i++) {
        struct betza_term *const term = &soldier->terms[i];
        struct betza_term aside = *term;
        aside.directions &= (uint8_t)~forward;
        aside.beyond = true;
        term->directions &= (uint8_t)forward;
        if (aside.directions)
            soldier->terms[soldier->count++] = aside;
    }
}

static struct piece_type *type_of_key(const struct variant_text *t, const char *key) {
    const unsigned type = t->type_of_piece[ks_piece_of_key((struct slice){key, strlen(key)})];
    return type == NO_TYPE ? NULL : &t->variant->types[type];
}

static int read_soldiers(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    struct piece_type *const soldier = type_of_key(t, "soldier");
    unsigned rank = 1;
    const int code = ks_read_number(t, "soldierPromotionRank", 1, KS_VARIANT_RANKS_MAX, &rank);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        v->beyond[side] = everywhere_from(v, side, rank - 1);
    if (code == KS_OK && rank > 1 && soldier)
        hold_back(&soldier->betza);
    return code;
}

/* ---- Lines of the board ---- */

static void add_term(struct betza *betza, unsigned directions, unsigned range, enum betza_hop hop) {
    if (betza->count < BETZA_TERMS)
        betza->terms[betza->count++] = (struct betza_term){.far = 1,
                                                           .near = 1,
                                                           .directions = (uint8_t)directions,
                                                           .range = (uint8_t)range,
                                                           .modality = BETZA_MOVE | BETZA_CAPTURE,
                                                           .hop = (uint8_t)hop,
                                                           .diagonals = true};
}

static bool is_wazir(const struct betza *betza) {
    const struct betza_term *const term = betza->terms;
    return betza->count == 1 && term->far == 1 && term->near == 0 && term->range == 1 &&
           term->directions == ks_betza_all_directions(1, 0) &&
           term->modality == (BETZA_MOVE | BETZA_CAPTURE) && term->hop == BETZA_NO_HOP && !term->bent;
}

/* Pieces that move one square, or any number, along ranks and files do so along the lines too. */
static int read_lines(const struct variant_text *t) {
    static const char *const keys[] = {"wazir", "soldier", "rook", "janggiCannon"};
    ks_variant *const v = t->variant;
    const unsigned all = ks_betza_all_directions(1, 1), forward = 1u << FORWARD_LEFT | 1u << FORWARD_RIGHT;
    const struct value value = ks_find_value(t, "diagonalLines");
    const int code = ks_read_region(t, &value, &v->diagonals);
    if (code != KS_OK || is_empty_set(&v->diagonals))
        return code;
    if (v->royal != NO_TYPE && is_wazir(&v->types[v->royal].betza))
        add_term(&v->types[v->royal].betza, all, 1, BETZA_NO_HOP);
    for (unsigned i = 0; i < 4; i++) {
        struct piece_type *const type = type_of_key(t, keys[i]);
        if (type)
            add_term(&type->betza, i == 1 ? forward : all, i < 2 ? 1 : 0,
                     i == 3 ? BETZA_HOP_OTHERS : BETZA_NO_HOP);
    }
    return KS_OK;
}

/* ---- Cannons and generals ---- */

static void find_cannons(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    struct piece_type *const cannon = type_of_key(t, "janggiCannon");
    v->hurdle = NO_TYPE;
    if (!cannon)
        return;
    v->hurdle = (unsigned)(cannon - v->types);
    v->immune |= (uint32_t)1 << v->hurdle;
    for (unsigned i = 0; i < cannon->betza.count; i++)
        cannon->betza.terms[i].hop = BETZA_HOP_OTHERS;
}

/* ---- Passing, and the count of material ---- */

static void set_weights(const struct variant_text *t) {
    static const struct {
        const char *key;
        uint8_t weight;
    } janggi[] = {{"rook", 13},          {"janggiCannon", 7}, {"horse", 5},
                  {"janggiElephant", 3}, {"wazir", 3},        {"soldier", 2}};
    ks_variant *const v = t->variant;
    for (unsigned type = 0; type < v->type_count; type++)
        v->weights[type] = v->material != MATERIAL_JANGGI;
    for (unsigned i = 0; v->material == MATERIAL_JANGGI && i < sizeof janggi / sizeof *janggi; i++) {
        struct piece_type *const type = type_of_key(t, janggi[i].key);
        if (type)
            v->weights[type - v->types] = janggi[i].weight;
    }
}

static int read_passing(const struct variant_text *t) {
    static const char *const countings[] = {"none",          "janggi",        "unweighted",
                                            "whitedrawodds", "blackdrawodds", NULL};
    ks_variant *const v = t->variant;
    bool always = false, on_stalemate = false;
    unsigned counting = MATERIAL_UNCOUNTED;
    int code;
    if ((code = ks_read_bool(t, "pass", &always)) != KS_OK ||
        (code = ks_read_bool(t, "passOnStalemate", &on_stalemate)) != KS_OK ||
        (code = ks_read_bool(t, "bikjangRule", &v->bikjang)) != KS_OK ||
        (code = ks_read_word(t, "materialCounting", countings, &counting)) != KS_OK)
        return code;
    v->passing = on_stalemate ? PASS_ON_STALEMATE : always ? PASS_ALWAYS : PASS_NEVER;
    v->material = counting;
    set_weights(t);
    return KS_OK;
}

static int read_cambodian(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    const struct value value = ks_find_value(t, "cambodianMoves");
    const struct piece_type *const met = type_of_key(t, "fers"), *const rook = type_of_key(t, "rook");
    bool gates = false;
    int code;
    if ((code = ks_read_bool(t, "cambodianMoves", &v->cambodian)) != KS_OK ||
        (code = ks_read_bool(t, "gating", &gates)) != KS_OK)
        return code;
    v->met = v->cambodian && met ? (unsigned)(met - v->types) : NO_TYPE;
    v->leap_taker = v->cambodian && rook ? (unsigned)(rook - v->types) : NO_TYPE;
    return !v->cambodian || gates
               ? KS_OK
               : ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, 0, "expected gating = true as well");
}

int ks_variant_step_asian(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    int code;
    if ((code = ks_read_bool(t, "flyingGeneral", &v->faces)) != KS_OK ||
        (code = ks_read_types(t, "mutuallyImmuneTypes", &v->immune)) != KS_OK ||
        (code = read_soldiers(t)) != KS_OK || (code = read_cambodian(t)) != KS_OK)
        return code;
    find_cannons(t);
    code = read_passing(t);
    return code != KS_OK ? code : read_lines(t);
}

/* ==== Ends ==== */

/* Reads the ends of games. */

static int read_extinction(const struct variant_text *t) {
    static const char *const values[] = {"loss", "draw", "win", "none", NULL};
    struct extinction *const rule = &t->variant->extinction;
    const struct value types = ks_find_value(t, "extinctionPieceTypes");
    unsigned value = EXTINCTION_NONE + 1;
    int code;
    if ((code = ks_read_word(t, "extinctionValue", values, &value)) != KS_OK ||
        (code = ks_read_bool(t, "extinctionClaim", &rule->claim)) != KS_OK ||
        (code = ks_read_number(t, "extinctionPieceCount", 0, KS_VARIANT_SQUARES_MAX, &rule->count)) !=
            KS_OK ||
        (code = ks_read_number(t, "extinctionOpponentPieceCount", 0, KS_VARIANT_SQUARES_MAX,
                               &rule->opponents)) != KS_OK)
        return code;
    rule->value = (int)value - 1;
    rule->all = types.slice.text && ks_slice_is(types.slice, "*");
    if (!rule->all && (code = ks_read_types(t, "extinctionPieceTypes", &rule->types)) != KS_OK)
        return code;
    if (!rule->all && !rule->types)
        rule->value = EXTINCTION_NONE;
    return KS_OK;
}

static int read_flag(const struct variant_text *t) {
    static const char *const keys[2] = {"flagRegionWhite", "flagRegionBlack"};
    static const char *const types[4] = {"flagPieceWhite", "flagPieceBlack", "flagPiece", NULL};
    struct flag *const flag = &t->variant->flag;
    int code;
    flag->count = 1;
    if ((code = ks_read_bool(t, "flagMove", &flag->answered)) != KS_OK ||
        (code = ks_read_bool(t, "flagPieceBlockedWin", &flag->blocked)) != KS_OK ||
        (code = ks_read_bool(t, "flagPieceSafe", &flag->safe)) != KS_OK ||
        (code = ks_read_number(t, "flagPieceCount", 1, KS_VARIANT_SQUARES_MAX, &flag->count)) != KS_OK)
        return code;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK; side++) {
        const struct value value = ks_find_either(t, keys[side], "flagRegion");
        code = ks_read_region(t, &value, &flag->region[side]);
        flag->types[side] = all_types(t->variant);
    }
    if (code == KS_OK)
        code = ks_read_types_of_sides(t, types, flag->types);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        if (is_empty_set(&flag->region[side]))
            flag->types[side] = 0;
    return code;
}

/* Reads the regions that chains of pieces join, for both sides. */
static int read_chains(const struct variant_text *t, struct connection *rule) {
    static const char *const keys[2][2] = {{"connectRegion1White", "connectRegion2White"},
                                           {"connectRegion1Black", "connectRegion2Black"}};
    int code = KS_OK;
    for (unsigned i = 0; i < 4 && code == KS_OK; i++) {
        const struct value value = ks_find_value(t, keys[i / 2][i % 2]);
        code = ks_read_region(t, &value, &rule->ends[i / 2][i % 2]);
    }
    return code;
}

static bool has_connection(const struct connection *rule) {
    return rule->row || rule->scattered || rule->block || !is_empty_set(&rule->ends[KS_WHITE][0]) ||
           !is_empty_set(&rule->ends[KS_BLACK][0]);
}

static int read_connection(const struct variant_text *t) {
    static const char *const values[] = {"loss", "draw", "win", NULL};
    struct connection *const rule = &t->variant->connection;
    unsigned value = 2;
    int code;
    rule->types = all_types(t->variant);
    rule->ranks = rule->files = rule->diagonals = true;
    if ((code = ks_read_number(t, "connectN", 0, KS_VARIANT_FILES_MAX, &rule->row)) != KS_OK ||
        (code = ks_read_number(t, "collinearN", 0, KS_VARIANT_FILES_MAX, &rule->scattered)) != KS_OK ||
        (code = ks_read_number(t, "connectNxN", 0, KS_VARIANT_RANKS_MAX, &rule->block)) != KS_OK ||
        (code = ks_read_types(t, "connectPieceTypes", &rule->types)) != KS_OK ||
        (code = ks_read_bool(t, "connectHorizontal", &rule->ranks)) != KS_OK ||
        (code = ks_read_bool(t, "connectVertical", &rule->files)) != KS_OK ||
        (code = ks_read_bool(t, "connectDiagonal", &rule->diagonals)) != KS_OK ||
        (code = read_chains(t, rule)) != KS_OK ||
        (code = ks_read_word(t, "connectValue", values, &value)) != KS_OK)
        return code;
    rule->value = (int)value - 1;
    rule->any = has_connection(rule);
    return ks_read_bool(t, "adjudicateFullBoard", &t->variant->full_ends);
}

static uint32_t types_with_keys(const struct variant_text *t, const char *const *keys) {
    uint32_t types = 0;
    for (; *keys; keys++) {
        const unsigned type = t->type_of_piece[ks_piece_of_key((struct slice){*keys, strlen(*keys)})];
        types |= type == NO_TYPE ? 0 : (uint32_t)1 << type;
    }
    return types;
}

/* Rules of mates, stalemates and counted moves. */
static int read_mates(const struct variant_text *t) {
    static const char *const shak[] = {"knight", "rook", "bers", NULL}, *const knight[] = {"knight", NULL};
    static const char *const countings[] = {"none", "makruk", "cambodian", "asean", NULL};
    ks_variant *const v = t->variant;
    unsigned counting = COUNTING_NONE;
    int code;
    if ((code = ks_read_bool(t, "stalematePieceCount", &v->stalemate_counts)) != KS_OK ||
        (code = ks_read_bool(t, "shatarMateRule", &v->mates_by_shak)) != KS_OK ||
        (code = ks_read_bool(t, "makpongRule", &v->king_stands)) != KS_OK ||
        (code = ks_read_word(t, "countingRule", countings, &counting)) != KS_OK)
        return code;
    v->counting = counting;
    v->shak = types_with_keys(t, shak);
    v->knights = types_with_keys(t, knight);
    return KS_OK;
}

/* Returns the number of checks that wins: the number of the start, such as 5 for 5+5. */
static unsigned counted_checks(const struct variant_text *t) {
    enum { COUNTED_CHECKS = 3 };
    const struct slice fen = ks_find_value(t, "startFen").slice;
    for (size_t i = 3; i <= fen.length; i++) {
        const char *const at = fen.text + i - 3;
        if (is_digit(at[0]) && at[1] == '+' && is_digit(at[2]))
            return (unsigned)((at[0] > at[2] ? at[0] : at[2]) - '0');
    }
    return COUNTED_CHECKS;
}

static void find_early_ends(ks_variant *v) {
    v->ends_early = v->extinction.value != EXTINCTION_NONE ||
                    (v->flag.types[KS_WHITE] | v->flag.types[KS_BLACK]) || v->connection.any ||
                    v->full_ends || v->checks || v->castling_wins[KS_WHITE] || v->castling_wins[KS_BLACK] ||
                    v->passing != PASS_NEVER;
}

int ks_variant_step_ends(const struct variant_text *t) {
    static const char *const values[] = {"loss", "draw", "win", NULL};
    ks_variant *const v = t->variant;
    unsigned stalemate = 1, checkmate = 0;
    bool counted = false;
    int code;
    v->draw_moves = 50;
    v->draw_repetitions = 3;
    if ((code = ks_read_word(t, "stalemateValue", values, &stalemate)) != KS_OK ||
        (code = ks_read_word(t, "checkmateValue", values, &checkmate)) != KS_OK ||
        (code = ks_read_number(t, "nMoveRule", 0, KS_CLOCK_MAX, &v->draw_moves)) != KS_OK ||
        (code = ks_read_number(t, "nFoldRule", 0, KS_CLOCK_MAX, &v->draw_repetitions)) != KS_OK ||
        (code = ks_read_bool(t, "checkCounting", &counted)) != KS_OK ||
        (code = read_extinction(t)) != KS_OK || (code = read_flag(t)) != KS_OK ||
        (code = read_connection(t)) != KS_OK || (code = read_mates(t)) != KS_OK)
        return code;
    v->stalemate = (int)stalemate - 1;
    v->checkmate = (int)checkmate - 1;
    v->checks = counted ? counted_checks(t) : 0;
    find_early_ends(v);
    return KS_OK;
}

/* ---- Royal pieces ---- */

/* Reads a royal piece of a variant with explosions: the last piece of one type, while there is one. */
static int read_last_royal(const struct variant_text *t, const struct value *value) {
    ks_variant *const v = t->variant;
    const struct extinction *const rule = &v->extinction;
    if (v->royal != NO_TYPE || rule->all || __builtin_popcount(rule->types) != 1 || rule->value != -1 ||
        rule->count || rule->opponents || rule->claim)
        return ks_value_fail(t, value, KS_ERROR_VARIANT_VALUE, 0,
                             "with blastOnCapture, expected king = -, extinctionValue = loss, "
                             "extinctionPieceCount = 0 and one letter in extinctionPieceTypes");
    if ((v->promotion_types[KS_WHITE] | v->promotion_types[KS_BLACK]) & rule->types)
        return ks_value_fail(t, value, KS_ERROR_VARIANT_PIECES, 0,
                             "no piece can be promoted to a royal piece when captures explode");
    v->royal = (unsigned)__builtin_ctz(rule->types);
    v->may_lose_king = true;
    v->drop_checks = true; /* as Fairy-Stockfish, in which dropChecks does not protect such a piece */
    return KS_OK;
}

/* Reads the royal pieces of other variants: pieces of several types, while their side has at most one more
 * than is too few. They are never captured, so no side loses by having too few. A king that is a promoted
 * form, or has one, is such a piece too, since its number changes. */
static int read_crowned(const struct variant_text *t, const struct value *value) {
    ks_variant *const v = t->variant;
    const int code = ks_read_types(t, "extinctionPieceTypes", &v->crowned.types);
    if (code != KS_OK)
        return code;
    if (v->extinction.all || !v->crowned.types)
        return ks_value_fail(t, value, KS_ERROR_VARIANT_VALUE, 0,
                             "expected letters of pieces in extinctionPieceTypes");
    if (v->royal != NO_TYPE && v->crowned.types >> v->royal & 1 && ks_has_or_is_form(t, v->royal))
        v->royal = NO_TYPE;
    if (v->royal != NO_TYPE)
        v->crowned.types &= ~((uint32_t)1 << v->royal);
    v->crowned.most = v->extinction.count + 1;
    v->extinction.value = EXTINCTION_NONE;
    find_early_ends(v);
    return ks_read_bool(t, "dupleCheck", &v->crowned.together);
}

static int read_pseudo_royal(const struct variant_text *t) {
    const struct value value = ks_find_value(t, "extinctionPseudoRoyal");
    bool pseudo_royal = false;
    const int code = ks_read_bool(t, "extinctionPseudoRoyal", &pseudo_royal);
    if (code != KS_OK || !pseudo_royal)
        return code;
    return t->variant->blasts ? read_last_royal(t, &value) : read_crowned(t, &value);
}

/* Takes all captures from royal pieces that would become walls by them. */
static void stop_captures(ks_variant *v) {
    const uint32_t royal = v->crowned.types | (v->royal == NO_TYPE ? 0 : (uint32_t)1 << v->royal);
    for (uint32_t left = v->petrified & royal; left; left &= left - 1) {
        struct betza *const betza = &v->types[__builtin_ctz(left)].betza;
        unsigned kept = 0;
        for (unsigned i = 0; i < betza->count; i++)
            if (betza->terms[i].modality & BETZA_MOVE) {
                betza->terms[kept] = betza->terms[i];
                betza->terms[kept++].modality = BETZA_MOVE;
            }
        betza->count = kept;
    }
}

/* ---- Pieces that mate ---- */

static bool is_kings_term(const struct betza_term *term) {
    return term->far == 1 && term->range == 1 && !term->first && !term->hop && !term->bent &&
           !term->diagonals && term->directions == ks_betza_all_directions(1, term->near) &&
           term->modality == (BETZA_MOVE | BETZA_CAPTURE);
}

static bool is_odd_king(const struct piece_type *king) {
    const struct betza *const betza = &king->betza;
    return king->confined || betza->count != 2 || betza->terms[0].near == betza->terms[1].near ||
           !is_kings_term(&betza->terms[0]) || !is_kings_term(&betza->terms[1]);
}

static void find_mating(const struct variant_text *t) {
    static const char *const minor[] = {
        "pawn",      "knight",       "knibis",      "biskni",         "rookni", "horse",
        "shogiPawn", "soldier",      "shogiKnight", "wazir",          "cannon", "janggiCannon",
        "clobber",   "breakthrough", "immobile",    "janggiElephant", NULL};
    static const char *const bound[] = {"bishop", "fers", "alfil", "fersAlfil", "elephant", NULL};
    static const char *const bishop[] = {"bishop", NULL}, *const rook[] = {"rook", NULL};
    const ks_variant *const v = t->variant;
    t->variant->mating = (struct mating){.minor = types_with_keys(t, minor),
                                         .bound = types_with_keys(t, bound),
                                         .bishop = types_with_keys(t, bishop),
                                         .rook = types_with_keys(t, rook),
                                         .odd_king = v->royal != NO_TYPE && is_odd_king(&v->types[v->royal])};
}

/* ---- All ---- */

/* Drops the rules about a king where no piece is one: flyingGeneral, bikjangRule, makpongRule. */
static void settle_king_rules(ks_variant *v) {
    if (v->royal == NO_TYPE)
        v->faces = v->bikjang = v->king_stands = false;
    v->beyond_tables = v->faces || v->bikjang;
}

int ks_variant_step_royal(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    const struct value king = ks_find_value(t, "king");
    const int code = read_pseudo_royal(t);
    if (code != KS_OK)
        return code;
    settle_king_rules(v);
    find_mating(t);
    stop_captures(v);
    if (v->blasts && v->royal != NO_TYPE && !v->may_lose_king) {
        const struct value blasts = ks_find_value(t, "blastOnCapture");
        return ks_value_fail(t, &blasts, KS_ERROR_VARIANT_VALUE, 0,
                             "explosions need a king that can be lost: king = -, commoner = k, and k in "
                             "extinctionPieceTypes, as in atomic");
    }
    if (v->royal == NO_TYPE && !v->crowned.types && !v->ends_early && v->stalemate == 0)
        return ks_value_doubt(t, &king, KS_ERROR_VARIANT_PIECES, 0,
                              "expected a royal piece, such as king = k, or another way to win, found none");
    return KS_OK;
}

/* Reads the rules on repeated positions. Legal moves do not depend on them. */
int ks_variant_step_repetition(const struct variant_text *t) {
    static const char *const values[] = {"loss", "draw", "win", NULL}, *const chases[] = {"none", "axf",
                                                                                          NULL};
    ks_variant *const v = t->variant;
    unsigned value = 1, chase = 0;
    int code;
    if ((code = ks_read_word(t, "nFoldValue", values, &value)) != KS_OK ||
        (code = ks_read_bool(t, "nFoldValueAbsolute", &v->repetition_of_white)) != KS_OK ||
        (code = ks_read_bool(t, "perpetualCheckIllegal", &v->perpetual_check_loses)) != KS_OK ||
        (code = ks_read_word(t, "chasingRule", chases, &chase)) != KS_OK ||
        (code = ks_read_bool(t, "moveRepetitionIllegal", &v->no_going_back)) != KS_OK)
        return code;
    v->repetition = (int)value - 1;
    v->perpetual_chase_loses = chase;
    return KS_OK;
}
