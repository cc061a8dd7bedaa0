/* kingscan/kernels.h: the kernels, which are the implementations of check.h and pieces.h, and the choice of
 * one. The default is the fastest kernel that the processor can run. */
#ifndef KINGSCAN_KERNELS_H
#define KINGSCAN_KERNELS_H

#include "pieces.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One implementation of check.h and pieces.h. Each member function is documented there as ks_NAME. When
 * ks_kernel_is_usable returns 1, a program may call the members directly and save the indirection of
 * ks_in_check and the others. Only the library makes these structs. */
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

/* Returns an array with the address of each kernel of this build, from the reference to the fastest, and sets
 * *count to their number. */
KS_API const ks_kernel *const *ks_kernel_get_all(size_t *count);

/* Returns 1 when this processor and its operating system can run the kernel, else 0. */
KS_API int ks_kernel_is_usable(const ks_kernel *kernel);

/* Writes the names of the processor features that the kernel needs, with a space between two of them; nothing
 * when it needs none. Returns the length of the whole text. */
KS_API size_t ks_kernel_write_needs(const ks_kernel *kernel, char *text, size_t room);

/* Returns the kernel that ks_in_check and the others use: the one last given to ks_kernel_select, else the
 * one that the environment variable KINGSCAN_KERNEL names, else the fastest usable one. The variable is
 * ignored when the program runs with other rights than its caller's (setuid). */
KS_API const ks_kernel *ks_kernel_get_current(void);

/* Selects the kernel of this name for all threads. name: NULL for the fastest usable one. While a kernel is
 * selected by its name, or named by KINGSCAN_KERNEL, all that begins afterwards, such as a reader that is
 * opened or a perft, needs no more than the processors that the kernel is made for have. Returns KS_OK,
 * KS_ERROR_KERNEL_UNKNOWN or KS_ERROR_KERNEL_UNUSABLE. On an error the kernel does not change, and the
 * message lists the usable ones. */
KS_API int ks_kernel_select(const char *name, ks_error *error);

/* Returns KS_OK when KINGSCAN_KERNEL is unset, empty, or names a usable kernel. Otherwise the library ignores
 * the variable, and the error is the one that ks_kernel_select reports for its value. */
KS_API int ks_kernel_check_environment(ks_error *error);

#ifdef __cplusplus
}
#endif
#endif
