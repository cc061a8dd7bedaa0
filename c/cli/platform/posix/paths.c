/* Folders end with a slash. */
#include "cli/platform/paths.h"

#include <string.h>
#include <unistd.h>

const char *path_base(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool own_path(char path[OWN_PATH_SIZE]) {
    const ssize_t length = readlink("/proc/self/exe", path, OWN_PATH_SIZE - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0;
}
