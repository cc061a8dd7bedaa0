/* Counts black's replies to white's moves where there are few sliders, by tables of PEXT. */
#ifndef KS_PERFT_FEW_TMPL_H
#define KS_PERFT_FEW_TMPL_H

#include "rules/perft/changes_tmpl.h"

#ifdef KS_HAS_PEXT

/* ---- A child ---- */

/* Counts black's replies in a child by the child's own masks, without a null move before it. */

/* A child in which black may not castle or capture en passant. */
struct child {
    struct force white;
    uint64_t occupied, black;
};

/* Returns the child after a move of a piece, which is promoted when `placed` is another one. */
ALWAYS_INLINE struct child child_after(const struct null_move *null, unsigned placed, uint64_t from,
                                       uint64_t to) {
    const struct node *node = null->node;
    const bool queen = placed == KS_WHITE_QUEEN;
    return (struct child){
        {(null->white_orthogonal & ~from) | (queen || placed == KS_WHITE_ROOK ? to : 0),
         (null->white_diagonal & ~from) | (queen || placed == KS_WHITE_BISHOP ? to : 0),
         (pieces_of(node, KS_WHITE_KNIGHT, KS_WHITE) & ~from) | (placed == KS_WHITE_KNIGHT ? to : 0),
         (pieces_of(node, KS_WHITE_PAWN, KS_WHITE) & ~from) | (placed == KS_WHITE_PAWN ? to : 0),
         (pieces_of(node, KS_WHITE_KING, KS_WHITE) & ~from) | (placed == KS_WHITE_KING ? to : 0)},
        (null->occupied & ~from) | to,
        null->black & ~to,
    };
}

ALWAYS_INLINE uint64_t attacks_along(bool orthogonal, unsigned square, uint64_t occupied) {
    return orthogonal ? orthogonal_attacks(square, occupied) : diagonal_attacks(square, occupied);
}

ALWAYS_INLINE uint64_t open_along(bool orthogonal, unsigned square) {
    return orthogonal ? open_orthogonal(square) : open_diagonal(square);
}

ALWAYS_INLINE uint64_t line_along(bool orthogonal, unsigned a, unsigned b) {
    return orthogonal ? orthogonal_line(a, b) : diagonal_line(a, b);
}

ALWAYS_INLINE int count_pawns_of(uint64_t pawns, uint64_t white, uint64_t empty, uint64_t mask) {
    const uint64_t left = attack_left(pawns, KS_BLACK) & white & mask;
    const uint64_t forward = push(pawns, KS_BLACK) & empty;
    /* No two pawns reach the same square in these ways. */
    const uint64_t others = ((attack_right(pawns, KS_BLACK) & white) | forward |
                             (push(forward & black_gate(), KS_BLACK) & empty)) &
                            mask;
    const int count = size_of(left) + size_of(others);
    return (left | others) & black_goal()
               ? count + 3 * (size_of(left & black_goal()) + size_of(others & black_goal()))
               : count;
}

/* Counts the moves of pieces on a pin's line. */
ALWAYS_INLINE int count_on_line(const struct null_move *null, const struct child *child, uint64_t pinned,
                                uint64_t mask, bool orthogonal) {
    const struct node *node = null->node;
    int count = count_pawns_of(pinned & pieces_of(node, KS_WHITE_PAWN, KS_BLACK),
                               child->occupied & ~child->black, ~child->occupied, mask);
    const uint64_t sliders =
        orthogonal ? orthogonal_sliders(node, KS_BLACK) : diagonal_sliders(node, KS_BLACK);
    if (pinned & sliders) {
        const unsigned square = lowest_square(pinned & sliders);
        count += size_of(attacks_along(orthogonal, square, child->occupied) & mask & ~child->black);
    }
    return count;
}

/* Adds black's pieces that white's sliders of a kind pin, and returns the number of their moves. mask: the
 * squares that end a check, if there is one. */
