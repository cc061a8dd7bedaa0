/* The functions of the kernels in kernels.def: ks_KERNEL_in_check and so on, and the readers of text that
 * go with them, ks_TEXT_read_placement and so on. */
#ifndef KS_KERNEL_H
#define KS_KERNEL_H

#include <stdbool.h>

#include "core/fen/four_lines.h"
#include "kingscan.h"

#define DECLARE(kernel, result, name, parameters, arguments, precondition)                                   \
    result ks_##kernel##_##name parameters;                                                                  \
    result ks_##kernel##_##name##_set KS_WITH_SET parameters;
#define KERNEL(kernel, features, text, batch, about)                                                         \
    KS_KERNEL_FUNCTIONS(DECLARE, kernel)                                                                     \
    ks_placement_reader ks_##text##_read_placement;                                                          \
    ks_line_finder ks_##text##_find_lines;                                                                   \
    ks_line_reader ks_##text##_read_lines;
#include "core/kernels.def"
#undef KERNEL
#undef DECLARE

/* The readers of text that go with a kernel. */
struct ks_text_readers {
    ks_placement_reader *read_placement;
    ks_line_finder *find_lines;
    ks_line_reader *read_lines;
};

/* Returns those for a processor with these features. kernel: a row of ks_kernels that it can run. */
const struct ks_text_readers *ks_text_readers_for(const ks_kernel *kernel, unsigned features);

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
