/* The readers of four lines without instructions of their own: line by line, by the kernel's reader of
 * placements and its in_check. */
#include "core/kernel.h"

#include <string.h>

#include "core/characters.h"
#include "core/masks.h"
#include "kingscan.h"

static unsigned square_of(uint64_t mask) {
    return (unsigned)__builtin_ctzll(mask | (uint64_t)1 << 63);
}

/* No branches: the answers differ from line to line as nobody can predict. */
static uint8_t find_state(const uint8_t board[64], unsigned us, const struct ks_piece_masks *masks) {
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

static inline void read_line(ks_placement_reader *read_placement, const char *line, const char *end,
                             unsigned i, struct ks_four_lines *lines) {
    struct ks_piece_masks masks;
    const size_t placement = read_placement(line, lines->boards[i], &masks);
    const char *fields = line + placement;
    lines->placements[i] = placement;
    lines->lengths[i] = length_without_cr(line, (size_t)(end - line));
    lines->states[i] = LINE_UNKNOWN;
    if (placement == 0)
        return;
    lines->sides[i] = ~fields[1] & 1;
    lines->letters[i] = (uint8_t)ks_read_common_fields(fields, lines->lengths[i] - placement);
    lines->states[i] = find_state(lines->boards[i], lines->sides[i], &masks);
}

static inline void read_lines(ks_placement_reader *read_placement, const char *begin,
                              const char *const ends[4], struct ks_four_lines *lines) {
    for (unsigned i = 0; i < 4; i++)
        read_line(read_placement, i == 0 ? begin : ends[i - 1] + 1, ends[i], i, lines);
}

void ks_table_read_lines(const char *begin, const char *const ends[4], struct ks_four_lines *lines) {
    read_lines(ks_table_read_placement, begin, ends, lines);
}

size_t ks_table_find_lines(const char *text, size_t n, const char **ends, size_t room, const char **reached) {
    size_t found = 0;
    const char *at = text;
    while (n - (size_t)(at - text) >= LINE_FINDER_BLOCK && room - found >= LINE_FINDER_BLOCK) {
        const char *newline = memchr(at, '\n', n - (size_t)(at - text));
        if (newline)
            ends[found++] = newline;
        at = newline ? newline + 1 : text + n;
    }
    *reached = at;
    return found;
}

#ifdef __x86_64__
void ks_avx2_read_lines(const char *begin, const char *const ends[4], struct ks_four_lines *lines) {
    read_lines(ks_avx2_read_placement, begin, ends, lines);
}

void ks_avx512_read_lines_singly(const char *begin, const char *const ends[4], struct ks_four_lines *lines) {
    read_lines(ks_avx512_read_placement, begin, ends, lines);
}
#endif
