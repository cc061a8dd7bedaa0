/* Defines the tables of geometry.h, which the compiler computes. */
#include "core/board/geometry.h"

#include "core/board/expressions.h"

/* In the order of NORTH to NORTH_WEST. */
#define RAYS(s)                                                                                              \
    {                                                                                                        \
        FILE_LINE(s) & BELOW(s), RISING_LINE(s) & BELOW(s), ROW_LINE(s) & ABOVE(s),                          \
            FALLING_LINE(s) & ABOVE(s), FILE_LINE(s) & ABOVE(s), RISING_LINE(s) & ABOVE(s),                  \
            ROW_LINE(s) & BELOW(s), FALLING_LINE(s) & BELOW(s)                                               \
    }
#define WITHOUT(s, lines) ((lines) & ~((uint64_t)1 << (s)))
#define LINES(s) WITHOUT(s, FILE_LINE(s) | ROW_LINE(s) | FALLING_LINE(s) | RISING_LINE(s))
#define PIN_LINES(s) WITHOUT(s, ROW_LINE(s) | FALLING_LINE(s) | RISING_LINE(s))

_Alignas(64) const uint64_t ks_rays[64][8] = {OF_ALL_SQUARES(RAYS)};
_Alignas(64) const uint64_t ks_lines[64] = {OF_ALL_SQUARES(LINES)};
_Alignas(64) const uint64_t ks_leaps[64] = {OF_ALL_SQUARES(LEAPS)};
_Alignas(64) const uint64_t ks_steps[64] = {OF_ALL_SQUARES(STEPS)};
_Alignas(64) const uint64_t ks_pin_lines[64] = {OF_ALL_SQUARES(PIN_LINES)};
