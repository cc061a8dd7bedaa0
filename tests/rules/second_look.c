/* Compares verdicts on many boards at once (verdict.h) with the reference's lists of moves: for each width
 * of vectors, in groups of any size, and on boards that are no positions. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/board/geometry.h"
#include "rules/movegen_reference.h"
#include "rules/verdict.h"
#include "support/kernels/usable.h"
#include "support/random.h"
#include "support/sanitized.h"
#include "support/thorough.h"

enum { LOOKS_MAX = 40 };

static struct sample {
    uint8_t boards[LOOKS_MAX][KS_SQUARES];
    struct second_look looks[LOOKS_MAX];
    enum ks_verdict verdicts[LOOKS_MAX];
    uint64_t checkers[LOOKS_MAX];
} sample;

/* ---- Boards ---- */

/* Draws a square, mostly at most three files and rows away from `near`. */
static unsigned draw_square(uint64_t *random, unsigned near) {
    const unsigned file = (near & 7) + random_below(random, 7) - 3,
                   row = (near >> 3) + random_below(random, 7) - 3;
    return file < 8 && row < 8 && random_below(random, 8) ? KS_SQUARE(file, row)
                                                          : random_below(random, KS_SQUARES);
}

/* Draws men around a king, from none to many, so that pins, checks from all sides, mates and only moves are
 * frequent. Sometimes a king is missing or extra, or pawns stand on the back ranks. */
static void draw_board(uint64_t *random, uint8_t board[64]) {
    const unsigned men = random_below(random, random_below(random, 2) ? 40 : 10),
                   blacks = 1 + random_below(random, 7), king = random_below(random, KS_SQUARES);
    memset(board, KS_EMPTY, KS_SQUARES);
    for (unsigned i = 0; i < men; i++) {
        const unsigned kind = KS_WHITE_PAWN + random_below(random, 5), square = draw_square(random, king);
        if (kind != KS_WHITE_PAWN || (square >= 8 && square < 56) || random_below(random, 100) == 0)
            board[square] = (uint8_t)(kind | (random_below(random, 8) < blacks ? KS_BLACK_BIT : 0));
    }
    const unsigned color = random_below(random, 2) ? KS_BLACK_BIT : 0;
    if (random_below(random, 20))
        board[random_below(random, KS_SQUARES)] = (uint8_t)(KS_WHITE_KING | (color ^ KS_BLACK_BIT));
    if (random_below(random, 20))
        board[king] = (uint8_t)(KS_WHITE_KING | color);
    if (random_below(random, 50) == 0)
        board[random_below(random, KS_SQUARES)] = (uint8_t)(KS_WHITE_KING | color);
}

/* ---- Expected verdicts ---- */

/* Returns whether the board can be a position, and makes one of it without castling and en passant. */
static bool make_position(const uint8_t board[64], unsigned us, ks_position *position) {
    return ks_position_from_board(board, us, 0, KS_NO_SQUARE, 0, position, NULL) == KS_OK;
}

static enum ks_verdict expected_verdict(const struct second_look *look, uint64_t *checkers) {
    ks_position position;
    ks_move moves[KS_MOVES_MAX];
    *checkers = 0;
    if (!make_position(look->board, look->us, &position))
        return KS_VERDICTS;
    *checkers = reference()->attackers(look->board, ks_king_of(&position, look->us), look->us ^ 1u);
    if (ks_legal_moves_reference(&position, moves) > 0)
        return *checkers ? has_one_bit(*checkers) ? KS_CHECK : KS_DOUBLE_CHECK : KS_SAFE;
    return look->special ? KS_VERDICTS : *checkers ? KS_CHECKMATE : KS_STALEMATE;
}

/* ---- The test ---- */

/* Returns whether LINE_QUIET holds for the board. */
static bool is_quiet(const struct second_look *look, uint64_t checkers) {
    ks_position position;
    return checkers == 0 && make_position(look->board, look->us, &position);
}

