/* The differential harness: its boards, what it finds, to what it shrinks a board, and what `kingscan fuzz`
 * tells. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fuzz/difference_report.h"
#include "kingscan.h"
#include "support/kernels/usable.h"
#include "support/length.h"
#include "support/run.h"

/* ---- Boards ---- */

static bool same_question(const struct question *a, const struct question *b) {
    return memcmp(a->board, b->board, KS_SQUARES) == 0 && a->square == b->square && a->side == b->side &&
           !a->set == !b->set && (!a->set || memcmp(a->set, b->set, sizeof *a->set) == 0);
}

static void expect_same_boards(struct boards *a, struct boards *b, unsigned count) {
    struct question p, q;
    for (unsigned i = 0; i < count; i++) {
        boards_next(a, &p);
        boards_next(b, &q);
        cr_assert(same_question(&p, &q), "board %u", i);
    }
}

Test(boards, same_seed_brings_the_same_boards) {
    static struct boards a, b;
    boards_start(&a, 7);
    boards_start(&b, 7);
    expect_same_boards(&a, &b, 2 * BOARD_ROUND + 100);
}

Test(boards, seed_of_a_round_brings_it_back) {
    static struct boards a, b;
    struct question question;
    boards_start(&a, 7);
    for (unsigned i = 0; i < BOARD_ROUND; i++)
        boards_next(&a, &question);
    b = a;
    boards_next(&b, &question);
    cr_assert_neq(b.seed, 7);
    boards_start(&b, b.seed);
    expect_same_boards(&a, &b, BOARD_ROUND);
}

static uint64_t hash(const struct question *question) {
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (unsigned i = 0; i < KS_SQUARES; i++)
        h = (h ^ question->board[i]) * 1099511628211u;
    return h;
}

