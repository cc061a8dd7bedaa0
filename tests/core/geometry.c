/* Compares check detection with plain geometry on boards of one and two pieces, all of them in a thorough
 * run, and on named cases where a scan goes wrong most easily. */
#include <criterion/criterion.h>
#include <string.h>

#include "kingscan.h"
#include "support/kernels/arrangement.h"
#include "support/kernels/difference.h"
#include "support/kernels/geometry.h"
#include "support/kernels/mirror.h"
#include "support/length.h"
#include "support/sanitized.h"
#include "support/thorough.h"

/* ---- Every board of a king, an attacker and a blocker ---- */

/* One of the six kinds of blockers stands for all six in each place, and every second place is left out. A
 * thorough run visits each of some 36 million boards; in make test five places of six are left out, and under
 * sanitizers more, since they see nothing in kernels in assembly. */
static unsigned one_in(void) {
    return is_thorough() ? 1 : SLOW ? 72 : 12 * stride();
}

static void compare(const arrangement *a, void *context) {
    size_t *boards = context;
    ++*boards;
    const ks_king_lines lines = geometric_lines(a);
    const char *wrong = lines_difference(&ks_chess_pieces, a->board, a->king, a->side, &lines);
    if (wrong)
        cr_assert_fail("%s", wrong);
}

static void compare_all(unsigned side, unsigned blocking_side) {
    size_t boards = 0;
    each_arrangement(one_in(), chess_pieces, side, codes_of(side ^ 1), codes_of(blocking_side), compare,
                     &boards);
    const size_t alone = 64 * 6 * 63, all = alone * 62 * 6 / one_in();
    cr_assert(is_thorough() ? boards == alone + all : boards > alone + all / 10 * 9, "%zu boards", boards);
}

Test(geometry, white_king_white_blockers) {
    compare_all(KS_WHITE, KS_WHITE);
}

Test(geometry, white_king_black_blockers) {
    compare_all(KS_WHITE, KS_BLACK);
}

Test(geometry, black_king_white_blockers) {
    compare_all(KS_BLACK, KS_WHITE);
}

Test(geometry, black_king_black_blockers) {
    compare_all(KS_BLACK, KS_BLACK);
}

Test(geometry, own_pieces_never_attack) {
    size_t boards = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        each_arrangement(one_in(), chess_pieces, side, codes_of(side), codes_of(side ^ 1), compare, &boards);
}

/* Tries every byte on the square: one in seventeen on each board, under sanitizers one in 85. */
static void compare_occupied_square(const arrangement *a, void *context) {
    arrangement with = *a;
    const unsigned step = is_thorough() ? 1 : SLOW ? 85 : 17;
    for (unsigned byte = (a->king + a->square[0]) % step; byte < 256; byte += step) {
        with.board[a->king] = (uint8_t)byte;
        compare(&with, context);
    }
}

Test(geometry, what_stands_on_the_square_never_matters) {
    size_t boards = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        each_arrangement(1, chess_pieces, side, codes_of(side ^ 1), "", compare_occupied_square, &boards);
}

Test(geometry, empty_board) {
    const uint8_t board[64] = {0};
    for (unsigned square = 0; square < KS_SQUARES; square++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
            const char *wrong = lines_difference(&ks_chess_pieces, board, square, side, &(ks_king_lines){0});
            cr_assert(!wrong, "%s", wrong);
        }
}

/* ---- Cases where a scan goes wrong most easily ---- */

static unsigned square_named(const char *name) {
    return KS_SQUARE(name[0] - 'a', '8' - name[1]);
}

/* Puts pieces such as "Ke1 ra8" on a board. */
static void put_pieces(const char *pieces, uint8_t board[64]) {
    memset(board, KS_EMPTY, 64);
    for (const char *at = pieces; *at; at += at[3] ? 4 : 3)
        for (unsigned code = 0; code < 16; code++)
            if (ks_code_letter(code) == *at)
                board[square_named(at + 1)] = (uint8_t)code;
}

/* Reads squares such as "a8 h5". */
static uint64_t squares_named(const char *names) {
    uint64_t squares = 0;
    for (const char *at = names; *at; at += at[2] ? 3 : 2)
        squares |= UINT64_C(1) << square_named(at);
    return squares;
}

/* Expects that a king of `side` on `square` is attacked from the squares of `attackers`. */
static void expect(const char *pieces, unsigned side, const char *square, const char *attackers) {
    uint8_t board[64];
    put_pieces(pieces, board);
    const char *wrong =
        difference(&ks_chess_pieces, board, square_named(square), side, squares_named(attackers));
    if (wrong)
        cr_assert_fail("%s: %s", pieces, wrong);
}

