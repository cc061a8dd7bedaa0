/* A position of chess, or of a variant, for commands that don't care which. Chess goes by its own rules and
 * functions here too, not by the variant of that name. */
#ifndef KS_ANY_POSITION_H
#define KS_ANY_POSITION_H

#include <stdbool.h>

#include "kingscan.h"

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

struct any_position {
    const ks_variant *variant; /* NULL: chess */
    union {
        ks_position chess;
        ks_variant_position varied;
    };
};

/* A ks_move or a ks_variant_move; KS_NO_MOVE is none in both. */
typedef uint32_t any_move;

enum {
    ANY_FEN_SIZE = KS_VARIANT_FEN_SIZE,
    ANY_MOVE_SIZE = KS_VARIANT_MOVE_SIZE,
    ANY_MOVES_MAX = KS_MOVES_MAX
};

/* ---- What the functions for either do: see kingscan.h ---- */

/* The position that games start from. */
struct any_position any_start(const ks_variant *variant);

int any_read_fen(const ks_variant *variant, const char *text, size_t length, unsigned flags,
                 struct any_position *position, ks_error *error);
size_t any_write_fen(const struct any_position *position, char text[ANY_FEN_SIZE]);

/* Returns how many there are. That may be more than ANY_MOVES_MAX in a variant; so many are listed then. */
size_t any_legal_moves(const struct any_position *position, any_move moves[ANY_MOVES_MAX]);
bool any_is_legal(const struct any_position *position, any_move move);

void any_make_move(struct any_position *position, any_move move);

/* flags: of enum ks_notation_flag. */
size_t any_write_uci(const struct any_position *position, any_move move, unsigned flags,
                     char text[ANY_MOVE_SIZE]);
int any_explain_move(const struct any_position *position, const char *text, size_t length, any_move *move,
                     ks_error *error);

uint64_t any_perft(const struct any_position *position, unsigned depth);

/* ---- What else can be asked ---- */

/* Whether castling can't be told by the king's squares alone: a right whose king or rook stands elsewhere
 * than in an ordinary game; or any right, where games start from shuffled pieces. */
bool any_is_chess960(const struct any_position *position);

unsigned any_side_to_move(const struct any_position *position);

/* The squares of what gives check to the side to move. */
ks_squares any_checkers(const struct any_position *position);

/* In `text`, or static. */
const char *any_square_name(const struct any_position *position, unsigned square, char text[4]);

/* What kind of move a legal one is: the first that fits of promotion, castling, en-passant, double-push,
 * evasion (the king is in check) and other. */
const char *any_kind_of_move(const struct any_position *position, any_move move);

/* ---- What can be taken away ---- */

/* False: there is nothing to take. What remains need be no position. */
bool any_remove_piece(struct any_position *position, unsigned square); /* but no king */
bool any_drop_castling(struct any_position *position, unsigned side, unsigned wing);
bool any_drop_en_passant(struct any_position *position);
bool any_reset_clocks(struct any_position *position);

/* Squares of the largest board. */
enum { ANY_SQUARES = KS_VARIANT_SQUARES };

#endif
