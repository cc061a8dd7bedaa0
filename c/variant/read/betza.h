/* Betza notation: how a piece moves, said in a few letters.
 *
 *     piece      terms, one after the other; the piece may move as any of them
 *     term       modifiers, then an atom or compound, then a range
 *     atoms      W F D A H N C G Z: leaps of (1,0) (1,1) (2,0) (2,2) (3,0) (2,1) (3,1) (3,3) (3,2) squares,
 *                in every direction; written twice, leaps without end, as NN, the nightrider
 *     compounds  R B are WW and FF; K is W and F; Q is R and B
 *     range      so many leaps at most, each onto an empty square but the last; 0: no limit
 *     modifiers  m only without capturing, c only to capture; n the squares passed over have to be empty;
 *                p over exactly one piece, and on from there; g to the square behind the first piece;
 *                i only from the squares of first pushes (see kingscan variants --help);
 *                e marks a piece that takes en passant, by all captures that it has;
 *                f b l r v s: forward, backward, left, right, forward and backward, left and right. Several
 *                add up. One along and one across together name one diagonal of a diagonal leap; of an
 * oblique one they name the leap that goes both ways, and further the second: frN is one wide move. With h
 *                behind, a letter names all leaps that go its way at all: fhN are four moves.
 *
 * Source: R. Betza's notation as H. G. Muller has set it down (Betza 2.0), in the reading of Fairy-Stockfish.
 */
#ifndef KS_BETZA_H
#define KS_BETZA_H

#include <stdbool.h>

#include "kingscan.h"

enum betza_modality { BETZA_MOVE = 1 << 0, BETZA_CAPTURE = 1 << 1 };

enum betza_hop {
    BETZA_NO_HOP,
    BETZA_HOP_ON,     /* p: over the first piece in the way, then as far as it likes */
    BETZA_HOP_BESIDE, /* g: over the first piece in the way, to the next square */
    BETZA_HOP_OTHERS, /* as p, but the first piece has to be of another type than the hopper; no letter */
};

/* The eight leaps of an atom. The first word of a name is the way that the leap goes further, the second the
 * side to which it goes less far. Leaps along ranks and files use one direction for each first word, leaps
 * along diagonals the first four. */
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
    uint8_t far, near;  /* squares that a leap goes one way, and across; far >= near */
    uint8_t directions; /* bit n: enum betza_direction */
    uint8_t range;      /* leaps at most; 0: no limit */
    uint8_t modality;   /* of enum betza_modality */
    uint8_t hop;        /* enum betza_hop */
    bool lame, first;   /* n, i */
    bool diagonals;     /* only between squares that the board joins by lines; no letter */
    bool beyond;        /* only from where soldiers have been promoted; no letter */
};

enum { BETZA_TERMS = 32 };

struct betza {
    unsigned count;
    bool en_passant; /* e */
    struct betza_term terms[BETZA_TERMS];
};

/* All directions in which leaps of (far, near) squares go, as bits of enum betza_direction. */
unsigned ks_betza_all_directions(unsigned far, unsigned near);

/* Says where one leap goes: *files to the right and *ranks forward, as the side of the piece sees the board.
 */
void ks_betza_leap(const struct betza_term *term, enum betza_direction direction, int *files, int *ranks);

/* Reads the whole text. Returns KS_OK, or KS_ERROR_BETZA with the offset of the first byte that makes no
 * sense. */
int ks_read_betza(const char *text, size_t length, struct betza *betza, ks_error *error);

#endif
