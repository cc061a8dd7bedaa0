/* The fast generator: it generates only legal moves, from the lines of checks and pins. A pinned piece stays
 * on its pin's line, and in check a move ends on the check's line; only king's moves and en passant are
 * tested. Both colours and all purposes share one source: the parameters `us` and `purpose` are constants in
 * every call. */
#ifndef KS_PERFT_MOVEGEN_TMPL_H
#define KS_PERFT_MOVEGEN_TMPL_H

#include <stdbool.h>

#include "rules/perft/node.h"
#include "rules/perft/sliders.h"

/* ==== Moves ==== */

enum purpose { LIST, COUNT, FIND_ANY };

struct moves {
    ks_move *next; /* LIST: the place of the next move */
    size_t count;  /* COUNT, FIND_ANY: the number of moves found */
};

ALWAYS_INLINE uint64_t pieces_of(const struct node *node, unsigned white_code, unsigned side) {
    return node->codes[code_of(white_code, side)];
}

ALWAYS_INLINE uint64_t orthogonal_sliders(const struct node *node, unsigned side) {
    return pieces_of(node, KS_WHITE_ROOK, side) | pieces_of(node, KS_WHITE_QUEEN, side);
}

ALWAYS_INLINE uint64_t diagonal_sliders(const struct node *node, unsigned side) {
    return pieces_of(node, KS_WHITE_BISHOP, side) | pieces_of(node, KS_WHITE_QUEEN, side);
}

ALWAYS_INLINE uint64_t occupied_squares(const struct node *node) {
    return node->sides[KS_WHITE] | node->sides[KS_BLACK];
}

ALWAYS_INLINE unsigned king_square(const struct node *node, unsigned side) {
    return lowest_square(pieces_of(node, KS_WHITE_KING, side));
}

/* ---- Listing and counting ---- */

ALWAYS_INLINE void add_move(struct moves *moves, enum purpose purpose, ks_move move) {
    if (purpose == LIST)
        *moves->next++ = move;
    else
        moves->count++;
}

ALWAYS_INLINE void add_targets(struct moves *moves, enum purpose purpose, unsigned from, uint64_t targets) {
    if (purpose != LIST) {
        moves->count += (unsigned)__builtin_popcountll(targets);
        return;
    }
    for (; targets; targets &= targets - 1)
        *moves->next++ = KS_MOVE(from, lowest_square(targets), KS_MOVE_PLAIN);
}

/* Adds the moves of pawns to these squares; each pawn comes from the square at distance -step. */
ALWAYS_INLINE void add_pawn_targets(struct moves *moves, enum purpose purpose, unsigned us, uint64_t targets,
                                    int step, unsigned kind) {
    const uint64_t promoting = targets & row_mask(back_row(us ^ 1));
    if (purpose != LIST) {
        moves->count +=
            (unsigned)__builtin_popcountll(targets) + 3 * (unsigned)__builtin_popcountll(promoting);
        return;
    }
    for (uint64_t rest = targets ^ promoting; rest; rest &= rest - 1) {
        const unsigned to = lowest_square(rest);
        *moves->next++ = KS_MOVE((int)to - step, to, kind);
    }
    for (uint64_t rest = promoting; rest; rest &= rest - 1)
        for (unsigned promotion = KS_MOVE_TO_KNIGHT; promotion <= KS_MOVE_TO_QUEEN; promotion++) {
            const unsigned to = lowest_square(rest);
            *moves->next++ = KS_MOVE((int)to - step, to, promotion);
        }
}

/* ---- The king ---- */

/* The pieces of a side by how they attack. */
struct force {
    uint64_t orthogonal, diagonal, knights, pawns, king;
};

ALWAYS_INLINE struct force force_of(const struct node *node, unsigned side) {
    return (struct force){orthogonal_sliders(node, side), diagonal_sliders(node, side),
                          pieces_of(node, KS_WHITE_KNIGHT, side), pieces_of(node, KS_WHITE_PAWN, side),
                          pieces_of(node, KS_WHITE_KING, side)};
}

