/* The kernel that is returned calls the routine through a pointer. */
#include "cli/commands/fuzz/plugin/load.h"

#include <string.h>

#include "cli/io/shared_object.h"
#include "cli/platform/platform.h"

static int (*plugin_in_check)(const uint8_t board[64], int king_square, int side);

volatile sig_atomic_t plugin_runs;

static int in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    plugin_runs = 1;
    const int answer = plugin_in_check(board, (int)king_square, (int)side) != 0;
    plugin_runs = 0;
    return answer;
}

const ks_kernel *plugin_load(const char *file, ks_error *error) {
    static ks_kernel kernel = {.summary = "a plugin", .in_check = in_check};
    const char *const colon = strrchr(path_base(file), ':');
    const char *symbol = colon ? colon + 1 : "in_check";

    void *address = find_in_shared_object(file, colon ? (size_t)(colon - file) : strlen(file), symbol,
                                          error->message, sizeof error->message);
    if (!address)
        return NULL;
    memcpy(&plugin_in_check, &address,
           sizeof plugin_in_check); /* ISO C has no cast from void * to a function */
    kernel.name = file;
    return &kernel;
}
