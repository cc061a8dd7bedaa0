/* Reads the regions of pieces, and whether pieces may get stuck. */
#include "variant/read/mobility.h"

#include <stdio.h>
#include <string.h>

#include "variant/read/steps.h"

enum { MOBILITY_KEY_SIZE = PIECE_KEY_SIZE + 24 };

static const char *key_of(unsigned side, unsigned piece, char key[MOBILITY_KEY_SIZE]) {
    char text[PIECE_KEY_SIZE];
    const char *const name = ks_key_of_piece(piece, text).key;
    snprintf(key, MOBILITY_KEY_SIZE, "mobilityRegion%s%c%s", side == KS_WHITE ? "White" : "Black",
             *name - 'a' + 'A', name + 1);
    return key;
}

bool ks_is_mobility_key(struct slice wanted) {
    char key[MOBILITY_KEY_SIZE];
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned piece = 0; piece < ks_piece_count(); piece++)
            if (ks_slice_is(wanted, key_of(side, piece, key)))
                return true;
    return false;
}

static int read_region_of(const struct variant_text *t, unsigned side, unsigned piece) {
    struct piece_type *const type = &t->variant->types[t->type_of_piece[piece]];
    char key[MOBILITY_KEY_SIZE];
    const struct value value = ks_find_value(t, key_of(side, piece, key));
    for (unsigned square = 0; square < t->variant->squares; square++)
        add_square(&type->region[side], square);
    type->confined |= value.slice.text != NULL;
    return ks_read_region(t, &value, &type->region[side]);
}

int ks_variant_step_mobility(const struct variant_text *t) {
    int code = ks_read_bool(t, "immobilityIllegal", &t->variant->must_stay_mobile);
    for (unsigned piece = 0; piece < ks_piece_count() && code == KS_OK; piece++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK; side++)
            if (t->type_of_piece[piece] != NO_TYPE)
                code = read_region_of(t, side, piece);
    return code;
}
