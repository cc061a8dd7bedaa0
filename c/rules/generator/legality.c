/* Tests one move alone: is it legal, and does it give check? Lists the legal moves that give check. */
#include "rules/attacks.h"
#include "rules/generator/generator.h"
#include "rules/generator/safety.h"
#include "rules/position.h"

/* ---- Legality ---- */

/* Whether one move is legal, without a list. Any move may be asked about.
 *
 * A piece moves as it does on an empty board, over empty squares; then no enemy may see the king. With AMD
 * Zen 4, a function for each colour and processor, called by its address and compiled with BMI, gave 1.02 to
 * 1.05 times as many answers, and 0.93 to 1.00 times as many when PEXT found the squares of sliders. */

static __attribute__((noinline)) int choose_and_ask(const ks_position *position, ks_move move) {
    ks_generator_in_use(); /* chooses one */
    return ks_is_legal(position, move);
}

/* Answers for moves that are few, and for sides with several kings or none. */
static __attribute__((noinline)) int is_listed(const ks_position *position, ks_move move) {
    ks_move_list between;
    size_t i = ks_legal_moves_between(position, bit(KS_MOVE_FROM(move)), bit(KS_MOVE_TO(move)), &between);
    while (i > 0 && between.moves[i - 1] != move)
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
    if (king != ks_king_of(position, us) || !(rooks >> rook & 1) || way->empty << row & others)
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
    const uint64_t bits = move, from = bits & 63, to = bits >> 6 & 63, kind = bits >> 12;
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

/* ---- Check ---- */

/* Whether a move gives check, before it is made: by the piece that moves, or by a slider when the piece
 * leaves its line. One function serves all processors and both colours: functions of one colour each, called
 * by their addresses and compiled with BMI, gave 0.8 times as many answers (AMD Zen 4). */

static __attribute__((noinline)) int choose_and_ask_check(const ks_position *position, ks_move move) {
    ks_generator_in_use(); /* chooses one */
    return ks_gives_check(position, move);
}

/* Returns whether one of these pieces is a slider that sees the king's square when these squares are
 * occupied. */
static bool is_seen(const ks_position *position, unsigned king, uint64_t pieces, uint64_t occupied) {
    const uint64_t *b = position->private_planes;
    uint64_t rest = ((ks_attacks_from[king][KS_WHITE_ROOK] & b[2] & ~b[1]) |
                     (ks_attacks_from[king][KS_WHITE_BISHOP] & b[0] & (b[1] | b[2]))) &
                    pieces;
    for (; rest; rest &= rest - 1)
        if ((ks_lines_between[king][lowest_square(rest)] & occupied) == (rest & -rest))
            return true;
    return false;
}

/* Answers for a piece that leaves a line on which it is the nearest to the king. */
static __attribute__((noinline)) int uncovers(const ks_position *position, ks_move move) {
    const unsigned us = position->side_to_move;
    const uint64_t left = bit(KS_MOVE_FROM(move));
    return is_seen(position, ks_king_of(position, us ^ 1), ks_pieces_of(position, us) & ~left,
                   (ks_occupied(position) & ~left) | bit(KS_MOVE_TO(move)));
}

/* Answers for castling, en passant and promotions. After castling, only the rook on its new square and the
 * king's old square matter: all else happens on the edge of the board, to both sides of the rook. */
static __attribute__((noinline)) int special_gives_check(const ks_position *position, ks_move move) {
    const unsigned from = KS_MOVE_FROM(move), kind = KS_MOVE_KIND(move), us = position->side_to_move;
    const unsigned king = ks_king_of(position, us ^ 1);
    unsigned to = KS_MOVE_TO(move), code = KS_WHITE_KNIGHT + (kind & 3);
    uint64_t left = bit(from);
    if (kind == KS_MOVE_CASTLING) {
        to = castled_rook(us, from, to);
        code = KS_WHITE_ROOK;
    } else if (kind == KS_MOVE_EN_PASSANT) {
        left |= bit(capture_square(move));
        code = position->board[from];
    }
    const uint64_t occupied = (ks_occupied(position) & ~left) | bit(to);
    return (ks_attacks_from[to][code] >> king & 1 && !(ks_lines_between[king][to] & occupied & ~bit(to))) ||
           is_seen(position, king, ks_pieces_of(position, us) & ~left, occupied);
}

/* 0.87 times as many answers when the function begins in the middle of a line of the cache. */
CACHE_LINE int ks_gives_check(const ks_position *position, ks_move move) {
    const uint64_t *b = position->private_planes, bits = move;
    const uint64_t kings = b[1] & b[2] & (b[3] ^ -(uint64_t)position->side_to_move); /* the other side's */
    if (RARE(!ks_generator_is_chosen()))
        return choose_and_ask_check(position, move);
    if (RARE(kings == 0 || kings & (kings - 1)))
        return 0;
    if (RARE(bits >> 13)) /* the kind is neither plain nor a double push */
        return special_gives_check(position, move);
    const uint64_t from = bits & 63, to = bits >> 6 & 63, king = lowest_square(kings);
    const uint64_t occupied = b[0] | b[1] | b[2], *const between = ks_lines_between[king];
    if (ks_attacks_from[to][position->board[from]] & kings &&
        !(between[to] & occupied & ~BIT(from) & ~BIT(to)))
        return 1;
    const uint64_t standing = between[from] & occupied; /* with the piece itself, when it is on a line */
    return standing && !(standing & (standing - 1)) ? uncovers(position, move) : 0;
}

size_t ks_legal_checks(const ks_position *position, ks_move_list *list) {
    const unsigned us = position->side_to_move;
    const uint64_t kings = position->private_planes[1] & position->private_planes[2],
                   own = ks_pieces_of(position, us);
    bool uncertain = true;
    list->count = 0;
    if (RARE(!is_one_king(kings & ~own)))
        return 0;
    if (RARE(!is_one_king(kings & own)))
        ks_legal_moves(position, list);
    else
        ks_generator_in_use()->moves_for_checks[us](position, list, &uncertain);
    ks_move *kept = list->moves;
    for (const ks_move *move = list->moves; move < list->moves + list->count; move++) {
        *kept = *move;
        kept += !(uncertain || KS_MOVE_KIND(*move) > KS_MOVE_DOUBLE_PUSH) || ks_gives_check(position, *kept);
    }
    return list->count = (uint32_t)(kept - list->moves);
}
