/* A position whose moves are being generated. The files of this folder and c/variant/perft/ share it. */
#ifndef KS_GENERATION_H
#define KS_GENERATION_H

#include "variant/attacks/safety.h"

/* Returns whether the next move is wanted. */
typedef bool visit_move(ks_variant_move move, void *context);

struct generation {
    const ks_variant *v;
    const ks_variant_position *position;
    unsigned us, them;
    ks_variant_squares occupied;
    ks_variant_squares movers; /* the pieces whose moves are added */
    bool skips_drops;          /* drops are not */
    ks_variant_squares spared; /* the enemy's kings, which are not captured; a position read with
                          KS_FEN_LENIENT may have several */
    ks_variant_squares pawns;  /* those that are counted together */
    struct safety safety;
    ks_variant_squares uncovering; /* in variants without checks: see ks_variant_uncovering */
    uint32_t promotions;           /* bit n: type n may be promoted to */
    uint32_t crownings; /* the types among them that may be royal or fireproof, which are treated apart */
    bool captures_only;
    size_t quiet; /* counted while captures alone were added: the moves of these plain pieces, which capture
                     nothing */
    ks_variant_squares quiet_pieces;
    bool counts_sets;     /* safe moves are counted as sets, all of them */
    bool counts_plain;    /* and so are plain pieces, without a question but that they shield no king */
    bool gates;           /* pieces in hand may be gated */
    bool walls;           /* each move builds a wall */
    bool walls_anywhere;  /* on any free square of the region, of which walls_free are free before the move */
    unsigned walls_count; /* of walls_free */
    ks_variant_squares walls_free;
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

#endif
