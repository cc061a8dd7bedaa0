/* Betza notation: the moves of a piece in a few letters.
 *
 *     piece      terms, one after the other; the piece may move as any of them
 *     term       modifiers, then an atom or compound, then a range
 *     atoms      W F D A H N C G Z: leaps of (1,0) (1,1) (2,0) (2,2) (3,0) (2,1) (3,1) (3,3) (3,2) squares,
 *                in every direction; L J are C Z; written twice, any number of leaps, as NN, the nightrider
 *     compounds  R B are WW and FF; K is W and F; Q is R and B
 *     bent       [F?R]: one leap, and from there outward, less than a right angle aside, another atom's
 * leaps; [F-R]: the same without an end after the first leap. Modifiers are m, c, i and directions, before
 * the bracket: those of the octants through which both legs go, as of oblique leaps range      the most
 * leaps, each onto an empty square but the last; 0: no limit modifiers  m only without capturing, c only to
 * capture; n the squares passed over must be empty; p over exactly one piece, any distance beyond it; g to
 * the square beyond the first piece; i only from the squares of first pushes (see kingscan variants --help);
 *                e marks a piece that captures en passant, by all its captures;
 *                f b l r v s: forward, backward, left, right, forward and backward, left and right. Several
 *                letters add up. A pair of a vertical and a sideways letter names one diagonal of a diagonal
 *                leap. For an oblique leap it names the leap that goes both ways, and further the second:
 *                frN is one wide move. A letter followed by h names all leaps that go its way at all: fhN
 *                are four moves.
 *
 * Source: R. Betza's notation as H. G. Muller has set it down (Betza 2.0, and his brackets for bent moves),
 * in the reading of Fairy-Stockfish. */
#ifndef KS_READ_BETZA_H
#define KS_READ_BETZA_H

#include "variant/definition/definition.h"

/* Reads the whole text. Returns KS_OK, or KS_ERROR_BETZA with the offset of the first wrong byte. */
int ks_read_betza(const char *text, size_t length, struct betza *betza, ks_error *error);

#endif
