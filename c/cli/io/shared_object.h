/* Functions of users, in shared libraries. */
#ifndef KS_SHARED_OBJECT_H
#define KS_SHARED_OBJECT_H

#include <stddef.h>

/* Loads a shared library, and returns the address of a symbol. length: of the file's name. Returns NULL when
 * there is no such library or symbol, with the reason in one line. */
void *find_in_shared_object(const char *file, size_t length, const char *symbol, char *reason, size_t size);

#endif
