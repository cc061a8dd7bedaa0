/* The board as SVG, drawn as `kingscan show --svg` draws it, and as text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/common/picture.h"
#include "position.h"

static PyObject *draw(const struct any_position *now, int rays) {
    struct buffer out = {0};
    char title[ANY_FEN_SIZE + 32], fen[ANY_FEN_SIZE];
    any_write_shown_fen(now, false, fen);
    snprintf(title, sizeof title, "%s: %s", fen, ks_verdict_name(any_judge(now, NULL)));
    struct picture picture = {.position = now, .marks = find_marks(now), .title = title};
    if (rays)
        picture.marks.rays = find_rays(now);
    draw_svg(&out, &picture);
    PyObject *text =
        out.failed ? PyErr_NoMemory() : PyUnicode_FromStringAndSize(out.bytes, (Py_ssize_t)out.used);
    free(out.bytes);
    return text;
}

/* The board as python-chess's str() draws it: white below, '.' for an empty square. The name of a promoted
 * piece is longer than one letter, and makes all columns wider. */
PyObject *position_str(PyObject *self) {
    const struct any_position *now = as_position(self)->now;
    const struct any_board_size size = any_board_size(now->variant);
    struct buffer out = {0};
    unsigned squares = size.files * size.ranks;
    int width = 1;
    for (unsigned square = 0; square < squares; square++)
        width = any_is_promoted(now, square) ? 2 : width;
    for (unsigned square = 0; square < squares; square++) {
        const char letter = any_piece_letter(now, square);
        const char text[] = {letter && any_is_promoted(now, square) ? '+' : ' ', letter ? letter : '.',
                             square == squares - 1            ? '\0'
                             : (square + 1) % size.files == 0 ? '\n'
                                                              : ' '};
        add_bytes(&out, text + (2 - width), (size_t)width + (square < squares - 1));
    }
    PyObject *text =
        out.failed ? PyErr_NoMemory() : PyUnicode_FromStringAndSize(out.bytes, (Py_ssize_t)out.used);
    free(out.bytes);
    return text;
}

PyObject *position_svg(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"rays", NULL};
    int rays = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|$p:svg", names, &rays))
        return NULL;
    return draw(as_position(self)->now, rays);
}

PyObject *position_repr_svg(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return draw(as_position(self)->now, 0);
}
