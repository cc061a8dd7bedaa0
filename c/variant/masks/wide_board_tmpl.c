/* Fills the tables of wide_board.h: 40 KiB. */
#include "core/processor/processor.h"

#ifdef KS_HAS_PEXT
#include "variant/masks/wide_board.h"

struct wide_tables ks_wide_tables;

static mask line_of(int file, int row, int files, int rows) {
    mask line = 0;
    for (; file >= 0 && file < MASK_FILES && row >= 0 && row < MASK_RANKS; file += files, row += rows)
        line |= bit((unsigned)(MASK_FILES * row + file));
    return line;
}

/* Returns the line through a square with these steps to a neighbour. */
static struct wide_line find_line(unsigned square, int files, int rows) {
    const int file = (int)square % MASK_FILES, row = (int)square / MASK_FILES;
    const mask line = line_of(file, row, files, rows) | line_of(file, row, -files, -rows);
    return (struct wide_line){low_half(line), high_half(line), (uint8_t)__builtin_popcountll(low_half(line)),
                              (uint8_t)count_mask(line & (bit(square) - 1))};
}

/* Returns the squares that a slider attacks on a row. */
static unsigned attacks_on_row(unsigned place, unsigned occupied) {
    unsigned found = 0;
    for (int step = -1; step <= 1; step += 2)
        for (int to = (int)place + step; to >= 0 && to < MASK_FILES; to += step) {
            found |= 1u << to;
            if (occupied >> to & 1)
                break;
        }
    return found;
}

void ks_fill_wide_tables(void) {
    static const int ways[WIDE_LINES][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    for (unsigned square = 0; square < MASK_FILES * MASK_RANKS; square++) {
        const int file = (int)square % MASK_FILES, row = (int)square / MASK_FILES;
        for (unsigned way = 0; way < WIDE_LINES; way++)
            ks_wide_tables.lines[square][way] = find_line(square, ways[way][0], ways[way][1]);
        for (int r = row - 1; r <= row + 1; r++)
            for (int f = file - 1; f <= file + 1; f++)
                if ((r != row || f != file) && r >= 0 && r < MASK_RANKS && f >= 0 && f < MASK_FILES)
                    ks_wide_tables.steps[square] |= bit((unsigned)(MASK_FILES * r + f));
    }
    for (unsigned place = 0; place < MASK_FILES; place++)
        for (unsigned inner = 0; inner < 1 << (MASK_FILES - 2); inner++)
            ks_wide_tables.attacks[place][inner] = (uint16_t)attacks_on_row(place, inner << 1);
}
#endif
