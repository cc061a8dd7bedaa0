/* The kernel neon, for 64-bit Arm: a lane of eight bytes for each of the eight rays. Only king scans have
 * branches that depend on the board.
 *
 * The idea is that of asm/avx512.asm. TBL with four registers of table looks up sixteen of the board's 64
 * bytes at once, so four TBLs lay out the lanes: seven squares of a ray, the nearest first, then a square of
 * a knight's leap. A second lookup turns codes into attack classes. In the 64 bits of a lane, occupied &
 * -occupied is the nearest piece of the ray. It attacks if its class attacks from that place. */
#include <stdbool.h>
#include <string.h>

#include "core/geometry/expressions.h"
#include "core/kernels/kernel.h"
#include "core/text/internal.h"

#ifdef __aarch64__
#include <arm_neon.h>

/* ---- The layout of the lanes ---- */

enum { RAYS = 8, STEPS_OF_RAY = 7, SLOTS = 64, OFF_BOARD = 255 };

#define SLOT(s, files, rows)                                                                                 \
    (ON_BOARD(FILE_OF(s) + (files), ROW_OF(s) + (rows)) ? (s) + 8 * (rows) + (files) : OFF_BOARD)
#define LANE(s, f, r, leap_files, leap_rows)                                                                 \
    SLOT(s, f, r), SLOT(s, 2 * (f), 2 * (r)), SLOT(s, 3 * (f), 3 * (r)), SLOT(s, 4 * (f), 4 * (r)),          \
        SLOT(s, 5 * (f), 5 * (r)), SLOT(s, 6 * (f), 6 * (r)), SLOT(s, 7 * (f), 7 * (r)),                     \
        SLOT(s, leap_files, leap_rows)
#define LANES(s)                                                                                             \
    {                                                                                                        \
        LANE(s, 0, -1, 1, -2), LANE(s, 1, -1, 2, -1), LANE(s, 1, 0, 2, 1), LANE(s, 1, 1, 1, 2),              \
            LANE(s, 0, 1, -1, 2), LANE(s, -1, 1, -2, 1), LANE(s, -1, 0, -2, -1), LANE(s, -1, -1, -1, -2)     \
    }
static const _Alignas(64) uint8_t squares_of[64][SLOTS] = {OF_ALL_SQUARES(LANES)};

/* The classes that attack from each slot. [0]: pawns attack from above; [1]: from below. */
#define ORTHOGONAL_LANE                                                                                      \
    KS_ORTHOGONAL | KS_WAZIR, KS_ORTHOGONAL, KS_ORTHOGONAL, KS_ORTHOGONAL, KS_ORTHOGONAL, KS_ORTHOGONAL,     \
        KS_ORTHOGONAL, KS_KNIGHT
#define DIAGONAL_LANE(pawn)                                                                                  \
    KS_DIAGONAL | KS_FERZ | (pawn), KS_DIAGONAL, KS_DIAGONAL, KS_DIAGONAL, KS_DIAGONAL, KS_DIAGONAL,         \
        KS_DIAGONAL, KS_KNIGHT
#define RELATIONS(above, below)                                                                              \
    {                                                                                                        \
        ORTHOGONAL_LANE, DIAGONAL_LANE(above), ORTHOGONAL_LANE, DIAGONAL_LANE(below), ORTHOGONAL_LANE,       \
            DIAGONAL_LANE(below), ORTHOGONAL_LANE, DIAGONAL_LANE(above)                                      \
    }
static const _Alignas(64) uint8_t relations[2][SLOTS] = {RELATIONS(KS_PAWN, 0), RELATIONS(0, KS_PAWN)};

/* ---- From a board to classes ---- */

typedef struct {
    uint8x16_t of[4];
} slots;

