/* What the files of the benchmark share: the boards, the clock, and one row of a table. */
#ifndef BENCH_H
#define BENCH_H

#include "kingscan.h"

/* Different boards, each with the king that is asked about. */
typedef struct board_set {
    const char *name;
    size_t count;
    uint8_t (*boards)[64];
    uint8_t *kings; /* [count]: its square */
    uint8_t *sides; /* [count]: its colour */
} board_set;

enum { MIDDLEGAMES, ENDGAMES, BOARD_SETS };

/* Reads positions (FEN or EPD lines) into the two sets; exits with a message when that can't be done. */
void load_boards(const char *path, board_set sets[BOARD_SETS]);

/* Puts the boards of a set into another random order. */
void shuffle_boards(board_set *set, uint64_t *random);

/* Nanoseconds since some moment. */
double clock_ns(void);

/* The core's clock in cycles a nanosecond, at this moment: timed over a chain of dependent 64-bit products,
 * which take three cycles each on every x86-64 of the last ten years. (rdtsc counts at another, fixed rate.) */
double core_clock(void);

/* One contender in a table: `pass` asks it about every board of the set and returns the sum of the answers,
 * which has to be the same for all. */
typedef struct contender {
    const char *name;
    const char *note;
    uint64_t (*pass)(const struct contender *self, const board_set *set);
    const void *subject; /* what `pass` calls: a kernel, or a pointer to a function */
    int is_plain;        /* one of those whose fastest is 1.00 in the last column */
} contender;

/* Median and quartiles of one contender's timings, for one board. */
typedef struct figure {
    const contender *who;
    double ns, low, high, cycles, ratio; /* ratio: how many times as fast as the fastest plain C */
} figure;

/* Times all contenders over a set, in turn, `rounds` times, each time in a new order of the boards; fills in
 * figures[count]. Exits with a message when two disagree about the boards. */
void time_contenders(const contender *contenders, size_t count, board_set *set, int rounds, uint64_t *random,
                     figure *figures);
#endif
