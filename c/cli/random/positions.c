/* Draws random positions for `kingscan diff` and `kingscan fuzz`: starts of chess, of Chess960 and of
 * variants, and positions that lost castling rights. */
#include "cli/random/positions.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/random/hard_boards.h"
#include "cli/random/numbers.h"
#include "core/text/error.h"
#include "rules/position.h"

/* ==== Chess960 ==== */

/* Arrangements by R. Scharnagl's numbering: two bishops, the queen, a pair of knights, then rook,
 * king, rook. */

/* Puts a piece on the n-th square of the row that is still empty. */
static void put_on_empty(uint8_t row[8], unsigned n, uint8_t code) {
    unsigned file = 0;
    while (row[file] != KS_EMPTY || n-- > 0)
        file++;
    row[file] = code;
}

static void put_arrangement(uint8_t row[8], unsigned number, uint8_t colour) {
    static const uint8_t knights[10][2] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1},
                                           {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}};
    static const uint8_t others[3] = {KS_WHITE_ROOK, KS_WHITE_KING, KS_WHITE_ROOK};
    const uint8_t *pair = knights[number / 96];
    memset(row, KS_EMPTY, 8);
    row[2 * (number % 4) + 1] = KS_WHITE_BISHOP | colour;
    row[2 * (number / 4 % 4)] = KS_WHITE_BISHOP | colour;
    put_on_empty(row, number / 16 % 6, KS_WHITE_QUEEN | colour);
    put_on_empty(row, pair[0], KS_WHITE_KNIGHT | colour);
    put_on_empty(row, pair[1], KS_WHITE_KNIGHT | colour); /* the first no longer counts */
    for (unsigned i = 0; i < 3; i++)
        put_on_empty(row, 0, others[i] | colour);
}

/* Sets up the start of a game with white's and black's arrangement by number, from 0 to CHESS960_STARTS - 1.
 * Source of the numbering: R. Scharnagl. */
static void chess960_board(unsigned white, unsigned black, uint8_t board[KS_SQUARES]) {
    memset(board, KS_EMPTY, KS_SQUARES);
    put_arrangement(board, black, KS_BLACK_BIT);
    memset(board + 8, KS_BLACK_PAWN, 8);
    memset(board + 48, KS_WHITE_PAWN, 8);
    put_arrangement(board + 56, white, 0);
}

void chess960_start(unsigned white, unsigned black, ks_position *position) {
    uint8_t board[KS_SQUARES];
    uint64_t rooks = 0;
    chess960_board(white, black, board);
    for (unsigned square = 0; square < KS_SQUARES; square++)
        rooks |= (uint64_t)((board[square] & 7) == KS_WHITE_ROOK) << square;
    cannot_fail(ks_position_from_board(board, KS_WHITE, rooks, KS_NO_SQUARE, 0, position, NULL));
}

/* ==== Starts of chess ==== */

/* Boards of four kinds. The reader of FEN drops impossible facts, such as a right without its rook. */

/* ---- Kinds of boards ---- */

static void chess960(uint64_t *state, uint8_t board[KS_SQUARES]) {
    const unsigned white = draw_below(state, CHESS960_STARTS);
    chess960_board(white, draw_below(state, 2) ? white : draw_below(state, CHESS960_STARTS), board);
}

static bool is_king(unsigned code) {
    return code == KS_WHITE_KING || code == KS_BLACK_KING;
}

/* Removes pieces, which leaves room for castling and opens lines between the sides. */
static void thinned_chess960(uint64_t *state, uint8_t board[KS_SQUARES]) {
    const unsigned share = draw_below(state, 8);
    chess960(state, board);
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const bool kept = is_king(board[square]) || (board[square] & 7) == KS_WHITE_ROOK;
        if (draw_below(state, 8) < share && (!kept || (!is_king(board[square]) && draw_below(state, 8) == 0)))
            board[square] = KS_EMPTY;
    }
}

/* Pieces that are scattered together; a letter that occurs twice is drawn twice as often. */
static const char *const armies[] = {"PNBRQpnbrq", "PPPPpppp", "PPPRBQppprbq", "QQQQqqqq", "NBRQnbrq",
                                     "Pq",         "pQ"};

static uint8_t code_of_letter(char letter) {
    uint8_t code = KS_WHITE_PAWN;
    while (ks_code_letter(code) != letter)
        code++;
    return code;
}

static void put_anywhere(uint64_t *state, uint8_t board[KS_SQUARES], uint8_t code) {
    unsigned square;
    do
        square = draw_below(state, KS_SQUARES);
    while (is_king(board[square]));
    board[square] = code;
}

/* Puts pawns on first and last ranks too, which requires KS_FEN_LENIENT. */
static void strewn(uint64_t *state, uint8_t board[KS_SQUARES]) {
    const char *army = armies[draw_below(state, sizeof armies / sizeof *armies)];
    memset(board, KS_EMPTY, KS_SQUARES);
    put_anywhere(state, board, KS_WHITE_KING);
    put_anywhere(state, board, KS_BLACK_KING);
    for (unsigned left = draw_below(state, draw_below(state, 2) ? 8 : 40); left > 0; left--)
        put_anywhere(state, board, code_of_letter(army[draw_below(state, (unsigned)strlen(army))]));
}

