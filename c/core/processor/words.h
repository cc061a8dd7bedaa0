/* Assumptions about all processors that Kingscan runs on. */
#ifndef KS_PROCESSOR_WORDS_H
#define KS_PROCESSOR_WORDS_H

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Kingscan takes texts and boards apart as words whose first byte is the lowest: this processor's isn't"
#endif

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#endif
