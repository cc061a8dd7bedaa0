/* What the files of c/core share with each other and not with callers. */
#ifndef KS_INTERNAL_H
#define KS_INTERNAL_H

#include <stdarg.h>

#include "kingscan.h"

/* ks_chess_pieces under a hidden name, so that assembly reaches it without the global offset table. */
extern const ks_pieceset ks_chess_local;

extern const char *const ks_side_names[2];

/* Fills in *error where it isn't NULL and returns code. */
int ks_fail(ks_error *error, int code, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Fails at text[at], or at its end: "expected ..., found ...". */
int ks_unexpected(ks_error *error, int code, const char *text, size_t length, size_t at,
                  const char *expected);

/* The functions of the kernel `name`, ks_NAME_in_check and so on. */
#define DECLARE_KERNEL(name)                                                                                 \
    int ks_##name##_in_check(const uint8_t board[64], unsigned king_square, unsigned side);                  \
    uint64_t ks_##name##_attackers(const uint8_t board[64], unsigned square, unsigned by_side);              \
    void ks_##name##_king_scan(const uint8_t board[64], unsigned king_square, unsigned side,                 \
                               ks_king_lines *lines);                                                        \
    void ks_##name##_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,       \
                                    const uint8_t *sides, size_t n, uint64_t *out_bits);                     \
    int ks_##name##_in_check_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,      \
                                 unsigned side);                                                             \
    uint64_t ks_##name##_attackers_set(const ks_pieceset *set, const uint8_t board[64], unsigned square,     \
                                       unsigned by_side);                                                    \
    void ks_##name##_king_scan_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,    \
                                   unsigned side, ks_king_lines *lines);                                     \
    void ks_##name##_in_check_batch_set(const ks_pieceset *set, const uint8_t *boards, size_t stride,        \
                                        const uint8_t *king_squares, const uint8_t *sides, size_t n,         \
                                        uint64_t *out_bits);

#define KERNEL(name, features, placement, summary) DECLARE_KERNEL(name)
#include "core/kernels.def"
#undef KERNEL
#endif
