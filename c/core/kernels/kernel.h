/* The functions of a kernel as a table, for code that treats all of them alike: declarations, the choice of a
 * kernel, tests. The members of ks_kernel in kingscan/kernels.h are these functions. */
#ifndef KS_KERNEL_H
#define KS_KERNEL_H

#include <stdbool.h>
#include <string.h>

#include "core/processor/cpu.h"
#include "kingscan.h"
#include "kingscan/kernels.h"

/* ---- The functions of every kernel ---- */

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

/* ---- The kernels ---- */

/* The functions of the kernels in kernels.def: ks_KERNEL_in_check and so on. */

#define DECLARE(kernel, result, name, parameters, arguments, precondition)                                   \
    result ks_##kernel##_##name parameters;                                                                  \
    result ks_##kernel##_##name##_set KS_WITH_SET parameters;
#define KERNEL(kernel, tier, ceiling, batch, about) KS_KERNEL_FUNCTIONS(DECLARE, kernel)
#include "core/kernels/kernels.def"
#undef KERNEL
#undef DECLARE

/* ks_chess_pieces under a hidden name, which assembly reaches without the global offset table. (Formats other
 * than ELF have no such table for a library's own names; asm/object.inc does the same.) */
#ifdef __ELF__
extern const ks_pieceset ks_chess_local;
#else
#define ks_chess_local ks_chess_pieces
#endif

#ifdef KS_SMALL
/* Fills the table of simd128. */
void ks_fill_lanes(void);
#endif

/* Returns the features that code may need beside the current kernel. A kernel that was selected by its name,
 * or named by KINGSCAN_KERNEL, allows no more than its ceiling in kernels.def; else those of the processor
 * count. */
unsigned ks_features_in_use(void);

/* Returns the same for a kernel that was selected by its name. */
unsigned ks_features_with(const ks_kernel *kernel);

/* Returns whether each of n squares is on the board and each of n sides is white or black: the precondition
 * of batches, which assert alone asks for. */
__attribute__((unused)) static inline bool ks_is_batch_in_range(const uint8_t *king_squares,
                                                                const uint8_t *sides, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (king_squares[i] >= KS_SQUARES || sides[i] > KS_BLACK)
            return false;
    return true;
}

#endif
