/* Counts the changes that a move of white makes to black's replies to a null move. Each function takes all
 * targets of a piece together and returns the sum over them, mostly by popcounts. The changes of a move's
 * leaving and of its landing are independent and add up, unless a function says otherwise. */
#ifndef KS_PERFT_CHANGES_TMPL_H
#define KS_PERFT_CHANGES_TMPL_H

#include <stdlib.h>

#include "rules/perft/null_move_tmpl.h"

#define OUT_OF_LINE static __attribute__((noinline))

/* The origin of moves: one square, or for pawns the square at a fixed distance from each target. */
struct origin {
    unsigned square;
    int step; /* target - origin; 0: the origin is `square` */
};

ALWAYS_INLINE unsigned origin_of(struct origin origin, unsigned to) {
    return origin.step ? (unsigned)((int)to - origin.step) : origin.square;
}

/* Returns the squares that a white piece attacks. */
ALWAYS_INLINE uint64_t attacks_of(unsigned code, unsigned square, uint64_t occupied) {
    switch (code) {
    case KS_WHITE_PAWN:
        return attack_left(bit(square), KS_WHITE) | attack_right(bit(square), KS_WHITE);
    case KS_WHITE_KNIGHT:
        return ks_leaps[square];
    case KS_WHITE_BISHOP:
        return diagonal_attacks(square, occupied);
    case KS_WHITE_ROOK:
        return orthogonal_attacks(square, occupied);
    case KS_WHITE_QUEEN:
        return orthogonal_attacks(square, occupied) | diagonal_attacks(square, occupied);
    default:
        return ks_steps[square];
    }
}

/* ---- Landing ---- */

/* Returns the number of moves of a black piece other than the king to squares of the mask. */
ALWAYS_INLINE int mobility_of(const struct null_move *null, uint64_t piece, uint64_t occupied, uint64_t white,
                              uint64_t mask) {
    const uint64_t targets = ~(occupied & ~white) & mask;
    const unsigned square = lowest_square(piece);
    if (piece & pieces_of(null->node, KS_WHITE_PAWN, KS_BLACK)) {
        const uint64_t once = push(piece, KS_BLACK) & ~occupied & mask;
        return count_pawn_targets(attack_left(piece, KS_BLACK) & white & mask,
                                  attack_right(piece, KS_BLACK) & white & mask, once,
                                  push(once & black_gate(), KS_BLACK) & ~occupied & mask);
    }
    if (piece & pieces_of(null->node, KS_WHITE_KNIGHT, KS_BLACK))
        return size_of(ks_leaps[square] & targets);
    int mobility = 0;
    if (piece & orthogonal_sliders(null->node, KS_BLACK))
        mobility += size_of(orthogonal_attacks(square, occupied) & targets);
    if (piece & diagonal_sliders(null->node, KS_BLACK))
        mobility += size_of(diagonal_attacks(square, occupied) & targets);
    return mobility;
}

/* A captured piece has no moves, but its defenders may recapture. */
ALWAYS_INLINE int64_t after_captures(const struct null_move *null, uint64_t targets) {
    const uint64_t pawns = pieces_of(null->node, KS_WHITE_PAWN, KS_BLACK);
    int64_t sum = tally_sum(&null->effects.defenders, targets);
    for (uint64_t rest = targets; rest; rest &= rest - 1)
        sum -= rest & -rest & pawns
                   ? mobility_of(null, rest & -rest, null->occupied, null->white, ~(uint64_t)0)
                   : null->mobility[lowest_square(rest)];
    return sum;
}

ALWAYS_INLINE int64_t after_landing(const struct null_move *null, uint64_t targets) {
    const uint64_t captures = targets & null->black, quiet = targets ^ captures;
    const int64_t sum = (int64_t)null->replies * size_of(targets) + 2 * size_of(quiet) -
                        tally_sum(&null->effects.losses, quiet);
    return captures ? sum + after_captures(null, captures) : sum;
}

/* ---- Leaving ---- */

/* Returns the targets that matter to a black pawn blocked by the leaving piece: these moves are played
 * out. */
ALWAYS_INLINE uint64_t hindered_targets(const struct null_pawns *pawns, uint64_t from) {
    const uint64_t behind = push(from, KS_WHITE), beyond = push(from & black_gate(), KS_BLACK);
    return (from & pawns->forward ? behind | beyond : 0) |
           (from & pawns->twice ? behind | push(behind, KS_WHITE) : 0);
}

