/* Check detection on boards of one and two pieces: all there are, against geometry; and by name the places
 * where a scan goes wrong most easily. */
#include <criterion/criterion.h>
#include <string.h>

#include "support.h"

/* ---- Every board of a king, an attacker and a blocker ---- */

static void compare(const arrangement *a, void *context) {
    size_t *boards = context;
    const char *wrong = difference(&ks_chess_pieces, a->board, a->king, a->side, geometric_attackers(a));
    if (wrong)
        cr_assert_fail("%s", wrong);
    ++*boards;
}

static const char white_knight[] = {KS_WHITE_KNIGHT, 0}, black_knight[] = {KS_BLACK_KNIGHT, 0};

/* Blockers are all six pieces of a side; under sanitizers, which are slow, one. */
static void compare_all(unsigned side, unsigned blocking_side) {
    const char *knight = blocking_side == KS_WHITE ? white_knight : black_knight;
    const char *blockers = SANITIZED ? knight : codes_of(blocking_side);
    size_t boards = 0;
    each_arrangement(chess_pieces, side, codes_of(side ^ 1), blockers, compare, &boards);
    cr_assert_eq(boards, 64 * 6 * 63 * (1 + 62 * strlen(blockers)));
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
        each_arrangement(chess_pieces, side, codes_of(side), SANITIZED ? "" : codes_of(side ^ 1), compare,
                         &boards);
}

static void compare_occupied_square(const arrangement *a, void *context) {
    arrangement with = *a;
    for (unsigned byte = 0; byte < 256; byte += SANITIZED ? 17 : 1) { /* 17: 0x00, 0x11, ... 0xff */
        with.board[a->king] = (uint8_t)byte;
        compare(&with, context);
    }
}

Test(geometry, what_stands_on_the_square_never_matters) {
    size_t boards = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        each_arrangement(chess_pieces, side, codes_of(side ^ 1), "", compare_occupied_square, &boards);
}

Test(geometry, empty_board) {
    const uint8_t board[64] = {0};
    for (unsigned square = 0; square < KS_SQUARES; square++)
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
            const char *wrong = difference(&ks_chess_pieces, board, square, side, 0);
            cr_assert(!wrong, "%s", wrong);
        }
}

/* ---- Places where a scan goes wrong most easily ---- */

static unsigned square_named(const char *name) {
    return KS_SQUARE(name[0] - 'a', '8' - name[1]);
}

/* Puts pieces such as "Ke1 ra8" on a board; a king of `side` on `square` is attacked from the squares of
 * `attackers`, such as "a8 h5". */
static void expect(const char *pieces, unsigned side, const char *square, const char *attackers) {
    uint8_t board[64] = {0};
    uint64_t expected = 0;
    for (const char *at = pieces; *at; at += at[3] ? 4 : 3)
        for (unsigned code = 0; code < 16; code++)
            if (ks_code_letter(code) == *at)
                board[square_named(at + 1)] = (uint8_t)code;
    for (const char *at = attackers; *at; at += at[2] ? 3 : 2)
        expected |= UINT64_C(1) << square_named(at);
    const char *wrong = difference(&ks_chess_pieces, board, square_named(square), side, expected);
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

/* Pawns there are no chess, but a board is 64 bytes and each has a meaning. */
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

Test(geometry, a_blocker_hides_and_pieces_behind_count_for_nothing) {
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