static void without_pawns_on_the_edge(uint64_t *state, uint8_t board[KS_SQUARES]) {
    strewn(state, board);
    for (unsigned square = 0; square < KS_SQUARES; square == 7 ? square = 56 : square++)
        if ((board[square] & 7) == KS_WHITE_PAWN)
            board[square] = KS_EMPTY;
}

static const struct kind {
    void (*put)(uint64_t *state, uint8_t board[KS_SQUARES]);
    unsigned fen_flags;
} start_kinds[] = {
    {chess960, 0}, {thinned_chess960, 0}, {without_pawns_on_the_edge, 0}, {strewn, KS_FEN_LENIENT}};

/* ---- From a board to a position ---- */

/* Writes and reads text, so that the reader drops impossible rights and squares. */
static bool read_drawn_board(const uint8_t board[KS_SQUARES], char side, const char *castling,
                             unsigned en_passant_file, unsigned flags, ks_position *position) {
    ks_position empty = {.en_passant = KS_NO_SQUARE};
    char text[KS_FEN_SIZE + 32], placement[KS_FEN_SIZE];
    memcpy(empty.board, board, KS_SQUARES);
    ks_write_x_fen(&empty, placement);
    *strchr(placement, ' ') = '\0';
    const int length = snprintf(text, sizeof text, "%s %c %s %c%c", placement, side, castling,
                                (char)('a' + en_passant_file), side == 'w' ? '6' : '3');
    return ks_read_fen(text, (size_t)length, flags, position, NULL) == KS_OK;
}

unsigned random_chess_start(uint64_t *state, ks_position *position) {
    static const char *const rights[] = {"KQkq", "HGFEDCBAhgfedcba", "ABCDEFGHabcdefgh"};
    const struct kind *kind = &start_kinds[draw_below(state, sizeof start_kinds / sizeof *start_kinds)];
    uint8_t board[KS_SQUARES];
    const char *castling;
    unsigned file;
    char side;
    do {
        kind->put(state, board);
        castling = rights[draw_below(state, sizeof rights / sizeof *rights)];
        side = "wb"[draw_below(state, 2)];
        file = draw_below(state, 8);
    } while (!read_drawn_board(board, side, castling, file, kind->fen_flags, position));
    return kind->fen_flags;
}

/* ==== Starts of variants ==== */

/* Shuffles the first rank if the variant is played so, removes a share of the pieces, and fills
 * empty hands. */

