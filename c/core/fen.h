/* The exact reader of FEN, without the fast one (plain_fen.h) before it: for tests. */
#ifndef KS_FEN_H
#define KS_FEN_H

#include "kingscan.h"

/* ks_read_fen without the fast reader's help, and without the position's key. */
int ks_read_fen_exactly(const char *text, size_t length, unsigned flags, ks_position *position,
                        ks_error *error);

#endif
