/* Finds check, mate and stalemate on many boards at once, by masks of all pieces of a kind; no move is
 * listed. Each lane of a vector holds a mask of another board, so a group of boards takes the time of one.
 * This file is compiled for each width of vectors: see verdict.h. */
#include <string.h>

#include "core/board/geometry.h"
#include "core/board/planes.h"
#include "rules/build.h"
#include "rules/verdict.h"

#ifdef KS_FOR_AVX512BW
enum { VECTOR_BYTES = 64 };
#elif defined KS_FOR_AVX2
enum { VECTOR_BYTES = 32 };
#else
enum { VECTOR_BYTES = 16 };
#endif
enum { LANES = VECTOR_BYTES / 8 };

/* A mask of squares in each lane; or a condition: all ones when it holds, else zeros. */
typedef uint64_t masks __attribute__((vector_size(VECTOR_BYTES)));

ALWAYS_INLINE masks where(masks condition, masks yes, masks no) {
    return (condition & yes) | (~condition & no);
}

ALWAYS_INLINE masks is_empty(masks squares) {
    return (masks)(squares == 0);
}

ALWAYS_INLINE bool all_are_empty(masks squares) {
    uint64_t lanes[LANES], any = 0;
    memcpy(lanes, &squares, sizeof lanes);
    for (unsigned i = 0; i < LANES; i++)
        any |= lanes[i];
    return any == 0;
}

/* ---- Steps and rays ---- */

static const int offsets[8] = {-8, -7, 1, 9, 8, 7, -1, -9}; /* of the next square; [NORTH] first */

/* Returns the squares that a step in this direction can reach without wrapping around the edge of the
 * board. */
ALWAYS_INLINE uint64_t landings(unsigned direction) {
    const uint64_t file_a = 0x0101010101010101, file_h = file_a << 7;
    return direction % 4 == 0 ? ~(uint64_t)0 : direction < 4 ? ~file_a : ~file_h;
}

ALWAYS_INLINE masks shifted(masks squares, int by) {
    return by > 0 ? squares << by : squares >> -by;
}

ALWAYS_INLINE masks step(masks squares, unsigned direction) {
    return shifted(squares, offsets[direction]) & landings(direction);
}

/* Returns the squares that sliders attack in one direction. Source: Kogge-Stone fill, by S. Cawley and others
 * (Chess Programming Wiki). */
ALWAYS_INLINE masks slide(masks sliders, masks empty, unsigned direction) {
    const int by = offsets[direction];
    empty &= landings(direction);
    sliders |= empty & shifted(sliders, by);
    empty &= shifted(empty, by);
    sliders |= empty & shifted(sliders, 2 * by);
    empty &= shifted(empty, 2 * by);
    sliders |= empty & shifted(sliders, 4 * by);
    return step(sliders, direction);
}

ALWAYS_INLINE masks beside(masks squares) {
    return step(squares, EAST) | step(squares, WEST);
}

ALWAYS_INLINE masks steps_orthogonal(masks squares) {
    return beside(squares) | squares << 8 | squares >> 8;
}

ALWAYS_INLINE masks steps_diagonal(masks squares) {
    const masks sides = beside(squares);
    return sides << 8 | sides >> 8;
}

ALWAYS_INLINE masks king_attacks(masks kings) {
    return steps_orthogonal(kings) | steps_diagonal(kings);
}

