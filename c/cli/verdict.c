/* Verdicts: their names, and which one a position gets. */
#include <string.h>

#include "verdict.h"

const char *const verdict_names[VERDICTS] = {
    [SAFE] = "safe",
    [CHECK] = "check",
    [DOUBLE_CHECK] = "double-check",
};

enum verdict find_verdict(const char *name) {
    enum verdict verdict = SAFE;
    while (verdict < VERDICTS && strcmp(verdict_names[verdict], name) != 0)
        verdict++;
    return verdict;
}

enum verdict judge(const ks_position *position, uint64_t *checkers) {
    const unsigned side = position->side_to_move;
    *checkers = ks_attackers(position->board, position->king[side], side ^ 1);
    if (*checkers == 0)
        return SAFE;
    return (*checkers & (*checkers - 1)) == 0 ? CHECK : DOUBLE_CHECK;
}

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