Test(geometry, pawns_attack_towards_the_enemy_only) {
    expect("Ke4 pd5 pe5 pf5", KS_WHITE, "e4", "d5 f5");
    expect("Ke4 pd3 pe3 pf3", KS_WHITE, "e4", "");
    expect("ke4 Pd3 Pe3 Pf3", KS_BLACK, "e4", "d3 f3");
    expect("ke4 Pd5 Pe5 Pf5", KS_BLACK, "e4", "");
    expect("Ke4 Pd5 Pf5 Pd3 Pf3", KS_WHITE, "e4", "");
}

Test(geometry, pawns_do_not_wrap_around_the_edge) {
    expect("Ka4 ph5 ph4 pb5", KS_WHITE, "a4", "b5");
    expect("Kh4 pa5 pa4 pa3 pg5", KS_WHITE, "h4", "g5");
    expect("ka4 Ph3 Ph4 Ph2", KS_BLACK, "a4", "");
    expect("kh4 Pa3 Pa4 Pa2 Pg3", KS_BLACK, "h4", "g3");
}

/* Chess has no pawns there, but every byte has a meaning on every square. */
Test(geometry, pawns_on_the_first_and_last_rank_attack_as_others) {
    expect("Ke7 pd8 pf8", KS_WHITE, "e7", "d8 f8");
    expect("ke2 Pd1 Pf1", KS_BLACK, "e2", "d1 f1");
    expect("Ke8 pd1 pf1 pd7 pf7", KS_WHITE, "e8", "");
    expect("ke1 Pd8 Pf8 Pd2 Pf2", KS_BLACK, "e1", "");
}

Test(geometry, pawns_do_not_reach_far_nor_straight) {
    expect("Ke4 pc6 pg6 pe6", KS_WHITE, "e4", "");
    expect("ke4 Pc2 Pg2 Pe2", KS_BLACK, "e4", "");
}

Test(geometry, knights_do_not_wrap_around_the_edge) {
    expect("Ka4 ng5 ng4 nh6 nh3 ng3 nh2", KS_WHITE, "a4", "");
    expect("Kh4 nb5 nb3 na6 na2 na5 nb4", KS_WHITE, "h4", "");
    expect("Kb4 nh5 nh6 nh3 nh4", KS_WHITE, "b4", "");
    expect("Ka8 nb1 nc1 nc2 ng7 nh6", KS_WHITE, "a8", "");
    expect("Kh1 ng8 nf8 nb2 na3 nf7", KS_WHITE, "h1", "");
}

Test(geometry, knights_leap_over_everything) {
    expect("Ke4 Pd5 Pe5 Pf5 Pd4 Pf4 Pd3 Pe3 Pf3 nc5 nd6 nf6 ng5 ng3 nf2 nd2 nc3", KS_WHITE, "e4",
           "c5 d6 f6 g5 g3 f2 d2 c3");
}

Test(geometry, lines_do_not_wrap_around_the_edge) {
    expect("Ka4 rh5 qh4 rh3", KS_WHITE, "a4", "h4");
    expect("Ka4 rh5 rh3 Pb4", KS_WHITE, "a4", "");
    expect("Kh4 ra5 ra3", KS_WHITE, "h4", "");
    expect("Ka4 bh5 bh3 bg6 bh6 qg2", KS_WHITE, "a4", "");
    expect("Kh5 ba3 ba4 ba6 ba7 qb2", KS_WHITE, "h5", "");
    expect("Ka8 bh8 rb1 rb2 bb8 rb7 qb6", KS_WHITE, "a8", "");
    expect("Kh1 ba1 rg8 rg7 bg1 rg2 qg3", KS_WHITE, "h1", "");
}

Test(geometry, the_far_ends_of_lines_attack) {
    expect("Ka1 qa8 qh8 qh1", KS_WHITE, "a1", "a8 h8 h1");
    expect("kh8 Qa8 Qa1 Qh1", KS_BLACK, "h8", "a8 a1 h1");
    expect("Ke4 qe8 qe1 qa4 qh4 qa8 qb1 qh7 qh1", KS_WHITE, "e4", "e8 e1 a4 h4 a8 b1 h7 h1");
}

Test(geometry, adjacent_kings) {
    expect("Ke4 kd5 ke5 kf5 kd4 kf4 kd3 ke3 kf3", KS_WHITE, "e4", "d5 e5 f5 d4 f4 d3 e3 f3");
    expect("Ka4 kh5 kh4 kh3 ka6 kc4 kc6", KS_WHITE, "a4", "");
    expect("Ke4 ke6", KS_WHITE, "e4", "");
    expect("Ke4 ke5", KS_BLACK, "e5", "e4");
}