/* Returns whether `them` attack a square when these squares are occupied. */
ALWAYS_INLINE bool attacks_square(const struct force *force, unsigned square, unsigned them,
                                  uint64_t occupied) {
    const uint64_t pawns_from = attack_left(bit(square), them ^ 1) | attack_right(bit(square), them ^ 1);
    return ((ks_leaps[square] & force->knights) | (ks_steps[square] & force->king) |
            (pawns_from & force->pawns) | (orthogonal_attacks(square, occupied) & force->orthogonal) |
            (diagonal_attacks(square, occupied) & force->diagonal)) != 0;
}

ALWAYS_INLINE bool is_attacked(const struct node *node, unsigned square, unsigned them, uint64_t occupied) {
    const struct force force = force_of(node, them);
    return attacks_square(&force, square, them, occupied);
}

/* Returns all squares that `them` attack when these squares are occupied. */
ALWAYS_INLINE uint64_t attacked_squares(const struct force *force, unsigned them, uint64_t occupied) {
    uint64_t attacked = attack_left(force->pawns, them) | attack_right(force->pawns, them) |
                        ks_steps[lowest_square(force->king)];
    for (uint64_t rest = force->knights; rest; rest &= rest - 1)
        attacked |= ks_leaps[lowest_square(rest)];
    for (uint64_t rest = force->orthogonal; rest; rest &= rest - 1)
        attacked |= orthogonal_attacks(lowest_square(rest), occupied);
    for (uint64_t rest = force->diagonal; rest; rest &= rest - 1)
        attacked |= diagonal_attacks(lowest_square(rest), occupied);
    return attacked;
}

enum { FEW_SLIDERS = 2 };

/* Returns those of the squares that `them` do not attack. Looking from each slider takes less time than
 * looking from each square where there are few sliders, and more where there are many: bench/README.md. */
ALWAYS_INLINE uint64_t safe_squares(const struct force *force, uint64_t squares, unsigned them,
                                    uint64_t occupied) {
    if (__builtin_popcountll(force->orthogonal | force->diagonal) <= FEW_SLIDERS)
        return squares & ~attacked_squares(force, them, occupied);
    for (uint64_t rest = squares; rest; rest &= rest - 1)
        if (attacks_square(force, lowest_square(rest), them, occupied))
            squares ^= rest & -rest;
    return squares;
}

ALWAYS_INLINE void add_king_moves(const struct node *node, struct moves *moves, enum purpose purpose,
                                  unsigned us, uint64_t mask) {
    const unsigned king = king_square(node, us);
    const uint64_t others = occupied_squares(node) ^ bit(king);
    const struct force force = force_of(node, us ^ 1);
    uint64_t targets = ks_steps[king] & mask;
    if (purpose == COUNT) {
        moves->count += (unsigned)__builtin_popcountll(safe_squares(&force, targets, us ^ 1, others));
        return;
    }
    for (uint64_t rest = targets; rest; rest &= rest - 1)
        if (attacks_square(&force, lowest_square(rest), us ^ 1, others))
            targets ^= rest & -rest;
    add_targets(moves, purpose, king, targets);
}

ALWAYS_INLINE bool can_castle(const struct node *node, unsigned us, unsigned king, unsigned rook) {
    const unsigned king_to = castled_king(us, king, rook), rook_to = castled_rook(us, king, rook);
    const uint64_t others = occupied_squares(node) & ~bit(king) & ~bit(rook);
    if ((row_span(king, king_to) | row_span(rook, rook_to)) & others)
        return false;
    for (uint64_t way = row_span(king, king_to); way; way &= way - 1)
        if (is_attacked(node, lowest_square(way), us ^ 1, others | bit(rook)))
            return false;
    /* The rook may have covered the king's new square. */
    return !is_attacked(node, king_to, us ^ 1, others | bit(rook_to));
}

ALWAYS_INLINE void add_castling(const struct node *node, struct moves *moves, enum purpose purpose,
                                unsigned us) {
    const unsigned king = king_square(node, us);
    for (uint64_t rooks = node->castling & row_mask(back_row(us)); rooks; rooks &= rooks - 1)
        if (can_castle(node, us, king, lowest_square(rooks)))
            add_move(moves, purpose, KS_MOVE(king, lowest_square(rooks), KS_MOVE_CASTLING));
}

