/* Writes the squares of a set, such as checkers, in the order of their numbers. */
#include "cli/shared/positions/square_names.h"

#include "cli/shared/positions/any_position.h"
#include "cli/shared/positions/squares.h"

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
