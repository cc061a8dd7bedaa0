/* The tables of the twins of ssse3 and avx2: four lanes of eight slots, as asm/four_lanes.inc
 * describes them. */
#ifndef FOUR_LANES_H
#define FOUR_LANES_H

#include "twins/twin.h"

enum { LANES = 4, SLOTS = 32, WINDOW = 16, QUARTERS = 4, NO_BYTE = 0x80 };

static struct four_lanes {
    uint8_t gather[QUARTERS][SLOTS]; /* for each quarter of the board: the number of its byte in the slot */
    uint8_t starts[SLOTS];           /* 1 where a ray begins, through the leap's byte for the second */
    uint8_t seen[SLOTS];   /* the classes with which a piece in the slot attacks the king, and KNIGHT_BIT */
    uint8_t leaps[WINDOW]; /* KNIGHT_BIT for a square of the window from which a knight attacks */
    uint8_t unused[48];
} __attribute__((aligned(64))) king_rows[KS_SQUARES];

static struct kinds kinds;

static uint8_t windows[KS_SQUARES]; /* their first squares */

static void put_slot(struct four_lanes *row, int king, int slot, int square) {
    for (int quarter = 0; quarter < QUARTERS; quarter++)
        row->gather[quarter][slot] = (uint8_t)(square >= 0 && square / 16 == quarter ? square % 16 : NO_BYTE);
    row->seen[slot] = KNIGHT_BIT | (square >= 0 ? seen_relation(king, square) : 0);
}

static int put_ray(struct four_lanes *row, int king, int slot, int files, int rows) {
    for (int n = 1; n <= STEPS && target(king, files * n, rows * n) >= 0; n++)
        put_slot(row, king, slot++, target(king, files * n, rows * n));
    return slot;
}

/* One ray, the leap, the opposite ray, and slots to spare. */
static void put_lane(struct four_lanes *row, int king, int lane, const int step[2], int files, int rows) {
    int slot = put_ray(row, king, 8 * lane, step[0], step[1]);
    row->starts[8 * lane] = 1;
    row->starts[slot] += LEAP_LENDS;
    put_slot(row, king, slot++, target(king, files, rows));
    for (slot = put_ray(row, king, slot, -step[0], -step[1]); slot < 8 * (lane + 1); slot++)
        put_slot(row, king, slot, -1);
}

static void start(void) {
    static const int steps[LANES][2] = {{0, -1}, {1, 0}, {1, -1}, {1, 1}};
    static const int away[LANES][2] = {{-2, 1}, {-1, 2}, {1, 2}, {2, 1}}; /* leaps from the middle */
    fill_kinds(&kinds);
    for (int king = 0; king < KS_SQUARES; king++) {
        struct four_lanes *const row = &king_rows[king];
        const int outwards = king >= 32 ? 1 : -1;
        for (int lane = 0; lane < LANES; lane++)
            put_lane(row, king, lane, steps[lane], away[lane][0], away[lane][1] * outwards);
        windows[king] = (uint8_t)(king / 8 * 8 + (king < 32 ? 8 : -16));
        for (int n = 0; n < WINDOW; n++)
            row->leaps[n] = seen_relation(king, windows[king] + n) & KS_CLASS_KNIGHT ? KNIGHT_BIT : 0;
    }
}
#endif