/* ---- Pawns ---- */

/* En passant removes two pawns from a row at once, which may open a line that neither of them was pinned on,
 * so it is tested. */
ALWAYS_INLINE void add_en_passant(const struct node *node, struct moves *moves, enum purpose purpose,
                                  unsigned us, const ks_king_lines *lines) {
    const unsigned them = us ^ 1, king = king_square(node, us);
    const uint64_t target = node->en_passant, captured = push(target, them);
    const uint64_t orthogonal = orthogonal_sliders(node, them), diagonal = diagonal_sliders(node, them);
    if (lines->checkers & ~captured & ~orthogonal & ~diagonal)
        return;
    uint64_t pawns =
        (attack_left(target, them) | attack_right(target, them)) & pieces_of(node, KS_WHITE_PAWN, us);
    for (; pawns; pawns &= pawns - 1) {
        const uint64_t from = pawns & -pawns;
        const uint64_t occupied = (occupied_squares(node) & ~captured & ~from) | target;
        if (!(orthogonal_attacks(king, occupied) & orthogonal) &&
            !(diagonal_attacks(king, occupied) & diagonal))
            add_move(moves, purpose, KS_MOVE(lowest_square(from), lowest_square(target), KS_MOVE_EN_PASSANT));
    }
}

/* Returns those of white's double pushes after which black may capture en passant. twice: their targets. */
ALWAYS_INLINE uint64_t pushes_beside_pawns(const struct node *node, uint64_t twice) {
    const uint64_t pawns = pieces_of(node, KS_WHITE_PAWN, KS_BLACK);
    return twice & (((pawns & ~file_mask(FILE_A)) >> 1) | ((pawns & ~file_mask(FILE_H)) << 1));
}

/* Counts black's en passant after white's double pushes to these squares. Black was not in check, and the
 * pawn is captured, so only lines can forbid it. Out of line: copied into the counters, it takes 1.03 of the
 * time of perft 6 of a middlegame with AVX2 (AMD EPYC Zen 5). */
static __attribute__((noinline, unused)) uint64_t count_en_passant(const struct node *node, uint64_t twice) {
    const unsigned king = king_square(node, KS_BLACK);
    const uint64_t pawns = pieces_of(node, KS_WHITE_PAWN, KS_BLACK);
    uint64_t count = 0;
    for (; twice; twice &= twice - 1) {
        const uint64_t captured = twice & -twice, target = push(captured, KS_BLACK),
                       from = push(target, KS_BLACK);
        uint64_t takers = (attack_left(target, KS_WHITE) | attack_right(target, KS_WHITE)) & pawns;
        for (; takers; takers &= takers - 1) {
            const uint64_t occupied = (occupied_squares(node) & ~from & ~(takers & -takers)) | target;
            count += !(orthogonal_attacks(king, occupied) & orthogonal_sliders(node, KS_WHITE)) &&
                     !(diagonal_attacks(king, occupied) & diagonal_sliders(node, KS_WHITE));
        }
    }
    return count;
}

ALWAYS_INLINE void add_pawn_moves(const struct node *node, struct moves *moves, enum purpose purpose,
                                  unsigned us, uint64_t mask, const ks_king_lines *lines) {
    const uint64_t pawns = pieces_of(node, KS_WHITE_PAWN, us), free = pawns & ~lines->pinned;
    const uint64_t on_diagonal = pawns & lines->pinned & lines->pin_diagonal;
    const uint64_t on_file = pawns & lines->pinned & lines->pin_orthogonal;
    const uint64_t enemies = node->sides[us ^ 1] & mask, empty = ~occupied_squares(node);
    const int forward = us == KS_WHITE ? -8 : 8;

    const uint64_t left = attack_left(free, us) | (attack_left(on_diagonal, us) & lines->pin_diagonal);
    const uint64_t right = attack_right(free, us) | (attack_right(on_diagonal, us) & lines->pin_diagonal);
    const uint64_t once = (push(free, us) | (push(on_file, us) & lines->pin_orthogonal)) & empty;
    const uint64_t twice = push(once & row_mask(us == KS_WHITE ? 5 : 2), us) & empty;
    add_pawn_targets(moves, purpose, us, left & enemies, forward - 1, KS_MOVE_PLAIN);
    add_pawn_targets(moves, purpose, us, right & enemies, forward + 1, KS_MOVE_PLAIN);
    add_pawn_targets(moves, purpose, us, once & mask, forward, KS_MOVE_PLAIN);
    add_pawn_targets(moves, purpose, us, twice & mask, 2 * forward, KS_MOVE_DOUBLE_PUSH);
    if (node->en_passant)
        add_en_passant(node, moves, purpose, us, lines);
}

