/* Memory for large tables that are read and written in no order. */
#ifndef KS_PAGES_H
#define KS_PAGES_H

#include <stddef.h>

/* Returns zeros, which take no memory until they are written to; or NULL, with the reason in errno. size:
 * bytes, other than 0. */
void *map_pages(size_t size);

void unmap_pages(void *memory, size_t size);

#endif
