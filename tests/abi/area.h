/* Makes memory between two pages that may not be accessed, so that a read or a write past its ends is
 * noticed. */
#ifndef AREA_H
#define AREA_H

#include <stddef.h>
#include <stdint.h>

typedef struct area {
    uint8_t *begin, *end;
} area;

/* Returns whole pages of at least that many bytes, filled with zeros. They are never freed. */
area new_area(size_t bytes);

/* Changes the access rights of the memory; access: PROT_READ and the like. */
void protect_area(const area *a, int access);

#endif
