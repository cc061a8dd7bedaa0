/* A move of chess as people and programs write it, taken apart before anybody asks whether a piece can make
 * it. */
#ifndef KS_EXPLAIN_CHESS_TEXT_H
#define KS_EXPLAIN_CHESS_TEXT_H

#include <stdbool.h>

#include "kingscan.h"

enum { NOT_SAID = 255 };

struct said {
    bool castles; /* then only `wing` is set besides */
    enum ks_wing wing;
    unsigned piece;                   /* white code, or KS_EMPTY: what stands on the from square, or a pawn */
    unsigned from_file, from_row, to; /* NOT_SAID, or from 0 */
    unsigned promotion;               /* white code, or KS_EMPTY */
    bool captures;                    /* there is an x */
};

static inline bool names_both_squares(const struct said *said) {
    return said->from_file != NOT_SAID && said->from_row != NOT_SAID;
}

/* Returns whether a move is given by its two squares, without the letter of a piece. */
static inline bool is_in_full(const struct said *said) {
    return names_both_squares(said) && said->piece == KS_EMPTY;
}

/* Reads a move without the board. Returns KS_OK, KS_ERROR_MOVE_TEXT or KS_ERROR_OFF_BOARD.
 *
 *     castling     O-O, O-O-O, with O, o or 0
 *     other moves  [letter] [file] [rank] [x or -] square [[=] promotion] [e.p. or ep]
 *     at the end   any of + # ! ?
 *
 * Capital letters mean pieces, and after the square small ones do, too. */
int ks_read_said(const char *text, size_t length, struct said *said, ks_error *error);

#endif
