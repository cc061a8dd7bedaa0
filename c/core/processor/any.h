/* Any processor with words of 64 bits: C alone. */
#ifndef KS_PROCESSOR_ANY_H
#define KS_PROCESSOR_ANY_H

/* The product brings bit 8n of the factor to bit 56 + n. */
static inline unsigned top_bits_of_word(uint64_t word) {
    return (unsigned)((word >> 7 & 0x0101010101010101) * 0x0102040810204080 >> 56);
}

static inline unsigned top_bits(bytes16 bytes) {
    uint64_t words[2];
    memcpy(words, &bytes, sizeof words);
    return top_bits_of_word(words[0]) | top_bits_of_word(words[1]) << 8;
}

static inline void pause_spinning(void) {
}

#endif
