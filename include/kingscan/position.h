/* kingscan/position.h: positions of FEN and EPD. Functions read and write them, find check, checkmate,
 * stalemate, draws and repetitions, and read a whole text of positions at many times the speed of
 * single calls. */
#ifndef KINGSCAN_POSITION_H
#define KINGSCAN_POSITION_H

#include "check.h"
#include "errors.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { KS_CLOCK_MAX = 65535, KS_FEN_SIZE = 96 };

#define KS_START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" /* of chess */

enum ks_wing { KS_KINGSIDE, KS_QUEENSIDE }; /* towards the h-file, towards the a-file */

/* Puts a member, and the struct that it begins, on a boundary of 64 bytes: a line of the cache. */
#if defined(__GNUC__)
#define KS_ALIGNED_64 __attribute__((aligned(64)))
#elif defined(_MSC_VER)
#define KS_ALIGNED_64 __declspec(align(64))
#else
#define KS_ALIGNED_64
#endif

/* A position as FEN describes it: 128 bytes. ks_read_fen and ks_position_from_board make positions, and moves
 * change them. All members may be read, except the private ones, for which there are functions; a caller may
 * write only the clocks. Positions are copied by assignment. Memory from malloc has to be aligned to 64
 * bytes, as memory from aligned_alloc(64, n) is. */
typedef struct ks_position {
    KS_ALIGNED_64 uint8_t board[64];
    uint64_t private_planes[4]; /* [n]: bit s is bit n of board[s] */
    uint64_t private_castling;  /* the rooks that may castle */
    uint64_t key;               /* Zobrist key: see ks_position_key */
    uint16_t halfmove_clock;    /* 0 when the text has none */
    uint16_t fullmove_number;   /* 1 when the text has none */
    uint8_t side_to_move;       /* KS_WHITE or KS_BLACK */
    uint8_t en_passant;         /* the square that a pawn has just passed in a double push, or KS_NO_SQUARE */
    uint8_t private_capturable; /* the same square when a pawn may legally capture there, or KS_NO_SQUARE */
    uint8_t private_zeros[9];
} ks_position;

/* ---- Facts without a call -------------------------------------------------------------------- */

/* Returns the lowest square of a set; KS_NO_SQUARE for the empty set. */
KS_INLINE unsigned ks_lowest_square(uint64_t squares) {
#if defined(__GNUC__)
    return squares ? KS_CAST(unsigned, __builtin_ctzll(squares)) : KS_CAST(unsigned, KS_NO_SQUARE);
#else
    unsigned square = 0;
    while (square < KS_NO_SQUARE && !(squares >> square & 1))
        square++;
    return square;
#endif
}

/* Returns all occupied squares. */
KS_INLINE uint64_t ks_occupied(const ks_position *position) {
    return position->private_planes[0] | position->private_planes[1] | position->private_planes[2];
}

/* Returns the squares of side's pieces. */
KS_INLINE uint64_t ks_pieces_of(const ks_position *position, unsigned side) {
    const uint64_t black = position->private_planes[3];
    return side == KS_BLACK ? black : ks_occupied(position) & ~black;
}

/* Returns the squares of the pieces with this code, which is not KS_EMPTY. */
KS_INLINE uint64_t ks_squares_of(const ks_position *position, unsigned code) {
    const uint64_t *planes = position->private_planes;
    return (code & 1 ? planes[0] : ~planes[0]) & (code & 2 ? planes[1] : ~planes[1]) &
           (code & 4 ? planes[2] : ~planes[2]) & (code & 8 ? planes[3] : ~planes[3]);
}

/* Returns the square of side's king: the lowest when there are several, KS_NO_SQUARE when there is none
 * (KS_FEN_LENIENT). */
KS_INLINE unsigned ks_king_of(const ks_position *position, unsigned side) {
    const uint64_t *planes = position->private_planes;
    return ks_lowest_square(planes[1] & planes[2] & (side == KS_BLACK ? planes[3] : ~planes[3]));
}

/* Returns the squares of the rooks that may castle, of both sides. */
KS_INLINE uint64_t ks_castling_rooks(const ks_position *position) {
    return position->private_castling;
}

/* Returns the square of side's rook that may castle on a wing, KS_KINGSIDE or KS_QUEENSIDE; KS_NO_SQUARE
 * without the right. */
KS_INLINE unsigned ks_castling_rook(const ks_position *position, unsigned side, unsigned wing) {
    const uint64_t row = side == KS_BLACK ? KS_CAST(uint64_t, 0xff) : KS_CAST(uint64_t, 0xff) << 56;
    const uint64_t to_king = (KS_CAST(uint64_t, 1) << (ks_king_of(position, side) & 63)) - 1;
    return ks_lowest_square(position->private_castling & row & (wing == KS_QUEENSIDE ? to_king : ~to_king));
}

/* Returns the square on which a pawn may legally capture en passant; KS_NO_SQUARE when there is none. */
KS_INLINE unsigned ks_capturable_en_passant(const ks_position *position) {
    return position->private_capturable;
}

