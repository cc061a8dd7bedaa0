/* A text that somebody gave, and what is wrong with it. */
#ifndef KS_SOURCE_H
#define KS_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "kingscan.h"

/* A text, and what messages call the place where it stands. */
struct source {
    const char *name;
    uint64_t line;
    const char *text;
    size_t length;
};

/* Says what is wrong with a text, shows the place, and ends with STATUS_FAILED. */
_Noreturn void refuse(const struct source *source, const ks_error *error);

#endif
