/* The counter for every processor: child by child, by the generator, whose moves are counted and not listed.
 */
#include "rules/lines.h"
#include "rules/perft/counters.h"
#include "rules/variant.h"

uint64_t IN_VARIANT(replies)(const struct node *node) {
    ks_king_lines lines;
    ks_move list[KS_MOVES_MAX];
    struct moves moves = {.next = list};
    struct moves replies = {.count = 0};
    find_lines(node, KS_WHITE, &lines);
    add_legal_moves(node, &moves, LIST, KS_WHITE, &lines);
    for (const ks_move *move = list; move < moves.next; move++) {
        struct node child;
        make_child(&child, node, *move, KS_WHITE);
        find_lines(&child, KS_BLACK, &lines);
        add_legal_moves(&child, &replies, COUNT, KS_BLACK, &lines);
    }
    return replies.count;
}
