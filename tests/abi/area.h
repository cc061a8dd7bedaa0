/* Memory between two pages that can't be touched. */
#ifndef AREA_H
#define AREA_H

#include <stddef.h>
#include <stdint.h>

typedef struct area {
    uint8_t *begin, *end;
} area;

/* Whole pages, bytes or more, filled with zeros. For good: nothing frees it. */
area new_area(size_t bytes);

/* access: PROT_READ and its like. */
void protect_area(const area *a, int access);

#endif
