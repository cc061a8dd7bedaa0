/* Reads FEN at the end of memory, and has the texts without clocks that its tests begin with. */
#ifndef KS_TEST_GUARDED_FEN_H
#define KS_TEST_GUARDED_FEN_H

#include "kingscan.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
#define KINGS "4k3/8/8/8/8/8/8/4K3 w - -"

/* Calls ks_read_fen with a copy of the text that ends at an unmapped page, so that a read past the text is a
 * fault. */
int read_guarded_fen(const char *text, size_t length, unsigned flags, ks_position *position, ks_error *error);

#endif
