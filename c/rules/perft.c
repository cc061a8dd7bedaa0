/* Perft: how many sequences of legal moves there are. The moves of the last ply are counted and not made. */
#include "rules/lines.h"
#include "rules/variant.h"

uint64_t IN_VARIANT(perft)(const ks_position *position, unsigned depth);

static uint64_t perft_white(const struct node *node, unsigned depth);
static uint64_t perft_black(const struct node *node, unsigned depth);

ALWAYS_INLINE uint64_t perft(const struct node *node, unsigned depth, unsigned us) {
    ks_king_lines lines;
    find_lines(node, us, &lines);
    if (depth == 1) {
        struct moves counted = {.count = 0};
        add_legal_moves(node, &counted, COUNT, us, &lines);
        return counted.count;
    }
    ks_move list[KS_MOVES_MAX];
    struct moves moves = {.next = list};
    uint64_t nodes = 0;
    add_legal_moves(node, &moves, LIST, us, &lines);
    for (const ks_move *move = list; move < moves.next; move++) {
        struct node child;
        make_child(&child, node, *move, us);
        nodes += us == KS_WHITE ? perft_black(&child, depth - 1) : perft_white(&child, depth - 1);
    }
    return nodes;
}

static uint64_t perft_white(const struct node *node, unsigned depth) {
    return perft(node, depth, KS_WHITE);
}

static uint64_t perft_black(const struct node *node, unsigned depth) {
    return perft(node, depth, KS_BLACK);
}

uint64_t IN_VARIANT(perft)(const ks_position *position, unsigned depth) {
    struct node node;
    start_node(&node, position);
    return position->side_to_move == KS_WHITE ? perft_white(&node, depth) : perft_black(&node, depth);
}
