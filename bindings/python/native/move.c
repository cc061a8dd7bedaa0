/* The type Move: a move of chess is one object, however often it is found. With a new object a move,
 * Position.moves took 4.0 times as long, and push, is_check and pop of each move 1.6 times (medians of five
 * runs in turn, AMD EPYC Zen 4). */
#include "move.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- Made ---- */

static PyObject *new_move(PyTypeObject *type, any_move code, const ks_variant *variant, const char *text,
                          size_t length) {
    PyObject *self = make_object(type);
    if (!self)
        return NULL;
    as_move(self)->code = code;
    as_move(self)->variant = variant;
    memcpy(as_move(self)->text, text, length);
    return self;
}

/* The place of a move of chess among chess_moves. Castling that is written by the king's squares has another
 * one than castling that is written as the king taking its rook: the highest bit, which no move has. */
static unsigned place_of(ks_move move, const char *text) {
    const int short_form =
        KS_MOVE_KIND(move) == KS_MOVE_CASTLING && strncmp(text + 2, ks_square_name(KS_MOVE_TO(move)), 2) != 0;
    return move | (short_form ? CHESS_MOVES / 2 : 0u);
}

PyObject *move_object(struct module_state *state, const struct any_position *position, any_move move,
                      unsigned notation) {
    char text[ANY_MOVE_SIZE] = "";
    PyObject **made = position->variant ? NULL : &state->chess_moves[move];
    size_t length = 0;
    if (position->variant || KS_MOVE_KIND(move) == KS_MOVE_CASTLING || !*made)
        length = any_write_uci(position, move, notation, text);
    if (made && KS_MOVE_KIND(move) == KS_MOVE_CASTLING)
        made = &state->chess_moves[place_of((ks_move)move, text)];
    if (!made)
        return new_move(state->move, move, position->variant, text, length);
    if (!*made)
        *made = new_move(state->move, move, NULL, text, length);
    Py_XINCREF(*made);
    return *made;
}

PyObject *null_move_object(struct module_state *state) {
    return new_move(state->move, KS_NO_MOVE, NULL, NULL_MOVE, strlen(NULL_MOVE));
}

/* ---- Text ---- */

/* Moves past the name of a square. Returns 0 when there is none. */
static size_t square_length(const char *text) {
    const size_t digits = islower((unsigned char)text[0]) ? strspn(text + 1, "0123456789") : 0;
    return digits == 1 || digits == 2 ? 1 + digits : 0;
}

/* Whether a text has the form of a move in UCI, of any variant. */
static int is_uci(const char *text) {
    const char *at = text;
    if (strcmp(text, NULL_MOVE) == 0)
        return 1;
    if (isalpha((unsigned char)at[0]) && at[1] == '@')
        return square_length(at + 2) && !at[2 + square_length(at + 2)];
    for (int i = 0; i < 2; i++) {
        if (!square_length(at))
            return 0;
        at += square_length(at);
    }
    at += isalpha((unsigned char)*at) || *at == '+' || *at == '-';
    return !*at || *at == ',';
}

/* Raises InvalidMoveError. */
static PyObject *refuse_text(PyTypeObject *type, PyObject *string) {
    const struct module_state *const state = PyType_GetModuleState(type);
    ks_error error = {.code = KS_ERROR_MOVE_TEXT};
    PyObject *const found = PyObject_Repr(string);
    const char *const text = found ? whole_text(found) : NULL;
    snprintf(error.message, sizeof error.message, "expected a move in UCI such as e2e4 or a7a8q, found %.40s",
             text ? text : "bytes that are no text");
    Py_XDECREF(found);
    return PyErr_Occurred() ? NULL : raise_error(state->invalid_move, &error);
}

static PyObject *make_move(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"uci", NULL};
    PyObject *string;
    Py_ssize_t length = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O:Move", names, &string))
        return NULL;
    const char *text = PyUnicode_Check(string) ? PyUnicode_AsUTF8AndSize(string, &length) : NULL;
    if (!text && PyErr_Occurred())
        return NULL;
    if (!text)
        return PyErr_Format(PyExc_TypeError, "uci: expected a move in UCI as a str, found %R", string);
    if (length >= ANY_MOVE_SIZE || strlen(text) != (size_t)length || !is_uci(text))
        return refuse_text(type, string);
    return new_move(type, KS_NO_MOVE, NULL, text, (size_t)length);
}

