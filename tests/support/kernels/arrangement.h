/* Boards with a king's square and one or two pieces: every such board there is. */
#ifndef KS_TEST_ARRANGEMENT_H
#define KS_TEST_ARRANGEMENT_H

#include <stdbool.h>

#include "kingscan.h"

/* Kingscan's own codes, as a caller would describe them to ks_pieceset_init. */
extern const ks_piece chess_pieces[12];

/* Returns the codes of side's six pieces, ended by 0. */
const char *codes_of(unsigned side);

/* One or two pieces, and the square that a king of `side` stands on. */
typedef struct arrangement {
    uint8_t board[64];
    unsigned king, side;
    const ks_piece *piece[2];
    unsigned square[2]; /* the second: KS_NO_SQUARE when there is one piece only */
} arrangement;

/* Visits arrangements of an attacker on every square, without and with a blocker on every other square.
 * one_in: of those with two pieces, one in so many. At six, of the six pieces of a side as blockers, each
 * place is taken by one of the six in turn; at one, none is left out. pieces: where codes are looked for;
 * attackers and blockers: their codes, ended by 0. */
void each_arrangement(unsigned one_in, const ks_piece *pieces, unsigned side, const char *attackers,
                      const char *blockers, void (*visit)(const arrangement *a, void *context),
                      void *context);

#endif
