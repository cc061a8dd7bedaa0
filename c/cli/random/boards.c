/* Draws random boards, on which `kingscan fuzz` compares kernels. They are cheap to make, differ each from
 * the previous one, and are of kinds that expose wrong kernels. */
#include "cli/random/boards.h"

#include <stdlib.h>
#include <string.h>

#include "cli/random/numbers.h"
#include "core/text/error.h"

/* ---- Kinds of boards ---- */

/* A method to make a run of boards: `start` makes the first, `change` each next one from the previous one. */
struct distribution {
    void (*start)(struct boards *);
    void (*change)(struct boards *);
    bool (*fits)(unsigned king, unsigned square); /* whether pieces may stand on the square */
    const char *codes;                            /* of the pieces, as bytes; NULL: any byte at all */
    unsigned least, most;                         /* number of pieces that `start` puts, some onto others */
};

static bool anywhere(unsigned king, unsigned square) {
    (void)king, (void)square;
    return true;
}

static unsigned files_apart(unsigned a, unsigned b) {
    return (unsigned)abs((int)(a & 7) - (int)(b & 7));
}

static unsigned rows_apart(unsigned a, unsigned b) {
    return (unsigned)abs((int)(a >> 3) - (int)(b >> 3));
}

static bool in_line(unsigned king, unsigned square) {
    const unsigned files = files_apart(king, square), rows = rows_apart(king, square);
    return files == 0 || rows == 0 || files == rows;
}

static bool near(unsigned king, unsigned square) {
    return files_apart(king, square) <= 2 && rows_apart(king, square) <= 2;
}

static bool on_edge(unsigned king, unsigned square) {
    (void)king;
    return (square & 7) % 7 == 0 || (square >> 3) % 7 == 0;
}

static unsigned square_that(struct boards *boards, bool (*fits)(unsigned king, unsigned square)) {
    unsigned square;
    do
        square = xoshiro_below(&boards->random, KS_SQUARES);
    while (!fits(boards->king, square));
    return square;
}

static const char chess_men[] = "\x01\x02\x03\x04\x05\x06\x09\x0a\x0b\x0c\x0d\x0e";
static const char sliders[] = "\x03\x04\x05\x0b\x0c\x0d";
static const char steppers[] = "\x01\x02\x06\x09\x0a\x0e";

static uint8_t one_of(struct boards *boards, const char *codes) {
    if (!codes)
        return (uint8_t)xoshiro_draw(&boards->random);
    return (uint8_t)codes[xoshiro_below(&boards->random, (unsigned)strlen(codes))];
}

static void put_piece(struct boards *boards) {
    const unsigned square = square_that(boards, boards->distribution->fits);
    boards->board[square] = one_of(boards, boards->distribution->codes);
}

static void scatter(struct boards *boards) {
    const struct distribution *d = boards->distribution;
    memset(boards->board, KS_EMPTY, KS_SQUARES);
    boards->king = xoshiro_below(&boards->random, KS_SQUARES);
    for (unsigned left = d->least + xoshiro_below(&boards->random, d->most - d->least + 1); left > 0; left--)
        put_piece(boards);
}

static void put_and_remove(struct boards *boards) {
    boards->board[xoshiro_below(&boards->random, KS_SQUARES)] = KS_EMPTY;
    put_piece(boards);
}

static void bare_endgame(struct boards *boards) {
    memset(boards->board, KS_EMPTY, KS_SQUARES);
    for (unsigned left = 1 + xoshiro_below(&boards->random, 3); left > 0; left--)
        put_piece(boards);
    boards->board[square_that(boards, on_edge)] = KS_WHITE_KING;
    boards->king = square_that(boards, on_edge);
    boards->board[boards->king] = KS_BLACK_KING;
}

/* Positions that are common tests of move generators (chessprogramming.org/Perft_Results), an opening, a
 * closed middlegame, and endgames. */
static const char *const real_positions[REAL_POSITIONS] = {
    KS_START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 1 9",
    "8/8/4k3/3p4/3P1K2/8/5R2/6r1 w - - 0 1",
    "4r1k1/5ppp/8/8/3Q4/8/5PPP/6K1 b - - 0 1",
    "8/5pk1/6p1/7p/5P1P/1b4P1/3B2K1/8 w - - 0 1",
    "7k/P7/8/8/8/1n6/2K5/7B b - - 0 1",
};

