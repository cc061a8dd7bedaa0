/* Boards drawn in the terminal: three columns a square, so that they look about square. */
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/draw.h"
#include "kingscan.h"

/* Colours of the 256-colour palette: wood, of a brightness that white and black stand out from, red and blue.
 */
enum {
    LIGHT_SQUARE = 137,
    DARK_SQUARE = 94,
    BRACKETED_SQUARE = 160,
    PARENTHESIZED_SQUARE = 32,
    WHITE_PIECE = 231,
    BLACK_PIECE = 16
};

unsigned draw_style_of_stdout(void) {
    unsigned style = 0;
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
        style |= DRAW_FIGURINES;
    const char *no_color = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (isatty(STDOUT_FILENO) && !(no_color && *no_color) && terminal && strcmp(terminal, "dumb") != 0)
        style |= DRAW_COLOUR;
    return style;
}

static int is_white(uint8_t code) {
    return !(code & KS_BLACK_BIT);
}

/* In colour, both sides have the solid figures, which fill their square; without, white's are outlines. */
static const char *figurine(uint8_t code, unsigned style) {
    static const char *const outlined[] = {"♙", "♘", "♗", "♖", "♕", "♔"};
    static const char *const solid[] = {"♟", "♞", "♝", "♜", "♛", "♚"};
    const unsigned kind = (code & 7u) - KS_WHITE_PAWN;
    return (is_white(code) && !(style & DRAW_COLOUR) ? outlined : solid)[kind];
}

/* What stands before and behind a piece, and the colour of its square. */
static const struct {
    char left, right;
} brackets[] = {[DRAW_PLAIN] = {' ', ' '}, [DRAW_BRACKETS] = {'[', ']'}, [DRAW_PARENTHESES] = {'(', ')'}};

static int colour_of(const struct drawn_square *square, unsigned file, unsigned row) {
    if (square->mark != DRAW_PLAIN)
        return square->mark == DRAW_BRACKETS ? BRACKETED_SQUARE : PARENTHESIZED_SQUARE;
    return (file + row) & 1 ? DARK_SQUARE : LIGHT_SQUARE;
}

static void draw_square(FILE *out, const struct grid *grid, unsigned file, unsigned row, unsigned style) {
    const struct drawn_square *const square = &grid->squares[row * grid->files + file];
    const char *const empty = style & DRAW_COLOUR ? " " : style & DRAW_FIGURINES ? "·" : ".";
    if (style & DRAW_COLOUR)
        fprintf(out, "\033[48;5;%d;38;5;%dm", colour_of(square, file, row),
                square->white ? WHITE_PIECE : BLACK_PIECE);
    putc(brackets[square->mark].left, out);
    fputs(square->piece[0] ? square->piece : empty, out);
    /* no blank where none can be seen */
    if (square->mark != DRAW_PLAIN || style & DRAW_COLOUR || file + 1 < grid->files)
        putc(brackets[square->mark].right, out);
}

void draw_grid(FILE *out, const struct grid *grid, unsigned style) {
    for (unsigned row = 0; row < grid->ranks; row++) {
        fprintf(out, "%2u ", grid->ranks - row);
        for (unsigned file = 0; file < grid->files; file++)
            draw_square(out, grid, file, row, style);
        fputs(style & DRAW_COLOUR ? "\033[0m\n" : "\n", out);
    }
    fputs("   ", out);
    for (unsigned file = 0; file < grid->files; file++)
        fprintf(out, " %c%s", (char)('a' + file), file + 1 < grid->files ? " " : "\n");
}

void draw_board(FILE *out, const uint8_t board[64], const struct board_marks *marks, unsigned style) {
    struct grid grid = {.files = 8, .ranks = 8};
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        struct drawn_square *const drawn = &grid.squares[square];
        const char letter = ks_code_letter(board[square]);
        drawn->white = is_white(board[square]);
        drawn->mark = marks->brackets >> square & 1      ? DRAW_BRACKETS
                      : marks->parentheses >> square & 1 ? DRAW_PARENTHESES
                                                         : DRAW_PLAIN;
        if (letter != '.' && style & DRAW_FIGURINES)
            strcpy(drawn->piece, figurine(board[square], style));
        else if (letter != '.')
            drawn->piece[0] = letter;
    }
    draw_grid(out, &grid, style);
}
