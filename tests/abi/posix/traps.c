/* Catches the faults of a function by signals, and after each single step overwrites what lies below its
 * stack: traps.h on POSIX. */
#define _GNU_SOURCE /* registers in a signal's context */
#include "abi/traps.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

#ifdef __x86_64__
enum { RED_ZONE = 128, STACK_REGISTER = REG_RSP };
#else
enum { RED_ZONE = 0, STACK_REGISTER = REG_ESP };
#endif

static sigjmp_buf escape;

static void leave_call(int number) {
    siglongjmp(escape, number);
}

/* Functions may rely on nothing below their stack pointer, apart from the red zone. */
__attribute__((no_sanitize("address"))) static void overwrite_below_stack(int number, siginfo_t *info,
                                                                          void *context) {
    const ucontext_t *interrupted = context;
    volatile unsigned char *end =
        (volatile unsigned char *)interrupted->uc_mcontext.gregs[STACK_REGISTER] - RED_ZONE;
    for (int i = 1; i <= 1024; i++)
        end[-i] = 0x5b;
    (void)number, (void)info;
}

enum { SIGNALS = 3 };
static const int signals[SIGNALS] = {SIGSEGV, SIGBUS, SIGTRAP};

/* Handlers run on another stack, so that they leave the function's unchanged. */
static void use_other_stack(void) {
    static unsigned char memory[1 << 16];
    const stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    sigaltstack(&stack, NULL);
}

static const struct sigaction overwrite = {.sa_sigaction = overwrite_below_stack,
                                           .sa_flags = SA_ONSTACK | SA_SIGINFO};

void trap_steps(void) {
    use_other_stack();
    sigaction(SIGTRAP, &overwrite, NULL);
}

static void catch_signals(struct sigaction old[SIGNALS]) {
    const struct sigaction leave = {.sa_handler = leave_call, .sa_flags = SA_ONSTACK};
    use_other_stack();
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], signals[i] == SIGTRAP ? &overwrite : &leave, &old[i]);
}

static void release_signals(const struct sigaction old[SIGNALS]) {
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &old[i], NULL);
}

const char *run_trapped(void (*run)(void *context), void *context) {
    struct sigaction old[SIGNALS];
    catch_signals(old);
    const int escaped = sigsetjmp(escape, 1);
    if (!escaped)
        run(context);
    release_signals(old);
    return escaped ? "touches memory that it wasn't given" : NULL;
}
