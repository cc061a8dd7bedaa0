/* The legal moves: listed, as objects and as text, and asked about one by one. */
#include <stdlib.h>
#include <string.h>

#include "move.h"
#include "position.h"

/* ---- Lists ---- */

/* Makes the object of a list for a legal move. */
typedef PyObject *maker(const struct position *position, any_move move);

static PyObject *make_object_of(const struct position *position, any_move move) {
    return move_object(position->state, position->now, move, position->notation);
}

/* The text of a move of chess is made once, as the move is. With a new text a move, the list took 3.3 times
 * as long (median of five runs in turn, AMD EPYC Zen 4). */
static PyObject *make_uci(const struct position *position, any_move move) {
    PyObject *object = make_object_of(position, move);
    PyObject *string = object ? string_of_move(object) : NULL;
    Py_XDECREF(object);
    return string;
}

static PyObject *make_san(const struct position *position, any_move move) {
    char text[ANY_SAN_SIZE];
    const size_t length = any_write_san(position->now, move, text);
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
}

/* Puts an object into its place in a new list. Returns 0 with an exception. */
static int set_item(PyObject *list, size_t i, PyObject *item) {
    return item && PyList_SetItem(list, (Py_ssize_t)i, item) == 0;
}

static PyObject *list_of_chess(const struct position *position, maker *make) {
    ks_move_list legal;
    const size_t count = ks_legal_moves(&position->now->chess, &legal);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++)
        if (!set_item(list, i, make(position, legal.moves[i])))
            Py_CLEAR(list);
    return list;
}

static PyObject *list_of(const struct position *position, maker *make) {
    if (!position->now->variant)
        return list_of_chess(position, make);
    size_t count;
    any_move *moves = any_list_moves(position->now, &count);
    if (!moves)
        return PyErr_NoMemory();
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++)
        if (!set_item(list, i, make(position, moves[i])))
            Py_CLEAR(list);
    free(moves);
    return list;
}

PyObject *position_moves(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return list_of(as_position(self), make_object_of);
}

PyObject *position_legal_moves(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"san", NULL};
    int san = 0;
    if ((keywords || PyTuple_Size(arguments) > 0) &&
        !PyArg_ParseTupleAndKeywords(arguments, keywords, "|$p:legal_moves", names, &san))
        return NULL;
    return list_of(as_position(self), san ? make_san : make_uci);
}

/* ---- One move ---- */

static PyObject *describe(PyObject *self, PyObject *argument, maker *make) {
    any_move move;
    return require_move(self, argument, &move) ? make(as_position(self), move) : NULL;
}

PyObject *position_parse(PyObject *self, PyObject *text) {
    return describe(self, text, make_object_of);
}

PyObject *position_san(PyObject *self, PyObject *move) {
    return describe(self, move, make_san);
}

PyObject *position_uci(PyObject *self, PyObject *move) {
    return describe(self, move, make_uci);
}

PyObject *position_is_legal(PyObject *self, PyObject *argument) {
    any_move move;
    ks_error error;
    const int code = find_move(self, argument, &move, &error);
    return code < 0 ? NULL : PyBool_FromLong(code == KS_OK);
}

/* now: of a variant. */
static int captures_in_variant(const struct any_position *now, any_move move) {
    struct any_position after = *now;
    ks_variant_undo undo;
    ks_variant_make_move(now->variant, &after.varied, move, &undo);
    return undo.captured != 0;
}

void count_moves(const struct any_position *position, uint16_t *moves, uint16_t *captures) {
    ks_move_list listed;
    size_t count;
    if (!position->variant) {
        *moves = (uint16_t)ks_count_legal_moves(&position->chess);
        *captures = (uint16_t)ks_legal_captures(&position->chess, &listed);
        return;
    }
    any_move *all = any_list_moves(position, &count);
    *moves = (uint16_t)count;
    *captures = 0;
    for (size_t i = 0; i < count; i++)
        *captures += (uint16_t)captures_in_variant(position, all[i]);
    free(all);
}

PyObject *position_is_capture(PyObject *self, PyObject *argument) {
    const struct any_position *now = as_position(self)->now;
    any_move move;
    if (!require_move(self, argument, &move))
        return NULL;
    return PyBool_FromLong(now->variant ? captures_in_variant(now, move)
                                        : ks_is_capture(&now->chess, (ks_move)move));
}

PyObject *position_gives_check(PyObject *self, PyObject *argument) {
    struct any_position after = *as_position(self)->now;
    any_move move;
    if (!require_move(self, argument, &move))
        return NULL;
    if (!after.variant)
        return PyBool_FromLong(ks_gives_check(&after.chess, (ks_move)move));
    any_make_move(&after, move);
    const ks_variant_squares checkers = any_checkers(&after);
    return PyBool_FromLong((checkers.half[0] | checkers.half[1]) != 0);
}

/* Reads five values, from pawns to queens. Returns 0 with an exception. */
static int read_values(PyObject *argument, int16_t values[8]) {
    PyObject *numbers = PySequence_Tuple(argument);
    if (!numbers)
        return 0;
    int fits = PyTuple_Size(numbers) == KS_WHITE_QUEEN;
    for (unsigned kind = KS_WHITE_PAWN; fits && kind <= KS_WHITE_QUEEN; kind++) {
        const long value = PyLong_AsLong(PyTuple_GetItem(numbers, (Py_ssize_t)kind - 1));
        fits = !PyErr_Occurred() && INT16_MIN <= value && value <= INT16_MAX;
        values[kind] = fits ? (int16_t)value : 0;
    }
    Py_DECREF(numbers);
    if (!fits && (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_OverflowError))) {
        PyErr_Clear();
        PyErr_Format(
            PyExc_ValueError,
            "values: expected five numbers from -32768 to 32767, those of pawn, knight, bishop, rook "
            "and queen, found %R",
            argument);
    }
    return fits;
}

PyObject *position_see(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"", "values", "pins", NULL};
    const struct any_position *now = as_position(self)->now;
    PyObject *argument, *given = Py_None;
    int16_t values[8] = {0};
    any_move move;
    int pins = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|$Op:see", names, &argument, &given, &pins))
        return NULL;
    if (now->variant)
        return PyErr_Format(PyExc_NotImplementedError, "exchanges are known in chess alone, not in variants");
    if (!require_move(self, argument, &move) || (given != Py_None && !read_values(given, values)))
        return NULL;
    return PyLong_FromLong(ks_see(&now->chess, (ks_move)move, given == Py_None ? NULL : values,
                                  KS_SEE_LEGAL | (pins ? KS_SEE_PINS : KS_SEE_DEFAULT)));
}

/* Whether a legal move is of a kind of chess, which variants name. */
static PyObject *is_of_kind(PyObject *self, PyObject *argument, unsigned kind, const char *name) {
    const struct any_position *now = as_position(self)->now;
    any_move move;
    if (!require_move(self, argument, &move))
        return NULL;
    return PyBool_FromLong(now->variant ? strcmp(any_kind_of_move(now, move), name) == 0
                                        : KS_MOVE_KIND(move) == kind);
}

PyObject *position_is_castling(PyObject *self, PyObject *argument) {
    return is_of_kind(self, argument, KS_MOVE_CASTLING, "castling");
}

PyObject *position_is_en_passant(PyObject *self, PyObject *argument) {
    return is_of_kind(self, argument, KS_MOVE_EN_PASSANT, "en-passant");
}
