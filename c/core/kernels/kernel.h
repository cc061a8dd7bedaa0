/* The functions of the kernels in kernels.def: ks_KERNEL_in_check and so on. */
#ifndef KS_KERNEL_H
#define KS_KERNEL_H

#include <stdatomic.h>
#include <stdbool.h>

#include "core/kernels/kernel_functions.h"
#include "core/processor/assembly.h"
#include "kingscan/kernels.h"

#define DECLARE(kernel, result, name, parameters, arguments, precondition)                                   \
    result ks_##kernel##_##name parameters;                                                                  \
    result ks_##kernel##_##name##_set KS_WITH_SET parameters;
#define KERNEL(kernel, features, text, batch, about) KS_KERNEL_FUNCTIONS(DECLARE, kernel)
#include "core/kernels/kernels.def"
#undef KERNEL
#undef DECLARE

#ifdef KS_SMALL
/* Fills the table of simd128. */
void ks_fill_lanes(void);
#endif

/* The choice of another layer for the current kernel. ks_kernel_select sets it to NULL, so that it is
 * chosen again. */
extern _Atomic(const void *) ks_chosen_for_kernel __attribute__((visibility("hidden")));

/* Returns the width in bytes of the vectors that code may use along with the current kernel: 64 with AVX-512
 * F and BW, 32 with AVX2, else 16. */
unsigned ks_current_vector_bytes(void);

/* Returns whether code may use SSSE3 along with the current kernel. */
bool ks_current_has_ssse3(void);

/* Returns whether each of n squares is on the board and each of n sides is white or black: the precondition
 * of batches, which assert alone asks for. */
__attribute__((unused)) static inline bool ks_is_batch_in_range(const uint8_t *king_squares,
                                                                const uint8_t *sides, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (king_squares[i] >= KS_SQUARES || sides[i] > KS_BLACK)
            return false;
    return true;
}

#endif
