/* Random boards: cheap to make, each different from the last, of kinds that wrong kernels stumble over. */
#include "cli/random/boards.h"

#include <stdlib.h>
#include <string.h>

#include "core/splitmix.h"

/* ---- Randomness: xoshiro256** (D. Blackman and S. Vigna, prng.di.unimi.it), filled by splitmix64 ---- */

static uint64_t rotate_left(uint64_t x, int bits) {
    return x << bits | x >> (64 - bits);
}

static uint64_t draw(struct boards *boards) {
    uint64_t *s = boards->state;
    const uint64_t drawn = rotate_left(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return drawn;
}

/* 0 to limit - 1. */
static unsigned below(struct boards *boards, unsigned limit) {
    return (unsigned)((draw(boards) >> 32) * limit >> 32);
}

/* ---- Kinds of boards ---- */

/* How a run of boards is made: `start` makes the first, `change` each of the following out of the one before.
 */
struct distribution {
    void (*start)(struct boards *);
    void (*change)(struct boards *);
    bool (*fits)(unsigned king, unsigned square); /* where pieces stand */
    const char *codes;                            /* which pieces, as bytes; NULL: any byte at all */
    unsigned least, most;                         /* how many `start` puts, some of them on top of others */
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
        square = below(boards, KS_SQUARES);
    while (!fits(boards->king, square));
    return square;
}

static const char chess_men[] = "\x01\x02\x03\x04\x05\x06\x09\x0a\x0b\x0c\x0d\x0e";
static const char sliders[] = "\x03\x04\x05\x0b\x0c\x0d";
static const char steppers[] = "\x01\x02\x06\x09\x0a\x0e";

static uint8_t one_of(struct boards *boards, const char *codes) {
    if (!codes)
        return (uint8_t)draw(boards);
    return (uint8_t)codes[below(boards, (unsigned)strlen(codes))];
}

static void put_piece(struct boards *boards) {
    const unsigned square = square_that(boards, boards->distribution->fits);
    boards->board[square] = one_of(boards, boards->distribution->codes);
}

static void scatter(struct boards *boards) {
    const struct distribution *d = boards->distribution;
    memset(boards->board, KS_EMPTY, KS_SQUARES);
    boards->king = below(boards, KS_SQUARES);
    for (unsigned left = d->least + below(boards, d->most - d->least + 1); left > 0; left--)
        put_piece(boards);
}

static void put_and_remove(struct boards *boards) {
    boards->board[below(boards, KS_SQUARES)] = KS_EMPTY;
    put_piece(boards);
}

static void bare_endgame(struct boards *boards) {
    memset(boards->board, KS_EMPTY, KS_SQUARES);
    for (unsigned left = 1 + below(boards, 3); left > 0; left--)
        put_piece(boards);
    boards->board[square_that(boards, on_edge)] = KS_WHITE_KING;
    boards->king = square_that(boards, on_edge);
    boards->board[boards->king] = KS_BLACK_KING;
}

/* Positions that move generators are commonly tested with (chessprogramming.org/Perft_Results), an opening, a
 * closed middlegame, and endgames. */
static const char *const real_positions[REAL_POSITIONS] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
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
        ks_read_fen(real_positions[i], strlen(real_positions[i]), 0, &position, NULL);
        memcpy(boards->real[i], position.board, KS_SQUARES);
    }
}

static void real_position(struct boards *boards) {
    memcpy(boards->board, boards->real[below(boards, REAL_POSITIONS)], KS_SQUARES);
    boards->king = ks_find_king(boards->board, below(boards, 2));
}

/* Moves a piece anywhere, over another one too; or replaces it by a new one elsewhere; or removes it. */
static void disturb(struct boards *boards) {
    unsigned from = below(boards, KS_SQUARES);
    for (unsigned tries = 0; tries < KS_SQUARES && boards->board[from] == KS_EMPTY; tries++)
        from = (from + 1) % KS_SQUARES;
    const uint8_t piece = boards->board[from];
    boards->board[from] = KS_EMPTY;
    const unsigned what = below(boards, 4);
    if (what == 0)
        put_piece(boards);
    else if (what > 1)
        boards->board[below(boards, KS_SQUARES)] = piece;
}

/* Equally often each. Boards that stay sparse are made anew each time, since changes would fill them. */
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

/* ---- Piecesets ---- */

/* How a program writes our codes 0 to 15. */
#define SPELLED(empty, P, N, B, R, Q, K, p, n, b, r, q, k)                                                   \
    { empty, P, N, B, R, Q, K, empty, empty, p, n, b, r, q, k, empty }

static const struct {
    uint8_t byte[16];
    unsigned flags;
} known_spellings[] = {
    {SPELLED(0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14), 0},
    {SPELLED(0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14), KS_A1_FIRST},
    {SPELLED(15, 5, 1, 2, 0, 4, 3, 13, 9, 10, 8, 12, 11), 0}, /* D. Liberman, 1997 */
    {SPELLED('.', 'P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k'), 0},
};

