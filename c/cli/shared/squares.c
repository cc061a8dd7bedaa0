/* Sets of squares as text: checkers, pinned pieces. */
#include "cli/shared/squares.h"

#include "cli/shared/any_position.h"

static void put_list(struct output *out, uint64_t squares, const char *quote) {
    for (; squares; squares &= squares - 1) {
        put_string(out, quote);
        put(out, ks_square_name((unsigned)__builtin_ctzll(squares)), 2);
        put_string(out, quote);
        if (squares & (squares - 1))
            put(out, ",", 1);
    }
}

void put_squares(struct output *out, uint64_t squares) {
    if (squares)
        put_list(out, squares, "");
    else
        put(out, "-", 1);
}

void put_squares_json(struct output *out, uint64_t squares) {
    put(out, "[", 1);
    put_list(out, squares, "\"");
    put(out, "]", 1);
}

void put_variant_squares(struct output *out, const ks_variant *variant, ks_squares squares,
                         const char *quote) {
    const char *before = "";
    for (unsigned square = 0; square < KS_VARIANT_SQUARES; square++) {
        if (!(squares.half[square >> 6] >> (square & 63) & 1))
            continue;
        put_string(out, before);
        put_string(out, quote);
        put_string(out, ks_variant_square_name(variant, square));
        put_string(out, quote);
        before = ",";
    }
}

void put_square_names(struct output *out, const ks_variant *variant, ks_squares squares,
                      const char *between) {
    while (!squares_empty(squares)) {
        put_string(out, any_square_name(variant, squares_pop(&squares)));
        if (!squares_empty(squares))
            put_string(out, between);
    }
}

void json_squares(struct json *json, const char *name, const ks_variant *variant, ks_squares squares) {
    json_open_array(json, name);
    while (!squares_empty(squares))
        json_string(json, NULL, any_square_name(variant, squares_pop(&squares)));
    json_close_array(json);
}
