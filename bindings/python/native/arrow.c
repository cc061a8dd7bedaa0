/* Results as a table of Arrow, without a copy: the C data interface behind Python's capsules. */
#include "arrow.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"

enum { COLUMNS = 3, COLUMNS_MOST = 5, VERDICT = 0, WORDS = KS_VERDICTS + 1 }; /* the last two are counts */

/* ---- The schema ---- */

/* All of a schema: the table, its columns, and the words of the verdicts. Only the table's release frees it.
 */
struct whole_schema {
    struct schema columns[COLUMNS_MOST], words, *children[COLUMNS_MOST];
};

static void release_part_of_schema(struct schema *self) {
    self->release = NULL;
}

static void release_schema(struct schema *self) {
    free(self->private_data);
    self->release = NULL;
}

/* Returns 0 when there is no memory. */
static int fill_schema(struct schema *out, int64_t count) {
    static const char *const formats[COLUMNS_MOST] = {"C", "L", "L", "S", "S"};
    static const char *const names[COLUMNS_MOST] = {"verdict", "checkers", "line", "moves", "captures"};
    struct whole_schema *whole = calloc(1, sizeof *whole);
    if (!whole)
        return 0;
    for (int64_t i = 0; i < count; i++) {
        whole->children[i] = &whole->columns[i];
        whole->columns[i] =
            (struct schema){.format = formats[i], .name = names[i], .release = release_part_of_schema};
    }
    whole->words = (struct schema){.format = "u", .name = "", .release = release_part_of_schema};
    whole->columns[VERDICT].dictionary = &whole->words;
    *out = (struct schema){.format = "+s",
                           .name = "",
                           .n_children = count,
                           .children = whole->children,
                           .release = release_schema,
                           .private_data = whole};
    return 1;
}

/* ---- The array ---- */

/* The buffers of an array, and what lies in them. */
struct held {
    const void *buffers[3];
    buffer_view view; /* of a column */
    int has_view;
    int32_t offsets[WORDS + 1]; /* of the words in `text` */
    char text[16 * WORDS];
};

/* Frees the buffers and the arrays below. Any thread may call it. */
static void release_array(struct array *self) {
    struct held *held = self->private_data;
    for (int64_t i = 0; i < self->n_children; i++) {
        if (self->children[i]->release)
            self->children[i]->release(self->children[i]);
        free(self->children[i]);
    }
    free(self->children);
    if (self->dictionary && self->dictionary->release)
        self->dictionary->release(self->dictionary);
    free(self->dictionary);
    if (held->has_view) {
        const PyGILState_STATE gil = PyGILState_Ensure();
        PyBuffer_Release(&held->view);
        PyGILState_Release(gil);
    }
    free(held);
    self->release = NULL;
}

/* Makes an array of so many buffers. Returns 0 with an exception. */
static int start_array(struct array *array, int64_t buffers) {
    struct held *held = calloc(1, sizeof *held);
    *array = (struct array){.n_buffers = buffers};
    if (!held) {
        PyErr_NoMemory();
        return 0;
    }
    array->buffers = held->buffers;
    array->private_data = held;
    array->release = release_array;
    return 1;
}

static int fill_column(struct array *array, PyObject *column) {
    struct held *held = array->private_data;
    if (PyObject_GetBuffer(column, &held->view, BUFFER_SIMPLE) != 0)
        return 0;
    held->has_view = 1;
    held->buffers[1] = held->view.buf;
    return 1;
}

static void fill_words(struct array *array) {
    struct held *held = array->private_data;
    int32_t length = 0;
    array->length = WORDS;
    for (int i = 0; i < WORDS; i++) {
        const char *word = i < KS_VERDICTS ? ks_verdict_name((enum ks_verdict)i) : "invalid";
        held->offsets[i] = length;
        memcpy(held->text + length, word, strlen(word));
        length += (int32_t)strlen(word);
    }
    held->offsets[WORDS] = length;
    held->buffers[1] = held->offsets;
    held->buffers[2] = held->text;
}

/* Makes an array for a pointer of another one. Returns 0 with an exception; the other one's release frees it.
 */
static int add_array(struct array **place, int64_t buffers) {
    *place = calloc(1, sizeof **place);
    if (*place)
        return start_array(*place, buffers);
    PyErr_NoMemory();
    return 0;
}

