/* Tests the comparison of kernels in `kingscan fuzz` with kernels that are wrong on purpose: the differences
 * that it finds, the boards to which it shrinks them, and its reports. */
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands/fuzz/difference.h"
#include "support/kernels/question.h"
#include "support/kernels/usable.h"

/* ---- Finding and shrinking ---- */

enum { E4 = 36, G1 = 62, D1 = 59, B8 = 1 };

static bool find(const ks_kernel *kernel, bool codes_only, unsigned boards_to_try, struct boards *boards,
                 struct difference *difference) {
    static struct differential differential;
    struct question question;
    differential.count = 0;
    differential_add(&differential, kernel, codes_only);
    boards_start(boards, 1);
    for (; boards_to_try > 0; boards_to_try--) {
        boards_next(boards, &question);
        if (differential_ask(&differential, &question, difference))
            return true;
    }
    return false;
}

static void expect_board(const struct difference *difference, const uint8_t expected[KS_SQUARES]) {
    for (unsigned square = 0; square < KS_SQUARES; square++)
        cr_expect(difference->question.board[square] == expected[square], "%s: expected %u, found %u",
                  ks_square_name(square), expected[square], difference->question.board[square]);
}

/* Wrong when a white queen stands on d1 and a black knight on b8: neither can be removed or replaced by a
 * simpler piece. */
static uint64_t attackers_wrong_for_two(const uint8_t board[64], unsigned square, unsigned by_side) {
    const bool wrong = board[D1] == KS_WHITE_QUEEN && board[B8] == KS_BLACK_KNIGHT;
    return reference()->attackers(board, square, by_side) ^ (wrong ? (uint64_t)1 << G1 : 0);
}

Test(differential, shrinks_to_the_pieces_that_matter) {
    const ks_kernel wrong = {.name = "wrong", .attackers = attackers_wrong_for_two};
    static struct boards boards;
    struct difference difference;
    cr_assert(find(&wrong, false, 1000000, &boards, &difference));
    difference_shrink(&difference);
    expect_board(&difference, (uint8_t[KS_SQUARES]){[D1] = KS_WHITE_QUEEN, [B8] = KS_BLACK_KNIGHT});
    cr_expect(difference.lasting);
    cr_expect_eq(difference.expected ^ difference.found, (uint64_t)1 << G1);
    cr_expect_str_eq(difference.function->names[0], "attackers");
}

/* Wrong with the queen on d1 and some of the pieces on b8, e4 and g1. They are tried in this order, and each
 * can be removed only after the next. */
static uint64_t attackers_wrong_in_order(const uint8_t board[64], unsigned square, unsigned by_side) {
    const bool wrong = board[D1] == KS_WHITE_QUEEN && (board[B8] || !board[E4]) && (board[E4] || !board[G1]);
    return reference()->attackers(board, square, by_side) ^ (uint64_t)wrong;
}

Test(differential, removes_until_none_can_go) {
    const ks_kernel wrong = {.name = "wrong", .attackers = attackers_wrong_in_order};
    static struct boards boards;
    struct difference difference;
    cr_assert(find(&wrong, false, 1000000, &boards, &difference));
    difference.question.board[B8] = difference.question.board[E4] = difference.question.board[G1] =
        KS_BLACK_KNIGHT;
    difference_shrink(&difference);
    expect_board(&difference, (uint8_t[KS_SQUARES]){[D1] = KS_WHITE_QUEEN});
}

/* Wrong for every piece on e4, so the simplest of its colour is enough. */
static int in_check_wrong_for_one(const uint8_t board[64], unsigned king_square, unsigned side) {
    return reference()->in_check(board, king_square, side) ^ (ks_code_letter(board[E4]) != '.');
}

Test(differential, puts_simpler_pieces) {
    const ks_kernel wrong = {.name = "wrong", .in_check = in_check_wrong_for_one};
    static struct boards boards;
    struct difference difference;
    cr_assert(find(&wrong, false, 1000, &boards, &difference));
    difference.question.board[E4] = 0xf0 | KS_BLACK_QUEEN;
    difference_shrink(&difference);
    expect_board(&difference, (uint8_t[KS_SQUARES]){[E4] = KS_BLACK_PAWN});
}

static int in_check_wrong_for_high_bits(const uint8_t board[64], unsigned king_square, unsigned side) {
    uint8_t low_bits[KS_SQUARES];
    for (unsigned square = 0; square < KS_SQUARES; square++)
        low_bits[square] = board[square] > KS_BLACK_KING ? KS_EMPTY : board[square];
    return reference()->in_check(low_bits, king_square, side);
}

