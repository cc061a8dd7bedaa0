/* Finds the pieces that a game may have: the pieces of its start, and what they become. */
#include "variant/definition/definition.h"

/* Returns the types of the pieces on the board and in the hands. */
static uint32_t types_of(const ks_variant *v, const ks_variant_position *p) {
    uint32_t types = 0;
    for (unsigned square = 0; square < v->squares; square++)
        if (is_piece(p->board[square]))
            types |= (uint32_t)1 << KS_VARIANT_TYPE(p->board[square]);
    for (unsigned type = 0; type < v->type_count; type++)
        if (has_in_hand(v, p, KS_WHITE, type) || has_in_hand(v, p, KS_BLACK, type))
            types |= (uint32_t)1 << type;
    return types;
}

/* Returns the types that pieces of this type may become. */
static uint32_t types_after(const ks_variant *v, unsigned type) {
    const struct piece_type *const t = &v->types[type];
    uint32_t types = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        if (t->promotes[side])
            types |= v->promotion_types[side];
    if (t->promoted != NO_TYPE)
        types |= (uint32_t)1 << t->promoted;
    if (v->to_hand && t->in_hand != NO_TYPE)
        types |= (uint32_t)1 << t->in_hand;
    return types;
}

uint32_t ks_variant_appearing_types(const ks_variant *v) {
    uint32_t found = types_of(v, &v->start), known = 0;
    while (found & ~known) {
        const unsigned type = (unsigned)__builtin_ctz(found & ~known);
        known |= (uint32_t)1 << type;
        found |= types_after(v, type);
    }
    return known;
}
