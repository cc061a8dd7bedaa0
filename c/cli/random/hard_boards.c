/* A board is composed out of features, each of which one hard rule needs; what is no position is drawn again.
 */
#include "cli/random/hard_boards.h"

#include <string.h>

#include "cli/random/numbers.h"
#include "cli/random/plausible.h"
#include "rules/position.h"

struct draft {
    uint64_t *state;
    uint8_t board[KS_SQUARES];
    unsigned king[2];
    bool home[2]; /* the king stands where it may castle */
    unsigned side;
};

/* Puts a piece where none stands and it may; `file` and `row` may lie off the board. */
static void put_piece(struct draft *draft, int file, int row, unsigned code) {
    const bool pawn = (code & 7) == KS_WHITE_PAWN;
    if (file < 0 || file > 7 || row < 0 || row > 7 || (pawn && row % 7 == 0))
        return;
    uint8_t *const square = &draft->board[KS_SQUARE(file, row)];
    if (*square == KS_EMPTY)
        *square = (uint8_t)code;
}

/* Where there is no choice, nothing is drawn. */
static unsigned any_of(struct draft *draft, unsigned least_code, unsigned most_code, unsigned side) {
    const unsigned more = most_code - least_code;
    return code_of(least_code + (more > 0 ? draw_below(draft->state, more + 1) : 0), side);
}

static unsigned file_of(const struct draft *draft, unsigned side) {
    return draft->king[side] & 7;
}

/* A square for a king: at home, on the rank from where its pawns capture en passant, or anywhere. */
static unsigned king_square(struct draft *draft, unsigned side, bool odd) {
    uint64_t *const state = draft->state;
    draft->home[side] = draw_below(state, 2);
    if (draft->home[side])
        return KS_SQUARE(odd ? 1 + draw_below(state, 6) : 4, row_of_rank(side, 0));
    return draw_below(state, 4) ? draw_below(state, KS_SQUARES)
                                : KS_SQUARE(draw_below(state, 8), row_of_rank(side, 4));
}

/* A king; one at home has rooks on both sides, in the corners or anywhere. */
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

/* An enemy slider in line with the side's king, often with a piece between: a pin, a check, or a discovery.
 */
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

/* Pawns on every third file or so, and enemies on as many: they stand on ranks that are counted from 0, from
 * the side's own. */
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

/* With what can be captured there. */
static void promotions(struct draft *draft, unsigned side) {
    pawns_and_enemies(draft, side, 6, 7, KS_WHITE_KNIGHT, KS_WHITE_QUEEN);
}

/* A pawn on its fifth rank, and one that may push past it; sometimes more of the side's pawns beside. */
static void en_passant(struct draft *draft, unsigned side) {
    const int file = (int)draw_below(draft->state, 8), row = (int)row_of_rank(side, 4);
    const int beside = draw_below(draft->state, 2) ? 1 : -1;
    put_piece(draft, file, row, code_of(KS_WHITE_PAWN, side));
    put_piece(draft, file + beside, (int)row_of_rank(side, 6), code_of(KS_WHITE_PAWN, side ^ 1));
    if (draw_below(draft->state, 2))
        put_piece(draft, file + 2 * beside, row, code_of(KS_WHITE_PAWN, side));
    if (draw_below(draft->state, 2))
        put_piece(draft, (int)draw_below(draft->state, 8), row,
                  any_of(draft, KS_WHITE_ROOK, KS_WHITE_QUEEN, side ^ 1));
}

static void pawns_to_pass(struct draft *draft, unsigned side) {
    pawns_and_enemies(draft, side, 4, 6, KS_WHITE_PAWN, KS_WHITE_PAWN);
}

/* Where the side's king stands on the rank of the two pawns, with an enemy rook or queen on their other side:
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
    put_piece(draft, file, (int)row_of_rank(side, 2 + draw_below(draft->state, 2)),
              any_of(draft, KS_WHITE_KNIGHT, KS_WHITE_QUEEN, draw_below(draft->state, 2)));
}

/* Something that attacks, or stands on, the rank where the side castles. */
static void fire_at_castling(struct draft *draft, unsigned side) {
    const int file = (int)draw_below(draft->state, 8);
    const unsigned rank = draw_below(draft->state, 8);
    put_piece(draft, file, (int)row_of_rank(side, rank),
              any_of(draft, KS_WHITE_PAWN, KS_WHITE_QUEEN, side ^ 1));
}

static void anything(struct draft *draft, unsigned side) {
    put_piece(draft, (int)draw_below(draft->state, 8), (int)draw_below(draft->state, 8),
              any_of(draft, KS_WHITE_PAWN, KS_WHITE_QUEEN, side));
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
    for (unsigned left = 2 + draw_below(draft->state, 7); left > 0; left--)
        features[draw_below(draft->state, sizeof features / sizeof *features)](draft,
                                                                               draw_below(draft->state, 2));
    draft->side = draw_below(draft->state, 2);
}

/* A rook's square as a right to castle. */
static void grant_rights(const struct draft *draft, ks_position *position) {
    memset(position->castling_rook, KS_NO_SQUARE, sizeof position->castling_rook);
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned square = draft->king[side] & 56, end = square + 8; square < end && draft->home[side];
             square++)
            if (draft->board[square] == code_of(KS_WHITE_ROOK, side))
                position->castling_rook[side][square < draft->king[side]] = (uint8_t)square;
}

/* Where many features fall together, a side may have more than an engine takes; then the board is drawn
 * again.
 */
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
    char fen[KS_FEN_SIZE];
    ks_position written = {
        .side_to_move = (uint8_t)draft->side, .en_passant = KS_NO_SQUARE, .fullmove_number = 1};
    memcpy(written.board, draft->board, sizeof written.board);
    memcpy(written.king, (uint8_t[2]){(uint8_t)draft->king[0], (uint8_t)draft->king[1]}, 2);
    grant_rights(draft, &written);
    return has_usual_numbers(draft->board) &&
           ks_read_fen(fen, ks_write_x_fen(&written, fen), 0, position, NULL) == KS_OK &&
           is_plausible(position);
}

void random_hard_board(uint64_t *state, bool chess960, ks_position *position) {
    struct draft draft = {.state = state};
    do
        compose(&draft, chess960);
    while (!read_draft(&draft, position));
}
