/* Sets of squares as text: checkers, pinned pieces. */
#include "cli/shared/squares.h"

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
    char name[4];
    for (unsigned square = 0; square < KS_VARIANT_SQUARES; square++) {
        if (!(squares.half[square >> 6] >> (square & 63) & 1))
            continue;
        put_string(out, before);
        put_string(out, quote);
        put_string(out, ks_variant_square_name(variant, square, name));
        put_string(out, quote);
        before = ",";
    }
}

void json_squares(struct json *json, const char *name, const ks_variant *variant, ks_squares squares) {
    char text[4];
    json_open_array(json, name);
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t rest = squares.half[half]; rest; rest &= rest - 1) {
            const unsigned square = 64 * half + (unsigned)__builtin_ctzll(rest);
            json_string(json, NULL,
                        variant ? ks_variant_square_name(variant, square, text) : ks_square_name(square));
        }
    json_close_array(json);
}
