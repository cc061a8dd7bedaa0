/* See games.h. Starts are written as FEN and read without KS_STRICT, so that rights and squares that can't be
 * are dropped and what remains is a position. */
#include "cli/random/games.h"

#include <stdio.h>
#include <string.h>

#include "core/splitmix.h"

/* 0 to limit - 1. */
static unsigned below(struct games *games, unsigned limit) {
    return (unsigned)((splitmix64(&games->state) >> 32) * limit >> 32);
}

/* ---- Chess960 ---- */

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

static void put_chess960(uint8_t board[KS_SQUARES], unsigned white, unsigned black) {
    memset(board, KS_EMPTY, KS_SQUARES);
    put_arrangement(board, black, KS_BLACK_BIT);
    memset(board + 8, KS_BLACK_PAWN, 8);
    memset(board + 48, KS_WHITE_PAWN, 8);
    put_arrangement(board + 56, white, 0);
}

/* ---- From a board to a position ---- */

/* False: with these flags it is none. */
static int read_position(const uint8_t board[KS_SQUARES], char side, const char *castling,
                         unsigned en_passant_file, unsigned flags, ks_position *position) {
    ks_position empty = {.en_passant = KS_NO_SQUARE};
    char text[KS_FEN_SIZE + 32], placement[KS_FEN_SIZE];
    memcpy(empty.board, board, KS_SQUARES);
    memset(empty.castling_rook, KS_NO_SQUARE, sizeof empty.castling_rook);
    ks_write_fen(&empty, placement);
    *strchr(placement, ' ') = '\0';
    const int length = snprintf(text, sizeof text, "%s %c %s %c%c", placement, side, castling,
                                (char)('a' + en_passant_file), side == 'w' ? '6' : '3');
    return ks_read_fen(text, (size_t)length, flags, position, NULL) == KS_OK;
}

void games_chess960(unsigned white, unsigned black, ks_position *position) {
    uint8_t board[KS_SQUARES];
    put_chess960(board, white, black);
    read_position(board, 'w', "KQkq", 0, 0, position);
}

/* ---- Kinds of starts ---- */

static void chess960(struct games *games, uint8_t board[KS_SQUARES]) {
    const unsigned white = below(games, CHESS960_STARTS);
    put_chess960(board, white, below(games, 2) ? white : below(games, CHESS960_STARTS));
}

static int is_king(unsigned code) {
    return code == KS_WHITE_KING || code == KS_BLACK_KING;
}

/* Room for castling, and for lines from one side to the other. */
static void thinned_chess960(struct games *games, uint8_t board[KS_SQUARES]) {
    const unsigned share = below(games, 8);
    chess960(games, board);
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const int kept = is_king(board[square]) || (board[square] & 7) == KS_WHITE_ROOK;
        if (below(games, 8) < share && (!kept || (!is_king(board[square]) && below(games, 8) == 0)))
            board[square] = KS_EMPTY;
    }
}

/* Which pieces are strewn; what comes oftener is drawn oftener. */
static const char *const armies[] = {"PNBRQpnbrq", "PPPPpppp", "PPPRBQppprbq", "QQQQqqqq", "NBRQnbrq",
                                     "Pq",         "pQ"};

static uint8_t code_of_letter(char letter) {
    uint8_t code = KS_WHITE_PAWN;
    while (ks_code_letter(code) != letter)
        code++;
    return code;
}

static void put_anywhere(struct games *games, uint8_t board[KS_SQUARES], uint8_t code) {
    unsigned square;
    do
        square = below(games, KS_SQUARES);
    while (is_king(board[square]));
    board[square] = code;
}

/* Pawns come on first and last ranks too: without KS_LENIENT such a board is drawn again. */
static void strewn(struct games *games, uint8_t board[KS_SQUARES]) {
    const char *army = armies[below(games, sizeof armies / sizeof *armies)];
    memset(board, KS_EMPTY, KS_SQUARES);
    put_anywhere(games, board, KS_WHITE_KING);
    put_anywhere(games, board, KS_BLACK_KING);
    for (unsigned left = below(games, below(games, 2) ? 8 : 40); left > 0; left--)
        put_anywhere(games, board, code_of_letter(army[below(games, (unsigned)strlen(army))]));
}

static void without_pawns_on_the_edge(struct games *games, uint8_t board[KS_SQUARES]) {
    strewn(games, board);
    for (unsigned square = 0; square < KS_SQUARES; square == 7 ? square = 56 : square++)
        if ((board[square] & 7) == KS_WHITE_PAWN)
            board[square] = KS_EMPTY;
}

static const struct kind {
    void (*put)(struct games *, uint8_t board[KS_SQUARES]);
    unsigned fen_flags;
} kinds[] = {{chess960, 0}, {thinned_chess960, 0}, {without_pawns_on_the_edge, 0}, {strewn, KS_LENIENT}};

static void begin_game(struct games *games) {
    static const char *const rights[] = {"KQkq", "HGFEDCBAhgfedcba", "ABCDEFGHabcdefgh"};
    uint8_t board[KS_SQUARES];
    const char *castling;
    unsigned file;
    char side;
    games->state = games->seed;
    games->plies = 0;
    games->count++;
    const struct kind *kind = &kinds[below(games, sizeof kinds / sizeof *kinds)];
    do {
        kind->put(games, board);
        castling = rights[below(games, sizeof rights / sizeof *rights)];
        side = "wb"[below(games, 2)];
        file = below(games, 8);
    } while (!read_position(board, side, castling, file, kind->fen_flags, &games->position));
    games->fen_flags = kind->fen_flags;
}

void games_start(struct games *games, uint64_t seed) {
    *games = (struct games){.seed = seed};
    begin_game(games);
}

/* Where only the side to move need have its one king, the other can't go on. */
static int is_over(const struct games *games, size_t count) {
    return count == 0 || games->plies == GAME_PLIES || games->fen_flags & KS_LENIENT ||
           ks_find_draw(&games->position) == KS_DRAW_MATERIAL;
}

/* One of the rare kinds rather than a plain one: where double pushes are made, en passant comes too. */
static ks_move draw_move(struct games *games, const ks_move *moves, size_t count) {
    ks_move move;
    unsigned tries = 0;
    do
        move = moves[below(games, (unsigned)count)];
    while (KS_MOVE_KIND(move) == KS_MOVE_PLAIN && ++tries < 4);
    return move;
}

void games_next(struct games *games, const ks_move *moves, size_t count) {
    ks_undo undo;
    if (is_over(games, count)) {
        games->seed = splitmix64(&games->state);
        begin_game(games);
        return;
    }
    ks_make_move(&games->position, draw_move(games, moves, count), &undo);
    games->plies++;
}
