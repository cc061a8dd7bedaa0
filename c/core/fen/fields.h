/* Exact readers of the fields of a FEN after its placement, each at a cursor: for the exact reader, for the
 * fast one in cases of doubt, and for positions of variants. */
#ifndef KS_FEN_FIELDS_H
#define KS_FEN_FIELDS_H

#include <stdbool.h>

#include "core/text/cursor.h"

/* Each returns KS_OK or an error's code. A missing clock is read from the EPD operation hmvc or fmvn, if
 * present; other operations are skipped. */
int ks_read_side(reader *r, uint8_t *side);
int ks_read_clocks(reader *r, ks_fen_flags flags, uint16_t *halfmove_clock, uint16_t *fullmove_number);

/* Reads the clocks from the first hmvc and the first fmvn among the operations at the cursor. given: the
 * number of clocks, the halfmove clock first, that are known already and do not change. */
void ks_read_clock_operations(reader *r, unsigned given, uint16_t *halfmove_clock, uint16_t *fullmove_number);

/* Do the same for a position of chess when its board and side to move are known. flags are as in
 * ks_read_fen. */
int ks_read_castling_field(reader *r, ks_position *position, ks_fen_flags flags);
int ks_read_en_passant_field(reader *r, ks_position *position, ks_fen_flags flags);

/* Reads a castling field of up to four letters and returns the offset of the space after it. Returns 0 when
 * the field is longer or ends otherwise, or when a letter's king or rook is missing. The board of
 * `position` is filled in (precondition). */
size_t ks_read_castling_letters(const char *text, size_t at, ks_position *position);

/* Returns the squares of a wing of side's king; none when the king is not on its back rank. */
uint64_t ks_castling_wing(const uint8_t board[64], unsigned side, unsigned wing);

/* Grants side the right to castle with the rook on this square. Returns false when the king or the rook is
 * missing, or when another rook has the right on that wing. */
bool ks_grant_castling(ks_position *position, unsigned side, unsigned rook);

/* Returns the outermost rook on a wing of side's king, which stands on its back rank; KS_NO_SQUARE when there
 * is none. */
unsigned ks_outermost_rook(const ks_position *position, unsigned side, unsigned wing);

/* Returns whether a double push of the side not to move can have passed this square. */
bool ks_can_be_en_passant(const ks_position *position, unsigned square);

#endif
