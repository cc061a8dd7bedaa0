/* Whether there is a legal move, by masks of all pieces of a kind at once: no move is listed. */
#include "rules/second_look.h"

#include "core/masks.h"
#include "rules/node.h"

/* ---- The board as masks ---- */

struct pieces {
    uint64_t pawns, knights, diagonal, orthogonal, king; /* queens count as both sliders */
    uint64_t all;
};

static inline struct pieces pieces_of_side(const struct code_planes *planes, uint64_t side) {
    const uint64_t low = planes->bits[0], middle = planes->bits[1], high = planes->bits[2];
    const uint64_t queens = side & high & ~middle & low;
    return (struct pieces){.pawns = side & ~high & ~middle & low,
                           .knights = side & ~high & middle & ~low,
                           .diagonal = (side & ~high & middle & low) | queens,
                           .orthogonal = (side & high & ~middle & ~low) | queens,
                           .king = side & high & middle & ~low,
                           .all = side};
}
_Static_assert(KS_WHITE_PAWN == 1 && KS_WHITE_KNIGHT == 2 && KS_WHITE_BISHOP == 3 && KS_WHITE_ROOK == 4 &&
                   KS_WHITE_QUEEN == 5 && KS_WHITE_KING == 6 && KS_BLACK_BIT == 8,
               "pieces_of_side takes codes apart");

struct look {
    struct pieces own, other;
    uint64_t occupied;
    unsigned us;
    ks_king_lines lines; /* of the own king */
};

/* False when the board can't be a position. */
static bool take_apart(const uint8_t board[64], unsigned us, struct look *look) {
    struct code_planes planes;
    split_board(board, &planes);
    look->us = us;
    look->occupied = planes.bits[0] | planes.bits[1] | planes.bits[2];
    const uint64_t black = planes.bits[3], white = look->occupied & ~black;
    look->own = pieces_of_side(&planes, us == KS_WHITE ? white : black);
    look->other = pieces_of_side(&planes, us == KS_WHITE ? black : white);
    if (!has_one_bit(look->own.king) || !has_one_bit(look->other.king) ||
        (look->own.pawns | look->other.pawns) & (row_mask(0) | row_mask(7)) ||
        ks_in_check(board, lowest_square(look->other.king), us ^ 1))
        return false;
    ks_king_scan(board, lowest_square(look->own.king), us, &look->lines);
    return true;
}

/* ---- Attacks of many pieces at once ---- */

static uint64_t beside(uint64_t squares) {
    return (squares & ~file_mask(FILE_H)) << 1 | (squares & ~file_mask(FILE_A)) >> 1;
}

