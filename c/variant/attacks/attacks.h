/* Attacks of pieces as a variant describes them: from where they reach, past what, and which squares they
 * attack. */
#ifndef KS_ATTACKS_H
#define KS_ATTACKS_H

#include "rules/attacks.h"
#include "variant/definition/definition.h"
#include "variant/definition/squares.h"

/* ---- Facing ---- */

/* Kings that may not face each other along a rank or a file with nothing between them. Each king attacks the
 * other as a rook does, and attacks nothing else so. */

/* Counts the pieces between two squares of one rank or file, up to two. Sets *between to the lowest square of
 * such a piece. */
static inline unsigned ks_variant_count_between(const ks_variant *v, const uint8_t *board, unsigned a,
                                                unsigned b, unsigned *between) {
    const unsigned low = a < b ? a : b, high = a < b ? b : a, step = high - low < v->files ? 1 : v->files;
    unsigned count = 0;
    for (unsigned square = low + step; square < high && count < 2; square += step)
        if (board[square] && count++ == 0)
            *between = square;
    return count;
}

/* Returns whether two kings on these squares would face each other. Either square may be
 * KS_VARIANT_NO_SQUARE. */
static inline bool ks_variant_kings_face(const ks_variant *v, const uint8_t *board, unsigned a, unsigned b) {
    unsigned between;
    return a != KS_VARIANT_NO_SQUARE && b != KS_VARIANT_NO_SQUARE && has_square(&v->crosses[a], b) &&
           ks_variant_count_between(v, board, a, b, &between) == 0;
}

/* ---- Reach ---- */

/* The squares that a piece reaches, as sets. */

/* Returns the stops up to the lowest blocker, or all stops when there is none. */
static inline ks_variant_squares up_to_lowest(ks_variant_squares stops, const ks_variant_squares *occupied) {
    const ks_variant_squares blockers = both(stops, *occupied);
    if (blockers.half[0])
        return (ks_variant_squares){{stops.half[0] & (blockers.half[0] ^ (blockers.half[0] - 1)), 0}};
    if (blockers.half[1])
        stops.half[1] &= blockers.half[1] ^ (blockers.half[1] - 1);
    return stops;
}

/* Returns the stops down to the highest blocker, or all stops when there is none. */
static inline ks_variant_squares down_to_highest(ks_variant_squares stops,
                                                 const ks_variant_squares *occupied) {
    const ks_variant_squares blockers = both(stops, *occupied);
    if (blockers.half[1])
        return (ks_variant_squares){
            {0, stops.half[1] & ~(uint64_t)0 << (63 - __builtin_clzll(blockers.half[1]))}};
    if (blockers.half[0])
        stops.half[0] &= ~(uint64_t)0 << (63 - __builtin_clzll(blockers.half[0]));
    return stops;
}

static inline ks_variant_squares walk_line(const ks_variant *v, const struct line *line,
                                           const uint8_t *board) {
    struct walk walk = start_walk(v, line);
    ks_variant_squares stops = {{0}};
    for (unsigned stop; (stop = next_stop(&walk, board)) != KS_VARIANT_NO_SQUARE;)
        add_square(&stops, stop);
    return stops;
}

/* Returns the squares of a line on which the piece may end, empty or not. occupied: the occupied squares of
 * the board. */
static inline ks_variant_squares reach_of_line(const ks_variant *v, const struct line *line,
                                               const uint8_t *board, const ks_variant_squares *occupied) {
    switch (line->way) {
    case WAY_UP:
        return up_to_lowest(line->stops, occupied);
    case WAY_DOWN:
        return down_to_highest(line->stops, occupied);
    default:
        return walk_line(v, line, board);
    }
}

/* Returns the squares that a piece reaches as rook and bishop do on a board of eight by eight. glides: of
 * enum glide. */
static inline uint64_t glide_from(unsigned glides, unsigned from, uint64_t occupied) {
    return (glides & GLIDE_ORTHOGONAL ? orthogonal_attacks_by_rays(from, occupied) : 0) |
           (glides & GLIDE_DIAGONAL ? diagonal_attacks_by_rays(from, occupied) : 0);
}

/* The targets of a piece, without regard to the safety of kings. A square is in at most one of the sets. */
struct targets {
    ks_variant_squares moves, firsts; /* empty squares: of ordinary moves, and of first moves alone */
    ks_variant_squares attacks;       /* squares that it attacks and does not move to without capturing */
};

