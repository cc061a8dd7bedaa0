/* Lists all legal moves. */
#include "variant/moves/generate.h"

struct list {
    ks_variant_move *moves;
    size_t count, room;
};

static bool append(ks_variant_move move, void *context) {
    struct list *const list = context;
    if (list->count < list->room)
        list->moves[list->count++] = move;
    return true;
}

size_t ks_variant_legal_moves(const ks_variant *v, const ks_variant_position *p, ks_variant_move *moves,
                              size_t room) {
    struct list list = {moves, 0, room};
    return ks_variant_each_move(v, p, append, &list);
}
