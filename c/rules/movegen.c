/* The fast generator for callers: checkers and pins from one kernel call, then movegen.h. */
#include "rules/movegen.h"
#include "rules/variant.h"

size_t IN_VARIANT(legal_moves)(const ks_position *position, ks_move *moves);
int IN_VARIANT(has_legal_move)(const ks_position *position);
size_t IN_VARIANT(count_legal_moves)(const ks_position *position);
uint64_t IN_VARIANT(perft)(const ks_position *position, unsigned depth, ks_reply_counter *replies);
size_t IN_VARIANT(expand)(const struct ks_packed *packed, struct ks_child *children);
uint64_t IN_VARIANT(group)(const struct ks_packed *packed);
uint64_t IN_VARIANT(perft_packed)(const struct ks_packed *packed, unsigned depth, ks_reply_counter *replies);

static void start(struct node *node, ks_king_lines *lines, const ks_position *position) {
    const unsigned us = position->side_to_move;
    start_node(node, position);
    ks_king_scan(position->board, position->king[us], us, lines);
}

size_t IN_VARIANT(legal_moves)(const ks_position *position, ks_move *moves) {
    struct node node;
    ks_king_lines lines;
    struct moves list = {.next = moves};
    start(&node, &lines, position);
    if (position->side_to_move == KS_WHITE)
        add_legal_moves(&node, &list, LIST, KS_WHITE, &lines);
    else
        add_legal_moves(&node, &list, LIST, KS_BLACK, &lines);
    return (size_t)(list.next - moves);
}

int IN_VARIANT(has_legal_move)(const ks_position *position) {
    struct node node;
    ks_king_lines lines;
    struct moves found = {.count = 0};
    start(&node, &lines, position);
    if (position->side_to_move == KS_WHITE)
        add_legal_moves(&node, &found, FIND_ANY, KS_WHITE, &lines);
    else
        add_legal_moves(&node, &found, FIND_ANY, KS_BLACK, &lines);
    return found.count > 0;
}

size_t IN_VARIANT(count_legal_moves)(const ks_position *position) {
    struct node node;
    ks_king_lines lines;
    struct moves counted = {.count = 0};
    start(&node, &lines, position);
    if (position->side_to_move == KS_WHITE)
        add_legal_moves(&node, &counted, COUNT, KS_WHITE, &lines);
    else
        add_legal_moves(&node, &counted, COUNT, KS_BLACK, &lines);
    return counted.count;
}

const struct generator IN_VARIANT(generator) = {
    IN_VARIANT(legal_moves), IN_VARIANT(has_legal_move), IN_VARIANT(count_legal_moves), IN_VARIANT(perft),
    IN_VARIANT(expand),      IN_VARIANT(group),          IN_VARIANT(perft_packed)};
