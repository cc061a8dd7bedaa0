/* Functions and check routines of users, in shared libraries. */
#include "cli/io/plugin.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cli/platform/platform.h"
#include "cli/platform/posix.h"

/* ---- Shared libraries ---- */

/* dlopen looks for a name without a slash among the system's libraries; here it is in the current
 * folder too. */

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

/* ---- Check routines ---- */

plugin_routine *plugin_find(const char *file, ks_error *error) {
    const char *const colon = strrchr(path_base(file), ':');
    plugin_routine *routine = NULL;
    void *address =
        find_in_shared_object(file, colon ? (size_t)(colon - file) : strlen(file),
                              colon ? colon + 1 : "in_check", error->message, sizeof error->message);
    memcpy(&routine, &address, sizeof routine); /* ISO C has no cast from void * to a function */
    return routine;
}

/* The kernel that is returned calls the routine through a pointer, and says when it runs. */

static plugin_routine *plugin_in_check;

volatile sig_atomic_t plugin_runs;

static int in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    plugin_runs = 1;
    const int answer = plugin_in_check(board, king_square, side) != 0;
    plugin_runs = 0;
    return answer;
}

const ks_kernel *plugin_load(const char *file, ks_error *error) {
    static ks_kernel kernel = {.summary = "a plugin", .in_check = in_check};
    plugin_in_check = plugin_find(file, error);
    kernel.name = file;
    return plugin_in_check ? &kernel : NULL;
}