/* Returns the moves that black's pawns gain when a piece leaves, less the captures that they lose. */
ALWAYS_INLINE int pawn_moves_opened(const struct null_move *null, uint64_t from) {
    const bool opens = from & (null->pawns.forward | null->pawns.twice);
    const bool opens_twice = from & null->pawns.forward & black_gate() && push(from, KS_BLACK) & null->empty;
    const bool left = from & null->pawns.left, right = from & null->pawns.right;
    return opens + opens_twice - left - right;
}

/* Black's pawns may advance, and can no longer capture the piece on its origin. A captured pawn could not do
 * that anyway. */
ALWAYS_INLINE int64_t after_leaving_pawns(const struct null_move *null, uint64_t from, uint64_t targets) {
    const uint64_t left = from & null->pawns.left ? attack_right(from, KS_WHITE) : 0;
    const uint64_t right = from & null->pawns.right ? attack_left(from, KS_WHITE) : 0;
    return pawn_moves_opened(null, from) * (int64_t)size_of(targets) + size_of(targets & left) +
           size_of(targets & right);
}

ALWAYS_INLINE unsigned distance(unsigned a, unsigned b) {
    const int rows = abs((int)(a >> 3) - (int)(b >> 3));
    return (unsigned)(rows ? rows : abs((int)a - (int)b));
}

/* A black slider sees farther. line: its line through the square; opened: the squares that it sees in
 * addition. A piece that moves away along the line can be captured at its new square; a piece that moves
 * towards the slider opens nothing. */
ALWAYS_INLINE int64_t after_opening(const struct null_move *null, unsigned from, uint64_t targets,
                                    uint64_t opened, uint64_t line) {
    int64_t sum = (int64_t)size_of(opened & ~null->black) * size_of(targets & ~line);
    for (uint64_t rest = targets & opened; rest; rest &= rest - 1)
        sum += distance(from, lowest_square(rest));
    return sum;
}

ALWAYS_INLINE int64_t after_leaving(const struct null_move *null, unsigned from, uint64_t targets) {
    const uint64_t without = null->occupied ^ bit(from);
    int64_t sum = after_leaving_pawns(null, bit(from), targets);
    uint64_t sliders = orthogonal_attacks(from, null->occupied) & null->effects.free_orthogonal;
    for (; sliders; sliders &= sliders - 1) {
        const unsigned slider = lowest_square(sliders);
        const uint64_t line = (open_orthogonal(slider) & open_orthogonal(from)) | bit(slider);
        sum += after_opening(
            null, from, targets,
            orthogonal_attacks(slider, without) & ~orthogonal_attacks(slider, null->occupied), line);
    }
    sliders = diagonal_attacks(from, null->occupied) & null->effects.free_diagonal;
    for (; sliders; sliders &= sliders - 1) {
        const unsigned slider = lowest_square(sliders);
        const uint64_t line = (open_diagonal(slider) & open_diagonal(from)) | bit(slider);
        sum += after_opening(null, from, targets,
                             diagonal_attacks(slider, without) & ~diagonal_attacks(slider, null->occupied),
                             line);
    }
    return sum;
}

/* ---- Pins ---- */

/* A pinner leaves the line: the pinned piece has all its moves in the position after the move. */
OUT_OF_LINE int64_t after_unpinning(const struct null_move *null, unsigned from, uint64_t targets,
                                    uint64_t line) {
    const uint64_t pinned = line & null->black, occupied = null->occupied ^ bit(from);
    const uint64_t white = null->white ^ bit(from);
    const int before = mobility_of(null, pinned, null->occupied, null->white, line);
    int64_t sum = 0;
    for (uint64_t rest = targets; rest; rest &= rest - 1) {
        const uint64_t to = rest & -rest;
        sum += mobility_of(null, pinned, occupied | to, white | to, ~(uint64_t)0) - before;
    }
    return sum;
}

/* A slider lands at the end of a line with one black piece, possibly by capturing another one. */
OUT_OF_LINE int64_t after_pinning(const struct null_move *null, unsigned from, uint64_t to, uint64_t line) {
    const uint64_t pinned = line & null->black & ~to;
    const uint64_t occupied = (null->occupied ^ bit(from)) | to, white = (null->white ^ bit(from)) | to;
    return mobility_of(null, pinned, occupied, white, line) -
           mobility_of(null, pinned, occupied, white, ~(uint64_t)0);
}

