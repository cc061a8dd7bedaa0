/* Results as a table of Arrow, without a copy: the C data interface behind Python's capsules.
 * Source: https://arrow.apache.org/docs/format/CDataInterface.html and
 * .../CDataInterface/PyCapsuleInterface.html */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "module.h"

/* ---- The structs of the interface ---- */

struct schema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct schema **children, *dictionary;
    void (*release)(struct schema *self);
    void *private_data;
};

struct array {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct array **children, *dictionary;
    void (*release)(struct array *self);
    void *private_data;
};

struct stream {
    int (*get_schema)(struct stream *self, struct schema *out);
    int (*get_next)(struct stream *self, struct array *out);
    const char *(*get_last_error)(struct stream *self);
    void (*release)(struct stream *self);
    void *private_data;
};

enum { COLUMNS = 3, VERDICT = 0, WORDS = KS_VERDICTS + 1 };

/* ---- The schema ---- */

/* All of a schema: the table, its columns, and the words of the verdicts. Only the table's release frees it.
 */
struct whole_schema {
    struct schema columns[COLUMNS], words, *children[COLUMNS];
};

static void release_part_of_schema(struct schema *self) {
    self->release = NULL;
}

static void release_schema(struct schema *self) {
    free(self->private_data);
    self->release = NULL;
}

/* Returns 0 when there is no memory. */
static int fill_schema(struct schema *out) {
    static const char *const formats[COLUMNS] = {"C", "L", "L"}, *const names[COLUMNS] = {"verdict",
                                                                                          "checkers", "line"};
    struct whole_schema *whole = calloc(1, sizeof *whole);
    if (!whole)
        return 0;
    for (int i = 0; i < COLUMNS; i++) {
        whole->children[i] = &whole->columns[i];
        whole->columns[i] =
            (struct schema){.format = formats[i], .name = names[i], .release = release_part_of_schema};
    }
    whole->words = (struct schema){.format = "u", .name = "", .release = release_part_of_schema};
    whole->columns[VERDICT].dictionary = &whole->words;
    *out = (struct schema){.format = "+s",
                           .name = "",
                           .n_children = COLUMNS,
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

/* Makes an array of three columns. Returns 0 with an exception. */
static int fill_array(struct array *array, PyObject *const columns[COLUMNS]) {
    if (!start_array(array, 1))
        return 0;
    array->children = calloc(COLUMNS, sizeof *array->children);
    int made = array->children != NULL;
    if (!made)
        PyErr_NoMemory();
    for (int i = 0; made && i < COLUMNS; i++) {
        made = add_array(&array->children[i], 2) && fill_column(array->children[i], columns[i]);
        array->n_children += array->children[i] != NULL;
    }
    if (made && (made = add_array(&array->children[VERDICT]->dictionary, 3)))
        fill_words(array->children[VERDICT]->dictionary);
    if (!made) {
        array->release(array);
        return 0;
    }
    array->length = ((struct held *)array->children[VERDICT]->private_data)->view.len;
    for (int i = 0; i < COLUMNS; i++)
        array->children[i]->length = array->length;
    return 1;
}

/* ---- The stream ---- */

static int get_schema(struct stream *self, struct schema *out) {
    (void)self;
    return fill_schema(out) ? 0 : ENOMEM;
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

/* Returns an array of the three columns in a tuple; NULL with an exception. */
static struct array *new_array(PyObject *arguments) {
    PyObject *columns[COLUMNS];
    if (!PyArg_ParseTuple(arguments, "OOO", &columns[0], &columns[1], &columns[2]))
        return NULL;
    struct array *array = calloc(1, sizeof *array);
    if (!array)
        PyErr_NoMemory();
    else if (fill_array(array, columns))
        return array;
    free(array);
    return NULL;
}

PyObject *arrow_schema(PyObject *module, PyObject *ignored) {
    (void)module, (void)ignored;
    struct schema *schema = calloc(1, sizeof *schema);
    if (schema && fill_schema(schema))
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
