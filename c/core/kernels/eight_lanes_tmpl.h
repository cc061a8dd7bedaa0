/* The body of the kernels neon and simd128: a lane of eight bytes for each of the eight rays. Only king scans
 * have branches that depend on the board.
 *
 * The idea is that of asm/avx512.asm. Lookups in the board lay out the lanes: seven squares of a ray, the
 * nearest first, then a square of a knight's leap. Another lookup turns codes into attack classes. In the 64
 * bits of a lane, occupied & -occupied is the nearest piece of the ray. It attacks if its class attacks from
 * that place.
 *
 * A kernel's file defines KERNEL_OF_LANES, its name, and what its processor does in an instruction or a few:
 *     bytes16 load_16(const uint8_t *from)
 *     bytes16 look_up_board(const uint8_t board[64], bytes16 squares)     a square from 64 on gives 0
 *     bytes16 look_up_low_half(const uint8_t classes[16], bytes16 codes)  by the low four bits of a code
 *     bytes16 look_up_byte(const uint8_t classes[256], bytes16 codes)
 *     bool has_bits(words16 words)                                        whether any bit is set */
#ifndef KS_KERNELS_EIGHT_LANES_TMPL_H
#define KS_KERNELS_EIGHT_LANES_TMPL_H

#include <stdbool.h>
#include <string.h>

#include "core/board/expressions.h"
#include "core/kernels/kernel.h"
#include "core/text/error.h"

/* ---- The layout of the lanes ---- */

enum { RAYS = 8, STEPS_OF_RAY = 7, SLOTS = 64, OFF_BOARD = 255 };

#define SLOT(s, files, rows)                                                                                 \
    (uint8_t)(ON_BOARD(FILE_OF(s) + (files), ROW_OF(s) + (rows)) ? (s) + 8 * (rows) + (files) : OFF_BOARD)
#define LANE(s, f, r, leap_files, leap_rows)                                                                 \
    SLOT(s, f, r), SLOT(s, 2 * (f), 2 * (r)), SLOT(s, 3 * (f), 3 * (r)), SLOT(s, 4 * (f), 4 * (r)),          \
        SLOT(s, 5 * (f), 5 * (r)), SLOT(s, 6 * (f), 6 * (r)), SLOT(s, 7 * (f), 7 * (r)),                     \
        SLOT(s, leap_files, leap_rows)
#define ALL_LANES(LANE, s)                                                                                   \
    LANE(s, 0, -1, 1, -2), LANE(s, 1, -1, 2, -1), LANE(s, 1, 0, 2, 1), LANE(s, 1, 1, 1, 2),                  \
        LANE(s, 0, 1, -1, 2), LANE(s, -1, 1, -2, 1), LANE(s, -1, 0, -2, -1), LANE(s, -1, -1, -1, -2)
#define LANES(s)                                                                                             \
    { ALL_LANES(LANE, s) }
#ifdef KS_SMALL
/* The module for browsers fills the table when it starts, and is 1 KB smaller when all is compressed. */
static _Alignas(64) uint8_t squares_of[64][SLOTS];

#define STEP(s, ...)                                                                                         \
    { __VA_ARGS__ }

void ks_fill_lanes(void) {
    static const int8_t steps[RAYS][4] = {ALL_LANES(STEP, )};
    for (unsigned square = 0; square < 64; square++)
        for (unsigned slot = 0; slot < SLOTS; slot++) {
            const int8_t *const step = steps[slot / 8];
            const int n = slot % 8 + 1, leaps = n > STEPS_OF_RAY;
            const int file = FILE_OF((int)square) + (leaps ? step[2] : n * step[0]),
                      row = ROW_OF((int)square) + (leaps ? step[3] : n * step[1]);
            squares_of[square][slot] = (uint8_t)(ON_BOARD(file, row) ? 8 * row + file : OFF_BOARD);
        }
}
#else
static const _Alignas(64) uint8_t squares_of[64][SLOTS] = {OF_ALL_SQUARES(LANES)};
#endif

/* The classes that attack from each slot. [0]: pawns attack from above; [1]: from below. */
#define ORTHOGONAL_LANE                                                                                      \
    KS_CLASS_ORTHOGONAL | KS_CLASS_WAZIR, KS_CLASS_ORTHOGONAL, KS_CLASS_ORTHOGONAL, KS_CLASS_ORTHOGONAL,     \
        KS_CLASS_ORTHOGONAL, KS_CLASS_ORTHOGONAL, KS_CLASS_ORTHOGONAL, KS_CLASS_KNIGHT
