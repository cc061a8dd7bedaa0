/* The type Features: a set of inputs of nets, and arrays of them from batches of training data. The arrays
 * are the caller's, and are filled without the interpreter's lock. */
#include <string.h>

#include "data.h"

struct features {
    PyObject_HEAD ks_features *set;
};

static ks_features *set_of(PyObject *self) {
    return ((struct features *)self)->set;
}

static PyObject *new_features(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    const char *name, *text = NULL;
    Py_ssize_t length = 0;
    ks_error error;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "s|z#:Features", &name, &text, &length))
        return NULL;
    PyObject *self = make_object(type);
    if (!self)
        return NULL;
    ((struct features *)self)->set = ks_features_new(name, text, (size_t)length, &error);
    if (!set_of(self) && error.code == KS_ERROR_MEMORY)
        PyErr_NoMemory();
    else if (!set_of(self))
        raise_error(PyExc_ValueError, &error);
    return set_of(self) ? self : drop(self);
}

static void free_features(PyObject *self) {
    ks_features_free(set_of(self));
    free_object(self);
}

/* ---- Facts ---- */

static PyObject *name_of(PyObject *self, void *ignored) {
    (void)ignored;
    return PyUnicode_FromString(ks_features_get_facts(set_of(self)).name);
}

static PyObject *inputs_of(PyObject *self, void *ignored) {
    (void)ignored;
    return PyLong_FromUnsignedLong(ks_features_get_facts(set_of(self)).inputs);
}

static PyObject *width_of(PyObject *self, void *ignored) {
    (void)ignored;
    return PyLong_FromUnsignedLong(ks_features_get_facts(set_of(self)).width);
}