static void swap(uint8_t *a, uint8_t *b) {
    const uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

/* Returns the square of the nearest rook, by its piece code, on a wing of the side's king;
 * KS_VARIANT_NO_SQUARE when there is none. */
static uint8_t find_rook(const ks_variant_position *position, unsigned side, unsigned code, unsigned files,
                         int step) {
    const unsigned row = position->king[side] / files;
    for (int square = position->king[side] + step; square >= 0 && (unsigned)square / files == row;
         square += step)
        if (position->board[square] == code)
            return (uint8_t)square;
    return KS_VARIANT_NO_SQUARE;
}

/* Puts the pieces of the side's first rank into a random order in which the king stands between two rooks. */
static void shuffle(uint64_t *state, unsigned side, unsigned files, ks_variant_position *position) {
    const unsigned rook = position->board[position->castling_rook[side][KS_KINGSIDE]];
    uint8_t *const row = position->board + position->king[side] / files * files;
    const uint8_t king = position->board[position->king[side]];
    uint8_t *const rooks = position->castling_rook[side];
    do {
        for (unsigned left = files; left > 1; left--)
            swap(&row[left - 1], &row[draw_below(state, left)]);
        position->king[side] = (uint8_t)((const uint8_t *)memchr(row, king, files) - position->board);
        rooks[KS_KINGSIDE] = find_rook(position, side, rook, files, 1);
        rooks[KS_QUEENSIDE] = find_rook(position, side, rook, files, -1);
    } while (rooks[KS_KINGSIDE] == KS_VARIANT_NO_SQUARE || rooks[KS_QUEENSIDE] == KS_VARIANT_NO_SQUARE);
}

/* Returns whether the side has two rooks of one type for castling. */
static bool has_two_rooks(const ks_variant_position *position, unsigned side) {
    const uint8_t *const rooks = position->castling_rook[side];
    return rooks[KS_KINGSIDE] != KS_VARIANT_NO_SQUARE && rooks[KS_QUEENSIDE] != KS_VARIANT_NO_SQUARE &&
           position->board[rooks[KS_KINGSIDE]] == position->board[rooks[KS_QUEENSIDE]];
}

static void remove_pieces(uint64_t *state, unsigned eighths, struct any_position *position) {
    for (unsigned square = 0; square < ANY_SQUARES; square++)
        if (draw_below(state, 8) < eighths)
            any_remove_piece(position, square);
}

/* Returns whether games start with hands that are empty. */
static bool has_empty_hands(const ks_variant *variant) {
    char fen[KS_VARIANT_FEN_SIZE];
    ks_variant_write_fen(variant, ks_variant_get_start(variant), fen);
    return strstr(fen, "[]") != NULL;
}

/* Pieces of bughouse come from another board. */
static void fill_hands(uint64_t *state, const ks_variant_facts *facts, const ks_variant *variant,
                       ks_variant_position *position) {
    for (unsigned pieces = draw_below(state, 4); pieces > 0; pieces--) {
        const unsigned side = draw_below(state, 2), type = draw_below(state, facts->types);
        const ks_variant_piece_type piece = ks_variant_get_piece_type(variant, type);
        if (piece.appears && !piece.promoted && type != facts->royal)
            position->hand[side][type]++;
    }
}

void random_variant_start(uint64_t *state, const ks_variant *variant, struct any_position *start) {
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    struct any_position drawn;
    const bool fills = has_empty_hands(variant);
    const unsigned share = draw_below(state, 2) ? draw_below(state, 7) : 0;
    do {
        drawn = any_start(variant);
        for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
            if (facts.chess960 && has_two_rooks(&drawn.varied, side) && draw_below(state, 4))
                shuffle(state, side, facts.files, &drawn.varied);
        remove_pieces(state, share, &drawn);
        if (fills && draw_below(state, 2))
            fill_hands(state, &facts, variant, &drawn.varied);
    } while (!any_read_back(&drawn, start));
}

/* ==== Moves ==== */

/* A dull move is drawn again, but only a few times, so that every legal move is possible. */

any_move draw_move(uint64_t *state, const struct any_position *position, const any_move *moves, size_t count,
                   unsigned tries, bool (*is_plain)(const struct any_position *position, any_move move)) {
    any_move move;
    do
        move = moves[draw_below(state, (unsigned)count)];
    while (is_plain(position, move) && --tries > 0);
    return move;
}

static bool is_plain_in_chess(const struct any_position *position, any_move move) {
    return KS_MOVE_KIND(move) == KS_MOVE_PLAIN && position->chess.board[KS_MOVE_TO(move)] == KS_EMPTY;
}

static bool is_plain_in_variant(const struct any_position *position, any_move move) {
    struct any_position after = *position;
    any_make_move(&after, move);
    return after.varied.halfmove_clock > 0;
}

any_move random_move(uint64_t *state, const struct any_position *position, const any_move *moves,
                     size_t count) {
    return draw_move(state, position, moves, count, 3,
                     position->variant ? is_plain_in_variant : is_plain_in_chess);
}

static bool has_rare_move(const any_move *moves, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (KS_VARIANT_MOVE_PROMOTION(moves[i]) || KS_VARIANT_MOVE_KIND(moves[i]) == KS_VARIANT_CASTLING ||
            KS_VARIANT_MOVE_KIND(moves[i]) == KS_VARIANT_EN_PASSANT)
            return true;
    return false;
}

/* Makes `plies` such moves to *end and adds them to the replay, or fewer when the game ends. A variant's game
 * may also end early, when a promotion, castling or a capture en passant is possible. */
static void random_moves(uint64_t *state, unsigned plies, struct replay *replay, struct any_position *end) {
    any_move moves[ANY_MOVES_MAX];
    for (; plies > 0; plies--) {
        const size_t found = any_legal_moves(end, moves),
                     count = found < ANY_MOVES_MAX ? found : ANY_MOVES_MAX;
        if (count == 0 || (end->variant && has_rare_move(moves, count) && draw_below(state, 4) == 0))
            return;
        const any_move move = random_move(state, end, moves, count);
        replay->moves[replay->count++] = move;
        any_make_move(end, move);
    }
}

/* ==== Lost rights ==== */

/* Kings and rooks stand at home among a few other pieces. Then a king or rook of either side leaves, and one
 * returns; or a rook is captured while another one stands on its file. Illegal sequences are drawn again. */

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
    const unsigned us = position->side_to_move, kind = draw_below(state, 9), king = ks_king_of(position, us),
                   rook = ks_castling_rook(position, us, kind % 2), far = 1 + draw_below(state, 3);
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

/* Draws a position of ordinary chess with the moves that led to it, and changes *state: the same state gives
 * the same position. Within three plies king and rook can be on their squares again, or another rook where
 * one was captured, with their side to move. */
static void random_lost_rights(uint64_t *state, struct replay *replay) {
    bool (*const kind)(uint64_t *, struct replay *) = draw_below(state, 3) ? away_and_back : rooks_captured;
    while (!kind(state, replay))
        ;
}

/* ==== Positions ==== */

/* There are many short games and few long ones; half of the positions come with the moves that led to
 * them. */

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
    ks_move_list legal;
    for (size_t i = ks_legal_moves(position, &legal); i-- > 0;) {
        ks_position after = *position;
        ks_undo undo;
        ks_make_move(&after, legal.moves[i], &undo);
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
