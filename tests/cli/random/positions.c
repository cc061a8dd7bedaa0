/* Tests the random positions on which engines are compared: they are plausible, and the hard rules occur in
 * them. */
#include <criterion/criterion.h>
#include <string.h>

#include "cli/random/boards.h"
#include "cli/random/hard_boards.h"
#include "cli/random/positions.h"
#include "support/variants/read.h"

enum { COUNT = 4000 };

static unsigned pieces_of(const ks_position *position, unsigned side) {
    unsigned pieces = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const uint8_t code = position->board[square];
        pieces += code != KS_EMPTY && !(code & KS_BLACK_BIT) == (side == KS_WHITE);
    }
    return pieces;
}

Test(random_positions, are_fit_for_engines) {
    uint64_t state = 1;
    for (unsigned i = 0; i < COUNT; i++) {
        static struct replay replay;
        char fen[KS_FEN_SIZE];
        ks_position again;
        random_position(&state, NULL, i % 2, &replay);
        const ks_position end = replay_end(&replay).chess;
        cr_assert_eq(ks_read_fen(fen, ks_write_x_fen(&end, fen), KS_FEN_RIGHTS, &again, NULL), KS_OK, "%s",
                     fen);
        cr_assert(is_plausible(&end), "%s", fen);
        cr_assert(pieces_of(&end, KS_WHITE) <= 16 && pieces_of(&end, KS_BLACK) <= 16, "%s", fen);
        cr_assert(i % 2 || !any_is_chess960(&replay.start), "%s", fen);
    }
}

Test(random_positions, are_the_same_from_the_same_state) {
    static struct replay a, b;
    uint64_t states[2] = {5, 5};
    for (unsigned i = 0; i < 100; i++) {
        char texts[2][REPLAY_SIZE];
        random_position(&states[0], NULL, true, &a);
        random_position(&states[1], NULL, true, &b);
        replay_write(&a, 0, texts[0]);
        replay_write(&b, 0, texts[1]);
        cr_assert_str_eq(texts[0], texts[1]);
        cr_assert_eq(states[0], states[1]);
    }
}

static uint32_t hash_positions(const ks_variant *variant, uint64_t state) {
    uint32_t hash = 0x811c9dc5; /* FNV-1a */
    for (unsigned i = 0; i < 300; i++) {
        static struct replay replay;
        char text[REPLAY_SIZE];
        random_position(&state, variant, i % 2, &replay);
        replay_write(&replay, 0, text);
        for (const char *c = text; *c; c++)
            hash = (hash ^ (uint8_t)*c) * 0x01000193;
    }
    return hash;
}

/* Two draws among the arguments of one call come in an order that the compiler chooses: a report of one build
 * could not be repeated by another. A change of the generator on purpose writes the new numbers here. */
Test(random_positions, are_the_same_from_every_compiler) {
    const uint32_t chess = hash_positions(NULL, 3);
    cr_expect_eq(chess, 0x1ee968b8u, "chess: 0x%x", chess);
    ks_variants *const variants = read_variants(NULL);
    const uint32_t capablanca = hash_positions(find_variant(variants, "capablanca"), 3);
    cr_expect_eq(capablanca, 0xa08910b1u, "capablanca: 0x%x", capablanca);
    ks_variants_free(variants);
}

/* The number of positions with each rare feature. */
struct rare {
    unsigned check, double_check, pin, en_passant, castling, chess960, promotion, history;
};

static void look_for_rare(const struct replay *replay, struct rare *rare) {
    const ks_position position = replay_end(replay).chess;
    const unsigned us = position.side_to_move;
    ks_king_lines lines;
    ks_move_list legal;
    unsigned kinds = 0;
    ks_king_scan(position.board, ks_king_of(&position, us), us, &lines);
    for (size_t i = ks_legal_moves(&position, &legal); i-- > 0;)
        kinds |= 1u << KS_MOVE_KIND(legal.moves[i]);
    rare->check += lines.checkers != 0;
    rare->double_check += (lines.checkers & (lines.checkers - 1)) != 0;
    rare->pin += lines.pinned != 0;
    rare->en_passant += kinds >> KS_MOVE_EN_PASSANT & 1;
    rare->castling += kinds >> KS_MOVE_CASTLING & 1;
    rare->promotion += kinds >> KS_MOVE_TO_QUEEN & 1;
    rare->chess960 += any_is_chess960(&replay->start);
    rare->history += replay->count > 0;
}

Test(random_positions, have_what_is_rare) {
    struct rare rare = {0};
    uint64_t state = 2;
    for (unsigned i = 0; i < COUNT; i++) {
        static struct replay replay;
        random_position(&state, NULL, true, &replay);
        look_for_rare(&replay, &rare);
    }
    cr_log_info("check %u, double check %u, pin %u, en passant %u, castling %u, chess960 %u, promotion %u, "
                "history %u",
                rare.check, rare.double_check, rare.pin, rare.en_passant, rare.castling, rare.chess960,
                rare.promotion, rare.history);
    cr_expect_gt(rare.check, COUNT / 10);
    cr_expect_gt(rare.double_check, COUNT / 200);
    cr_expect_gt(rare.pin, COUNT / 15);
    cr_expect_gt(rare.en_passant, COUNT / 40);
    cr_expect_gt(rare.castling, COUNT / 20);
    cr_expect_gt(rare.chess960, COUNT / 8);
    cr_expect_gt(rare.promotion, COUNT / 15);
    cr_expect_gt(rare.history, COUNT / 10);
}

/* ---- Plausible positions ---- */

static bool plausible(const char *fen) {
    ks_position position;
    cr_assert_eq(ks_read_fen(fen, strlen(fen), KS_FEN_RIGHTS, &position, NULL), KS_OK, "%s", fen);
    return is_plausible(&position);
}

Test(random_positions, plausible) {
    cr_expect(plausible("4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1"));
    cr_expect_not(plausible("4k3/8/8/8/7b/5n2/4r3/4K3 w - - 0 1"), "three checkers");
    cr_expect(plausible("4k3/8/8/2Pp4/4K3/8/8/8 w - d6 0 1"), "the pawn gives check");
    cr_expect(plausible("4k3/8/b7/3pP3/8/8/8/5K2 w - d6 0 1") == false, "in check from before the push");
    cr_expect(plausible("8/4k3/8/8/pP5K/8/8/5Q2 b - b3 0 1"));
    cr_expect(plausible("4k2q/8/8/3pP3/8/2K5/8/8 w - d6 0 1"),
              "the push uncovers nothing, the pawn on e5 hides");
}
