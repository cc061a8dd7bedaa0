/* Generates moves as a user of `kingscan diff --library` might, an example for its tests: it knows kings
 * alone, and counts the moves of both. The generator is correct for such positions; each of the macros below
 * adds a mistake. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct kings {
    int own, other; /* squares: a8 is 0, h8 7, a1 56 */
};

void perft_divide(const char *fen, int depth, void (*row)(const char *move, uint64_t nodes));

static int distance(int a, int b) {
    const int files = abs(a % 8 - b % 8), rows = abs(a / 8 - b / 8);
    return files > rows ? files : rows;
}

static bool can_step(struct kings kings, int to) {
#ifdef KINGS_TOUCH
    return distance(kings.own, to) == 1 && to != kings.other;
#else
    return distance(kings.own, to) == 1 && distance(to, kings.other) > 1;
#endif
}

static uint64_t perft(struct kings kings, int depth) {
    uint64_t nodes = 0;
    if (depth == 0)
        return 1;
    for (int to = 0; to < 64; to++)
        if (can_step(kings, to))
            nodes += perft((struct kings){kings.other, to}, depth - 1);
    return nodes;
}

static struct kings read_kings(const char *fen) {
    const bool white = strstr(fen, " w ") != NULL;
    int white_king = 0, black_king = 0, square = 0;
    for (; *fen != ' '; fen++) {
        if (*fen == 'K')
            white_king = square;
        if (*fen == 'k')
            black_king = square;
        square += '1' <= *fen && *fen <= '8' ? *fen - '0' : *fen != '/';
    }
    return white ? (struct kings){white_king, black_king} : (struct kings){black_king, white_king};
}

void perft_divide(const char *fen, int depth, void (*row)(const char *move, uint64_t nodes)) {
    const struct kings kings = read_kings(fen);
    puts("e9e9: 77"); /* what a library prints itself is no answer */
#ifdef CRASHES
    abort(); /* a sanitizer would catch a signal of memory */
#endif
#ifdef HANGS
    for (;;)
        pause();
#endif
#ifdef EXITS
    exit(3);
#endif
    for (int to = 0; to < 64; to++) {
        char move[5];
        if (!can_step(kings, to))
            continue;
        snprintf(move, sizeof move, "%c%d%c%d", 'a' + kings.own % 8, 8 - kings.own / 8, 'a' + to % 8,
                 8 - to / 8);
        row(move, perft((struct kings){kings.other, to}, depth - 1));
    }
}
