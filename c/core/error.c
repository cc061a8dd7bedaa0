/* Errors as values, and the version. */
#include <stdio.h>

#include "internal.h"

int ks_fail(ks_error *error, int code, size_t offset, const char *format, ...) {
    if (error) {
        va_list arguments;
        error->code = code;
        error->offset = offset;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return code;
}

const char *ks_version(void) {
    return KS_VERSION;
}
