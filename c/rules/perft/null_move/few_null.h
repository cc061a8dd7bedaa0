/* Black's replies to a null move where there are few sliders, and the squares on which they depend. */
#ifndef KS_FEW_NULL_H
#define KS_FEW_NULL_H

#include "rules/perft/null_move/few_child.h"

/* Marks the squares of a white piece's attacks. A piece feels that it leaves when it attacks squares beside
 * the king, and the others when they stand in a slider's way. */
ALWAYS_INLINE void look_from_white(struct null_move *null, uint64_t piece, uint64_t attacks, bool slides) {
    null->white_attacks |= attacks;
    if (attacks & null->steps) {
        null->felt_lines |= piece;
        if (slides)
            null->touched |= attacks;
    }
}

/* A piece also matters when it leaves and shields a step of the king from a slider. */
ALWAYS_INLINE void look_from_sliders(struct null_move *null, uint64_t sliders, bool orthogonal) {
    for (; sliders; sliders &= sliders - 1) {
        const unsigned square = lowest_square(sliders);
        const uint64_t attacks = attacks_along(orthogonal, square, null->without_king);
        const uint64_t shields = attacks & null->white;
        look_from_white(null, sliders & -sliders, attacks, true);
        if (attacks_along(orthogonal, square, null->without_king ^ shields) & ~attacks & null->steps)
            null->felt_lines |= shields;
    }
}

/* Finds the safe steps of the king, and the squares from which white's pieces attack them. */
ALWAYS_INLINE void count_few_king(struct null_move *null) {
    const struct node *node = null->node;
    const uint64_t pawns = pieces_of(node, KS_WHITE_PAWN, KS_WHITE);
    const uint64_t king = pieces_of(node, KS_WHITE_KING, KS_WHITE);
    uint64_t orthogonal = 0, diagonal = 0, leaps = 0, steps = 0;
    null->pawn_attacks = attack_left(pawns, KS_WHITE) | attack_right(pawns, KS_WHITE);
    null->white_attacks = null->pawn_attacks;
    null->felt_lines |= pawns & white_pawns_to(null->steps);
    look_from_white(null, king, ks_steps[lowest_square(king)], false);
    for (uint64_t rest = pieces_of(node, KS_WHITE_KNIGHT, KS_WHITE); rest; rest &= rest - 1)
        look_from_white(null, rest & -rest, ks_leaps[lowest_square(rest)], false);
    look_from_sliders(null, null->white_orthogonal, true);
    look_from_sliders(null, null->white_diagonal, false);
    null->safe = null->steps & ~null->white_attacks;
    null->king_moves = size_of(null->safe);
    for (uint64_t rest = null->safe; rest; rest &= rest - 1) {
        const unsigned square = lowest_square(rest);
        if (null->white_orthogonal)
            orthogonal |= orthogonal_attacks(square, null->without_king);
        if (null->white_diagonal)
            diagonal |= diagonal_attacks(square, null->without_king);
        leaps |= ks_leaps[square];
        steps |= ks_steps[square];
    }
    null->near[KS_WHITE_PAWN] = white_pawns_to(null->safe);
    null->near[KS_WHITE_KNIGHT] = leaps;
    null->near[KS_WHITE_BISHOP] = diagonal;
    null->near[KS_WHITE_ROOK] = orthogonal;
    null->near[KS_WHITE_QUEEN] = orthogonal | diagonal;
    null->near[KS_WHITE_KING] = steps;
}

ALWAYS_INLINE void count_few_slider(struct null_move *null, uint64_t slider,
                                    const struct slider_table *table) {
    const uint64_t attacks = attacks_by_table(table, null->occupied);
    const int moves = size_of(attacks & ~null->black);
    null->attacked |= attacks;
    if (slider & null->free) {
        null->slides += moves;
        *null->sliders_end++ = (struct few_slider){table, attacks, moves};
    }
}

ALWAYS_INLINE void count_few_pieces(struct null_move *null) {
    const struct node *node = null->node;
    const uint64_t pawns = pieces_of(node, KS_WHITE_PAWN, KS_BLACK), free = pawns & null->free;
    null->replies = null->pinned_replies;
    null->slides = 0;
    null->sliders_end = null->sliders;
    null->attacked = ks_steps[null->king];
    null->touched = 0;
    null->felt_lines = 0;
    for (uint64_t rest = orthogonal_sliders(node, KS_BLACK); rest; rest &= rest - 1)
        count_few_slider(null, rest & -rest, &ks_orthogonal_tables[lowest_square(rest)]);
    for (uint64_t rest = diagonal_sliders(node, KS_BLACK); rest; rest &= rest - 1)
        count_few_slider(null, rest & -rest, &ks_diagonal_tables[lowest_square(rest)]);
    for (uint64_t rest = pieces_of(node, KS_WHITE_KNIGHT, KS_BLACK); rest; rest &= rest - 1) {
        const uint64_t leaps = ks_leaps[lowest_square(rest)];
        null->attacked |= leaps;
        null->replies += rest & -rest & null->free ? size_of(leaps & ~null->black) : 0;
    }
    null->attacked |= attack_left(pawns, KS_BLACK) | attack_right(pawns, KS_BLACK);
    null->pawns_left = attack_left(free, KS_BLACK);
    null->pawns_right = attack_right(free, KS_BLACK);
    null->pawns_forward = push(free, KS_BLACK);
    null->pawns_once = null->pawns_forward & null->empty;
    null->pawns_twice = push(null->pawns_once & black_gate(), KS_BLACK);
    const uint64_t twice = null->pawns_twice & null->empty;
    null->pawns_again = twice | push(twice, KS_WHITE);
    null->replies += count_pawn_targets(null->pawns_left & null->white, null->pawns_right & null->white,
                                        null->pawns_once, twice);
    null->goals = (null->pawns_left | null->pawns_right | null->pawns_forward) & black_goal();
    null->felt = null->pawns_left | null->pawns_right | null->pawns_forward | null->pawns_twice;
}

/* Returns false when all moves must be played out. */
ALWAYS_INLINE bool prepare_few(struct null_move *null, const struct node *node) {
    struct pins pins;
    start_null_move(null, node);
    if (!find_checks(null, null->checks, true))
        return false;
    find_pins(null, &pins);
    null->free = null->black & ~pins.pinned;
    null->pin_lines = pins.orthogonal | pins.diagonal;
    null->pinned_replies = 0;
    for (uint64_t rest = null->pinners; rest; rest &= rest - 1) {
        uint64_t whole;
        const uint64_t line = pinner_line(null, lowest_square(rest), &whole);
        null->pinned_replies += mobility_of(null, line & null->black, null->occupied, null->white, line);
    }
    count_few_pieces(null);
    count_few_king(null);
    return true;
}

#endif