Test(geometry, only_the_nearest_piece_of_a_line_attacks) {
    expect("Ke1 re8 ne5", KS_WHITE, "e1", "");
    expect("Ke1 re8 Pe5", KS_WHITE, "e1", "");
    expect("Ke1 re8 qe5 re2", KS_WHITE, "e1", "e2");
    expect("Ke1 bh4 pg3 pf2", KS_WHITE, "e1", "f2");
    expect("Ke1 bh4 pg3", KS_WHITE, "e1", "");
}

Test(geometry, sliders_attack_along_their_own_lines_only) {
    expect("Ke4 re8 ra8 rd5 rf3", KS_WHITE, "e4", "e8");
    expect("Ke4 ba8 be8 be5 bd4 bh1", KS_WHITE, "e4", "a8 h1");
}

Test(geometry, sixteen_attackers_at_once) {
    expect("Kd4 qd8 qg7 qh4 qg1 qd1 qa1 qa4 qa7 nc6 ne6 nf5 nf3 ne2 nc2 nb3 nb5", KS_WHITE, "d4",
           "d8 g7 h4 g1 d1 a1 a4 a7 c6 e6 f5 f3 e2 c2 b3 b5");
}

/* ---- King scans ---- */

typedef struct named_lines {
    const char *checkers, *check_lines, *pinned, *pin_orthogonal, *pin_diagonal;
} named_lines;

/* Expects the masks for the white king and, with colours and rows swapped, for the black one. Masks without a
 * name are empty. */
static void expect_lines(const char *pieces, const char *square, named_lines names) {
#define MASK(name) .name = squares_named(names.name ? names.name : "")
    const ks_king_lines lines = {MASK(checkers), MASK(check_lines), MASK(pinned), MASK(pin_orthogonal),
                                 MASK(pin_diagonal)};
#undef MASK
    const ks_king_lines mirrored_lines = mirror_lines(&lines, MIRROR_ROWS);
    const unsigned king = square_named(square);
    uint8_t board[64], mirrored[64];
    put_pieces(pieces, board);
    const char *wrong = lines_difference(&ks_chess_pieces, board, king, KS_WHITE, &lines);
    if (wrong)
        cr_assert_fail("%s: %s", pieces, wrong);
    mirror_board(board, MIRROR_ROWS, mirrored);
    for (unsigned i = 0; i < KS_SQUARES; i++)
        mirrored[i] ^= KS_BLACK_BIT; /* 0 and 8 are both empty */
    wrong = lines_difference(&ks_chess_pieces, mirrored, king ^ MIRROR_ROWS, KS_BLACK, &mirrored_lines);
    if (wrong)
        cr_assert_fail("%s, upside down: %s", pieces, wrong);
}

Test(geometry, two_pins_at_once) {
    expect_lines("Ke1 Re3 re8 Ng3 bh4", "e1",
                 (named_lines){.pinned = "e3 g3",
                               .pin_orthogonal = "e2 e3 e4 e5 e6 e7 e8",
                               .pin_diagonal = "f2 g3 h4"});
}

Test(geometry, pins_on_all_eight_rays) {
    expect_lines("Kd4 Pd6 rd8 Pe5 bg7 Pf4 qh4 Pe3 qg1 Pd3 rd1 Pb2 ba1 Pb4 ra4 Pc5 qa7", "d4",
                 (named_lines){.pinned = "d6 e5 f4 e3 d3 b2 b4 c5",
                               .pin_orthogonal = "d5 d6 d7 d8 e4 f4 g4 h4 d3 d2 d1 c4 b4 a4",
                               .pin_diagonal = "e5 f6 g7 e3 f2 g1 c3 b2 a1 c5 b6 a7"});
}

Test(geometry, two_own_pieces_on_a_line_are_no_pin) {
    expect_lines("Ke1 Re3 Ne5 re8", "e1", (named_lines){0});
    expect_lines("Ke1 Pf2 Pg3 bh4", "e1", (named_lines){0});
}

Test(geometry, an_enemy_piece_in_front_is_no_pin) {
    expect_lines("Ke1 ne3 re8", "e1", (named_lines){0});
    expect_lines("Ke1 pe3 Re5 re8", "e1", (named_lines){0});
    expect_lines("Ke1 Re3 pe5 re8", "e1", (named_lines){0});
}

Test(geometry, pinned_pawn_on_a_diagonal_with_the_pinner_next_to_it) {
    expect_lines("Ke1 Pf2 bg3", "e1", (named_lines){.pinned = "f2", .pin_diagonal = "f2 g3"});
}

