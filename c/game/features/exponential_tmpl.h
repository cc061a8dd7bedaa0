/* Computes e to the power of NUMBERS numbers at once; all sizes give the same. */
#include <stdint.h>

#include "core/processor/processor.h"

typedef double numbers __attribute__((vector_size(NUMBERS * sizeof(double))));
typedef uint64_t bits_of_numbers __attribute__((vector_size(NUMBERS * sizeof(double))));

/* Returns a number in all places. */
ALWAYS_INLINE numbers all_numbers(double number) {
    numbers all = {0};
    for (unsigned n = 0; n < NUMBERS; n++)
        all[n] = number;
    return all;
}

ALWAYS_INLINE numbers choose_by(bits_of_numbers mask, numbers then, numbers otherwise) {
    return (numbers)((mask & (bits_of_numbers)then) | (~mask & (bits_of_numbers)otherwise));
}

enum { TERMS = 6 };

/* Returns the even or the odd terms of a series. square: that of its variable. */
ALWAYS_INLINE numbers add_terms(const double factors[TERMS], numbers square) {
    numbers sum = all_numbers(factors[TERMS - 1]);
    for (unsigned n = TERMS - 1; n-- > 0;)
        sum = all_numbers(factors[n]) + sum * square;
    return sum;
}

/* Returns e to the power of x: of its whole part by the base 2, and of the rest by Taylor's series. Numbers
 * beyond 600 count as 600, and no number as a low one. A sum with the shifter is whole, and its lowest bits
 * are a number of their own. */
ALWAYS_INLINE numbers exponential(numbers x) {
    static const double even[TERMS] = {1, 1.0 / 2, 1.0 / 24, 1.0 / 720, 1.0 / 40320, 1.0 / 3628800},
                        odd[TERMS] = {1, 1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362880, 1.0 / 39916800};
    const numbers log_2 = all_numbers(0.693147180559945309417),
                  per_log_2 = all_numbers(1.44269504088896340736);
    const numbers most = all_numbers(600), shifter = all_numbers(0x1.8p52);
    const numbers above = choose_by((bits_of_numbers)(x > -most), x, -most),
                  bounded = choose_by((bits_of_numbers)(above < most), above, most);
    const numbers shifted = bounded * per_log_2 + shifter, rest = bounded - (shifted - shifter) * log_2;
    const bits_of_numbers power = ((bits_of_numbers)shifted + 1023) << 52;
    return (add_terms(even, rest * rest) + rest * add_terms(odd, rest * rest)) * (numbers)power;
}