#define DIAGONAL_LANE(pawn)                                                                                  \
    KS_CLASS_DIAGONAL | KS_CLASS_FERZ | (pawn), KS_CLASS_DIAGONAL, KS_CLASS_DIAGONAL, KS_CLASS_DIAGONAL,     \
        KS_CLASS_DIAGONAL, KS_CLASS_DIAGONAL, KS_CLASS_DIAGONAL, KS_CLASS_KNIGHT
#define RELATIONS(above, below)                                                                              \
    {                                                                                                        \
        ORTHOGONAL_LANE, DIAGONAL_LANE(above), ORTHOGONAL_LANE, DIAGONAL_LANE(below), ORTHOGONAL_LANE,       \
            DIAGONAL_LANE(below), ORTHOGONAL_LANE, DIAGONAL_LANE(above)                                      \
    }
static const _Alignas(64) uint8_t relations[2][SLOTS] = {RELATIONS(KS_CLASS_PAWN, 0),
                                                         RELATIONS(0, KS_CLASS_PAWN)};

/* ---- From a board to classes ---- */

typedef struct {
    bytes16 of[4];
} slots;

/* Returns the codes in the slots; 0 off the board. */
static inline slots lay_out(const uint8_t board[64], unsigned king) {
    slots codes;
    for (unsigned i = 0; i < 4; i++)
        codes.of[i] = look_up_board(board, load_16(squares_of[king] + 16 * i));
    return codes;
}

static inline slots classes_of_low_halves(slots codes, const uint8_t classes[16]) {
    for (unsigned i = 0; i < 4; i++)
        codes.of[i] = look_up_low_half(classes, codes.of[i]);
    return codes;
}

static inline slots classes_of_bytes(slots codes, const uint8_t classes[256]) {
    for (unsigned i = 0; i < 4; i++)
        codes.of[i] = look_up_byte(classes, codes.of[i]);
    return codes;
}

static inline slots find_classes(const uint8_t board[64], unsigned king, unsigned side) {
    return classes_of_low_halves(lay_out(board, king), ks_chess_local.classes[side]);
}

/* Slots off the board get class 0, whatever code 0 of the set means. */
static inline slots find_classes_of_set(const ks_pieceset *set, const uint8_t board[64], unsigned king,
                                        unsigned side) {
    const slots codes = lay_out(board, king);
    slots classes = set->wide ? classes_of_bytes(codes, set->classes[side])
                              : classes_of_low_halves(codes, set->classes[side]);
    for (unsigned i = 0; i < 4; i++)
        classes.of[i] &= (bytes16)(load_16(squares_of[king] + 16 * i) < KS_SQUARES);
    return classes;
}

/* ---- Attacks ---- */

static const uint64_t ray_tops = 0x0080808080808080, knight_top = (uint64_t)0x80 << 56;

/* Returns the top bits of occupied slots on rays, without the knights' slots. */
static inline words16 occupied_on_rays(bytes16 classes) {
    return (words16)classes & ray_tops;
}

static inline words16 lowest_bits(words16 lanes) {
    return lanes & -lanes;
}

/* Returns all bits of the bytes with a bit in common. */
static inline words16 meet(bytes16 a, bytes16 b) {
    return (words16)((a & b) != 0);
}

/* Returns the top bits of slots from which a piece attacks. */
static inline words16 attacks(bytes16 classes, const uint8_t *relation) {
    return (lowest_bits(occupied_on_rays(classes)) | knight_top) & meet(classes, load_16(relation));
}

/* Returns the top bits of pinning pieces: second on a ray after a piece of the king's own, and sliding along
 * it. */
static inline words16 pins(bytes16 classes, const uint8_t *relation) {
    const words16 occupied = occupied_on_rays(classes), first = lowest_bits(occupied);
    const words16 own = first & meet(classes, KS_CLASS_OWN - (bytes16){0});
    const words16 sliding = lowest_bits(occupied ^ first) &
                            meet(classes, load_16(relation) & (KS_CLASS_ORTHOGONAL | KS_CLASS_DIAGONAL));
    return sliding & (words16)(own != 0);
}

static inline int is_attacked(slots classes, const uint8_t *relation) {
    words16 found = attacks(classes.of[0], relation);
    for (unsigned i = 1; i < 4; i++)
        found |= attacks(classes.of[i], relation + 16 * i);
    return has_bits(found);
}

/* ---- The way back to squares ---- */