ALWAYS_INLINE int count_pinned(const struct null_move *null, const struct child *child, uint64_t mask,
                               bool orthogonal, uint64_t *pinned) {
    const unsigned king = null->king.square;
    uint64_t sliders =
        (orthogonal ? child->white.orthogonal : child->white.diagonal) & open_along(orthogonal, king);
    int count = 0;
    for (; sliders; sliders &= sliders - 1) {
        const uint64_t line = line_along(orthogonal, king, lowest_square(sliders));
        const uint64_t between = line & child->occupied & ~(sliders & -sliders);
        if (!(between & child->black) || between & (between - 1))
            continue;
        *pinned |= between;
        count += count_on_line(null, child, between, line & mask, orthogonal);
    }
    return count;
}

/* Returns the squares on which black's other pieces end a check: none, when there are two. */
ALWAYS_INLINE uint64_t check_mask(const struct null_move *null, const struct child *child) {
    const unsigned king = null->king.square;
    const uint64_t orthogonal = orthogonal_attacks(king, child->occupied) & child->white.orthogonal;
    const uint64_t diagonal = diagonal_attacks(king, child->occupied) & child->white.diagonal;
    const uint64_t checkers = orthogonal | diagonal | (ks_leaps[king] & child->white.knights) |
                              (white_pawns_to(bit(king)) & child->white.pawns);
    if (checkers & (checkers - 1))
        return 0;
    return orthogonal ? orthogonal_line(king, lowest_square(checkers))
           : diagonal ? diagonal_line(king, lowest_square(checkers))
                      : checkers;
}

ALWAYS_INLINE int count_replies(const struct null_move *null, const struct child *child) {
    const struct node *node = null->node;
    const uint64_t occupied = child->occupied, black = child->black, open = ~black;
    const uint64_t king = bit(null->king.square);
    const uint64_t attacked = attacked_squares(&child->white, KS_WHITE, occupied ^ king);
    uint64_t mask = open, pinned = 0;
    int count = size_of(ks_steps[null->king.square] & open & ~attacked);
    if (attacked & king) {
        mask = check_mask(null, child);
        if (!mask)
            return count;
    }
    count += count_pinned(null, child, mask, true, &pinned) + count_pinned(null, child, mask, false, &pinned);
    const uint64_t free = black & ~pinned;
    count +=
        count_pawns_of(pieces_of(node, KS_WHITE_PAWN, KS_BLACK) & free, occupied & ~black, ~occupied, mask);
    for (uint64_t rest = pieces_of(node, KS_WHITE_KNIGHT, KS_BLACK) & free; rest; rest &= rest - 1)
        count += size_of(ks_leaps[lowest_square(rest)] & mask);
    for (uint64_t rest = orthogonal_sliders(node, KS_BLACK) & free; rest; rest &= rest - 1)
        count += size_of(orthogonal_attacks(lowest_square(rest), occupied) & mask);
    for (uint64_t rest = diagonal_sliders(node, KS_BLACK) & free; rest; rest &= rest - 1)
        count += size_of(diagonal_attacks(lowest_square(rest), occupied) & mask);
    return count;
}

OUT_OF_LINE int count_after(const struct null_move *null, unsigned placed, uint64_t from, uint64_t to) {
    const struct child child = child_after(null, placed, from, to);
    return count_replies(null, &child);
}

/* ---- The null move ---- */

/* Black's replies to a null move where there are few sliders, and the squares on which they depend. */

/* Marks the squares of a white piece's attacks. A piece feels that it leaves when it attacks squares beside
 * the king, and the others when they stand in a slider's way. */
ALWAYS_INLINE void look_from_white(struct null_move *null, uint64_t piece, uint64_t attacks, bool slides) {
    null->few.white_attacks |= attacks;
    if (attacks & null->king.steps) {
        null->few.felt_lines |= piece;
        if (slides)
            null->few.touched |= attacks;
    }
}

/* A piece also matters when it leaves and shields a step of the king from a slider. */
ALWAYS_INLINE void look_from_sliders(struct null_move *null, uint64_t sliders, bool orthogonal) {
    for (; sliders; sliders &= sliders - 1) {
        const unsigned square = lowest_square(sliders);
        const uint64_t attacks = attacks_along(orthogonal, square, null->king.without);
        const uint64_t shields = attacks & null->white;
        look_from_white(null, sliders & -sliders, attacks, true);
        if (attacks_along(orthogonal, square, null->king.without ^ shields) & ~attacks & null->king.steps)
            null->few.felt_lines |= shields;
    }
}

