/* Boards as SVG: each piece of chess is a path or two of our own in a box of 45 x 45, defined once and placed
 * where it stands. Inner lines have the current colour, which is dark on white pieces and light on black
 * ones. A piece of a variant is a disc with its letter. */
#include "cli/position/svg.h"

#include <ctype.h>

#include "cli/shared/positions/squares.h"

enum { SIZE = 45, MARGIN = 24 };

#define INNER " fill=\"none\" stroke=\"currentColor\" "
#define DOT " fill=\"currentColor\" stroke=\"none\" "

static const struct {
    char letter;
    const char *shapes;
} pieces[] = {
    {'P', "<path d=\"M22.5 9a5 5 0 0 1 3.3 8.8h2.7v3h-2.6c.6 5.5 2.9 8.6 6.6 11.2q2 1.5 2 5.5h-24q0-4 2-5.5"
          "c3.7-2.6 6-5.7 6.6-11.2h-2.6v-3h2.7A5 5 0 0 1 22.5 9z\"/>"
          "<path" INNER "d=\"M13 32.5h19\"/>"},
    {'N',
     "<path d=\"M34.5 37.5C36 23 33 11 22 9.5L20.3 6l-2.3 4C14 12 12 16.5 10.5 20.5 9.5 23 8 24.5 8.5 27.5"
     "c.5 2 2.5 3 4 2l3-2c2.5-.5 5-1.5 7-4C22.5 29 13.5 30.5 13 37.5z\"/>"
     "<path" INNER "d=\"M25 12.5c5.5 4 7 12.5 6.5 21.5\"/>"
     "<circle" DOT "cx=\"16.7\" cy=\"16.5\" r=\"1.4\"/><circle" DOT "cx=\"11.2\" cy=\"26\" r=\".8\"/>"},
    {'B',
     "<path d=\"M22.5 5.5a2.4 2.4 0 0 1 1.5 4.2c3.8 3.2 6.5 6.8 6.5 11 0 2.8-1.5 5-4 6.3l1 5c3.5.6 6.5 1.5 "
     "8 5.5h-26c1.5-4 4.5-4.9 8-5.5l1-5c-2.5-1.3-4-3.5-4-6.3 0-4.2 2.7-7.8 6.5-11a2.4 2.4 0 0 1 1.5-4.2z\"/>"
     "<path" INNER "d=\"M18.5 27h8M17.5 32h10M22.5 14.5v7M19 18h7\"/>"},
    {'R', "<path d=\"M10.5 37.5v-4L14 31l1.5-12.5-3-3V8H17v3h3.5V8h4v3H28V8h4.5v7.5l-3 3L31 31l3.5 2.5v4z\"/>"
          "<path" INNER "d=\"M15.5 18.5h14M14 31h17\"/>"},
    {'Q', "<path d=\"M12.5 29.5L8 14.5l7 8.5.5-11.5L19.7 22l2.8-12 2.8 12 4.2-10.5L30 23l7-8.5-4.5 15"
          "c0 3 1.5 4 2 8h-24c.5-4 2-5 2-8z\"/>"
          "<circle cx=\"7.5\" cy=\"12.7\" r=\"2.1\"/><circle cx=\"15.3\" cy=\"9.7\" r=\"2.1\"/>"
          "<circle cx=\"22.5\" cy=\"8\" r=\"2.1\"/><circle cx=\"29.7\" cy=\"9.7\" r=\"2.1\"/>"
          "<circle cx=\"37.5\" cy=\"12.7\" r=\"2.1\"/>"
          "<path" INNER "d=\"M12.5 29.5q10-3 20 0M11.7 33.7q10.8-3 21.6 0\"/>"},
    {'K', "<path fill=\"none\" stroke-width=\"2.2\" d=\"M22.5 12V4.5M19.2 7.2h6.6\"/>"
          "<path d=\"M22.5 21C19 16.5 19 14 22.5 10.5 26 14 26 16.5 22.5 21z\"/>"
          "<path d=\"M12.5 29.5C6 23.5 6 15 14 15c4 0 6.5 2 8.5 6 2-4 4.5-6 8.5-6 8 0 8 8.5 1.5 14.5"
          "c0 3 1.5 4 2 8h-24c.5-4 2-5 2-8z\"/>"
          "<path" INNER "d=\"M12.5 29.5q10-3 20 0M11.7 33.7q10.8-3 21.6 0\"/>"},
};

enum { PIECES = sizeof pieces / sizeof *pieces };

/* What is drawn, and its size. */
struct picture {
    struct output *out;
    const struct any_position *position;
    struct any_board_size size;
    int width, height;
};

static unsigned left_of(const struct picture *picture, unsigned square) {
    return MARGIN + SIZE * (square % picture->size.files);
}

static unsigned top_of(const struct picture *picture, unsigned square) {
    return MARGIN + SIZE * (square / picture->size.files);
}