static inline struct targets find_targets(const ks_variant *v, const uint8_t *board,
                                          const ks_variant_squares *occupied, unsigned from) {
    const unsigned index = board[from] * v->squares + from;
    ks_variant_squares moves = v->leaps[index].moves, captures = v->leaps[index].captures, firsts = {{0}};
    const unsigned glides = v->glides[board[from]];
    const struct line *const end = v->rides + v->rides_of[index + 1];
    if (glides) {
        const uint64_t reach = glide_from(glides, from, occupied->half[0]);
        moves.half[0] |= reach;
        captures.half[0] |= reach;
    }
    for (const struct line *ride = v->rides + v->rides_of[index]; !glides && ride < end; ride++) {
        const ks_variant_squares reach = reach_of_line(v, ride, board, occupied);
        if (ride->flags & LINE_CAPTURE)
            captures = either(captures, reach);
        if (ride->flags & LINE_FIRST)
            firsts = ride->flags & LINE_MOVE ? either(firsts, reach) : firsts;
        else if (ride->flags & LINE_MOVE)
            moves = either(moves, reach);
    }
    moves = without(moves, *occupied);
    firsts = without(without(firsts, *occupied), moves);
    return (struct targets){moves, firsts, without(without(captures, moves), firsts)};
}

/* Returns the squares of a line before the target. A piece on any of them blocks a line without hops. */
ks_variant_squares ks_variant_squares_before(const ks_variant *v, const struct line *line, unsigned target);

/* ---- Passing ---- */

/* Passing instead of moving, and bikjang: in Janggi a side may leave the generals facing each other. Then the
 * other side separates them, or passes and ends the game. */

/* Returns whether the generals face each other in a variant with bikjang. */
static inline bool ks_variant_in_bikjang(const ks_variant *v, const ks_variant_position *p) {
    return v->bikjang && ks_variant_kings_face(v, p->board, p->king[KS_WHITE], p->king[KS_BLACK]);
}

/* Returns the square of the piece of the side to move on the lowest file of the lowest rank;
 * KS_VARIANT_NO_SQUARE when it has none. */
static inline unsigned ks_variant_lowest_piece(const ks_variant *v, const ks_variant_position *p) {
    const unsigned us = p->side_to_move;
    for (unsigned row = v->ranks; row-- > 0;)
        for (unsigned file = 0; file < v->files; file++)
            if (has_square(&p->pieces[us], row * v->files + file))
                return row * v->files + file;
    return KS_VARIANT_NO_SQUARE;
}

/* Returns the square of a pass: where the royal piece stands, or the lowest one. */
static inline unsigned ks_variant_passer(const ks_variant *v, const ks_variant_position *p) {
    const unsigned king = p->king[p->side_to_move];
    return king != KS_VARIANT_NO_SQUARE ? king : ks_variant_lowest_piece(v, p);
}

/* Returns whether the rule allows a pass to a side with this number of other moves. */
static inline bool ks_variant_passes_with(enum passing passing, size_t moves) {
    return passing == PASS_ALWAYS || (passing == PASS_ON_STALEMATE && moves == 0);
}

/* ---- Cambodian leaps ---- */

/* The first moves of Cambodian chess. From its gate the king may leap two squares sideways and one forward,
 * but not out of check, and not after an enemy rook has come to its row or file; the met may leap two squares
 * forward. No leap captures.
 * Source: Cambodian Chess Federation's rules, article 5, items 3 and 4, as Fairy-Stockfish reads them. */

/* Returns the square `files` to the right and `ranks` forward, as the side sees the board, or
 * KS_VARIANT_NO_SQUARE. */
static inline unsigned ks_variant_square_ahead(const ks_variant *v, unsigned side, unsigned from, int files,
                                               int ranks) {
    return ks_variant_beside(v, from, files, side == KS_WHITE ? -ranks : ranks);
}