ALWAYS_INLINE int64_t after_pins(const struct null_move *null, unsigned code, unsigned from,
                                 uint64_t targets) {
    int64_t sum = 0;
    if (code == KS_WHITE_ROOK || code == KS_WHITE_QUEEN)
        for (uint64_t rest = targets & null->pins.orthogonally; rest; rest &= rest - 1)
            sum += after_pinning(null, from, rest & -rest,
                                 orthogonal_line(null->king.square, lowest_square(rest)));
    if (code == KS_WHITE_BISHOP || code == KS_WHITE_QUEEN)
        for (uint64_t rest = targets & null->pins.diagonally; rest; rest &= rest - 1)
            sum += after_pinning(null, from, rest & -rest,
                                 diagonal_line(null->king.square, lowest_square(rest)));
    return sum;
}

/* ---- Black's king ---- */

/* Counts the king's moves anew. */
OUT_OF_LINE int king_moves_after(const struct null_move *null, unsigned code, uint64_t from, uint64_t to) {
    const struct node *node = null->node;
    const uint64_t moved = from | to, occupied = (null->king.without & ~from) | to;
    const bool queen = code == KS_WHITE_QUEEN;
    const struct force force = {
        null->white_orthogonal ^ (queen || code == KS_WHITE_ROOK ? moved : 0),
        null->white_diagonal ^ (queen || code == KS_WHITE_BISHOP ? moved : 0),
        pieces_of(node, KS_WHITE_KNIGHT, KS_WHITE) ^ (code == KS_WHITE_KNIGHT ? moved : 0),
        pieces_of(node, KS_WHITE_PAWN, KS_WHITE) ^ (code == KS_WHITE_PAWN ? moved : 0),
        pieces_of(node, KS_WHITE_KING, KS_WHITE) ^ (code == KS_WHITE_KING ? moved : 0),
    };
    const uint64_t steps = null->king.steps | (ks_steps[null->king.square] & to);
    const uint64_t safe = safe_squares(&force, null->king.watched | steps, KS_WHITE, occupied);
    return count_king_moves(&null->king, steps, safe);
}

/* Returns the sum of the king's moves over all targets. shields: whether the leaving piece is one of
 * null->king.shields. */
ALWAYS_INLINE int64_t all_king_moves_after(const struct null_move *null, unsigned code, struct origin origin,
                                           uint64_t targets, bool shields) {
    const uint64_t anew = shields ? targets : targets & null->king.covers;
    const uint64_t near = targets & null->king.near[code] & ~anew;
    int64_t sum = (int64_t)null->king.moves * size_of(targets & ~anew & ~near);
    for (uint64_t rest = near; rest; rest &= rest - 1) {
        const unsigned to = lowest_square(rest);
        const uint64_t occupied = null->king.without & ~bit(origin_of(origin, to));
        sum += count_king_moves(&null->king, null->king.steps,
                                null->king.safe & ~attacks_of(code, to, occupied));
    }
    for (uint64_t rest = anew; rest; rest &= rest - 1) {
        const unsigned to = lowest_square(rest);
        sum += king_moves_after(null, code, bit(origin_of(origin, to)), rest & -rest);
    }
    return sum;
}

/* ---- Moves that are played out ---- */

OUT_OF_LINE uint64_t play(const struct node *node, ks_move move) {
    struct node child;
    ks_king_lines lines;
    struct moves replies = {.count = 0};
    make_masks(&child, node, move, KS_WHITE);
    find_lines(&child, KS_BLACK, &lines);
    if (lines.pinned) {
        add_legal_moves(&child, &replies, COUNT, KS_BLACK, &lines);
    } else {
        /* The compiler leaves out all that is for pinned pieces. */
        const ks_king_lines unpinned = {.checkers = lines.checkers, .check_lines = lines.check_lines};
        add_legal_moves(&child, &replies, COUNT, KS_BLACK, &unpinned);
    }
    return replies.count;
}

static uint64_t play_list(const struct node *node, const ks_move *list, const ks_move *end) {
    uint64_t replies = 0;
    for (const ks_move *move = list; move < end; move++)
        replies += play(node, *move);
    return replies;
}

static uint64_t play_all(const struct node *node, const ks_king_lines *lines) {
    ks_move list[KS_MOVES_MAX];
    struct moves moves = {.next = list};
    add_legal_moves(node, &moves, LIST, KS_WHITE, lines);
    return play_list(node, list, moves.next);
}

