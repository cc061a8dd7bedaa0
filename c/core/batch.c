/* Batches for the kernels that have no better way than to ask about board after board. */
#include <string.h>

#include "core/internal.h"

#define BATCH_BY_CALLS(name)                                                                                 \
    void ks_##name##_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,       \
                                    const uint8_t *sides, size_t n, uint64_t *out_bits) {                    \
        memset(out_bits, 0, (n + 63) / 64 * sizeof *out_bits);                                               \
        for (size_t i = 0; i < n; i++, boards += stride)                                                     \
            out_bits[i >> 6] |= (uint64_t)ks_##name##_in_check(boards, king_squares[i], sides[i])            \
                                << (i & 63);                                                                 \
    }                                                                                                        \
                                                                                                             \
    void ks_##name##_in_check_batch_set(const ks_pieceset *set, const uint8_t *boards, size_t stride,        \
                                        const uint8_t *king_squares, const uint8_t *sides, size_t n,         \
                                        uint64_t *out_bits) {                                                \
        memset(out_bits, 0, (n + 63) / 64 * sizeof *out_bits);                                               \
        for (size_t i = 0; i < n; i++, boards += stride)                                                     \
            out_bits[i >> 6] |= (uint64_t)ks_##name##_in_check_set(set, boards, king_squares[i], sides[i])   \
                                << (i & 63);                                                                 \
    }

BATCH_BY_CALLS(c)
BATCH_BY_CALLS(scan)
#ifdef __x86_64__
BATCH_BY_CALLS(avx2)
#endif
