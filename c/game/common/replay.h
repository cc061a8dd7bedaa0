/* Reads a position as UCI sends it: a FEN, and moves to be made from there; and keeps the positions on the
 * way. */
#ifndef KS_COMMON_REPLAY_H
#define KS_COMMON_REPLAY_H

#include <stdbool.h>
#include <stddef.h>

#include "game/common/any_position.h"
#include "game/common/buffer.h"

/* ---- History ---- */

/* The positions of a game so far, by which repetitions are found. */

/* All zeros: no position. */
struct history {
    uint64_t *keys; /* of the positions in order, which history_free frees */
    size_t count, room;
};

/* Forgets all positions, and adds the first one of another game. This and the next return false when there is
 * no memory. */
bool history_start(struct history *history, const struct any_position *first);

bool history_add(struct history *history, const struct any_position *next);

void history_free(struct history *history);

/* Returns the reason why the game is a draw, or why a player may claim one, in its last position. verdict:
 * of any_judge on that position. */
enum ks_draw history_find_draw(const struct history *history, const struct any_position *last,
                               enum ks_verdict verdict);

/* ---- Replays ---- */

/* A position as UCI sends it: a FEN, and moves to be made from there. */

enum {
    REPLAY_MOVES = 1200,
    REPLAY_SIZE = ANY_FEN_SIZE + sizeof " moves" + ANY_MOVE_SIZE * REPLAY_MOVES /* of its text */
};

struct replay {
    struct any_position start;
    unsigned count;
    any_move moves[REPLAY_MOVES];
};

/* Reads FEN or EPD (variant: NULL for chess), or "startpos", the start of games, or any of them with " moves
 * e2e4 e7e5 ..." after its fields, up to a semicolon if there is one, with moves as ks_read_move takes
 * them. flags are of enum ks_fen_flags. Returns KS_OK; or the code of an error with an offset in the text,
 * and then *replay is not to be used. */
int replay_read(const ks_variant *variant, const char *text, size_t length, ks_fen_flags flags,
                struct replay *replay, ks_error *error);

/* Does the same, but for the position after the moves alone. There may be any number of moves. flags are of
 * enum ks_fen_flags. history receives all positions, the last one included, and may be NULL. */
int replay_read_end(const ks_variant *variant, const char *text, size_t length, ks_fen_flags flags,
                    struct any_position *position, struct history *history, ks_error *error);

/* Whether a text begins with the word "startpos". */
bool replay_is_start(const char *text, size_t length);

/* Whether the next word of a text from `at` on is "moves". */
bool replay_has_moves(const char *text, size_t length, size_t at);

/* Returns where a text that begins with a position goes on with something that is neither "moves" nor EPD
 * operations that end with a semicolon; its length when it doesn't. (In lines of files any word passes for an
 * operation. A person who types one, or sends it to an engine, means something else.) */
size_t replay_find_stray(const char *text, size_t length);

/* Makes the moves in the text from `at` on. There may be any number. history receives the positions after
 * them, and may be NULL. On an error, the moves before the wrong one have been made. */
int replay_make_moves(const char *text, size_t length, size_t at, struct any_position *position,
                      struct history *history, ks_error *error);

/* Reads the position as replay_read_end does, and sets *last to the last of the moves; to KS_NO_MOVE when
 * there are none. */
int replay_read_last(const ks_variant *variant, const char *text, size_t length, ks_fen_flags flags,
                     struct any_position *position, any_move *last, ks_error *error);

/* Adds the moves in the text to *san, in SAN with a blank between each two: does what
 * replay_read_end does. */
int replay_add_san(const ks_variant *variant, const char *text, size_t length, ks_fen_flags flags,
                   struct buffer *san, ks_error *error);

/* Returns the position after all of the moves. */
struct any_position replay_end(const struct replay *replay);

/* Writes the moves in UCI with a blank between each two; notation: of enum ks_uci_flags. */
void replay_write_moves(const struct replay *replay, unsigned notation, char text[REPLAY_SIZE]);

/* Writes the FEN, then " moves " and the moves when there are any. */
void replay_write(const struct replay *replay, unsigned notation, char text[REPLAY_SIZE]);

#endif
