/* The files of a stream of the loader, of which its threads take block after block. */
#ifndef KS_LOADER_FILES_H
#define KS_LOADER_FILES_H

#include <stdint.h>

#include "kingscan.h"
#include "loader.h"

struct files;

/* Opens files, which are all of one format. who begins the messages. Returns NULL after a message. */
struct files *open_files(const char *const *names, int count, bool cyclic, const DataloaderDDPConfig *part,
                         const char *who);
void close_files(struct files *files);

ks_data_format format_of_files(const struct files *files);

/* No block comes any more. */
void stop_files(struct files *files);

/* Says that entries of the files were chosen: files that are read over and over end when that does not happen
 * for long. */
void note_progress(struct files *files);

enum { READING_PLACES = 64 };

/* The part of the files that a thread reads. */
struct reading {
    struct files *files;
    unsigned file;
    uint64_t at, left; /* of the block in the file */
    uint64_t total;    /* bytes that were read */
    uint64_t random;
    struct {
        uint64_t total, at;
        unsigned file;
    } places[READING_PLACES]; /* where the last blocks began */
    unsigned blocks;
};

/* A ks_source, whose context is a struct reading. */
size_t read_files(void *context, void *buffer, size_t room);

/* Says on standard error what is wrong at a place of what a thread has read; of many faults, only the first
 * ones. */
void report_fault(const struct reading *reading, uint64_t offset, const char *message);

#endif
