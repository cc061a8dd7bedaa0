/* Errors, which are values with a place: how readers of text make them. */
#ifndef KS_TEXT_ERROR_H
#define KS_TEXT_ERROR_H

#include <assert.h>
#include <stdarg.h>

#include "kingscan.h"

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

/* cannot_fail(ks_read_fen(...)): for calls with arguments that are known to be right. */
static inline void cannot_fail(int code) {
    assert(code == KS_OK);
    (void)code;
}

#endif
