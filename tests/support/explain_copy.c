/* Allocates exactly the length of the text, so that sanitizers notice a read past its end. */
#include "support/explain_copy.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

int explain_copy(const ks_position *position, const char *text, size_t length, ks_move *move,
                 ks_error *error) {
    char *copy = malloc(length ? length : 1);
    memcpy(copy, text, length);
    const int code = ks_read_move(position, copy, length, move, error);
    cr_assert_eq(ks_read_move(position, copy, length, &(ks_move){0}, NULL), code, "%.*s", (int)length, text);
    free(copy);
    return code;
}