static unsigned squares_of(const struct picture *picture) {
    return picture->size.files * picture->size.ranks;
}

static void draw_square(const struct picture *picture, unsigned square, const struct board_marks *marks) {
    const unsigned left = left_of(picture, square), top = top_of(picture, square);
    const bool dark = (square % picture->size.files + square / picture->size.files) & 1;
    put_format(picture->out, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", left, top,
               SIZE, SIZE,
               squares_have(marks->brackets, square) ? "#e2685c"
               : dark                                ? "#b98d66"
                                                     : "#efdcbf");
    if (squares_have(marks->parentheses, square))
        put_format(picture->out,
                   "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#2f6fc4\" "
                   "stroke-width=\"4\"/>\n",
                   left + 2, top + 2, SIZE - 4, SIZE - 4);
}

static void draw_names(const struct picture *picture) {
    struct output *const out = picture->out;
    put_string(out, "<g font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\" fill=\"#444\">\n");
    for (unsigned i = 0; i < picture->size.files || i < picture->size.ranks; i++) {
        const unsigned middle = MARGIN + SIZE * i + SIZE / 2;
        if (i < picture->size.files)
            put_format(out, "<text x=\"%u\" y=\"%d\">%c</text>\n", middle, picture->height - 7, 'a' + (int)i);
        if (i < picture->size.ranks)
            put_format(out, "<text x=\"%d\" y=\"%u\">%u</text>\n", MARGIN / 2, middle + 5,
                       picture->size.ranks - i);
    }
    put_string(out, "</g>\n");
}

static void draw_side_to_move(const struct picture *picture) {
    const bool white = any_side_to_move(picture->position) == KS_WHITE;
    put_format(picture->out, "<circle cx=\"%d\" cy=\"%d\" r=\"6\" fill=\"%s\" stroke=\"#222\"/>\n",
               picture->width - MARGIN / 2, white ? picture->height - MARGIN - SIZE / 2 : MARGIN + SIZE / 2,
               white ? "#fff" : "#222");
}

static void define_pieces(struct output *out) {
    put_string(out, "<defs>\n");
    for (unsigned i = 0; i < PIECES; i++)
        put_format(out, "<g id=\"%c\">%s</g>\n", pieces[i].letter, pieces[i].shapes);
    put_string(out, "</defs>\n");
}

static void draw_figure(struct output *out, char letter, unsigned left, unsigned top) {
    put_format(out, "<use xlink:href=\"#%c\" x=\"%u\" y=\"%u\"/>\n", letter, left, top);
}

/* Draws a disc with the letter on it. The letter has no outline. */
static void draw_letter(struct output *out, char letter, unsigned left, unsigned top) {
    const unsigned x = left + SIZE / 2, y = top + SIZE / 2;
    put_format(out,
               "<circle cx=\"%u\" cy=\"%u\" r=\"17\"/><text x=\"%u\" y=\"%u\" font-family=\"sans-serif\" "
               "font-size=\"22\" text-anchor=\"middle\" fill=\"currentColor\" stroke=\"none\">%c</text>\n",
               x, y, x, y + 8, letter);
}

static void draw_pieces(const struct picture *picture, unsigned side) {
    static const char *const colours[2] = {"fill=\"#fff\" color=\"#222\" stroke=\"#222\"",
                                           "fill=\"#333\" color=\"#eee\" stroke=\"#111\""};
    put_format(picture->out,
               "<g %s stroke-width=\"1.4\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n",
               colours[side]);
    for (unsigned square = 0; square < squares_of(picture); square++) {
        const char letter = any_piece_letter(picture->position, square);
        if (letter && (islower((unsigned char)letter) ? KS_BLACK : KS_WHITE) == (int)side)
            (picture->position->variant ? draw_letter
                                        : draw_figure)(picture->out, (char)toupper((unsigned char)letter),
                                                       left_of(picture, square), top_of(picture, square));
    }
    put_string(picture->out, "</g>\n");
}

void draw_svg(struct output *out, const struct any_position *position, const struct board_marks *marks,
              const char *title) {
    const struct any_board_size size = any_board_size(position->variant);
    const struct picture picture = {out, position, size, SIZE * (int)size.files + 2 * MARGIN,
                                    SIZE * (int)size.ranks + 2 * MARGIN};
    put_format(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
               "viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n<title>%s</title>\n"
               "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
               picture.width, picture.height, picture.width, picture.height, title, picture.width,
               picture.height);
    if (!position->variant)
        define_pieces(out);
    for (unsigned square = 0; square < squares_of(&picture); square++)
        draw_square(&picture, square, marks);
    draw_names(&picture);
    draw_side_to_move(&picture);
    draw_pieces(&picture, KS_WHITE);
    draw_pieces(&picture, KS_BLACK);
    put_string(out, "</svg>\n");
}