/* Makes an array of columns in a tuple. Returns 0 with an exception. */
static int fill_array(struct array *array, PyObject *columns, Py_ssize_t count) {
    if (!start_array(array, 1))
        return 0;
    array->children = calloc(COLUMNS_MOST, sizeof *array->children);
    int made = array->children != NULL;
    if (!made)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; made && i < count; i++) {
        made =
            add_array(&array->children[i], 2) && fill_column(array->children[i], PyTuple_GetItem(columns, i));
        array->n_children += array->children[i] != NULL;
    }
    if (made && (made = add_array(&array->children[VERDICT]->dictionary, 3)))
        fill_words(array->children[VERDICT]->dictionary);
    if (!made) {
        array->release(array);
        return 0;
    }
    array->length = ((struct held *)array->children[VERDICT]->private_data)->view.len;
    for (Py_ssize_t i = 0; i < count; i++)
        array->children[i]->length = array->length;
    return 1;
}

/* ---- The stream ---- */

static int get_schema(struct stream *self, struct schema *out) {
    const struct array *array = self->private_data;
    return fill_schema(out, array->n_children) ? 0 : ENOMEM;
}

/* The stream has one array; its end has no release. */
static int get_next(struct stream *self, struct array *out) {
    struct array *left = self->private_data;
    *out = *left;
    left->release = NULL;
    return 0;
}

static const char *get_last_error(struct stream *self) {
    (void)self;
    return "not enough memory";
}

static void release_stream(struct stream *self) {
    struct array *left = self->private_data;
    if (left->release)
        left->release(left);
    free(left);
    self->release = NULL;
}

/* ---- Capsules ---- */

#define CAPSULE(kind, name)                                                                                  \
    static void drop_##kind(PyObject *capsule) {                                                             \
        struct kind *held = PyCapsule_GetPointer(capsule, name);                                             \
        if (held && held->release)                                                                           \
            held->release(held);                                                                             \
        free(held);                                                                                          \
    }                                                                                                        \
    /* Steals what it is given, which is NULL after an exception. */                                         \
    static PyObject *capsule_of_##kind(struct kind *held) {                                                  \
        PyObject *capsule = held ? PyCapsule_New(held, name, drop_##kind) : NULL;                            \
        if (held && !capsule) {                                                                              \
            held->release(held);                                                                             \
            free(held);                                                                                      \
        }                                                                                                    \
        return capsule;                                                                                      \
    }
CAPSULE(schema, "arrow_schema")
CAPSULE(array, "arrow_array")
CAPSULE(stream, "arrow_array_stream")

/* Whether there may be so many columns; else raises TypeError. */
static int is_count(Py_ssize_t count) {
    if (count != COLUMNS && count != COLUMNS_MOST)
        PyErr_Format(PyExc_TypeError, "expected %d or %d columns", COLUMNS, COLUMNS_MOST);
    return count == COLUMNS || count == COLUMNS_MOST;
}

/* Returns an array of the columns in a tuple; NULL with an exception. */
static struct array *new_array(PyObject *columns) {
    if (!is_count(PyTuple_Size(columns)))
        return NULL;
    struct array *array = calloc(1, sizeof *array);
    if (!array)
        PyErr_NoMemory();
    else if (fill_array(array, columns, PyTuple_Size(columns)))
        return array;
    free(array);
    return NULL;
}

PyObject *arrow_schema(PyObject *module, PyObject *columns) {
    (void)module;
    const Py_ssize_t count = PyLong_AsSsize_t(columns);
    if (PyErr_Occurred() || !is_count(count))
        return NULL;
    struct schema *schema = calloc(1, sizeof *schema);
    if (schema && fill_schema(schema, count))
        return capsule_of_schema(schema);
    free(schema);
    return PyErr_NoMemory();
}

PyObject *arrow_array(PyObject *module, PyObject *arguments) {
    (void)module;
    return capsule_of_array(new_array(arguments));
}

PyObject *arrow_stream(PyObject *module, PyObject *arguments) {
    (void)module;
    struct array *array = new_array(arguments);
    struct stream *stream = array ? malloc(sizeof *stream) : NULL;
    if (stream) {
        *stream = (struct stream){get_schema, get_next, get_last_error, release_stream, array};
        return capsule_of_stream(stream);
    }
    if (array) {
        array->release(array);
        free(array);
        PyErr_NoMemory();
    }
    return NULL;
}
