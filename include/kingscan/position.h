/* kingscan/position.h: positions as FEN and EPD describe them, read, written and judged: check, checkmate,
 * stalemate, draws and repetitions; one at a time, or a whole text at many times the speed.
 */
#ifndef KINGSCAN_POSITION_H
#define KINGSCAN_POSITION_H

#include "check.h"
#include "errors.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { KS_CLOCK_MAX = 65535, KS_FEN_SIZE = 96 };

enum ks_wing { KS_KINGSIDE, KS_QUEENSIDE }; /* towards the h-file, towards the a-file */

/* A position as FEN describes it. */
typedef struct ks_position {
    uint8_t board[64];
    uint8_t side_to_move;        /* KS_WHITE or KS_BLACK */
    uint8_t king[2];             /* [side]: square, KS_NO_SQUARE when there is none (KS_LENIENT) */
    uint8_t castling_rook[2][2]; /* [side][wing]: square of the rook, KS_NO_SQUARE without the right */
    uint8_t en_passant;          /* the square that a pawn has just jumped over, or KS_NO_SQUARE */
    uint16_t halfmove_clock;     /* 0 when the text has none */
    uint16_t fullmove_number;    /* 1 when the text has none */
    uint64_t key;                /* Zobrist key: see ks_position_key */
} ks_position;

/* ---- FEN and EPD ----------------------------------------------------------------------------- */

enum ks_fen_flag {
    KS_STRICT =
        1 << 0, /* impossible castling letters and en-passant squares are errors; else they are dropped */
    KS_LENIENT = 1 << 1, /* only the side to move needs its one king; pawns may stand anywhere, and the
                            side not to move may be in check */
    KS_POSSIBLE =
        1 << 2 /* the position could stand in a game as far as Board.status() of python-chess tells: no side
                  has more than eight pawns or sixteen pieces, and some move can have given the checks;
                  besides, no two digits stand side by side. In chess alone; not with KS_LENIENT */
};

/* Reads FEN or EPD: four to six fields, then EPD operations, which are skipped. Fields are separated
 * by spaces or tabs; one line end behind the text is passed over. Castling: KQkq (X-FEN: the outermost rook)
 * or the rooks' files (Shredder-FEN). Clocks that aren't there as fields are those of the operations hmvc and
 * fmvn. Moves behind the fields ("moves e2e4 ...", as in UCI) are KS_ERROR_TRAILING_TEXT: make them by
 * ks_make_move. text: length bytes; NULL when that is 0. flags: of enum ks_fen_flag, or-ed. Returns KS_OK; or
 * a code of KS_ERROR_PLACEMENT_CHARACTER to KS_ERROR_IMPOSSIBLE_CHECK, with the byte offset of the trouble in
 * error->offset, and then *position is not to be used. Source: S. Edwards, PGN Specification and
 * Implementation Guide (1994), section 16; R. Scharnagl, X-FEN. */
KS_API int ks_read_fen(const char *text, size_t length, unsigned flags, ks_position *position,
                       ks_error *error);

/* Writes the position as a six-field FEN; returns its length. Castling letters are KQkq where these mean the
 * right rook, else the rook's file (X-FEN). The en-passant square is written where a pawn may capture on it,
 * as chess programs agree: read again, the position has the same moves and the same key. */
KS_API size_t ks_write_fen(const ks_position *position, char text[KS_FEN_SIZE]);

/* Does the same, but with the en-passant square that the position has: the one that was read, or after a move
 * the one that a pawn attacks, even if it is pinned (X-FEN). Read again, the position is the same in every
 * member. */
KS_API size_t ks_write_x_fen(const ks_position *position, char text[KS_FEN_SIZE]);

/* ---- Verdicts -------------------------------------------------------------------------------- */

enum ks_verdict { KS_SAFE, KS_CHECK, KS_DOUBLE_CHECK, KS_CHECKMATE, KS_STALEMATE, KS_VERDICTS };

/* The verdict on the side to move, which has one king (precondition); the squares of the checkers go to
 * *checkers unless checkers is NULL. */
KS_API enum ks_verdict ks_judge(const ks_position *position, uint64_t *checkers);

/* "safe", "check", "double-check", "checkmate", "stalemate"; static. */
KS_API const char *ks_verdict_name(enum ks_verdict verdict);

enum ks_draw { KS_DRAW_NONE, KS_DRAW_MATERIAL, KS_DRAW_FIFTY_MOVES, KS_DRAW_SEVENTY_FIVE_MOVES };

/* Whether the position is a draw by insufficient material (neither side can mate by any sequence of moves:
 * bare kings, a single minor piece, or bishops of one square colour alone), may be claimed as a draw by the
 * fifty-move rule, or is a draw by the seventy-five-move rule. Mate comes before the latter two: ask ks_judge
 * first. */
KS_API enum ks_draw ks_find_draw(const ks_position *position);

/* ---- Keys and repetitions -------------------------------------------------------------------- */

/* The Zobrist key of a position, computed anew: of its pieces, side to move, castling rooks, and of the
 * en-passant file where a pawn may capture: one that is pinned doesn't count. ks_read_fen and ks_make_move
 * keep the key in position->key. Source: A. Zobrist, "A New Hashing Method with Application for Game
 * Playing", 1970; numbers by splitmix64. */
KS_API uint64_t ks_position_key(const ks_position *position);

/* How often the position of the last key stood before in the game. keys: those of all `count` positions in
 * their order; halfmove_clock: of the last position. 2 and more: threefold repetition; 4 and more: fivefold.
 */
KS_API unsigned ks_repetitions(const uint64_t *keys, size_t count, unsigned halfmove_clock);

/* ---- Text with a position a line ------------------------------------------------------------- */

/* What was found in a line of text. */
typedef struct ks_checked_line {
    size_t offset, length; /* where in the text the line is, without its LF or CR LF */
    uint64_t number;       /* which line it is */
    uint64_t checkers;     /* squares; 0 where there is no position */
    uint8_t verdict;       /* enum ks_verdict; KS_VERDICTS: no position, and ks_read_fen says why */
} ks_checked_line;

/* How far a text has been read: all zeros at first; but when the text begins in the middle of a file, `line`
 * is the number of lines before it. */
typedef struct ks_text_cursor {
    size_t offset; /* of the next line */
    uint64_t line; /* lines read so far; the first one is number 1 */
} ks_text_cursor;

/* Reads and judges the next lines of a text of FEN or EPD as ks_read_fen and ks_judge do, at many times their
 * speed. Blank lines and those that begin with '#' are counted, and passed over. The last line may end
 * without LF.
 * text: length bytes, of any kind, all of them in each call; no byte before or behind them is read. Lines
 * within the last 160 bytes of the text are read more slowly than those before. flags: of enum ks_fen_flag;
 * *cursor: where to begin, and where the next call goes on. Fills in at most max lines (at least 1:
 * precondition) and returns how many; fewer than max: the text is read to its end. */
KS_API size_t ks_check_epd(const char *text, size_t length, unsigned flags, ks_text_cursor *cursor,
                           ks_checked_line *lines, size_t max);

#ifdef __cplusplus
}
#endif
#endif
