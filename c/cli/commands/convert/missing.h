/* Facts that entries lack and an output needs, such as the score of a move without a comment: what is written
 * in their place, and what is left out and counted. */
#ifndef KS_CONVERT_MISSING_H
#define KS_CONVERT_MISSING_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/args/options.h"
#include "kingscan.h"

/* ---- Scores in other units ---- */

/* A factor in millionths, so that products are exact. */
enum { SCALE_ONE = 1000000 };
option_reader read_scale;

/* Returns a score in other units. Mates and marks stay. scale is in millionths. */
int scaled_score(int score, uint64_t scale);

/* ---- What is missing ---- */

/* All zeros at first, but for `scale`. */
struct supply {
    bool has_score; /* --missing-score */
    int score;
    bool unknown_is_draw; /* --unknown-result draw */
    uint64_t scale;       /* --scale, in millionths */
};
option_reader read_missing_score, read_unknown_result;

/* How many entries lacked something. */
struct missing {
    uint64_t marked;    /* written with KS_DATA_SKIPPED for want of a score */
    uint64_t no_score;  /* left out */
    uint64_t no_result; /* likewise */
    uint64_t rest;      /* likewise: of games that end early, since the format has no room for a position */
};

/* An entry as it is to be written: entry i of a reader's last batch, with what is said of it. */
struct outgoing_entry {
    const ks_data *data;
    const ks_data_batch *batch;
    size_t i;
    int score;
    unsigned known; /* enum ks_data_facts, or-ed */
    bool marked;    /* the score is KS_DATA_SKIPPED for want of one */
};

/* Changes an entry, and what is known of it, for the units and the format of the output. Returns false, and
 * counts, when it is left out. Whoever writes it counts a marked one. */
bool supply_missing(const struct supply *supply, struct missing *missing, ks_data_format output,
                    struct outgoing_entry *entry);

/* The same, without a call for entries that lack nothing. */
static inline bool supply_entry(const struct supply *supply, struct missing *missing, ks_data_format output,
                                struct outgoing_entry *entry) {
    const unsigned needed = KS_DATA_HAS_SCORE | KS_DATA_HAS_RESULT;
    return ((entry->known & needed) == needed && supply->scale == SCALE_ONE) ||
           supply_missing(supply, missing, output, entry);
}

/* Returns whether all that the output needs is there or supplied, in a format with these facts. */
bool can_supply(const struct supply *supply, unsigned facts, ks_data_format output);

#endif