static PyObject *blocks_of(PyObject *self, void *ignored) {
    const unsigned count = ks_features_get_facts(set_of(self)).blocks;
    PyObject *list = PyList_New(0);
    (void)ignored;
    for (unsigned b = 0; list && b < count; b++) {
        const ks_features_facts facts = ks_features_get_block(set_of(self), b);
        char text[512];
        ks_features_describe(set_of(self), b, text, sizeof text);
        PyObject *row = Py_BuildValue("sIIIs", facts.name, (unsigned)facts.first, (unsigned)facts.inputs,
                                      facts.width, text);
        if (!row || PyList_Append(list, row) != 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *default_model(PyObject *self, PyObject *ignored) {
    const ks_features_model m = KS_FEATURES_MODEL_DEFAULT;
    (void)self, (void)ignored;
    return Py_BuildValue("(dddd)(dddd)dddI", m.a[0], m.a[1], m.a[2], m.a[3], m.b[0], m.b[1], m.b[2], m.b[3],
                         m.spread, m.score_factor, m.score_most, m.ply_most);
}

/* ---- One position ---- */

/* Reads a board of 64 bytes. Returns 0 with an exception. */
static int read_board(PyObject *object, uint8_t board[64]) {
    buffer_view view;
    if (PyObject_GetBuffer(object, &view, BUFFER_SIMPLE) != 0)
        return 0;
    const Py_ssize_t length = view.len;
    if (length == 64)
        memcpy(board, view.buf, 64);
    PyBuffer_Release(&view);
    if (length != 64)
        PyErr_Format(PyExc_ValueError, "board: expected 64 bytes, found %zd", length);
    return length == 64;
}

/* Returns 0 with an exception unless a number is a side. */
static int is_side(int side) {
    if (side != KS_WHITE && side != KS_BLACK)
        PyErr_Format(PyExc_ValueError, "side: expected 0 for white or 1 for black, found %d", side);
    return side == KS_WHITE || side == KS_BLACK;
}

static PyObject *list_features(PyObject *self, PyObject *arguments) {
    PyObject *object, *list;
    uint8_t board[64];
    int side;
    int32_t indices[KS_FEATURES_WIDTH_MAX];
    size_t count;
    ks_error error;
    if (!PyArg_ParseTuple(arguments, "Oi:list", &object, &side) || !is_side(side) ||
        !read_board(object, board))
        return NULL;
    if (ks_features_list(set_of(self), board, (unsigned)side, indices, &count, &error) != KS_OK)
        return raise_error(PyExc_ValueError, &error);
    list = PyList_New(0);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *index = PyLong_FromLong(indices[i]);
        if (!index || PyList_Append(list, index) != 0)
            Py_CLEAR(list);
        Py_XDECREF(index);
    }
    return list;
}

static PyObject *describe_index(PyObject *self, PyObject *arguments) {
    PyObject *object;
    uint8_t board[64];
    Py_ssize_t index;
    int side;
    char text[KS_FEATURES_WORDS_SIZE];
    const Py_ssize_t inputs = (Py_ssize_t)ks_features_get_facts(set_of(self)).inputs;
    if (!PyArg_ParseTuple(arguments, "nOi:describe", &index, &object, &side) || !is_side(side) ||
        !read_board(object, board))
        return NULL;
    if (index < 0 || index >= inputs) {
        PyErr_Format(PyExc_IndexError, "index: expected a number below %zd, found %zd", inputs, index);
        return NULL;
    }
    ks_features_describe_index(set_of(self), (uint32_t)index, board, (unsigned)side, text);
    return PyUnicode_FromString(text);
}

/* ---- Batches ---- */

enum { ARRAYS = 8 };

/* The arrays of a call of fill: indices and starts of both sides, sides, scores, results, pieces. */
struct held {
    buffer_view views[ARRAYS]; /* obj: NULL where None was given */
};

static void release(struct held *held) {
    for (unsigned i = 0; i < ARRAYS; i++)
        if (held->views[i].obj)
            PyBuffer_Release(&held->views[i]);
}

/* Takes an array of elements of four bytes that may be written. Returns 0 with an exception. */
static int hold(struct held *held, unsigned i, PyObject *object, size_t elements) {
    if (!PyObject_HasAttrString(object, "nbytes"))
        return 1; /* None */
    if (PyObject_GetBuffer(object, &held->views[i], BUFFER_WRITE) != 0)
        return 0;
    if ((size_t)held->views[i].len < 4 * elements || (uintptr_t)held->views[i].buf % 4) {
        PyErr_Format(PyExc_ValueError, "expected arrays of at least %zu aligned elements of 4 bytes",
                     elements);
        return 0;
    }
    return 1;
}

static PyObject *fill(PyObject *self, PyObject *arguments) {
    struct module_state *const state = PyType_GetModuleState(Py_TYPE(self));
    const size_t width = ks_features_get_facts(set_of(self)).width;
    struct held held = {.views = {{0}}};
    PyObject *batch, *objects[ARRAYS];
    ks_features_arrays arrays = {.count = 0};
    ks_features_formula *const formula = &arrays.formula;
    if (!PyArg_ParseTuple(arguments, "O!(OOOOOOOO)p(dpdd):fill", state->data_batch, &batch, &objects[0],
                          &objects[1], &objects[2], &objects[3], &objects[4], &objects[5], &objects[6],
                          &objects[7], &arrays.by_mover, &formula->score_factor, &formula->sigmoid,
                          &formula->result_factor, &formula->result_addend))
        return NULL;
    const ks_data_batch entries = entries_of_batch(batch);
    int good = 1, code = KS_OK;
    for (unsigned i = 0; i < ARRAYS && good; i++)
        good = hold(&held, i, objects[i], i < 2 ? entries.count * width : entries.count + (i < 4));
    if (good && (!held.views[0].buf || !held.views[1].buf || entries.count > INT32_MAX / width)) {
        PyErr_SetString(PyExc_ValueError, "expected arrays of indices for both sides");
        good = 0;
    }
    size_t at = 0;
    ks_error error;
    if (good) {
        arrays.room = entries.count;
        for (unsigned i = 0; i < 2; i++) {
            arrays.indices[i] = held.views[i].buf;
            arrays.starts[i] = held.views[2 + i].buf;
        }
        arrays.sides = held.views[4].buf;
        arrays.scores = held.views[5].buf;
        arrays.results = held.views[6].buf;
        arrays.pieces = held.views[7].buf;
        PyThreadState *const thread = PyEval_SaveThread();
        code = ks_features_fill(set_of(self), &entries, NULL, &at, &arrays, &error);
        PyEval_RestoreThread(thread);
    }
    release(&held);
    if (!good || code != KS_OK)
        return good ? raise_error(PyExc_ValueError, &error) : NULL;
    return PyLong_FromSize_t(arrays.count);
}

static PyGetSetDef features_attributes[] = {
    {"name", name_of, NULL, "The name, such as 'HalfKP' or 'Full_Threats+PP_3Wide'.", NULL},
    {"inputs", inputs_of, NULL, "The number of indices.", NULL},
    {"width", width_of, NULL, "The most features that a position may have.", NULL},
    {"blocks", blocks_of, NULL, "Tuples of name, first index, inputs, width and a sentence.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef features_methods[] = {
    {"list", list_features, METH_VARARGS,
     "list(board, side, /)\n--\n\nThe indices on a board of 64 bytes, as a side sees it: 0 white, 1 black."},
    {"describe", describe_index, METH_VARARGS,
     "describe(index, board, side, /)\n--\n\nWhat an index means on a board, in words."},
    {"_model", default_model, METH_NOARGS | METH_STATIC,
     "_model()\n--\n\nThe numbers of KS_FEATURES_MODEL_DEFAULT: for kingscan.features."},
    {"_fill", fill, METH_VARARGS,
     "_fill(batch, arrays, by_mover, formula, /)\n--\n\nFills arrays: for kingscan.features."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot features_slots[] = {
    {Py_tp_new, (void *)new_features},
    {Py_tp_doc, (void *)"Features(name, descriptions=None)\n--\n\nA set of inputs of nets, by the name of a "
                        "description: see docs/training-nets.md. The text has descriptions of your own."},
    {Py_tp_dealloc, (void *)free_features},
    {Py_tp_getset, features_attributes},
    {Py_tp_methods, features_methods},
    {0, NULL},
};

PyType_Spec features_spec = {
    .name = "kingscan._kingscan.Features",
    .basicsize = sizeof(struct features),
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = features_slots,
};
