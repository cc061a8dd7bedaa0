/* Memory between two pages that can't be touched. */
#ifndef AREA_H
#define AREA_H

#include <stddef.h>
#include <stdint.h>

typedef struct area {
    uint8_t *begin, *end;
} area;

/* Returns whole pages, at least so many bytes, filled with zeros. Nothing frees them. */
area new_area(size_t bytes);

/* Changes what may be done with the memory; access: PROT_READ and the like. */
void protect_area(const area *a, int access);

#endif
