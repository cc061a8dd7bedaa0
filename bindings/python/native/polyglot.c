/* The function polyglot_numbers: kingscan/chess/polyglot.py makes keys of boards that the library refuses,
 * too.
 */
#include "module.h"

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
