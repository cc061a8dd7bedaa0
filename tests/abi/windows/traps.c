/* Faults and single steps are exceptions. Their handler runs below the stack pointer of the interrupted
 * function, so each overwrites the memory there. */
#include "abi/traps.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <windows.h>

enum { FLAG_TRAP = 1 << 8 };

static jmp_buf escape;
static DWORD64 own_stack; /* an address on the stack of run_trapped's caller */

/* True when the watched function has returned. It runs on another stack. */
static bool is_back(const CONTEXT *context) {
    enum { ITS_SIZE = 1 << 16 };
    return context->Rsp <= own_stack && own_stack - context->Rsp < ITS_SIZE;
}

/* ---- Unwind data ---- */

static CONTEXT entry; /* the state at the entry of the last function with unwind data */
static bool unwinds_wrongly;

/* True for the state that the caller of that function continues with. */
static bool is_caller(const CONTEXT *c) {
    DWORD64 caller;
    memcpy(&caller, (const void *)(uintptr_t)entry.Rsp, sizeof caller);
    return c->Rip == caller && c->Rsp == entry.Rsp + sizeof caller && c->Rbx == entry.Rbx &&
           c->Rbp == entry.Rbp && c->Rsi == entry.Rsi && c->Rdi == entry.Rdi && c->R12 == entry.R12 &&
           c->R13 == entry.R13 && c->R14 == entry.R14 && c->R15 == entry.R15 &&
           memcmp(&c->Xmm6, &entry.Xmm6, 10 * sizeof c->Xmm6) == 0;
}

static void check_unwinding(const CONTEXT *context) {
    DWORD64 base, frame;
    void *data;
    CONTEXT unwound = *context;
    RUNTIME_FUNCTION *const function = RtlLookupFunctionEntry(context->Rip, &base, NULL);
    if (function && context->Rip == base + function->BeginAddress)
        entry = *context;
    if (!function || context->Rsp > entry.Rsp) /* the function has returned */
        return;
    RtlVirtualUnwind(0, base, context->Rip, function, &unwound, &data, &frame, NULL);
    unwinds_wrongly |= !is_caller(&unwound);
}

/* ---- Exceptions ---- */

static void leave_call(void) {
    __builtin_longjmp((void **)escape, 1);
}

/* Leaves by a jump to leave_call on the caller's stack, since the current stack may hold anything. */
static LONG CALLBACK handle(EXCEPTION_POINTERS *exception) {
    CONTEXT *const context = exception->ContextRecord;
    switch (exception->ExceptionRecord->ExceptionCode) {
    case EXCEPTION_SINGLE_STEP:
        if (!is_back(context)) {
            check_unwinding(context);
            context->EFlags |= FLAG_TRAP; /* each step clears the flag */
        }
        return EXCEPTION_CONTINUE_EXECUTION;
    case EXCEPTION_ACCESS_VIOLATION:
        context->EFlags &= ~(DWORD)FLAG_TRAP;
        context->Rsp = ((own_stack - 4096) & ~(DWORD64)15) - 8;
        context->Rip = (DWORD64)(uintptr_t)leave_call;
        return EXCEPTION_CONTINUE_EXECUTION;
    default:
        return EXCEPTION_CONTINUE_SEARCH;
    }
}

const char *run_trapped(void (*run)(void *context), void *context) {
    void *const handler = AddVectoredExceptionHandler(TRUE, handle);
    unwinds_wrongly = false;
    entry.Rsp = 0;
    own_stack = (DWORD64)(uintptr_t)__builtin_frame_address(0);
    const int escaped = __builtin_setjmp((void **)escape);
    if (!escaped)
        run(context);
    RemoveVectoredExceptionHandler(handler);
    if (escaped)
        return "touches memory that it wasn't given";
    return unwinds_wrongly ? "has wrong unwind data" : NULL;
}
