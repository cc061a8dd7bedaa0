/* Calls a function and watches everything around the call: the caller's registers and stack, processor state,
 * and memory that the function may not touch. Only one thread may use it at a time. */
#ifndef CALL_H
#define CALL_H

#include <stddef.h>
#include <stdint.h>

enum { ARGUMENTS_MAX = 7 };

/* A function, and how to call it. */
typedef struct watched_call {
    void (*function)(void);
    uintptr_t arguments[ARGUMENTS_MAX]; /* one word each */
    size_t count;
    int interrupted; /* by a signal after each instruction, which overwrites the memory below the stack */
} watched_call;

/* Makes the call and stores its 64 bits of result in *result. Returns NULL when the function has left
 * everything as its caller may expect; otherwise a message says what is wrong. */
const char *call_watched(const watched_call *call, uint64_t *result);

/* The same where a fault may end the process. An interrupted call needs trap_steps() before it. */
const char *call_untrapped(const watched_call *call, uint64_t *result);

#endif