Test(geometry, only_what_slides_along_the_line_pins) {
    expect_lines("Ke1 Re2 be8 Ph4", "e1", (named_lines){0});
    expect_lines("Ke1 Pf2 rh4", "e1", (named_lines){0});
    expect_lines("Ke1 Pf2 pg3", "e1", (named_lines){0});
    expect_lines("Ke1 Pe2 ke3", "e1", (named_lines){0});
    expect_lines("Ke1 Pe2 ne3 ng3", "e1", (named_lines){0});
}

Test(geometry, a_queen_behind_a_checking_rook_adds_nothing) {
    expect_lines("Ke1 re5 qe8", "e1", (named_lines){.checkers = "e5", .check_lines = "e5 e4 e3 e2"});
}

Test(geometry, a_queen_pins_along_both_kinds_of_lines) {
    expect_lines("Ke1 Ne4 qe7 Nc3 qa5", "e1",
                 (named_lines){.pinned = "e4 c3",
                               .pin_orthogonal = "e2 e3 e4 e5 e6 e7",
                               .pin_diagonal = "d2 c3 b4 a5"});
}

Test(geometry, an_adjacent_slider_has_nothing_between) {
    expect_lines("Ke1 qe2", "e1", (named_lines){.checkers = "e2", .check_lines = "e2"});
    expect_lines("Ke1 bd2", "e1", (named_lines){.checkers = "d2", .check_lines = "d2"});
}

Test(geometry, check_lines_of_pieces_that_do_not_slide_are_their_squares) {
    expect_lines("Ke1 nf3", "e1", (named_lines){.checkers = "f3", .check_lines = "f3"});
    expect_lines("Ke4 pd5", "e4", (named_lines){.checkers = "d5", .check_lines = "d5"});
    expect_lines("Ke4 ke5", "e4", (named_lines){.checkers = "e5", .check_lines = "e5"});
}

Test(geometry, both_lines_of_a_double_check) {
    expect_lines("Ke1 re5 bh4", "e1",
                 (named_lines){.checkers = "e5 h4", .check_lines = "e5 e4 e3 e2 h4 g3 f2"});
    expect_lines("Ke1 re5 nc2", "e1", (named_lines){.checkers = "e5 c2", .check_lines = "e5 e4 e3 e2 c2"});
}

Test(geometry, a_check_and_a_pin) {
    expect_lines("Ke1 re8 Pf2 bh4", "e1",
                 (named_lines){.checkers = "e8",
                               .check_lines = "e8 e7 e6 e5 e4 e3 e2",
                               .pinned = "f2",
                               .pin_diagonal = "f2 g3 h4"});
}

Test(geometry, scans_of_a_king_in_a_corner) {
    expect_lines("Ka1 Pa7 ra8 Ng7 bh8 rh1", "a1",
                 (named_lines){.checkers = "h1",
                               .check_lines = "b1 c1 d1 e1 f1 g1 h1",
                               .pinned = "a7 g7",
                               .pin_orthogonal = "a2 a3 a4 a5 a6 a7 a8",
                               .pin_diagonal = "b2 c3 d4 e5 f6 g7 h8"});
    expect_lines("Kh8 Pg8 ra8 Ph7 rh1 Pg7 ba1", "h8",
                 (named_lines){.pinned = "g8 h7 g7",
                               .pin_orthogonal = "g8 f8 e8 d8 c8 b8 a8 h7 h6 h5 h4 h3 h2 h1",
                               .pin_diagonal = "g7 f6 e5 d4 c3 b2 a1"});
    expect_lines("Ka8 Rb8", "a8", (named_lines){0});
    expect_lines("Kh1 Rh2 Rg1 Bg2", "h1", (named_lines){0});
}

Test(geometry, own_sliders_at_the_ends_of_lines_do_not_pin) {
    expect_lines("Ke4 Pe6 Re8 Pg4 Qh4 Pc6 Ba8 Ph7 Qb1 Pd3", "e4", (named_lines){0});
}

/* The square need not hold a king: the scan answers as if it did. */
Test(geometry, what_stands_on_the_scanned_square_never_matters) {
    static const char *const pieces[] = {"Pf2 bh4 Pd1 ra1 re8",     "qe1 Pf2 bh4 Pd1 ra1 re8",
                                         "re1 Pf2 bh4 Pd1 ra1 re8", "Qe1 Pf2 bh4 Pd1 ra1 re8",
                                         "pe1 Pf2 bh4 Pd1 ra1 re8", "ne1 Pf2 bh4 Pd1 ra1 re8"};
    for (size_t i = 0; i < LENGTH(pieces); i++)
        expect_lines(pieces[i], "e1",
                     (named_lines){.checkers = "e8",
                                   .check_lines = "e8 e7 e6 e5 e4 e3 e2",
                                   .pinned = "f2 d1",
                                   .pin_orthogonal = "d1 c1 b1 a1",
                                   .pin_diagonal = "f2 g3 h4"});
}
