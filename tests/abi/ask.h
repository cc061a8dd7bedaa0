/* A question put to every function of a kernel through a watched call, and its answer held against the
 * reference. */
#ifndef ASK_H
#define ASK_H

#include "kingscan.h"

/* What is asked. Functions of one board get the first of each array. */
typedef struct request {
    const ks_pieceset *set; /* for the functions that take one; the others read our own codes */
    const uint8_t *boards;
    size_t stride;
    const uint8_t *squares, *sides;
    size_t count;         /* boards of a batch; 0: only the batches are asked */
    ks_king_lines *lines; /* where answers go, */
    uint64_t *out_bits;   /* enough for count boards */
    int interrupted;      /* see call.h */
} request;

/* Asks those functions of the kernel that aren't NULL. Returns NULL when each gives the right answer and
 * leaves everything else alone; otherwise the name of the function that doesn't, and what is wrong. */
const char *ask(const ks_kernel *kernel, const request *r);

#endif
