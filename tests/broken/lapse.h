/* A lapse is a mistake in one file of one colour, or in one way to lose one castling right, as typing errors
 * in tables cause them. There are LAPSES of them. */
#ifndef KS_BROKEN_LAPSE_H
#define KS_BROKEN_LAPSE_H

#include <stdbool.h>

#include "kingscan.h"

enum way {
#define WAY(identifier, name) identifier,
#include "broken/ways.def"
#undef WAY
    WAYS
};

enum lapse_kind {
    NO_LAPSE,
    NO_DOUBLE_PUSH,     /* a pawn of this file has no double push; and so on */
    NO_EN_PASSANT_EAST, /* towards the h-file */
    NO_EN_PASSANT_WEST,
    NO_PROMOTION,
    NO_CAPTURE_PROMOTION,
    RIGHT_KEPT /* the right to castle survives this way of losing it */
};

struct lapse {
    enum lapse_kind kind;
    unsigned side;
    unsigned file; /* of the pawn before its move */
    unsigned wing; /* the last two: for RIGHT_KEPT */
    enum way way;
};

enum { LAPSES = 2 * ((3 * 8 + 2 * 7) + 2 * WAYS), LAPSE_NAME_SIZE = 64 };

void list_lapses(struct lapse lapses[LAPSES]);

/* Writes the name of the lapse for build/broken: "no-double-push-white-e",
 * "right-kept-black-queenside-rook-along-rank". */
void lapse_name(const struct lapse *lapse, char name[LAPSE_NAME_SIZE]);

/* Returns whether an engine with this lapse lacks the legal move. */
bool lapse_forgets(const struct lapse *lapse, const ks_position *position, ks_move move);

/* Returns the rook of a right, as ks_castling_rook does, also when the king has left its back rank and keeps
 * the right against the rules: then it stood on the e-file. */
unsigned lapse_rook(const ks_position *position, unsigned side, unsigned wing);

/* Returns whether an engine with this lapse keeps the right that the move takes from a side. */
bool lapse_keeps(const struct lapse *lapse, const ks_position *before, ks_move move, unsigned side,
                 unsigned wing);

#endif
