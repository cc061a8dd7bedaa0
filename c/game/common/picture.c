/* Boards as SVG: each figure is defined once and placed on its squares. A piece of a variant is a disc with
 * its letter. */
#include "game/common/picture.h"

#include <ctype.h>
#include <stdlib.h>

#include "game/common/any_position.h"
#include "game/common/text.h"

enum { SIZE = 45, MARGIN = 24 };

static const struct {
    char letter;
    const char *shapes;
} figures[] = {
#define FIGURE(letter, shapes) {letter, shapes},
#include "game/common/figures.def"
};

enum { FIGURES = sizeof figures / sizeof *figures };

/* People who cannot distinguish red from green can distinguish these: one is dark and reddish, one bluish,
 * one bright. */
const char *const arrow_colours[ARROW_KINDS] = {
    [ARROW_OF_ENGINE] = "#c2255c", [ARROW_OF_KINGSCAN] = "#0b7285", [ARROW_OF_BOTH] = "#e67700"};

/* The picture and its size. */
struct canvas {
    struct buffer *out;
    const struct picture *picture;
    const struct any_position *position;
    struct any_board_size size;
    int width, height;
};

static unsigned left_of(const struct canvas *canvas, unsigned square) {
    return MARGIN + SIZE * (square % canvas->size.files);
}

static unsigned top_of(const struct canvas *canvas, unsigned square) {
    return MARGIN + SIZE * (square / canvas->size.files);
}

static unsigned squares_of(const struct canvas *canvas) {
    return canvas->size.files * canvas->size.ranks;
}

/* ---- The board ---- */

static void draw_square(const struct canvas *canvas, unsigned square) {
    const struct board_marks *const marks = &canvas->picture->marks;
    const unsigned left = left_of(canvas, square), top = top_of(canvas, square);
    const bool dark = (square % canvas->size.files + square / canvas->size.files) & 1;
    add_format(canvas->out, "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", left, top,
               SIZE, SIZE,
               squares_have(marks->brackets, square) ? "#e2685c"
               : dark                                ? "#b98d66"
                                                     : "#efdcbf");
    if (squares_have(marks->attacked, square))
        add_format(canvas->out,
                   "<rect class=\"attacked\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"#2b8a3e\" "
                   "fill-opacity=\".5\"/>\n",
                   left, top, SIZE, SIZE);
    if (squares_have(marks->parentheses, square))
        add_format(canvas->out,
                   "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#2f6fc4\" "
                   "stroke-width=\"4\"/>\n",
                   left + 2, top + 2, SIZE - 4, SIZE - 4);
}

static void draw_names(const struct canvas *canvas) {
    struct buffer *const out = canvas->out;
    add_string(out,
               "<g font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\" fill=\"#e8d6bb\">\n");
    for (unsigned i = 0; i < canvas->size.files || i < canvas->size.ranks; i++) {
        const unsigned middle = MARGIN + SIZE * i + SIZE / 2;
        if (i < canvas->size.files)
            add_format(out, "<text x=\"%u\" y=\"%d\">%c</text>\n", middle, canvas->height - 7, 'a' + (int)i);
        if (i < canvas->size.ranks)
            add_format(out, "<text x=\"%d\" y=\"%u\">%u</text>\n", MARGIN / 2, middle + 5,
                       canvas->size.ranks - i);
    }
    add_string(out, "</g>\n");
}

static void draw_side_to_move(const struct canvas *canvas) {
    const bool white = any_side_to_move(canvas->position) == KS_WHITE;
    add_format(canvas->out,
               "<circle cx=\"%d\" cy=\"%d\" r=\"6\" fill=\"%s\" stroke=\"#e8d6bb\" stroke-width=\"1.5\"/>\n",
               canvas->width - MARGIN / 2, white ? canvas->height - MARGIN - SIZE / 2 : MARGIN + SIZE / 2,
               white ? "#fff" : "#222");
}

/* ---- The rays ---- */

struct point {
    double x, y;
};

static struct point middle_of(const struct canvas *canvas, unsigned square) {
    return (struct point){left_of(canvas, square) + (double)SIZE / 2,
                          top_of(canvas, square) + (double)SIZE / 2};
}

/* Draws the way from the piece that attacks to the king. */
static void draw_ray(const struct canvas *canvas, const struct ray *ray) {
    const struct point from = middle_of(canvas, ray->from), to = middle_of(canvas, ray->king);
    add_format(canvas->out,
               "<path class=\"ray\" fill=\"none\" %s stroke-width=\"6\" stroke-opacity=\".8\" d=\"M%.1f "
               "%.1fL%.1f %.1f\"/>\n",
               ray->pinned == NO_PIN ? "stroke=\"#c92a2a\"" : "stroke=\"#2f6fc4\" stroke-dasharray=\"10 6\"",
               from.x, from.y, to.x, to.y);
}

/* ---- The pieces ---- */

static void define_figures(struct buffer *out) {
    add_string(out, "<defs>\n");
    for (unsigned i = 0; i < FIGURES; i++)
        add_format(out, "<g id=\"%c\">%s</g>\n", figures[i].letter, figures[i].shapes);
    add_string(out, "</defs>\n");
}

void define_figures_of_page(struct buffer *out) {
    add_string(out, "<svg class=\"figures\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n");
    define_figures(out);
    add_string(out, "</svg>\n");
}

