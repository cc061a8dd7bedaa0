/* Compares questions field by field, and piecesets by their content. */
#include <string.h>

#include "support/kernels/question.h"

bool same_question(const struct question *a, const struct question *b) {
    return memcmp(a->board, b->board, KS_SQUARES) == 0 && a->square == b->square && a->side == b->side &&
           !a->set == !b->set && (!a->set || memcmp(a->set, b->set, sizeof *a->set) == 0);
}
