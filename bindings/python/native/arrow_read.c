/* The type ArrowReader: strings out of the columns of another library, where they lie, through the capsules
 * of Arrow. It trusts lengths and pointers, as everybody has to who takes a capsule. */
#include <stdlib.h>
#include <string.h>

#include "arrow.h"
#include "module.h"

enum { CHOSEN_MOST = 2 }; /* positions, and moves */

/* A column that is read. */
struct chosen {
    int64_t child;      /* of the table; -1: the stream has no table, but this column alone */
    const char *format; /* of the strings, or of those in the dictionary */
    char index;         /* the format of what counts them in a dictionary; 0: there is none */
};

struct arrow_reader {
    PyObject_HEAD struct stream stream;
    struct schema schema;
    struct array array; /* the one that is read; no release: there is none */
    int has_stream, has_array, is_over;
    int64_t at; /* the next row of the array */
    struct chosen chosen[CHOSEN_MOST];
    unsigned chosen_count;
};

static struct arrow_reader *reader_of(PyObject *self) {
    return (struct arrow_reader *)self;
}

/* ---- Taken from capsules ---- */

/* Moves a struct out of a capsule, whose own release then does nothing. */
#define MOVE_OUT(kind, name)                                                                                 \
    static int take_##kind(PyObject *capsule, struct kind *to) {                                             \
        struct kind *from = PyCapsule_GetPointer(capsule, name);                                             \
        if (!from)                                                                                           \
            return 0;                                                                                        \
        if (!from->release) {                                                                                \
            PyErr_SetString(PyExc_ValueError, "Arrow: the capsule has been used before");                    \
            return 0;                                                                                        \
        }                                                                                                    \
        *to = *from;                                                                                         \
        from->release = NULL;                                                                                \
        return 1;                                                                                            \
    }
MOVE_OUT(schema, "arrow_schema")
MOVE_OUT(array, "arrow_array")
MOVE_OUT(stream, "arrow_array_stream")

/* Raises what the stream says. Returns -1. */
static int fail_by_stream(struct arrow_reader *reader) {
    const char *said = reader->stream.get_last_error(&reader->stream);
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_OSError, "Arrow: %s", said ? said : "the stream cannot be read");
    return -1;
}

static int take_by_stream(struct arrow_reader *reader, PyObject *object) {
    PyObject *capsule = PyObject_CallMethod(object, "__arrow_c_stream__", NULL);
    reader->has_stream = capsule && take_stream(capsule, &reader->stream);
    Py_XDECREF(capsule);
    if (!reader->has_stream)
        return 0;
    return reader->stream.get_schema(&reader->stream, &reader->schema) == 0 || fail_by_stream(reader) > 0;
}

static int take_by_array(struct arrow_reader *reader, PyObject *object) {
    PyObject *pair = PyObject_CallMethod(object, "__arrow_c_array__", NULL), *schema, *array;
    if (pair && !PyTuple_Check(pair))
        PyErr_SetString(PyExc_TypeError, "__arrow_c_array__: expected two capsules");
    const int taken = pair && PyArg_ParseTuple(pair, "OO", &schema, &array) &&
                      take_schema(schema, &reader->schema) && take_array(array, &reader->array);
    reader->has_array = taken;
    Py_XDECREF(pair);
    return taken;
}

static PyObject *new_arrow_reader(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    PyObject *object;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "O:ArrowReader", &object))
        return NULL;
    PyObject *self = make_object(type);
    if (!self)
        return NULL;
    const int by_stream = PyObject_HasAttrString(object, "__arrow_c_stream__");
    return (by_stream ? take_by_stream : take_by_array)(reader_of(self), object) ? self : drop(self);
}

static void release_array(struct arrow_reader *reader) {
    if (reader->has_array && reader->array.release)
        reader->array.release(&reader->array);
    reader->has_array = 0;
}

static void free_arrow_reader(PyObject *self) {
    struct arrow_reader *reader = reader_of(self);
    PyObject *type, *value, *traceback; /* of an exception that others may not see */
    PyErr_Fetch(&type, &value, &traceback);
    release_array(reader);
    if (reader->schema.release)
        reader->schema.release(&reader->schema);
    if (reader->has_stream && reader->stream.release)
        reader->stream.release(&reader->stream);
    PyErr_Restore(type, value, traceback);
    free_object(self);
}

