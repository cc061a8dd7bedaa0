/* A file for data that does not fit into memory. It has no name, so it is gone however the program ends. */
#ifndef KS_SCRATCH_H
#define KS_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scratch {
    const char *folder;
    int fd;       /* -1: not yet made */
    uint64_t end; /* bytes that are written, or are about to be */
};

/* Returns the folder that is meant: for NULL, that of $TMPDIR, or else /tmp. */
const char *scratch_folder(const char *folder);

/* Names the folder for the file, which is made at the first write. folder: as for scratch_folder. */
void start_scratch(struct scratch *scratch, const char *folder);

/* Closes the file, which goes away. */
void end_scratch(struct scratch *scratch);

/* Writes bytes at the end of the file. Returns where they begin. When that fails, returns SCRATCH_FULL, with
 * the reason in errno. Not for two threads at once. */
#define SCRATCH_FULL UINT64_MAX
uint64_t write_scratch(struct scratch *scratch, const void *bytes, size_t size);

/* Reads bytes that were written before. Fails (see messages.h) when they can't be read. For any thread. */
void read_scratch(const struct scratch *scratch, uint64_t at, void *bytes, size_t size);

#endif