/* Finds the safe steps of the king, and the squares from which white's pieces attack them. */
ALWAYS_INLINE void count_few_king(struct null_move *null) {
    const struct node *node = null->node;
    const uint64_t pawns = pieces_of(node, KS_WHITE_PAWN, KS_WHITE);
    const uint64_t king = pieces_of(node, KS_WHITE_KING, KS_WHITE);
    uint64_t orthogonal = 0, diagonal = 0, leaps = 0, steps = 0;
    null->few.pawn_attacks = attack_left(pawns, KS_WHITE) | attack_right(pawns, KS_WHITE);
    null->few.white_attacks = null->few.pawn_attacks;
    null->few.felt_lines |= pawns & white_pawns_to(null->king.steps);
    look_from_white(null, king, ks_steps[lowest_square(king)], false);
    for (uint64_t rest = pieces_of(node, KS_WHITE_KNIGHT, KS_WHITE); rest; rest &= rest - 1)
        look_from_white(null, rest & -rest, ks_leaps[lowest_square(rest)], false);
    look_from_sliders(null, null->white_orthogonal, true);
    look_from_sliders(null, null->white_diagonal, false);
    null->king.safe = null->king.steps & ~null->few.white_attacks;
    null->king.moves = size_of(null->king.safe);
    for (uint64_t rest = null->king.safe; rest; rest &= rest - 1) {
        const unsigned square = lowest_square(rest);
        if (null->white_orthogonal)
            orthogonal |= orthogonal_attacks(square, null->king.without);
        if (null->white_diagonal)
            diagonal |= diagonal_attacks(square, null->king.without);
        leaps |= ks_leaps[square];
        steps |= ks_steps[square];
    }
    null->king.near[KS_WHITE_PAWN] = white_pawns_to(null->king.safe);
    null->king.near[KS_WHITE_KNIGHT] = leaps;
    null->king.near[KS_WHITE_BISHOP] = diagonal;
    null->king.near[KS_WHITE_ROOK] = orthogonal;
    null->king.near[KS_WHITE_QUEEN] = orthogonal | diagonal;
    null->king.near[KS_WHITE_KING] = steps;
}

ALWAYS_INLINE void count_few_slider(struct null_move *null, uint64_t slider,
                                    const struct slider_table *table) {
    const uint64_t attacks = attacks_by_table(table, null->occupied);
    const int moves = size_of(attacks & ~null->black);
    null->attacked |= attacks;
    if (slider & null->few.free) {
        null->few.slides += moves;
        *null->few.sliders_end++ = (struct few_slider){table, attacks, moves};
    }
}

ALWAYS_INLINE void count_few_pieces(struct null_move *null) {
    const struct node *node = null->node;
    const uint64_t pawns = pieces_of(node, KS_WHITE_PAWN, KS_BLACK), free = pawns & null->few.free;
    null->replies = null->few.pinned_replies;
    null->few.slides = 0;
    null->few.sliders_end = null->few.sliders;
    null->attacked = ks_steps[null->king.square];
    null->few.touched = 0;
    null->few.felt_lines = 0;
    for (uint64_t rest = orthogonal_sliders(node, KS_BLACK); rest; rest &= rest - 1)
        count_few_slider(null, rest & -rest, &ks_orthogonal_tables[lowest_square(rest)]);
    for (uint64_t rest = diagonal_sliders(node, KS_BLACK); rest; rest &= rest - 1)
        count_few_slider(null, rest & -rest, &ks_diagonal_tables[lowest_square(rest)]);
    for (uint64_t rest = pieces_of(node, KS_WHITE_KNIGHT, KS_BLACK); rest; rest &= rest - 1) {
        const uint64_t leaps = ks_leaps[lowest_square(rest)];
        null->attacked |= leaps;
        null->replies += rest & -rest & null->few.free ? size_of(leaps & ~null->black) : 0;
    }
    null->attacked |= attack_left(pawns, KS_BLACK) | attack_right(pawns, KS_BLACK);
    null->pawns.left = attack_left(free, KS_BLACK);
    null->pawns.right = attack_right(free, KS_BLACK);
    null->pawns.forward = push(free, KS_BLACK);
    null->pawns.once = null->pawns.forward & null->empty;
    null->pawns.twice = push(null->pawns.once & black_gate(), KS_BLACK);
    const uint64_t twice = null->pawns.twice & null->empty;
    null->pawns.again = twice | push(twice, KS_WHITE);
    null->replies += count_pawn_targets(null->pawns.left & null->white, null->pawns.right & null->white,
                                        null->pawns.once, twice);
    null->pawns.goals = (null->pawns.left | null->pawns.right | null->pawns.forward) & black_goal();
    null->effects.felt = null->pawns.left | null->pawns.right | null->pawns.forward | null->pawns.twice;
}

