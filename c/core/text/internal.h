/* Declarations that the files of c/core share with each other and not with callers. */
#ifndef KS_INTERNAL_H
#define KS_INTERNAL_H

#include <stdarg.h>

#include "kingscan.h"

/* ks_chess_pieces under a hidden name, which assembly reaches without the global offset table. */
extern const ks_pieceset ks_chess_local;

extern const char *const ks_side_names[2];

/* Fills in *error unless error is NULL, and returns code. */
int ks_fail(ks_error *error, int code, size_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Copies *other to *error unless error is NULL, and returns its code. Changes nothing when that code is
 * KS_OK. */
int ks_fail_as(ks_error *error, const ks_error *other);

/* Fails at text[at], or at the text's end: "expected ..., found ...". */
int ks_unexpected(ks_error *error, int code, const char *text, size_t length, size_t at,
                  const char *expected);

#endif
