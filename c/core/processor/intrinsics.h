/* The intrinsics of x86. gcc's <immintrin.h> has thousands that nobody calls here, and to read them took half
 * a second a file, longer than to compile most files: so this file reads those parts of it that a build is
 * for. Tried with gcc 12; other versions and compilers read all. */
#ifndef KS_INTRINSICS_H
#define KS_INTRINSICS_H

#if defined __GNUC__ && !defined __clang__ && __GNUC__ == 12
/* The parts ask whether <immintrin.h> reads them. */
#ifndef _IMMINTRIN_H_INCLUDED
#define _IMMINTRIN_H_INCLUDED
#define KS_PARTS_OF_INTRINSICS
#endif
/* Each part needs those before it. */
/* clang-format off */
#include <x86gprintrin.h>
#include <smmintrin.h>
#include <avxintrin.h>
#include <avx2intrin.h>
#if defined KS_FOR_AVX512BW || defined KS_ALL_BUILDS_IN_ONE_FILE
#include <avx512fintrin.h>
#include <avx512cdintrin.h>
#include <avx512vlintrin.h>
#include <avx512bwintrin.h>
#include <avx512dqintrin.h>
#include <avx512vlbwintrin.h>
#include <avx512vbmiintrin.h>
#include <avx512vbmi2intrin.h>
#include <avx512vbmi2vlintrin.h>
#include <avx512vpopcntdqintrin.h>
#include <avx512bitalgintrin.h>
#endif
/* clang-format on */
#ifdef KS_PARTS_OF_INTRINSICS
#undef KS_PARTS_OF_INTRINSICS
#undef _IMMINTRIN_H_INCLUDED
#endif
#else
#include <immintrin.h>
#endif

#endif
