/* cannot_fail(ks_read_fen(...)): for calls whose arguments are known to be right. */
#ifndef KS_CANNOT_FAIL_H
#define KS_CANNOT_FAIL_H

#include <assert.h>

#include "kingscan/errors.h"

static inline void cannot_fail(int code) {
    assert(code == KS_OK);
    (void)code;
}

#endif
