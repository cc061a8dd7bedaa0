/* The functions polyglot_numbers and polyglot_pieces: kingscan/chess/polyglot.py makes keys of boards that
 * the library refuses, too. */
#include "chess_board.h"

static const uint64_t numbers[] = {
#include "core/board/polyglot.def"
};

PyObject *polyglot_numbers(PyObject *module, PyObject *ignored) {
    (void)module, (void)ignored;
    const Py_ssize_t count = sizeof numbers / sizeof *numbers;
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list && i < count; i++) {
        PyObject *number = PyLong_FromUnsignedLongLong(numbers[i]);
        if (!number || PyList_SetItem(list, i, number) != 0)
            Py_CLEAR(list);
    }
    return list;
}

PyObject *polyglot_pieces(PyObject *module, PyObject *arguments) {
    const struct module_state *state = state_of(module);
    PyObject *board, *list;
    uint64_t key = 0;
    if (!PyArg_ParseTuple(arguments, "O!O!", state->chess_board, &board, &PyList_Type, &list))
        return NULL;
    const struct masks *now = &as_chess_board(board)->now;
    for (int kind = CHESS_PAWN; kind <= CHESS_KING; kind++)
        for (int color = 0; color < 2; color++)
            for (uint64_t rest = now->kinds[kind] & now->of[color]; rest; rest &= rest - 1) {
                PyObject *number =
                    PyList_GetItem(list, 64 * (2 * (kind - 1) + color) + __builtin_ctzll(rest));
                key ^= number ? PyLong_AsUnsignedLongLong(number) : 0;
            }
    return PyErr_Occurred() ? NULL : PyLong_FromUnsignedLongLong(key);
}
