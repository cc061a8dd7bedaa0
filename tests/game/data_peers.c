/* Tests training data against what other projects read and write: random games, and what en passant depends
 * on, in every format that they know. The variables of `make test-peers NNUE_PYTORCH=FOLDER
 * STOCKFISH_TOOLS=PROGRAM` say where they are. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/data/entries.h"
#include "support/length.h"
#include "support/run.h"
#include "support/sanitized.h"
#include "support/skip.h"

TestSuite(data_peers, .disabled = SANITIZED);

#define ABSOLUTE "r=$PWD\n"
#define MAKE_FORMATS                                                                                         \
    "$KINGSCAN convert all.plain all.binpack && $KINGSCAN convert all.plain all.bin || exit 98\n"

/* Positions after double pushes: who may capture decides what is stored. The squares of en passant are given
 * although nobody can capture there in some. */
static const char *const passed[][2] = {
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "g8f6"},  /* no pawn beside */
    {"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3", "d4e3"}, /* one */
    {"8/8/4k3/8/3pPp2/8/8/4K3 b - e3 0 1", "f4e3"},                           /* two */
    {"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "a4a3"},                            /* pinned on the rank */
    {"8/8/8/2k5/3pP3/8/5B2/4K3 b - e3 0 1", "c5c4"},                          /* pinned by a bishop */
    {"8/8/8/8/3pP3/1N6/k7/4K3 b - e3 0 1", "a2b3"},                           /* beside a knight */
    {"8/8/4k3/8/3pP1N1/8/8/4K3 b - e3 0 1", "e6d6"},                          /* the knight is blocked */
    {"8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1", "d4e3"},                            /* the pawn gives check */
    {"8/8/8/8/3pPp2/8/1k6/3NK3 b - e3 0 1", "b2c2"},                          /* a knight gives check */
};

static void write_games(FILE *file) {
    struct entries entries = play_entries(2026, 3000);
    struct bytes bytes = encode_entries(KS_DATA_PLAIN, &entries);
    cr_assert_eq(fwrite(bytes.at, 1, bytes.length, file), bytes.length);
    free(bytes.at);
    free_entries(&entries);
}

static void write_passed(FILE *file) {
    for (size_t i = 0; i < LENGTH(passed); i++)
        fprintf(file, "fen %s\nmove %s\nscore %d\nply 40\nresult 0\ne\n", passed[i][0], passed[i][1], (int)i);
}

/* Runs a script on all.plain, in a folder of its own. */
static void expect_agreement(const char *script) {
    char folder[] = "/tmp/kingscan-peers-XXXXXX", command[1024];
    cr_assert(mkdtemp(folder));
    snprintf(command, sizeof command, "%s/all.plain", folder);
    FILE *const file = fopen(command, "w");
    cr_assert(file);
    write_games(file);
    write_passed(file);
    fclose(file);
    snprintf(command, sizeof command,
             ABSOLUTE "cd %s && trap 'rm -rf %s' EXIT || exit 99\n" MAKE_FORMATS "python3 $r/tests/peers/%s",
             folder, folder, script);
    struct ran ran = run_shell(command);
    cr_expect_eq(ran.status, 0, "%s\n%s%s", command, ran.out, ran.err);
    free_ran(&ran);
}

Test(data_peers, nnue_pytorch_reads_what_is_written) {
    need_more("test -d \"$NNUE_PYTORCH\"", "a folder of nnue-pytorch, NNUE_PYTORCH");
    expect_agreement("data_against_nnue_pytorch.py $KINGSCAN \"$NNUE_PYTORCH\" all.binpack");
}

Test(data_peers, sample_of_nnue_pytorch) {
    need_more("test -e \"$NNUE_PYTORCH/.pgo/small.binpack\"", "a folder of nnue-pytorch, NNUE_PYTORCH");
    struct ran ran = run_shell("python3 tests/peers/data_against_nnue_pytorch.py $KINGSCAN \"$NNUE_PYTORCH\" "
                               "\"$NNUE_PYTORCH/.pgo/small.binpack\"");
    cr_expect_eq(ran.status, 0, "%s%s", ran.out, ran.err);
    free_ran(&ran);
}

Test(data_peers, nnue_pytorch_finds_the_same_features) {
    need_more("test -e \"$NNUE_PYTORCH/.pgo/small.binpack\"", "a folder of nnue-pytorch, NNUE_PYTORCH");
    struct ran ran =
        run_shell("python3 tests/peers/features_against_nnue_pytorch.py " BUILD " \"$NNUE_PYTORCH\" "
                  "\"$NNUE_PYTORCH/.pgo/small.binpack\"");
    cr_expect_eq(ran.status, 0, "%s%s", ran.out, ran.err);
    free_ran(&ran);
}

Test(data_peers, stockfish_writes_the_same_bytes) {
    need_more("test -x \"$STOCKFISH_TOOLS\"", "the program of Stockfish's branch tools, STOCKFISH_TOOLS");
    expect_agreement(
        "data_against_stockfish.py $KINGSCAN \"$STOCKFISH_TOOLS\" all.plain all.binpack all.bin");
}
