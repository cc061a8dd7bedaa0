/* Batches for the kernels that call in_check for board after board. (An empty batch reads no pointer, since
 * it may be NULL.) */
#include "core/kernels/kernel.h"

#define ANSWER_BOARDS(in_check)                                                                              \
    for (size_t word = 0; word < (n + 63) / 64; word++)                                                      \
        out_bits[word] = 0;                                                                                  \
    for (size_t i = 0; i < n; i++, boards += stride)                                                         \
        out_bits[i >> 6] |= (uint64_t)(in_check) << (i & 63);

#define BATCH_BY_CALLS(kernel)                                                                               \
    void ks_##kernel##_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,     \
                                      const uint8_t *sides, size_t n, uint64_t *out_bits) {                  \
        ANSWER_BOARDS(ks_##kernel##_in_check(boards, king_squares[i], sides[i]))                             \
    }                                                                                                        \
                                                                                                             \
    void ks_##kernel##_in_check_batch_set(const ks_pieceset *set, const uint8_t *boards, size_t stride,      \
                                          const uint8_t *king_squares, const uint8_t *sides, size_t n,       \
                                          uint64_t *out_bits) {                                              \
        ANSWER_BOARDS(ks_##kernel##_in_check_set(set, boards, king_squares[i], sides[i]))                    \
    }

#define BATCH_OWN(kernel)

#define KERNEL(kernel, tier, ceiling, batch, about) BATCH_##batch(kernel)
#include "core/kernels/kernels.def"
#undef KERNEL
