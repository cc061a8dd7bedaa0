/* The columns of a batch of training data, for other files of the module. */
#ifndef KINGSCAN_PYTHON_DATA_H
#define KINGSCAN_PYTHON_DATA_H

#include "module.h"

/* The boards, sides, scores and results of a DataBatch, which stay there as long as the object does. */
ks_data_batch entries_of_batch(PyObject *self);

#endif
