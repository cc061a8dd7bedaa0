/* Declares one set of functions for positions of chess and of variants alike. */
#ifndef KS_COMMON_ANY_POSITION_H
#define KS_COMMON_ANY_POSITION_H

#include <stdbool.h>

#include "kingscan.h"

static inline bool squares_empty(ks_variant_squares squares) {
    return !(squares.half[0] | squares.half[1]);
}

static inline bool squares_have(ks_variant_squares squares, unsigned square) {
    return squares.half[square >> 6] >> (square & 63) & 1;
}

static inline void squares_add(ks_variant_squares *squares, unsigned square) {
    squares->half[square >> 6] |= (uint64_t)1 << (square & 63);
}

/* Takes the lowest square out of a set that isn't empty, and returns it. */
static inline unsigned squares_pop(ks_variant_squares *squares) {
    const unsigned half = squares->half[0] == 0;
    const unsigned square = 64 * half + (unsigned)__builtin_ctzll(squares->half[half]);
    squares->half[half] &= squares->half[half] - 1;
    return square;
}

/* ---- Either ---- */

/* A position of chess or of a variant, for commands that treat both alike. Chess is played by its own rules
 * and functions here too, and not by the variant of that name. Each function does what the functions of
 * kingscan.h with like names do for chess and for variants. */

struct any_position {
    const ks_variant *variant; /* NULL for chess */
    union {
        ks_position chess;
        ks_variant_position varied;
    };
};

/* A ks_move or a ks_variant_move; KS_NO_MOVE is none in both. */
typedef uint32_t any_move;

enum {
    ANY_FEN_SIZE = KS_VARIANT_FEN_SIZE,
    ANY_MOVE_SIZE = KS_VARIANT_UCI_SIZE,
    ANY_SAN_SIZE = KS_VARIANT_SAN_SIZE,
    ANY_MOVES_MAX = 4096,                /* the most of chess are KS_MOVES_MAX; Amazons starts with 2176 */
    ANY_SQUARES = KS_VARIANT_SQUARES_MAX /* of the largest board */
};

/* ---- Text ---- */

/* The position that games start from. variant: NULL for chess. */
struct any_position any_start(const ks_variant *variant);

/* Reads a position. flags: of enum ks_fen_flags. */
int any_read_fen(const ks_variant *variant, const char *text, size_t length, ks_fen_flags flags,
                 struct any_position *position, ks_error *error);
/* Writes the FEN that brings back all of a position: the en-passant square too where no piece may capture on
 * it, for a move generator may be wrong about that. */
size_t any_write_fen(const struct any_position *position, char text[ANY_FEN_SIZE]);
/* Reads back what the FEN of a position says, without rights that can't be. Returns false when it can't be
 * read. */
bool any_read_back(const struct any_position *position, struct any_position *found);

/* Writes the FEN for people and programs: the same with x_fen, else without an en-passant square on which no
 * piece may capture. */
size_t any_write_shown_fen(const struct any_position *position, bool x_fen, char text[ANY_FEN_SIZE]);

/* Writes FEN as its standard has it: with the en-passant square after every double push of chess. last: the
 * move that led to the position; KS_NO_MOVE when none is known. */
size_t any_write_fen_after(const struct any_position *position, any_move last, char text[ANY_FEN_SIZE]);

/* Write a legal move, and return its length. flags: of enum ks_uci_flags. */
size_t any_write_uci(const struct any_position *position, any_move move, ks_uci_flags flags,
                     char text[ANY_MOVE_SIZE]);
size_t any_write_san(const struct any_position *position, any_move move, char text[ANY_SAN_SIZE]);

/* Reads a move. *move is KS_NO_MOVE when it isn't legal. */
int any_explain_move(const struct any_position *position, const char *text, size_t length, any_move *move,
                     ks_error *error);

/* The name of a square, static. */
const char *any_square_name(const ks_variant *variant, unsigned square);

/* ---- Moves ---- */

/* Lists the legal moves and returns how many there are. That may be more than ANY_MOVES_MAX in a variant;
 * then the first ANY_MOVES_MAX are listed. */
