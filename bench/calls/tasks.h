/* The positions, depths and counts of the perft that all programs of bench/rules.sh run, in C and in C++. */
#ifndef KS_BENCH_TASKS_H
#define KS_BENCH_TASKS_H

#include <stdint.h>

static const struct task {
    const char *fen;
    unsigned depth;
    uint64_t nodes;
} tasks[] = {{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
             {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
             {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594}};

enum { TASKS = sizeof tasks / sizeof *tasks };

#endif
