/* A position as UCI sends it: a FEN, and moves to be made from there. */
#ifndef KS_REPLAY_H
#define KS_REPLAY_H

#include "cli/shared/positions/any_position.h"

enum {
    REPLAY_MOVES = 1200,
    REPLAY_SIZE = ANY_FEN_SIZE + sizeof " moves" + ANY_MOVE_SIZE * REPLAY_MOVES /* of its text */
};

struct replay {
    struct any_position start;
    unsigned count;
    any_move moves[REPLAY_MOVES];
};

/* Reads FEN or EPD (variant: NULL for chess), or "FEN moves e2e4 e7e5 ...", where moves are as
 * ks_explain_move takes them. Returns KS_OK, or the error's code with its offset in the text; then *replay
 * isn't to be used. */
int replay_read(const ks_variant *variant, const char *text, size_t length, struct replay *replay,
                ks_error *error);

/* Adds the moves in the text from `at` on, which are made from *end, the position that the replay has come
 * to. On an error, both are left somewhere between. */
int replay_read_moves(const char *text, size_t length, size_t at, struct replay *replay,
                      struct any_position *end, ks_error *error);

/* The position after all of the moves. */
struct any_position replay_end(const struct replay *replay);

/* The moves in UCI with a blank between each two, and a terminating zero; notation: of enum ks_notation_flag.
 */
void replay_write_moves(const struct replay *replay, unsigned notation, char text[REPLAY_SIZE]);

/* The same behind the FEN and " moves ", where there are any. */
void replay_write(const struct replay *replay, unsigned notation, char text[REPLAY_SIZE]);

#endif