size_t any_legal_moves(const struct any_position *position, any_move moves[ANY_MOVES_MAX]);

/* The same, but lists at most as many as there is room for. */
size_t any_legal_moves_in(const struct any_position *position, any_move *moves, size_t room);

/* Returns all legal moves, to be freed by the caller; their number goes to *count. NULL when there is no
 * memory. */
any_move *any_list_moves(const struct any_position *position, size_t *count);

bool any_is_legal(const struct any_position *position, any_move move);

/* Makes a legal move. To take it back, keep a copy of the position. */
void any_make_move(struct any_position *position, any_move move);

uint64_t any_perft(const struct any_position *position, unsigned depth);
void any_perft_stats(const struct any_position *position, unsigned depth, ks_perft_counts *counts);

/* ---- Questions ---- */

/* Whether castling may be unclear from the king's squares alone. That is so when a right's king or rook
 * doesn't stand as in an ordinary game, and for every right where games start from shuffled pieces. */
bool any_is_chess960(const struct any_position *position);

/* Returns how the moves of a game are written in UCI, once for all of them: castling is the king taking its
 * rook when the game's tag Variant or its first position says Chess960. An engine accepts that under one
 * setting of UCI_Chess960. */
ks_uci_flags any_game_notation(const ks_pgn *pgn, const struct any_position *start);

unsigned any_side_to_move(const struct any_position *position);

/* The square of the king, or of the royal piece, of the side to move. */
unsigned any_king(const struct any_position *position);

uint64_t any_key(const struct any_position *position);

/* The verdict on the side to move; the squares of the checkers go to *checkers unless that is NULL. */
enum ks_verdict any_judge(const struct any_position *position, ks_variant_squares *checkers);

/* The reason why the game is a draw, or why a player may claim one. verdict: of any_judge; keys: of all
 * positions of the game, this one included. */
enum ks_draw any_find_draw(const struct any_position *position, enum ks_verdict verdict, const uint64_t *keys,
                           size_t count);

/* The squares of the pieces that give check to the side to move. */
ks_variant_squares any_checkers(const struct any_position *position);

/* The squares of its pieces that are pinned. They are known in chess alone: for a variant there are none. */
ks_variant_squares any_pinned(const struct any_position *position);

/* The squares that a side attacks, those of its own pieces too. */
ks_variant_squares any_attacked(const struct any_position *position, unsigned side);

struct any_board_size {
    unsigned files, ranks;
};
struct any_board_size any_board_size(const ks_variant *variant);

/* The letter that FEN has for the piece on a square, a capital one for white; 0 when the square is empty. */
char any_piece_letter(const struct any_position *position, unsigned square);

/* Return the number of pieces on the board, of a side and of both. Walls are none. */
unsigned any_count_pieces_of(const struct any_position *position, unsigned side);
unsigned any_count_pieces(const struct any_position *position);

/* Whether the piece on a square is a promoted form, which has + before its letter. */
bool any_is_promoted(const struct any_position *position, unsigned square);

/* The kind of a legal move: the first that fits of drop, gate, promotion, castling, en-passant, double-push,
 * pass, evasion (the king is in check) and other. */
const char *any_kind_of_move(const struct any_position *position, any_move move);

/* ---- Taking away ---- */

/* Each function returns false when there is nothing to take away. The position that remains need not be
 * legal. */
bool any_remove_piece(struct any_position *position, unsigned square); /* but no king */
/* Puts the king of the side to move on another square, which is empty. */
bool any_move_king(struct any_position *position, unsigned square);
/* Takes at most `most` pieces of a type out of a side's hand; returns how many. There are no hands
 * in chess. */
unsigned any_empty_hand(struct any_position *position, unsigned side, unsigned type, unsigned most);
bool any_drop_castling(struct any_position *position, unsigned side, unsigned wing);
bool any_drop_en_passant(struct any_position *position);
bool any_reset_clocks(struct any_position *position);
/* Forgets that the last moves were passes: the FEN of other programs does not say. */
void any_forget_passes(struct any_position *position);

#endif
