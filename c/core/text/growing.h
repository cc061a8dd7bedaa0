/* Arrays that grow as items are added. */
#ifndef KS_CORE_GROWING_H
#define KS_CORE_GROWING_H

#include <stdlib.h>

/* Returns an array of items of `size` bytes each with room for `more` items after the first `count`, moved
 * where it had none. *room: the number of items that it has room for; it at least doubles. Returns NULL when
 * there is no memory; then the array stays as it was. */
static inline void *grown(void *items, size_t count, size_t more, size_t *room, size_t size) {
    enum { FIRST_ROOM = 16 };
    if (items && more <= *room - count)
        return items;
    const size_t doubled = 2 * *room > FIRST_ROOM ? 2 * *room : FIRST_ROOM;
    const size_t enough = doubled - count > more ? doubled : count + more;
    void *const moved = realloc(items, enough * size);
    if (moved)
        *room = enough;
    return moved;
}

#endif
