/* The functions of the kernels in kernels.def: ks_KERNEL_in_check and so on, and the readers of placements
 * that go with them, ks_PLACEMENT_read_placement. */
#ifndef KS_KERNEL_H
#define KS_KERNEL_H

#include "core/fen/placement.h"
#include "kingscan.h"

#define DECLARE(kernel, result, name, parameters, arguments, precondition)                                   \
    result ks_##kernel##_##name parameters;                                                                  \
    result ks_##kernel##_##name##_set KS_WITH_SET parameters;
#define KERNEL(kernel, features, placement, batch, about)                                                    \
    KS_KERNEL_FUNCTIONS(DECLARE, kernel)                                                                     \
    ks_placement_reader ks_##placement##_read_placement;
#include "core/kernels.def"
#undef KERNEL
#undef DECLARE
#endif
