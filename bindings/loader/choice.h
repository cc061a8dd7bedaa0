/* Which entries a stream of the loader takes: what ks_features_choose knows, and what nnue-pytorch has
 * besides: places of scores, material, a share of each ply, an even distribution of the number of pieces. */
#ifndef KS_LOADER_CHOICE_H
#define KS_LOADER_CHOICE_H

#include "kingscan.h"
#include "loader.h"

enum { CHOICE_PIECES = 33, CHOICE_CHAINS = 64 };

/* The part that is the same for all threads. */
struct choice {
    DataloaderSkipConfig config;
    bool chooses; /* otherwise all entries count, but for marked ones */
    ks_features_choice common;
    double wanted[CHOICE_PIECES]; /* the share of positions with so many pieces */
};

/* The part of a thread: the entries that it has seen. */
struct choice_state {
    uint64_t random;
    struct last_entry {
        uint64_t block;
        int ply, score;
    } last[CHOICE_CHAINS]; /* the entry before, in the blocks that are read by turns */
    double seen[CHOICE_PIECES], seen_in_all;
    double factor; /* of the shares with which positions are kept */
    uint64_t steps;
};

/* Returns false after a message that names the member when a value is none. who begins the message. */
bool make_choice(const DataloaderSkipConfig *config, const char *who, struct choice *choice);

void begin_choice(struct choice_state *state, uint64_t seed);

/* Chooses entries of a batch, which come from one block: see ks_features_choose. Returns how many. */
size_t choose(const struct choice *choice, struct choice_state *state, const ks_data_batch *batch,
              uint64_t block, uint64_t *chosen);

#endif
