/* Folders end with a slash. */
#include "cli/platform/paths.h"

#include <string.h>

const char *path_base(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
