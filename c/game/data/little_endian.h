/* Numbers in training data: the lowest byte first, as in all processors that the library runs on. */
#ifndef KS_DATA_LITTLE_ENDIAN_H
#define KS_DATA_LITTLE_ENDIAN_H

#include <stdint.h>
#include <string.h>

static inline uint16_t load_u16(const uint8_t *bytes) {
    uint16_t number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

static inline int16_t load_i16(const uint8_t *bytes) {
    return (int16_t)load_u16(bytes);
}

static inline uint32_t load_u32(const uint8_t *bytes) {
    uint32_t number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

static inline uint64_t load_u64(const uint8_t *bytes) {
    uint64_t number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

static inline void store_u16(uint8_t *bytes, unsigned number) {
    const uint16_t stored = (uint16_t)number;
    memcpy(bytes, &stored, sizeof stored);
}

static inline void store_u32(uint8_t *bytes, uint32_t number) {
    memcpy(bytes, &number, sizeof number);
}

#endif
