/* The type Variants: those of a text, and the bundled ones. */
#ifndef KINGSCAN_PYTHON_VARIANTS_H
#define KINGSCAN_PYTHON_VARIANTS_H

#include "module.h"

/* Returns the variant of this name. self: a Variants. Raises ValueError when there is none, or when its
 * section has an error, as the program says it. */
const ks_variant *find_variant(PyObject *self, const char *name);

/* Returns all of them. They live as long as self, a Variants. */
const ks_variants *all_variants(PyObject *self);

/* Returns the Variants of an argument: the bundled ones for None, else those of the file at a path. */
PyObject *variants_of(struct module_state *state, PyObject *argument);

#endif
