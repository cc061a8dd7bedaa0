/* Makes a variant from its section. The steps are in the order in which they depend on each other. */
#include "variant/read/section.h"

#include <stdio.h>
#include <string.h>

#include "core/text/suggest.h"
#include "variant/notation/fen.h"
#include "variant/read/pieces.h"
#include "variant/read/steps.h"

/* ---- Board ---- */

static int read_board(const struct variant_text *t) {
    ks_variant *const v = t->variant;
    unsigned last_file = 7;
    int code;
    v->ranks = 8;
    if ((code = ks_read_number(t, "maxRank", 1, KS_VARIANT_RANKS_MAX, &v->ranks)) != KS_OK ||
        (code = ks_read_file(t, "maxFile", KS_VARIANT_FILES_MAX, &last_file)) != KS_OK)
        return code;
    v->files = last_file + 1;
    v->squares = v->files * v->ranks;
    for (unsigned square = 0; square < v->squares; square++)
        add_square(&v->board, square);
    return KS_OK;
}

/* A summary is not inherited. */
static int read_summary(const struct variant_text *t) {
    const struct value value = ks_find_value(t, "summary");
    if (value.depth > 0)
        return KS_OK;
    if (value.slice.length >= SUMMARY_SIZE)
        return ks_value_fail(t, &value, KS_ERROR_VARIANT_VALUE, 0, "expected at most %d bytes, found %zu",
                             SUMMARY_SIZE - 1, value.slice.length);
    memcpy(t->variant->summary, value.slice.text, value.slice.length);
    return KS_OK;
}

/* ---- The start ---- */

/* Completes a FEN of a board alone, or of a board and a side to move. */
static struct slice complete(struct slice fen, char text[INI_LINE_MAX + 32]) {
    static const char *const rest[] = {"", " w - - 0 1", " - - 0 1"};
    reader r = {fen.text, fen.length, 0, NULL};
    size_t fields = 0;
    for (skip_blanks(&r); peek(&r) != END; skip_blanks(&r), fields++)
        while (!at_field_end(&r))
            r.at++;
    if (fields < 1 || fields > 2)
        return fen;
    const int length = snprintf(text, INI_LINE_MAX + 32, "%.*s%s", (int)fen.length, fen.text, rest[fields]);
    return (struct slice){text, (size_t)length};
}

/* Returns whether a side has no royal piece in a FEN. */
static bool lacks_royal(const ks_variant *v, struct slice fen, unsigned side) {
    const int letter = v->types[v->royal].label - (side == KS_WHITE ? 'a' - 'A' : 0);
    for (size_t i = 0; i < fen.length && fen.text[i] != ' '; i++)
        if (fen.text[i] == letter)
            return false;
    return true;
}

/* Finds the sides that play without a king from the start. A side may do so when it can lose otherwise: by
 * losing all pieces, or another royal one. */
static void find_kingless(ks_variant *v, struct slice fen) {
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        v->kingless[side] = v->royal != NO_TYPE &&
                            (v->crowned.types ||
                             (v->extinction.value == -1 && v->extinction.all && v->extinction.count == 0)) &&
                            lacks_royal(v, fen, side);
}

static int read_start(const struct variant_text *t) {
    const struct value value = ks_find_value(t, "startFen");
    const struct slice fen =
        value.slice.text ? value.slice : (struct slice){KS_START_FEN, strlen(KS_START_FEN)};
    char text[INI_LINE_MAX + 32];
    const struct slice whole = complete(fen, text);
    ks_error error = {.offset = 0};
    find_kingless(t->variant, fen);
    int code =
        ks_variant_read_fen(t->variant, whole.text, whole.length, KS_FEN_RIGHTS, &t->variant->start, &error);
    const size_t place = error.offset < fen.length ? error.offset : fen.length;
    if (code == KS_ERROR_CASTLING_RIGHT || code == KS_ERROR_EN_PASSANT_SQUARE) {
        code = ks_value_doubt(t, &value, KS_ERROR_VARIANT_START, place, error.message);
        return code != KS_OK ? code
                             : ks_variant_read_fen(t->variant, whole.text, whole.length, 0,
                                                   &t->variant->start, t->error);
    }
    return code == KS_OK ? KS_OK
                         : ks_value_fail(t, &value, KS_ERROR_VARIANT_START, place, "%s", error.message);
}

