/* What interrupts a call: faults, which end it, and single steps. */
#ifndef TRAPS_H
#define TRAPS_H

/* Calls run(context). Returns NULL, or what was wrong. That is so when it touches memory that may not be
 * touched: then it is left at once. After each instruction for which the processor's trap flag is set, what
 * lies below the stack pointer is overwritten: no function may rely on that, apart from the red zone. On
 * Windows its unwind data have to lead from there to its caller, with all that it keeps. */
const char *run_trapped(void (*run)(void *context), void *context);

#endif
