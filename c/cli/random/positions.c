/* There are many short games and few long ones; half of the positions come with the moves that led to
 * them. */
#include "cli/random/positions.h"

#include "cli/random/chess960.h"
#include "cli/random/hard_boards.h"
#include "cli/random/lost_rights.h"
#include "cli/random/numbers.h"
#include "cli/random/play.h"
#include "cli/random/variant_starts.h"

/* Returns whether a position can be a start, which has no passes: the FEN of other programs lacks them. A
 * side in Janggi that passes in check, because the generals face each other, ends the game; such a position
 * needs the pass. */
static bool may_be_start(const struct any_position *position) {
    struct any_position found;
    return !position->variant || any_read_back(position, &found);
}

/* Plays from the start of the replay. The final position then becomes the start half of the time. */
static void play_game(uint64_t *state, unsigned plies, struct replay *replay) {
    struct any_position end = replay->start;
    replay->count = 0;
    random_moves(state, plies, replay, &end);
    if (draw_below(state, 2) == 0)
        return;
    any_forget_passes(&end);
    if (may_be_start(&end)) {
        replay->start = end;
        replay->count = 0;
    }
}

/* ---- Chess ---- */

static void chess_game(uint64_t *state, bool chess960, struct replay *replay) {
    unsigned white = CHESS960_OF_CHESS, black = CHESS960_OF_CHESS;
    if (chess960 && draw_below(state, 2)) {
        white = draw_below(state, CHESS960_STARTS);
        black = draw_below(state, 2) ? white : draw_below(state, CHESS960_STARTS);
    }
    chess960_start(white, black, &replay->start.chess);
    play_game(state, 2 + draw_below(state, 79), replay);
}

/* Makes a double push next to an enemy pawn, if there is one. */
static void push_past(ks_position *position) {
    ks_move moves[KS_MOVES_MAX];
    for (size_t i = ks_legal_moves(position, moves); i-- > 0;) {
        ks_position after = *position;
        ks_undo undo;
        ks_make_move(&after, moves[i], &undo);
        if (after.en_passant != KS_NO_SQUARE) {
            *position = after;
            return;
        }
    }
}

/* Composes a board and makes a few moves from there. */
static void hard_board(uint64_t *state, bool chess960, struct replay *replay) {
    random_hard_board(state, chess960, &replay->start.chess);
    random_moves(state, draw_below(state, 3), replay, &replay->start);
    if (draw_below(state, 2))
        push_past(&replay->start.chess);
    replay->count = 0;
}

static void lost_rights(uint64_t *state, bool chess960, struct replay *replay) {
    (void)chess960;
    random_lost_rights(state, replay);
}

static void chess_position(uint64_t *state, bool chess960, struct replay *replay) {
    static void (*const kinds[8])(uint64_t *, bool, struct replay *) = {
        hard_board, hard_board, hard_board, hard_board, chess_game, lost_rights, lost_rights, lost_rights};
    do {
        replay->count = 0;
        kinds[draw_below(state, 8)](state, chess960, replay);
    } while (!chess960 && any_is_chess960(&replay->start));
}

/* ---- Variants ---- */

/* Short and long games are equally likely. */
static void variant_game(uint64_t *state, const ks_variant *variant, struct replay *replay) {
    random_variant_start(state, variant, &replay->start);
    play_game(state, draw_below(state, 1u << (1 + draw_below(state, 8))), replay);
}

void random_position(uint64_t *state, const ks_variant *variant, bool chess960, struct replay *replay) {
    replay->start.variant = variant;
    if (variant)
        variant_game(state, variant, replay);
    else
        chess_position(state, chess960, replay);
}
