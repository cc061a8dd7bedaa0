/* Kings and rooks stand at home among a few other pieces. Then a king or rook of either side leaves, and one
 * returns; or a rook is captured while another one stands on its file. Illegal sequences are drawn again. */
#include "cli/random/lost_rights.h"

#include <string.h>

#include "cli/random/chess_starts.h"
#include "cli/random/numbers.h"
#include "rules/position.h"

struct draft {
    uint64_t *state;
    uint8_t board[KS_SQUARES];
};

static void put(struct draft *draft, unsigned file, unsigned row, unsigned code) {
    uint8_t *const square = &draft->board[KS_SQUARE(file, row)];
    if (*square == KS_EMPTY)
        *square = (uint8_t)code;
}

static void put_home(struct draft *draft, unsigned side) {
    put(draft, 0, row_of_rank(side, 0), code_of(KS_WHITE_ROOK, side));
    put(draft, 4, row_of_rank(side, 0), code_of(KS_WHITE_KING, side));
    put(draft, 7, row_of_rank(side, 0), code_of(KS_WHITE_ROOK, side));
}

static void put_others(struct draft *draft) {
    for (unsigned left = draw_below(draft->state, 5); left > 0; left--) {
        const unsigned file = draw_below(draft->state, 8), row = 2 + draw_below(draft->state, 4);
        const unsigned code = KS_WHITE_PAWN + draw_below(draft->state, 4);
        put(draft, file, row, code_of(code, draw_below(draft->state, 2)));
    }
}

static void draw_home_boards(struct draft *draft) {
    memset(draft->board, KS_EMPTY, sizeof draft->board);
    put_home(draft, KS_WHITE);
    put_home(draft, KS_BLACK);
}

/* Reads the board with all rights. */
static bool begin(const struct draft *draft, unsigned side, struct replay *replay) {
    replay->start.variant = NULL;
    replay->count = 0;
    return read_drawn_board(draft->board, "wb"[side], "KQkq", 0, 0, &replay->start.chess);
}

/* Makes the move if it is legal, and adds it to the replay. */
static bool play(struct replay *replay, struct any_position *position, any_move move) {
    if (!any_is_legal(position, move))
        return false;
    any_make_move(position, move);
    replay->moves[replay->count++] = move;
    return true;
}

/* ---- Away and back ---- */

/* Draws a step of the king or a move of a rook along rank or file, all equally likely. A move off the board
 * is illegal. */
static ks_move draw_leaving(uint64_t *state, const ks_position *position) {
    static const int steps[5] = {1, -1, 8, 7, 9}; /* forward as black sees it */
    const unsigned us = position->side_to_move, kind = draw_below(state, 9),
                   king = ks_king_square(position, us), rook = ks_castling_rook(position, us, kind % 2),
                   far = 1 + draw_below(state, 3);
    const int forward = us == KS_WHITE ? -1 : 1;
    if (kind < 5)
        return KS_MOVE(king, (unsigned)((int)king + (kind < 2 ? 1 : forward) * steps[kind]), KS_MOVE_PLAIN);
    const int step = kind < 7 ? 8 * forward : rook > king ? -1 : 1;
    return KS_MOVE(rook, (unsigned)((int)rook + step * (int)far), KS_MOVE_PLAIN);
}

static bool away_and_back(uint64_t *state, struct replay *replay) {
    struct draft draft = {.state = state};
    draw_home_boards(&draft);
    put_others(&draft);
    if (!begin(&draft, draw_below(state, 2), replay))
        return false;
    struct any_position position = replay->start;
    const ks_move leaving = draw_leaving(state, &position.chess),
                  back = KS_MOVE(KS_MOVE_TO(leaving), KS_MOVE_FROM(leaving), KS_MOVE_PLAIN);
    return play(replay, &position, leaving) &&
           play(replay, &position, draw_leaving(state, &position.chess)) && play(replay, &position, back);
}

/* ---- Rooks are captured ---- */

/* Puts an enemy piece that attacks the rook in a corner, on file 0 or 7, and another rook on the same
 * file. */
static void put_attacker(struct draft *draft, unsigned side, unsigned corner) {
    uint64_t *const state = draft->state;
    const unsigned code = KS_WHITE_PAWN + draw_below(state, 5), diagonal = 2 + draw_below(state, 4);
    const unsigned far[][2] = {{1, 1}, {1, 2}, {diagonal, diagonal}, {0, 1}, {diagonal, diagonal}};
    const unsigned *const at = far[code - KS_WHITE_PAWN];
    put(draft, corner ? 7 - at[0] : at[0], row_of_rank(side, at[1]), code_of(code, side ^ 1));
    put(draft, corner, row_of_rank(side, 2 + draw_below(state, 2)), code_of(KS_WHITE_ROOK, side));
}

/* Selects moves of the side to move. */
typedef bool wanted(const ks_position *position, ks_move move, ks_move last);

static bool captures_rook(const ks_position *position, ks_move move, ks_move last) {
    const uint64_t rooks = ks_castling_rooks(position) & ks_pieces_of(position, position->side_to_move ^ 1u);
    (void)last;
    return rooks >> KS_MOVE_TO(move) & 1;
}

static bool recaptures_with_rook(const ks_position *position, ks_move move, ks_move last) {
    return KS_MOVE_TO(move) == KS_MOVE_TO(last) && (position->board[KS_MOVE_FROM(move)] & 7) == KS_WHITE_ROOK;
}

static bool changes_little(const ks_position *position, ks_move move, ks_move last) {
    const unsigned piece = position->board[KS_MOVE_FROM(move)] & 7;
    (void)last;
    return piece != KS_WHITE_KING && piece != KS_WHITE_ROOK && position->board[KS_MOVE_TO(move)] == KS_EMPTY;
}

static bool play_one_of(struct replay *replay, struct any_position *position, wanted *is_wanted) {
    any_move moves[ANY_MOVES_MAX];
    const ks_move last = replay->count ? (ks_move)replay->moves[replay->count - 1] : KS_NO_MOVE;
    for (size_t i = any_legal_moves(position, moves); i-- > 0;)
        if (is_wanted(&position->chess, (ks_move)moves[i], last))
            return play(replay, position, moves[i]);
    return false;
}

/* Both rooks of both sides are captured; the last capture is still to be answered. */
static bool rooks_captured(uint64_t *state, struct replay *replay) {
    static wanted *const course[] = {captures_rook,        recaptures_with_rook, captures_rook,
                                     recaptures_with_rook, changes_little,       captures_rook,
                                     recaptures_with_rook, captures_rook};
    struct draft draft = {.state = state};
    draw_home_boards(&draft);
    for (unsigned i = 0; i < 4; i++)
        put_attacker(&draft, i / 2, i % 2 ? 7 : 0);
    put_others(&draft);
    if (!begin(&draft, draw_below(state, 2), replay))
        return false;
    struct any_position position = replay->start;
    for (size_t i = 0; i < sizeof course / sizeof *course; i++)
        if (!play_one_of(replay, &position, course[i]))
            return false;
    return true;
}

void random_lost_rights(uint64_t *state, struct replay *replay) {
    bool (*const kind)(uint64_t *, struct replay *) = draw_below(state, 3) ? away_and_back : rooks_captured;
    while (!kind(state, replay))
        ;
}
