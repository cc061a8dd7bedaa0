/* Compares the two writers of a FEN's first field: they write the same text, and no byte beyond the room. */
#include <criterion/criterion.h>
#include <string.h>

#include "core/fen/write.h"
#include "core/kernels/family.h"
#include "kingscan.h"
#include "support/random.h"

/* Writes rows square by square. */
static char *write_plainly(char *out, const uint8_t board[64]) {
    for (unsigned square = 0, empty = 0; square < 64; square++) {
        const bool row_ends = square % 8 == 7;
        empty += board[square] == KS_EMPTY;
        if (empty > 0 && (board[square] != KS_EMPTY || row_ends)) {
            *out++ = (char)('0' + empty);
            empty = 0;
        }
        if (board[square] != KS_EMPTY)
            *out++ = ks_code_letter(board[square]);
        if (row_ends)
            *out++ = '/';
    }
    return out;
}

static void expect_rows(ks_rows_writer *write, const uint8_t board[64]) {
    char expected[ROWS_SIZE], found[ROWS_SIZE + 1];
    const size_t length = (size_t)(write_plainly(expected, board) - expected);
    found[ROWS_SIZE] = '!';
    cr_assert_eq((size_t)(write(found, board) - found), length);
    cr_assert_eq(memcmp(found, expected, length), 0);
    cr_assert_eq(found[ROWS_SIZE], '!');
}

/* All ways to fill a row, in each row, among random others. */
static void expect_all_rows(ks_rows_writer *write) {
    static const uint8_t codes[] = {KS_WHITE_PAWN,   KS_WHITE_KNIGHT, KS_WHITE_BISHOP, KS_WHITE_ROOK,
                                    KS_WHITE_QUEEN,  KS_WHITE_KING,   KS_BLACK_PAWN,   KS_BLACK_KNIGHT,
                                    KS_BLACK_BISHOP, KS_BLACK_ROOK,   KS_BLACK_QUEEN,  KS_BLACK_KING};
    uint64_t random = 1;
    for (unsigned n = 0; n < 64 * 256; n++) {
        uint8_t board[64];
        for (unsigned square = 0; square < 64; square++) {
            const bool filled = square / 8 == n % 8 ? n / 8 >> square % 8 & 1 : random_below(&random, 2);
            board[square] = filled ? codes[random_below(&random, sizeof codes)] : KS_EMPTY;
        }
        expect_rows(write, board);
    }
}

Test(fen_rows, each_writer_writes_all_rows) {
    expect_all_rows(ks_any_write_rows);
#ifdef KS_X86_64_BUILDS
    if (ks_tier_runs(TIER_fast, ks_cpu_features()))
        expect_all_rows(ks_fast_write_rows);
#endif
#ifdef KS_VECTOR_BUILDS
    if (ks_tier_runs(TIER_avx512, ks_cpu_features()))
        expect_all_rows(ks_avx512_write_rows);
#endif
}
