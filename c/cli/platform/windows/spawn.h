/* How a guarded child is started on Windows. */
#ifndef KS_SPAWN_H
#define KS_SPAWN_H

#include <wchar.h>
#include <windows.h>

#include "cli/platform/guard.h"

/* What a child is started with. */
struct spawn {
    wchar_t *command_line;
    HANDLE in, out, err;  /* its standard streams */
    const HANDLE *others; /* besides, those that it inherits */
    size_t count;
};

/* Starts a child. Returns false when that can't be done; errno says why. */
bool guard_spawn(struct guard *guard, const struct spawn *spawn);

#endif
