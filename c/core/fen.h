/* The exact reader of FEN, for the fast one (plain_fen.h) and for tests. */
#ifndef KS_FEN_H
#define KS_FEN_H

#include <stdbool.h>

#include "kingscan.h"

/* Whether a double push of the side that isn't to move can have left this square behind. */
bool ks_can_be_en_passant(const ks_position *position, unsigned square);

/* Reads a castling field of up to four letters, all of them with their kings and rooks, and a space behind
 * it; returns where that is, or else 0. position: its board and kings, which each side has. */
size_t ks_read_castling(const char *text, size_t at, ks_position *position);

/* ks_read_fen without the fast reader's help, and without the position's key. */
int ks_read_fen_exactly(const char *text, size_t length, unsigned flags, ks_position *position,
                        ks_error *error);

#endif