/* ---- Columns ---- */

static int is_table(const struct arrow_reader *reader) {
    return strcmp(reader->schema.format, "+s") == 0;
}

static PyObject *names_of_columns(PyObject *self, void *ignored) {
    (void)ignored;
    const struct schema *schema = &reader_of(self)->schema;
    if (!is_table(reader_of(self)))
        Py_RETURN_NONE;
    PyObject *names = PyList_New((Py_ssize_t)schema->n_children);
    for (int64_t i = 0; names && i < schema->n_children; i++) {
        const char *text = schema->children[i]->name ? schema->children[i]->name : "";
        PyObject *name = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "surrogateescape");
        if (!name || PyList_SetItem(names, (Py_ssize_t)i, name) != 0)
            Py_CLEAR(names);
    }
    return names;
}

static int is_text(const char *format) {
    static const char *const known[] = {"u", "U", "vu", "z", "Z", "vz", "n"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(format, known[i]) == 0)
            return 1;
    return 0;
}

/* Fills in how a column is read. Returns 0 with an exception when it has no strings. */
static int choose_column(const struct arrow_reader *reader, int64_t child, struct chosen *chosen) {
    const struct schema *schema = &reader->schema;
    if (is_table(reader)) {
        if (child < 0 || child >= schema->n_children) {
            PyErr_SetString(PyExc_IndexError, "there is no such column");
            return 0;
        }
        schema = schema->children[child];
    } else
        child = -1;
    const struct schema *strings = schema->dictionary ? schema->dictionary : schema;
    *chosen = (struct chosen){child, strings->format, schema->dictionary ? schema->format[0] : '\0'};
    const int is_index = !chosen->index || (strchr("cCsSiIlL", chosen->index) && !schema->format[1]);
    if (is_text(strings->format) && !strings->dictionary && is_index)
        return 1;
    PyErr_Format(PyExc_TypeError, "column '%s': expected text, found Arrow's format '%s'",
                 schema->name ? schema->name : "", strings->format);
    return 0;
}

static PyObject *choose(PyObject *self, PyObject *arguments) {
    struct arrow_reader *reader = reader_of(self);
    Py_ssize_t children[CHOSEN_MOST] = {0, -1};
    if (!PyArg_ParseTuple(arguments, "n|n:choose", &children[0], &children[1]))
        return NULL;
    reader->chosen_count = PyTuple_Size(arguments) > 1 ? 2 : 1;
    for (unsigned i = 0; i < reader->chosen_count; i++)
        if (!choose_column(reader, children[i], &reader->chosen[i])) {
            reader->chosen_count = 0;
            return NULL;
        }
    Py_INCREF(self);
    return self;
}

/* ---- Values ---- */

static int is_null(const struct array *array, int64_t at) {
    const uint8_t *valid = array->n_buffers > 0 ? array->buffers[0] : NULL;
    return array->null_count != 0 && valid && !(valid[at / 8] >> at % 8 & 1);
}

#define READ(type, buffer, at) (((const type *)(buffer))[at])

static int64_t index_of(const struct array *array, char format, int64_t at) {
    const void *indices = array->buffers[1];
    switch (format) {
    case 'c':
        return READ(int8_t, indices, at);
    case 'C':
        return READ(uint8_t, indices, at);
    case 's':
        return READ(int16_t, indices, at);
    case 'S':
        return READ(uint16_t, indices, at);
    case 'i':
        return READ(int32_t, indices, at);
    case 'I':
        return READ(uint32_t, indices, at);
    case 'l':
        return READ(int64_t, indices, at);
    default:
        return (int64_t)READ(uint64_t, indices, at);
    }
}

/* A string of a view: 4 bytes of length; then either up to 12 bytes of text, or 4 bytes of it, the number of
 * a buffer, and where the text begins there. */
static const char *find_viewed(const struct array *array, int64_t at, int64_t *length) {
    const char *view = (const char *)array->buffers[1] + 16 * at;
    int32_t parts[4];
    memcpy(parts, view, sizeof parts);
    *length = parts[0];
    return parts[0] <= 12 ? view + 4 : (const char *)array->buffers[2 + parts[2]] + parts[3];
}

