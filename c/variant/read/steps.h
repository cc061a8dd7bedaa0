/* The steps of reading a variant. Each step reads the values of its keys from the text, fills in its part of
 * the variant, and depends on the steps before it. All return KS_OK, or the code of an error. */
#ifndef KS_STEPS_H
#define KS_STEPS_H

#include "variant/read/values.h"

int ks_variant_step_pieces(const struct variant_text *t);
int ks_variant_step_names(const struct variant_text *t);
int ks_variant_step_asian(const struct variant_text *t);
int ks_variant_step_pushes(const struct variant_text *t);
int ks_variant_step_en_passant(const struct variant_text *t);
int ks_variant_step_pawn_types(const struct variant_text *t);
int ks_variant_step_promotion(const struct variant_text *t);
int ks_variant_step_castling(const struct variant_text *t);
int ks_variant_step_castling_king(const struct variant_text *t);
int ks_variant_step_mobility(const struct variant_text *t);
int ks_variant_step_repetition(const struct variant_text *t);
int ks_variant_step_ends(const struct variant_text *t);
int ks_variant_step_captures(const struct variant_text *t);
int ks_variant_step_drops(const struct variant_text *t);
int ks_variant_step_gates(const struct variant_text *t);
int ks_variant_step_walls(const struct variant_text *t);
int ks_variant_step_royal(const struct variant_text *t);
int ks_variant_step_promoted(const struct variant_text *t);

/* Returns whether promotedPieceType gives a type a promoted form, or makes it one. */
bool ks_has_or_is_form(const struct variant_text *t, unsigned type);

/* Keeps a name of a type. Returns NULL, or a message about the error in the name. */
typedef const char *take_name(ks_variant *v, unsigned type, struct slice name);

#endif
