/* A text from a user, and the message about an error in it. */
#ifndef KS_SOURCE_H
#define KS_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "kingscan.h"

/* A text, and the place that messages name for it. */
struct source {
    const char *name;
    uint64_t line;
    const char *text;
    size_t length;
};

/* Reports an error in a text, and shows the place. */
void complain_about(const struct source *source, const ks_error *error);

/* Does the same, and ends with STATUS_FAILED. */
_Noreturn void refuse(const struct source *source, const ks_error *error);

#endif