/* Returns false when all moves must be played out. */
ALWAYS_INLINE bool prepare_few(struct null_move *null, const struct node *node) {
    struct pins pins;
    start_null_move(null, node);
    if (!find_checks(null, null->few.checks, true))
        return false;
    find_pins(null, &pins);
    null->few.free = null->black & ~pins.pinned;
    null->few.pin_lines = pins.orthogonal | pins.diagonal;
    null->few.pinned_replies = 0;
    for (uint64_t rest = null->pins.pinners; rest; rest &= rest - 1) {
        uint64_t whole;
        const uint64_t line = pinner_line(null, lowest_square(rest), &whole);
        null->few.pinned_replies += mobility_of(null, line & null->black, null->occupied, null->white, line);
    }
    count_few_pieces(null);
    count_few_king(null);
    return true;
}

/* ---- All moves ---- */

/* Black's replies where there are few sliders. To find the changes of a null move's replies (changes_tmpl.h)
 * takes longer there than to count the replies of king and sliders anew by the child's own masks. This is
 * done in the children in which a slider or the king may feel the move; in the others, these replies are
 * those to a null move. Children whose pins change are counted altogether. */

/* The origins of a group of moves: one square, or for pawns the square at a distance from each target, and
 * one row more for the targets of double pushes. */
struct group {
    unsigned code, square;
    int step;
    uint64_t twice;
};

ALWAYS_INLINE uint64_t origin_in(struct group group, unsigned to) {
    return bit(group.step ? (unsigned)((int)to - group.step) + 8 * (unsigned)(group.twice >> to & 1)
                          : group.square);
}

/* Returns the squares that white's pieces attack in every child of a piece, without what sliders and the
 * piece itself attack, and with what pawns attack only when it is no pawn. */
ALWAYS_INLINE uint64_t attacks_of_others(const struct null_move *null, unsigned code, unsigned from) {
    const struct node *node = null->node;
    uint64_t attacked = code == KS_WHITE_PAWN ? 0 : null->few.pawn_attacks;
    if (code != KS_WHITE_KING)
        attacked |= ks_steps[king_square(node, KS_WHITE)];
    uint64_t knights =
        pieces_of(node, KS_WHITE_KNIGHT, KS_WHITE) & ~(code == KS_WHITE_KNIGHT ? bit(from) : 0);
    for (; knights; knights &= knights - 1)
        attacked |= ks_leaps[lowest_square(knights)];
    return attacked;
}

/* Returns the squares on which black's other pieces end a check from a square. */
ALWAYS_INLINE uint64_t check_line(const struct null_move *null, unsigned code, unsigned to) {
    if (code <= KS_WHITE_KNIGHT)
        return bit(to);
    if (code == KS_WHITE_ROOK || (code == KS_WHITE_QUEEN && bit(to) & null->few.checks[KS_WHITE_ROOK]))
        return orthogonal_line(null->king.square, to);
    return diagonal_line(null->king.square, to);
}

/* The pieces of white that attack in a child: the sliders that do not move, and what all others attack. */
struct attackers {
    uint64_t orthogonal, diagonal, others;
};

