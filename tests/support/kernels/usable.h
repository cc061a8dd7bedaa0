/* The kernels under test: the reference, and all others that this machine can run. */
#ifndef KS_TEST_USABLE_H
#define KS_TEST_USABLE_H

#include "kingscan.h"

/* Returns the first row of the kernel table: the specification. */
const ks_kernel *reference(void);

/* Lists the kernels that this machine can run, the reference first, and returns their number. */
enum { KERNELS_MAX = 16 };
size_t usable_kernels(const ks_kernel *usable[KERNELS_MAX]);

#endif
