/* kingscan/game.h: a game of chess that is played forth and back, with its repetitions and draws. */
#ifndef KINGSCAN_GAME_H
#define KINGSCAN_GAME_H

#include "moves.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 0 when no sequence of moves, the enemy's included, can lead to a mate by this side, as far as the
 * material alone says, and 1 otherwise. A game in which neither side can mate is drawn. The rule for a player
 * whose enemy runs out of time is the same (6.9). Source: the rule of lichess.org and python-chess, which
 * looks at material, not at blocked pawns. */
KS_API int ks_can_mate(const ks_position *position, unsigned side);

/* ---- Games ----------------------------------------------------------------------------------- */

/* A start and the moves from there, with one of the positions as the current one. */
typedef struct ks_game ks_game;

/* Starts a game from a position, or from the start of chess when it is NULL. Returns NULL when there is no
 * memory. The caller frees the game with ks_game_free. */
KS_API KS_MUST_USE ks_game *ks_game_new(const ks_position *start);

/* Frees a game, which may be NULL. */
KS_API void ks_game_free(ks_game *game);

/* Returns the current position. It lives until the next call that changes the game. */
KS_API const ks_position *ks_game_get_position(const ks_game *game);

/* Returns how many moves lead from the start to the current position. */
KS_API size_t ks_game_get_ply(const ks_game *game);

/* Returns the number of all moves, those after the current position included. */
KS_API size_t ks_game_get_length(const ks_game *game);

/* Returns the move of this index, from 0; KS_NO_MOVE at ks_game_get_length and beyond. */
KS_API ks_move ks_game_get_move(const ks_game *game, size_t index);

/* Makes a move in the current position; moves after it are dropped, unless the first of them is this one.
 * move may be any value.
 * Returns KS_OK; KS_ERROR_MOVE_ILLEGAL when the move is not legal (ks_read_move says why of a text); or
 * KS_ERROR_MEMORY. The game is unchanged after an error. */
KS_API KS_MUST_USE int ks_game_play(ks_game *game, ks_move move, ks_error *error);

/* Makes the position after this many moves the current one.
 * ply is at most ks_game_get_length (precondition). */
KS_API void ks_game_go_to(ks_game *game, size_t ply);

/* Returns how many earlier positions of the game equal the current one: 2 is threefold repetition. */
KS_API unsigned ks_game_count_repetitions(const ks_game *game);

/* Returns why the game is drawn in the current position, as ks_find_draw does. */
KS_API enum ks_draw ks_game_find_draw(const ks_game *game);

/* Replaces the game by the one of a UCI command: "startpos" or "fen FEN", and "moves" with moves in UCI. The
 * word "position" may precede.
 * text has `length` bytes.
 * Returns KS_OK, KS_ERROR_MOVE_TEXT at a word that is no legal move, KS_ERROR_MEMORY, or an error of FEN; the
 * game is unchanged after an error. */
KS_API KS_MUST_USE int ks_game_read_uci(ks_game *game, const char *text, size_t length, ks_error *error);

#ifdef __cplusplus
}
#endif
#endif