/* ---- How positions are read ------------------------------------------------------------------ */

typedef enum ks_fen_flags {
    KS_FEN_DEFAULT = 0,
    KS_FEN_RIGHTS =
        1 << 0, /* impossible castling letters and en-passant squares are errors, and are dropped otherwise */
    KS_FEN_LENIENT = 1 << 1, /* only the side to move needs exactly one king; pawns may stand anywhere, and
                            the side not to move may be in check */
    KS_FEN_POSSIBLE =
        1 << 2, /* rejects positions that no game reaches, by the tests of python-chess's Board.status(): a
                  side has at most eight pawns and sixteen pieces, and some move can have given the checks. It
                  also rejects two digits in succession. In chess alone; not with KS_FEN_LENIENT */
    KS_FEN_WHOLE = 1 << 3, /* text after the fields that neither begins nor ends with a semicolon is an error,
                          as in "0 1 x". Not in ks_check_epd: the operations of collections may lack theirs */
    KS_FEN_STRICT = KS_FEN_RIGHTS | KS_FEN_POSSIBLE /* rejects what `kingscan check --strict` does */
} ks_fen_flags;
KS_FLAGS(ks_fen_flags)

/* ---- A board that the caller has ------------------------------------------------------------- */

/* Makes a position from a board and the rest of a FEN.
 * board has 64 bytes.
 * side_to_move is KS_WHITE or KS_BLACK (precondition).
 * castling_rooks has the squares of the rooks that may castle.
 * en_passant is the square that a pawn has just passed in a double push, or KS_NO_SQUARE.
 * flags are as in ks_read_fen.
 * Rights and en-passant squares that cannot be are dropped, or are errors with KS_FEN_RIGHTS. The clocks are
 * those of a new game. Returns KS_OK or an error of FEN; error->offset is then a square, and *position is not
 * usable. */
KS_API KS_MUST_USE int ks_position_from_board(const uint8_t board[64], unsigned side_to_move,
                                              uint64_t castling_rooks, unsigned en_passant,
                                              ks_fen_flags flags, ks_position *position, ks_error *error);

/* ---- FEN and EPD ----------------------------------------------------------------------------- */

/* Reads FEN or EPD: four to six fields, then EPD operations, which are skipped. Spaces or tabs separate the
 * fields; one line end after the text is skipped. Castling rights are KQkq (X-FEN: the outermost rook) or the
 * rooks' files (Shredder-FEN). A missing clock is read from the operation hmvc or fmvn. Moves after the
 * fields ("moves e2e4 ...", as in UCI) are KS_ERROR_TRAILING_TEXT: make them with ks_make_move.
 * text has `length` bytes, and may be NULL when length is 0.
 * flags are of enum ks_fen_flags, or-ed.
 * Returns KS_OK or an error of FEN; error->offset is then the byte offset of the error, and *position is not
 * usable. Source: S. Edwards, PGN Specification and Implementation Guide (1994), section 16; R. Scharnagl,
 * X-FEN. */
KS_API KS_MUST_USE int ks_read_fen(const char *text, size_t length, ks_fen_flags flags, ks_position *position,
                                   ks_error *error);

/* Writes the position as a six-field FEN; returns its length. A castling letter is one of KQkq when that
 * means the right rook, else the rook's file (X-FEN). The en-passant square is written when a pawn may
 * capture on it, as is usual among chess programs. A position read from this text has the same moves and the
 * same key. */
KS_API size_t ks_write_fen(const ks_position *position, char text[KS_FEN_SIZE]);

/* Does the same, but always writes the position's en-passant square: the one that was read or, after a move,
 * the one that a pawn attacks, even a pinned one (X-FEN). A position read from this text is the same in every
 * member. */
KS_API size_t ks_write_x_fen(const ks_position *position, char text[KS_FEN_SIZE]);

/* ---- Verdicts -------------------------------------------------------------------------------- */

enum ks_verdict { KS_SAFE, KS_CHECK, KS_DOUBLE_CHECK, KS_CHECKMATE, KS_STALEMATE, KS_VERDICTS };

/* Returns the verdict on the side to move, which has one king (precondition), and sets *checkers to the
 * squares of the checkers unless checkers is NULL. */
KS_API enum ks_verdict ks_judge(const ks_position *position, uint64_t *checkers);

/* The result of a game. */
enum ks_outcome { KS_UNDECIDED, KS_WHITE_WINS, KS_BLACK_WINS, KS_DRAWN };

/* Returns "safe", "check", "double-check", "checkmate" or "stalemate". Static. */
KS_API const char *ks_verdict_name(enum ks_verdict verdict);

