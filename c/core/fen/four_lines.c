/* Reads placements on every processor, and lines of FEN four at a time in C: line by line, with the kernel's
 * reader of placements and its in_check. */
#include "core/board/geometry.h"
#include "core/board/planes.h"
#include "core/fen/readers.h"

#include <string.h>

#include "core/processor/processor.h"
#include "core/text/characters.h"
#include "kingscan.h"

/* ---- Placements ---- */

/* A table, and a loop with one branch that depends on the text. */

/* The amount that a character adds to the count of squares, in the lower half, and to the count of rows above
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

/* ---- Four lines ---- */

static unsigned square_of(uint64_t mask) {
    return (unsigned)__builtin_ctzll(mask | (uint64_t)1 << 63);
}

/* Has no branches: the answers cannot be predicted from line to line. */
ALWAYS_INLINE uint8_t find_state(const uint8_t board[64], unsigned us, const struct ks_piece_masks *masks) {
    const uint64_t back_ranks = 0xff000000000000ff;
    const unsigned them = us ^ 1, king = square_of(masks->kings[us]);
    const uint64_t free = masks->pawns[us] & ~ks_pin_lines[king];
    const uint64_t steps = (us == KS_WHITE ? free >> 8 : free << 8) & ~masks->occupied;
    const int kings = (int)has_one_bit(masks->kings[us]) & (int)has_one_bit(masks->kings[them]);
    const int quiet = kings & (((masks->pawns[us] | masks->pawns[them]) & back_ranks) == 0) &
                      !ks_in_check(board, king, us) &
                      !ks_in_check(board, square_of(masks->kings[them]), them);
    return (uint8_t)(quiet + (quiet & (steps != 0)));
}

ALWAYS_INLINE void read_fields(const char *begin, const char *end, struct ks_four_lines *lines, unsigned i) {
    const size_t placement = lines->placements[i], length = length_without_cr(begin, (size_t)(end - begin));
    lines->lengths[i] = length;
    if (placement == 0)
        return;
    lines->sides[i] = ~begin[placement + 1] & 1;
    lines->letters[i] = (uint8_t)ks_read_common_fields(begin + placement, length - placement);
}

static inline void read_one_by_one(ks_placement_reader *read_placement, const char *const texts[4],
                                   uint8_t boards[4][64], struct ks_piece_masks masks[4], size_t lengths[4]) {
    for (unsigned i = 0; i < 4; i++)
        lengths[i] = read_placement(texts[i], boards[i], &masks[i]);
}

/* Takes each step for all four lines before the next step. A step is a chain of dependent instructions; the
 * processor has room for several chains of one step, but not for the chains of all steps. (With AVX2, reading
 * one line after the other makes ks_check_epd take 1.12 times as long, and steps of 8, 16 or 64 lines 1.08
 * times.) Each reader has a copy: no call goes through a pointer. */
ALWAYS_INLINE void read_group(ks_four_placements_reader *read_placements, const char *const begins[4],
                              const char *const ends[4], struct ks_four_lines *lines) {
    struct ks_piece_masks masks[4];
    read_placements(begins, lines->boards, masks, lines->placements);
    for (unsigned i = 0; i < 4; i++)
        read_fields(begins[i], ends[i], lines, i);
    for (unsigned i = 0; i < 4; i++)
        lines->states[i] = lines->placements[i] == 0
                               ? LINE_UNKNOWN
                               : find_state(lines->boards[i], lines->sides[i], &masks[i]);
}

ALWAYS_INLINE void read_lines(ks_four_placements_reader *read_placements, const char *begin,
                              const char *const *ends, struct ks_four_lines *lines, size_t groups) {
    for (; groups > 0; groups--, lines++, ends += 4) {
        const char *const begins[4] = {begin, ends[0] + 1, ends[1] + 1, ends[2] + 1};
        read_group(read_placements, begins, ends, lines);
        begin = ends[3] + 1;
    }
}

static void read_by_table(const char *const texts[4], uint8_t boards[4][64], struct ks_piece_masks masks[4],
                          size_t lengths[4]) {
    read_one_by_one(ks_table_read_placement, texts, boards, masks, lengths);
}

void ks_table_read_lines(const char *begin, const char *const *ends, struct ks_four_lines *lines,
                         size_t groups) {
    read_lines(read_by_table, begin, ends, lines, groups);
}

static uint64_t line_feeds(const char *block) {
    uint64_t feeds = 0;
    for (unsigned i = 0; i < LINE_FINDER_BLOCK; i += 16)
        feeds |= (uint64_t)top_bits((bytes16)(load_16(block + i) == '\n')) << i;
    return feeds;
}

/* Takes two line feeds of each block without a branch, which are mostly enough. */
size_t ks_table_find_lines(const char *text, size_t n, const char **ends, size_t room, const char **reached) {
    size_t found = 0;
    const char *at = text;
    for (; n - (size_t)(at - text) >= LINE_FINDER_BLOCK && room - found >= LINE_FINDER_BLOCK;
         at += LINE_FINDER_BLOCK) {
        uint64_t feeds = line_feeds(at);
        for (unsigned i = 0; i < 2 || feeds; i++, feeds &= feeds - 1) {
            ends[found] = at + square_of(feeds);
            found += feeds != 0;
        }
    }
    *reached = at;
    return found;
}

#ifdef KS_VECTOR_ASSEMBLY
void ks_ssse3_read_lines(const char *begin, const char *const *ends, struct ks_four_lines *lines,
                         size_t groups) {
    read_lines(ks_ssse3_read_four_placements, begin, ends, lines, groups);
}

void ks_avx2_read_lines(const char *begin, const char *const *ends, struct ks_four_lines *lines,
                        size_t groups) {
    read_lines(ks_avx2_read_four_placements, begin, ends, lines, groups);
}

static void read_by_avx512(const char *const texts[4], uint8_t boards[4][64], struct ks_piece_masks masks[4],
                           size_t lengths[4]) {
    read_one_by_one(ks_avx512_read_placement, texts, boards, masks, lengths);
}

void ks_avx512_read_lines_singly(const char *begin, const char *const *ends, struct ks_four_lines *lines,
                                 size_t groups) {
    read_lines(read_by_avx512, begin, ends, lines, groups);
}
#endif