static void draw_figure(struct buffer *out, char letter, unsigned left, unsigned top) {
    add_format(out, "<use xlink:href=\"#%c\" x=\"%u\" y=\"%u\"/>\n", letter, left, top);
}

/* Draws a disc with the letter on it. The letter has no outline. */
static void draw_letter(const struct canvas *canvas, unsigned square, char letter) {
    const unsigned x = left_of(canvas, square) + SIZE / 2, y = top_of(canvas, square) + SIZE / 2;
    add_format(canvas->out,
               "<circle cx=\"%u\" cy=\"%u\" r=\"17\"/><text x=\"%u\" y=\"%u\" font-family=\"sans-serif\" "
               "font-size=\"22\" text-anchor=\"middle\" fill=\"currentColor\" stroke=\"none\">%s%c</text>\n",
               x, y, x, y + 8, any_is_promoted(canvas->position, square) ? "+" : "", letter);
}

static void draw_pieces(const struct canvas *canvas, unsigned side) {
    static const char *const colours[2] = {"fill=\"#fff\" color=\"#222\" stroke=\"#222\"",
                                           "fill=\"#333\" color=\"#eee\" stroke=\"#111\""};
    add_format(canvas->out,
               "<g %s stroke-width=\"1.4\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n",
               colours[side]);
    for (unsigned square = 0; square < squares_of(canvas); square++) {
        const char letter = any_piece_letter(canvas->position, square);
        const char capital = (char)toupper((unsigned char)letter);
        if (!letter || (islower((unsigned char)letter) ? KS_BLACK : KS_WHITE) != (int)side)
            continue;
        if (canvas->position->variant)
            draw_letter(canvas, square, capital);
        else
            draw_figure(canvas->out, capital, left_of(canvas, square), top_of(canvas, square));
    }
    add_string(canvas->out, "</g>\n");
}

/* ---- The arrows ---- */

/* The length of a vector that isn't zero, by Newton's method: the program needs no other mathematics. */
static double length_of(struct point vector) {
    const double sum = vector.x * vector.x + vector.y * vector.y;
    double root = sum;
    for (int i = 0; i < 32; i++)
        root = (root + sum / root) / 2;
    return root;
}

/* Writes a corner: a distance along from the start, and one aside. */
static void put_corner(struct buffer *out, struct point start, struct point unit, double along,
                       double aside) {
    add_format(out, "%s%.1f %.1f", along == 0 && aside > 0 ? "M" : "L",
               start.x + unit.x * along - unit.y * aside, start.y + unit.y * along + unit.x * aside);
}

/* Draws an arrow from the edge of the piece that moves to the middle of the square where it goes. */
static void draw_arrow(const struct canvas *canvas, const struct arrow *arrow) {
    const double clear = 12, half = 3.5, head = 15, half_head = 9.5;
    const struct point from = middle_of(canvas, arrow->from), to = middle_of(canvas, arrow->to);
    const struct point vector = {to.x - from.x, to.y - from.y};
    const double whole = length_of(vector), length = whole - clear;
    const struct point unit = {vector.x / whole, vector.y / whole};
    const struct point start = {from.x + unit.x * clear, from.y + unit.y * clear};
    struct buffer *const out = canvas->out;
    add_format(
        out,
        "<path class=\"arrow\" fill=\"%s\" fill-opacity=\".88\" stroke=\"#fff\" stroke-opacity=\".75\" d=\"",
        arrow_colours[arrow->kind]);
    put_corner(out, start, unit, 0, half);
    put_corner(out, start, unit, length - head, half);
    put_corner(out, start, unit, length - head, half_head);
    put_corner(out, start, unit, length, 0);
    put_corner(out, start, unit, length - head, -half_head);
    put_corner(out, start, unit, length - head, -half);
    put_corner(out, start, unit, 0, -half);
    add_string(out, "z\"/>\n");
}

/* ---- All of it ---- */

/* Begins the picture. Its frame is dark, with light names. */
static void begin(const struct canvas *canvas) {
    struct buffer *const out = canvas->out;
    add_format(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
               "viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n<title>",
               canvas->width, canvas->height, canvas->width, canvas->height);
    add_markup(out, canvas->picture->title);
    add_format(out, "</title>\n<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#5b4030\"/>\n", canvas->width,
               canvas->height);
}

void draw_svg(struct buffer *out, const struct picture *picture) {
    const struct any_board_size size = any_board_size(picture->position->variant);
    const struct canvas canvas = {out,
                                  picture,
                                  picture->position,
                                  size,
                                  SIZE * (int)size.files + 2 * MARGIN,
                                  SIZE * (int)size.ranks + 2 * MARGIN};
    begin(&canvas);
    if (!picture->position->variant && !picture->in_page)
        define_figures(out);
    for (unsigned square = 0; square < squares_of(&canvas); square++)
        draw_square(&canvas, square);
    draw_names(&canvas);
    draw_side_to_move(&canvas);
    for (unsigned i = 0; i < picture->marks.rays.count; i++)
        draw_ray(&canvas, &picture->marks.rays.all[i]);
    draw_pieces(&canvas, KS_WHITE);
    draw_pieces(&canvas, KS_BLACK);
    for (size_t i = 0; i < picture->arrow_count; i++)
        draw_arrow(&canvas, &picture->arrows[i]);
    add_string(out, "</svg>\n");
}