/* Why a game is a draw, or why a player may claim one. */
enum ks_draw {
    KS_DRAW_NONE,
    KS_DRAW_MATERIAL,           /* insufficient material */
    KS_DRAW_FIFTY_MOVES,        /* may be claimed */
    KS_DRAW_SEVENTY_FIVE_MOVES, /* ends the game */
    KS_DRAW_THREEFOLD,          /* repetition, which may be claimed */
    KS_DRAW_FIVEFOLD,           /* repetition, which ends the game */
    KS_DRAW_STALEMATE,
    KS_DRAW_MOVE_RULE,  /* in variants: nMoveRule when that isn't 50, which may be claimed */
    KS_DRAW_REPETITION, /* in variants: nFoldRule when that isn't 3, which may be claimed */
    KS_DRAW_RULE        /* in variants: another rule, such as the rule of a full board */
};

/* Returns the reason why a game is a draw, or why a player may claim one: stalemate; insufficient material
 * (neither side can mate by any sequence of moves: bare kings, a single minor piece, or bishops of one square
 * colour alone); the fifty-move rule or the seventy-five-move rule; or repetition. A draw that ends the game
 * takes precedence over one that may be claimed, and mate over all.
 * verdict is what ks_judge returns for the position, or KS_SAFE when there is a legal move.
 * keys has the keys of all `count` positions of the game in order, this one included; NULL and 0 when they
 * are not known. */
KS_API enum ks_draw ks_find_draw(const ks_position *position, enum ks_verdict verdict, const uint64_t *keys,
                                 size_t count);

/* Returns the name of a draw, such as "insufficient-material" or "threefold-repetition", or NULL for
 * KS_DRAW_NONE. Static. */
KS_API const char *ks_draw_name(enum ks_draw draw);

/* ---- Keys and repetitions -------------------------------------------------------------------- */

/* Computes the Zobrist key of a position from its pieces, side to move, castling rooks, and the en-passant
 * file when a pawn may legally capture there. ks_read_fen and ks_make_move keep the key in position->key. The
 * key of a position is the same on every processor and in all versions 1.x, so it may be kept in files.
 * Source: A. Zobrist, "A New Hashing Method with Application for Game Playing", 1970; numbers by
 * splitmix64. */
KS_API uint64_t ks_position_key(const ks_position *position);

/* Computes the key of Polyglot's opening books: of pieces, castling rights, side to move, and the file of the
 * en-passant square when a pawn attacks it, even a pinned one. In Chess960 the rights count by their wings.
 * Source: M. N. Siegel, "PolyGlot opening book format"; F. Letouzey's PolyGlot. */
KS_API uint64_t ks_polyglot_key(const ks_position *position);

/* Returns how many earlier positions of the game equal the last one: 2 or more is threefold repetition, 4 or
 * more fivefold. keys has the keys of all `count` positions in order, the last one included. halfmove_clock
 * is the clock of the last position. */
KS_API unsigned ks_count_repetitions(const uint64_t *keys, size_t count, unsigned halfmove_clock);

/* ---- Text with a position a line ------------------------------------------------------------- */

/* The result for one line of text. */
typedef struct ks_checked_line {
    size_t offset, length; /* the line's place in the text, without its LF or CR LF */
    uint64_t number;       /* the line's number; the first line is 1 */
    uint64_t checkers;     /* squares; 0 when the line is no position */
    uint8_t verdict;       /* enum ks_verdict; KS_VERDICTS: no position, and ks_read_fen reports why */
    uint8_t reserved[7];   /* zeros */
} ks_checked_line;

/* How far a text has been read. It is all zeros at first, but `line` is the number of lines before the text
 * when the text is part of a file. */
typedef struct ks_text_cursor {
    size_t offset; /* of the next line */
    uint64_t line; /* lines read so far; the first one is number 1 */
} ks_text_cursor;

/* Reads the next lines of a text of FEN or EPD and finds their verdicts as ks_read_fen and ks_judge do, at
 * many times their speed. Blank lines and lines that begin with '#' are counted and skipped. The last line
 * may lack an LF.
 * text has `length` bytes of any value, the whole text in each call. No byte outside it is read; lines within
 * its last 160 bytes are read more slowly.
 * flags are of enum ks_fen_flags, or-ed.
 * *cursor is the place to begin, which the function moves on for the next call.
 * Fills in at most max lines (at least 1: precondition) and returns their number; a number below max means
 * that the text is read to its end. */
KS_API KS_MUST_USE size_t ks_check_epd(const char *text, size_t length, ks_fen_flags flags,
                                       ks_text_cursor *cursor, ks_checked_line *lines, size_t max);

/* Returns the name of the format of a file that begins with this text and has no position a line: "gzip",
 * "bzip2", "xz", "zstd", "lz4", "zip", "tar", "UTF-16", "PGN", "JSON Lines", "Parquet", "SQLite", "an array
 * of NumPy" or "a Polyglot book"; a later version may know others. Returns NULL when a text of positions may
 * begin so. The first 64 bytes and the first line that is not blank suffice, but 262 bytes for tar, and 2048
 * where comments precede games. Static. */
KS_API const char *ks_find_file_format(const char *text, size_t length);

#ifdef __cplusplus
}
#endif
#endif
