/* Variants, their pieces and rules in words, and the names of everything. */
#include <stdlib.h>
#include <string.h>

#include "core/text/suggest.h"
#include "exports.h"

/* ---- Texts of variants ---- */

/* Reads the variants of a text; `each` leaves out the sections with errors. text may be NULL, for the bundled
 * variants alone. */
EXPORT(ks_variants *, variants_read, (const char *text, size_t length, bool each, struct answer *answer)) {
    return ks_variants_new(text, length, each ? KS_VARIANTS_EACH : KS_VARIANTS_DEFAULT, &answer->error);
}

EXPORT(void, variants_free, (ks_variants * variants)) {
    ks_variants_free(variants);
}

EXPORT(size_t, variants_count, (const ks_variants *variants)) {
    return ks_variants_count(variants);
}

EXPORT(size_t, variants_bundled_count, (const ks_variants *variants)) {
    return ks_variants_count_bundled(variants);
}

EXPORT(const char *, variants_name, (const ks_variants *variants, size_t index)) {
    return ks_variants_get_name(variants, index);
}

EXPORT(const ks_variant *, variants_get, (const ks_variants *variants, size_t index)) {
    return ks_variants_get_variant(variants, index);
}

/* Writes names of variants that may be meant by one that no variant has; see ks_suggest. */
EXPORT(void, variants_suggest,
       (const ks_variants *variants, const char *name, char suggestion[SUGGESTION_SIZE])) {
    struct choices choices = {.count = 0};
    for (size_t i = 0; i < ks_variants_count(variants); i++)
        ks_add_choice(&choices, ks_variants_get_name(variants, i));
    ks_suggest(name, "", &choices, suggestion);
}

EXPORT(size_t, variants_remark_count, (const ks_variants *variants)) {
    return ks_variants_count_remarks(variants);
}

/* Copies the error to the answer. Returns the names of section and base, one after the other. */
EXPORT(const char *, variants_remark, (const ks_variants *variants, size_t index, struct answer *answer)) {
    const ks_variants_remark *const remark = ks_variants_get_remark(variants, index);
    answer->error = remark->error;
    answer->move = (uint32_t)remark->refused;
    return remark->name;
}
_Static_assert(offsetof(ks_variants_remark, base) == offsetof(ks_variants_remark, name) + 32,
               "JavaScript finds the base behind the name");

/* ---- A variant ---- */

/* The numbers: files, ranks, types of pieces, the royal type, chess960. */
EXPORT(unsigned, variant_fact, (const ks_variant *variant, unsigned which)) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    const unsigned all[] = {facts.files, facts.ranks, facts.types, facts.royal, (unsigned)facts.chess960};
    return all[which];
}

/* The texts: name, base, summary. */
EXPORT(const char *, variant_text, (const ks_variant *variant, unsigned which)) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    const char *const all[] = {facts.name, facts.base, facts.summary};
    return all[which];
}

/* The facts of a type: letter on the board, letter in notation, promoted, appears. */
EXPORT(unsigned, variant_type_fact, (const ks_variant *variant, unsigned type, unsigned which)) {
    const ks_variant_piece_type facts = ks_variant_get_piece_type(variant, type);
    const unsigned all[] = {(unsigned char)facts.label, (unsigned char)facts.letter, (unsigned)facts.promoted,
                            (unsigned)facts.appears};
    return all[which];
}

EXPORT(const char *, variant_type_name, (const ks_variant *variant, unsigned type)) {
    return ks_variant_get_piece_type(variant, type).name;
}

EXPORT(const char *, variant_square_name, (const ks_variant *variant, unsigned square)) {
    return ks_variant_square_name(variant, square);
}

/* ---- Names ---- */

EXPORT(const char *, name_of_error, (int code)) {
    return ks_error_name(code);
}

EXPORT(const char *, name_of_draw, (unsigned draw)) {
    return ks_draw_name((enum ks_draw)draw);
}

EXPORT(const char *, name_of_verdict, (unsigned verdict)) {
    return ks_verdict_name((enum ks_verdict)verdict);
}

EXPORT(const char *, library_version, (void)) {
    return ks_version();
}
