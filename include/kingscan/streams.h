/* kingscan/streams.h: the bytes that readers take and writers give, wherever they come from and go to, and
 * the files of <stdio.h> among these places.
 *
 *     FILE *file = fopen("games.pgn", "rb");
 *     ks_pgn *pgn = ks_pgn_open(ks_file_read, file, KS_PGN_DEFAULT, &error);
 *
 * A reader reads ahead, and leaves the file open when it is closed. */
#ifndef KINGSCAN_STREAMS_H
#define KINGSCAN_STREAMS_H

#include <stdio.h>

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

/* ---- Files ----------------------------------------------------------------------------------- */

/* These are defined here, so that the FILE is one of the caller's C library and not of the DLL's. */

/* A ks_source that reads a file.
 * file is a FILE *, opened for reading; on Windows with "rb". */
KS_INLINE size_t ks_file_read(void *file, void *buffer, size_t room) {
    FILE *const stream = KS_CAST(FILE *, file);
    const size_t got = fread(buffer, 1, room, stream);
    return got == 0 && ferror(stream) ? KS_SOURCE_FAILED : got;
}

/* A ks_sink that writes to a file. What the file keeps in its buffer is written when the caller closes it.
 * file is a FILE *, opened for writing; on Windows with "wb". */
KS_INLINE int ks_file_write(void *file, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, KS_CAST(FILE *, file)) == length ? KS_OK : KS_ERROR_DATA_SINK;
}

#ifdef __cplusplus
}
#endif
#endif
