/* The functions of a kernel as a table, for code that treats all of them alike: declarations, the choice of a
 * kernel, tests. The members of ks_kernel in kingscan/kernels.h are these functions. */
#ifndef KS_KERNEL_FUNCTIONS_H
#define KS_KERNEL_FUNCTIONS_H

#include "kingscan.h"

/* One row a function: ROW(context, result, name, parameters, arguments, precondition). The function has a
 * second form, NAME_set, with a ks_pieceset before its parameters. */
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

/* The set, then the parameters of a row. */
#define KS_WITH_SET(...) (const ks_pieceset *set, __VA_ARGS__)

#define KS_ONE_MORE(context, result, name, parameters, arguments, precondition) +1
_Static_assert(sizeof(ks_kernel) ==
                   2 * sizeof(char *) + 2 * (KS_KERNEL_FUNCTIONS(KS_ONE_MORE, )) * sizeof(int (*)(void)),
               "a kernel has its two texts, and each function of the table in both forms");
#undef KS_ONE_MORE

#endif
