/* Boards of four kinds. The reader of FEN drops impossible facts, such as a right without its rook. */
#include "cli/random/chess_starts.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/random/chess960.h"
#include "cli/random/numbers.h"

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

/* Puts pawns on first and last ranks too, which requires KS_LENIENT. */
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
} kinds[] = {{chess960, 0}, {thinned_chess960, 0}, {without_pawns_on_the_edge, 0}, {strewn, KS_LENIENT}};

/* ---- From a board to a position ---- */

/* Writes and reads text, so that the reader drops impossible rights and squares. */
bool read_drawn_board(const uint8_t board[KS_SQUARES], char side, const char *castling,
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
    const struct kind *kind = &kinds[draw_below(state, sizeof kinds / sizeof *kinds)];
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