ALWAYS_INLINE struct attackers attackers_without(const struct null_move *null, struct group group) {
    const unsigned code = group.code;
    const bool queen = code == KS_WHITE_QUEEN;
    return (struct attackers){
        null->white_orthogonal ^ (queen || code == KS_WHITE_ROOK ? bit(group.square) : 0),
        null->white_diagonal ^ (queen || code == KS_WHITE_BISHOP ? bit(group.square) : 0),
        attacks_of_others(null, code, group.square)};
}

/* Returns the squares that white attacks in a child. occupied has the child's pieces, without black's
 * king. */
ALWAYS_INLINE uint64_t attacked_in_child(const struct null_move *null, const struct attackers *attackers,
                                         unsigned code, uint64_t from, unsigned to, uint64_t occupied) {
    uint64_t attacked = attackers->others;
    if (code == KS_WHITE_PAWN) {
        const uint64_t moved = pieces_of(null->node, KS_WHITE_PAWN, KS_WHITE) ^ from ^ bit(to);
        attacked |= attack_left(moved, KS_WHITE) | attack_right(moved, KS_WHITE);
    } else {
        attacked |= attacks_of(code, to, occupied);
    }
    for (uint64_t sliders = attackers->orthogonal; sliders; sliders &= sliders - 1)
        attacked |= orthogonal_attacks(lowest_square(sliders), occupied);
    for (uint64_t sliders = attackers->diagonal; sliders; sliders &= sliders - 1)
        attacked |= diagonal_attacks(lowest_square(sliders), occupied);
    return attacked;
}

/* Counts the moves of the king in children in which no piece of black is captured. anew: the children
 * in which white has lost an attack. In the others, no safe square is on a line through the origin. */
ALWAYS_INLINE int64_t count_king_in_children(const struct null_move *null, struct group group,
                                             uint64_t targets, uint64_t anew) {
    const uint64_t near = targets & null->king.near[group.code] & ~anew;
    int64_t sum = (int64_t)null->king.moves * size_of(targets & ~anew & ~near);
    for (uint64_t rest = near; rest; rest &= rest - 1)
        sum += size_of(null->king.safe & ~attacks_of(group.code, lowest_square(rest), null->king.without));
    if (!anew)
        return sum;
    const struct attackers attackers = attackers_without(null, group);
    for (uint64_t rest = anew; rest; rest &= rest - 1) {
        const unsigned to = lowest_square(rest);
        const uint64_t from = origin_in(group, to), occupied = (null->king.without & ~from) | bit(to);
        sum +=
            size_of(null->king.steps & ~attacked_in_child(null, &attackers, group.code, from, to, occupied));
    }
    return sum;
}

/* Returns the targets of pawns that come from these squares. */
ALWAYS_INLINE uint64_t targets_from(struct group group, uint64_t targets, uint64_t from) {
    if (!group.step)
        return from & bit(group.square) ? targets : 0;
    const uint64_t once = push(from, KS_WHITE);
    return targets & (group.step == LEFT    ? attack_left(from, KS_WHITE)
                      : group.step == RIGHT ? attack_right(from, KS_WHITE)
                                            : (once & ~group.twice) | (push(once, KS_WHITE) & group.twice));
}

/* Counts the moves of free sliders in children in which no piece of black is captured. A slider is counted
 * anew where it sees the target or the origin. None sees white's king, nor where it may go. */
ALWAYS_INLINE int64_t count_sliders_in_children(const struct null_move *null, struct group group,
                                                uint64_t targets) {
    int64_t sum = (int64_t)null->few.slides * size_of(targets);
    if (group.code == KS_WHITE_KING)
        return sum;
    for (const struct few_slider *slider = null->few.sliders; slider < null->few.sliders_end; slider++) {
        const uint64_t anew = (targets & slider->attacks) | targets_from(group, targets, slider->attacks);
        for (uint64_t rest = anew; rest; rest &= rest - 1) {
            const uint64_t occupied =
                (null->occupied & ~origin_in(group, lowest_square(rest))) | (rest & -rest);
            sum += size_of(attacks_by_table(slider->table, occupied) & ~null->black) - slider->moves;
        }
    }
    return sum;
}