/* quiet: whether all boards are quiet but for one in twenty, so that whole groups are. */
static void draw_look(uint64_t *random, unsigned i, bool quiet) {
    struct second_look *look = &sample.looks[i];
    do {
        draw_board(random, sample.boards[i]);
        *look = (struct second_look){.board = sample.boards[i],
                                     .us = (uint8_t)random_below(random, 2),
                                     .special = random_below(random, 4) == 0};
        sample.verdicts[i] = expected_verdict(look, &sample.checkers[i]);
        look->quiet = is_quiet(look, sample.checkers[i]) && (quiet || random_below(random, 2));
    } while (quiet && !look->quiet && random_below(random, 20) > 0);
}

static void draw_sample(uint64_t *random, size_t found[KS_VERDICTS + 1]) {
    const bool quiet = random_below(random, 2) != 0;
    for (unsigned i = 0; i < LOOKS_MAX; i++) {
        draw_look(random, i, quiet);
        found[sample.verdicts[i]]++;
    }
}

static void expect_verdicts(const char *kernel, size_t first, size_t count) {
    ks_settle_verdicts(sample.looks + first, count);
    for (size_t i = first; i < first + count; i++) {
        const struct second_look *look = &sample.looks[i];
        char fen[KS_FEN_SIZE] = "a board that is no position";
        ks_position position;
        if (look->verdict == sample.verdicts[i] &&
            (look->checkers == sample.checkers[i] || look->verdict == KS_VERDICTS))
            continue;
        if (make_position(look->board, look->us, &position))
            ks_write_fen(&position, fen);
        cr_assert_fail("%s, board %zu of %zu, %s: expected verdict %d, found %d; checkers %llx, found %llx",
                       kernel, i - first, count, fen, sample.verdicts[i], look->verdict,
                       (unsigned long long)sample.checkers[i], (unsigned long long)look->checkers);
    }
}

/* A board of which an easy push is found has that move, which is legal when nobody is in check. */
static void expect_easy_pushes(const char *kernel, unsigned *found) {
    static uint8_t boards[LOOKS_MAX][64];
    uint8_t kings[LOOKS_MAX], sides[LOOKS_MAX];
    size_t from[LOOKS_MAX], count = 0;
    for (size_t i = 0; i < LOOKS_MAX; i++) {
        const struct second_look *const look = &sample.looks[i];
        ks_position position;
        if (sample.verdicts[i] == KS_VERDICTS || !make_position(look->board, look->us, &position))
            continue;
        memcpy(boards[count], look->board, 64);
        kings[count] = (uint8_t)ks_king_of(&position, look->us);
        sides[count] = look->us;
        from[count++] = i;
    }
    struct easy_look easy = {(const uint8_t(*)[64])boards, kings, sides, count, {0}, {0}};
    ks_find_easy_pushes(&easy);
    for (size_t k = 0; k < count; k++) {
        const unsigned verdict = sample.verdicts[from[k]], king = sides[k] == KS_WHITE ? 14 : 6;
        const bool easily = easy.pushes[k / 64] >> k % 64 & 1;
        cr_assert_eq(boards[k][easy.other_kings[k]], king, "%s", kernel);
        cr_assert(!easily || verdict != KS_STALEMATE, "%s", kernel);
        *found += easily && verdict == KS_SAFE;
    }
    cr_assert_eq(easy.pushes[count / 64] >> count % 64, 0);
}

Test(second_look, agrees_with_the_reference) {
    const unsigned rounds = 40000 / (4 * stride());
    const ks_kernel *kernels[KERNELS_MAX];
    const size_t kernel_count = usable_kernels(kernels);
    size_t found[KS_VERDICTS + 1] = {0};
    unsigned pushes = 0;
    uint64_t random = 11;
    for (unsigned round = 0; round < rounds; round++) {
        draw_sample(&random, found);
        const size_t count = 1 + random_below(&random, LOOKS_MAX),
                     first = random_below(&random, LOOKS_MAX + 1 - (unsigned)count);
        for (size_t k = 0; k < kernel_count; k++) {
            ks_kernel_select(kernels[k]->name, NULL);
            expect_verdicts(kernels[k]->name, first, count);
            expect_easy_pushes(kernels[k]->name, &pushes);
        }
    }
    for (unsigned verdict = KS_SAFE; verdict <= KS_VERDICTS; verdict++)
        cr_expect_gt(found[verdict], rounds / 100, "verdict %u: %zu", verdict, found[verdict]);
    cr_expect_gt(pushes, rounds);
}
