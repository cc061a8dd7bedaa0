/* The exact reader of FEN. ks_read_fen asks the fast one (plain.h) first; tests ask each by itself. */
#ifndef KS_FEN_H
#define KS_FEN_H

#include "kingscan.h"

/* Does what ks_read_fen does, without the fast reader's help, and leaves the position's key alone. */
int ks_read_fen_exactly(const char *text, size_t length, unsigned flags, ks_position *position,
                        ks_error *error);

#endif
