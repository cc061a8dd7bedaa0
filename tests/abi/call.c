/* Judges what tests/abi/trampoline.asm has found around a call, and catches the faults of the call. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, registers in a signal's context */
#include "abi/call.h"

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "core/cpu.h"

/* ---- What trampoline.asm reads and writes ---- */

#define FIELD(name) uintptr_t name;
#define ARRAY(name, words) uintptr_t name[words];
#define BYTES(name, bytes) uint8_t name[bytes];
struct watched {
#include "abi/call.def"
};
#undef FIELD
#undef ARRAY
#undef BYTES

void watch_call(struct watched *w);

#ifdef __x86_64__
enum { REGISTER_ARGUMENTS = 6, RED_ZONE = 128, STACK_REGISTER = REG_RSP };
static const char *const kept_names[] = {"rbx", "rbp", "r12", "r13", "r14", "r15"};
#else
enum { REGISTER_ARGUMENTS = 0, RED_ZONE = 0, STACK_REGISTER = REG_ESP };
static const char *const kept_names[] = {"ebx", "esi", "edi", "ebp"};
#endif

enum { KEPT = sizeof kept_names / sizeof *kept_names };

enum { FLAG_ALWAYS = 1 << 1, FLAG_TRAP = 1 << 8, FLAG_INTERRUPTS = 1 << 9, FLAG_DIRECTION = 1 << 10 };

/* Neither is what a program starts with, and all exceptions are masked. */
enum { MXCSR = 0xffc0, X87_CONTROL = 0x0c7f };

/* ---- The stack of the function ---- */

enum { STACK_SIZE = 1 << 17, CALLER_FRAME = 512 }; /* above its arguments lies what is its caller's */

static const unsigned char caller_byte = 0xca;

static unsigned char *stack_arguments(void) {
    static unsigned char *stack;
    if (!stack) {
        stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (stack == MAP_FAILED)
            abort();
    }
    return stack + STACK_SIZE - CALLER_FRAME;
}

static size_t in_registers(const watched_call *call) {
    const size_t most = REGISTER_ARGUMENTS;
    return call->count < most ? call->count : most;
}

static size_t stack_bytes(const watched_call *call) {
    return (call->count - in_registers(call)) * sizeof(uintptr_t);
}

static void lay_out_arguments(const watched_call *call, uintptr_t *registers) {
    memset(stack_arguments(), caller_byte, CALLER_FRAME);
    memcpy(stack_arguments(), call->arguments + in_registers(call), stack_bytes(call));
    memcpy(registers, call->arguments, in_registers(call) * sizeof *registers);
}

static bool caller_frame_changed(const watched_call *call) {
    for (size_t i = stack_bytes(call); i < CALLER_FRAME; i++)
        if (stack_arguments()[i] != caller_byte)
            return true;
    return false;
}

/* ---- Signals ---- */

static sigjmp_buf escape;

static void leave_call(int number) {
    siglongjmp(escape, number);
}

/* No function may rely on what lies below its stack pointer, apart from the red zone. */
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

/* Handlers run on a stack of their own, so that the function's is as it has left it. */
static void catch_signals(struct sigaction old[SIGNALS]) {
    static unsigned char memory[1 << 16];
    const stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    const struct sigaction leave = {.sa_handler = leave_call, .sa_flags = SA_ONSTACK};
    const struct sigaction overwrite = {.sa_sigaction = overwrite_below_stack,
                                        .sa_flags = SA_ONSTACK | SA_SIGINFO};
    sigaltstack(&stack, NULL);
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], signals[i] == SIGTRAP ? &overwrite : &leave, &old[i]);
}

static void release_signals(const struct sigaction old[SIGNALS]) {
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &old[i], NULL);
}

/* ---- Call and judgement ---- */

static void set_up(const watched_call *call, struct watched *w) {
    memset(w, 0, sizeof *w);
    w->function = (uintptr_t)call->function;
    w->stack = (uintptr_t)stack_arguments();
    memset(w->registers, 0xa5, sizeof w->registers);
    lay_out_arguments(call, w->registers);
    for (size_t i = 0; i < KEPT; i++)
        w->kept_before[i] = (uintptr_t)0x0123456789abcdef * (2 * i + 1);
    w->flags_before = FLAG_ALWAYS | FLAG_INTERRUPTS | (call->interrupted ? FLAG_TRAP : 0);
    w->mxcsr_before = MXCSR;
    w->x87_control_before = X87_CONTROL;
    w->has_avx = (ks_cpu_features() & CPU_AVX2) != 0;
    w->has_avx512 = (ks_cpu_features() & CPU_AVX512F) != 0;
}

static const char *judge_x87(const struct watched *w) {
    uint16_t environment[14]; /* every other one is reserved: control, status, tags, ... */
    memcpy(environment, w->x87_after, sizeof environment);
    if (environment[0] != X87_CONTROL)
        return "changes the x87 control word";
    return environment[2] != 0 || environment[4] != 0xffff ? "leaves the x87 registers in use" : NULL;
}

/* Before the call every upper half is zero, as vzeroupper leaves it, and so it has to be after the call. */
static const char *judge_upper_halves(const struct watched *w) {
    static const uint8_t zeros[sizeof w->zmm_upper_after];
    if (memcmp(w->ymm_upper_after, zeros, sizeof w->ymm_upper_after) != 0)
        return "leaves upper halves of ymm registers dirty";
    if (memcmp(w->zmm_upper_after, zeros, sizeof w->zmm_upper_after) != 0)
        return "leaves upper halves of zmm registers dirty";
    return NULL;
}

static const char *judge(const watched_call *call, const struct watched *w) {
    static char text[64];
    for (size_t i = 0; i < KEPT; i++)
        if (w->kept_after[i] != w->kept_before[i]) {
            snprintf(text, sizeof text, "doesn't keep %s", kept_names[i]);
            return text;
        }
    if (w->stack_after != w->stack)
        return "moves the stack pointer";
    if (caller_frame_changed(call))
        return "writes to its caller's stack";
    if (w->flags_after & FLAG_DIRECTION)
        return "leaves the direction flag set";
    if (w->mxcsr_after != MXCSR)
        return "changes MXCSR";
    const char *dirty = judge_upper_halves(w);
    return dirty ? dirty : judge_x87(w);
}

const char *call_watched(const watched_call *call, uint64_t *result) {
    static struct watched w;
    struct sigaction old[SIGNALS];
    set_up(call, &w);
    catch_signals(old);
    const int escaped = sigsetjmp(escape, 1);
    if (!escaped)
        watch_call(&w);
    release_signals(old);
    *result = sizeof w.result == 8 ? w.result : (uint64_t)w.result_high << 32 | w.result;
    return escaped ? "touches memory that it wasn't given" : judge(call, &w);
}
