/* 64-bit Arm; all of these processors have NEON. */
#ifndef KS_PROCESSOR_AARCH64_H
#define KS_PROCESSOR_AARCH64_H

#include <arm_neon.h>

static inline unsigned top_bits(bytes16 bytes) {
    static const int8_t places[16] = {-7, -6, -5, -4, -3, -2, -1, 0, -7, -6, -5, -4, -3, -2, -1, 0};
    const uint8x16_t tops = vandq_u8((uint8x16_t)bytes, vdupq_n_u8(0x80));
    const uint8x16_t bits = vshlq_u8(tops, vld1q_s8(places));
    return vaddv_u8(vget_low_u8(bits)) | (unsigned)vaddv_u8(vget_high_u8(bits)) << 8;
}

static inline void pause_spinning(void) {
    __asm__ volatile("yield");
}

#endif
