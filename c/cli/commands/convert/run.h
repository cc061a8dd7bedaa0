/* A run of convert: files are read, one after the other or by turns, and their entries are written. */
#ifndef KS_CONVERT_RUN_H
#define KS_CONVERT_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/base/waiting.h"
#include "cli/commands/convert/interleave.h"
#include "cli/commands/convert/result.h"
#include "cli/io/input.h"
#include "cli/positions/choosing.h"
#include "cli/run/entries.h"

/* A file that is read; without --interleave, one file after the other. */
struct source_file {
    struct block block;
    struct data_file reader;
    struct rejections rejections;
    const ks_data_batch *batch;      /* the last one; NULL before the first and after the end */
    uint8_t verdicts[KS_DATA_BATCH]; /* of its entries, where some are chosen */
    bool rest_left_out;              /* the game has ended early; until the next one begins */
    size_t next;                     /* its entry that comes next, where files are read by turns */
};

/* All zeros at first, but for result, supply, source.data_format, rejections_shown, chooser, marks and
 * interleave. */
struct convert_run {
    uint64_t rejections_shown; /* of each file; 0: all */
    struct supply supply;
    unsigned scores; /* enum ks_pgn_scores: see KS_DATA_SCORES */
    struct missing missing;
    uint64_t written;
    uint64_t faults; /* and entries that could not be written */
    bool failed;     /* the input cannot be read on, or the output cannot be written */
    uint64_t positions, amount;
    struct progress progress;
    struct chooser chooser; /* started */
    struct choice_counts choice;
    bool marks; /* entries that are not chosen are written, with the score KS_DATA_SKIPPED */
    struct block_source source;
    struct result result;
    struct interleave *interleave; /* NULL for one file after the other */
};

/* Reads the files, NULL at the end, and writes their entries into the result, which has been started. show:
 * the progress. Says what is wrong with a file; run->failed says whether it ends the run. */
void convert_files(struct convert_run *run, char *const *files, bool show);

#endif
