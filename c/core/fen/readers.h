/* Fast readers of FEN: of a placement, and of lines, four at a time. They read a text or refuse it; read.c
 * says what is wrong. */
#ifndef KS_FEN_READERS_H
#define KS_FEN_READERS_H

#include <stddef.h>
#include <stdint.h>

#include "core/fen/common_fields.h"
#include "core/processor/cpu.h"
#include "kingscan/kernels.h"

/* ---- Placements ---- */

/* Fast readers of the first field of a FEN: from text to board, and to the masks that decide whether the
 * board can be a position. These readers only accept or reject; read.c reports what is wrong, and where. */

/* The squares (bit n: square n) of some pieces, [side]. */
struct ks_piece_masks {
    uint64_t kings[2], pawns[2];
    uint64_t occupied;
};

/* Reads a placement that begins at text and ends before a space: eight rows of eight squares. text: at least
 * PLACEMENT_READABLE bytes, of any value. Fills in board and masks and returns the placement's length.
 * Returns 0 when the text is no placement or is longer than PLACEMENT_MAX; board and masks are undefined
 * then. */
enum { PLACEMENT_MAX = 63, PLACEMENT_READABLE = 73 };
typedef size_t ks_placement_reader(const char *text, uint8_t board[64], struct ks_piece_masks *masks);

/* Does the same for four texts and sets lengths to the four results. The first is for the tier nehalem, the
 * other for avx2. */
typedef void ks_four_placements_reader(const char *const texts[4], uint8_t boards[4][64],
                                       struct ks_piece_masks masks[4], size_t lengths[4]);
ks_four_placements_reader ks_ssse3_read_four_placements, ks_avx2_read_four_placements;

/* Returns the reader in use. */
ks_placement_reader *ks_current_placement_reader(void);

/* ---- Lines ---- */

/* Readers of lines of text, four at a time: the ends of the lines, and positions in their usual form. Nearly
 * none of their branches depends on the text. They report what is certain and leave all other lines to the
 * exact readers. */

/* The state of a line's board for the side to move. */
enum ks_line_state {
    LINE_UNKNOWN,
    LINE_QUIET, /* each side has one king, neither is attacked, and no pawn stands on a back rank */
    LINE_CALM   /* quiet, and a legal move exists */
};

/* The results for four lines. */
struct ks_four_lines {
    _Alignas(64) uint8_t boards[4][64];
    size_t lengths[4];    /* of the lines, without LF or CR LF */
    size_t placements[4]; /* lengths of the placements; 0: the placement was not read, and the other members
                             are not set */
    uint8_t sides[4];     /* to move */
    uint8_t letters[4]; /* castling letters, or NOT_COMMON: of the fields after the placement and one byte */
    uint8_t states[4];  /* enum ks_line_state */
    _Alignas(64) uint8_t windows[4][16]; /* for the reader's use alone */
};

/* Reads one or more groups of four lines. The first line begins at begin; the lines end with LF at ends[0] to
 * ends[4 * groups - 1]. LINE_READABLE bytes can be read from the beginning of each line (precondition). Any
 * byte may follow a placement: the caller checks that it is a space or tab. If it is, and the letters are not
 * NOT_COMMON, side and letters are right. */
enum { LINE_READABLE = PLACEMENT_MAX + COMMON_FIELDS_READABLE };
typedef void ks_line_reader(const char *begin, const char *const *ends, struct ks_four_lines *lines,
                            size_t groups);

/* Finds the line feeds of a text of n bytes in order. Stops after a block of bytes when less than a block is
 * left of the text, or when ends has less room than the line feeds of a block may need. Returns their number,
 * writes their addresses to ends, and sets *reached to the end of the searched text. ends has room addresses,
 * and all of them may be overwritten. */
enum { LINE_FINDER_BLOCK = 64 };
typedef size_t ks_line_finder(const char *text, size_t n, const char **ends, size_t room,
                              const char **reached);

/* Reads single placements, for the tier avx512. */
ks_line_reader ks_avx512_read_lines_singly;

/* Return the readers in use. */
ks_line_reader *ks_current_line_reader(void);
ks_line_finder *ks_current_line_finder(void);

/* ---- The builds ---- */

#define READERS(name)                                                                                        \
    ks_placement_reader ks_##name##_read_placement;                                                          \
    ks_line_finder ks_##name##_find_lines;                                                                   \
    ks_line_reader ks_##name##_read_lines;
READERS(table)
READERS(ssse3)
READERS(avx2)
READERS(avx512)
#undef READERS

/* A build of the family text. */
struct ks_text_readers {
    ks_placement_reader *read_placement;
    ks_line_finder *find_lines;
    ks_line_reader *read_lines;
};

#endif
