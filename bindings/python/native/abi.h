/* Python's stable interface of 3.9, and what the module takes of those of 3.10 and 3.11: text in UTF-8, a
 * flag of types, and buffers. Python 3.9 and 3.10 export these functions too, with the same structs, but did
 * not promise them for later versions; 3.11 does. So the module runs on 3.9 and on all after it. */
#ifndef KINGSCAN_PYTHON_ABI_H
#define KINGSCAN_PYTHON_ABI_H

#define Py_LIMITED_API 0x03090000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* ---- Buffers, from 3.11 on ---- */

typedef struct {
    void *buf;
    PyObject *obj;
    Py_ssize_t len, itemsize;
    int readonly, ndim;
    char *format;
    Py_ssize_t *shape, *strides, *suboffsets;
    void *internal;
} buffer_view;

enum { BUFFER_SIMPLE = 0, BUFFER_RECORDS_RO = 0x1c, BUFFER_RECORDS = 0x1d, BUFFER_WRITE = 0x200 };

int PyObject_GetBuffer(PyObject *object, buffer_view *view, int flags);
void PyBuffer_Release(buffer_view *view);

/* ---- Text and a flag, from 3.10 on ---- */

const char *PyUnicode_AsUTF8AndSize(PyObject *string, Py_ssize_t *length);

enum { IMMUTABLE_TYPE = 1 << 8 }; /* Python 3.9 has no such flag, and looks at none of its bits */

#endif
