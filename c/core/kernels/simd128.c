/* Builds the kernel simd128, for WebAssembly with its vectors of 128 bits, from eight_lanes_tmpl.h. A swizzle
 * looks up sixteen bytes in sixteen, and gives 0 for an index from 16 on, so that four of them look up
 * squares of the board. */
#include <stdbool.h>

#include "core/board/expressions.h"
#include "core/kernels/kernel.h"
#include "core/text/error.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>

#define KERNEL_OF_LANES simd128

typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint64_t words16 __attribute__((vector_size(16)));

static inline bytes16 load_16(const uint8_t *from) {
    return (bytes16)wasm_v128_load(from);
}

static inline bytes16 swizzle(bytes16 table, bytes16 indices) {
    return (bytes16)wasm_i8x16_swizzle((v128_t)table, (v128_t)indices);
}

static inline bytes16 look_up_board(const uint8_t board[64], bytes16 squares) {
    return swizzle(load_16(board), squares) | swizzle(load_16(board + 16), squares - 16) |
           swizzle(load_16(board + 32), squares - 32) | swizzle(load_16(board + 48), squares - 48);
}

static inline bytes16 look_up_low_half(const uint8_t classes[16], bytes16 codes) {
    return swizzle(load_16(classes), codes & 15);
}

static inline bytes16 look_up_byte(const uint8_t classes[256], bytes16 codes) {
    for (unsigned i = 0; i < 16; i++)
        codes[i] = classes[codes[i]];
    return codes;
}

static inline bool has_bits(words16 words) {
    return wasm_v128_any_true((v128_t)words);
}

#include "core/kernels/eight_lanes_tmpl.h"

#endif
