/* Counts that others have published, for all methods of counting. */
#ifndef KS_TEST_PERFT_KNOWN_H
#define KS_TEST_PERFT_KNOWN_H

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"

/* A position of Chess960: the king on g1 stands between both rooks. */
#define CHESS960 "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -"

enum known_depth { TO_MILLIONS, A_PLY_DEEPER };

/* Expects the known counts of "kingscan perft OPTIONS" for all positions: a few million nodes each, or one
 * ply deeper. */
void expect_known(const char *options, enum known_depth depth);

#endif
