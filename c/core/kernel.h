/* The functions of the kernels in kernels.def: ks_KERNEL_in_check and so on. */
#ifndef KS_KERNEL_H
#define KS_KERNEL_H

#include <stdbool.h>

#include "core/kernel_functions.h"
#include "core/processor/assembly.h"
#include "kingscan/kernels.h"

#define DECLARE(kernel, result, name, parameters, arguments, precondition)                                   \
    result ks_##kernel##_##name parameters;                                                                  \
    result ks_##kernel##_##name##_set KS_WITH_SET parameters;
#define KERNEL(kernel, features, text, batch, about) KS_KERNEL_FUNCTIONS(DECLARE, kernel)
#include "core/kernels.def"
#undef KERNEL
#undef DECLARE

/* How wide the vectors are that may be used beside the current kernel: 64 with AVX-512 F and BW, 32 with
 * AVX2, else 16. */
unsigned ks_current_vector_bytes(void);

/* Whether each of n squares is on the board, and each side one that has a king: the precondition of batches.
 */
static inline bool ks_is_batch_in_range(const uint8_t *king_squares, const uint8_t *sides, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (king_squares[i] >= KS_SQUARES || sides[i] > KS_BLACK)
            return false;
    return true;
}

#endif
