/* The moves of a piece: a list of terms, which read/betza.h reads from a few letters. */
#ifndef KS_BETZA_H
#define KS_BETZA_H

#include <stdbool.h>

#include "kingscan.h"

enum betza_modality { BETZA_MOVE = 1 << 0, BETZA_CAPTURE = 1 << 1 };

enum betza_hop {
    BETZA_NO_HOP,
    BETZA_HOP_ON,     /* p: over the first piece in the way, any distance beyond it */
    BETZA_HOP_BESIDE, /* g: over the first piece in the way, to the next square */
    BETZA_HOP_OTHERS, /* as p, but the first piece must be of another type than the hopper; no letter */
};

/* The eight leaps of an atom. The first word of a name is the direction of the leap's longer part, the second
 * word the direction of its shorter part. Leaps along ranks and files use one direction for each first word,
 * and leaps along diagonals use the first four. */
enum betza_direction {
    FORWARD_LEFT,
    FORWARD_RIGHT,
    BACKWARD_LEFT,
    BACKWARD_RIGHT,
    LEFT_FORWARD,
    LEFT_BACKWARD,
    RIGHT_FORWARD,
    RIGHT_BACKWARD,
    BETZA_DIRECTIONS
};

struct betza_term {
    uint8_t far, near;  /* squares of a leap's longer and shorter part; far >= near */
    uint8_t directions; /* bit n: enum betza_direction */
    uint8_t range;      /* leaps at most; 0: no limit */
    uint8_t modality;   /* of enum betza_modality */
    uint8_t hop;        /* enum betza_hop */
    bool lame, first;   /* n, i */
    bool diagonals;     /* only between squares that lines of the board join; no letter */
    bool beyond;        /* only from squares beyond the river, for soldiers; no letter */
};

enum { BETZA_TERMS = 32 };

struct betza {
    unsigned count;
    bool en_passant; /* e */
    struct betza_term terms[BETZA_TERMS];
};

/* Returns all directions of leaps of (far, near) squares, as bits of enum betza_direction. */
unsigned ks_betza_all_directions(unsigned far, unsigned near);

/* Finds the target of one leap: *files to the right and *ranks forward, as the side of the piece sees the
 * board. */
void ks_betza_leap(const struct betza_term *term, enum betza_direction direction, int *files, int *ranks);

#endif