/* ---- Knights and sliders ---- */

ALWAYS_INLINE void add_knight_moves(const struct node *node, struct moves *moves, enum purpose purpose,
                                    unsigned us, uint64_t mask, const ks_king_lines *lines) {
    for (uint64_t rest = pieces_of(node, KS_WHITE_KNIGHT, us) & ~lines->pinned; rest; rest &= rest - 1)
        add_targets(moves, purpose, lowest_square(rest), ks_leaps[lowest_square(rest)] & mask);
}

ALWAYS_INLINE void add_orthogonal_moves(const struct node *node, struct moves *moves, enum purpose purpose,
                                        uint64_t pieces, uint64_t mask) {
    for (uint64_t rest = pieces; rest; rest &= rest - 1) {
        const unsigned from = lowest_square(rest);
        add_targets(moves, purpose, from, orthogonal_attacks(from, occupied_squares(node)) & mask);
    }
}

ALWAYS_INLINE void add_diagonal_moves(const struct node *node, struct moves *moves, enum purpose purpose,
                                      uint64_t pieces, uint64_t mask) {
    for (uint64_t rest = pieces; rest; rest &= rest - 1) {
        const unsigned from = lowest_square(rest);
        add_targets(moves, purpose, from, diagonal_attacks(from, occupied_squares(node)) & mask);
    }
}

ALWAYS_INLINE void add_slider_moves(const struct node *node, struct moves *moves, enum purpose purpose,
                                    unsigned us, uint64_t mask, const ks_king_lines *lines) {
    const uint64_t orthogonal = orthogonal_sliders(node, us), diagonal = diagonal_sliders(node, us);
    add_orthogonal_moves(node, moves, purpose, orthogonal & ~lines->pinned, mask);
    add_diagonal_moves(node, moves, purpose, diagonal & ~lines->pinned, mask);
    add_orthogonal_moves(node, moves, purpose, orthogonal & lines->pinned & lines->pin_orthogonal,
                         mask & lines->pin_orthogonal);
    add_diagonal_moves(node, moves, purpose, diagonal & lines->pinned & lines->pin_diagonal,
                       mask & lines->pin_diagonal);
}

/* ---- All ---- */

/* Returns whether no further moves are needed. */
ALWAYS_INLINE bool is_enough(const struct moves *moves, enum purpose purpose) {
    return purpose == FIND_ANY && moves->count > 0;
}

ALWAYS_INLINE void add_moves_of_others(const struct node *node, struct moves *moves, enum purpose purpose,
                                       unsigned us, uint64_t mask, const ks_king_lines *lines) {
    add_pawn_moves(node, moves, purpose, us, mask, lines);
    if (is_enough(moves, purpose))
        return;
    add_knight_moves(node, moves, purpose, us, mask, lines);
    if (is_enough(moves, purpose))
        return;
    add_slider_moves(node, moves, purpose, us, mask, lines);
}

/* The order matters for FIND_ANY: in check the king's moves are the likely ones, otherwise they are the
 * costly ones. */
ALWAYS_INLINE void add_legal_moves(const struct node *node, struct moves *moves, enum purpose purpose,
                                   unsigned us, const ks_king_lines *lines) {
    const uint64_t anywhere = ~node->sides[us] & ~pieces_of(node, KS_WHITE_KING, us ^ 1);
    if (!lines->checkers) {
        add_moves_of_others(node, moves, purpose, us, anywhere, lines);
        if (is_enough(moves, purpose))
            return;
        if (node->castling & row_mask(back_row(us)))
            add_castling(node, moves, purpose, us);
        add_king_moves(node, moves, purpose, us, anywhere);
        return;
    }
    add_king_moves(node, moves, purpose, us, anywhere);
    const bool one_checker = !(lines->checkers & (lines->checkers - 1));
    if (one_checker && !is_enough(moves, purpose))
        add_moves_of_others(node, moves, purpose, us, anywhere & lines->check_lines, lines);
}

