/* Tests that ks_read_move agrees with the generator about which moves are legal, and that every text gets an
 * answer. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/explain_copy.h"
#include "support/fen.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"
#include "support/variants/read.h"

/* ---- Agreement with the generator ---- */

static const char promotions[] = " nbrqkp";
enum { PROMOTIONS = sizeof promotions - 1 };

/* [from][to][promotion]: the move that UCI text means, or KS_NO_MOVE. */
typedef ks_move meanings[KS_SQUARES][KS_SQUARES][PROMOTIONS];

static void find_meanings(const ks_position *position, meanings meant) {
    ks_move_list list;
    memset(meant, 0, sizeof(meanings));
    for (size_t i = ks_legal_moves(position, &list); i-- > 0;) {
        const unsigned from = KS_MOVE_FROM(list.moves[i]), to = KS_MOVE_TO(list.moves[i]),
                       kind = KS_MOVE_KIND(list.moves[i]);
        const unsigned promotion = kind >= KS_MOVE_TO_KNIGHT ? kind - KS_MOVE_TO_KNIGHT + 1 : 0;
        meant[from][to][promotion] = list.moves[i];
        if (kind == KS_MOVE_CASTLING && (from & 7) == 4)
            meant[from][to > from ? from + 2 : from - 2][0] = list.moves[i];
    }
}

static void expect_good_message(const ks_error *error, const char *text) {
    const size_t length = strlen(error->message);
    cr_assert(length > 0 && length < sizeof error->message - 1, "%s: %s", text, error->message);
    cr_assert(error->message[length - 1] != '.' && !strchr(error->message, '\n'), "%s: %s", text,
              error->message);
    cr_assert_not_null(ks_error_name(error->code));
}

static void expect_agreement(const ks_position *position, const char *name) {
    static meanings meant;
    find_meanings(position, meant);
    for (unsigned from = 0; from < KS_SQUARES; from++)
        for (unsigned to = 0; to < KS_SQUARES; to++)
            for (unsigned promotion = 0; promotion < PROMOTIONS; promotion++) {
                char text[8];
                ks_error error = {0};
                ks_move move = KS_NO_MOVE;
                const int length =
                    sprintf(text, "%s%s%c", ks_square_name(from), ks_square_name(to), promotions[promotion]);
                const int code =
                    ks_read_move(position, text, (size_t)length - (promotion == 0), &move, &error);
                const ks_move expected = meant[from][to][promotion];
                cr_assert_eq(code == KS_OK, expected != KS_NO_MOVE, "%s: %s: %s", name, text, error.message);
                if (code == KS_OK)
                    cr_assert_eq(move, expected, "%s: %s", name, text);
                else
                    expect_good_message(&error, text);
            }
}

static const struct {
    const char *fen;
    unsigned flags;
} odd_positions[] = {
    {START, 0},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 0},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 0},
    {"r3k2r/8/8/8/4b3/8/8/R3K2R w KQkq - 0 1", 0},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 0},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 0},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 0},
    {"8/8/8/K1pP3r/8/8/8/7k w - c6 0 1", 0},
    {"7K/8/8/8/k1pP3Q/8/8/8 b - d3 0 1", 0},
    {"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 0},
    {"4k3/8/8/2pP4/1K6/8/8/8 w - c6 0 1", 0}, /* en passant answers a check */
    {"1r3rk1/8/8/8/8/8/8/1RK1R3 w BE - 0 1", 0},
    {"4k3/8/8/8/8/8/8/qR2K3 w B - 0 1", 0},
    {"rk2r3/8/8/8/8/8/8/RK2R3 b AEae - 0 1", 0},
    {"4k3/8/8/8/8/8/8/R1R1KR1R w CF - 0 1", 0},
    {"4k3/8/8/8/8/8/8/5RKR w FH - 0 1", 0},
    {"5rkr/8/8/8/8/8/8/4K3 b fh - 0 1", 0},
    {"4k3/8/8/8/8/8/8/4KRR1 w G - 0 1", 0},
    {"4k3/8/8/8/7b/8/4r3/NR2K3 w - - 0 1", 0},
    {"P3k2P/8/8/8/8/8/8/P2RK2P w D - 0 1", KS_FEN_LENIENT},
    {"5r2/8/7q/8/8/7b/2p5/4K3 w - - 0 1", KS_FEN_LENIENT},
    {"k1k1k3/1P1P4/8/8/8/8/3k4/4K2R w K - 0 1", KS_FEN_LENIENT},
    {"QQQQQQQQ/Q6Q/Q6Q/Q3k2Q/Q6Q/Q6Q/Q6Q/QQQKQQQQ w - - 0 1", KS_FEN_LENIENT},
};