/* Adds these moves of the piece on a square. */
static inline void ks_variant_add_cambodian(const ks_variant *v, const ks_variant_position *p, unsigned from,
                                            bool in_check, struct targets *targets) {
    const unsigned us = p->side_to_move, type = KS_VARIANT_TYPE(p->board[from]);
    if (!has_square(&p->gates[us], from))
        return;
    for (int files = -2; files <= 2 && type == v->royal && !in_check; files += 4) {
        const unsigned to = ks_variant_square_ahead(v, us, from, files, 1);
        if (to != KS_VARIANT_NO_SQUARE && !p->board[to])
            add_square(&targets->moves, to);
    }
    const unsigned to = ks_variant_square_ahead(v, us, from, 0, 2);
    if (type == v->met && to != KS_VARIANT_NO_SQUARE && !p->board[to])
        add_square(&targets->moves, to);
}

/* Returns the targets of these leaps from a square. */
static inline ks_variant_squares ks_variant_cambodian_sight(const ks_variant *v, unsigned side,
                                                            unsigned from) {
    ks_variant_squares sight = {{0}};
    for (int files = -2; files <= 2; files += 2) {
        const unsigned to = ks_variant_square_ahead(v, side, from, files, files ? 1 : 2);
        if (to != KS_VARIANT_NO_SQUARE)
            add_square(&sight, to);
    }
    return sight;
}

/* Returns whether a rook that arrives on this square aims at the enemy king, which may leap no more: pieces
 * between them make no difference. code: of the piece that arrives. */
static inline bool ks_variant_takes_leap(const ks_variant *v, const ks_variant_position *p, unsigned code,
                                         unsigned to) {
    const unsigned them = is_piece(code) ? other_side(KS_VARIANT_SIDE(code)) : KS_WHITE;
    return v->cambodian && is_piece(code) && KS_VARIANT_TYPE(code) == v->leap_taker &&
           p->king[them] != KS_VARIANT_NO_SQUARE && has_square(&p->gates[them], p->king[them]) &&
           has_square(&v->crosses[p->king[them]], to);
}

/* ---- Attacks ---- */

/* The attackers of a square, and the moves of a side whose safety for its king must be tested. */

/* Returns whether any of `pieces`, which belong to by_side, attacks the square. No piece attacks
 * KS_VARIANT_NO_SQUARE, the king's square of a side without a king. */
bool ks_variant_is_attacked(const ks_variant *v, const uint8_t *board, const ks_variant_squares *pieces,
                            unsigned by_side, unsigned square);

/* Returns whether two kings are adjacent in a variant with explosions. Then neither can be captured without
 * blowing up the other, so neither is in check. */
static inline bool ks_variant_kings_touch(const ks_variant *v, unsigned king, unsigned other) {
    return v->blasts && king != KS_VARIANT_NO_SQUARE &&
           (other == KS_VARIANT_NO_SQUARE || has_square(&v->around[king], other));
}

/* Returns whether pieces of by_side would check the enemy's royal piece on a square. their_king: the square
 * of by_side's king. */
static inline bool ks_variant_is_royal_attacked(const ks_variant *v, const uint8_t *board,
                                                const ks_variant_squares *pieces, unsigned by_side,
                                                unsigned square, unsigned their_king) {
    if (ks_variant_kings_touch(v, square, their_king))
        return false;
    return ks_variant_is_attacked(v, board, pieces, by_side, square) ||
           (v->faces && ks_variant_kings_face(v, board, square, their_king));
}

/* The safety of the king of the side to move: the pieces that attack it, and the sensitive squares. A move of
 * another piece can uncover the king, or enable a hopper, only by a change on the sensitive squares. So when
 * the king is not in check, a move of another piece between other squares leaves it safe. */
struct guard {
    ks_variant_squares checkers, sensitive;
    ks_variant_squares answers; /* the squares on which another piece can answer a check: the single
                           checker's, and those between */
    bool tries; /* a hopper gives check, so other moves may answer it too and each must be tried */
};

/* Returns the sensitive squares of the enemy's king. A change on any other square uncovers no check. */
ks_variant_squares ks_variant_uncovering(const ks_variant *v, const ks_variant_position *position);

void ks_variant_guard(const ks_variant *v, const ks_variant_position *position, struct guard *guard);

/* Does the same for the square of another royal piece of the side to move. */
void ks_variant_guard_square(const ks_variant *v, const ks_variant_position *position, unsigned square,
                             struct guard *guard);

/* Returns the checkers of the king alone; ks_variant_checkers returns the checkers of all
 * royal pieces. */
ks_variant_squares ks_variant_king_checkers(const ks_variant *v, const ks_variant_position *position,
                                            unsigned side);

#endif
