/* Training data of nets: files of entries, each a position with a move, a score and a result. */
#ifndef KS_CHECK_DATA_H
#define KS_CHECK_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/args/options.h"
#include "kingscan.h"

struct check_worker;

/* Traits of moves, for --only-move and --not-move. */
enum move_trait {
    MOVE_CAPTURE,
    MOVE_PROMOTION,
    MOVE_EN_PASSANT,
    MOVE_CASTLING,
    MOVE_CHECK,
    MOVE_QUIET,
    MOVE_ILLEGAL,
    MOVE_NONE,
    MOVE_TRAITS
};

/* Numbers from least to most. */
struct number_range {
    int64_t least, most;
    bool given;
};

/* Which entries are asked for. */
struct data_choice {
    unsigned format; /* ks_data_format; KS_DATA_UNKNOWN: by the file's beginning or name */
    bool only_move[MOVE_TRAITS], not_move[MOVE_TRAITS];
    struct number_range score, ply, pieces;
    bool white;               /* `score` is that of white */
    uint64_t contradicts;     /* the side that is ahead by so much has lost; 0: not asked */
    uint64_t not_contradicts; /* it has not */
    bool result[3];           /* [0]: the side to move wins; draw; it loses */
};

/* The entries that are asked for go here instead of to lines. */
struct data_output {
    const char *file;     /* NULL: there are lines */
    unsigned format;      /* ks_data_format; KS_DATA_UNKNOWN: by the name of the file */
    bool drops;           /* the other entries are left out */
    bool marks;           /* they are kept, with the score KS_DATA_SKIPPED */
    const char *repaired; /* what is whole goes here; NULL: not asked. It is `file`, then */
};

/* Sums of entries, and of the data that they come from and go to. */
struct data_written {
    uint64_t kept, others;
    uint64_t bytes_read, bytes;
    uint64_t chains_read, games_read; /* of .binpack, and of viriformat */
    uint64_t chains;                  /* or games, as the format of the output has them */
    uint64_t blocks, damaged;         /* of .binpack: those that were met, and those of them with faults */
    uint64_t lost, lost_bytes;        /* entries that are not whole or no positions; bytes passed over */
    uint64_t lost_about;              /* entries in these bytes, by the size of the others */
};

void add_written(struct data_written *sum, const struct data_written *more);

/* Readers and lists of the options. */
option_reader read_range; /* struct number_range */
void list_move_traits(struct choices *choices, char *const *line);
void list_results(struct choices *choices, char *const *line);

/* Returns whether something is asked that entries of training data alone have. */
bool asks_for_entries(const struct data_choice *choice);

/* Checks the entries of the worker's block, which is a file of training data, and writes and counts by the
 * task. Returns their number. */
uint64_t check_data(struct check_worker *worker);

#endif
