/* The checks of every kernel's calls. Each check returns NULL, or a message that says what is wrong. */
#ifndef CHECKS_H
#define CHECKS_H

#include "kingscan.h"

typedef const char *kernel_check(const ks_kernel *kernel);

/* Asks about random boards in ordinary memory. */
kernel_check check_calls;
/* The same with a signal after each instruction. The reference is left out, since a compiler has made it. */
kernel_check check_interrupted_calls;
/* Boards at any alignment and at either end of their pages, read-only; answers at the ends of pages too. */
kernel_check check_boards_in_memory;
/* The same for batches, with several strides and lengths. */
kernel_check check_batches_in_memory;

/* Runs a check on every kernel that this machine can use. */
const char *check_kernels(kernel_check *check);

/* The output of tests/abi/main.c when all is well. */
#define ALL_CHECKS_GOOD                                                                                      \
    "calls: good\ninterrupted calls: good\nboards in memory: good\nbatches in memory: good\nbreaches: "      \
    "good\n"

/* Runs the checks on functions that are wrong on purpose. Returns NULL when each is noticed. */
const char *check_breaches(void);

/* The kinds of sets that kernels distinguish: narrow, from a1, wide, wide with cells. */
enum { SETS = 4 };
const ks_pieceset *sample_set(size_t kind);

enum { SAMPLES = 512 };

/* Random boards, each with a square and a side. */
typedef struct samples {
    uint8_t boards[SAMPLES][KS_SQUARES], squares[SAMPLES], sides[SAMPLES];
} samples;

const samples *all_samples(void);

#endif
