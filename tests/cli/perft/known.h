/* Counts that others have published, for all ways to count. */
#ifndef KS_TEST_PERFT_KNOWN_H
#define KS_TEST_PERFT_KNOWN_H

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"

/* Of Chess960: the king stands between both rooks on g1. */
#define CHESS960 "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -"

enum known_depth { TO_MILLIONS, A_PLY_DEEPER };

/* Expects that "kingscan perft OPTIONS" counts what is known of the positions, a few million nodes each, or
 * what it is a ply deeper. */
void expect_known(const char *options, enum known_depth depth);

#endif
