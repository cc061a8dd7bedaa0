/* Boards drawn in the terminal: three columns a square, so that they look about square. */
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw.h"
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

static void draw_piece(FILE *out, uint8_t code, unsigned style) {
    const char letter = ks_code_letter(code);
    if (letter == '.')
        fputs(style & DRAW_COLOUR ? " " : style & DRAW_FIGURINES ? "·" : ".", out);
    else if (style & DRAW_FIGURINES)
        fputs(figurine(code, style), out);
    else
        putc(letter, out);
}

/* How a square is marked: what stands to the left and right of its piece, and its colour. */
struct square_mark {
    char left, right;
    int colour;
};

static struct square_mark mark_of(const struct board_marks *marks, unsigned square) {
    const int dark = ((square & 7) + (square >> 3)) & 1;
    if (marks->brackets >> square & 1)
        return (struct square_mark){'[', ']', BRACKETED_SQUARE};
    if (marks->parentheses >> square & 1)
        return (struct square_mark){'(', ')', PARENTHESIZED_SQUARE};
    return (struct square_mark){' ', ' ', dark ? DARK_SQUARE : LIGHT_SQUARE};
}

static void draw_square(FILE *out, const uint8_t board[64], unsigned square, struct square_mark mark,
                        unsigned style) {
    const uint8_t code = board[square];
    if (style & DRAW_COLOUR)
        fprintf(out, "\033[48;5;%d;38;5;%dm", mark.colour, is_white(code) ? WHITE_PIECE : BLACK_PIECE);
    putc(mark.left, out);
    draw_piece(out, code, style);
    if (mark.right != ' ' || style & DRAW_COLOUR || (square & 7) < 7) /* no blank where none can be seen */
        putc(mark.right, out);
}

void draw_board(FILE *out, const uint8_t board[64], const struct board_marks *marks, unsigned style) {
    for (unsigned row = 0; row < 8; row++) {
        fprintf(out, " %u ", 8 - row);
        for (unsigned file = 0; file < 8; file++) {
            const unsigned square = KS_SQUARE(file, row);
            draw_square(out, board, square, mark_of(marks, square), style);
        }
        fputs(style & DRAW_COLOUR ? "\033[0m\n" : "\n", out);
    }
    fputs("    a  b  c  d  e  f  g  h\n", out);
}
