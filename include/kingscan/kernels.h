/* kingscan/kernels.h: the kernels, which are the implementations of check.h and pieces.h, and the choice of
 * one. Nobody has to choose: by default the fastest that the processor can run is used. */
#ifndef KINGSCAN_KERNELS_H
#define KINGSCAN_KERNELS_H

#include "pieces.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One implementation of check.h and pieces.h: a function for each of theirs that asks about checks,
 * documented there as ks_NAME. They may be called directly, without the indirection of ks_in_check and its
 * like, where ks_kernel_usable says yes. */
typedef struct ks_kernel {
    const char *name;
    const char *summary; /* one line */

    int (*in_check)(const uint8_t board[64], unsigned king_square, unsigned side);
    uint64_t (*attackers)(const uint8_t board[64], unsigned square, unsigned by_side);
    void (*king_scan)(const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines);
    void (*in_check_batch)(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                           const uint8_t *sides, size_t n, uint64_t *out_bits);

    int (*in_check_set)(const ks_pieceset *set, const uint8_t board[64], unsigned king_square, unsigned side);
    uint64_t (*attackers_set)(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                              unsigned by_side);
    void (*king_scan_set)(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                          unsigned side, ks_king_lines *lines);
    void (*in_check_batch_set)(const ks_pieceset *set, const uint8_t *boards, size_t stride,
                               const uint8_t *king_squares, const uint8_t *sides, size_t n,
                               uint64_t *out_bits);
} ks_kernel;

/* The kernels of this build, from the reference to the fastest; their number goes to *count. */
KS_API const ks_kernel *ks_kernels(size_t *count);

/* 1 when this processor and its operating system can run the kernel. */
KS_API int ks_kernel_usable(const ks_kernel *kernel);

enum { KS_NEEDS_SIZE = 80 };

/* The processor features that the kernel needs, in words, written to text and returned; empty when it
 * needs none. */
KS_API const char *ks_kernel_needs(const ks_kernel *kernel, char text[KS_NEEDS_SIZE]);

/* The kernel that ks_in_check and its like use: until ks_kernel_select is called, the one that the
 * environment variable KINGSCAN_KERNEL names, and without it, or where the program runs with other rights
 * than its caller has (setuid), the fastest that is usable. */
KS_API const ks_kernel *ks_kernel_current(void);

/* Uses the kernel of this name from now on, in all threads. name: NULL for the fastest that is usable. On an
 * error the kernel stays what it was, and the message lists those that are usable. */
KS_API int ks_kernel_select(const char *name, ks_error *error);

/* Returns KS_OK when KINGSCAN_KERNEL is unset, empty, or names a usable kernel. Otherwise the library ignores
 * it, and this is the error that ks_kernel_select gives for its value. */
KS_API int ks_kernel_environment(ks_error *error);

#ifdef __cplusplus
}
#endif
#endif
