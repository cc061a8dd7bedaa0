/* Names for the instructions of AVX-512 that the files of this folder use, on eight lanes of 64 bits. */
#ifndef KS_LEAVES_LANES_H
#define KS_LEAVES_LANES_H

#include "core/processor/processor.h"

typedef __m512i lanes;

#define LANES_ALL(x) _mm512_set1_epi64((long long)(x))
#define LANES_LOAD(p) _mm512_load_si512(p)
#define LANES_ZERO _mm512_setzero_si512()

/* f(a, b, c) bit by bit; f is an expression of IN_A, IN_B and IN_C. */
#define TERNARY(a, b, c, f) _mm512_ternarylogic_epi64(a, b, c, (f)&255)
enum { IN_A = 0xf0, IN_B = 0xcc, IN_C = 0xaa };

/* -x, byte by byte. */
#define NEGATE_BYTES(x) _mm512_sub_epi8(LANES_ZERO, x)

#endif