static int by_value(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Without that, "boards tried" would be a boast. The few that return are bare ones and sets' other spellings.
 */
Test(boards, nearly_all_are_different) {
    enum { COUNT = 200000 };
    static struct boards boards;
    static uint64_t hashes[COUNT];
    struct question question;
    unsigned different = 1;
    boards_start(&boards, 3);
    for (unsigned i = 0; i < COUNT; i++) {
        boards_next(&boards, &question);
        hashes[i] = hash(&question);
    }
    qsort(hashes, COUNT, sizeof *hashes, by_value);
    for (unsigned i = 1; i < COUNT; i++)
        different += hashes[i] != hashes[i - 1];
    cr_expect(different > COUNT / 100 * 95, "%u of %d boards are different", different, COUNT);
}

Test(boards, all_kinds_of_questions_come) {
    static struct boards boards;
    struct question question;
    unsigned squares[KS_SQUARES] = {0}, sides[2] = {0}, sets[2][2] = {{0}}, attacked[2] = {0}, any_bytes = 0,
             few = 0, many = 0;
    boards_start(&boards, 5);
    for (unsigned i = 0; i < 100000; i++) {
        unsigned pieces = 0;
        boards_next(&boards, &question);
        squares[question.square]++;
        sides[question.side]++;
        any_bytes += question.any_bytes;
        if (question.set) {
            sets[question.set->wide][question.set->a1_first]++;
            continue;
        }
        for (unsigned square = 0; square < KS_SQUARES; square++)
            pieces += question.board[square] != KS_EMPTY;
        few += pieces <= 4;
        many += pieces >= 40;
        attacked[reference()->in_check(question.board, question.square, question.side)]++;
    }
    for (unsigned square = 0; square < KS_SQUARES; square++)
        cr_expect(squares[square] > 100, "square %u is asked %u times", square, squares[square]);
    for (unsigned i = 0; i < 2; i++) {
        cr_expect(sides[i] > 40000);
        cr_expect(attacked[i] > 20000);
        cr_expect(sets[i][0] > 1000 && sets[i][1] > 1000);
    }
    cr_expect(any_bytes > 5000 && few > 5000 && many > 5000);
}

/* ---- Finding and shrinking, with kernels that are wrong on purpose ---- */

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

/* Wrong when a white queen stands on d1 and a black knight on b8: neither can be removed or be simpler. */
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

/* With the queen on d1, and such that of the pieces on b8, e4 and g1, which are tried in this order, each can
 * go only after the next. */
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

/* Wrong for every piece on e4, so the plainest of its colour is enough. */
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

Test(differential, asks_about_any_bytes_unless_told_otherwise) {
    const ks_kernel wrong = {.name = "wrong", .in_check = in_check_wrong_for_high_bits};
    static struct boards boards;
    static struct output out;
    struct difference difference;
    cr_expect_not(find(&wrong, true, 300000, &boards, &difference));
    cr_assert(find(&wrong, false, 300000, &boards, &difference));
    difference_shrink(&difference);
    put_difference(&out, &difference);
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

/* Right, but for boards that begin with a1: there it takes the pawns' direction from our own. */
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
    put_difference(&out, &difference);
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
    make_wrong(lines, set->classes[KS_WHITE][board[D1]] & KS_OWN);
}

static const char *const mask_names[] = {"checkers", "check_lines", "pinned", "pin_orthogonal",
                                         "pin_diagonal"};

/* Finds the difference and returns what programs are told of it. */
static const char *find_and_tell(const ks_kernel *kernel, struct difference *difference) {
    static struct boards boards;
    static struct output out;
    cr_assert(find(kernel, false, 100000, &boards, difference), "%s", mask_names[wrong_mask]);
    difference_shrink(difference);
    out.used = 0;
    put_difference(&out, difference);
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

/* As if boards lay next to each other. */
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

/* As if there were one word of answers. */
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

/* Finds what is wrong only in a batch, and again from the seed of its round. */
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
    put_difference(&out, &difference);
    cr_expect(strstr(out.bytes, member), "expected %s in %s", member, out.bytes);
}

Test(differential, unused_bits_of_a_batch_count) {
    const ks_kernel wrong = {.name = "wrong", .in_check_batch = batch_with_a_bit_too_many};
    const struct difference difference = find_in_batch(&wrong);
    cr_expect_eq(difference.batch.bit, difference.batch.boards);
}

/* What is printed for people of a difference, up to the board. */
static void expect_told(const struct difference *difference, const char *expected) {
    char text[512];
    print_difference(difference);
    fflush(stdout);
    const size_t length = fread(text, 1, sizeof text - 1, cr_get_redirected_stdout());
    text[length] = '\0';
    cr_expect_eq(strncmp(text, expected, strlen(expected)), 0, "expected:\n%sfound:\n%s", expected, text);
}

Test(differential, tells_people_which_mask, .init = cr_redirect_stdout) {
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

Test(differential, tells_people_where_in_a_batch, .init = cr_redirect_stdout) {
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
    const ks_kernel *kernels = ks_kernels(&count);
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_usable(&kernels[i]))
            cr_expect_not(find(&kernels[i], false, 200000, &boards, &difference), "%s", kernels[i].name);
}

/* ---- The subcommand, with plugins built from tests/plugins ---- */

#define PLUGIN BUILD "/plugins/"

static void build_plugin(const char *name, const char *flags) {
    char command[1024];
    snprintf(command, sizeof command,
             "mkdir -p " PLUGIN " && ${CC:-cc} -O2 -shared -fPIC %s -o " PLUGIN
             "%s.so tests/plugins/in_check.c",
             flags, name);
    expect_run(command, 0, "", "");
}

static struct ran fuzz(const char *options) {
    char command[1024];
    snprintf(command, sizeof command, "$KINGSCAN fuzz %s", options);
    return run_shell(command);
}

/* The rest of the line of `text` that begins so. */
static void copy_field(const char *text, const char *name, char field[256]) {
    const char *line = strstr(text, name);
    cr_assert(line, "no %s in:\n%s", name, text);
    snprintf(field, 256, "%.*s", (int)strcspn(line + 11, "\n"), line + 11);
}

/* The pieces of a FEN's placement, without squares and in the order of the alphabet. */
static void copy_pieces(const char *placement, char pieces[65]) {
    unsigned count = 0;
    for (char letter = 'A'; letter <= 'z'; letter++)
        for (const char *c = placement; *c; c++)
            if (*c == letter)
                pieces[count++] = letter;
    pieces[count] = '\0';
}

struct defect {
    char macro[32];
    char cores[64]; /* the boards that it can come down to, as pieces, with blanks around */
};

ParameterizedTestParameters(fuzz, finds_and_shrinks) {
    static struct defect defects[] = {
        {"PAWNS_BACKWARDS", " P p "},
        {"RAYS_WRAP", " P B R Q K p b r q k "},
        {"RAYS_PASS_OWN_PAWNS", " PR PB PQ Pb Pr Pq Rp Bp Qp "},
        {"FORGETS_A_KNIGHT", " N n "},
    };
    return cr_make_param_array(struct defect, defects, LENGTH(defects));
}

ParameterizedTest(struct defect *defect, fuzz, finds_and_shrinks) {
    char text[512], placement[256], fen[256], repeat[256], again[256], core[80] = " ", pieces[65];
    sprintf(text, "-D%s", defect->macro);
    build_plugin(defect->macro, text);
    sprintf(text, "--seed 1 --seconds 20 --plugin " PLUGIN "%s.so", defect->macro);
    struct ran first = fuzz(text);
    cr_assert_eq(first.status, 1, "%s%s", first.out, first.err);

    copy_field(first.out, "placement", placement);
    copy_pieces(placement, pieces);
    strcat(strcat(core, pieces), " ");
    cr_expect(strstr(defect->cores, core), "%s: %s is none of%s", defect->macro, placement, defect->cores);

    copy_field(first.out, "FEN", fen);
    ks_position position;
    cr_expect_eq(ks_read_fen(fen, strlen(fen), 0, &position, NULL), KS_OK, "%s", fen);

    copy_field(first.out, "repeat", repeat);
    cr_assert_eq(strncmp(repeat, "kingscan fuzz ", 14), 0);
    struct ran second = fuzz(repeat + 14);
    cr_expect_eq(second.status, 1);
    copy_field(second.out, "placement", again);
    cr_expect_str_eq(again, placement);
    free_ran(&first);
    free_ran(&second);
}

/* The core names the squares too, where just one is wrong. */
Test(fuzz, tells_what_differs) {
    build_plugin("knight", "-DFORGETS_A_KNIGHT");
    struct ran ran = fuzz("--seed 1 --kernels c --plugin " PLUGIN "knight.so");
    cr_expect(strstr(ran.out, PLUGIN "knight.so, in_check: what of ") && strstr(ran.out, " attacks e4?\n") &&
                  strstr(ran.out, "reference  1, attacked\nfound      0, safe\n") &&
                  strstr(ran.out, " 6  .  .  .  .  .  ") &&
                  strstr(ran.out, " --kernels c --plugin " PLUGIN "knight.so\n"),
              "%s", ran.out);
    cr_expect_str_eq(ran.err, "comparing with the reference: c, " PLUGIN "knight.so; seed 1\n");
    free_ran(&ran);

    ran = fuzz("--seed 1 --json --plugin " PLUGIN "knight.so");
    cr_expect_eq(ran.status, 1);
    cr_expect(strncmp(ran.out, "{\"boards\":", 10) == 0 && strstr(ran.out, ",\"seed\":\"1\",") &&
                  strstr(ran.out, "\"function\":\"in_check\",\"square\":\"e4\",") &&
                  strstr(ran.out, "\"expected\":1,\"found\":0,\"lasting\":true,\"placement\":\"") &&
                  strstr(ran.out, "\"repeat\":\"kingscan fuzz --seed "),
              "%s", ran.out);
    free_ran(&ran);
}

Test(fuzz, same_seed_gives_the_same_output) {
    build_plugin("pawns", "-DPAWNS_BACKWARDS");
    struct ran one = fuzz("--seed 1 --plugin " PLUGIN "pawns.so"),
               two = fuzz("--seed 1 --plugin " PLUGIN "pawns.so"),
               other = fuzz("--seed 2 --plugin " PLUGIN "pawns.so");
    cr_expect_eq(one.status, 1);
    cr_expect_str_eq(one.out, two.out);
    cr_expect_str_neq(one.out, other.out);
    free_ran(&one);
    free_ran(&two);
    free_ran(&other);
}

Test(fuzz, lets_a_right_plugin_pass) {
    build_plugin("right", "-Din_check=named_otherwise");
    struct ran ran = fuzz("--seed 1 --boards 200000 --plugin " PLUGIN "right.so:named_otherwise");
    cr_expect_eq(ran.status, 0, "%s%s", ran.out, ran.err);
    cr_expect_eq(strncmp(ran.out, "200000 boards, ", 15), 0, "%s", ran.out);
    cr_expect(strstr(ran.out, PLUGIN "right.so:named_otherwise; seed 1\n"), "%s", ran.out);
    free_ran(&ran);
    expect_run("cd " PLUGIN
               " && $KINGSCAN fuzz --boards 1000 --plugin right.so:named_otherwise >/dev/null 2>&1",
               0, "", "");
}

static void expect_refusal(const char *options, const char *message) {
    struct ran ran = fuzz(options);
    cr_expect_eq(ran.status, 2, "%s: status %d", options, ran.status);
    cr_expect_eq(ran.out_length, 0);
    cr_expect(strncmp(ran.err, "kingscan fuzz: ", 15) == 0 && strstr(ran.err, message), "%s: %s", options,
              ran.err);
    free_ran(&ran);
}

Test(fuzz, refuses_what_it_cannot_do) {
    build_plugin("symbol", "");
    expect_refusal("--kernels c,nonsense", "no kernel is called \"nonsense\"; this machine has: c, ");
    expect_refusal("--kernels ''", "no kernel is called \"\"");
    expect_refusal("--plugin " PLUGIN "missing.so", "No such file");
    expect_refusal("--plugin libc.so.6", "No such file"); /* a file, not a library of the system */
    expect_refusal("--plugin " PLUGIN "symbol.so:other", "undefined symbol: other");
    expect_refusal("--plugin tests/cli/fuzz/fuzz.c", "invalid ELF header");
    expect_refusal("--seed -1", "--seed");
    expect_refusal("--boards 0", "--boards");
    expect_refusal("something", "found 'something'");
}

Test(fuzz, repeat_command_is_quoted) {
    build_plugin("it\\'s\\ wrong", "-DPAWNS_BACKWARDS");
    struct ran ran = fuzz("--seed 1 --plugin \"" PLUGIN "it's wrong.so\"");
    cr_expect_eq(ran.status, 1);
    cr_expect(strstr(ran.out, " --plugin '" PLUGIN "it'\\''s wrong.so'\n"), "%s", ran.out);
    free_ran(&ran);
}

Test(fuzz, finds_nothing_and_names_its_seed) {
    struct ran ran = fuzz("--boards 100000 --json");
    cr_expect_eq(ran.status, 0);
    cr_expect(strncmp(ran.out, "{\"boards\":100000,", 17) == 0 && strstr(ran.out, "],\"difference\":null}\n"),
              "%s", ran.out);
    const char *seed = strstr(ran.err, "; seed ");
    cr_assert(seed);
    char member[64];
    sprintf(member, "\"seed\":\"%.*s\"", (int)strcspn(seed + 7, "\n"), seed + 7);
    cr_expect(strstr(ran.out, member), "%s in %s", member, ran.out);
    free_ran(&ran);
}

Test(fuzz, interrupted_says_how_far_it_got) {
    struct ran ran = run_shell("timeout --preserve-status -s INT 1 $KINGSCAN fuzz --seconds 100");
    cr_expect_eq(ran.status, 130);
    cr_expect(strstr(ran.out, " boards, ") && strstr(ran.out, "; interrupted\n"), "%s", ran.out);
    free_ran(&ran);
}

Test(fuzz, shows_progress_on_a_terminal) {
    struct ran ran = run_on_terminal("$KINGSCAN fuzz --seconds 2");
    cr_expect_eq(ran.status, 0);
    cr_expect(strstr(ran.out, "\r\033[K"), "%s", ran.out);
    free_ran(&ran);
}
