/* Runs a kernel an instruction at a time and prints what is in its registers on the way: found.test.mjs
 * compares the workbench's panel with them. Linux on x86-64.
 *
 *   trace                                      prints the library's answers
 *   trace KERNEL FUNCTION [OFFSET:REGISTER]... also prints the register after the instruction at this
 *                                              offset of the function: a vector's bytes in the order of
 *                                              memory, other ones as numbers
 *
 * Standard input has records of 66 bytes: the board, the king's square, its side. Each gets a line. "-": the
 * function did not come by that instruction. Exit status 3: this processor lacks the kernel.
 *
 * The processor's trap flag stops the kernel after each instruction with a signal. Its frame has all
 * registers in the form of XSAVE (Intel, "Software Developer's Manual", volume 1, chapter 13). */
#define _GNU_SOURCE /* REG_RIP */
#include <cpuid.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "core/kernels/kernel.h"
#include "kingscan.h"

enum { TRAP_FLAG = 0x100, PLACES_MAX = 256, VECTOR_BYTES = 64, RECORD_BYTES = 66 };
/* Parts of an area of XSAVE: numbers of components, and where the lowest parts of vectors and the header are.
 */
enum { UPPER_YMM = 2, UPPER_ZMM = 6, HIGH_ZMM = 7, LEGACY_XMM = 160, XSAVE_HEADER = 512 };

struct place {
    size_t offset;
    const char *name;
    bool reached;
    size_t bytes;
    uint8_t value[VECTOR_BYTES];
};

static struct place places[PLACES_MAX];
static size_t place_count;
static volatile sig_atomic_t tracing;
static uintptr_t function, last; /* the traced function, and the instruction that has just been executed */

/* ---- Registers ---- */

static const struct {
    const char *name;
    int number;
} general[] = {
    {"rax", REG_RAX}, {"rbx", REG_RBX}, {"rcx", REG_RCX}, {"rdx", REG_RDX}, {"rsi", REG_RSI},
    {"rdi", REG_RDI}, {"r8", REG_R8},   {"r9", REG_R9},   {"r10", REG_R10}, {"r11", REG_R11},
};

/* Copies bytes of a component; one in its initial state is 0, and the processor needn't have written it. */
static void copy_component(uint8_t *to, const uint8_t *area, unsigned component, size_t at, size_t bytes) {
    unsigned size, offset, flags, unused;
    uint64_t present;
    memcpy(&present, area + XSAVE_HEADER, sizeof present);
    __cpuid_count(0xd, component, size, offset, flags, unused);
    if (present >> component & 1)
        memcpy(to, area + offset + at, bytes);
    else
        memset(to, 0, bytes);
}

/* number: of zmm0 to zmm31. */
static void copy_vector(uint8_t value[VECTOR_BYTES], const uint8_t *area, size_t number) {
    if (number >= 16) {
        copy_component(value, area, HIGH_ZMM, VECTOR_BYTES * (number - 16), VECTOR_BYTES);
        return;
    }
    memcpy(value, area + LEGACY_XMM + 16 * number, 16);
    copy_component(value + 16, area, UPPER_YMM, 16 * number, 16);
    copy_component(value + 32, area, UPPER_ZMM, 32 * number, 32);
}

static void keep_register(struct place *place, const ucontext_t *context) {
    place->reached = true;
    if (strchr("xyz", place->name[0])) {
        place->bytes = place->name[0] == 'x' ? 16 : place->name[0] == 'y' ? 32 : 64;
        copy_vector(place->value, (const uint8_t *)context->uc_mcontext.fpregs,
                    strtoul(place->name + 3, NULL, 10));
        return;
    }
    place->bytes = 0;
    for (size_t i = 0; i < sizeof general / sizeof *general; i++)
        if (strcmp(place->name, general[i].name) == 0)
            memcpy(place->value, &context->uc_mcontext.gregs[general[i].number], 8);
}

/* Called after each instruction while the trap flag is set; the first time by raise(). */
static void stop(int signal, siginfo_t *info, void *context_pointer) {
    ucontext_t *const context = context_pointer;
    (void)signal, (void)info;
    if (!tracing) {
        context->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
        return;
    }
    context->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
    for (size_t i = 0; i < place_count; i++)
        if (last == function + places[i].offset)
            keep_register(&places[i], context);
    last = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
}

