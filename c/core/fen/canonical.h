/* Whether a text is the one that Kingscan writes for its position: most are, and needn't be written anew. */
#ifndef KS_CANONICAL_FEN_H
#define KS_CANONICAL_FEN_H

#include "core/fen/plain.h"

/* Returns true only when the text is a position of chess, and the first four fields of what ks_write_fen
 * writes for it. Returns false when it is something else, and also in doubt: with an
 * en-passant square. text: ends with LF behind its `length` bytes; PLAIN_READABLE bytes of it can be read. */
bool ks_is_canonical_fen(const char *text, size_t length);

#endif