/* Counts all replies in children with the pins of the node. */
ALWAYS_INLINE int64_t count_in_children(const struct null_move *null, struct group group, uint64_t targets) {
    if (!targets)
        return 0;
    const struct node *node = null->node;
    const unsigned code = group.code;
    const struct attackers attackers = attackers_without(null, group);
    const uint64_t steps = ks_steps[null->king.square],
                   checks = code == KS_WHITE_KING ? 0 : null->few.checks[code];
    int64_t sum = null->few.pinned_replies * (int64_t)size_of(targets & ~checks);
    for (uint64_t rest = targets; rest; rest &= rest - 1) {
        const unsigned to = lowest_square(rest);
        const uint64_t from = origin_in(group, to), placed = bit(to);
        const uint64_t occupied = (null->occupied & ~from) | placed, open = ~null->black | placed;
        const uint64_t left = null->few.free & ~placed;
        const uint64_t mask = placed & checks ? check_line(null, code, to) : open;
        sum +=
            size_of(steps & open &
                    ~attacked_in_child(null, &attackers, code, from, to, occupied ^ bit(null->king.square)));
        sum += count_pawns_of(pieces_of(node, KS_WHITE_PAWN, KS_BLACK) & left, (null->white & ~from) | placed,
                              ~occupied, mask);
        for (uint64_t knights = pieces_of(node, KS_WHITE_KNIGHT, KS_BLACK) & left; knights;
             knights &= knights - 1)
            sum += size_of(ks_leaps[lowest_square(knights)] & mask);
        for (uint64_t sliders = orthogonal_sliders(node, KS_BLACK) & left; sliders; sliders &= sliders - 1)
            sum += size_of(orthogonal_attacks(lowest_square(sliders), occupied) & mask);
        for (uint64_t sliders = diagonal_sliders(node, KS_BLACK) & left; sliders; sliders &= sliders - 1)
            sum += size_of(diagonal_attacks(lowest_square(sliders), occupied) & mask);
    }
    return sum;
}

/* Returns the replies to moves that change no pin and uncover no check. exact has the moves that are counted
 * altogether, and felt the moves that matter to the king by leaving. leaving is what leaving changes of the
 * pawns' replies. */
ALWAYS_INLINE int64_t count_group(const struct null_move *null, struct group group, uint64_t targets,
                                  uint64_t exact, uint64_t felt, int leaving) {
    exact = targets & (exact | null->few.checks[group.code] | null->pawns.goals | null->black);
    const uint64_t others = targets ^ exact;
    return count_in_children(null, group, exact) +
           count_king_in_children(null, group, others, others & (felt | null->few.touched)) +
           count_sliders_in_children(null, group, others) +
           (int64_t)(null->replies + leaving) * size_of(others) + size_of(others & null->pawns.left) +
           size_of(others & null->pawns.right) - size_of(others & null->pawns.once) -
           size_of(others & null->pawns.again);
}

/* Counts the replies to moves after which the pins may be others. */
ALWAYS_INLINE int64_t play_few(const struct null_move *null, struct group group, uint64_t targets) {
    int64_t sum = 0;
    for (uint64_t rest = targets; rest; rest &= rest - 1)
        sum += count_after(null, group.code, origin_in(group, lowest_square(rest)), rest & -rest);
    return sum;
}

OUT_OF_LINE uint64_t play_few_list(const struct null_move *null, const ks_move *list, const ks_move *end) {
    uint64_t sum = 0;
    for (const ks_move *move = list; move < end; move++) {
        const unsigned kind = KS_MOVE_KIND(*move), from = KS_MOVE_FROM(*move);
        if (kind == KS_MOVE_PLAIN || kind >= KS_MOVE_TO_KNIGHT)
            sum += (unsigned)count_after(
                null, kind == KS_MOVE_PLAIN ? null->node->board[from] : KS_WHITE_KNIGHT + (kind & 3),
                bit(from), bit(KS_MOVE_TO(*move)));
        else
            sum += play(null->node, *move);
    }
    return sum;
}

