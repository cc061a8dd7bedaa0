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
