/* Enumerates the boards with a king's square and one or two pieces. */
#ifndef KS_TEST_ARRANGEMENT_H
#define KS_TEST_ARRANGEMENT_H

#include <stdbool.h>

#include "kingscan.h"

/* Kingscan's own codes, as a caller describes them to ks_pieceset_init. */
extern const ks_piece chess_pieces[12];

/* Returns the codes of the six pieces of `side`, ended by 0. */
const char *codes_of(unsigned side);

/* One or two pieces, and the square of a king of `side`. */
typedef struct arrangement {
    uint8_t board[64];
    unsigned king, side;
    const ks_piece *piece[2];
    unsigned square[2]; /* the second is KS_NO_SQUARE when there is only one piece */
} arrangement;

/* Visits arrangements of an attacker on every square, without and with a blocker on every other square.
 * one_in: one in so many arrangements of two pieces is visited. At six, with the six pieces of a side as
 * blockers, one of the six takes each place in turn; at one, none is left out. pieces: the descriptions of
 * the codes; attackers and blockers: their codes, ended by 0. */
void each_arrangement(unsigned one_in, const ks_piece *pieces, unsigned side, const char *attackers,
                      const char *blockers, void (*visit)(const arrangement *a, void *context),
                      void *context);

#endif
