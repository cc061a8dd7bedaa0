/* The kernel table, the choice of a kernel, and the public functions that jump through it. */
#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cpu.h"
#include "core/internal.h"
#include "core/placement.h"

/* ---- The table ---- */

#define KERNEL(name, features, placement, summary)                                                           \
    {#name,                                                                                                  \
     summary,                                                                                                \
     ks_##name##_in_check,                                                                                   \
     ks_##name##_attackers,                                                                                  \
     ks_##name##_king_scan,                                                                                  \
     ks_##name##_in_check_batch,                                                                             \
     ks_##name##_in_check_set,                                                                               \
     ks_##name##_attackers_set,                                                                              \
     ks_##name##_king_scan_set,                                                                              \
     ks_##name##_in_check_batch_set},
static const ks_kernel kernels[] = {
#include "core/kernels.def"
};
#undef KERNEL

#define KERNEL(name, features, placement, summary) features,
static const unsigned kernel_features[] = {
#include "core/kernels.def"
};
#undef KERNEL

#define KERNEL(name, features, placement, summary) ks_##placement##_read_placement,
static ks_placement_reader *const placement_readers[] = {
#include "core/kernels.def"
};
#undef KERNEL

enum { KERNELS = sizeof kernels / sizeof *kernels };

const ks_kernel *ks_kernels(size_t *count) {
    *count = KERNELS;
    return kernels;
}

static unsigned needs(const ks_kernel *kernel) {
    return kernel_features[kernel - kernels];
}

int ks_kernel_usable(const ks_kernel *kernel) {
    return (needs(kernel) & ~ks_cpu_features()) == 0;
}

const char *ks_kernel_needs(const ks_kernel *kernel, char text[KS_NEEDS_SIZE]) {
    size_t used = 0;
    text[0] = '\0';
    for (unsigned bit = 0; bit < CPU_FEATURES; bit++)
        if (needs(kernel) >> bit & 1)
            used += (size_t)snprintf(text + used, KS_NEEDS_SIZE - used, "%s%s", used ? " " : "",
                                     ks_cpu_feature_name(bit));
    return text;
}

/* ---- The choice ---- */

static const ks_kernel *fastest_usable(void) {
    const ks_kernel *kernel = &kernels[KERNELS - 1];
    while (!ks_kernel_usable(kernel))
        kernel--; /* the reference needs nothing */
    return kernel;
}

static const ks_kernel *find_kernel(const char *name) {
    for (const ks_kernel *kernel = kernels; kernel < kernels + KERNELS; kernel++)
        if (strcmp(kernel->name, name) == 0)
            return kernel;
    return NULL;
}

static int refuse(int code, const char *name, ks_error *error) {
    char list[128];
    size_t used = 0;
    for (const ks_kernel *kernel = kernels; kernel < kernels + KERNELS; kernel++)
        if (ks_kernel_usable(kernel))
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", kernel->name);
    return ks_fail(error, code, 0,
                   code == KS_ERROR_KERNEL_UNKNOWN
                       ? "no kernel is called \"%.40s\"; this machine has: %s"
                       : "this machine can't run the kernel \"%.40s\"; it has: %s",
                   name, list);
}

static int choose(const char *name, const ks_kernel **chosen, ks_error *error) {
    const ks_kernel *kernel = name ? find_kernel(name) : fastest_usable();
    if (!kernel)
        return refuse(KS_ERROR_KERNEL_UNKNOWN, name, error);
    if (!ks_kernel_usable(kernel))
        return refuse(KS_ERROR_KERNEL_UNUSABLE, name, error);
    *chosen = kernel;
    return KS_OK;
}

static int choose_by_environment(const ks_kernel **chosen, ks_error *error) {
    const char *name = getenv("KINGSCAN_KERNEL");
    return choose(name && *name ? name : NULL, chosen, error);
}

int ks_kernel_environment(ks_error *error) {
    const ks_kernel *kernel;
    return choose_by_environment(&kernel, error);
}

/* Before the first call `current` is a kernel whose functions choose one and pass the call on. Threads that
 * meet there all choose the same, so a relaxed store is enough: everything it leads to is constant. */
static const ks_kernel undecided;
static _Atomic(const ks_kernel *) current = &undecided;

static const ks_kernel *load_current(void) {
    return atomic_load_explicit(&current, memory_order_relaxed);
}

const ks_kernel *ks_kernel_current(void) {
    const ks_kernel *kernel = load_current();
    if (kernel != &undecided)
        return kernel;
    if (choose_by_environment(&kernel, NULL) != KS_OK)
        kernel = fastest_usable();
    /* Not over what ks_kernel_select has chosen meanwhile. */
    const ks_kernel *expected = &undecided;
    atomic_compare_exchange_strong_explicit(&current, &expected, kernel, memory_order_relaxed,
                                            memory_order_relaxed);
    return load_current();
}

ks_placement_reader *ks_current_placement_reader(void) {
    return placement_readers[ks_kernel_current() - kernels];
}

int ks_kernel_select(const char *name, ks_error *error) {
    const ks_kernel *kernel;
    const int code = choose(name, &kernel, error);
    if (code == KS_OK)
        atomic_store_explicit(&current, kernel, memory_order_relaxed);
    return code;
}

static int decide_in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    return ks_kernel_current()->in_check(board, king_square, side);
}

