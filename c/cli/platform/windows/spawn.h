/* Starts a guarded child on Windows. */
#ifndef KS_SPAWN_H
#define KS_SPAWN_H

#include <wchar.h>
#include <windows.h>

#include "cli/platform/guard.h"

/* The parameters of a new child. */
struct spawn {
    wchar_t *command_line;
    HANDLE in, out, err;  /* its standard streams */
    const HANDLE *others; /* other handles that it inherits */
    size_t count;
};

/* Starts a child. Returns false, with the reason in errno, when it cannot be started. */
bool guard_spawn(struct guard *guard, const struct spawn *spawn);

#endif