static const char *find_text(const struct array *array, const char *format, int64_t at, int64_t *length) {
    if (format[0] == 'v')
        return find_viewed(array, at, length);
    const int large = format[0] == 'U' || format[0] == 'Z';
    const int64_t begin = large ? READ(int64_t, array->buffers[1], at) : READ(int32_t, array->buffers[1], at);
    *length =
        (large ? READ(int64_t, array->buffers[1], at + 1) : READ(int32_t, array->buffers[1], at + 1)) - begin;
    return (const char *)array->buffers[2] + begin;
}

/* Returns the bytes of a row, or None. Every array has an offset of its own. */
static PyObject *value_of(const struct array *table, const struct chosen *chosen, int64_t row) {
    const struct array *array = chosen->child < 0 ? table : table->children[chosen->child];
    int64_t at = row + array->offset + (chosen->child < 0 ? 0 : table->offset), length = 0;
    if (chosen->child >= 0 && is_null(table, row + table->offset))
        Py_RETURN_NONE;
    if (chosen->format[0] == 'n' || is_null(array, at))
        Py_RETURN_NONE;
    if (chosen->index) {
        at = index_of(array, chosen->index, at);
        array = array->dictionary;
        if (at < 0 || at >= array->length)
            return PyErr_Format(PyExc_ValueError, "Arrow: index %lld in a dictionary of %lld", (long long)at,
                                (long long)array->length);
        at += array->offset;
        if (is_null(array, at))
            Py_RETURN_NONE;
    }
    const char *text = find_text(array, chosen->format, at, &length);
    if (length < 0)
        return PyErr_Format(PyExc_ValueError, "Arrow: row %lld has a length below 0", (long long)row);
    return PyBytes_FromStringAndSize(length > 0 ? text : "", (Py_ssize_t)length);
}

/* ---- Rows ---- */

/* Goes to the next array that has rows. Returns 1; 0 at the end; -1 with an exception. */
static int next_array(struct arrow_reader *reader) {
    while (!reader->has_array || reader->at >= reader->array.length) {
        release_array(reader);
        if (!reader->has_stream || reader->is_over)
            return 0;
        reader->array = (struct array){0};
        if (reader->stream.get_next(&reader->stream, &reader->array) != 0)
            return fail_by_stream(reader);
        reader->has_array = reader->array.release != NULL;
        reader->is_over = !reader->has_array;
        reader->at = 0;
        if (reader->is_over)
            return 0;
    }
    return 1;
}

static PyObject *next_row(PyObject *self) {
    struct arrow_reader *reader = reader_of(self);
    if (reader->chosen_count == 0)
        return PyErr_Format(PyExc_RuntimeError, "choose was not called");
    if (next_array(reader) <= 0)
        return NULL;
    const int64_t row = reader->at++;
    PyObject *first = value_of(&reader->array, &reader->chosen[0], row);
    if (!first || reader->chosen_count == 1)
        return first;
    PyObject *second = value_of(&reader->array, &reader->chosen[1], row);
    if (!second) {
        Py_DECREF(first);
        return NULL;
    }
    return Py_BuildValue("NN", first, second);
}

static PyMethodDef methods[] = {
    {"choose", choose, METH_VARARGS,
     "choose($self, column, moves=None, /)\n--\n\nNames the columns, from 0, whose strings come in turn: "
     "bytes or None, or pairs of them."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"names", names_of_columns, NULL, "The names of the columns; None where there is one without a table.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot arrow_reader_slots[] = {
    {Py_tp_doc, (void *)"ArrowReader(object)\n--\n\nAn iterator of strings in columns, of an object with "
                        "__arrow_c_stream__ or __arrow_c_array__."},
    {Py_tp_new, (void *)new_arrow_reader},
    {Py_tp_dealloc, (void *)free_arrow_reader},
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)next_row},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, NULL},
};

PyType_Spec arrow_reader_spec = {
    .name = "kingscan._kingscan.ArrowReader",
    .basicsize = sizeof(struct arrow_reader),
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = arrow_reader_slots,
};
