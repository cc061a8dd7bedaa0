/* kingscan/kernels.h: the kernels, which are the implementations of check.h and pieces.h, and the choice of
 * one. Nobody has to choose: by default the fastest that the processor can run is used. */
#ifndef KINGSCAN_KERNELS_H
#define KINGSCAN_KERNELS_H

#include "pieces.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The functions of a kernel: for each, ROW(context, result, name, parameters, arguments, precondition). Each
 * is documented at the public function ks_NAME, and has a second form, NAME_set, with a ks_pieceset before
 * its parameters. */
#define KS_KERNEL_FUNCTIONS(ROW, context)                                                                    \
    ROW(context, int, in_check, (const uint8_t board[64], unsigned king_square, unsigned side),              \
        (board, king_square, side), king_square < KS_SQUARES && side <= KS_BLACK)                            \
    ROW(context, uint64_t, attackers, (const uint8_t board[64], unsigned square, unsigned by_side),          \
        (board, square, by_side), square < KS_SQUARES && by_side <= KS_BLACK)                                \
    ROW(context, void, king_scan,                                                                            \
        (const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines),                \
        (board, king_square, side, lines), king_square < KS_SQUARES && side <= KS_BLACK)                     \
    ROW(context, void, in_check_batch,                                                                       \
        (const uint8_t *boards, size_t stride, const uint8_t *king_squares, const uint8_t *sides, size_t n,  \
         uint64_t *out_bits),                                                                                \
        (boards, stride, king_squares, sides, n, out_bits),                                                  \
        stride >= 64 && ks_is_batch_in_range(king_squares, sides, n))

/* The parameters of a row with the set before them. */
#define KS_WITH_SET(...) (const ks_pieceset *set, __VA_ARGS__)

#define KS_MEMBER(context, result, name, parameters, arguments, precondition) result(*name) parameters;
#define KS_MEMBER_SET(context, result, name, parameters, arguments, precondition)                            \
    result(*name##_set) KS_WITH_SET parameters;

/* One implementation of the contract above: the functions in_check, attackers, king_scan, in_check_batch,
 * then in_check_set and so on. They may be called directly, without the indirection of ks_in_check and its
 * like, where ks_kernel_usable says yes. */
typedef struct ks_kernel {
    const char *name;
    const char *summary; /* one line */
    KS_KERNEL_FUNCTIONS(KS_MEMBER, )
    KS_KERNEL_FUNCTIONS(KS_MEMBER_SET, )
} ks_kernel;

#undef KS_MEMBER
#undef KS_MEMBER_SET

/* The kernels of this build, from the reference to the fastest; their number goes to *count. */
KS_API const ks_kernel *ks_kernels(size_t *count);

/* 1 when this processor and its operating system can run the kernel. */
KS_API int ks_kernel_usable(const ks_kernel *kernel);

enum { KS_NEEDS_SIZE = 80 };

/* The processor features that the kernel needs, in words, written to text and returned; empty when it
 * needs none. */
KS_API const char *ks_kernel_needs(const ks_kernel *kernel, char text[KS_NEEDS_SIZE]);

/* The kernel that ks_in_check and its like use: until ks_kernel_select is called, the one that the
 * environment variable KINGSCAN_KERNEL names, and without it the fastest that is usable. */
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
