/* Reads FEN in all its forms, with errors. ks_read_fen calls the fast reader of plain.h first, and tests call
 * each alone. */
#ifndef KS_FEN_H
#define KS_FEN_H

#include "kingscan.h"

enum { KS_FEN_OF_LINES = KS_FEN_STRICT | KS_FEN_LENIENT, KS_FEN_ALL = KS_FEN_OF_LINES | KS_FEN_WHOLE };

/* ---- Text ---- */

/* Does the same as ks_read_fen without the fast reader. Does not complete the position
 * (ks_complete_position). */
int ks_read_fen_exactly(const char *text, size_t length, ks_fen_flags flags, ks_position *position,
                        ks_error *error);

#endif
