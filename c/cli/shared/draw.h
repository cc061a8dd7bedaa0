/* Boards drawn in the terminal. */
#ifndef KS_DRAW_H
#define KS_DRAW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum draw_style { DRAW_FIGURINES = 1 << 0, DRAW_COLOUR = 1 << 1 };

/* What standard output can show: figurines where the locale is UTF-8, colours on a terminal unless the
 * environment's NO_COLOR says otherwise. */
unsigned draw_style_of_stdout(void);

/* A board of any size, as it is to be drawn: row by row from the top. */
enum { GRID_SQUARES = 120 };

enum draw_mark { DRAW_PLAIN, DRAW_BRACKETS, DRAW_PARENTHESES };

struct grid {
    unsigned files, ranks;
    struct drawn_square {
        char piece[4]; /* a letter or a figurine in UTF-8; empty: no piece */
        bool white;
        enum draw_mark mark;
    } squares[GRID_SQUARES];
};

/* The board with the names of ranks and files around it. */
void draw_grid(FILE *out, const struct grid *grid, unsigned style);

/* Squares that are marked: those of checkers go in brackets, of pinned pieces in parentheses. */
struct board_marks {
    uint64_t brackets, parentheses;
};

/* The board in Kingscan's codes, rank 8 on top, with the names of ranks and files around it. Checkers stand
 * in brackets, pinned pieces in parentheses, in any style. */
void draw_board(FILE *out, const uint8_t board[64], const struct board_marks *marks, unsigned style);

#endif
