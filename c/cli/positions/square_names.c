/* Writes the squares of a set, such as checkers, in the order of their numbers, and reads the name of one. */
#include "cli/positions/square_names.h"

#include <string.h>

#include "cli/positions/any_position.h"
#include "cli/positions/squares.h"

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

const char *read_square_name(const ks_variant *variant, const char *text, unsigned *square) {
    const struct any_board_size size = any_board_size(variant);
    for (*square = size.files * size.ranks; (*square)-- > 0;) {
        const char *const name = any_square_name(variant, *square);
        const size_t length = strlen(name);
        if (strncmp(text, name, length) == 0 && !('0' <= text[length] && text[length] <= '9'))
            return text + length;
    }
    return NULL;
}
