/* Text that is plainly a position, fast: nearly everything that collections of positions hold. */
#ifndef KS_PLAIN_FEN_H
#define KS_PLAIN_FEN_H

#include "core/placement.h"
#include "kingscan.h"

/* How many bytes there have to be at a text, whatever they are. */
enum { PLAIN_READABLE = 160 };

/* Reads a line of FEN or EPD that begins at text and ends with LF or CR LF. Returns the offset of that end,
 * or of the first EPD operation, with all of the position but its key filled in as ks_read_fen would, with
 * any flags; and masks. Or 0: no more is known than that ks_read_fen has to be asked. */
size_t ks_read_plain_fen(ks_placement_reader *read_placement, const char *text, ks_position *position,
                         struct ks_piece_masks *masks);

#endif
