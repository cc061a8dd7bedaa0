/* A textbook move generator with one rule bent, or none. It looks at the 64 bytes, lists how the pieces move,
 * and asks after each move whether the king is attacked. From the library it takes only the check and the
 * making of moves. */
#ifndef KS_BROKEN_MOVES_H
#define KS_BROKEN_MOVES_H

#include "broken/lapse.h"

enum bent_rule {
    NOTHING_BENT,
#define BENT(identifier, argument, word) BENT_##identifier,
#include "broken/bent.def"
#undef BENT
};

/* What is wrong with an engine: at most one of the two. */
struct bent {
    enum bent_rule rule;
    struct lapse lapse;
};

/* Lists what this engine takes for the legal moves. Kings are never captured, however the position came
 * about. */
size_t bent_moves(const ks_position *position, const struct bent *bent, ks_move moves[KS_MOVES_MAX]);

/* Makes one of these moves as this engine does. */
void bent_make_move(ks_position *position, const struct bent *bent, ks_move move);

#endif
