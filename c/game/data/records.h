/* A position as a record, and moves that are written by their squares. */
#ifndef KS_DATA_RECORDS_H
#define KS_DATA_RECORDS_H

#include "game/data/reader.h"

/* Adds the position of 32 bytes of marlinformat to the batch. Returns KS_OK or the code of a fault. */
int ks_read_marlin_board(struct columns *c, const uint8_t *bytes);

/* Returns the kind of a move (enum ks_move_kind), or -1 when no piece of the side to move makes such a one.
 * Whether it is legal is not asked. type: 0 plain, 1 promotion, 2 en passant, 3 castling; promoted: 0 knight
 * to 3 queen. */
int ks_kind_of_move(const uint8_t board[64], unsigned side, unsigned from, unsigned to, unsigned type,
                    unsigned promoted);

/* Returns the bits of ks_data_batch.kinds for a move. */
unsigned ks_kinds_of_move(const uint8_t board[64], ks_move move);

/* Returns the sentence of a fault of a record. */
const char *ks_sentence_of_record(int code);

#endif
