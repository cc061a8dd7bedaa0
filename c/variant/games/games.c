/* Readers of games, opened with the rules of all variants. */
#include <string.h>

#include "core/text/characters.h"
#include "core/text/error.h"
#include "rules/games/open.h"
#include "rules/games/window.h"
#include "variant/games/games.h"

/* ---- The tag Variant ---- */

/* Other names of variants, as servers and programs write them: see simplify. */
static const struct {
    const char *written, *name;
} aliases[] = {
#define ALIAS(written, name) {written, name},
#include "variant/games/aliases.def"
#undef ALIAS
};

enum { NAME_SIZE = 32 };

/* Keeps the letters and digits of a name, in lower case. */
static void simplify(const char *name, char simple[NAME_SIZE]) {
    size_t length = 0;
    for (; *name && length < NAME_SIZE - 1; name++) {
        const char lower = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
        if ((lower >= 'a' && lower <= 'z') || is_digit(lower))
            simple[length++] = lower;
    }
    simple[length] = '\0';
}

/* Returns the name of the variant that a simplified name means. */
static const char *resolve_alias(const char *simple) {
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strcmp(aliases[i].written, simple) == 0)
            return aliases[i].name;
    return simple;
}

static int find(const ks_variants *variants, const char *name, const ks_variant **variant, ks_error *error) {
    char simple[NAME_SIZE];
    simplify(name, simple);
    const char *const resolved = resolve_alias(simple);
    *variant = NULL;
    if (strcmp(resolved, "chess") == 0)
        return KS_OK;
    ks_error reason = {.code = KS_ERROR_VARIANT_UNKNOWN};
    if (variants && !(*variant = ks_variants_find(variants, name, &reason)) &&
        reason.code == KS_ERROR_VARIANT_UNKNOWN)
        *variant = ks_variants_find(variants, resolved, &reason);
    if (*variant)
        return KS_OK;
    return reason.code == KS_ERROR_VARIANT_UNKNOWN
               ? ks_fail(error, KS_ERROR_PGN_VARIANT, 0, "there is no variant '%.64s'", name)
               : ks_fail_as(error, &reason);
}

/* ---- Playing ---- */

static int start(const ks_variant *variant, const char *fen, ks_variant_position *position, ks_error *error) {
    if (fen)
        return ks_variant_read_fen(variant, fen, strlen(fen), 0, position, error);
    *position = *ks_variant_get_start(variant);
    return KS_OK;
}

static int play(const ks_variant *variant, ks_variant_position *position, ks_pgn_item *item,
                ks_error *error) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    ks_variant_attempt attempt;
    ks_variant_undo undo;
    const int code = ks_variant_explain_move(variant, position, item->text, item->length, &attempt, error);
    if (code != KS_OK)
        return code;
    ks_variant_make_move(variant, position, attempt.move, &undo);
    item->variant_move = attempt.move;
    if (facts.files * facts.ranks <= KS_SQUARES)
        item->checkers = ks_variant_checkers(variant, position, position->side_to_move).half[0];
    return KS_OK;
}

/* ---- Opening ---- */

const struct rules_of_games ks_rules_of_games = {ks_explain_move, find, start, play};

ks_pgn *ks_pgn_open(ks_pgn_source *source, void *context, ks_pgn_flags flags, ks_error *error) {
    return ks_open_games(&ks_rules_of_games, WINDOW_SIZE, source, context, flags, error);
}

ks_pgn *ks_pgn_open_text(const char *text, size_t length, ks_pgn_flags flags, ks_error *error) {
    return ks_open_games_in_memory(&ks_rules_of_games, WINDOW_SIZE, text, length, flags, error);
}

void ks_pgn_use_variants(ks_pgn *pgn, const ks_variants *variants) {
    ks_play_games_by(pgn, variants);
}
