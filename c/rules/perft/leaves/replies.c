/* The counter for AVX-512: see leaves.h. */
#include "rules/perft/counters.h"
#include "rules/perft/leaves/children.h"
#include "rules/perft/leaves/evasions.h"
#include "rules/perft/leaves/fixed.h"
#include "rules/perft/leaves/groups.h"

/* ---- En passant ---- */

/* Counts the replies to white's en passant, child by child. */
static __attribute__((noinline)) uint64_t count_after_en_passant(const struct node *node,
                                                                 const ks_king_lines *lines) {
    ks_move list[2];
    struct moves moves = {.next = list}, replies = {.count = 0};
    add_en_passant(node, &moves, LIST, KS_WHITE, lines);
    for (const ks_move *move = list; move < moves.next; move++) {
        struct node child;
        ks_king_lines child_lines;
        make_child(&child, node, *move, KS_WHITE);
        find_lines(&child, KS_BLACK, &child_lines);
        add_legal_moves(&child, &replies, COUNT, KS_BLACK, &child_lines);
    }
    return replies.count;
}

/* ---- All ---- */

static __attribute__((noinline)) lanes count_first_group(struct leaves *leaves) {
    return count_group(leaves, 0, true);
}

static uint64_t count_groups(struct leaves *leaves) {
    lanes sum = LANES_ZERO;
    leaves->checked_count = 0;
    for (size_t first = 0; first < leaves->children.count; first += 8) {
        const bool castling = first == 0 && leaves->children.kind[0] > KING;
        const lanes count = castling ? count_first_group(leaves) : count_group(leaves, first, false);
        sum = _mm512_mask_add_epi64(sum, lanes_of(leaves, first), sum, count);
    }
    return (uint64_t)_mm512_reduce_add_epi64(sum);
}

uint64_t ks_avx512_replies(const struct node *node) {
    struct leaves leaves;
    ks_king_lines lines;
    find_lines(node, KS_WHITE, &lines);
    const uint64_t twice = list_children(&leaves.children, node, &lines);
    uint64_t count = node->en_passant ? count_after_en_passant(node, &lines) : 0;
    const uint64_t beside = pushes_beside_pawns(node, twice);
    if (beside)
        count += count_en_passant(node, beside);
    if (leaves.children.count == 0)
        return count;
    lay_out(&leaves, node);
    count += count_groups(&leaves);
    return leaves.checked_count ? count + count_evasions(&leaves) : count;
}
