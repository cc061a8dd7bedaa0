/* A Position as text: FEN and its fields. */
#include <string.h>

#include "position.h"

/* ---- FEN ---- */

PyObject *position_fen(PyObject *self, PyObject *ignored) {
    (void)ignored;
    char text[ANY_FEN_SIZE];
    const size_t length = any_write_shown_fen(as_position(self)->now, false, text);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
}

PyObject *position_x_fen(PyObject *self, PyObject *ignored) {
    (void)ignored;
    char text[ANY_FEN_SIZE];
    const size_t length = any_write_shown_fen(as_position(self)->now, true, text);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
}

/* Returns a field of the FEN, from 0. */
static PyObject *field_of(PyObject *self, int number) {
    char text[ANY_FEN_SIZE];
    text[any_write_shown_fen(as_position(self)->now, false, text)] = '\0';
    const char *field = text;
    for (; number > 0; number--)
        field = strchr(field, ' ') + 1;
    return PyUnicode_FromStringAndSize(field, (Py_ssize_t)strcspn(field, " "));
}

PyObject *position_castling_rights(PyObject *self, void *ignored) {
    (void)ignored;
    PyObject *field = field_of(self, 2);
    if (!field || PyUnicode_CompareWithASCIIString(field, "-") != 0)
        return field;
    Py_DECREF(field);
    return word_of(as_position(self)->state, WORD_NONE);
}

PyObject *position_ep_square(PyObject *self, void *ignored) {
    (void)ignored;
    PyObject *field = field_of(self, 3);
    if (!field || PyUnicode_CompareWithASCIIString(field, "-") != 0)
        return field;
    Py_DECREF(field);
    Py_RETURN_NONE;
}
