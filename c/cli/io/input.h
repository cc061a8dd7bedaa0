/* Files that are read, by their names; "-" is standard input. Compressed files are decompressed by the
 * system's tools, in processes of their own. */
#ifndef KS_INPUT_H
#define KS_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "cli/args/values.h"
#include "cli/platform/children.h"

enum { INPUT_REASON = 256 };

struct input {
    const char *file;
    int source;       /* the open file; -1: none */
    int fd;           /* where bytes come from: the file, or the tool's output */
    bool begun;       /* the first bytes have been read, and a tool runs if they need one */
    const char *tool; /* the name of the tool that runs, or NULL */
    struct unpacker unpacker;
    char reason[INPUT_REASON]; /* of the last failure */
};

bool is_standard_input(const char *file);

/* Opens a file, whose bytes are decompressed. Returns false, with the reason, when it can't be opened. */
bool open_input(struct input *input, const char *file);

/* Returns the input of a descriptor whose bytes are given as they are. */
struct input plain_input(const char *file, int descriptor);

/* Reads at least one byte of the input, and at most `size`, as read_when_ready does (see ready.h). Returns 0
 * at the end; -1, with the reason, when the input can't be read. */
ssize_t read_from(struct input *input, char *bytes, size_t size);

/* Closes an input unless it is closed already; a tool that still runs is ended. Standard input stays open. */
void close_input(struct input *input);

/* Returns all bytes of a file as they are and a final zero, to be freed by the caller. The number of the
 * bytes goes to *length. Fails when the file can't be read, and when it has more than `most` bytes. */
char *read_input(const char *file, size_t most, size_t *length);

/* A row for a command's table of options. */
#define NO_DECOMPRESS_OPTION                                                                                 \
    {                                                                                                        \
        "no-decompress", 0, NULL,                                                                            \
            "read compressed files as they are\n"                                                            \
            "Otherwise gzip, bzip2, xz, zstd or lz4 decompress them.",                                       \
            READ_BY(read_no_decompress)                                                                      \
    }
option_reader read_no_decompress;

#endif
