/* Builds the pieceset of a variant, with which the kernels of c/core find its checks. The board must have
 * eight by eight squares, and each piece must capture as a set of attack classes. Moves without captures do
 * not matter. */
#include "variant/definition/definition.h"

#ifdef KS_SMALL
/* In the module for browsers, variants find attacks by their own tables. */
void ks_variant_build_pieceset(ks_variant *v) {
    (void)v;
}
#else

/* Returns the attack class of a term; 0 when no class fits. */
static unsigned class_of(const struct betza_term *term) {
    const bool full = term->directions == ks_betza_all_directions(term->far, term->near);
    const bool slides = term->range == 0 || term->range >= 7;
    if (term->hop != BETZA_NO_HOP || term->lame || term->first || term->diagonals || term->beyond)
        return 0;
    if (term->far == 1 && full && slides)
        return term->near ? KS_CLASS_DIAGONAL : KS_CLASS_ORTHOGONAL;
    if (term->range != 1)
        return 0;
    if (term->far == 1 && full)
        return term->near ? KS_CLASS_FERZ : KS_CLASS_WAZIR;
    if (term->far == 2 && term->near == 1 && full)
        return KS_CLASS_KNIGHT;
    if (term->far == 1 && term->near == 1 && term->directions == (1u << FORWARD_LEFT | 1u << FORWARD_RIGHT))
        return KS_CLASS_PAWN;
    return 0;
}

/* Finds the attack classes of a piece. Returns false when some capture of the piece is in no class. */
static bool find_classes(const struct betza *betza, uint8_t *classes) {
    *classes = 0;
    for (unsigned i = 0; i < betza->count; i++) {
        if (!(betza->terms[i].modality & BETZA_CAPTURE))
            continue;
        const unsigned found = class_of(&betza->terms[i]);
        if (!found)
            return false;
        *classes |= (uint8_t)found;
    }
    return true;
}

void ks_variant_build_pieceset(ks_variant *v) {
    ks_piece pieces[2 * TYPES_MAX];
    size_t count = 0;
    if (v->files != 8 || v->ranks != 8 || v->walled)
        return;
    for (unsigned type = 0; type < v->type_count; type++) {
        uint8_t classes;
        if (v->types[type].confined || !find_classes(&v->types[type].betza, &classes))
            return;
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            pieces[count++] = (ks_piece){(uint8_t)KS_VARIANT_CODE(type, side), (uint8_t)side, classes};
    }
    v->has_pieceset = ks_pieceset_init(&v->pieceset, pieces, count, 0, NULL) == KS_OK;
}

#endif
