/* Memory as all commands take it: they fail when there is none. */
#ifndef KS_MEMORY_H
#define KS_MEMORY_H

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"

/* Returns what malloc, calloc, realloc or strdup has returned. Fails when that is NULL. */
static inline void *given(void *memory) {
    if (!memory)
        fail("%s", strerror(errno));
    return memory;
}

/* Returns an array of `count` items of `size` bytes each, moved where it had no room for one more. *room: the
 * number of items that it has room for. */
static inline void *with_room(void *items, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return items;
    *room = *room ? 2 * *room : 16;
    return given(realloc(items, *room * size));
}

#endif
