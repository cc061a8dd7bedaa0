/* Calls a function through tests/abi/trampoline.asm and checks the state that this has recorded. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "abi/call.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/traps.h"
#include "cli/platform/posix.h"
#include "core/processor/cpu.h"

/* ---- The structure that trampoline.asm reads and writes ---- */

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

/* SHADOW_SPACE: the bytes between the return address and the arguments on the stack, which belong to the
 * function. */
#if defined(_WIN32)
enum { REGISTER_ARGUMENTS = 4, SHADOW_SPACE = 32, KEPT_VECTORS = 10 };
static const char *const kept_names[] = {"rbx", "rbp", "r12", "r13", "r14", "r15", "rdi", "rsi"};
#elif defined(__x86_64__)
enum { REGISTER_ARGUMENTS = 6, SHADOW_SPACE = 0, KEPT_VECTORS = 0 };
static const char *const kept_names[] = {"rbx", "rbp", "r12", "r13", "r14", "r15"};
#else
enum { REGISTER_ARGUMENTS = 0, SHADOW_SPACE = 0, KEPT_VECTORS = 0 };
static const char *const kept_names[] = {"ebx", "esi", "edi", "ebp"};
#endif

enum { KEPT = sizeof kept_names / sizeof *kept_names };

enum { FLAG_ALWAYS = 1 << 1, FLAG_TRAP = 1 << 8, FLAG_INTERRUPTS = 1 << 9, FLAG_DIRECTION = 1 << 10 };

/* Both differ from what a program starts with, and both mask all exceptions. */
enum { MXCSR = 0xffc0, X87_CONTROL = 0x0c7f };

/* ---- The stack of the function ---- */

enum { STACK_SIZE = 1 << 17, CALLER_FRAME = 512 }; /* the caller's bytes, above the function's arguments */

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
    return SHADOW_SPACE + (call->count - in_registers(call)) * sizeof(uintptr_t);
}

static void lay_out_arguments(const watched_call *call, uintptr_t *registers) {
    memset(stack_arguments(), caller_byte, CALLER_FRAME);
    memcpy(stack_arguments() + SHADOW_SPACE, call->arguments + in_registers(call),
           stack_bytes(call) - SHADOW_SPACE);
    memcpy(registers, call->arguments, in_registers(call) * sizeof *registers);
}

static bool caller_frame_changed(const watched_call *call) {
    for (size_t i = stack_bytes(call); i < CALLER_FRAME; i++)
        if (stack_arguments()[i] != caller_byte)
            return true;
    return false;
}

/* ---- The call and its checks ---- */

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
    uint16_t environment[14]; /* the odd elements are reserved; the others hold control, status, tags, ... */
    memcpy(environment, w->x87_after, sizeof environment);
    if (environment[0] != X87_CONTROL)
        return "changes the x87 control word";
    return environment[2] != 0 || environment[4] != 0xffff ? "leaves the x87 registers in use" : NULL;
}

/* Every upper half is zero before the call, as vzeroupper leaves it, and must be zero after the call. */
static const char *judge_upper_halves(const struct watched *w) {
    static const uint8_t zeros[sizeof w->zmm_upper_after];
    if (memcmp(w->ymm_upper_after, zeros, sizeof w->ymm_upper_after) != 0)
        return "leaves upper halves of ymm registers dirty";
    if (memcmp(w->zmm_upper_after, zeros, sizeof w->zmm_upper_after) != 0)
        return "leaves upper halves of zmm registers dirty";
    return NULL;
}

/* The vector registers that functions keep on Windows, xmm6 to xmm15, and their content before the call,
 * which trampoline.asm sets. */
enum { FIRST_KEPT_VECTOR = 6 };
static const uint8_t dirt[16] = {0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5,
                                 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5};

static const char *judge(const watched_call *call, const struct watched *w) {
    static char text[64];
    for (size_t i = 0; i < KEPT; i++)
        if (w->kept_after[i] != w->kept_before[i]) {
            snprintf(text, sizeof text, "doesn't keep %s", kept_names[i]);
            return text;
        }
    for (size_t i = 0; i != KEPT_VECTORS; i++)
        if (memcmp(w->vectors_after + 16 * i, dirt, sizeof dirt) != 0) {
            snprintf(text, sizeof text, "doesn't keep xmm%zu", FIRST_KEPT_VECTOR + i);
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

static void run_watched(void *w) {
    watch_call(w);
}

static uint64_t result_of(const struct watched *w) {
    return sizeof w->result == 8 ? w->result : (uint64_t)w->result_high << 32 | w->result;
}

const char *call_watched(const watched_call *call, uint64_t *result) {
    static struct watched w;
    set_up(call, &w);
    const char *const trouble = run_trapped(run_watched, &w);
    *result = result_of(&w);
    return trouble ? trouble : judge(call, &w);
}

const char *call_untrapped(const watched_call *call, uint64_t *result) {
    static struct watched w;
    set_up(call, &w);
    watch_call(&w);
    *result = result_of(&w);
    return judge(call, &w);
}
