/* The type Table: where the positions of a file of rows are, found as `kingscan check --column` finds them.
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "game/common/table.h"

struct table_object {
    PyObject_HEAD struct table *table;
    struct column_choice choice;
    PyObject *names[2]; /* of the columns: the bytes that the choice points to */
};

static struct table_object *as_table(PyObject *self) {
    return (struct table_object *)self;
}

const struct table *table_of(struct module_state *state, PyObject *object) {
    if (object == Py_None)
        return NULL;
    if (Py_TYPE(object) == state->table)
        return as_table(object)->table;
    PyErr_SetString(PyExc_TypeError, "expected a Table or None");
    return NULL;
}

/* ---- Arguments ---- */

/* Reads a column: None, a number from 1, or a name. Returns 0 with an exception. */
static int read_column(PyObject *value, const char *what, struct column *column, PyObject **kept) {
    if (value == Py_None)
        return 1;
    if (PyLong_Check(value) && !PyBool_Check(value)) {
        const long long number = PyLong_AsLongLong(value);
        column->number = number > 0 ? (uint64_t)number : 0;
        if (number < 1 && !PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "%s: expected a number from 1 or a name, found %R", what, value);
        return number >= 1;
    }
    if (!PyUnicode_Check(value)) {
        PyErr_Format(PyExc_TypeError, "%s: expected an int or a str", what);
        return 0;
    }
    *kept = PyUnicode_AsUTF8String(value);
    column->name = *kept ? PyBytes_AsString(*kept) : NULL;
    if (column->name && !column->name[0])
        PyErr_Format(PyExc_ValueError, "%s: expected a number from 1 or a name, found nothing", what);
    return column->name && column->name[0];
}

/* Reads None or a byte. Returns 0 with an exception. */
static int read_separator(PyObject *value, char *separator) {
    Py_ssize_t length = 0;
    if (value == Py_None)
        return 1;
    const char *text = PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, &length) : NULL;
    if (text && length == 1 && !strchr("\"\r\n", *text)) {
        *separator = *text;
        return 1;
    }
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_ValueError, "separator: expected one byte, but no quote, found %R", value);
    return 0;
}

/* Reads None or how many moves are made. Returns 0 with an exception. */
static int read_plies(PyObject *value, uint64_t *plies) {
    *plies = UINT64_MAX;
    if (value == Py_None)
        return 1;
    const long long number = PyLong_AsLongLong(value);
    if (number < 0 && !PyErr_Occurred())
        PyErr_Format(PyExc_ValueError, "ply: expected a number from 0, found %R", value);
    *plies = (uint64_t)number;
    return number >= 0;
}

/* ---- Made, freed ---- */

/* Reads the first line of the text, which begins the file. Returns 0 with an exception. */
static int read_beginning(struct table_object *object, PyObject *text) {
    buffer_view view;
    if (PyObject_GetBuffer(text, &view, BUFFER_SIMPLE) != 0)
        return 0;
    object->table = new_table(&object->choice, view.buf, (size_t)view.len, NULL);
    PyBuffer_Release(&view);
    if (!object->table) {
        PyErr_NoMemory();
        return 0;
    }
    if (object->table->error[0])
        PyErr_Format(PyExc_ValueError, "1:1: %s", object->table->error);
    return !object->table->error[0];
}

static PyObject *new_table_object(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    PyObject *text, *column, *moves, *plies, *separator;
    int header;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "OOOOOp:Table", &text, &column, &moves, &plies, &separator, &header))
        return NULL;
    PyObject *self = make_object(type);
    if (!self)
        return NULL;
    struct table_object *object = as_table(self);
    struct column_choice *choice = &object->choice;
    if (!read_column(column, "column", &choice->position, &object->names[0]) ||
        !read_column(moves, "moves_column", &choice->moves, &object->names[1]) ||
        !read_separator(separator, &choice->separator) || !read_plies(plies, &choice->plies))
        return drop(self);
    choice->header = header || choice->position.name || choice->moves.name;
    return read_beginning(object, text) ? self : drop(self);
}

static void free_table_object(PyObject *self) {
    free_tables(as_table(self)->table);
    Py_XDECREF(as_table(self)->names[0]);
    Py_XDECREF(as_table(self)->names[1]);
    free_object(self);
}

static PyObject *has_header(PyObject *self, void *ignored) {
    (void)ignored;
    return PyBool_FromLong(as_table(self)->choice.header && !as_table(self)->table->is_json);
}

PyObject *has_fen_column(PyObject *module, PyObject *line) {
    buffer_view view;
    (void)module;
    if (PyObject_GetBuffer(line, &view, BUFFER_SIMPLE) != 0)
        return NULL;
    const int found = find_fen_column(view.buf, (size_t)view.len, SEPARATOR_OF_LINE) != 0;
    PyBuffer_Release(&view);
    return PyBool_FromLong(found);
}

static PyGetSetDef attributes[] = {
    {"has_header", has_header, NULL, "Whether the first line has names of columns.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot table_slots[] = {
    {Py_tp_doc, (void *)"Table(beginning, column, moves_column, ply, separator, header)\n--\n\n"
                        "The rows of a file that begins so: for kingscan.check."},
    {Py_tp_new, (void *)new_table_object},
    {Py_tp_dealloc, (void *)free_table_object},
    {Py_tp_getset, attributes},
    {0, NULL},
};

PyType_Spec table_spec = {
    .name = "kingscan._kingscan.Table",
    .basicsize = sizeof(struct table_object),
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = table_slots,
};
