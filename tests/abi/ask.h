/* Asks every function of a kernel, and of the build of `attacked` beside it, the same question through a
 * watched call and compares its answer with the reference. */
#ifndef ASK_H
#define ASK_H

#include "kingscan.h"

/* A question. Functions of one board take the first element of each array. */
typedef struct request {
    const ks_pieceset *set; /* for the functions that take one; the others use chess's own codes */
    const uint8_t *boards;
    size_t stride;
    const uint8_t *squares, *sides;
    size_t count;         /* of boards in the batch; 0: only the batch functions are asked */
    ks_king_lines *lines; /* receives the answers of king_scan */
    uint64_t *out_bits;   /* receives those of the batches; enough for count boards */
    int interrupted;      /* see call.h */
} request;

/* Asks those functions of the kernel that aren't NULL. Returns NULL when each gives the right answer and
 * leaves everything else alone; otherwise the name of the one that doesn't, and what is wrong. */
const char *ask(const ks_kernel *kernel, const request *r);

#endif
