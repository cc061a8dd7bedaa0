/* The exact reader of FEN, for the fast one (plain_fen.h) and for tests. */
#ifndef KS_FEN_H
#define KS_FEN_H

#include "kingscan.h"

/* Whether a double push of the side that isn't to move can have left this square behind. */
int ks_can_be_en_passant(const ks_position *position, unsigned square);

/* ks_read_fen without the fast reader's help, and without the position's key. */
int ks_read_fen_exactly(const char *text, size_t length, unsigned flags, ks_position *position,
                        ks_error *error);

#endif
