/* Reading and writing that waits: for descriptors that block and for those that don't, and not after an
 * interrupt. */
#ifndef KS_READY_H
#define KS_READY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Reads as read(2) does, once there is something to read. Returns 0, as at the end of a file, when an
 * interrupt or wake_pollers comes first: see interrupt.h. */
ssize_t read_when_ready(int descriptor, void *bytes, size_t size);

/* Whether something can be read without waiting, or nothing will come any more. */
bool is_readable(int descriptor);

/* Writes as write(2) does, once there is room for some of the bytes. */
ssize_t write_when_ready(int descriptor, const void *bytes, size_t size);

#endif
