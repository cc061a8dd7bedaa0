/* Shared by the files of the Python module, which use only Python's stable interface (abi3) of 3.11. */
#ifndef KINGSCAN_PYTHON_MODULE_H
#define KINGSCAN_PYTHON_MODULE_H

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kingscan.h"

struct module_state {
    PyObject *fen_error, *move_error;        /* exceptions */
    PyTypeObject *position, *codes, *reader; /* types */
    PyObject *verdict;                       /* kingscan.verdict.Verdict */
};

struct module_state *state_of(PyObject *module);

/* The message of an error as a string: it may quote bytes that are no UTF-8, or be cut within a character.
 * Returns NULL when Python has an exception. */
PyObject *message_of(const ks_error *error);

/* Raises `type` with the message of an error, its code's name as `code` and its offset. Returns NULL. */
PyObject *raise_error(PyObject *type, const ks_error *error);

/* A tuple of the names of the squares in a mask, from a8 to h1. */
PyObject *names_of_squares(uint64_t mask);

/* Whether the flags, of enum ks_fen_flag, may be given together; else raises ValueError. */
int flags_are_possible(unsigned flags);

/* The functions of the module; module.c has their docstrings. */
PyObject *check_text(PyObject *module, PyObject *arguments);
PyObject *check_strings(PyObject *module, PyObject *arguments);
PyObject *in_check_batch(PyObject *module, PyObject *arguments, PyObject *keywords);

extern PyType_Spec position_spec, codes_spec, reader_spec;

#endif
