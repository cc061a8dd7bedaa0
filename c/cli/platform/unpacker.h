/* A tool that decompresses a file in a process of its own, which cannot outlive this program: see guard.h. */
#ifndef KS_UNPACKER_H
#define KS_UNPACKER_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/platform/guard.h"

struct unpacker {
    struct guard guard;
    int out;  /* the decompressed bytes come from this pipe */
    int said; /* a file with what the tool has written on its standard error */
};

/* Returns whether this system's tools can be used. Else no function below is called. */
bool unpackers_exist(void);

/* Starts "TOOL -dc". source: the descriptor that the tool reads from, behind `length` bytes that have been
 * read from it already; with length 0 the tool reads from the descriptor itself, which does not wait then.
 * Returns false, with the reason in errno, when no process can be started. */
bool start_unpacker(struct unpacker *unpacker, const char *tool, int source, const char *bytes,
                    size_t length);

/* Returns whether the tool has ended well. Called after the last byte of its output. Otherwise the text says
 * why, in the tool's own words where there are any. */
bool unpacker_ended_well(struct unpacker *unpacker, const char *tool, char *text, size_t size);

/* Ends the tool, if it still runs, and closes the descriptors. */
void stop_unpacker(struct unpacker *unpacker);

#endif
