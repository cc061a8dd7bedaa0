/* The questions of a reader of games to the layer of variants, which brings these functions. */
#ifndef KS_GAMES_RULES_H
#define KS_GAMES_RULES_H

#include "kingscan/pgn.h"

struct rules_of_games {
    /* ks_explain_move: it has the last word on every move of chess. */
    int (*explain)(const ks_position *position, const char *text, size_t length, ks_move *move,
                   ks_error *error);

    /* Finds the variant that a tag names, and sets *variant to NULL when that is chess. Returns KS_OK or
     * KS_ERROR_PGN_VARIANT. variants: may be NULL. */
    int (*find)(const ks_variants *variants, const char *name, const ks_variant **variant, ks_error *error);

    /* Sets *position to the start of a game. fen: NULL for the usual one. */
    int (*start)(const ks_variant *variant, const char *fen, ks_variant_position *position, ks_error *error);

    /* Plays a move and sets item->variant_move and item->checkers. */
    int (*play)(const ks_variant *variant, ks_variant_position *position, ks_pgn_item *item, ks_error *error);
};

#endif