/* Returns the slot of a lane's lowest top bit. */
static inline unsigned slot_of(uint64_t lane) {
    return (unsigned)__builtin_ctzll(lane) / 8;
}

static inline uint64_t bit_of(uint8_t square) {
    return (uint64_t)1 << (square & 63);
}

static inline void store(uint64_t to[2], words16 words) {
    memcpy(to, &words, sizeof words);
}

static inline uint64_t attackers_in_lanes(slots classes, const uint8_t *relation, unsigned king) {
    uint64_t lanes[RAYS], attackers = 0;
    for (unsigned i = 0; i < 4; i++)
        store(lanes + 2 * i, attacks(classes.of[i], relation + 16 * i));
    for (unsigned ray = 0; ray < RAYS; ray++)
        for (uint64_t lane = lanes[ray]; lane; lane &= lane - 1)
            attackers |= bit_of(squares_of[king][8 * ray + slot_of(lane)]);
    return attackers;
}

/* Returns the squares of a ray up to a slot, which is included. */
static uint64_t way_to_slot(const uint8_t squares[8], unsigned slot) {
    uint64_t found = 0;
    for (unsigned i = 0; i <= slot; i++)
        found |= bit_of(squares[i]);
    return found;
}

static void add_checks(const uint8_t squares[8], uint64_t lane, ks_king_lines *lines) {
    for (; lane; lane &= lane - 1) {
        const unsigned slot = slot_of(lane);
        lines->checkers |= bit_of(squares[slot]);
        lines->check_lines |= slot < STEPS_OF_RAY ? way_to_slot(squares, slot) : bit_of(squares[slot]);
    }
}

static void add_pin(const uint8_t squares[8], uint64_t lane, uint64_t occupied, bool diagonal,
                    ks_king_lines *lines) {
    lines->pinned |= bit_of(squares[slot_of(occupied)]);
    *(diagonal ? &lines->pin_diagonal : &lines->pin_orthogonal) |= way_to_slot(squares, slot_of(lane));
}

static inline void scan_lanes(slots classes, const uint8_t *relation, unsigned king, ks_king_lines *lines) {
    uint64_t checks[RAYS], pinning[RAYS], occupied[RAYS];
    words16 any = {0};
    memset(lines, 0, sizeof *lines);
    for (unsigned i = 0; i < 4; i++) {
        const words16 check = attacks(classes.of[i], relation + 16 * i),
                      pin = pins(classes.of[i], relation + 16 * i);
        any |= check | pin;
        store(checks + 2 * i, check);
        store(pinning + 2 * i, pin);
        store(occupied + 2 * i, occupied_on_rays(classes.of[i]));
    }
    if (!has_bits(any))
        return;
    for (unsigned ray = 0; ray < RAYS; ray++) {
        const uint8_t *squares = squares_of[king] + 8 * ray;
        add_checks(squares, checks[ray], lines);
        if (pinning[ray])
            add_pin(squares, pinning[ray], occupied[ray], ray % 2 == 1, lines);
    }
}

/* ---- The functions of a kernel ---- */

#define NAME_IN(kernel, function) ks_##kernel##_##function
#define NAME_OF(kernel, function) NAME_IN(kernel, function)
#define FUNCTION(function) NAME_OF(KERNEL_OF_LANES, function)

int FUNCTION(in_check)(const uint8_t board[64], unsigned king_square, unsigned side) {
    return is_attacked(find_classes(board, king_square, side), relations[side]);
}

uint64_t FUNCTION(attackers)(const uint8_t board[64], unsigned square, unsigned by_side) {
    return attackers_in_lanes(find_classes(board, square, by_side ^ 1), relations[by_side ^ 1], square);
}

void FUNCTION(king_scan)(const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines) {
    scan_lanes(find_classes(board, king_square, side), relations[side], king_square, lines);
}

int FUNCTION(in_check_set)(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                           unsigned side) {
    return is_attacked(find_classes_of_set(set, board, king_square, side), relations[side ^ set->a1_first]);
}

uint64_t FUNCTION(attackers_set)(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                                 unsigned by_side) {
    const unsigned side = by_side ^ 1;
    return attackers_in_lanes(find_classes_of_set(set, board, square, side), relations[side ^ set->a1_first],
                              square);
}

void FUNCTION(king_scan_set)(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                             unsigned side, ks_king_lines *lines) {
    scan_lanes(find_classes_of_set(set, board, king_square, side), relations[side ^ set->a1_first],
               king_square, lines);
}

#endif
