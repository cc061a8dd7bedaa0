/* dlopen looks for a name without a slash among the system's libraries; here it is in the current folder too.
 */
#include "cli/io/shared_object.h"

#include <limits.h>
#include <stdio.h>

#include "cli/platform/platform.h"
#include "cli/platform/posix.h"

static void *open_object(const char *file, size_t length) {
    char path[PATH_MAX];
    const char *folder = length > 0 && path_base(file) == file ? "./" : "";
    if (snprintf(path, sizeof path, "%s%.*s", folder, (int)length, file) >= (int)sizeof path)
        return NULL;
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

void *find_in_shared_object(const char *file, size_t length, const char *symbol, char *reason, size_t size) {
    void *const object = open_object(file, length);
    void *const address = object ? dlsym(object, symbol) : NULL;
    if (!address) {
        const char *const said = dlerror();
        snprintf(reason, size, "%s", said ? said : "the path is too long");
    }
    return address;
}
