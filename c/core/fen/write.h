/* How FEN writes what chess and variants both have. Each function writes at `out` and returns where it has
 * ended. They are inline so that a caller pays for no more than its own board. */
#ifndef KS_FEN_WRITE_H
#define KS_FEN_WRITE_H

#include <stdbool.h>
#include <stdio.h>

#include "kingscan.h"

/* A number of empty squares, at most 99; nothing when there are none. */
static inline char *write_run(char *out, unsigned empty) {
    if (empty >= 10)
        *out++ = (char)('0' + empty / 10);
    if (empty > 0)
        *out++ = (char)('0' + empty % 10);
    return out;
}

/* Rows of squares with a slash between them; letter_on(position, square) is '.' for an empty one. */
static inline char *write_placement(char *out, unsigned files, unsigned ranks,
                                    char (*letter_on)(const void *position, unsigned square),
                                    const void *position) {
    for (unsigned square = 0; square < files * ranks;) {
        unsigned empty = 0;
        if (square > 0)
            *out++ = '/';
        for (unsigned file = 0; file < files; file++) {
            const char letter = letter_on(position, square++);
            if (letter == '.') {
                empty++;
                continue;
            }
            out = write_run(out, empty);
            empty = 0;
            *out++ = letter;
        }
        out = write_run(out, empty);
    }
    return out;
}

/* KQkq where these mean the right rook, which outermost_rook(position, side, wing) tells; else the rook's
 * file. rooks: as in ks_position; none: what stands there without the right. */
static inline char *write_castling(char *out, const uint8_t rooks[2][2], unsigned none, unsigned files,
                                   unsigned (*outermost_rook)(const void *position, unsigned side,
                                                              unsigned wing),
                                   const void *position) {
    const char *const start = out;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++) {
            const unsigned rook = rooks[side][wing];
            if (rook == none)
                continue;
            const char letter =
                rook == outermost_rook(position, side, wing) ? "KQ"[wing] : (char)('A' + rook % files);
            *out++ = (char)(letter + (side == KS_BLACK ? 'a' - 'A' : 0));
        }
    if (out == start)
        *out++ = '-';
    return out;
}

static inline char *write_clocks(char *out, unsigned halfmove_clock, unsigned fullmove_number) {
    return out + sprintf(out, " %u %u", halfmove_clock, fullmove_number);
}

/* The castling field of a position of chess: at most four characters. */
char *ks_write_castling(char *out, const ks_position *position);

#endif
