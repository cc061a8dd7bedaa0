/* A test whether a text is already the one that Kingscan writes for its position. Most texts are, and need
 * not be written anew. */
#ifndef KS_CANONICAL_FEN_H
#define KS_CANONICAL_FEN_H

#include "core/fen/plain.h"

/* Returns true only when the text is a position of chess, and equals the first four fields that ks_write_fen
 * writes for it. Returns false otherwise, and always for a position with an en-passant square. text: LF
 * follows its `length` bytes; PLAIN_READABLE bytes can be read. */
bool ks_is_canonical_fen(const char *text, size_t length);

#endif