Test(explain_agreement, agrees_with_the_generator) {
    for (size_t i = 0; i < LENGTH(odd_positions); i++) {
        const ks_position position = read_position(odd_positions[i].fen, odd_positions[i].flags);
        expect_agreement(&position, odd_positions[i].fen);
    }
    size_t count;
    const real_position *real = real_positions(&count);
    for (size_t i = 0; i < count; i += 211 * stride())
        expect_agreement(&real[i].position, real[i].line);
}

/* ---- Any text ---- */

/* Draws a move with some letters changed, mostly into other letters of moves, and cut anywhere. */
static size_t random_text(uint64_t *state, char text[12]) {
    static const char letters[] = "KQRBNPabcdefgh12345678x-=+#O0o!. i9";
    static const char *const seeds[] = {"e2e4",  "Nbxd2",  "exd6 e.p.", "O-O-O+",
                                        "e7e8q", "Ra1-h1", "gxh8=Q#",   "Ke2"};
    strcpy(text, seeds[random_below(state, LENGTH(seeds))]);
    const size_t length = strlen(text);
    for (unsigned changes = random_below(state, 4); changes > 0; changes--)
        text[random_below(state, (unsigned)length)] = random_below(state, 50)
                                                          ? letters[random_below(state, sizeof letters - 1)]
                                                          : (char)random_below(state, 256);
    return random_below(state, 4) ? length : random_below(state, (unsigned)length + 1);
}

static bool is_legal(const ks_position *position, ks_move move) {
    ks_move_list legal;
    size_t i = ks_legal_moves(position, &legal);
    while (i > 0 && legal.moves[i - 1] != move)
        i--;
    return i > 0;
}

/* Expects the same answer of chess as one variant of many. Other variants may have drops and passes, so that
 * what is wrong with such a text is said in other words. */
static void expect_agreement_of_variant(const ks_variant *chess, unsigned index, const char *text,
                                        size_t length, int code, const ks_error *error) {
    static ks_variant_position positions[LENGTH(odd_positions)];
    ks_variant_position *const position = &positions[index];
    ks_variant_attempt attempt;
    ks_error found = {0};
    if (!position->fullmove_number)
        *position = read_variant_position(chess, odd_positions[index].fen, odd_positions[index].flags);
    const int other = ks_variant_read_move(chess, position, text, length, &attempt, &found);
    if (memchr(text, '@', length) || (length > 1 && memcmp(text, "--", 2) == 0))
        return;
    cr_assert_eq(other, code, "%s: %s, not %s", text, found.message, error->message);
    cr_assert_str_eq(found.message, error->message, "%s", text);
    cr_assert_eq(found.offset, error->offset, "%s", text);
}

Test(explain_agreement, every_text_gets_an_answer) {
    ks_variants *const variants = read_variants(NULL);
    const ks_variant *const chess = find_variant(variants, "chess");
    uint64_t state = 5;
    unsigned understood = 0;
    for (unsigned i = 0; i < (200000 / stride()); i++) {
        const ks_position position = read_position(odd_positions[i % LENGTH(odd_positions)].fen,
                                                   odd_positions[i % LENGTH(odd_positions)].flags);
        char text[12] = {0};
        ks_error error = {0};
        ks_move move;
        const size_t length = random_text(&state, text);
        const int code = explain_copy(&position, text, length, &move, &error);
        expect_agreement_of_variant(chess, i % LENGTH(odd_positions), text, length, code, &error);
        if (code == KS_OK) {
            cr_assert(is_legal(&position, move), "%s", text);
        } else {
            expect_good_message(&error, text);
            cr_assert_leq(error.offset, length);
            understood += code > KS_ERROR_OFF_BOARD;
        }
    }
    cr_assert_gt(understood, 50000 / stride());
    ks_variants_free(variants);
}
