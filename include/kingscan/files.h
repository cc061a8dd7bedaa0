/* kingscan/files.h: files of <stdio.h> as the places that readers take bytes from and writers give them to.
 *
 *     FILE *file = fopen("games.pgn", "rb");
 *     ks_pgn *pgn = ks_pgn_open(ks_file_read, file, KS_PGN_DEFAULT, &error);
 *
 * A reader reads ahead, and leaves the file open when it is closed. kingscan.h leaves this part out, so that
 * it compiles where there is no <stdio.h>. */
#ifndef KINGSCAN_FILES_H
#define KINGSCAN_FILES_H

#include <stdio.h>

#include "streams.h"

#ifdef __cplusplus
extern "C" {
#endif

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
