/* A textbook move generator with broken rules, or none. It reads the 64 bytes, lists how the pieces move,
 * and asks after each move whether the king is attacked. It uses the library only for check and for making
 * moves. */
#ifndef KS_BROKEN_MOVES_H
#define KS_BROKEN_MOVES_H

#include "broken/lapse.h"

enum bent_rule {
#define BENT(identifier, argument, word) BENT_##identifier,
#include "broken/bent.def"
#undef BENT
    BENT_RULES
};

/* An engine's mistakes. */
struct bent {
    bool rules[BENT_RULES];
    struct lapse lapse; /* one at most */
};

/* Lists the moves that this engine considers legal. Kings are never captured, in any position. */
size_t bent_moves(const ks_position *position, const struct bent *bent, ks_move moves[KS_MOVES_MAX]);

/* Makes one of these moves as this engine does. */
void bent_make_move(ks_position *position, const struct bent *bent, ks_move move);

#endif