/* ---- Records ---- */

struct traced {
    int (*in_check)(const uint8_t *board, unsigned king, unsigned side);
    void (*king_scan)(const uint8_t *board, unsigned king, unsigned side, ks_king_lines *lines);
};

static bool avx512_is_here(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vbmi");
}

/* Finds the function to trace. Exits when it can't be run. */
static struct traced find_function(const char *kernel, const char *name) {
    const struct {
        const char *kernel;
        bool is_here;
        struct traced traced;
    } kernels[] = {
        {"scan", true, {.in_check = ks_scan_in_check, .king_scan = ks_scan_king_scan}},
        {"avx2",
         __builtin_cpu_supports("avx2"),
         {.in_check = ks_avx2_in_check, .king_scan = ks_avx2_king_scan}},
        {"avx512", avx512_is_here(), {.in_check = ks_avx512_in_check, .king_scan = ks_avx512_king_scan}},
    };
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        if (strcmp(kernel, kernels[i].kernel) != 0)
            continue;
        if (!kernels[i].is_here)
            exit(3);
        struct traced traced = kernels[i].traced;
        if (strcmp(name, "in_check") == 0)
            traced.king_scan = NULL;
        else if (strcmp(name, "king_scan") == 0)
            traced.in_check = NULL;
        else
            break;
        return traced;
    }
    fprintf(stderr, "trace: expected scan, avx2 or avx512, then in_check or king_scan; got %s %s\n", kernel,
            name);
    exit(2);
}

static void trace(const struct traced *traced, const uint8_t *record) {
    ks_king_lines lines;
    for (size_t i = 0; i < place_count; i++)
        places[i].reached = false;
    tracing = 1;
    raise(SIGTRAP);
    if (traced->in_check)
        traced->in_check(record, record[64], record[65]);
    else
        traced->king_scan(record, record[64], record[65], &lines);
    tracing = 0;
}

static void print_place(const struct place *place) {
    uint64_t number;
    printf(" ");
    if (!place->reached) {
        printf("-");
        return;
    }
    memcpy(&number, place->value, sizeof number);
    if (place->bytes == 0)
        printf("%016" PRIx64, number);
    for (size_t i = 0; i < place->bytes; i++)
        printf("%02x", place->value[i]);
}

static void print_answers(const uint8_t *record) {
    ks_king_lines lines;
    ks_king_scan(record, record[64], record[65], &lines);
    printf("%d %016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64,
           ks_in_check(record, record[64], record[65]), lines.checkers, lines.check_lines, lines.pinned,
           lines.pin_orthogonal, lines.pin_diagonal);
}

static bool is_known(const char *name) {
    if (strncmp(name, "xmm", 3) == 0 || strncmp(name, "ymm", 3) == 0 || strncmp(name, "zmm", 3) == 0)
        return strtoul(name + 3, NULL, 10) < 32;
    for (size_t i = 0; i < sizeof general / sizeof *general; i++)
        if (strcmp(name, general[i].name) == 0)
            return true;
    return false;
}

/* text: OFFSET:REGISTER. Exits when it is something else. */
static void add_place(const char *text) {
    char *end;
    const size_t offset = strtoul(text, &end, 10);
    if (end == text || *end != ':' || !is_known(end + 1) || place_count == PLACES_MAX) {
        fprintf(stderr, "trace: expected up to %d places such as 12:zmm16, got %s\n", PLACES_MAX, text);
        exit(2);
    }
    places[place_count++] = (struct place){.offset = offset, .name = end + 1};
}

int main(int argc, char **argv) {
    struct traced traced = {NULL, NULL};
    uint8_t record[RECORD_BYTES];
    if (argc > 2) {
        traced = find_function(argv[1], argv[2]);
        function = traced.in_check ? (uintptr_t)traced.in_check : (uintptr_t)traced.king_scan;
        for (int i = 3; i < argc; i++)
            add_place(argv[i]);
        sigaction(SIGTRAP, &(struct sigaction){.sa_sigaction = stop, .sa_flags = SA_SIGINFO}, NULL);
    }
    while (fread(record, 1, sizeof record, stdin) == sizeof record) {
        print_answers(record);
        if (function)
            trace(&traced, record);
        for (size_t i = 0; i < place_count; i++)
            print_place(&places[i]);
        printf("\n");
    }
    return 0;
}
