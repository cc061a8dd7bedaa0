/* Two numbers with a space between, such as the clocks of a FEN, without a branch for each digit: their
 * lengths cannot be predicted. */
#ifndef KS_NUMBERS_H
#define KS_NUMBERS_H

#include <stdint.h>

/* Returns the number of the first `length` digits, at most four, most significant first. */
static inline uint16_t number_of_digits(uint32_t digits, unsigned length) {
    digits = (uint32_t)((uint64_t)digits << 8 * (4 - length)); /* zeros in front */
    digits = (digits * 10 + (digits >> 8)) & 0x00ff00ff;
    return (uint16_t)(digits * 100 + (digits >> 16));
}

/* Reads two numbers of up to four digits, seven bytes in all, at the beginning of eight bytes of text.
 * Returns their length, or 0 when the text is different. */
static inline unsigned read_two_numbers(uint64_t bytes, uint16_t *first, uint16_t *second) {
    const uint64_t ones = 0x0101010101010101, digits = bytes ^ ones * '0';
    const uint64_t others = (((digits & ones * 0x7f) + ones * 0x76) | digits) & ones << 7,
                   later = others & (others - 1);
    if (!later)
        return 0;
    const unsigned space = (unsigned)__builtin_ctzll(others) / 8, end = (unsigned)__builtin_ctzll(later) / 8;
    if ((bytes >> 8 * space & 0xff) != ' ' || space == 0 || space > 4 || end == space + 1 || end > space + 5)
        return 0;
    *first = number_of_digits((uint32_t)digits, space);
    *second = number_of_digits((uint32_t)(digits >> 8 * (space + 1)), end - space - 1);
    return end;
}

#endif