/* Returns the codes in the slots; 0 off the board. */
static inline slots lay_out(const uint8_t board[64], unsigned king) {
    const uint8x16x4_t table = vld1q_u8_x4(board);
    slots codes;
    for (unsigned i = 0; i < 4; i++)
        codes.of[i] = vqtbl4q_u8(table, vld1q_u8(squares_of[king] + 16 * i));
    return codes;
}

static inline slots classes_of_low_halves(slots codes, const uint8_t classes[16]) {
    const uint8x16_t table = vld1q_u8(classes);
    for (unsigned i = 0; i < 4; i++)
        codes.of[i] = vqtbl1q_u8(table, vandq_u8(codes.of[i], vdupq_n_u8(15)));
    return codes;
}

/* TBX does not change a byte whose index is outside the table. */
static inline slots classes_of_bytes(slots codes, const uint8_t classes[256]) {
    slots found;
    for (unsigned i = 0; i < 4; i++) {
        found.of[i] = vdupq_n_u8(0);
        for (unsigned from = 0; from < 256; from += 64)
            found.of[i] = vqtbx4q_u8(found.of[i], vld1q_u8_x4(classes + from),
                                     vsubq_u8(codes.of[i], vdupq_n_u8((uint8_t)from)));
    }
    return found;
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
        classes.of[i] =
            vandq_u8(classes.of[i], vcltq_u8(vld1q_u8(squares_of[king] + 16 * i), vdupq_n_u8(KS_SQUARES)));
    return classes;
}

/* ---- Attacks ---- */

static const uint64_t ray_tops = 0x0080808080808080, knight_top = (uint64_t)0x80 << 56;

/* Returns the top bits of occupied slots on rays, without the knights' slots. */
static inline uint64x2_t occupied_on_rays(uint8x16_t classes) {
    return vandq_u64(vreinterpretq_u64_u8(classes), vdupq_n_u64(ray_tops));
}

static inline uint64x2_t lowest_bits(uint64x2_t lanes) {
    return vandq_u64(lanes, vreinterpretq_u64_s64(vnegq_s64(vreinterpretq_s64_u64(lanes))));
}

/* Returns the top bits of slots from which a piece attacks. */
static inline uint64x2_t attacks(uint8x16_t classes, const uint8_t *relation) {
    const uint64x2_t seen = vorrq_u64(lowest_bits(occupied_on_rays(classes)), vdupq_n_u64(knight_top));
    return vandq_u64(seen, vreinterpretq_u64_u8(vtstq_u8(classes, vld1q_u8(relation))));
}

/* Returns the top bits of pinning pieces: second on a ray whose first piece is the king's own, and sliding
 * along it. */
static inline uint64x2_t pins(uint8x16_t classes, const uint8_t *relation) {
    const uint8x16_t sliders = vandq_u8(vld1q_u8(relation), vdupq_n_u8(KS_ORTHOGONAL | KS_DIAGONAL));
    const uint64x2_t occupied = occupied_on_rays(classes), first = lowest_bits(occupied);
    const uint64x2_t second = lowest_bits(veorq_u64(occupied, first));
    const uint64x2_t own = vandq_u64(first, vreinterpretq_u64_u8(vtstq_u8(classes, vdupq_n_u8(KS_OWN))));
    const uint64x2_t sliding = vandq_u64(second, vreinterpretq_u64_u8(vtstq_u8(classes, sliders)));
    return vandq_u64(sliding, vtstq_u64(own, own));
}

static inline int is_attacked(slots classes, const uint8_t *relation) {
    uint64x2_t found = attacks(classes.of[0], relation);
    for (unsigned i = 1; i < 4; i++)
        found = vorrq_u64(found, attacks(classes.of[i], relation + 16 * i));
    return vmaxvq_u32(vreinterpretq_u32_u64(found)) != 0;
}

/* ---- The way back to squares ---- */

/* Returns the slot of a lane's lowest top bit. */
static inline unsigned slot_of(uint64_t lane) {
    return (unsigned)__builtin_ctzll(lane) / 8;
}

static inline uint64_t bit_of(uint8_t square) {
    return (uint64_t)1 << (square & 63);
}

