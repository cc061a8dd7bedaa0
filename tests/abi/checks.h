/* What is checked of every kernel's calls. Each check returns NULL or what is wrong, in words. */
#ifndef CHECKS_H
#define CHECKS_H

#include "kingscan.h"

typedef const char *kernel_check(const ks_kernel *kernel);

/* Random boards, with nothing special around them. */
kernel_check check_calls;
/* The same with a signal after each instruction. The reference is left out: a compiler has made it. */
kernel_check check_interrupted_calls;
/* Boards at any alignment and at either end of their pages, read-only; answers at the ends of pages too. */
kernel_check check_boards_in_memory;
/* Batches likewise, with several strides and lengths. */
kernel_check check_batches_in_memory;

/* Runs a check on every kernel that this machine can use. */
const char *check_kernels(kernel_check *check);

/* What tests/abi/main.c prints when all is well. */
#define ALL_CHECKS_GOOD                                                                                      \
    "calls: good\ninterrupted calls: good\nboards in memory: good\nbatches in memory: good\nbreaches: "      \
    "good\n"

/* Whether the checks notice functions that are wrong on purpose. */
const char *check_breaches(void);

/* The kinds of sets that kernels tell apart: narrow, from a1, wide, wide with cells. */
enum { SETS = 4 };
const ks_pieceset *sample_set(size_t kind);

enum { SAMPLES = 512 };

/* Random boards, each with a square and a side. */
typedef struct samples {
    uint8_t boards[SAMPLES][KS_SQUARES], squares[SAMPLES], sides[SAMPLES];
} samples;

const samples *all_samples(void);

#endif
