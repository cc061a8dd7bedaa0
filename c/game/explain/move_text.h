/* A move of a variant as people and programs write it: its parts, and the search for the legal move that it
 * means. */
#ifndef KS_EXPLAIN_MOVE_TEXT_H
#define KS_EXPLAIN_MOVE_TEXT_H

#include "variant/definition/definition.h"

/* ---- Parts of a text ---- */

/* The text of a move, taken apart before anybody asks whether a piece can make it. */

enum { NOT_SAID = 255 };

struct said {
    bool castles; /* by O-O or O-O-O; then only `wing` is set besides */
    enum ks_wing wing;
    unsigned type;                    /* of the piece; NOT_SAID: what stands on the from square, or a pawn */
    unsigned other;                   /* the type that has the same letter in FEN, or NOT_SAID; of a drop:
                                         the one that has it in notation */
    unsigned from_file, from_row, to; /* NOT_SAID, or from 0 */
    unsigned promotion;               /* type, or NOT_SAID */
    unsigned gated, gate;             /* type put where the mover has stood, and where; or NOT_SAID */
    unsigned wall;                    /* the square of the wall built, or NOT_SAID */
    bool captures;                    /* there is an x */
    bool sign;                        /* there is an x or - between two squares, as UCI never has it */
    bool passes;                      /* by "pass" or "--"; then nothing is set besides */
    bool plus, minus; /* after the square, where promoted forms are: + may mean check all the same */
    bool drops;       /* by @; then only `type`, `to` and perhaps `other` are set besides */
    bool fairy; /* as Fairy-Stockfish writes it: the letters are as in FEN, and a promoted form has the letter
                   of the type that it moves as */
};

/* Reads a move without the board. Returns KS_OK, KS_ERROR_MOVE_TEXT or KS_ERROR_OFF_BOARD.
 *
 *     castling     O-O, O-O-O, with O, o or 0
 *     drops        [letter] @ square; without a letter, of a pawn
 *     passing      pass, --
 *     other moves  [letter] [file] [rank] [x or -] square [[=] promotion] [e.p. or ep]
 *     and where there are promoted forms, + before the letter of one, and +, - or = after the square
 *     gating       / letter [square], after each of them; or a small letter as of a promotion, before that
 *     walls        , square, after each of them; perhaps with the piece's new square before it
 *     at the end   any of + # ! ?
 *
 * Capital letters mean pieces as in SAN. A small letter of a promotion is a label, as in FEN; so is the
 * capital letter of a drop, which UCI and SAN write alike. fairy: the text is by Fairy-Stockfish, and +
 * behind a piece's letter and square means check. */
int ks_variant_read_said(const ks_variant *v, bool fairy, const char *text, size_t length, struct said *said,
                         ks_error *error);

/* Does what ks_variant_read_move does; fairy: as above. */
int ks_variant_explain_written(const ks_variant *v, const ks_variant_position *position, bool fairy,
                               const char *text, size_t length, ks_variant_attempt *attempt, ks_error *error);

/* ---- Search ---- */

/* Looks for the legal move that a text means. */

/* A search among the legal moves, and what it has found. */
struct search {
    const ks_variant *v;
    const ks_variant_position *position;
    const struct said *said;
    bool plus_is_check; /* + after the square means no promotion */
    unsigned found;
    ks_variant_squares from; /* where the moves found begin */
    bool by_pawn; /* the move found is a pawn's, and the text names no piece: pawns come before other
                     pieces that may go without a letter */
    ks_variant_move move;
};

/* Adds the legal moves that the text may mean to what has been found. */
void ks_search_moves(struct search *search);

/* Returns the squares of all pieces that the text may mean. */
ks_variant_squares ks_find_meant(const struct search *search);

/* Returns whether a move is given by its two squares, without the letter of a piece. */
bool ks_is_in_full(const struct said *said);

/* Returns whether it is so without a sign between them, as in UCI, where + never means check. */
bool ks_is_as_in_uci(const struct said *said);

#endif