static uint64_t decide_attackers(const uint8_t board[64], unsigned square, unsigned by_side) {
    return ks_kernel_current()->attackers(board, square, by_side);
}

static void decide_king_scan(const uint8_t board[64], unsigned king_square, unsigned side,
                             ks_king_lines *lines) {
    ks_kernel_current()->king_scan(board, king_square, side, lines);
}

static void decide_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                                  const uint8_t *sides, size_t n, uint64_t *out_bits) {
    ks_kernel_current()->in_check_batch(boards, stride, king_squares, sides, n, out_bits);
}

static int decide_in_check_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                               unsigned side) {
    return ks_kernel_current()->in_check_set(set, board, king_square, side);
}

static uint64_t decide_attackers_set(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                                     unsigned by_side) {
    return ks_kernel_current()->attackers_set(set, board, square, by_side);
}

static void decide_king_scan_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                                 unsigned side, ks_king_lines *lines) {
    ks_kernel_current()->king_scan_set(set, board, king_square, side, lines);
}

static void decide_in_check_batch_set(const ks_pieceset *set, const uint8_t *boards, size_t stride,
                                      const uint8_t *king_squares, const uint8_t *sides, size_t n,
                                      uint64_t *out_bits) {
    ks_kernel_current()->in_check_batch_set(set, boards, stride, king_squares, sides, n, out_bits);
}

static const ks_kernel undecided = {
    .in_check = decide_in_check,
    .attackers = decide_attackers,
    .king_scan = decide_king_scan,
    .in_check_batch = decide_in_check_batch,
    .in_check_set = decide_in_check_set,
    .attackers_set = decide_attackers_set,
    .king_scan_set = decide_king_scan_set,
    .in_check_batch_set = decide_in_check_batch_set,
};

/* ---- The public functions ---- */

int ks_in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    assert(king_square < KS_SQUARES && side <= KS_BLACK);
    return load_current()->in_check(board, king_square, side);
}

uint64_t ks_attackers(const uint8_t board[64], unsigned square, unsigned by_side) {
    assert(square < KS_SQUARES && by_side <= KS_BLACK);
    return load_current()->attackers(board, square, by_side);
}

void ks_king_scan(const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines) {
    assert(king_square < KS_SQUARES && side <= KS_BLACK);
    load_current()->king_scan(board, king_square, side, lines);
}

void ks_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                       const uint8_t *sides, size_t n, uint64_t *out_bits) {
    assert(stride >= 64);
    load_current()->in_check_batch(boards, stride, king_squares, sides, n, out_bits);
}

int ks_in_check_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square, unsigned side) {
    assert(king_square < KS_SQUARES && side <= KS_BLACK);
    return load_current()->in_check_set(set, board, king_square, side);
}

uint64_t ks_attackers_set(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                          unsigned by_side) {
    assert(square < KS_SQUARES && by_side <= KS_BLACK);
    return load_current()->attackers_set(set, board, square, by_side);
}

void ks_king_scan_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square, unsigned side,
                      ks_king_lines *lines) {
    assert(king_square < KS_SQUARES && side <= KS_BLACK);
    load_current()->king_scan_set(set, board, king_square, side, lines);
}

void ks_in_check_batch_set(const ks_pieceset *set, const uint8_t *boards, size_t stride,
                           const uint8_t *king_squares, const uint8_t *sides, size_t n, uint64_t *out_bits) {
    assert(stride >= 64);
    load_current()->in_check_batch_set(set, boards, stride, king_squares, sides, n, out_bits);
}
