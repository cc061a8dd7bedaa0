/* Compares perft with counts that others have published. Source: chessprogramming.org/Perft_Results and
 * /Chess960_Perft_Results; Stockfish 15.1 counts the same. */
#include "cli/perft/known.h"

#include <inttypes.h>
#include <stdio.h>

#include "support/length.h"
#include "support/run.h"

static const struct {
    const char *fen;
    unsigned depth;
    uint64_t nodes[2]; /* to this depth, and one ply deeper */
} known[] = {
    {"", 5, {4865609, 119060324}},
    {KIWIPETE, 4, {4085603, 193690690}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 5, {674624, 11030083}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 4, {422333, 15833292}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 4, {2103487, 89941194}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", 4, {3894594, 164075551}},
    {CHESS960, 4, {326672, 8146062}},
};

void expect_known(const char *options, enum known_depth depth) {
    for (size_t i = 0; i < LENGTH(known); i++) {
        char command[256], out[32];
        snprintf(command, sizeof command, "$KINGSCAN perft %s %u %s", options, known[i].depth + depth,
                 known[i].fen);
        snprintf(out, sizeof out, "%" PRIu64 "\n", known[i].nodes[depth]);
        expect_run(command, 0, out, "");
    }
}
