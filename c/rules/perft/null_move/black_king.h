/* Black's king after a null move: pins, castling, and the squares to which it may step. */
#ifndef KS_BLACK_KING_H
#define KS_BLACK_KING_H

#include "rules/perft/null_move/null_move.h"

/* The pinned pieces, and the lines from the king to the pinning pieces. */
struct pins {
    uint64_t pinned, orthogonal, diagonal;
};

/* ---- Lines ---- */

/* Classifies the line from the king to a white slider. A single piece between them is pinned if it is
 * black's, and gives check by leaving if it is white's. When there is one of each side, white's piece pins
 * the other by leaving. */
ALWAYS_INLINE void look_along(struct null_move *null, uint64_t line, uint64_t slider, uint64_t *pinned,
                              uint64_t *pin_lines) {
    const uint64_t between = line & null->occupied & ~slider;
    const int count = size_of(between);
    if (count == 1 && between & null->black) {
        *pinned |= between;
        *pin_lines |= line;
        null->pinners |= slider;
    } else if (count == 1 || (count == 2 && between & null->black)) {
        null->played_from |= between & null->white;
    }
}

ALWAYS_INLINE void find_pins(struct null_move *null, struct pins *pins) {
    const unsigned king = null->king;
    *pins = (struct pins){0};
    null->pinners = 0;
    for (uint64_t rest = open_orthogonal(king) & null->white_orthogonal; rest; rest &= rest - 1)
        look_along(null, orthogonal_line(king, lowest_square(rest)), rest & -rest, &pins->pinned,
                   &pins->orthogonal);
    for (uint64_t rest = open_diagonal(king) & null->white_diagonal; rest; rest &= rest - 1)
        look_along(null, diagonal_line(king, lowest_square(rest)), rest & -rest, &pins->pinned,
                   &pins->diagonal);
}

/* Finds the squares from which white would give check or pin. Returns whether the king is not in check. few:
 * white may have no slider of a kind; then such a piece gives no check. */
ALWAYS_INLINE bool find_checks(struct null_move *null, uint64_t checks[WHITE_CODES], bool few) {
    const unsigned king = null->king;
    const bool rooks = !few || null->white_orthogonal, bishops = !few || null->white_diagonal;
    const uint64_t orthogonal = rooks ? orthogonal_attacks(king, null->occupied) : 0;
    const uint64_t diagonal = bishops ? diagonal_attacks(king, null->occupied) : 0;
    checks[KS_WHITE_PAWN] = white_pawns_to(bit(king));
    checks[KS_WHITE_KNIGHT] = ks_leaps[king];
    checks[KS_WHITE_BISHOP] = diagonal;
    checks[KS_WHITE_ROOK] = orthogonal;
    checks[KS_WHITE_QUEEN] = orthogonal | diagonal;
    checks[KS_WHITE_KING] = 0;
    null->pins_orthogonally =
        rooks ? orthogonal_attacks(king, null->occupied ^ (orthogonal & null->black)) & ~orthogonal : 0;
    null->pins_diagonally =
        bishops ? diagonal_attacks(king, null->occupied ^ (diagonal & null->black)) & ~diagonal : 0;
    return !((orthogonal & null->white_orthogonal) | (diagonal & null->white_diagonal) |
             (checks[KS_WHITE_KNIGHT] & pieces_of(null->node, KS_WHITE_KNIGHT, KS_WHITE)) |
             (checks[KS_WHITE_PAWN] & pieces_of(null->node, KS_WHITE_PAWN, KS_WHITE)));
}

/* ---- Castling ---- */

/* Adds to *played the squares on which any landing prevents castling, and to *played_orthogonal those on
 * which a rook or queen may prevent it. Returns false when all moves must be played out. */
