/* The text of a move, taken apart, before anybody asks whether a piece can make it. */
#ifndef KS_MOVE_TEXT_H
#define KS_MOVE_TEXT_H

#include <stdbool.h>

#include "kingscan.h"

enum { UNSAID = 8 };

struct move_text {
    bool castles; /* O-O or O-O-O, to this wing; no other field but `wing` means anything then */
    enum ks_wing wing;
    unsigned piece;               /* white code; KS_EMPTY: whatever stands on the square, as UCI has it */
    unsigned from_file, from_row; /* 0-7 or UNSAID */
    unsigned to;
    unsigned promotion; /* white code or KS_EMPTY */
    bool captures;      /* there is an x */
};

/* Reads UCI, SAN, or what people make of them. Returns KS_OK, KS_ERROR_MOVE_TEXT or KS_ERROR_OFF_BOARD. */
int ks_read_move_text(const char *text, size_t length, struct move_text *move, ks_error *error);

#endif