static int build_tables(const struct variant_text *t) {
    const size_t room = *t->room;
    if (!ks_variant_build_tables(t->variant, t->room)) {
        *t->no_memory |= *t->room < room; /* else the tables of all variants have become too large */
        return ks_variant_fail(t, KS_ERROR_MEMORY, "not enough memory for all variants up to this one");
    }
    ks_variant_build_pieceset(t->variant);
    ks_variant_find_misplaced(t->variant, false);
    return KS_OK;
}

static int find_misplaced(const struct variant_text *t) {
    ks_variant_find_misplaced(t->variant, true);
    return KS_OK;
}

/* ---- Keys ---- */

static const char *const known_keys[] = {
#define KEY(name, meaning) #name,
#include "variant/read/keys.def"
#undef KEY
};

static const char *const foreign_keys[] = {
#define FOREIGN(name) #name,
#include "variant/read/foreign.def"
#undef FOREIGN
};

enum { KNOWN = sizeof known_keys / sizeof *known_keys, FOREIGN = sizeof foreign_keys / sizeof *foreign_keys };

static bool is_one_of(struct slice key, const char *const *keys, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (ks_slice_is(key, keys[i]))
            return true;
    return false;
}

/* Writes the known keys that are near to an unknown one, if any. */
static const char *suggest_key(struct slice key, char suggestion[SUGGESTION_SIZE]) {
    struct choices choices = {.count = 0};
    char found[INI_LINE_MAX + 1];
    snprintf(found, sizeof found, "%.*s", (int)key.length, key.text);
    for (size_t i = 0; i < KNOWN; i++)
        ks_add_choice(&choices, known_keys[i]);
    ks_add_piece_keys(&choices);
    return ks_suggest(found, "", &choices, suggestion);
}

static int check_key(const struct variant_text *t, struct slice key) {
    const struct value entry = {key, key, 0};
    char suggestion[SUGGESTION_SIZE];
    if (is_one_of(key, known_keys, KNOWN) || ks_piece_of_key(key) != NO_PIECE || ks_is_mobility_key(key))
        return KS_OK;
    if (is_one_of(key, foreign_keys, FOREIGN))
        return ks_value_fail(t, &entry, KS_ERROR_VARIANT_KEY, 0,
                             "Kingscan does not support this key of Fairy-Stockfish");
    return ks_value_fail(t, &entry, KS_ERROR_VARIANT_KEY, 0,
                         "no such key is known: see kingscan variants --help%s",
                         suggest_key(key, suggestion));
}

static int check_keys(const struct variant_text *t) {
    const struct ini_section *const section = t->chain[0];
    int code = KS_OK;
    for (size_t i = 0; i < section->count && code == KS_OK; i++)
        code = check_key(t, section->entries[i].key);
    return code;
}

/* ---- All ---- */

int ks_variant_read_rules(const struct variant_text *t) {
    static int (*const steps[])(const struct variant_text *) = {
        check_keys,
        read_summary,
        read_board,
        ks_variant_step_pieces,
        ks_variant_step_names,
        ks_variant_step_asian,
        ks_variant_step_pushes,
        ks_variant_step_en_passant,
        ks_variant_step_pawn_types,
        ks_variant_step_promotion,
        ks_variant_step_castling,
        ks_variant_step_ends,
        ks_variant_step_mobility,
        ks_variant_step_repetition,
        ks_variant_step_captures,
        ks_variant_step_drops,
        ks_variant_step_gates,
        ks_variant_step_walls,
        ks_variant_step_royal,
        ks_variant_step_castling_king,
        ks_variant_step_promoted,
        build_tables,
        read_start,
        find_misplaced,
    };
    int code = KS_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && code == KS_OK; i++)
        code = steps[i](t);
    return code;
}
