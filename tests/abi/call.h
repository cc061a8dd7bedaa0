/* Calls with everything around them watched: the registers and the stack that are the caller's, processor
 * state, and memory that nobody gave to the function. Not for two threads at once. */
#ifndef CALL_H
#define CALL_H

#include <stddef.h>
#include <stdint.h>

enum { ARGUMENTS_MAX = 7 };

/* How a function is to be called. */
typedef struct watched_call {
    void (*function)(void);
    uintptr_t arguments[ARGUMENTS_MAX]; /* a word each */
    size_t count;
    int interrupted; /* by a signal after each instruction, which overwrites what lies below the stack */
} watched_call;

/* Makes the call and puts its 64 bits of result into *result. Returns NULL when the function has left
 * everything as its caller may expect; otherwise what is wrong. */
const char *call_watched(const watched_call *call, uint64_t *result);

#endif
