/* The structs of Arrow's C data interface, which capsules of Python carry.
 * Source: https://arrow.apache.org/docs/format/CDataInterface.html and
 * .../CDataInterface/PyCapsuleInterface.html */
#ifndef KINGSCAN_PYTHON_ARROW_H
#define KINGSCAN_PYTHON_ARROW_H

#include <stdint.h>

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

#endif
