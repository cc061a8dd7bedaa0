/* Tests moves as text: the forms that are written, the same move when read back, and other forms that people
 * write. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/fen.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/sanitized.h"

static ks_move read_move(const ks_position *position, const char *text) {
    ks_error error = {0};
    ks_move move = KS_NO_MOVE;
    cr_assert_eq(ks_read_move(position, text, strlen(text), &move, &error), KS_OK, "%s: %s", text,
                 error.message);
    return move;
}

/* ---- Written moves ---- */

/* The UCI of a move without and with KS_UCI_CHESS960 (NULL: the same), and its SAN. */
static const struct {
    const char *fen, *uci, *chess960, *san;
} known[] = {
    {START, "e2e4", NULL, "e4"},
    {START, "g1f3", NULL, "Nf3"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", NULL, "exd5"},
    {"4k3/8/8/3p4/4N3/8/8/4K3 b - - 0 1", "d5e4", NULL, "dxe4"},
    {"4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", NULL, "Nxd5"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", NULL, "exd6"},
    {"8/8/8/8/k2pP3/8/8/4K3 b - e3 0 1", "d4e3", NULL, "dxe3"},

    /* Distinguished by file, by rank, by both; a piece that may not go there does not count. */
    {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", NULL, "Nbd2"},
    {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "f3d2", NULL, "Nfd2"},
    {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", NULL, "R1a3"},
    {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a5a3", NULL, "R5a3"},
    {"1k6/8/8/8/8/8/8/R3K2R w - - 0 1", "h1f1", NULL, "Rf1"},
    {"8/8/8/k7/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", NULL, "Qh4e1+"},
    {"8/8/8/k7/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", NULL, "Qee1+"},
    {"8/8/8/k7/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", NULL, "Q1e1+"},
    {"8/8/8/k7/4Q2Q/8/8/K3n2Q w - - 0 1", "h4e1", NULL, "Qh4xe1+"},
    {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", NULL, "Ne2"},
    {"4k3/8/8/8/8/2N3N1/8/N3K1N1 w - - 0 1", "g1e2", NULL, "N1e2"},
    {"4k3/8/8/8/8/2N3N1/8/N3K1N1 w - - 0 1", "g3e2", NULL, "Ng3e2"},
    {"4k3/8/8/8/8/2N3N1/8/N3K1N1 w - - 0 1", "c3e2", NULL, "Nce2"},
    {"4k3/8/8/8/8/8/3q4/3QK3 w - - 0 1", "e1d2", NULL, "Kxd2"},

    {"8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e7e8q", NULL, "e8=Q"},
    {"8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e7e8n", NULL, "e8=N"},
    {"4k3/8/8/8/8/8/1p6/R3K3 b - - 0 1", "b2a1b", NULL, "bxa1=B"},
    {"4k3/8/8/8/8/8/p7/4K3 b - - 0 1", "a2a1r", NULL, "a1=R+"},
    {"3r2k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", NULL, "exd8=Q#"},

    {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", NULL, "Ra8+"},
    {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", NULL, "Qh4#"},
    {"7k/5K2/8/8/8/8/8/6Q1 w - - 0 1", "g1g6", NULL, "Qg6"}, /* stalemate has no mark */
    {"4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6", NULL, "Nf6+"},
    {"4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4c3", NULL, "Nc3+"},

    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1h1", "O-O"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "e8a8", "O-O-O"},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1h1", "O-O+"},
    {"2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "e1a1", "O-O-O#"},
    {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", NULL, "O-O"},
    {"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1", NULL, "O-O"},
    {"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "e1b1", NULL, "O-O-O"},
    {"1r4k1/8/8/8/8/8/8/4K3 b b - 0 1", "g8b8", NULL, "O-O-O"},
};

Test(notation, known_moves) {
    for (size_t i = 0; i < LENGTH(known); i++) {
        const ks_position position = read_position(known[i].fen, 0);
        const ks_move move = read_move(&position, known[i].uci);
        char uci[KS_UCI_SIZE], san[KS_SAN_SIZE];
        cr_assert_eq(ks_write_uci(&position, move, 0, uci), strlen(known[i].uci));
        cr_assert_str_eq(uci, known[i].uci, "%s: %s", known[i].uci, uci);
        cr_assert_eq(ks_write_san(&position, move, san), strlen(known[i].san), "%s: %s", known[i].uci, san);
        cr_assert_str_eq(san, known[i].san, "%s: %s", known[i].uci, san);
        ks_write_uci(&position, move, KS_UCI_CHESS960, uci);
        cr_assert_str_eq(uci, known[i].chess960 ? known[i].chess960 : known[i].uci);
        cr_assert_eq(read_move(&position, san), move, "%s", san);
        cr_assert_eq(read_move(&position, uci), move, "%s", uci);
    }
}

/* A lone enemy king can be mated; an attack on one of several is not marked. */
Test(notation, enemy_kings_of_lenient_positions) {
    static const struct {
        const char *fen, *san;
    } lenient[] = {
        {"8/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8"},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8+"},
        {"3kk3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8"},
    };
    for (size_t i = 0; i < LENGTH(lenient); i++) {
        ks_position position;
        char san[KS_SAN_SIZE];
        cr_assert_eq(ks_read_fen(lenient[i].fen, strlen(lenient[i].fen), KS_FEN_LENIENT, &position, NULL),
                     KS_OK);
        ks_write_san(&position, KS_MOVE(KS_SQUARE(0, 7), KS_SQUARE(0, 0), KS_MOVE_PLAIN), san);
        cr_assert_str_eq(san, lenient[i].san, "%s: %s", lenient[i].fen, san);
    }
}

/* ---- Other forms that people write ---- */

static const struct {
    const char *fen, *uci, *texts[12];
} variants[] = {
    {START, "e2e4", {"e4", "e4!", "e4+?!", "e2-e4", "Pe4", "Pe2e4", "P2e4"}},
    {START, "g1f3", {"Nf3", "Ng1f3", "Ng1-f3", "N1f3", "Ngf3", "Nf3+", "Nf3#!!", "N-f3"}},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
     "e4d5",
     {"exd5", "ed5", "e4xd5", "e4-d5", "Pxd5", "Pexd5", "e4d5+"}},
    {"4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", {"Nxd5", "Nd5", "Nc3xd5", "Ncxd5", "N3xd5", "c3xd5"}},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
     "e5d6",
     {"exd6", "exd6e.p.", "exd6 e.p.", "ed6", "exd6 e.p.+", "e5xd6", "e5d6ep"}},
    {"8/4P3/8/8/8/k7/8/4K3 w - - 0 1",
     "e7e8q",
     {"e8=Q", "e8Q", "e8=q", "e8q", "e7e8Q", "e7e8=Q", "e7-e8=Q+", "Pe8Q"}},
    {"8/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e7e8b", {"e8=B", "e8b", "e8=b", "e7e8=b"}},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", {"O-O", "0-0", "o-o", "O-0", "O-O+", "0-0!?", "e1h1"}},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", {"O-O-O", "0-0-0", "o-o-o#", "e8a8"}},
    {"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1", {"O-O", "0-0"}},
    {"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", {"O-O", "e1g1"}},
};

Test(notation, variants_mean_the_same_move) {
    for (size_t i = 0; i < LENGTH(variants); i++) {
        const ks_position position = read_position(variants[i].fen, 0);
        for (const char *const *text = variants[i].texts; *text; text++) {
            char uci[KS_UCI_SIZE];
            ks_write_uci(&position, read_move(&position, *text), 0, uci);
            cr_assert_str_eq(uci, variants[i].uci, "%s: %s", *text, uci);
        }
    }
}

/* ---- Written and read back ---- */

static void expect_all_back(const ks_position *position, const char *name) {
    static char texts[KS_MOVES_MAX][KS_SAN_SIZE];
    ks_move_list legal;
    const size_t count = ks_legal_moves(position, &legal);
    for (size_t i = 0; i < count; i++) {
        ks_write_san(position, legal.moves[i], texts[i]);
        cr_assert_eq(read_move(position, texts[i]), legal.moves[i], "%s: %s", name, texts[i]);
        for (size_t j = 0; j < i; j++)
            cr_assert_str_neq(texts[i], texts[j], "%s", name);
        for (unsigned flags = 0; flags <= KS_UCI_CHESS960; flags += KS_UCI_CHESS960) {
            char uci[KS_UCI_SIZE];
            ks_write_uci(position, legal.moves[i], flags, uci);
            cr_assert_eq(read_move(position, uci), legal.moves[i], "%s: %s", name, uci);
        }
    }
}

Test(notation, every_move_is_read_as_it_was_written) {
    static const char *const odd[] = {
        "Q6Q/1Q4Q1/8/8/5p1k/8/1Q4Q1/Q5KQ b - - 0 1",
        "8/1PPPPPP1/8/3QQ3/3QQ3/k7/8/7K w - - 0 1",
        "n1n1n1n1/1P1P1P1P/7k/N3N3/2N1N3/N3N3/2N5/7K w - - 0 1",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
        "rk5r/8/8/8/8/8/8/RK5R b HAha - 0 1",
    };
    for (size_t i = 0; i < LENGTH(odd); i++) {
        const ks_position position = read_position(odd[i], 0);
        expect_all_back(&position, odd[i]);
    }
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i += SLOW ? 101 : 11)
        expect_all_back(&real[i].position, real[i].line);
}