ALWAYS_INLINE bool watch_castling(struct null_move *null, uint64_t *played, uint64_t *played_orthogonal) {
    const uint64_t row = row_mask(back_row(KS_BLACK));
    const unsigned king = null->king;
    unsigned castlings = 0;
    null->paths[0] = null->paths[1] = ~(uint64_t)0;
    for (uint64_t rooks = null->node->castling & row; rooks; rooks &= rooks - 1) {
        const unsigned rook = lowest_square(rooks), king_to = castled_king(KS_BLACK, king, rook);
        const uint64_t path = row_span(king, king_to) & ~bit(king);
        const uint64_t way =
            (path | row_span(rook, castled_rook(KS_BLACK, king, rook))) & ~bit(king) & ~bit(rook);
        if (way & null->black)
            continue; /* black cannot castle after any move of white */
        *played |= way | bit(rook);
        null->played_from |= way & null->white;
        /* In Chess960 the rook may have covered the king's new square from a slider in the row. */
        const bool usual = (king & 7) == 4 && ((rook & 7) == FILE_A || (rook & 7) == FILE_H);
        if (!usual) {
            *played_orthogonal |= row;
            if (null->white_orthogonal & row)
                return false;
        }
        if (!(way & null->white)) {
            null->paths[castlings++] = path;
            null->watched |= path;
        }
    }
    return true;
}

/* ---- Watched squares ---- */

/* Watches a safe square: white's pieces that uncover an attack of a slider on it, and the squares from which
 * pieces attack it. */
ALWAYS_INLINE void watch_safe(struct null_move *null, unsigned square, uint64_t orthogonal,
                              uint64_t diagonal) {
    const uint64_t white_o = orthogonal & null->white, white_d = diagonal & null->white;
    null->safe |= bit(square);
    null->near[KS_WHITE_PAWN] |= white_pawns_to(bit(square));
    null->near[KS_WHITE_KNIGHT] |= ks_leaps[square];
    null->near[KS_WHITE_BISHOP] |= diagonal;
    null->near[KS_WHITE_ROOK] |= orthogonal;
    null->near[KS_WHITE_KING] |= ks_steps[square];
    uint64_t hidden = orthogonal_attacks(square, null->without_king ^ white_o) & null->white_orthogonal;
    for (; hidden; hidden &= hidden - 1)
        null->shields |= white_o & orthogonal_line(square, lowest_square(hidden));
    hidden = diagonal_attacks(square, null->without_king ^ white_d) & null->white_diagonal;
    for (; hidden; hidden &= hidden - 1)
        null->shields |= white_d & diagonal_line(square, lowest_square(hidden));
}

/* Watches an attacked square. It becomes safe when its only attacker leaves or is blocked by a landing piece,
 * or when one of two attackers leaves and blocks the other. */
ALWAYS_INLINE void watch_attacked(struct null_move *null, unsigned square, uint64_t attackers,
                                  uint64_t orthogonal, uint64_t diagonal) {
    const uint64_t others = attackers & (attackers - 1);
    if (!others)
        null->shields |= attackers;
    if (others & (others - 1))
        return;
    for (uint64_t rest = orthogonal & null->white_orthogonal; rest; rest &= rest - 1)
        null->covers |= orthogonal_line(square, lowest_square(rest));
    for (uint64_t rest = diagonal & null->white_diagonal; rest; rest &= rest - 1)
        null->covers |= diagonal_line(square, lowest_square(rest));
}

ALWAYS_INLINE void watch(struct null_move *null, unsigned square) {
    const struct node *node = null->node;
    const uint64_t orthogonal = orthogonal_attacks(square, null->without_king);
    const uint64_t diagonal = diagonal_attacks(square, null->without_king);
    const uint64_t attackers = (orthogonal & null->white_orthogonal) | (diagonal & null->white_diagonal) |
                               (ks_leaps[square] & pieces_of(node, KS_WHITE_KNIGHT, KS_WHITE)) |
                               (ks_steps[square] & pieces_of(node, KS_WHITE_KING, KS_WHITE)) |
                               (white_pawns_to(bit(square)) & pieces_of(node, KS_WHITE_PAWN, KS_WHITE));
    if (attackers)
        watch_attacked(null, square, attackers, orthogonal, diagonal);
    else
        watch_safe(null, square, orthogonal, diagonal);
}

ALWAYS_INLINE void watch_all(struct null_move *null) {
    memset(null->near, 0, sizeof null->near);
    null->safe = null->shields = 0;
    null->covers = ks_steps[null->king]; /* the king may capture an adjacent piece */
    for (uint64_t rest = null->watched; rest; rest &= rest - 1)
        watch(null, lowest_square(rest));
    null->near[KS_WHITE_QUEEN] = null->near[KS_WHITE_ROOK] | null->near[KS_WHITE_BISHOP];
    null->king_moves = count_king_moves(null, null->steps, null->safe);
}

#endif
