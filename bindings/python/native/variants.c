/* The type Variants: those of a text, which are read once; kingscan/variants.py keeps those in use. */
#include "variants.h"

#include <string.h>

#include "core/text/suggest.h"

struct variants {
    PyObject_HEAD ks_variants *all;
    PyObject *text, *file; /* bytes, or None: the bundled variants alone; and the file's name for messages */
};

static struct variants *as_variants(PyObject *self) {
    return (struct variants *)self;
}

/* ---- Errors ---- */

/* Raises ValueError with an error's place in the file. */
static void raise_in_file(PyObject *file, const char *text, const ks_error *error) {
    size_t line = 1, begin = 0;
    for (size_t i = 0; text && i < error->offset; i++)
        if (text[i] == '\n') {
            line++;
            begin = i + 1;
        }
    PyObject *message = message_of(error);
    if (message)
        PyErr_Format(PyExc_ValueError, "%S:%zu:%zu: %U", file, line, error->offset - begin + 1, message);
    Py_XDECREF(message);
}

static void raise_missing(const struct variants *variants, const char *name) {
    struct choices choices = {.count = 0};
    char suggestion[SUGGESTION_SIZE];
    for (size_t i = 0; i < ks_variants_count(variants->all); i++)
        ks_add_choice(&choices, ks_variants_get_name(variants->all, i));
    PyErr_Format(PyExc_ValueError, "there is no variant '%s'%s", name,
                 ks_suggest(name, "", &choices, suggestion));
}

const ks_variant *find_variant(PyObject *self, const char *name) {
    const struct variants *variants = as_variants(self);
    ks_error error;
    const ks_variant *variant = ks_variants_find(variants->all, name, &error);
    if (variant)
        return variant;
    if (error.code == KS_ERROR_MEMORY) {
        PyErr_NoMemory();
        return NULL;
    }
    for (size_t i = 0; i < ks_variants_count_remarks(variants->all); i++) {
        const ks_variants_remark *remark = ks_variants_get_remark(variants->all, i);
        if (remark->refused && strcmp(remark->name, name) == 0) {
            raise_in_file(variants->file, PyBytes_AsString(variants->text), &remark->error);
            return NULL;
        }
    }
    raise_missing(variants, name);
    return NULL;
}

/* ---- Made, freed ---- */

static PyObject *new_variants(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    PyObject *text = Py_None, *file = Py_None;
    char *bytes = NULL;
    Py_ssize_t length = 0;
    ks_error error;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "|OO:Variants", &text, &file) ||
        (text != Py_None && PyBytes_AsStringAndSize(text, &bytes, &length) != 0))
        return NULL;
    ks_variants *all = ks_variants_new(bytes, (size_t)length, KS_VARIANTS_EACH, &error);
    if (!all) {
        raise_in_file(file, bytes, &error);
        return NULL;
    }
    PyObject *self = make_object(type);
    if (!self) {
        ks_variants_free(all);
        return NULL;
    }
    Py_INCREF(text);
    Py_INCREF(file);
    as_variants(self)->all = all;
    as_variants(self)->text = text;
    as_variants(self)->file = file;
    return self;
}

static void free_variants(PyObject *self) {
    ks_variants_free(as_variants(self)->all);
    Py_XDECREF(as_variants(self)->text);
    Py_XDECREF(as_variants(self)->file);
    free_object(self);
}

const ks_variants *all_variants(PyObject *self) {
    return as_variants(self)->all;
}

PyObject *variants_of(struct module_state *state, PyObject *argument) {
    if (Py_TYPE(argument) == state->variants) {
        Py_INCREF(argument);
        return argument;
    }
    if (argument == Py_None) {
        if (!state->bundled)
            state->bundled = PyObject_CallFunction((PyObject *)state->variants, NULL);
        Py_XINCREF(state->bundled);
        return state->bundled;
    }
    PyObject *module = PyImport_ImportModule("kingscan.variants");
    PyObject *found = module ? PyObject_CallMethod(module, "variants_of", "O", argument) : NULL;
    Py_XDECREF(module);
    return found;
}

/* ---- Questions ---- */

static PyObject *names(PyObject *self, PyObject *ignored) {
    (void)ignored;
    const ks_variants *all = as_variants(self)->all;
    PyObject *list = PyList_New((Py_ssize_t)ks_variants_count(all));
    for (size_t i = 0; list && i < ks_variants_count(all); i++) {
        PyObject *name = PyUnicode_FromString(ks_variants_get_name(all, i));
        if (!name || PyList_SetItem(list, (Py_ssize_t)i, name) != 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *text_of(PyObject *self, void *ignored) {
    (void)ignored;
    Py_INCREF(as_variants(self)->text);
    return as_variants(self)->text;
}

static PyObject *reduce(PyObject *self, PyObject *ignored) {
    (void)ignored;
    PyObject *module = PyImport_ImportModule("kingscan.variants");
    PyObject *found = module ? PyObject_CallMethod(module, "pickled", "OO", as_variants(self)->text,
                                                   as_variants(self)->file)
                             : NULL;
    Py_XDECREF(module);
    return found;
}

static PyMethodDef methods[] = {
    {"names", names, METH_NOARGS, "names($self)\n--\n\nThe names of all variants, the bundled ones first."},
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes[] = {
    {"text", text_of, NULL, "The text that they were read from, as bytes; or None.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot variants_slots[] = {
    {Py_tp_doc, (void *)"Variants(text=None, file=None)\n--\n\n"
                        "The bundled variants, and those of a text: bytes. file: a name for messages."},
    {Py_tp_new, (void *)new_variants},
    {Py_tp_dealloc, (void *)free_variants},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, NULL},
};

PyType_Spec variants_spec = {
    .name = "kingscan._kingscan.Variants",
    .basicsize = sizeof(struct variants),
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = variants_slots,
};
