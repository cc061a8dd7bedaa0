/* The output of convert: a file, or with --split several, one after the other. */
#ifndef KS_CONVERT_RESULT_H
#define KS_CONVERT_RESULT_H

#include <stdbool.h>

#include "cli/base/output.h"
#include "cli/commands/convert/counts.h"
#include "cli/commands/convert/shuffle.h"
#include "kingscan.h"

enum { RESULT_PATH = 4096 + 64 };

/* Units of --shuffle on their way: an entry's record or lines, a chain of .binpack, a game of viriformat. */
struct units {
    struct shuffle *shuffle; /* NULL when the entries keep their order */
    uint32_t positions;      /* in the unit that is written now */
    struct buffer unit;      /* its bytes */
    struct output line;      /* the same in formats of text */
    uint8_t *bytes;          /* units in their new order, which are to be written */
    size_t used;
};

/* All zeros at first, but for task and out. When several workers share the output, each has a
 * result in which it writes parts of one file: each begins a chain, or a block of .binpack, and its bytes go
 * to the worker's output. */
struct result {
    const struct convert_task *task;
    struct output *out;     /* for lines of text and, when it is shared, for all bytes */
    bool direct;            /* entries need nothing but the writer */
    ks_data_writer *writer; /* NULL when lines of text are put into `out` */
    struct units units;
    uint64_t files;      /* begun so far */
    uint64_t positions;  /* in the open file */
    uint64_t chains;     /* or games, of the files that have ended */
    uint64_t bytes;      /* but for those of `out` */
    struct draft *draft; /* of the open file, or NULL */
    char path[RESULT_PATH];
};

/* Opens the file; with --split none, before a position is there; and none that is shared. Fails (see
 * messages.h) when there is none. */
void start_result(struct result *result);

/* Returns whether entry i of a reader's last batch goes on with the chain or game that is written. */
bool goes_on_with_unit(const struct result *result, const ks_data *data, size_t i);

/* Writes an entry. Returns KS_OK, or an error; after KS_ERROR_DATA_SINK the reason has been printed. */
int write_with_care(struct result *result, const struct outgoing_entry *entry, ks_error *error);
static inline int write_result(struct result *result, const struct outgoing_entry *entry, ks_error *error) {
    return result->direct ? ks_data_copy(result->writer, entry->data, entry->i, entry->score, error)
                          : write_with_care(result, entry, error);
}

/* Writes what is left of a part of a file that is shared. */
void end_part_of_result(struct result *result);

/* The sums of a result, to which drop_from_result goes back when a part that has ended does not count. */
struct result_sums {
    uint64_t chains, bytes;
};
struct result_sums sums_of_result(const struct result *result);
void drop_from_result(struct result *result, struct result_sums before);

/* Writes what is left, and shuffled units, unless the run is not whole; keeps the open file when all is.
 * Returns whether all could be written. */
bool end_result(struct result *result, bool whole);

#endif