enum { KNOWN_SPELLINGS = sizeof known_spellings / sizeof *known_spellings };

/* Chess pieces under other codes. */
static void spell_as_known(struct spelling *spelling, unsigned which) {
    const uint8_t *byte = known_spellings[which].byte;
    ks_piece pieces[sizeof chess_men - 1];
    for (unsigned i = 0; i < sizeof chess_men - 1; i++) {
        const uint8_t code = (uint8_t)chess_men[i], side = code & KS_BLACK_BIT ? KS_BLACK : KS_WHITE;
        const unsigned classes = ks_chess_pieces.classes[side ^ 1][code];
        pieces[i] = (ks_piece){byte[code], side, (uint8_t)(classes & ~(unsigned)KS_OCCUPIED)};
    }
    ks_pieceset_init(&spelling->set, pieces, sizeof chess_men - 1, known_spellings[which].flags, NULL);
    for (unsigned code = 0; code < 256; code++)
        spelling->byte[code] = byte[code & 15];
}

static void shuffled_bytes(struct boards *boards, uint8_t *byte, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        const unsigned j = below(boards, i + 1);
        byte[i] = byte[j];
        byte[j] = (uint8_t)i;
    }
}

/* Pieces out of any classes under any codes. Half of them are of chess, so that there are simple ones as
 * well. */
static void spell_at_random(struct boards *boards, struct spelling *spelling, unsigned flags) {
    const unsigned codes = flags & KS_WIDE ? 256 : 16;
    uint8_t byte[256];
    ks_piece pieces[32];
    const unsigned count = 1 + below(boards, flags & KS_WIDE ? 32 : 15);
    shuffled_bytes(boards, byte, codes);
    for (unsigned i = 0; i < count; i++) {
        const unsigned chess = ks_chess_pieces.classes[KS_BLACK][1 + below(boards, 6)];
        const unsigned attacks = below(boards, 2) ? chess & ~(unsigned)KS_OCCUPIED : below(boards, KS_OWN);
        pieces[i] = (ks_piece){byte[i], (uint8_t)below(boards, 2), (uint8_t)attacks};
    }
    ks_pieceset_init(&spelling->set, pieces, count, flags, NULL);
    for (unsigned code = 0; code < 256; code++)
        spelling->byte[code] = ks_code_letter(code) == '.' ? byte[count] : byte[below(boards, count)];
}

/* A narrow set looks at the low four bits alone, so the others may be anything. */
static void dirty_high_bits(struct boards *boards, struct spelling *spelling) {
    if (!spelling->set.wide)
        for (unsigned code = 0; code < 256; code++)
            spelling->byte[code] |= (uint8_t)(draw(boards) & 0xf0);
}

static void make_spellings(struct boards *boards) {
    static const unsigned random_flags[BOARD_SPELLINGS - KNOWN_SPELLINGS] = {0, KS_A1_FIRST, KS_WIDE,
                                                                             KS_WIDE | KS_A1_FIRST};
    for (unsigned i = 0; i < BOARD_SPELLINGS; i++) {
        struct spelling *spelling = &boards->spellings[i];
        if (i < KNOWN_SPELLINGS)
            spell_as_known(spelling, i);
        else
            spell_at_random(boards, spelling, random_flags[i - KNOWN_SPELLINGS]);
        dirty_high_bits(boards, spelling);
    }
}

/* ---- The questions ---- */

static void start_round(struct boards *boards, uint64_t seed) {
    boards->seed = seed;
    for (int i = 0; i < 4; i++)
        boards->state[i] = splitmix64(&seed);
    boards->left_of_round = BOARD_ROUND;
    boards->left_of_distribution = 0;
    make_spellings(boards);
}

void boards_start(struct boards *boards, uint64_t seed) {
    read_real_positions(boards);
    start_round(boards, seed);
}

static void next_board(struct boards *boards) {
    if (boards->left_of_distribution == 0) {
        boards->distribution = &distributions[below(boards, DISTRIBUTIONS)];
        boards->left_of_distribution = RUN_OF_BOARDS;
        boards->distribution->start(boards);
    } else {
        boards->distribution->change(boards);
    }
    boards->left_of_distribution--;
}

/* One board in eight is asked with a set; one in four on another square than the king's. */
void boards_next(struct boards *boards, struct question *question) {
    if (boards->left_of_round == 0)
        start_round(boards, draw(boards));
    question->number = BOARD_ROUND - boards->left_of_round--;
    next_board(boards);

    question->square = below(boards, 4) > 0 ? boards->king : below(boards, KS_SQUARES);
    question->side = below(boards, 2);
    if (below(boards, 8) > 0) {
        question->set = NULL;
        question->any_bytes = !boards->distribution->codes;
        memcpy(question->board, boards->board, KS_SQUARES);
        return;
    }
    const struct spelling *spelling = &boards->spellings[below(boards, BOARD_SPELLINGS)];
    question->set = &spelling->set;
    question->any_bytes = false;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        question->board[square] = spelling->byte[boards->board[square]];
}
