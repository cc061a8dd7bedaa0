/* The fields of a FEN behind its placement, each read at a cursor and exactly: for the exact reader, for the
 * fast one where it isn't sure, and for positions of variants. */
#ifndef KS_FEN_FIELDS_H
#define KS_FEN_FIELDS_H

#include <stdbool.h>

#include "core/cursor.h"

/* These return KS_OK or the code of an error. The clocks may be missing; then they are those of the EPD
 * operations hmvc and fmvn, if these are there. What else stands in operations is passed over. */
int ks_read_side(reader *r, uint8_t *side);
int ks_read_clocks(reader *r, uint16_t *halfmove_clock, uint16_t *fullmove_number);

/* Takes what hmvc and fmvn say in the operations at the cursor; of several the first. given: how many clocks,
 * the halfmove clock first, are known already and stay. */
void ks_read_clock_operations(reader *r, unsigned given, uint16_t *halfmove_clock, uint16_t *fullmove_number);

/* Do the same for a position of chess whose board, kings and side to move are known. flags: those of
 * ks_read_fen. */
int ks_read_castling_field(reader *r, ks_position *position, unsigned flags);
int ks_read_en_passant_field(reader *r, ks_position *position, unsigned flags);

/* Reads a castling field of up to four letters and returns the offset of the space behind it. Returns 0 when
 * the field is longer or has another end, or when a letter's king or rook isn't there. The board and both
 * kings of `position` are known. */
size_t ks_read_castling_letters(const char *text, size_t at, ks_position *position);

/* Returns the outermost rook on a wing of side's king, which stands on its back rank; KS_NO_SQUARE when there
 * is none. */
unsigned ks_outermost_rook(const ks_position *position, unsigned side, unsigned wing);

/* Returns whether a double push of the side that isn't to move can have left this square behind. */
bool ks_can_be_en_passant(const ks_position *position, unsigned square);

#endif