/* Returns whether black's piece on a pin's line may move along it: a knight may not, nor a pawn in a row. */
ALWAYS_INLINE bool moves_on(const struct null_move *null, uint64_t line) {
    const struct node *node = null->node;
    const uint64_t row = row_mask(null->king.square >> 3);
    return line & (orthogonal_sliders(node, KS_BLACK) | diagonal_sliders(node, KS_BLACK) |
                   (pieces_of(node, KS_WHITE_PAWN, KS_BLACK) & ~row));
}

/* Returns what changes for a pinned piece when the pinner stays on the line to the king. */
OUT_OF_LINE int64_t after_pinning_along(const struct null_move *null, uint64_t from, unsigned to,
                                        uint64_t line) {
    const uint64_t pinned = line & null->black, white = (null->white ^ from) | bit(to);
    const uint64_t occupied = (null->occupied & ~from) | bit(to);
    const uint64_t after = open_orthogonal(null->king.square) & bit(to)
                               ? orthogonal_line(null->king.square, to)
                               : diagonal_line(null->king.square, to);
    return mobility_of(null, pinned, occupied, white, after) -
           mobility_of(null, pinned, null->occupied, null->white, line);
}

ALWAYS_INLINE int64_t after_few(const struct null_move *null, unsigned code, unsigned from,
                                uint64_t targets) {
    const struct group group = {code, from, 0, 0};
    const bool slides = code == KS_WHITE_BISHOP || code == KS_WHITE_ROOK || code == KS_WHITE_QUEEN;
    const uint64_t played_anyway = bit(from) & null->played.from ? targets : 0;
    uint64_t played = played_anyway | (targets & null->few.pin_lines), along = 0;
    int64_t sum = 0;
    if (slides && bit(from) & null->pins.pinners) {
        uint64_t whole;
        const uint64_t line = pinner_line(null, from, &whole);
        const uint64_t pinned = targets & line & null->black & ~played_anyway;
        along = targets & whole & ~null->few.checks[code] & ~played_anyway;
        played = ((played & ~along) | (targets & null->few.checks[code])) & ~pinned;
        sum = after_unpinning(null, from, targets & ~played & ~along & ~pinned, line);
        if (moves_on(null, line))
            for (uint64_t rest = along; rest; rest &= rest - 1)
                sum += after_pinning_along(null, bit(from), lowest_square(rest), line);
    }
    targets ^= played;
    if (slides)
        sum += after_pins(null, code, from, targets & ~along);
    if (played)
        sum += play_few(null, group, played);
    uint64_t exact = 0;
    int leaving = 0;
    if (bit(from) & null->effects.felt) {
        exact |= bit(from) & null->pawns.goals ? targets : hindered_targets(&null->pawns, bit(from));
        leaving = pawn_moves_opened(null, bit(from));
    }
    return sum +
           count_group(null, group, targets, exact, bit(from) & null->few.felt_lines ? targets : 0, leaving);
}

ALWAYS_INLINE int64_t after_few_of(const struct null_move *null, unsigned code, const ks_king_lines *lines) {
    int64_t replies = 0;
    for (uint64_t rest = pieces_of(null->node, code, KS_WHITE); rest; rest &= rest - 1) {
        const unsigned from = lowest_square(rest);
        replies += after_few(null, code, from, targets_of(null, code, from, lines));
    }
    return replies;
}

ALWAYS_INLINE int64_t after_few_pushes(const struct null_move *null, const struct pawn_targets *all) {
    const struct group group = {KS_WHITE_PAWN, 0, ONCE, all->twice};
    const uint64_t targets = all->once | all->twice;
    const uint64_t played = (targets & null->few.pin_lines) | targets_from(group, targets, null->played.from);
    return count_group(null, group, targets ^ played, targets_from(group, targets, null->effects.felt),
                       targets_from(group, targets, null->few.felt_lines), 0) +
           (played ? play_few(null, group, played) : 0);
}

