/* Lines of text, four at a time: where they end, and what most of them hold, at a glance and without branches
 * that the text decides. These readers only say what is plain; everything else is for others to find out. */
#ifndef KS_FOUR_LINES_H
#define KS_FOUR_LINES_H

#include "core/fen/common_fields.h"
#include "core/fen/placement.h"

/* What the board of a line is to the side to move. */
enum ks_line_state {
    LINE_UNKNOWN,
    LINE_QUIET, /* each side has one king, neither is attacked, and no pawn stands on a back rank */
    LINE_CALM   /* besides, there is a legal move */
};

/* What is known of four lines. */
struct ks_four_lines {
    _Alignas(64) uint8_t boards[4][64];
    size_t lengths[4];    /* of the lines, without LF or CR LF */
    size_t placements[4]; /* lengths of the placements; 0: none that is plain, and then the rest holds
                             anything */
    uint8_t sides[4];     /* to move */
    uint8_t letters[4]; /* castling letters, or NOT_COMMON: of the fields that stand behind the placement and
                           a byte */
    uint8_t states[4];  /* enum ks_line_state */
    _Alignas(64) uint8_t windows[4][16]; /* the reader's own */
};

/* Reads groups of four lines, one or more: the first line begins at begin, and they end with LF at ends[0] to
 * ends[4 * groups - 1]. Behind the beginning of each LINE_READABLE bytes of any kind have to be there. What
 * stands behind a placement may be anything; where it is a space or tab, side and letters are right if the
 * letters aren't NOT_COMMON. */
enum { LINE_READABLE = PLACEMENT_MAX + COMMON_FIELDS_READABLE };
typedef void ks_line_reader(const char *begin, const char *const *ends, struct ks_four_lines *lines,
                            size_t groups);

/* Finds the line feeds of a text of n bytes from its beginning, in order. Stops behind some block of bytes:
 * where less than a block is left of the text, or where ends has no room for as many line feeds as a block
 * may hold. Returns how many have been found, with their addresses in ends; *reached: how far the text has
 * been looked at. ends: room addresses, all of which may be overwritten. */
enum { LINE_FINDER_BLOCK = 64 };
typedef size_t ks_line_finder(const char *text, size_t n, const char **ends, size_t room,
                              const char **reached);

/* By the reader of single placements, for processors with AVX-512 but without IFMA or BITALG. */
ks_line_reader ks_avx512_read_lines_singly;

/* [the king's square]: from where an own pawn may be pinned and not step ahead. */
extern const uint64_t ks_pin_lines[64] __attribute__((visibility("hidden")));

/* The current kernel's; the AVX-512 kernel's where the processor has what its reader needs besides. */
ks_line_reader *ks_current_line_reader(void);
ks_line_finder *ks_current_line_finder(void);

#endif
