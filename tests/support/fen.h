/* Positions read from FEN, and the FENs that many tests start from. */
#ifndef KS_TEST_FEN_H
#define KS_TEST_FEN_H

#include "kingscan.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define KINGS "4k3/8/8/8/8/8/8/4K3 w - - 0 1"

/* Returns the position that `fen` describes. The bytes between its fields, which no caller may read, hold
 * garbage. Fails the test when ks_read_fen rejects `fen` with these flags. */
ks_position read_position(const char *fen, unsigned flags);

/* Returns the move between two squares such as "e2e4", of a kind such as KS_MOVE_PLAIN. */
ks_move move_of(const char *squares, unsigned kind);

#endif