Test(differential, asks_about_any_bytes_by_default) {
    const ks_kernel wrong = {.name = "wrong", .in_check = in_check_wrong_for_high_bits};
    static struct boards boards;
    static struct output out;
    struct difference difference;
    cr_expect_not(find(&wrong, true, 300000, &boards, &difference));
    cr_assert(find(&wrong, false, 300000, &boards, &difference));
    difference_shrink(&difference);
    put_difference(&(struct json){.out = &out}, &difference);
    put(&out, "", 1);
    cr_expect_null(strstr(out.bytes, "placement"), "such a board is no FEN");
}

static int in_check_of_two(const uint8_t board[64], unsigned king_square, unsigned side) {
    return 2 * reference()->in_check(board, king_square, side);
}

Test(differential, in_check_is_just_0_or_1) {
    const ks_kernel wrong = {.name = "wrong", .in_check = in_check_of_two};
    static struct boards boards;
    struct difference difference;
    cr_assert(find(&wrong, false, 1000, &boards, &difference));
    cr_expect_eq(difference.expected, 1);
    cr_expect_eq(difference.found, 2);
}

/* Right, except for boards from a1, for which it uses the direction that pawns have on Kingscan's own. */
static uint64_t attackers_set_never_a1(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                                       unsigned by_side) {
    ks_pieceset copy = *set;
    copy.a1_first = 0;
    return reference()->attackers_set(&copy, board, square, by_side);
}

Test(differential, compares_sets_and_names_their_squares) {
    const ks_kernel wrong = {.name = "wrong", .attackers_set = attackers_set_never_a1};
    static struct boards boards;
    static struct output out;
    struct difference difference;
    cr_assert(find(&wrong, false, 300000, &boards, &difference));
    difference_shrink(&difference);

    const struct question *q = &difference.question;
    unsigned pieces = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++)
        pieces += q->set->classes[KS_WHITE][q->board[square]] != 0;
    cr_expect(q->set->a1_first && pieces == 1);

    char expected[32];
    sprintf(expected, "\"square\":\"%s\"", ks_square_name(q->square ^ 56));
    put_difference(&(struct json){.out = &out}, &difference);
    put(&out, "", 1);
    cr_expect(strstr(out.bytes, expected), "expected %s in %s", expected, out.bytes);
}

static int in_check_wrong_at_times(const uint8_t board[64], unsigned king_square, unsigned side) {
    static unsigned calls;
    return reference()->in_check(board, king_square, side) ^ (++calls % 3 == 0);
}

/* ---- King scans: a kernel that is wrong in one of the five masks ---- */

static unsigned wrong_mask;

static void make_wrong(ks_king_lines *lines, bool wrong) {
    uint64_t masks[LINES_VALUES];
    memcpy(masks, lines, sizeof masks);
    masks[wrong_mask] ^= wrong ? (uint64_t)1 << G1 : 0;
    memcpy(lines, masks, sizeof masks);
}

static void king_scan_wrong_for_one(const uint8_t board[64], unsigned king_square, unsigned side,
                                    ks_king_lines *lines) {
    reference()->king_scan(board, king_square, side, lines);
    make_wrong(lines, board[D1] == KS_WHITE_QUEEN);
}

static void king_scan_set_wrong_for_one(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                                        unsigned side, ks_king_lines *lines) {
    reference()->king_scan_set(set, board, king_square, side, lines);
    make_wrong(lines, set->classes[KS_WHITE][board[D1]] & KS_CLASS_OWN);
}

static const char *const mask_names[] = {"checkers", "check_lines", "pinned", "pin_orthogonal",
                                         "pin_diagonal"};

/* Finds the difference and returns the report for programs. */
static const char *find_and_tell(const ks_kernel *kernel, struct difference *difference) {
    static struct boards boards;
    static struct output out;
    cr_assert(find(kernel, false, 100000, &boards, difference), "%s", mask_names[wrong_mask]);
    difference_shrink(difference);
    out.used = 0;
    put_difference(&(struct json){.out = &out}, difference);
    put(&out, "", 1);
    return out.bytes;
}

