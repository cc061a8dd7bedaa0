/* Black's replies if white passed, and the squares on which they depend. Most moves of white leave most of
 * these replies unchanged, so a move's replies are counted as these plus the difference that the move makes:
 * changes.h.
 *
 * Arrays indexed by white's piece codes are for moves of that kind of piece. Neither side is in check in the
 * node. */
#ifndef KS_NULL_MOVE_H
#define KS_NULL_MOVE_H

#include "rules/perft/lines.h"
#include "rules/perft/null_move/tally.h"

enum { WHITE_CODES = KS_WHITE_KING + 1, CASTLINGS = 2 };

/* The most sliders of both sides that are few (few.h). bench/README.md has figures of other limits. */
enum { FEW = 4, FEW_PARTS = 2 * FEW };

/* A free slider of black, or one of the two parts of a queen. */
struct few_slider {
    const struct slider_table *table;
    uint64_t attacks;
    int moves;
};

struct null_move {
    const struct node *node;
    uint64_t white, black, occupied, empty;
    uint64_t white_orthogonal, white_diagonal; /* sliders */

    int replies;          /* black's moves, without the king's */
    uint64_t attacked;    /* squares that black attacks */
    uint8_t mobility[64]; /* [square]: moves of black's piece there, if it is free; not for pawns and king */

    /* Black's king. Its moves depend on white's attacks on the squares that it may step on or pass in
     * castling. */
    unsigned king;
    uint64_t without_king; /* the occupied squares without it */
    uint64_t steps;
    uint64_t paths[CASTLINGS]; /* squares that must be safe for castling; all squares: no castling */
    uint64_t watched;          /* steps and paths */
    uint64_t safe;             /* those that white does not attack */
    int king_moves;
    uint64_t near[WHITE_CODES]; /* squares from which a piece attacks a safe square */
    uint64_t shields;           /* white's pieces whose leaving may change `safe` */
    uint64_t covers;            /* squares on which landing may change `safe` other than by attacks */

    /* Pins. */
    uint64_t pinners;                            /* white's */
    uint64_t pins_orthogonally, pins_diagonally; /* squares from which a slider would pin */

    /* The effects on black's other pieces of landing on an empty square, landing on a black piece, and
     * leaving. Pinned pieces matter only on the pin's line. */
    struct tally losses;                     /* replies lost by landing on an empty square, plus 2 */
    struct tally defenders;                  /* black's pieces that attack the square, without the king */
    uint64_t felt;                           /* squares whose piece matters when it leaves */
    uint64_t free_orthogonal, free_diagonal; /* black's sliders that are not pinned */
    uint64_t pawns_left, pawns_right, pawns_forward; /* the targets of its free pawns */
    uint64_t pawns_twice;                            /* the targets of double pushes, empty or not */

    /* Moves that are played out, since they give check or change much: those from and those to these
     * squares. */
    uint64_t played_from, played_to[WHITE_CODES];

    /* For nodes with few sliders (few.h). */
    uint64_t free, pin_lines;             /* black's pieces that are not pinned; the lines of the others */
    uint64_t checks[WHITE_CODES];         /* squares from which a piece gives check */
    uint64_t pawn_attacks, white_attacks; /* squares that white's pawns attack, and all its pieces */
    uint64_t touched, felt_lines;         /* squares on which landing, and from which leaving, matters to
                                           * the king */
    uint64_t pawns_once, pawns_again;     /* empty squares on which landing stops a push; on which it stops
                                           * a double push */
    uint64_t goals;                       /* squares on which a free pawn may promote */
    int slides, pinned_replies;           /* moves of free sliders; of pinned pieces */
    struct few_slider sliders[FEW_PARTS], *sliders_end;
};

/* Sets what is copied from the node, and the king's steps. */
ALWAYS_INLINE void start_null_move(struct null_move *null, const struct node *node) {
    null->node = node;
    null->white = node->sides[KS_WHITE];
    null->black = node->sides[KS_BLACK];
    null->occupied = null->white | null->black;
    null->empty = ~null->occupied;
    null->white_orthogonal = orthogonal_sliders(node, KS_WHITE);
    null->white_diagonal = diagonal_sliders(node, KS_WHITE);
    null->king = king_square(node, KS_BLACK);
    null->without_king = null->occupied ^ bit(null->king);
    null->steps = ks_steps[null->king] & ~null->black;
    null->played_from = 0;
}

/* Returns the row that black's pawns pass in a double push. */
ALWAYS_INLINE uint64_t black_gate(void) {
    return row_mask(2);
}

/* Returns the row on which black's pawns promote. */
ALWAYS_INLINE uint64_t black_goal(void) {
    return row_mask(back_row(KS_WHITE));
}

/* Returns the squares from which a white pawn attacks these squares. */
ALWAYS_INLINE uint64_t white_pawns_to(uint64_t square) {
    return attack_left(square, KS_BLACK) | attack_right(square, KS_BLACK);
}

ALWAYS_INLINE int count_king_moves(const struct null_move *null, uint64_t steps, uint64_t safe) {
    return size_of(safe & steps) + !(null->paths[0] & ~safe) + !(null->paths[1] & ~safe);
}

#endif
