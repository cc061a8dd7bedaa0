/* Boards in the terminal, and names of squares. */
#include "cli/positions/draw.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/output.h"
#include "cli/platform/posix.h"
#include "game/common/any_position.h"

/* ---- Names of squares ---- */

void put_square_names(struct output *out, const ks_variant *variant, ks_variant_squares squares,
                      const char *between) {
    while (!squares_empty(squares)) {
        put_string(out, any_square_name(variant, squares_pop(&squares)));
        if (!squares_empty(squares))
            put_string(out, between);
    }
}

void json_squares(struct json *json, const char *name, const ks_variant *variant,
                  ks_variant_squares squares) {
    json_open_array(json, name);
    while (!squares_empty(squares))
        json_string(json, NULL, any_square_name(variant, squares_pop(&squares)));
    json_close_array(json);
}

const char *read_square_name(const ks_variant *variant, const char *text, unsigned *square) {
    const struct any_board_size size = any_board_size(variant);
    for (*square = size.files * size.ranks; (*square)-- > 0;) {
        const char *const name = any_square_name(variant, *square);
        const size_t length = strlen(name);
        if (strncmp(text, name, length) == 0 && !('0' <= text[length] && text[length] <= '9'))
            return text + length;
    }
    return NULL;
}

/* ---- Boards ---- */

/* A square takes three columns, so that boards look about square. */

/* Colours of the 256-colour palette: wood, in a brightness that contrasts with white and black, red
 * and blue. */
enum {
    LIGHT_SQUARE = 137,
    DARK_SQUARE = 94,
    BRACKETED_SQUARE = 160,
    PARENTHESIZED_SQUARE = 32,
    CHECK_RAY = 167,
    PIN_RAY = 74,
    LIGHT_ATTACKED = 65,
    DARK_ATTACKED = 28,
    WHITE_PIECE = 231,
    BLACK_PIECE = 16
};

unsigned draw_style_of_stdout(void) {
    unsigned style = 0;
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
        style |= DRAW_FIGURINES;
    if (wants_colour(STDOUT_FILENO))
        style |= DRAW_COLOUR;
    return style;
}

static bool is_white(char letter) {
    return !('a' <= letter && letter <= 'z');
}

/* The figurine of a piece. In colour, both sides have the solid figures, which fill their square; without
 * colour, white's are outlines. */
static const char *figurine(char letter, unsigned style) {
    static const char letters[] = "PNBRQKpnbrqk";
    static const char *const outlined[] = {"♙", "♘", "♗", "♖", "♕", "♔"};
    static const char *const solid[] = {"♟", "♞", "♝", "♜", "♛", "♚"};
    const size_t piece = (size_t)(strchr(letters, letter) - letters) % 6;
    return (is_white(letter) && !(style & DRAW_COLOUR) ? outlined : solid)[piece];
}

static void draw_piece(struct output *out, char letter, char empty, unsigned style) {
    if (!letter && empty && !(style & DRAW_COLOUR))
        put(out, &empty, 1);
    else if (!letter)
        put_string(out, style & DRAW_COLOUR ? " " : style & DRAW_FIGURINES ? "·" : ".");
    else if (style & DRAW_FIGURINES)
        put_string(out, figurine(letter, style));
    else
        put(out, &letter, 1);
}

/* The marks of a square: the characters on both sides of its piece, the one of an empty square that is
 * marked, and its colour. */
struct look {
    char left, right, empty;
    int colour;
};

static struct look look_of(struct any_board_size size, unsigned square, const struct board_marks *marks) {
    const bool dark = (square % size.files + square / size.files) & 1;
    const bool attacked = squares_have(marks->attacked, square);
    if (squares_have(marks->brackets, square))
        return (struct look){'[', attacked ? ':' : ']', 0, BRACKETED_SQUARE};
    if (squares_have(marks->parentheses, square))
        return (struct look){'(', attacked ? ':' : ')', 0, PARENTHESIZED_SQUARE};
    const struct ray *const ray = ray_through(&marks->rays, size, square);
    if (ray)
        return (struct look){' ', ' ', ray_character(ray, size), ray->pinned == NO_PIN ? CHECK_RAY : PIN_RAY};
    if (attacked)
        return (struct look){' ', ':', ':', dark ? DARK_ATTACKED : LIGHT_ATTACKED};
    return (struct look){' ', ' ', 0, dark ? DARK_SQUARE : LIGHT_SQUARE};
}

static void draw_square(struct output *out, char letter, struct look look, bool last, unsigned style) {
    if (style & DRAW_COLOUR)
        put_format(out, "\033[48;5;%d;38;5;%dm", look.colour, is_white(letter) ? WHITE_PIECE : BLACK_PIECE);
    /* The colon of an attacked square stands in place of an empty one, or behind a piece, unless a colour
     * does. */
    const bool is_seen = look.left == ' ' && look.right == ':' && (style & DRAW_COLOUR || !letter);
    const char right = is_seen ? ' ' : look.right;
    put(out, &look.left, 1);
    draw_piece(out, letter, look.empty, style);
    /* no blank at the end of a line, unless its colour is seen */
    if (right != ' ' || style & DRAW_COLOUR || !last)
        put(out, &right, 1);
}

void draw_position(struct output *out, const struct any_position *position, const struct board_marks *marks,
                   unsigned style) {
    const struct any_board_size size = any_board_size(position->variant);
    if (position->variant)
        style &= ~(unsigned)DRAW_FIGURINES;
    for (unsigned row = 0; row < size.ranks; row++) {
        put_format(out, "%2u ", size.ranks - row);
        for (unsigned file = 0; file < size.files; file++) {
            const unsigned square = row * size.files + file;
            struct look look = look_of(size, square, marks);
            if (look.left == ' ' && any_is_promoted(position, square))
                look.left = '+';
            draw_square(out, any_piece_letter(position, square), look, file + 1 == size.files, style);
        }
        put_string(out, style & DRAW_COLOUR ? "\033[0m\n" : "\n");
    }
    put_string(out, "   ");
    for (unsigned file = 0; file < size.files; file++)
        put_format(out, " %c%s", (char)('a' + file), file + 1 < size.files ? " " : "\n");
}

void show_drawing(const struct any_position *position, const struct board_marks *marks, unsigned style) {
    draw_in(&standard_output, true);
    draw_position(&standard_output, position, marks, style);
    draw_in(&standard_output, false);
}

void print_drawing(const struct any_position *position, const struct board_marks *marks, unsigned style,
                   FILE *file) {
    static struct output drawn;
    draw_position(&drawn, position, marks, style);
    fwrite(drawn.bytes, 1, drawn.used, file);
    drawn.used = 0;
}
