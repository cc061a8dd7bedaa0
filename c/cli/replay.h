/* A position as UCI sends it: a FEN, and moves to be made from there. */
#ifndef KS_REPLAY_H
#define KS_REPLAY_H

#include <stdbool.h>

#include "kingscan.h"

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum {
    REPLAY_MOVES = 1200,
    REPLAY_SIZE = KS_FEN_SIZE + sizeof " moves" + KS_UCI_SIZE * REPLAY_MOVES /* of its text */
};

struct replay {
    ks_position start;
    unsigned count;
    ks_move moves[REPLAY_MOVES];
};

/* Reads FEN or EPD, or "FEN moves e2e4 e7e5 ...", where moves are as ks_explain_move takes them. Returns
 * KS_OK, or the error's code with its offset in the text; then *replay isn't to be used. */
int replay_read(const char *text, size_t length, struct replay *replay, ks_error *error);

/* Adds the moves in the text from `at` on, which are made from *end, the position that the replay has come
 * to. On an error, both are left somewhere between. */
int replay_read_moves(const char *text, size_t length, size_t at, struct replay *replay, ks_position *end,
                      ks_error *error);

/* The position after all of the moves. */
ks_position replay_end(const struct replay *replay);

/* Whether castling can't be told by the king's squares alone: a right whose king or rook stands elsewhere
 * than in an ordinary game. */
bool replay_is_chess960(const struct replay *replay);

/* The moves in UCI with a blank between each two, and a terminating zero; notation: of enum ks_notation_flag.
 */
void replay_write_moves(const struct replay *replay, unsigned notation, char text[REPLAY_SIZE]);

/* The same behind the FEN and " moves ", where there are any. */
void replay_write(const struct replay *replay, unsigned notation, char text[REPLAY_SIZE]);

#endif
