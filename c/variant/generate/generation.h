/* A position whose moves are being generated, and what adds moves to those found: shared by the files of this
 * folder, c/variant/generate.c and c/variant/perft/. */
#ifndef KS_GENERATION_H
#define KS_GENERATION_H

#include "variant/generate.h"
#include "variant/safety.h"

struct generation {
    const ks_variant *v;
    const ks_variant_position *position;
    unsigned us, them;
    ks_squares occupied;
    struct safety safety;
    ks_squares uncovering; /* where checks are forbidden: see ks_variant_uncovering */
    uint32_t promotions;   /* bit n: type n may be promoted to */
    uint32_t crownings;    /* those of them that may be royal, which are looked at by themselves */
    bool captures_only;
    bool counts_sets; /* what is carefree is counted, and all of it */
    bool gates;       /* pieces in hand may be gated */
    bool one_by_one;  /* each move is to be seen: by visit, or since some may give no check */
    visit_move *visit;
    void *context;
    size_t count;
    bool stopped;
};

void ks_variant_start_generation(struct generation *g, const ks_variant *v, const ks_variant_position *p,
                                 visit_move *visit, void *context);

/* Adds a move. known_good: it gives no check where that isn't allowed. */
void ks_variant_add_move(struct generation *g, ks_variant_move move, bool known_good);

/* Adds the moves of one kind from a square to others, or drops there, which leave the king safe. promotion:
 * 0, or 1 + the type. */
void ks_variant_add_each(struct generation *g, unsigned from, ks_squares targets, unsigned kind,
                         unsigned promotion);

/* How many moves a piece has to each square: without gating, and with each type. */
unsigned ks_variant_ways_to_leave(const struct generation *g, unsigned from);

/* Adds the moves of the piece on a square, but for castling. */
void ks_variant_add_piece(struct generation *g, unsigned from);

void ks_variant_add_castling(struct generation *g);

static inline bool ks_variant_takes_en_passant(const struct generation *g, unsigned from) {
    return g->position->en_passant_pawn != KS_NOWHERE &&
           g->v->types[KS_VARIANT_TYPE(g->position->board[from])].takes_en_passant[g->us];
}

#endif
