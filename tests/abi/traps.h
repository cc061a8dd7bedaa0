/* Interrupts of a call: faults, which end the call, and single steps. */
#ifndef TRAPS_H
#define TRAPS_H

/* Calls run(context). Returns NULL, or a message that says what was wrong. A function that touches forbidden
 * memory is left at once. After each instruction for which the processor's trap flag is set, the memory below
 * the stack pointer is overwritten: no function may rely on it, apart from the red zone. On Windows the
 * unwind data of each such place must lead to the caller, with all registers that a function keeps. */
const char *run_trapped(void (*run)(void *context), void *context);

/* POSIX: from now on, the same is done after each such instruction outside of run_trapped. */
void trap_steps(void);

#endif
