/* What the files of c/core share with each other and not with callers. */
#ifndef KS_INTERNAL_H
#define KS_INTERNAL_H

#include <stdarg.h>

#include "kingscan.h"

/* ks_chess_pieces under a hidden name, so that assembly reaches it without the global offset table. */
extern const ks_pieceset ks_chess_local;

/* Fills in *error where it isn't NULL and returns code. */
int ks_fail(ks_error *error, int code, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The reference kernel. */
int ks_c_in_check(const uint8_t board[64], unsigned king_square, unsigned side);
uint64_t ks_c_attackers(const uint8_t board[64], unsigned square, unsigned by_side);
int ks_c_in_check_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square, unsigned side);
uint64_t ks_c_attackers_set(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                            unsigned by_side);
#endif
