/* Readers of lines of text, four at a time: the ends of the lines, and positions in their usual form. Nearly
 * none of their branches depends on the text. They report what is certain and leave all other lines to the
 * exact readers. */
#ifndef KS_FOUR_LINES_H
#define KS_FOUR_LINES_H

#include "core/fen/common_fields.h"
#include "core/fen/placement.h"

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
 * writes their addresses to ends, and sets *reached to the end of the searched text. ends: room addresses,
 * all of which may be overwritten. */
enum { LINE_FINDER_BLOCK = 64 };
typedef size_t ks_line_finder(const char *text, size_t n, const char **ends, size_t room,
                              const char **reached);

/* Reads single placements, for processors with AVX-512 but without IFMA or BITALG. */
ks_line_reader ks_avx512_read_lines_singly;

/* Return the readers of the current kernel, or simpler ones when the processor lacks a feature that the
 * AVX-512 reader needs. */
ks_line_reader *ks_current_line_reader(void);
ks_line_finder *ks_current_line_finder(void);

#endif
