/* Moves in SAN as programs write them. */
#ifndef KS_RULES_SAN_H
#define KS_RULES_SAN_H

#include <stdbool.h>

#include "kingscan.h"

/* Reads a legal move in SAN and sets *move. Returns false when the text is anything else, or is written in
 * another way. text: length bytes. */
bool ks_read_usual_san(const ks_position *position, const char *text, size_t length, ks_move *move);

#endif