static uint64_t knight_attacks(uint64_t knights) {
    const uint64_t one = beside(knights);
    const uint64_t two = (knights & ~(file_mask(FILE_H) | file_mask(FILE_H - 1))) << 2 |
                         (knights & ~(file_mask(FILE_A) | file_mask(FILE_A + 1))) >> 2;
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

static uint64_t pawn_attacks(uint64_t pawns, unsigned side) {
    return beside(push(pawns, side));
}

static uint64_t steps_orthogonal(uint64_t squares) {
    return beside(squares) | squares << 8 | squares >> 8;
}

static uint64_t steps_diagonal(uint64_t squares) {
    const uint64_t sides = beside(squares);
    return sides << 8 | sides >> 8;
}

/* What sliders attack in one direction, in which square numbers grow or shrink by `by`. free: the squares
 * that they can pass, without those of the file that a step of this direction can only come to around the
 * edge. Source: Kogge-Stone fill, by S. Cawley and others (Chess Programming Wiki). */
ALWAYS_INLINE uint64_t slide_up(uint64_t sliders, uint64_t free, unsigned by) {
    sliders |= free & sliders << by;
    free &= free << by;
    sliders |= free & sliders << 2 * by;
    free &= free << 2 * by;
    return sliders | (free & sliders << 4 * by);
}

ALWAYS_INLINE uint64_t slide_down(uint64_t sliders, uint64_t free, unsigned by) {
    sliders |= free & sliders >> by;
    free &= free >> by;
    sliders |= free & sliders >> 2 * by;
    free &= free >> 2 * by;
    return sliders | (free & sliders >> 4 * by);
}

static uint64_t orthogonal_attacks_of_all(uint64_t sliders, uint64_t free) {
    const uint64_t not_a = ~file_mask(FILE_A), not_h = ~file_mask(FILE_H);
    return slide_up(sliders, free, 8) << 8 | slide_down(sliders, free, 8) >> 8 |
           (slide_up(sliders, free & not_a, 1) << 1 & not_a) |
           (slide_down(sliders, free & not_h, 1) >> 1 & not_h);
}

static uint64_t diagonal_attacks_of_all(uint64_t sliders, uint64_t free) {
    const uint64_t not_a = ~file_mask(FILE_A), not_h = ~file_mask(FILE_H);
    return (slide_up(sliders, free & not_a, 9) << 9 & not_a) |
           (slide_up(sliders, free & not_h, 7) << 7 & not_h) |
           (slide_down(sliders, free & not_a, 7) >> 7 & not_a) |
           (slide_down(sliders, free & not_h, 9) >> 9 & not_h);
}

/* ---- Is there a move? ---- */

/* The king's own square hides nothing: what attacks it looks through. */
ALWAYS_INLINE uint64_t king_steps(const struct pieces *own, const struct pieces *other, unsigned us) {
    const uint64_t free = ~(own->all | other->all) | own->king;
    const uint64_t attacked = knight_attacks(other->knights) | pawn_attacks(other->pawns, us ^ 1) |
                              ks_steps[lowest_square(other->king | bit(63))] |
                              orthogonal_attacks_of_all(other->orthogonal, free) |
                              diagonal_attacks_of_all(other->diagonal, free);
    return ks_steps[lowest_square(own->king | bit(63))] & ~own->all & ~attacked;
}

/* Without a check. A pinned slider of the pin's kind can always step towards the pinner. */
static bool another_piece_can_move(const struct look *look) {
    const struct pieces *own = &look->own;
    const uint64_t pinned = look->lines.pinned, diagonal_pins = look->lines.pin_diagonal;
    const uint64_t king_file = file_mask(lowest_square(own->king) & 7);
    const uint64_t to = knight_attacks(own->knights & ~pinned) | steps_orthogonal(own->orthogonal & ~pinned) |
                        steps_diagonal(own->diagonal & ~pinned);
    const uint64_t pushes = push(own->pawns & (~pinned | king_file), look->us) & ~look->occupied;
    const uint64_t captures = pawn_attacks(own->pawns & ~pinned, look->us) & look->other.all;
    const uint64_t along_pins =
        pawn_attacks(own->pawns & pinned & diagonal_pins, look->us) & look->other.all & diagonal_pins;
    return (to & ~own->all) | pushes | captures | along_pins |
           (pinned & own->orthogonal & look->lines.pin_orthogonal) | (pinned & own->diagonal & diagonal_pins);
}

/* Whether a piece can capture the only checker or go between. Pinned ones can't. */
static bool check_can_be_answered(const uint8_t board[64], const struct look *look) {
    const struct pieces *own = &look->own;
    const uint64_t movable = own->all & ~look->lines.pinned & ~own->king, pawns = own->pawns & movable;
    const uint64_t checker = look->lines.checkers, empty = look->lines.check_lines & ~checker;
    const unsigned us = look->us;
    const uint64_t one = push(pawns, us) & ~look->occupied;
    const uint64_t two = push(one & row_mask(us == KS_WHITE ? 5 : 2), us);
    if ((one | two) & empty || pawn_attacks(pawns, us) & checker ||
        knight_attacks(own->knights & movable) & look->lines.check_lines)
        return true;
    for (uint64_t rest = look->lines.check_lines; rest; rest &= rest - 1)
        if (ks_attackers(board, lowest_square(rest), us) & movable & ~pawns)
            return true;
    return false;
}

/* A piece that shares no line with its king can't be pinned. No branches; and without kings the answer is
 * anything. */
bool ks_finds_move(const uint8_t board[64], unsigned us) {
    struct code_planes planes;
    split_board(board, &planes);
    const uint64_t occupied = planes.bits[0] | planes.bits[1] | planes.bits[2];
    const uint64_t side = us == KS_WHITE ? occupied & ~planes.bits[3] : occupied & planes.bits[3];
    const struct pieces own = pieces_of_side(&planes, side), other = pieces_of_side(&planes, occupied ^ side);
    const uint64_t free = ~ks_lines[lowest_square(own.king | bit(63))];
    const uint64_t to = knight_attacks(own.knights & free) | steps_orthogonal(own.orthogonal & free) |
                        steps_diagonal(own.diagonal & free);
    return ((to & ~own.all) | king_steps(&own, &other, us)) != 0;
}

enum ks_verdict ks_look_again(const uint8_t board[64], unsigned us, bool special, uint64_t *checkers) {
    struct look look;
    if (!take_apart(board, us, &look))
        return KS_VERDICTS;
    const uint64_t found = *checkers = look.lines.checkers;
    const bool several = (found & (found - 1)) != 0;
    if (!found) {
        if (another_piece_can_move(&look) || king_steps(&look.own, &look.other, us))
            return KS_SAFE;
    } else if (king_steps(&look.own, &look.other, us) || (!several && check_can_be_answered(board, &look)))
        return several ? KS_DOUBLE_CHECK : KS_CHECK;
    return special ? KS_VERDICTS : found ? KS_CHECKMATE : KS_STALEMATE;
}
