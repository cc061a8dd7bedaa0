/* The numbers that `kingscan stats` gathers about entries of training data. */
#ifndef KS_STATS_COUNT_H
#define KS_STATS_COUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "kingscan.h"

enum {
    STATS_SCORES = 1 << 16,
    STATS_SCORE_ZERO = 1 << 15, /* where the score 0 is counted */
    STATS_PLIES = 1024,         /* those from here on are counted together */
    STATS_PIECES = 64,
    STATS_REGISTERS = 1 << 20, /* of HyperLogLog */
    LOSS = 0,                  /* where results are counted: of the side to move */
    DRAW = 1,
    WIN = 2,
    STATS_RESULTS = 3
};

/* All zeros at first. */
struct statistics {
    uint64_t positions;
    uint64_t chains;                                    /* or games */
    uint64_t in_chains, with_side, with_move, with_ply; /* positions of formats that have these */
    uint64_t with_score, with_result; /* entries: of formats that have them, but for games */
    uint64_t faults, invalid;         /* `invalid` entries are no positions */
    uint64_t verdicts[KS_VERDICTS];
    uint64_t kinds[256];                /* by enum ks_data_kinds, or-ed */
    uint64_t not_legal;                 /* illegal moves, and entries without one */
    uint64_t results[2][STATS_RESULTS]; /* [side to move] */
    uint64_t scores[STATS_SCORES][STATS_RESULTS];
    uint64_t plies[STATS_PLIES + 1];
    uint64_t pieces[STATS_PIECES + 1];
    uint64_t kings[2][64]; /* [KS_WHITE or KS_BLACK][square] */
    uint8_t registers[STATS_REGISTERS];
};

/* Adds the entries of a batch to everything but faults, invalid, and the verdicts of KS_VERDICTS, which the
 * caller asks for. verdicts: of the entries. format: of the data. */
void count_entries(struct statistics *statistics, const ks_data_batch *batch, ks_data_format format,
                   const uint8_t *verdicts);

/* Adds the numbers of others. */
void add_statistics(struct statistics *sum, const struct statistics *others);

/* ---- Results that follow from the numbers ---- */

/* Kinds of moves, as they are counted: captures are without those en passant. */
enum { STATS_ILLEGAL = 4, STATS_KINDS = 6 };
extern const struct stats_kind { const char *name, *json; } stats_kinds[STATS_KINDS];
void count_kinds(const struct statistics *statistics, uint64_t counts[STATS_KINDS]);

/* Returns the number of entries with a result of the side to move, or of white. */
uint64_t count_results(const struct statistics *statistics, unsigned result, bool of_white);
extern const char *const stats_results[STATS_RESULTS];

/* Returns the number of entries that trainers pass over. */
uint64_t count_skipped(const struct statistics *statistics);

/* Returns an estimate of how many positions differ in board or side to move. It is within 0.1 % of the truth
 * two times in three, and within 0.3 % nearly always. */
uint64_t estimate_distinct(const struct statistics *statistics);

/* ---- Distributions ---- */

/* Numbers, each as often as it occurs, without those that mark an entry as skipped. */
struct distribution {
    uint64_t count;
    int least, most;
    double mean;
    int percentiles[7]; /* see stats_percentiles */
};
enum { PERCENTILES = 7 };
extern const unsigned stats_percentiles[PERCENTILES];

/* Return these of scores, plies and pieces. All is 0 when there is no number. */
struct distribution distribution_of_scores(const struct statistics *statistics);
struct distribution distribution_of_plies(const struct statistics *statistics);
struct distribution distribution_of_pieces(const struct statistics *statistics);

/* Returns the number of entries that have a score from least to most and this result, skipped ones apart. */
uint64_t count_scores(const struct statistics *statistics, int least, int most, unsigned result);

/* Returns the number of entries with so many pieces: least to most. */
uint64_t count_pieces_from(const struct statistics *statistics, unsigned least, unsigned most);

#endif