Test(differential, every_mask_of_a_king_scan_counts) {
    const ks_kernel wrong = {.name = "wrong", .king_scan = king_scan_wrong_for_one},
                    wrong_set = {.name = "wrong", .king_scan_set = king_scan_set_wrong_for_one};
    for (wrong_mask = 0; wrong_mask < LINES_VALUES; wrong_mask++) {
        struct difference difference;
        char member[64];
        sprintf(member, "\"function\":\"king_scan\",\"value\":\"%s\",\"square\"", mask_names[wrong_mask]);
        const char *told = find_and_tell(&wrong, &difference);
        cr_expect(strstr(told, member), "expected %s in %s", member, told);
        expect_board(&difference, (uint8_t[KS_SQUARES]){[D1] = KS_WHITE_QUEEN});
        cr_expect_eq(difference.expected ^ difference.found, (uint64_t)1 << G1);
        cr_expect(difference.lasting);

        sprintf(member, "\"function\":\"king_scan_set\",\"value\":\"%s\",\"square\"", mask_names[wrong_mask]);
        told = find_and_tell(&wrong_set, &difference);
        cr_expect(strstr(told, member), "expected %s in %s", member, told);
    }
}

static void king_scan_that_writes_nothing(const uint8_t board[64], unsigned king_square, unsigned side,
                                          ks_king_lines *lines) {
    (void)board, (void)king_square, (void)side, (void)lines;
}

Test(differential, masks_that_are_not_written_count) {
    const ks_kernel wrong = {.name = "wrong", .king_scan = king_scan_that_writes_nothing};
    static struct boards boards;
    struct difference difference;
    cr_expect(find(&wrong, false, 1, &boards, &difference));
}

/* ---- Batches ---- */

static void batch_wrong_for_one(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                                const uint8_t *sides, size_t n, uint64_t *out_bits) {
    reference()->in_check_batch(boards, stride, king_squares, sides, n, out_bits);
    for (size_t i = 0; i < n; i++)
        out_bits[i / 64] ^= (uint64_t)(boards[i * stride + D1] == KS_WHITE_QUEEN) << i % 64;
}

Test(differential, a_board_wrong_alone_as_in_a_batch_is_shrunk) {
    const ks_kernel wrong = {.name = "wrong", .in_check_batch = batch_wrong_for_one};
    static struct boards boards;
    struct difference difference;
    cr_assert(find(&wrong, false, 100000, &boards, &difference));
    difference_shrink(&difference);
    expect_board(&difference, (uint8_t[KS_SQUARES]){[D1] = KS_WHITE_QUEEN});
    cr_expect(difference.lasting);
    cr_expect_eq(difference.batch.boards, 0);
    cr_expect_str_eq(difference.function->names[0], "in_check_batch");
}

/* Behaves as if boards were adjacent. */
static void batch_without_stride(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                                 const uint8_t *sides, size_t n, uint64_t *out_bits) {
    (void)stride;
    reference()->in_check_batch(boards, KS_SQUARES, king_squares, sides, n, out_bits);
}

static void batch_set_without_stride(const ks_pieceset *set, const uint8_t *boards, size_t stride,
                                     const uint8_t *king_squares, const uint8_t *sides, size_t n,
                                     uint64_t *out_bits) {
    (void)stride;
    reference()->in_check_batch_set(set, boards, KS_SQUARES, king_squares, sides, n, out_bits);
}

/* Behaves as if the answers were one word. */
static void batch_wrong_in_second_word(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                                       const uint8_t *sides, size_t n, uint64_t *out_bits) {
    reference()->in_check_batch(boards, stride, king_squares, sides, n, out_bits);
    if (n > 64)
        out_bits[1] = 0;
}

static void batch_with_a_bit_too_many(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                                      const uint8_t *sides, size_t n, uint64_t *out_bits) {
    reference()->in_check_batch(boards, stride, king_squares, sides, n, out_bits);
    if (n > 1 && n % 64 > 0)
        out_bits[n / 64] |= (uint64_t)1 << n % 64;
}

/* Finds a mistake that occurs only in a batch, and finds it again by the seed of its round. */
static struct difference find_in_batch(const ks_kernel *kernel) {
    static struct boards boards, again;
    struct difference difference, same;
    struct question question;
    cr_assert(find(kernel, false, 100000, &boards, &difference));
    const struct batch_place place = difference.batch;
    cr_expect(place.boards > 0);
    difference_shrink(&difference);
    cr_expect(difference.lasting && memcmp(&place, &difference.batch, sizeof place) == 0);

