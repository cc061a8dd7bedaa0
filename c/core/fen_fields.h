/* The fields of a FEN behind its placement, each read at a cursor and exactly: for the exact reader, for the
 * fast one where it isn't sure, and for positions of variants. */
#ifndef KS_FEN_FIELDS_H
#define KS_FEN_FIELDS_H

#include <stdbool.h>

#include "core/cursor.h"

/* These return KS_OK or the code of an error. The clocks may be missing; EPD operations behind them are left
 * alone. */
int ks_read_side(reader *r, uint8_t *side);
int ks_read_clocks(reader *r, uint16_t *halfmove_clock, uint16_t *fullmove_number);

/* The same of a position of chess, of which board, kings and side to move are known. flags: of ks_read_fen.
 */
int ks_read_castling_field(reader *r, ks_position *position, unsigned flags);
int ks_read_en_passant_field(reader *r, ks_position *position, unsigned flags);

/* Reads a castling field of up to four letters, all of them with their kings and rooks, and a space behind
 * it; returns where that is, or else 0. position: its board and kings, which each side has. */
size_t ks_read_castling_letters(const char *text, size_t at, ks_position *position);

/* The outermost rook on a wing of side's king, which stands on its back rank; or KS_NO_SQUARE. */
unsigned ks_outermost_rook(const ks_position *position, unsigned side, unsigned wing);

/* Whether a double push of the side that isn't to move can have left this square behind. */
bool ks_can_be_en_passant(const ks_position *position, unsigned square);

#endif
