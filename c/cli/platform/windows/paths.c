/* Folders end with a slash or a backslash; a drive, of one letter, with a colon. */
#include "cli/platform/paths.h"

#include <string.h>

const char *path_base(const char *path) {
    const char *base = path[0] && path[1] == ':' ? path + 2 : path;
    for (const char *at = base; *at; at++)
        if (*at == '/' || *at == '\\')
            base = at + 1;
    return base;
}