/* ==== Checks and pins ==== */

/* Checks and pins from the masks of a node, for perft; ks_king_scan finds the same in the 64 bytes. Perft has
 * just stored those bytes one by one, and a kernel that loads all 64 would wait for them: with the kernel,
 * perft takes 1.2 times as long. */

/* Return the squares from a (excluded) to b (included) on a row, file or diagonal. */
ALWAYS_INLINE uint64_t orthogonal_line(unsigned a, unsigned b) {
#ifdef KS_HAS_LINES
    return ks_slider_lines[a][b];
#else
    return (orthogonal_attacks(a, bit(b)) & orthogonal_attacks(b, bit(a))) | bit(b);
#endif
}

ALWAYS_INLINE uint64_t diagonal_line(unsigned a, unsigned b) {
#ifdef KS_HAS_LINES
    return ks_slider_lines[a][b];
#else
    return (diagonal_attacks(a, bit(b)) & diagonal_attacks(b, bit(a))) | bit(b);
#endif
}

/* An enemy slider pins when it attacks the king after the nearest own pieces are removed. */
ALWAYS_INLINE void find_orthogonal_pins(const struct node *node, unsigned us, unsigned king, uint64_t seen,
                                        ks_king_lines *lines) {
    uint64_t pinners = orthogonal_sliders(node, us ^ 1) & ~seen & open_orthogonal(king);
    if (!pinners)
        return;
    pinners &= orthogonal_attacks(king, occupied_squares(node) ^ (seen & node->sides[us]));
    for (; pinners; pinners &= pinners - 1)
        lines->pin_orthogonal |= orthogonal_line(king, lowest_square(pinners));
    lines->pinned |= lines->pin_orthogonal & node->sides[us];
}

ALWAYS_INLINE void find_diagonal_pins(const struct node *node, unsigned us, unsigned king, uint64_t seen,
                                      ks_king_lines *lines) {
    uint64_t pinners = diagonal_sliders(node, us ^ 1) & ~seen & open_diagonal(king);
    if (!pinners)
        return;
    pinners &= diagonal_attacks(king, occupied_squares(node) ^ (seen & node->sides[us]));
    for (; pinners; pinners &= pinners - 1)
        lines->pin_diagonal |= diagonal_line(king, lowest_square(pinners));
    lines->pinned |= lines->pin_diagonal & node->sides[us];
}

ALWAYS_INLINE void find_lines(const struct node *node, unsigned us, ks_king_lines *lines) {
    const unsigned king = king_square(node, us), them = us ^ 1;
    const uint64_t seen_orthogonally = orthogonal_attacks(king, occupied_squares(node));
    const uint64_t seen_diagonally = diagonal_attacks(king, occupied_squares(node));
    const uint64_t orthogonal = seen_orthogonally & orthogonal_sliders(node, them);
    const uint64_t diagonal = seen_diagonally & diagonal_sliders(node, them);
    const uint64_t pawns_from = attack_left(bit(king), us) | attack_right(bit(king), us);
    *lines = (ks_king_lines){.checkers = orthogonal | diagonal |
                                         (ks_leaps[king] & pieces_of(node, KS_WHITE_KNIGHT, them)) |
                                         (pawns_from & pieces_of(node, KS_WHITE_PAWN, them))};
    lines->check_lines = lines->checkers;
    for (uint64_t rest = orthogonal; rest; rest &= rest - 1)
        lines->check_lines |= orthogonal_line(king, lowest_square(rest));
    for (uint64_t rest = diagonal; rest; rest &= rest - 1)
        lines->check_lines |= diagonal_line(king, lowest_square(rest));
    find_orthogonal_pins(node, us, king, seen_orthogonally, lines);
    find_diagonal_pins(node, us, king, seen_diagonally, lines);
}

#endif
