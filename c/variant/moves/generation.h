/* A position whose moves are being generated, and the functions that add moves to those found. The files of
 * this folder and c/variant/perft/ share them. */
#ifndef KS_GENERATION_H
#define KS_GENERATION_H

#include "variant/attacks/safety.h"
#include "variant/moves/generate.h"

struct generation {
    const ks_variant *v;
    const ks_variant_position *position;
    unsigned us, them;
    ks_squares occupied;
    struct safety safety;
    ks_squares uncovering; /* in variants without checks: see ks_variant_uncovering */
    uint32_t promotions;   /* bit n: type n may be promoted to */
    uint32_t crownings;    /* the types among them that may be royal, which are treated apart */
    bool captures_only;
    bool counts_sets; /* safe moves are counted as sets, all of them */
    bool gates;       /* pieces in hand may be gated */
    bool walls;       /* each move builds a wall */
    bool tries_walls; /* each wall is tried, since royal pieces may be safe behind it; `safety` knows none */
    bool one_by_one;  /* each move is taken alone: for visit or a list, or since some may not give check */
    visit_move *visit;
    void *context;
    bool lists; /* moves are listed, as many as fit, and not visited */
    ks_variant_move *list;
    size_t room;
    size_t count;
    bool stopped;
};

void ks_variant_start_generation(struct generation *g, const ks_variant *v, const ks_variant_position *p,
                                 visit_move *visit, void *context);

/* Adds a move. known_good: the move gives no forbidden check. */
void ks_variant_add_move(struct generation *g, ks_variant_move move, bool known_good);

/* Adds the moves of one kind from a square to others, or the drops there. All of them leave the king safe
 * (precondition). promotion: 0, or 1 + the type. */
void ks_variant_add_each(struct generation *g, unsigned from, ks_squares targets, unsigned kind,
                         unsigned promotion);

/* Returns the number of moves to each square that the piece reaches: one without gating, and one with each
 * type gated. */
unsigned ks_variant_ways_to_leave(const struct generation *g, unsigned from);

/* Adds the moves of the piece on a square, without castling. */
void ks_variant_add_piece(struct generation *g, unsigned from);

void ks_variant_add_castling(struct generation *g);

static inline bool ks_variant_takes_en_passant(const struct generation *g, unsigned from) {
    return g->position->en_passant_pawn != KS_NOWHERE &&
           g->v->types[KS_VARIANT_TYPE(g->position->board[from])].takes_en_passant[g->us];
}

#endif
