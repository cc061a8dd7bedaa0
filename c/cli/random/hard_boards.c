/* Composes random positions of chess in which rare rules meet, and tests whether other programs may be given
 * a position. */
#include "cli/random/hard_boards.h"

#include <string.h>

#include "cli/random/numbers.h"
#include "rules/position.h"

/* ---- Plausible boards ---- */

/* Returns whether the king of the side to move was in check already before the other side's double push. */
static bool was_in_check(const ks_position *position) {
    const unsigned us = position->side_to_move, over = position->en_passant;
    const int ahead = us == KS_WHITE ? 8 : -8; /* the direction of the pawn */
    uint8_t before[KS_SQUARES];
    memcpy(before, position->board, sizeof before);
    before[(int)over - ahead] = position->board[(int)over + ahead];
    before[(int)over + ahead] = KS_EMPTY;
    return ks_in_check(before, ks_king_of(position, us), us);
}

bool is_plausible(const ks_position *position) {
    const unsigned us = position->side_to_move;
    const uint64_t checkers = ks_attackers(position->board, ks_king_of(position, us), us ^ 1);
    if (__builtin_popcountll(checkers) > 2)
        return false;
    return position->en_passant == KS_NO_SQUARE || !was_in_check(position);
}

/* ---- Hard boards ---- */

/* Composes a board from features that each serve one hard rule; boards that are not valid positions are drawn
 * again. */

struct draft {
    uint64_t *state;
    uint8_t board[KS_SQUARES];
    unsigned king[2];
    bool home[2]; /* the king stands where it may castle */
    unsigned side;
};

/* Puts a piece on an empty square where it may stand; `file` and `row` may be off the board. */
static void put_piece(struct draft *draft, int file, int row, unsigned code) {
    const bool pawn = (code & 7) == KS_WHITE_PAWN;
    if (file < 0 || file > 7 || row < 0 || row > 7 || (pawn && row % 7 == 0))
        return;
    uint8_t *const square = &draft->board[KS_SQUARE(file, row)];
    if (*square == KS_EMPTY)
        *square = (uint8_t)code;
}

/* Draws nothing when there is no choice. */
static unsigned any_of(struct draft *draft, unsigned least_code, unsigned most_code, unsigned side) {
    const unsigned more = most_code - least_code;
    return code_of(least_code + (more > 0 ? draw_below(draft->state, more + 1) : 0), side);
}

static unsigned file_of(const struct draft *draft, unsigned side) {
    return draft->king[side] & 7;
}

/* Draws a king's square: at home, on the rank from which its pawns capture en passant, or any. */
static unsigned king_square(struct draft *draft, unsigned side, bool odd) {
    uint64_t *const state = draft->state;
    draft->home[side] = draw_below(state, 2);
    if (draft->home[side])
        return KS_SQUARE(odd ? 1 + draw_below(state, 6) : 4, row_of_rank(side, 0));
    return draw_below(state, 4) ? draw_below(state, KS_SQUARES)
                                : KS_SQUARE(draw_below(state, 8), row_of_rank(side, 4));
}

/* Puts a king; one at home has rooks on both sides, in the corners or elsewhere. */
static void put_king(struct draft *draft, unsigned side, bool chess960) {
    uint64_t *const state = draft->state;
    const bool odd = chess960 && draw_below(state, 2);
    do
        draft->king[side] = king_square(draft, side, odd);
    while (draft->board[draft->king[side]] != KS_EMPTY);
    draft->board[draft->king[side]] = (uint8_t)code_of(KS_WHITE_KING, side);
    if (!draft->home[side])
        return;
    const unsigned king = file_of(draft, side);
    const int left = odd ? (int)draw_below(state, king) : 0,
              right = odd ? (int)(king + 1 + draw_below(state, 7 - king)) : 7;
    if (draw_below(state, 4) > 0)
        put_piece(draft, left, (int)row_of_rank(side, 0), code_of(KS_WHITE_ROOK, side));
    if (draw_below(state, 4) > 0)
        put_piece(draft, right, (int)row_of_rank(side, 0), code_of(KS_WHITE_ROOK, side));
}

/* Puts an enemy slider in line with the side's king, often with a piece between: a pin, a check, or a
 * discovery. */
