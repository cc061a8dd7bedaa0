/* The reader of placements for every processor, and the choice of the readers of text for the kernel
 * in use. */
#include "core/fen/readers.h"

#include <string.h>

#include "core/board/planes.h"
#include "core/processor/cpu.h"
#include "kingscan.h"

/* ---- Placements ---- */

/* The reader of placements for every processor: a table, and a loop with one branch that depends on the
 * text. */

/* The amount that a character adds to the count of squares, in the lower half, and to that of rows above
 * it. */
enum { ROW = 1 << 16, MEANS_SOMETHING = 1 << 24 };

#define PIECE(letter, code) [letter] = {code, MEANS_SOMETHING + 1}
#define EMPTY(digit) [digit] = {KS_EMPTY, MEANS_SOMETHING + (digit - '0')}

static const struct {
    uint32_t code, adds;
} meanings[256] = {
    PIECE('P', KS_WHITE_PAWN),
    PIECE('N', KS_WHITE_KNIGHT),
    PIECE('B', KS_WHITE_BISHOP),
    PIECE('R', KS_WHITE_ROOK),
    PIECE('Q', KS_WHITE_QUEEN),
    PIECE('K', KS_WHITE_KING),
    PIECE('p', KS_BLACK_PAWN),
    PIECE('n', KS_BLACK_KNIGHT),
    PIECE('b', KS_BLACK_BISHOP),
    PIECE('r', KS_BLACK_ROOK),
    PIECE('q', KS_BLACK_QUEEN),
    PIECE('k', KS_BLACK_KING),
    EMPTY('1'),
    EMPTY('2'),
    EMPTY('3'),
    EMPTY('4'),
    EMPTY('5'),
    EMPTY('6'),
    EMPTY('7'),
    EMPTY('8'),
    ['/'] = {KS_EMPTY, MEANS_SOMETHING + ROW},
};

static void fill_masks(const uint8_t board[64], struct ks_piece_masks *masks) {
    struct code_planes planes;
    split_board(board, &planes);
    masks->kings[KS_WHITE] = squares_of_code(&planes, KS_WHITE_KING);
    masks->kings[KS_BLACK] = squares_of_code(&planes, KS_BLACK_KING);
    masks->pawns[KS_WHITE] = squares_of_code(&planes, KS_WHITE_PAWN);
    masks->pawns[KS_BLACK] = squares_of_code(&planes, KS_BLACK_PAWN);
    masks->occupied = planes.bits[0] | planes.bits[1] | planes.bits[2];
}

size_t ks_table_read_placement(const char *text, uint8_t board[64], struct ks_piece_masks *masks) {
    enum { ROWS = MEANS_SOMETHING / ROW };
    static const uint8_t right_ends[8] = {8, 16, 24, 32, 40, 48, 56, 64};
    uint8_t squares[8 * PLACEMENT_MAX + 1]; /* room for the most that digits can add */
    uint8_t row_ends[ROWS];                 /* [row]: the square after its last one */
    uint32_t sum = 0, length = 0;
    memset(squares, KS_EMPTY, KS_SQUARES);
    row_ends[0] = 0; /* when the text begins with a slash */
    for (; text[length] != ' '; length++) {
        if (length == PLACEMENT_MAX)
            return 0;
        const uint8_t c = (uint8_t)text[length];
        squares[sum % ROW] = (uint8_t)meanings[c].code;
        sum += meanings[c].adds;
        row_ends[sum / ROW % ROWS] = (uint8_t)sum;
    }
    if (sum != length * MEANS_SOMETHING + 7 * ROW + KS_SQUARES || memcmp(row_ends, right_ends, 8) != 0)
        return 0;
    memcpy(board, squares, KS_SQUARES);
    fill_masks(board, masks);
    return length;
}

/* ---- The choice ---- */

/* The choice of the readers of text for the kernel in use. */

#define KERNEL(kernel, features, text, batch, about)                                                         \
    {ks_##text##_read_placement, ks_##text##_find_lines, ks_##text##_read_lines},
static const struct ks_text_readers text_readers[] = {
#include "core/kernels/kernels.def"
};
#undef KERNEL

/* Returns the kernel's readers, or simpler ones when the processor lacks a further feature that those
 * need. */
const struct ks_text_readers *ks_text_readers_for(const ks_kernel *kernel, unsigned features) {
    size_t count;
    const struct ks_text_readers *readers = &text_readers[kernel - ks_kernels(&count)[0]]; /* an array */
#ifdef KS_VECTOR_ASSEMBLY
    static const struct ks_text_readers one_by_one = {ks_avx512_read_placement, ks_avx512_find_lines,
                                                      ks_avx512_read_lines_singly};
    const unsigned counts = CPU_POPCNT, placement = CPU_POPCNT | CPU_BMI1,
                   lines = CPU_AVX512IFMA | CPU_AVX512BITALG;
    if (readers->read_placement == ks_ssse3_read_placement && (features & counts) != counts)
        return &text_readers[0];
    if (readers->read_placement == ks_avx2_read_placement && (features & placement) != placement)
        return &text_readers[0];
    if (readers->read_lines == ks_avx512_read_lines && (features & lines) != lines)
        return &one_by_one;
#else
    (void)features;
#endif
    return readers;
}

static const struct ks_text_readers *current_text_readers(void) {
    return ks_text_readers_for(ks_kernel_get_current(), ks_cpu_features());
}

ks_placement_reader *ks_current_placement_reader(void) {
    return current_text_readers()->read_placement;
}

ks_line_finder *ks_current_line_finder(void) {
    return current_text_readers()->find_lines;
}

ks_line_reader *ks_current_line_reader(void) {
    return current_text_readers()->read_lines;
}
