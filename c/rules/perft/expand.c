/* Makes the packed children of a packed position with the fast generator. */
#include "rules/build.h"
#include "rules/perft/lines.h"
#include "rules/perft/packed.h"

size_t IN_BUILD(expand)(const struct ks_packed *packed, struct ks_child *children);
uint64_t IN_BUILD(group)(const struct ks_packed *packed);

/* Returns whether the side to move may capture en passant in a node with an en-passant square. */
static bool may_capture_en_passant(const struct node *node, unsigned us) {
    ks_king_lines lines;
    struct moves found = {.count = 0};
    find_lines(node, us, &lines);
    if (!(lines.checkers & (lines.checkers - 1)))
        add_en_passant(node, &found, COUNT, us, &lines);
    return found.count > 0;
}

ALWAYS_INLINE size_t expand(const struct node *node, unsigned us, struct ks_child *children) {
    ks_king_lines lines;
    ks_move list[KS_MOVES_MAX];
    struct moves moves = {.next = list};
    find_lines(node, us, &lines);
    add_legal_moves(node, &moves, LIST, us, &lines);
    for (const ks_move *move = list; move < moves.next; move++, children++) {
        struct node child;
        struct marked marked;
        make_child(&child, node, *move, us);
        if (child.en_passant && !may_capture_en_passant(&child, us ^ 1))
            child.en_passant = 0;
        mark_node(&child, us ^ 1, &marked);
        pack_marked(&marked, &children->position);
        children->group = hash_of_side(&marked, us);
    }
    return (size_t)(moves.next - list);
}

size_t IN_BUILD(expand)(const struct ks_packed *packed, struct ks_child *children) {
    struct node node;
    return unpack_node(packed, &node) == KS_WHITE ? expand(&node, KS_WHITE, children)
                                                  : expand(&node, KS_BLACK, children);
}

uint64_t IN_BUILD(group)(const struct ks_packed *packed) {
    struct marked marked, pieces;
    uint64_t castling, en_passant;
    unpack_marked(packed, &marked);
    pieces = marked;
    return hash_of_side(&marked, take_marks(&pieces, &castling, &en_passant) ^ 1);
}
