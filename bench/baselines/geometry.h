/* Defines the eight directions, the knight's leaps and a step between squares, for the benchmark's baselines
 * and twins. */
#ifndef GEOMETRY_H
#define GEOMETRY_H

enum { DIRECTIONS = 8, DIAGONALS = 4 /* the first direction that is one */, LEAPS = 8, STEPS = 7 };

static const int directions[DIRECTIONS][2] = {{0, -1},  {0, 1},  {-1, 0}, {1, 0},
                                              {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
static const int leaps[LEAPS][2] = {{1, -2}, {2, -1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};

/* The square so many files and rows away; -1 off the board. */
static inline int target(int square, int files, int rows) {
    const int file = (square & 7) + files, row = (square >> 3) + rows;
    return file >= 0 && file < 8 && row >= 0 && row < 8 ? row * 8 + file : -1;
}
#endif
