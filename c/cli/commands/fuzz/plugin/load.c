/* The kernel that is returned calls the routine through a pointer. */
#include "cli/commands/fuzz/plugin/load.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/platform/paths.h"

static int (*plugin_in_check)(const uint8_t board[64], int king_square, int side);

volatile sig_atomic_t plugin_runs;

static int in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    plugin_runs = 1;
    const int answer = plugin_in_check(board, (int)king_square, (int)side) != 0;
    plugin_runs = 0;
    return answer;
}

/* Opens a file in the current folder too: dlopen would look for a name without a slash among the system's
 * libraries. */
static void *open_file(const char *file, size_t length) {
    char path[PATH_MAX];
    const char *folder = length > 0 && path_base(file) == file ? "./" : "";
    if (snprintf(path, sizeof path, "%s%.*s", folder, (int)length, file) >= (int)sizeof path)
        return NULL;
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

const ks_kernel *plugin_load(const char *file, ks_error *error) {
    static ks_kernel kernel = {.summary = "a plugin", .in_check = in_check};
    const char *const colon = strrchr(path_base(file), ':');
    const char *symbol = colon ? colon + 1 : "in_check";

    void *object = open_file(file, colon ? (size_t)(colon - file) : strlen(file));
    void *address = object ? dlsym(object, symbol) : NULL;
    if (!address) {
        const char *reason = dlerror();
        snprintf(error->message, sizeof error->message, "%s", reason ? reason : "the path is too long");
        return NULL;
    }
    memcpy(&plugin_in_check, &address,
           sizeof plugin_in_check); /* ISO C has no cast from void * to a function */
    kernel.name = file;
    return &kernel;
}