/* ---- Targets of white's moves ---- */

/* Returns the line from black's king to a pinner, and sets *whole to the whole line through both. */
ALWAYS_INLINE uint64_t pinner_line(const struct null_move *null, unsigned pinner, uint64_t *whole) {
    const unsigned king = null->king.square;
    if (open_orthogonal(king) & bit(pinner)) {
        *whole = open_orthogonal(king) & open_orthogonal(pinner);
        return orthogonal_line(king, pinner);
    }
    *whole = open_diagonal(king) & open_diagonal(pinner);
    return diagonal_line(king, pinner);
}

/* Returns the legal targets of a piece other than pawn and king. */
ALWAYS_INLINE uint64_t targets_of(const struct null_move *null, unsigned code, unsigned from,
                                  const ks_king_lines *lines) {
    const uint64_t anywhere = ~null->white & ~bit(null->king.square);
    if (!(bit(from) & lines->pinned))
        return attacks_of(code, from, null->occupied) & anywhere;
    uint64_t targets = 0;
    if ((code == KS_WHITE_ROOK || code == KS_WHITE_QUEEN) && bit(from) & lines->pin_orthogonal)
        targets |= orthogonal_attacks(from, null->occupied) & lines->pin_orthogonal;
    if ((code == KS_WHITE_BISHOP || code == KS_WHITE_QUEEN) && bit(from) & lines->pin_diagonal)
        targets |= diagonal_attacks(from, null->occupied) & lines->pin_diagonal;
    return targets & anywhere;
}

/* All targets of pawn moves, by their distance from the pawn. */
struct pawn_targets {
    uint64_t left, right, once, twice;
};

enum { LEFT = -9, RIGHT = -7, ONCE = -8, TWICE = -16 };

ALWAYS_INLINE struct pawn_targets pawn_targets(const struct null_move *null, const ks_king_lines *lines) {
    const uint64_t pawns = pieces_of(null->node, KS_WHITE_PAWN, KS_WHITE), free = pawns & ~lines->pinned;
    const uint64_t on_diagonal = pawns & lines->pinned & lines->pin_diagonal;
    const uint64_t on_file = pawns & lines->pinned & lines->pin_orthogonal;
    const uint64_t black = null->black & ~bit(null->king.square);
    const uint64_t left =
        attack_left(free, KS_WHITE) | (attack_left(on_diagonal, KS_WHITE) & lines->pin_diagonal);
    const uint64_t right =
        attack_right(free, KS_WHITE) | (attack_right(on_diagonal, KS_WHITE) & lines->pin_diagonal);
    const uint64_t once =
        (push(free, KS_WHITE) | (push(on_file, KS_WHITE) & lines->pin_orthogonal)) & null->empty;
    return (struct pawn_targets){left & black, right & black, once,
                                 push(once & row_mask(5), KS_WHITE) & null->empty};
}

/* Lists promotions, captures en passant, and the double pushes to `beside`, and removes them from the
 * targets. Returns the end of the list. */
ALWAYS_INLINE ks_move *take_special_pawn_moves(const struct null_move *null, struct pawn_targets *targets,
                                               uint64_t beside, const ks_king_lines *lines, ks_move *list) {
    const uint64_t goal = row_mask(back_row(KS_BLACK));
    struct moves moves = {.next = list};
    if (!((targets->left | targets->right | targets->once) & goal) && !beside && !null->node->en_passant)
        return list;
    add_pawn_targets(&moves, LIST, KS_WHITE, targets->left & goal, LEFT, KS_MOVE_PLAIN);
    add_pawn_targets(&moves, LIST, KS_WHITE, targets->right & goal, RIGHT, KS_MOVE_PLAIN);
    add_pawn_targets(&moves, LIST, KS_WHITE, targets->once & goal, ONCE, KS_MOVE_PLAIN);
    add_pawn_targets(&moves, LIST, KS_WHITE, beside, TWICE, KS_MOVE_DOUBLE_PUSH);
    if (null->node->en_passant)
        add_en_passant(null->node, &moves, LIST, KS_WHITE, lines);
    targets->left &= ~goal;
    targets->right &= ~goal;
    targets->once &= ~goal;
    targets->twice &= ~beside;
    return moves.next;
}

#endif
