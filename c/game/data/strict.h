/* Strict tests of entries: what a reader takes as it is, and no game can have. */
#ifndef KS_DATA_STRICT_H
#define KS_DATA_STRICT_H

#include <stdbool.h>

#include "kingscan/data.h"

/* The entry before, with which the next one may go on. All zeros: none. */
struct entry_before {
    ks_position position;
    ks_move move;
    uint64_t block;
    unsigned ply;
    int8_t result;
    bool known; /* it has a legal move */
};

/* Tests entry i of a reader's last batch: the position by KS_FEN_STRICT, the move by all rules, the halfmove
 * clock against the ply, and, where the position is the one after the move of the entry before, ply, clock
 * and result against that entry's. All entries are given in order, by readers with KS_DATA_LEGALITY. Entries
 * of several blocks of .binpack are not compared. Returns KS_OK or the error. */
int ks_test_entry(struct entry_before *before, const ks_data *data, size_t i, ks_error *error);

/* Tests all entries of a reader's last batch. Returns whether they pass. When they do not, nothing is
 * changed, and the entries are given one by one. */
bool ks_test_batch(struct entry_before *before, const ks_data *data);

#endif
