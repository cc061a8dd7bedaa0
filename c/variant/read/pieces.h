/* The squares to which pieces of a side may move: a key for each side and kind of piece. */
#ifndef KS_READ_PIECES_H
#define KS_READ_PIECES_H

#include "variant/read/ini.h"

/* ---- Regions ---- */

/* Returns whether a key is mobilityRegion, White or Black, and the key of a piece with a capital letter. */
bool ks_is_mobility_key(struct slice key);

#endif
