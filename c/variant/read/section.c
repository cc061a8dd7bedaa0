/* Makes a variant from its section. The steps stand in the order in which they need each other. */
#include "variant/read/section.h"

#include <string.h>

#include "variant/read/steps.h"

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
    if (!ks_variant_build_tables(t->variant, t->room))
        return ks_variant_fail(t, KS_ERROR_MEMORY, "not enough memory for all variants up to this one");
    ks_variant_build_pieceset(t->variant);
    return KS_OK;
}

/* ---- All ---- */

static bool is_known(struct slice key) {
    static const char *const keys[] = {
#define KEY(name, meaning) #name,
#include "variant/read/keys.def"
#undef KEY
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (ks_slice_is(key, keys[i]))
            return true;
    return ks_is_piece_key(key);
}

static int check_keys(const struct variant_text *t) {
    const struct ini_section *const section = t->chain[0];
    for (size_t i = 0; i < section->count; i++) {
        const struct value entry = {section->entries[i].key, section->entries[i].key, 0};
        if (!is_known(entry.key))
            return ks_value_fail(t, &entry, KS_ERROR_VARIANT_KEY, 0,
                                 "no such key is known: see kingscan variants "
                                 "--help");
    }
    return KS_OK;
}

int ks_variant_read_rules(const struct variant_text *t) {
    static int (*const steps[])(const struct variant_text *) = {
        check_keys,
        read_board,
        ks_variant_step_pieces,
        ks_variant_step_names,
        ks_variant_step_pushes,
        ks_variant_step_en_passant,
        ks_variant_step_pawn_types,
        ks_variant_step_promotion,
        ks_variant_step_castling,
        ks_variant_step_ends,
        build_tables,
        read_start,
    };
    int code = KS_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && code == KS_OK; i++)
        code = steps[i](t);
    return code;
}
