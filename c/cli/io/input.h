/* Files that are read, by their names; "-" is standard input. */
#ifndef KS_INPUT_H
#define KS_INPUT_H

#include <stdbool.h>
#include <stddef.h>

bool is_standard_input(const char *file);

/* Returns a descriptor to be read by read_when_ready (see ready.h), which waits for the writer of a named
 * pipe; -1, with the reason in errno, when the file can't be opened. */
int open_input(const char *file);

/* Closes what open_input has returned, unless it is standard input or -1. */
void close_input(const char *file, int descriptor);

/* Returns all bytes of a file and a final zero, to be freed by the caller. The number of the bytes goes to
 * *length. Fails when the file can't be read, and when it has more than `most` bytes. */
char *read_input(const char *file, size_t most, size_t *length);

#endif