static void line_to_king(struct draft *draft, unsigned side) {
    static const int steps[8][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
    const unsigned which = draw_below(draft->state, 8);
    const int file = (int)(draft->king[side] & 7), row = (int)(draft->king[side] >> 3);
    const int near = 1 + (int)draw_below(draft->state, 3), far = near + 1 + (int)draw_below(draft->state, 3);
    const unsigned slider = draw_below(draft->state, 3) == 0 ? KS_WHITE_QUEEN
                            : which < 4                      ? KS_WHITE_ROOK
                                                             : KS_WHITE_BISHOP;
    if (draw_below(draft->state, 4) > 0)
        put_piece(
            draft, file + near * steps[which][0], row + near * steps[which][1],
            any_of(draft, KS_WHITE_PAWN, KS_WHITE_QUEEN, draw_below(draft->state, 4) > 0 ? side : side ^ 1));
    put_piece(draft, file + far * steps[which][0], row + far * steps[which][1], code_of(slider, side ^ 1));
}

static void promotion(struct draft *draft, unsigned side) {
    const int file = (int)draw_below(draft->state, 8), last = (int)row_of_rank(side, 7);
    put_piece(draft, file, (int)row_of_rank(side, 6), code_of(KS_WHITE_PAWN, side));
    for (int beside = file - 1; beside <= file + 1; beside++)
        if (draw_below(draft->state, 3) == 0)
            put_piece(draft, beside, last, any_of(draft, KS_WHITE_KNIGHT, KS_WHITE_QUEEN, side ^ 1));
}

/* Puts pawns on about every third file, and as many enemies. Their ranks count from 0 at the side's own. */
static void pawns_and_enemies(struct draft *draft, unsigned side, unsigned pawns_rank, unsigned enemies_rank,
                              unsigned least_code, unsigned most_code) {
    for (int file = 0; file < 8; file++) {
        if (draw_below(draft->state, 3) == 0)
            put_piece(draft, file, (int)row_of_rank(side, pawns_rank), code_of(KS_WHITE_PAWN, side));
        if (draw_below(draft->state, 3) == 0)
            put_piece(draft, file, (int)row_of_rank(side, enemies_rank),
                      any_of(draft, least_code, most_code, side ^ 1));
    }
}

/* Also puts pieces to capture on the last rank. */
static void promotions(struct draft *draft, unsigned side) {
    pawns_and_enemies(draft, side, 6, 7, KS_WHITE_KNIGHT, KS_WHITE_QUEEN);
}

/* Puts a pawn on its fifth rank, and one that may push past it; sometimes more pawns of the side next to
 * them. */
static void en_passant(struct draft *draft, unsigned side) {
    const int file = (int)draw_below(draft->state, 8), row = (int)row_of_rank(side, 4);
    const int beside = draw_below(draft->state, 2) ? 1 : -1;
    put_piece(draft, file, row, code_of(KS_WHITE_PAWN, side));
    put_piece(draft, file + beside, (int)row_of_rank(side, 6), code_of(KS_WHITE_PAWN, side ^ 1));
    if (draw_below(draft->state, 2))
        put_piece(draft, file + 2 * beside, row, code_of(KS_WHITE_PAWN, side));
    if (draw_below(draft->state, 2)) {
        const int enemy_file = (int)draw_below(draft->state, 8);
        put_piece(draft, enemy_file, row, any_of(draft, KS_WHITE_ROOK, KS_WHITE_QUEEN, side ^ 1));
    }
}

static void pawns_to_pass(struct draft *draft, unsigned side) {
    pawns_and_enemies(draft, side, 4, 6, KS_WHITE_PAWN, KS_WHITE_PAWN);
}

/* Puts an enemy rook or queen on the other side of the two pawns when the side's king is on their rank:
 * capturing en passant would open the rank. */
static void en_passant_on_kings_rank(struct draft *draft, unsigned side) {
    const int king = (int)file_of(draft, side), row = (int)row_of_rank(side, 4), way = king < 4 ? 1 : -1;
    const int near = 1 + (int)draw_below(draft->state, 2), order = (int)draw_below(draft->state, 2);
    if ((int)(draft->king[side] >> 3) != row) {
        en_passant(draft, side);
        return;
    }
    put_piece(draft, king + way * (near + order), row, code_of(KS_WHITE_PAWN, side));
    put_piece(draft, king + way * (near + 1 - order), (int)row_of_rank(side, 6),
              code_of(KS_WHITE_PAWN, side ^ 1));
    put_piece(draft, king + way * (near + 2), row, any_of(draft, KS_WHITE_ROOK, KS_WHITE_QUEEN, side ^ 1));
}

static void blocked_push(struct draft *draft, unsigned side) {
    const int file = (int)draw_below(draft->state, 8);
    put_piece(draft, file, (int)row_of_rank(side, 1), code_of(KS_WHITE_PAWN, side));
    const int row = (int)row_of_rank(side, 2 + draw_below(draft->state, 2));
    const unsigned blockers_side = draw_below(draft->state, 2);
    put_piece(draft, file, row, any_of(draft, KS_WHITE_KNIGHT, KS_WHITE_QUEEN, blockers_side));
}

/* Puts an enemy piece that may attack, or stand on, the rank where the side castles. */
static void fire_at_castling(struct draft *draft, unsigned side) {
    const int file = (int)draw_below(draft->state, 8);
    const unsigned rank = draw_below(draft->state, 8);
    put_piece(draft, file, (int)row_of_rank(side, rank),
              any_of(draft, KS_WHITE_PAWN, KS_WHITE_QUEEN, side ^ 1));
}

static void anything(struct draft *draft, unsigned side) {
    const int file = (int)draw_below(draft->state, 8), row = (int)draw_below(draft->state, 8);
    put_piece(draft, file, row, any_of(draft, KS_WHITE_PAWN, KS_WHITE_QUEEN, side));
}

static void compose(struct draft *draft, bool chess960) {
    static void (*const features[])(struct draft *, unsigned side) = {line_to_king,
                                                                      line_to_king,
                                                                      promotion,
                                                                      promotions,
                                                                      en_passant,
                                                                      pawns_to_pass,
                                                                      en_passant_on_kings_rank,
                                                                      blocked_push,
                                                                      fire_at_castling,
                                                                      anything};
    memset(draft->board, KS_EMPTY, sizeof draft->board);
    put_king(draft, KS_WHITE, chess960);
    put_king(draft, KS_BLACK, chess960);
    for (unsigned left = 2 + draw_below(draft->state, 7); left > 0; left--) {
        const unsigned feature = draw_below(draft->state, sizeof features / sizeof *features);
        features[feature](draft, draw_below(draft->state, 2));
    }
    draft->side = draw_below(draft->state, 2);
}

/* Returns the rooks that may castle: on each wing that with the highest square. */
static uint64_t castling_rooks(const struct draft *draft) {
    uint64_t rooks = 0;
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++) {
        unsigned last[2] = {KS_NO_SQUARE, KS_NO_SQUARE};
        for (unsigned square = draft->king[side] & 56, end = square + 8; square < end && draft->home[side];
             square++)
            if (draft->board[square] == code_of(KS_WHITE_ROOK, side))
                last[square < draft->king[side]] = square;
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            rooks |= last[wing] < KS_SQUARES ? (uint64_t)1 << last[wing] : 0;
    }
    return rooks;
}

/* A board with many features may have more pieces of a side than an engine accepts; then it is drawn
 * again. */
static bool has_usual_numbers(const uint8_t board[KS_SQUARES]) {
    unsigned pieces[2] = {0, 0}, pawns[2] = {0, 0};
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const unsigned side = board[square] & KS_BLACK_BIT ? KS_BLACK : KS_WHITE;
        pieces[side] += board[square] != KS_EMPTY;
        pawns[side] += (board[square] & 7) == KS_WHITE_PAWN;
    }
    return pieces[0] <= 16 && pieces[1] <= 16 && pawns[0] <= 8 && pawns[1] <= 8;
}

static bool read_draft(const struct draft *draft, ks_position *position) {
    return has_usual_numbers(draft->board) &&
           ks_position_from_board(draft->board, draft->side, castling_rooks(draft), KS_NO_SQUARE, 0, position,
                                  NULL) == KS_OK &&
           is_plausible(position);
}

void random_hard_board(uint64_t *state, bool chess960, ks_position *position) {
    struct draft draft = {.state = state};
    do
        compose(&draft, chess960);
    while (!read_draft(&draft, position));
}
