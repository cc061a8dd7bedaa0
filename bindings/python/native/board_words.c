/* Answers questions of python-chess's Board to which a Position has the answers in other words. */
#include <string.h>

#include "game/pgn/reader.h"
#include "move.h"
#include "position.h"

/* ---- Moves ---- */

static unsigned clock_of(const struct any_position *now) {
    return now->variant ? now->varied.halfmove_clock : now->chess.halfmove_clock;
}

PyObject *position_is_zeroing(PyObject *self, PyObject *argument) {
    struct any_position after = *as_position(self)->now;
    any_move move;
    if (!require_move(self, argument, &move))
        return NULL;
    any_make_move(&after, move);
    return PyBool_FromLong(clock_of(&after) == 0);
}

/* castling: "O-O" or "O-O-O". SAN of a check has a sign behind it. */
static PyObject *is_written_as(PyObject *self, PyObject *argument, const char *castling) {
    char san[ANY_SAN_SIZE];
    any_move move;
    if (!require_move(self, argument, &move))
        return NULL;
    san[any_write_san(as_position(self)->now, move, san)] = '\0';
    return PyBool_FromLong(strspn(san, "O-") == strlen(castling));
}

PyObject *position_is_kingside_castling(PyObject *self, PyObject *argument) {
    return is_written_as(self, argument, "O-O");
}

PyObject *position_is_queenside_castling(PyObject *self, PyObject *argument) {
    return is_written_as(self, argument, "O-O-O");
}

PyObject *position_san_and_push(PyObject *self, PyObject *argument) {
    char san[ANY_SAN_SIZE];
    any_move move;
    if (!require_move(self, argument, &move))
        return NULL;
    const size_t length = any_write_san(as_position(self)->now, move, san);
    return make_legal_move(self, move) ? PyUnicode_FromStringAndSize(san, (Py_ssize_t)length) : NULL;
}

/* Makes the move and returns its SAN with the number that stands before it. */
static PyObject *push_numbered(PyObject *position, PyObject *move, int is_first) {
    const struct any_position *now = as_position(position)->now;
    const int number = now->variant ? now->varied.fullmove_number : now->chess.fullmove_number;
    const int is_white = any_side_to_move(now) == KS_WHITE;
    PyObject *san = position_san_and_push(position, move);
    PyObject *text = !san ? NULL
                     : is_white || is_first
                         ? PyUnicode_FromFormat("%d%s%U", number, is_white ? ". " : "...", san)
                         : PyUnicode_FromObject(san);
    Py_XDECREF(san);
    return text;
}

PyObject *position_variation_san(PyObject *self, PyObject *moves) {
    PyObject *position = position_without_stack(self), *iterator = PyObject_GetIter(moves);
    PyObject *texts = PyList_New(0), *blank = PyUnicode_FromString(" "), *joined = NULL;
    for (PyObject *move; position && iterator && texts && (move = PyIter_Next(iterator));) {
        PyObject *text = push_numbered(position, move, PyList_Size(texts) == 0);
        if (!text || PyList_Append(texts, text) != 0)
            Py_CLEAR(texts);
        Py_XDECREF(text);
        Py_DECREF(move);
    }
    if (position && iterator && texts && blank && !PyErr_Occurred())
        joined = PyUnicode_Join(blank, texts);
    Py_XDECREF(position);
    Py_XDECREF(iterator);
    Py_XDECREF(texts);
    Py_XDECREF(blank);
    return joined;
}

/* ---- Draws ---- */

static int occurs(PyObject *self, int times) {
    const struct position *position = as_position(self);
    return (int)ks_count_repetitions(position->keys, position->key_count, clock_of(position->now)) + 1 >=
           times;
}

PyObject *position_is_repetition(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static char *names[] = {"count", NULL};
    int times = 3;
    return PyArg_ParseTupleAndKeywords(arguments, keywords, "|i:is_repetition", names, &times)
               ? PyBool_FromLong(occurs(self, times))
               : NULL;
}

PyObject *position_is_fivefold_repetition(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return PyBool_FromLong(occurs(self, 5));
}

static PyObject *is_clock_at(PyObject *self, unsigned plies) {
    const struct any_position *now = as_position(self)->now;
    const enum ks_verdict verdict = any_judge(now, NULL);
    return PyBool_FromLong(clock_of(now) >= plies && verdict != KS_CHECKMATE && verdict != KS_STALEMATE);
}

PyObject *position_is_fifty_moves(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return is_clock_at(self, 100);
}

PyObject *position_is_seventyfive_moves(PyObject *self, PyObject *ignored) {
    (void)ignored;
    return is_clock_at(self, 150);
}

PyObject *position_is_insufficient_material(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const struct any_position *now = as_position(self)->now;
    if (now->variant)
        return PyBool_FromLong(any_find_draw(now, any_judge(now, NULL), NULL, 0) == KS_DRAW_MATERIAL);
    return PyBool_FromLong(!ks_can_mate(&now->chess, KS_WHITE) && !ks_can_mate(&now->chess, KS_BLACK));
}

PyObject *position_has_insufficient_material(PyObject *self, PyObject *color) {
    const struct any_position *now = as_position(self)->now;
    const int side = read_side(color);
    if (side < 0)
        return NULL;
    if (now->variant)
        return PyErr_Format(PyExc_NotImplementedError, "what a side can mate with is known in chess alone");
    return PyBool_FromLong(!ks_can_mate(&now->chess, (unsigned)side));
}