ALWAYS_INLINE masks knight_attacks(masks knights) {
    const masks east = step(knights, EAST), west = step(knights, WEST), one = east | west,
                two = step(east, EAST) | step(west, WEST);
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/* White's pawns move up the board, to smaller numbers. */
ALWAYS_INLINE masks pushed(masks pawns, masks white) {
    return where(white, pawns >> 8, pawns << 8);
}

ALWAYS_INLINE masks pawn_attacks(masks pawns, masks white) {
    return beside(pushed(pawns, white));
}

/* ---- Boards ---- */

struct pieces {
    masks pawns, knights, diagonal, orthogonal, king; /* queens count as both sliders */
    masks all;
};

struct boards {
    struct pieces own, other;
    masks white; /* White is to move */
    masks empty;
};

ALWAYS_INLINE struct pieces pieces_of_side(const masks planes[4], masks side) {
    const masks low = planes[0], middle = planes[1], high = planes[2];
    const masks queens = side & high & ~middle & low;
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

/* Spare lanes get the first board. */
static inline void load_boards(const struct second_look *looks, size_t count, struct boards *boards) {
    uint64_t lanes[5][LANES];
    masks planes[5];
    for (size_t i = 0; i < LANES; i++) {
        const struct second_look *look = &looks[i < count ? i : 0];
        struct code_planes split;
        split_board(look->board, &split);
        for (unsigned n = 0; n < 4; n++)
            lanes[n][i] = split.bits[n];
        lanes[4][i] = look->us == KS_WHITE ? ~(uint64_t)0 : 0;
    }
    memcpy(planes, lanes, sizeof planes);
    const masks occupied = planes[0] | planes[1] | planes[2], black = planes[3], white = planes[4];
    const masks own = occupied & (black ^ white);
    boards->own = pieces_of_side(planes, own);
    boards->other = pieces_of_side(planes, occupied ^ own);
    boards->white = white;
    boards->empty = ~occupied;
}

ALWAYS_INLINE masks have_one_king(const struct pieces *pieces) {
    return ~is_empty(pieces->king) & is_empty(pieces->king & (pieces->king - 1));
}

/* Tests whether a board can be a position, without regard to a check on the side not to move. */
ALWAYS_INLINE masks are_sound(const struct boards *boards) {
    return have_one_king(&boards->own) & have_one_king(&boards->other) &
           is_empty((boards->own.pawns | boards->other.pawns) & (row_mask(0) | row_mask(7)));
}

/* ---- Checks and pins ---- */

/* The enemy's checks and pins. */
struct threats {
    masks attacked;    /* squares to which the king cannot move */
    masks checkers;    /* pieces */
    masks check_lines; /* the checkers, and the squares between them and the king */
    masks pinned;      /* own pieces */
    masks pinned_on_file, pinned_orthogonally, pinned_diagonally;
    masks captures; /* pinners that the pinned pawn may capture */
};

/* Adds the threats of sliders that move in one direction. The king looks in the opposite direction; both
 * views share the squares between king and slider, or the single piece that stands there. The king's square
 * does not block. */
ALWAYS_INLINE void look_along(const struct boards *boards, unsigned direction, struct threats *threats) {
    const unsigned back = direction ^ 4;
    const bool diagonal = direction % 2 == 1;
    const struct pieces *own = &boards->own, *other = &boards->other;
    const masks sliders = diagonal ? other->diagonal : other->orthogonal,
                passable = boards->empty | own->king;
    const masks attacked = slide(sliders, passable, direction), seen = slide(own->king, passable, back);
    const masks between = attacked & seen, pinned = between & own->all;
    const masks checkers = seen & sliders;
    threats->attacked |= attacked;
    threats->checkers |= checkers;
    threats->check_lines |= checkers | (between & boards->empty);
    threats->pinned |= pinned;
    if (direction == NORTH || direction == SOUTH)
        threats->pinned_on_file |= pinned;
    if (!diagonal) {
        threats->pinned_orthogonally |= pinned;
        return;
    }
    const masks forward = back == NORTH_EAST || back == NORTH_WEST ? boards->white : ~boards->white;
    threats->pinned_diagonally |= pinned;
    threats->captures |= step(pinned & own->pawns & forward, back) & other->all;
}

ALWAYS_INLINE void find_threats(const struct boards *boards, struct threats *threats) {
    const struct pieces *own = &boards->own, *other = &boards->other;
    const masks king = own->king;
    *threats =
        (struct threats){.attacked = knight_attacks(other->knights) |
                                     pawn_attacks(other->pawns, ~boards->white) | king_attacks(other->king),
                         .checkers = (knight_attacks(king) & other->knights) |
                                     (pawn_attacks(king, boards->white) & other->pawns)};
    threats->check_lines = threats->checkers;
    look_along(boards, NORTH, threats);
    look_along(boards, NORTH_EAST, threats);
    look_along(boards, EAST, threats);
    look_along(boards, SOUTH_EAST, threats);
    look_along(boards, SOUTH, threats);
    look_along(boards, SOUTH_WEST, threats);
    look_along(boards, WEST, threats);
    look_along(boards, NORTH_WEST, threats);
}

/* ---- Is there a move? ---- */

static inline masks attacks_of_sliders(const struct pieces *pieces, masks movable, masks empty) {
    const masks orthogonal = pieces->orthogonal & movable, diagonal = pieces->diagonal & movable;
    return slide(orthogonal, empty, NORTH) | slide(orthogonal, empty, EAST) |
           slide(orthogonal, empty, SOUTH) | slide(orthogonal, empty, WEST) |
           slide(diagonal, empty, NORTH_EAST) | slide(diagonal, empty, SOUTH_EAST) |
           slide(diagonal, empty, SOUTH_WEST) | slide(diagonal, empty, NORTH_WEST);
}

/* Returns the squares that the king can go to when it is not in check: no ray goes through it. */
ALWAYS_INLINE masks find_king_moves(const struct boards *boards) {
    const struct pieces *own = &boards->own, *other = &boards->other;
    const masks attacked = attacks_of_sliders(other, other->all, boards->empty) |
                           knight_attacks(other->knights) | king_attacks(other->king) |
                           pawn_attacks(other->pawns, ~boards->white);
    return king_attacks(own->king) & ~own->all & ~attacked;
}

/* Returns a nonzero value in each lane in which the side has a legal move other than castling and en passant.
 * Pinned pieces cannot answer a check. When there is no check, a slider that can move at all can move one
 * step, and a pinned slider of the pin's kind can step towards the pinner. */
ALWAYS_INLINE masks find_moves(const struct boards *boards, const struct threats *threats) {
    const struct pieces *own = &boards->own;
    const masks checkers = threats->checkers, several = ~is_empty(checkers & (checkers - 1)),
                calm = is_empty(checkers), free = ~threats->pinned;
    const masks to = where(calm, ~own->all, threats->check_lines & ~several);
    const masks pushes = pushed(own->pawns & (free | threats->pinned_on_file), boards->white) & boards->empty;
    const masks third_row = (boards->white & row_mask(5)) | (~boards->white & row_mask(2));
    const masks double_pushes = pushed(pushes & third_row, boards->white) & boards->empty;
    const masks steps = knight_attacks(own->knights & free) | steps_orthogonal(own->orthogonal & free) |
                        steps_diagonal(own->diagonal & free) | pushes | double_pushes |
                        (pawn_attacks(own->pawns & free, boards->white) & boards->other.all);
    const masks along_pins = threats->captures | (own->orthogonal & threats->pinned_orthogonally) |
                             (own->diagonal & threats->pinned_diagonally);
    masks moves =
        (king_attacks(own->king) & ~own->all & ~threats->attacked) | (steps & to) | (along_pins & calm);
    const masks open = is_empty(moves) & ~calm & ~several;
    if (!all_are_empty(open))
        moves |= open & attacks_of_sliders(own, free, boards->empty) & to;
    return moves;
}

/* ---- The verdicts ---- */

static enum ks_verdict verdict_of(uint64_t checkers, bool moves) {
    static const uint8_t verdicts[2][3] = {{KS_STALEMATE, KS_CHECKMATE, KS_CHECKMATE},
                                           {KS_SAFE, KS_CHECK, KS_DOUBLE_CHECK}};
    return verdicts[moves][(checkers != 0) + ((checkers & (checkers - 1)) != 0)];
}

static bool other_is_in_check(const struct second_look *look, uint64_t king) {
    return ks_in_check(look->board, lowest_square(king | bit(63)), look->us ^ 1u);
}

/* Returns whether all of `count` boards are quiet and have a move of the king, and settles them: most groups
 * of endgames do. */
static bool settle_by_kings(struct second_look *looks, size_t count, const struct boards *boards) {
    bool quiet = true;
    for (size_t i = 0; i < count; i++)
        quiet &= looks[i].quiet;
    if (!quiet || !all_are_empty(is_empty(find_king_moves(boards))))
        return false;
    for (size_t i = 0; i < count; i++) {
        looks[i].checkers = 0;
        looks[i].verdict = KS_SAFE;
    }
    return true;
}

/* Takes the second look at `count` boards, at most LANES. */
static void look_at_group(struct second_look *looks, size_t count) {
    struct boards boards;
    struct threats threats;
    uint64_t checkers[LANES], moves[LANES], sound[LANES], other_kings[LANES];
    load_boards(looks, count, &boards);
    if (settle_by_kings(looks, count, &boards))
        return;
    find_threats(&boards, &threats);
    const masks found = find_moves(&boards, &threats), right = are_sound(&boards);
    memcpy(checkers, &threats.checkers, sizeof checkers);
    memcpy(moves, &found, sizeof moves);
    memcpy(sound, &right, sizeof sound);
    memcpy(other_kings, &boards.other.king, sizeof other_kings);
    for (size_t i = 0; i < count; i++) {
        bool known = (sound[i] != 0) & ((moves[i] != 0) | !looks[i].special);
        if (!looks[i].quiet)
            known &= !other_is_in_check(&looks[i], other_kings[i]);
        looks[i].checkers = checkers[i];
        looks[i].verdict = (uint8_t)(known ? verdict_of(checkers[i], moves[i] != 0) : KS_VERDICTS);
    }
}

static void settle_verdicts(struct second_look *looks, size_t count) {
    for (size_t i = 0; i < count; i += LANES)
        look_at_group(looks + i, count - i < LANES ? count - i : LANES);
}

/* ---- Boards without a second look ---- */

static void find_easy_pushes(struct easy_look *look) {
    memset(look->pushes, 0, sizeof look->pushes);
    for (size_t i = 0; i < look->count; i++) {
        const bool black = look->sides[i] == KS_BLACK;
        struct code_planes planes;
        split_board(look->boards[i], &planes);
        const uint64_t *const bits = planes.bits, occupied = bits[0] | bits[1] | bits[2];
        const uint64_t own = black ? bits[3] : ~bits[3], kings = ~bits[0] & bits[1] & bits[2],
                       pawns = bits[0] & ~bits[1] & ~bits[2] & own & ~ks_pin_lines[look->kings[i]];
        const uint64_t ahead = (black ? pawns << 8 : pawns >> 8) & ~occupied;
        look->other_kings[i] = (uint8_t)lowest_square(kings & ~own);
        look->pushes[i / 64] |= (uint64_t)(ahead != 0) << i % 64;
    }
}

const struct lanes_build IN_BUILD(lanes) = {settle_verdicts, find_easy_pushes};
