/* kingscan/streams.h: the functions by which readers get their bytes and writers put theirs.
 * kingscan/files.h has the two functions for files of <stdio.h>. */
#ifndef KINGSCAN_STREAMS_H
#define KINGSCAN_STREAMS_H

#include "errors.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The answer of a source that cannot be read on. */
#define KS_SOURCE_FAILED KS_CAST(size_t, -1)

/* Reads on: stores at most room bytes (at least 1) at buffer and returns their number, 0 at the end, or
 * KS_SOURCE_FAILED. It may return fewer bytes than there are.
 * context is what the reader was opened with. */
typedef size_t ks_source(void *context, void *buffer, size_t room);

/* Stores length bytes. Returns KS_OK, or another number when that failed.
 * context is what the writer was opened with. */
typedef int ks_sink(void *context, const void *bytes, size_t length);

#ifdef __cplusplus
}
#endif
#endif