static void read_real_positions(struct boards *boards) {
    for (unsigned i = 0; i < REAL_POSITIONS; i++) {
        ks_position position;
        cannot_fail(ks_read_fen(real_positions[i], strlen(real_positions[i]), 0, &position, NULL));
        memcpy(boards->real[i], position.board, KS_SQUARES);
    }
}

static void real_position(struct boards *boards) {
    memcpy(boards->board, boards->real[xoshiro_below(&boards->random, REAL_POSITIONS)], KS_SQUARES);
    boards->king = ks_find_king(boards->board, xoshiro_below(&boards->random, 2));
}

/* Moves a piece to any square, also onto another piece; or removes it; or removes it and adds a new one. */
static void disturb(struct boards *boards) {
    unsigned from = xoshiro_below(&boards->random, KS_SQUARES);
    for (unsigned tries = 0; tries < KS_SQUARES && boards->board[from] == KS_EMPTY; tries++)
        from = (from + 1) % KS_SQUARES;
    const uint8_t piece = boards->board[from];
    boards->board[from] = KS_EMPTY;
    const unsigned what = xoshiro_below(&boards->random, 4);
    if (what == 0)
        put_piece(boards);
    else if (what > 1)
        boards->board[xoshiro_below(&boards->random, KS_SQUARES)] = piece;
}

/* All are equally likely. Sparse boards are made anew each time, since changes would fill them. */
static const struct distribution distributions[] = {
    {scatter, scatter, anywhere, chess_men, 2, 7},
    {scatter, put_and_remove, anywhere, chess_men, 6, 64},
    {scatter, put_and_remove, anywhere, chess_men, 64, 160},
    {scatter, put_and_remove, anywhere, NULL, 16, 128},
    {scatter, scatter, in_line, sliders, 2, 7},
    {scatter, scatter, near, steppers, 2, 7},
    {real_position, disturb, anywhere, chess_men, 0, 0},
    {bare_endgame, bare_endgame, anywhere, chess_men, 0, 0},
};

enum { DISTRIBUTIONS = sizeof distributions / sizeof *distributions, RUN_OF_BOARDS = 16 };

/* ---- The questions ---- */

static void start_round(struct boards *boards, uint64_t seed) {
    boards->seed = seed;
    xoshiro_start(&boards->random, seed);
    boards->left_of_round = BOARD_ROUND;
    boards->left_of_distribution = 0;
    make_spellings(&boards->random, boards->spellings);
}

void boards_start(struct boards *boards, uint64_t seed) {
    read_real_positions(boards);
    start_round(boards, seed);
}

static void next_board(struct boards *boards) {
    if (boards->left_of_distribution == 0) {
        boards->distribution = &distributions[xoshiro_below(&boards->random, DISTRIBUTIONS)];
        boards->left_of_distribution = RUN_OF_BOARDS;
        boards->distribution->start(boards);
    } else {
        boards->distribution->change(boards);
    }
    boards->left_of_distribution--;
}

/* One board in eight comes with a set; one in four with another square than the king's. */
void boards_next(struct boards *boards, struct question *question) {
    if (boards->left_of_round == 0)
        start_round(boards, xoshiro_draw(&boards->random));
    question->number = BOARD_ROUND - boards->left_of_round--;
    next_board(boards);

    question->square =
        xoshiro_below(&boards->random, 4) > 0 ? boards->king : xoshiro_below(&boards->random, KS_SQUARES);
    question->side = xoshiro_below(&boards->random, 2);
    if (xoshiro_below(&boards->random, 8) > 0) {
        question->set = NULL;
        question->any_bytes = !boards->distribution->codes;
        memcpy(question->board, boards->board, KS_SQUARES);
        return;
    }
    const struct spelling *spelling = &boards->spellings[xoshiro_below(&boards->random, BOARD_SPELLINGS)];
    question->set = &spelling->set;
    question->any_bytes = false;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        question->board[square] = spelling->byte[boards->board[square]];
}
