/* Whether one move is legal, without a list. Any move may be asked about.
 *
 * A piece moves as it does on an empty board, over empty squares; then no enemy may see the king. With AMD
 * Zen 4, a function for each colour and processor, called by its address and compiled with BMI, gave 1.02 to
 * 1.05 times as many answers, and 0.93 to 1.00 times as many when PEXT found the squares of sliders. */
#include "rules/generator/generator.h"
#include "rules/generator/safety.h"
#include "rules/pawns.h"
#include "rules/position.h"

static __attribute__((noinline)) int choose_and_ask(const ks_position *position, ks_move move) {
    ks_generator_in_use(); /* chooses one */
    return ks_is_legal(position, move);
}

/* Answers for moves that are few, and for sides with several kings or none. */
static __attribute__((noinline)) int is_listed(const ks_position *position, ks_move move) {
    ks_move moves[KS_MOVES_MAX];
    size_t i = ks_legal_moves_between(position, bit(KS_MOVE_FROM(move)), bit(KS_MOVE_TO(move)), moves);
    while (i > 0 && moves[i - 1] != move)
        i--;
    return i > 0;
}

/* Castling. The king's way is asked about without king and rook: the rook may shield it, from the side. */
static __attribute__((noinline)) int is_legal_castling(const ks_position *position, ks_move move) {
    const unsigned king = KS_MOVE_FROM(move), rook = KS_MOVE_TO(move), us = position->side_to_move;
    const unsigned row = 8 * back_row(us);
    const uint64_t rooks = position->private_castling & row_mask(back_row(us));
    const uint64_t others = ks_occupied(position) & ~bit(king) & ~bit(rook);
    const struct castling_way *const way = &ks_castling_ways[king & 7][rook & 7];
    if (king != ks_king_square(position, us) || !(rooks >> rook & 1) || way->empty << row & others)
        return 0;
    for (uint64_t path = way->safe << row; path; path &= path - 1)
        if (is_attacked(position, lowest_square(path), ks_pieces_of(position, us ^ 1), others, us))
            return 0;
    return 1;
}

/* Returns whether a pawn may make a move of this kind if its king allows it. No own piece and no king stands
 * on `to`. */
ALWAYS_INLINE bool is_pawn_move(square from, square to, uint64_t kind, uint64_t occupied, unsigned us) {
    const square forward = us == KS_WHITE ? (square)-8 : 8;
    if (kind == KS_MOVE_DOUBLE_PUSH)
        return to == from + 2 * forward && from >> 3 == row_of_rank(us, 1) &&
               !(ks_lines_between[from][to] & occupied);
    if (kind == KS_MOVE_PLAIN ? to >> 3 == back_row(us ^ 1)
                              : kind > KS_MOVE_TO_QUEEN || to >> 3 != back_row(us ^ 1))
        return false;
    const uint64_t captures = ks_attacks_from[from][code_of(KS_WHITE_PAWN, us)] & occupied;
    return ((to == from + forward ? ~occupied : captures) & BIT(to)) != 0;
}

ALWAYS_INLINE int is_legal(const ks_position *position, ks_move move, unsigned us) {
    const uint64_t wide = move, from = wide & 63, to = wide >> 6 & 63, kind = wide >> 12;
    const uint64_t code = position->board[from];
    const uint64_t *b = position->private_planes, occupied = b[0] | b[1] | b[2], kings = b[1] & b[2];
    const uint64_t own = occupied & (us == KS_WHITE ? ~b[3] : b[3]), king = kings & own;
    if (RARE(!is_one_king(king)))
        return is_listed(position, move);
    if (RARE(kind == KS_MOVE_CASTLING || kind == KS_MOVE_EN_PASSANT))
        return kind == KS_MOVE_CASTLING ? is_legal_castling(position, move) : is_listed(position, move);
    if (!(own & BIT(from)) || (own | kings) & BIT(to))
        return 0;
    if ((code & 7) == KS_WHITE_PAWN ? !is_pawn_move(from, to, kind, occupied, us)
                                    : kind != KS_MOVE_PLAIN || !(ks_attacks_from[from][code] & BIT(to)) ||
                                          ks_lines_between[from][to] & occupied & ~BIT(to))
        return 0;
    return leaves_king_safe(position, from, to, lowest_square(king & BIT(from) ? BIT(to) : king), own, us);
}

CACHE_LINE int ks_is_legal(const ks_position *position, ks_move move) {
    if (RARE(!ks_generator_is_chosen()))
        return choose_and_ask(position, move);
    return position->side_to_move == KS_WHITE ? is_legal(position, move, KS_WHITE)
                                              : is_legal(position, move, KS_BLACK);
}
