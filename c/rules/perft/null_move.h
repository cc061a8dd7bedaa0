/* What black could reply if white moved nothing, and what it depends on. Most moves of white leave most of
 * that as it is, so a move's replies are counted as these and the difference that the move makes: changes.h.
 *
 * Numbers and sets that begin with white's piece codes are for moves of that kind of piece. White isn't in
 * check in the node, nor is black. */
#ifndef KS_NULL_MOVE_H
#define KS_NULL_MOVE_H

#include "rules/lines.h"
#include "rules/perft/tally.h"

enum { WHITE_CODES = KS_WHITE_KING + 1, CASTLINGS = 2 };

struct null_move {
    const struct node *node;
    uint64_t white, black, occupied, empty;
    uint64_t white_orthogonal, white_diagonal; /* sliders */

    int replies;          /* black's moves, but for the king's */
    uint64_t attacked;    /* by black */
    uint8_t mobility[64]; /* of black's pieces that nothing pins, but for pawns and king */

    /* Black's king. Its moves depend on the squares that it may step on or pass in castling, and whether
     * white attacks them. */
    unsigned king;
    uint64_t without_king; /* the occupied squares without it */
    uint64_t steps;
    uint64_t paths[CASTLINGS]; /* that have to be safe for castling; all squares: none */
    uint64_t watched;          /* steps and paths */
    uint64_t safe;             /* those that white doesn't attack */
    int king_moves;
    uint64_t near[WHITE_CODES]; /* where a piece attacks a safe square */
    uint64_t shields;           /* white's pieces whose leaving may change what is safe */
    uint64_t covers;            /* where landing may change it in other ways than by attacking */

    /* Pins. */
    uint64_t pinners;                            /* white's */
    uint64_t pins_orthogonally, pins_diagonally; /* where a slider would pin */

    /* Where landing on an empty square, landing on a black piece, and leaving matter to black's other pieces.
     * Pinned ones matter on the pin's line only. */
    struct tally losses;                     /* replies lost by landing on an empty square, and 2 */
    struct tally defenders;                  /* black's pieces that attack the square, but for the king */
    uint64_t felt;                           /* where leaving matters */
    uint64_t free_orthogonal, free_diagonal; /* black's sliders that nothing pins */
    uint64_t pawns_left, pawns_right, pawns_forward; /* where its free pawns look */
    uint64_t pawns_twice;                            /* where a double push ends if that is empty */

    /* Moves that are played out, since they give check or change much: from these squares, and to those. */
    uint64_t played_from, played_to[WHITE_CODES];
};

/* The row from which black's pawns may go on to a double push. */
ALWAYS_INLINE uint64_t black_gate(void) {
    return row_mask(2);
}

/* The row where black's pawns promote. */
ALWAYS_INLINE uint64_t black_goal(void) {
    return row_mask(back_row(KS_WHITE));
}

/* Where a white pawn attacks the square from. */
ALWAYS_INLINE uint64_t white_pawns_to(uint64_t square) {
    return attack_left(square, KS_BLACK) | attack_right(square, KS_BLACK);
}

ALWAYS_INLINE int count_king_moves(const struct null_move *null, uint64_t steps, uint64_t safe) {
    return size_of(safe & steps) + !(null->paths[0] & ~safe) + !(null->paths[1] & ~safe);
}

#endif
