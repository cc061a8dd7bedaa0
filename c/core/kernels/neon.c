/* Builds the kernel neon, for 64-bit Arm, from eight_lanes_tmpl.h. TBL with four registers of table looks up
 * sixteen of the board's 64 bytes at once. */
#include <stdbool.h>

#include "core/board/expressions.h"
#include "core/kernels/kernel.h"
#include "core/text/error.h"

#ifdef __aarch64__
#include <arm_neon.h>

#define KERNEL_OF_LANES neon

typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint64x2_t words16;

static inline bytes16 load_16(const uint8_t *from) {
    return vld1q_u8(from);
}

static inline bytes16 look_up_board(const uint8_t board[64], bytes16 squares) {
    return vqtbl4q_u8(vld1q_u8_x4(board), squares);
}

static inline bytes16 look_up_low_half(const uint8_t classes[16], bytes16 codes) {
    return vqtbl1q_u8(vld1q_u8(classes), codes & 15);
}

/* TBX does not change a byte when its index is outside the table. */
static inline bytes16 look_up_byte(const uint8_t classes[256], bytes16 codes) {
    bytes16 found = {0};
    for (uint8_t quarter = 0; quarter < 4; quarter++)
        found = vqtbx4q_u8(found, vld1q_u8_x4(classes + 64 * quarter), codes - (uint8_t)(64 * quarter));
    return found;
}

static inline bool has_bits(words16 words) {
    return vmaxvq_u32(vreinterpretq_u32_u64(words)) != 0;
}

#include "core/kernels/eight_lanes_tmpl.h"

#endif
