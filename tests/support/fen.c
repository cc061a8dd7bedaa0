/* Reads positions for tests. */
#include <criterion/criterion.h>
#include <string.h>

#include "support/fen.h"

ks_position read_position(const char *fen, unsigned flags) {
    ks_position position;
    ks_error error = {0};
    memset(&position, 0xaa, sizeof position);
    cr_assert_eq(ks_read_fen(fen, strlen(fen), flags, &position, &error), KS_OK, "%s: %s", fen,
                 error.message);
    return position;
}

ks_move move_of(const char *squares, unsigned kind) {
    const unsigned from = KS_SQUARE(squares[0] - 'a', '8' - squares[1]);
    return KS_MOVE(from, KS_SQUARE(squares[2] - 'a', '8' - squares[3]), kind);
}
