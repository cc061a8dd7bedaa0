/* The type Draft: what a Position becomes while its pieces break the rules. kingscan/draft.py has its
 * answers. Another type costs a Position nothing, and none of its methods takes a Draft. */
#include "position.h"

/* Calls a function of kingscan/draft.py. */
static PyObject *ask(const char *function, PyObject *self, PyObject *name, PyObject *value) {
    PyObject *const module = PyImport_ImportModule("kingscan.draft");
    PyObject *const answer = module ? PyObject_CallMethod(module, function, "OOO", self, name, value) : NULL;
    Py_XDECREF(module);
    return answer;
}

/* A Draft that type(position)() made holds nothing. */
static PyObject *held(PyObject *self) {
    PyObject *const draft = as_position(self)->draft;
    if (!draft)
        PyErr_SetString(PyExc_TypeError, "expected a Position; take Position.empty()");
    return draft;
}

static PyObject *get(PyObject *self, PyObject *name) {
    PyObject *const draft = held(self);
    return draft ? ask("attribute", self, draft, name) : NULL;
}

static int set(PyObject *self, PyObject *name, PyObject *value) {
    if (!value)
        PyErr_Format(PyExc_AttributeError, "%U: expected a value, since it cannot be deleted", name);
    PyObject *const done = value ? ask("assign", self, name, value) : NULL;
    Py_XDECREF(done);
    return done ? 0 : -1;
}

int assign_part(PyObject *self, PyObject *value, void *name) {
    PyObject *const text = PyUnicode_FromString(name);
    const int done = text ? set(self, text, value) : -1;
    Py_XDECREF(text);
    return done;
}

static PyObject *represent(PyObject *self) {
    PyObject *const draft = held(self);
    return draft ? PyObject_Repr(draft) : NULL;
}

static PyObject *draw(PyObject *self) {
    PyObject *const draft = held(self);
    return draft ? PyObject_Str(draft) : NULL;
}

static PyObject *compare(PyObject *self, PyObject *other, int how) {
    if (Py_TYPE(self) != Py_TYPE(other) || !as_position(self)->draft || !as_position(other)->draft)
        Py_RETURN_NOTIMPLEMENTED;
    return PyObject_RichCompare(as_position(self)->draft, as_position(other)->draft, how);
}

/* ---- From one type to the other ---- */

static int is_either(const struct module_state *state, PyObject *object) {
    const int is = Py_TYPE(object) == state->position || Py_TYPE(object) == state->draft;
    if (!is)
        PyErr_Format(PyExc_TypeError, "position: expected a Position, found %R", object);
    return is;
}

PyObject *set_draft(PyObject *module, PyObject *arguments) {
    struct module_state *const state = state_of(module);
    PyObject *self, *draft;
    if (!PyArg_ParseTuple(arguments, "OO:set_draft", &self, &draft) || !is_either(state, self))
        return NULL;
    PyTypeObject *const before = Py_TYPE(self), *const type =
                                                    draft == Py_None ? state->position : state->draft;
    PyObject *const old = as_position(self)->draft;
    as_position(self)->draft = draft == Py_None ? NULL : draft;
    Py_XINCREF(as_position(self)->draft);
    Py_INCREF(type);
    Py_SET_TYPE(self, type);
    Py_DECREF(before);
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

PyObject *get_draft(PyObject *module, PyObject *position) {
    if (!is_either(state_of(module), position))
        return NULL;
    return Py_BuildValue("O", as_position(position)->draft ? as_position(position)->draft : Py_None);
}

static PyType_Slot draft_slots[] = {
    {Py_tp_getattro, (void *)get},          {Py_tp_setattro, (void *)set},
    {Py_tp_repr, (void *)represent},        {Py_tp_str, (void *)draw},
    {Py_tp_richcompare, (void *)compare},   {Py_tp_hash, (void *)PyObject_HashNotImplemented},
    {Py_tp_dealloc, (void *)free_position}, {0, NULL},
};

PyType_Spec draft_spec = {
    .name = "kingscan._kingscan.Draft",
    .basicsize = sizeof(struct position),
    .flags = Py_TPFLAGS_DEFAULT | IMMUTABLE_TYPE,
    .slots = draft_slots,
};