PyObject *string_of_move(PyObject *self) {
    struct move *move = as_move(self);
    if (!move->string)
        move->string = PyUnicode_FromString(move->text);
    Py_XINCREF(move->string);
    return move->string;
}

static void free_move(PyObject *self) {
    Py_XDECREF(as_move(self)->string);
    free_object(self);
}

static PyObject *uci(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return string_of_move(self);
}

static PyObject *represent(PyObject *self) {
    return PyUnicode_FromFormat("Move('%s')", as_move(self)->text);
}

static PyObject *reduce(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return Py_BuildValue("O(s)", (PyObject *)Py_TYPE(self), as_move(self)->text);
}

/* ---- Parts ---- */

static const char *to_of(const char *text) {
    return text[1] == '@' ? text + 2 : text + square_length(text);
}

/* A null move has no squares. */
static PyObject *square_at(const char *text) {
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)square_length(text));
}

static PyObject *from_square(PyObject *self, void *ignored) {
    (void)ignored;
    const char *text = as_move(self)->text;
    return square_at(text[1] == '@' ? text + 2 : text);
}

static PyObject *to_square(PyObject *self, void *ignored) {
    (void)ignored;
    return square_at(to_of(as_move(self)->text));
}

static PyObject *promotion(PyObject *self, void *ignored) {
    (void)ignored;
    const char *to = to_of(as_move(self)->text), *rest = to + square_length(to);
    return Py_BuildValue("z#", rest > to && *rest && *rest != ',' ? rest : NULL, (Py_ssize_t)1);
}

static PyObject *dropped(PyObject *self, void *ignored) {
    (void)ignored;
    const char *text = as_move(self)->text;
    return Py_BuildValue("z#", text[1] == '@' ? text : NULL, (Py_ssize_t)1);
}

/* ---- Compared ---- */

static PyObject *compare(PyObject *self, PyObject *other, int how) {
    if (Py_TYPE(other) != Py_TYPE(self) || (how != Py_EQ && how != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    const int same = self == other || strcmp(as_move(self)->text, as_move(other)->text) == 0;
    return PyBool_FromLong(same == (how == Py_EQ));
}

static Py_hash_t hash(PyObject *self) {
    size_t hash = 0;
    for (const char *at = as_move(self)->text; *at; at++)
        hash = hash * 131 + (unsigned char)*at;
    return (Py_hash_t)(hash >> 1);
}

static PyMethodDef methods[] = {
    {"uci", uci, METH_NOARGS,
     "uci($self)\n--\n\nThe move in UCI, such as 'e2e4', 'a7a8q' or 'N@f3'. str() gives the same."},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"from_square", from_square, NULL,
     "The square that a piece leaves, such as 'e2'; that of to_square in a drop.", NULL},
    {"to_square", to_square, NULL,
     "The square that it goes to. In castling, the king's, or with chess960 the rook's.", NULL},
    {"promotion", promotion, NULL,
     "The letter after the squares: 'q' and so on for a promotion. None: there is none.", NULL},
    {"drop", dropped, NULL, "The letter of the piece that is dropped, in variants with drops; or None.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static const char move_doc[] = "Move(uci)\n--\n\n"
                               "A move, such as those of Position.moves(): Move('e7e8q'), Move('N@f3'). A "
                               "position says whether it is legal.\n"
                               "Moves are equal when they are written alike in UCI. Move('0000') passes.";

static PyType_Slot move_slots[] = {
    {Py_tp_doc, (void *)move_doc},       {Py_tp_new, (void *)make_move},
    {Py_tp_dealloc, (void *)free_move},  {Py_tp_repr, (void *)represent},
    {Py_tp_str, (void *)string_of_move}, {Py_tp_richcompare, (void *)compare},
    {Py_tp_hash, (void *)hash},          {Py_tp_methods, methods},
    {Py_tp_getset, attributes},          {0, NULL},
};

PyType_Spec move_spec = {
    .name = "kingscan._kingscan.Move",
    .basicsize = sizeof(struct move),
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = move_slots,
};