static inline uint64_t find_attackers(slots classes, const uint8_t *relation, unsigned king) {
    uint64_t lanes[RAYS], attackers = 0;
    for (unsigned i = 0; i < 4; i++)
        vst1q_u64(lanes + 2 * i, attacks(classes.of[i], relation + 16 * i));
    for (unsigned ray = 0; ray < RAYS; ray++)
        for (uint64_t lane = lanes[ray]; lane; lane &= lane - 1)
            attackers |= bit_of(squares_of[king][8 * ray + slot_of(lane)]);
    return attackers;
}

/* Returns the squares of a ray up to a slot, which is included. */
static uint64_t way(const uint8_t squares[8], unsigned slot) {
    uint64_t found = 0;
    for (unsigned i = 0; i <= slot; i++)
        found |= bit_of(squares[i]);
    return found;
}

static void add_checks(const uint8_t squares[8], uint64_t lane, ks_king_lines *lines) {
    for (; lane; lane &= lane - 1) {
        const unsigned slot = slot_of(lane);
        lines->checkers |= bit_of(squares[slot]);
        lines->check_lines |= slot < STEPS_OF_RAY ? way(squares, slot) : bit_of(squares[slot]);
    }
}

static void add_pin(const uint8_t squares[8], uint64_t lane, uint64_t occupied, bool diagonal,
                    ks_king_lines *lines) {
    lines->pinned |= bit_of(squares[slot_of(occupied)]);
    *(diagonal ? &lines->pin_diagonal : &lines->pin_orthogonal) |= way(squares, slot_of(lane));
}

static inline void scan(slots classes, const uint8_t *relation, unsigned king, ks_king_lines *lines) {
    uint64_t checks[RAYS], pinning[RAYS], occupied[RAYS];
    uint64x2_t any = vdupq_n_u64(0);
    memset(lines, 0, sizeof *lines);
    for (unsigned i = 0; i < 4; i++) {
        const uint64x2_t check = attacks(classes.of[i], relation + 16 * i),
                         pin = pins(classes.of[i], relation + 16 * i);
        any = vorrq_u64(any, vorrq_u64(check, pin));
        vst1q_u64(checks + 2 * i, check);
        vst1q_u64(pinning + 2 * i, pin);
        vst1q_u64(occupied + 2 * i, occupied_on_rays(classes.of[i]));
    }
    if (vmaxvq_u32(vreinterpretq_u32_u64(any)) == 0)
        return;
    for (unsigned ray = 0; ray < RAYS; ray++) {
        const uint8_t *squares = squares_of[king] + 8 * ray;
        add_checks(squares, checks[ray], lines);
        if (pinning[ray])
            add_pin(squares, pinning[ray], occupied[ray], ray % 2 == 1, lines);
    }
}

/* ---- The functions of a kernel ---- */

int ks_neon_in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    return is_attacked(find_classes(board, king_square, side), relations[side]);
}

uint64_t ks_neon_attackers(const uint8_t board[64], unsigned square, unsigned by_side) {
    return find_attackers(find_classes(board, square, by_side ^ 1), relations[by_side ^ 1], square);
}

void ks_neon_king_scan(const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines) {
    scan(find_classes(board, king_square, side), relations[side], king_square, lines);
}

int ks_neon_in_check_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                         unsigned side) {
    return is_attacked(find_classes_of_set(set, board, king_square, side), relations[side ^ set->a1_first]);
}

uint64_t ks_neon_attackers_set(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                               unsigned by_side) {
    const unsigned side = by_side ^ 1;
    return find_attackers(find_classes_of_set(set, board, square, side), relations[side ^ set->a1_first],
                          square);
}

void ks_neon_king_scan_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                           unsigned side, ks_king_lines *lines) {
    scan(find_classes_of_set(set, board, king_square, side), relations[side ^ set->a1_first], king_square,
         lines);
}

#endif