    static struct differential differential;
    differential_add(&differential, kernel, false);
    boards_start(&again, boards.seed);
    do
        boards_next(&again, &question);
    while (!differential_ask(&differential, &question, &same));
    cr_expect(same_question(&difference.question, &same.question));
    cr_expect_eq(memcmp(&place, &same.batch, sizeof place), 0);
    return difference;
}

Test(differential, wrong_strides_are_found) {
    const ks_kernel wrong = {.name = "wrong", .in_check_batch = batch_without_stride};
    const struct difference difference = find_in_batch(&wrong);
    cr_expect(difference.batch.bit > 0 && difference.batch.bit < difference.batch.boards);
}

Test(differential, wrong_strides_are_found_with_sets) {
    const ks_kernel wrong = {.name = "wrong", .in_check_batch_set = batch_set_without_stride};
    cr_expect_not_null(find_in_batch(&wrong).question.set);
}

Test(differential, every_word_of_a_batch_counts) {
    const ks_kernel wrong = {.name = "wrong", .in_check_batch = batch_wrong_in_second_word};
    const struct difference difference = find_in_batch(&wrong);
    static struct output out;
    char member[80];
    const struct batch_place *place = &difference.batch;
    cr_expect(place->bit >= 64 && place->bit < place->boards);
    cr_expect(difference.expected == 1 && difference.found == 0);
    sprintf(member, "\"batch\":{\"boards\":%u,\"stride\":%u,\"bit\":%u},", place->boards, place->stride,
            place->bit);
    put_difference(&(struct json){.out = &out}, &difference);
    put(&out, "", 1);
    cr_expect(strstr(out.bytes, member), "expected %s in %s", member, out.bytes);
}

Test(differential, unused_bits_of_a_batch_count) {
    const ks_kernel wrong = {.name = "wrong", .in_check_batch = batch_with_a_bit_too_many};
    const struct difference difference = find_in_batch(&wrong);
    cr_expect_eq(difference.batch.bit, difference.batch.boards);
}

/* Expects the beginning of the report for people, up to the board. */
static void expect_told(const struct difference *difference, const char *expected) {
    char text[512];
    print_difference(difference);
    fflush(stdout);
    const size_t length = fread(text, 1, sizeof text - 1, cr_get_redirected_stdout());
    text[length] = '\0';
    cr_expect_eq(strncmp(text, expected, strlen(expected)), 0, "expected:\n%sfound:\n%s", expected, text);
}

Test(differential, the_report_names_the_mask, .init = cr_redirect_stdout) {
    const ks_kernel wrong = {.name = "wrong", .king_scan = king_scan_wrong_for_one};
    struct difference difference;
    char expected[256];
    wrong_mask = 2;
    find_and_tell(&wrong, &difference);
    sprintf(expected, "wrong, king_scan pinned: what of %s bears on %s?\nreference  -\nfound      g1\n 8 ",
            difference.question.side == KS_WHITE ? "black" : "white",
            ks_square_name(difference.question.square));
    expect_told(&difference, expected);
}

Test(differential, the_report_names_the_place_in_a_batch, .init = cr_redirect_stdout) {
    const ks_kernel wrong = {.name = "wrong", .in_check_batch = batch_wrong_in_second_word};
    const struct difference difference = find_in_batch(&wrong);
    const struct batch_place *place = &difference.batch;
    char expected[512];
    sprintf(expected,
            "wrong, in_check_batch: what of %s attacks %s?\nreference  1, attacked\nfound      0, safe\n"
            "batch      bit %u of the answers for %u boards, %u bytes apart\n"
            "alone, this board is answered rightly; so nothing was removed from it\n 8 ",
            difference.question.side == KS_WHITE ? "black" : "white",
            ks_square_name(difference.question.square), place->bit, place->boards, place->stride);
    expect_told(&difference, expected);
}

Test(differential, says_when_the_difference_does_not_last) {
    const ks_kernel wrong = {.name = "wrong", .in_check = in_check_wrong_at_times};
    static struct boards boards;
    struct difference difference;
    cr_assert(find(&wrong, false, 100, &boards, &difference));
    const struct question found = difference.question;
    difference_shrink(&difference);
    cr_expect_not(difference.lasting);
    cr_expect(same_question(&found, &difference.question), "nothing is removed then");
}

Test(differential, finds_nothing_in_the_kernels) {
    static struct boards boards;
    struct difference difference;
    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_is_usable(kernels[i]))
            cr_expect_not(find(kernels[i], false, 200000, &boards, &difference), "%s", kernels[i]->name);
}