/* No capture is counted by what it changes. */
ALWAYS_INLINE int64_t after_few_captures_by(const struct null_move *null, int step, uint64_t targets) {
    const struct group group = {KS_WHITE_PAWN, 0, step, 0};
    const uint64_t played = (targets & null->few.pin_lines) | targets_from(group, targets, null->played.from);
    return count_in_children(null, group, targets ^ played) + (played ? play_few(null, group, played) : 0);
}

OUT_OF_LINE int64_t after_few_captures(const struct null_move *null, const struct pawn_targets *targets) {
    return after_few_captures_by(null, LEFT, targets->left) +
           after_few_captures_by(null, RIGHT, targets->right);
}

/* Returns the replies to promotions and en passant, and black's captures en passant. Double pushes that give
 * check are played out. */
ALWAYS_INLINE int64_t after_few_special(const struct null_move *null, struct pawn_targets *targets,
                                        const ks_king_lines *lines) {
    ks_move list[KS_MOVES_MAX];
    int64_t sum = 0;
    const uint64_t beside = pushes_beside_pawns(null->node, targets->twice);
    const uint64_t checking =
        beside & (null->few.checks[KS_WHITE_PAWN] | push(push(null->played.from, KS_WHITE), KS_WHITE));
    if (beside & ~checking)
        sum += (int64_t)count_en_passant(null->node, beside & ~checking);
    const ks_move *end = take_special_pawn_moves(null, targets, checking, lines, list);
    return end == list ? sum : sum + (int64_t)play_few_list(null, list, end);
}

ALWAYS_INLINE int64_t after_few_pawns(const struct null_move *null, const ks_king_lines *lines) {
    struct pawn_targets targets = pawn_targets(null, lines);
    int64_t sum = after_few_special(null, &targets, lines);
    sum += after_few_pushes(null, &targets);
    if (targets.left | targets.right)
        sum += after_few_captures(null, &targets);
    return sum;
}

ALWAYS_INLINE int64_t after_few_king(const struct null_move *null) {
    const struct node *node = null->node;
    const unsigned king = king_square(node, KS_WHITE);
    const uint64_t targets = ks_steps[king] & ~null->white & ~bit(null->king.square) & ~null->attacked;
    int64_t sum = after_few(null, KS_WHITE_KING, king, targets);
    if (node->castling & row_mask(back_row(KS_WHITE))) {
        ks_move list[CASTLINGS];
        struct moves moves = {.next = list};
        add_castling(node, &moves, LIST, KS_WHITE);
        sum += (int64_t)play_list(node, list, moves.next);
    }
    return sum;
}

/* Returns whether the node is counted in this way: both sides together have few sliders, and black may not
 * castle. */
ALWAYS_INLINE bool has_few_sliders(const struct node *node) {
    return size_of(orthogonal_sliders(node, KS_WHITE) | diagonal_sliders(node, KS_WHITE) |
                   orthogonal_sliders(node, KS_BLACK) | diagonal_sliders(node, KS_BLACK)) <= FEW &&
           !(node->castling & row_mask(back_row(KS_BLACK)));
}

/* White is in check: counts each child by its own masks. */
OUT_OF_LINE uint64_t after_check(const struct node *node, const ks_king_lines *lines) {
    struct null_move null;
    ks_move list[KS_MOVES_MAX];
    struct moves moves = {.next = list};
    start_null_move(&null, node);
    add_legal_moves(node, &moves, LIST, KS_WHITE, lines);
    return play_few_list(&null, list, moves.next);
}

OUT_OF_LINE uint64_t count_few(const struct node *node, const ks_king_lines *lines) {
    struct null_move null;
    if (lines->checkers)
        return after_check(node, lines);
    if (!prepare_few(&null, node))
        return play_all(node, lines);
    return (uint64_t)(after_few_pawns(&null, lines) + after_few_of(&null, KS_WHITE_KNIGHT, lines) +
                      after_few_of(&null, KS_WHITE_BISHOP, lines) +
                      after_few_of(&null, KS_WHITE_ROOK, lines) + after_few_of(&null, KS_WHITE_QUEEN, lines) +
                      after_few_king(&null));
}

#endif

#endif
