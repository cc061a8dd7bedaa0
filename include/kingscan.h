/* kingscan.h: check detection on a 64-byte board, and the facts that it rests on.
 *
 * This is the whole public interface of libkingscan. It needs a C99 or C++11 compiler and nothing else.
 *
 * Board      64 bytes, one a square, in the order that FEN is read: a8 = 0, h8 = 7, a1 = 56, h1 = 63;
 *            bits 0-2 of a square are the file, bits 3-5 the row from the top. Any alignment.
 *            (The numbering of D. Liberman's check routine of 1997, from which this project grew.)
 * Codes      0 empty; 1-6 white pawn, knight, bishop, rook, queen, king; 9-14 the same in black.
 *            Only the low four bits of a byte are looked at; 7, 8 and 15 mean an empty square.
 *            Other codes and boards that begin with a1 are read in place through a ks_pieceset.
 * Threads    Every function may be called from any thread at any time. Only ks_kernel_select changes
 *            state, and it may run beside calls of the others.
 * Errors     Functions that can fail return KS_OK (0) or a ks_error_code and, where `error` is not
 *            NULL, fill it in. Where a precondition is stated, breaking it is undefined behaviour;
 *            debug builds of the library (without NDEBUG) check it with assert.
 */
#ifndef KINGSCAN_H
#define KINGSCAN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define KS_API __attribute__((visibility("default")))
#else
#define KS_API
#endif

#define KS_VERSION "0.1.0"

/* The version of the library that is linked, as KS_VERSION was when it was built. */
KS_API const char *ks_version(void);

/* ---- Squares, sides, codes ------------------------------------------------------------------- */

/* Square (file 0-7 for a-h, row 0-7 from the top, so that rank 8 is row 0). */
#define KS_SQUARE(file, row) ((unsigned)((row)*8 + (file)))

enum { KS_SQUARES = 64, KS_NO_SQUARE = 64 };

enum ks_side { KS_WHITE, KS_BLACK, KS_NEITHER };

enum ks_code {
    KS_EMPTY,
    KS_WHITE_PAWN,
    KS_WHITE_KNIGHT,
    KS_WHITE_BISHOP,
    KS_WHITE_ROOK,
    KS_WHITE_QUEEN,
    KS_WHITE_KING,
    KS_BLACK_BIT = 8, /* a black piece is the white one with this bit set */
    KS_BLACK_PAWN,
    KS_BLACK_KNIGHT,
    KS_BLACK_BISHOP,
    KS_BLACK_ROOK,
    KS_BLACK_QUEEN,
    KS_BLACK_KING
};

/* ---- Errors ---------------------------------------------------------------------------------- */

enum ks_error_code {
    KS_OK,
    KS_ERROR_PLACEMENT_CHARACTER, /* not a piece letter, a digit 1-8 or a slash */
    KS_ERROR_ROW_TOO_LONG,        /* more than eight squares in a row */
    KS_ERROR_ROW_TOO_SHORT,       /* fewer than eight squares in a row */
    KS_ERROR_ROWS_TOO_MANY,       /* a ninth row */
    KS_ERROR_ROWS_TOO_FEW,        /* the placement ends before its eighth row */
    KS_ERROR_FIELD_MISSING,       /* the text ends before its fourth field */
    KS_ERROR_SIDE,                /* the side to move is not "w" or "b" */
    KS_ERROR_CASTLING,            /* the castling field is not "-" or letters out of KQkq, A-H, a-h */
    KS_ERROR_EN_PASSANT,          /* the en-passant field is not "-" or a square */
    KS_ERROR_HALFMOVE_CLOCK,      /* not a number from 0 to KS_CLOCK_MAX */
    KS_ERROR_FULLMOVE_NUMBER,     /* not a number from 0 to KS_CLOCK_MAX */
    KS_ERROR_TRAILING_TEXT,       /* what follows the fields is no EPD operation */
    KS_ERROR_NO_KING,             /* a side has no king */
    KS_ERROR_MANY_KINGS,          /* a side has more than one king */
    KS_ERROR_PAWN_RANK,           /* a pawn on the first or last rank */
    KS_ERROR_KING_CAPTURABLE,     /* the side not to move is in check */
    KS_ERROR_CASTLING_RIGHT,      /* KS_STRICT: castling letter without its king or rook */
    KS_ERROR_EN_PASSANT_SQUARE,   /* KS_STRICT: no double push can have left this square */
    KS_ERROR_PIECE_CODE,          /* pieceset: a code given twice, or no code left for empty squares */
    KS_ERROR_PIECE_SIDE,          /* pieceset: a side that is not KS_WHITE, KS_BLACK or KS_NEITHER */
    KS_ERROR_PIECE_CLASSES,       /* pieceset: attack classes that a piece can't have */
    KS_ERROR_PIECESET_FLAGS,      /* pieceset: unknown flags */
    KS_ERROR_KERNEL_UNKNOWN,      /* no kernel has this name */
    KS_ERROR_KERNEL_UNUSABLE,     /* this processor, or its operating system, lacks what the kernel needs */

    /* What ks_explain_move can find wrong, in the order in which it looks. */
    KS_ERROR_MOVE_TEXT,              /* neither UCI nor SAN */
    KS_ERROR_OFF_BOARD,              /* a square that no board has, such as e9 */
    KS_ERROR_NO_SUCH_PIECE,          /* SAN: the side to move has no such piece there */
    KS_ERROR_SAME_SQUARE,            /* from a square to itself */
    KS_ERROR_SQUARE_EMPTY,           /* no piece stands there */
    KS_ERROR_WRONG_SIDE,             /* the piece is the other side's */
    KS_ERROR_PIECE_RULE,             /* no such piece moves like that */
    KS_ERROR_NONE_FITS,              /* SAN: the same of each of several pieces */
    KS_ERROR_PAWN_DOUBLE_PUSH,       /* two squares ahead, but not from the pawn's first square */
    KS_ERROR_PROMOTION_IMPOSSIBLE,   /* not a pawn, or not on its last rank */
    KS_ERROR_PROMOTION_MISSING,      /* a pawn on its last rank, and not said what it becomes */
    KS_ERROR_PROMOTION_PIECE,        /* to a king or a pawn */
    KS_ERROR_PIECE_BLOCKED,          /* a piece stands in the way */
    KS_ERROR_PAWN_BLOCKED,           /* the same ahead of a pawn */
    KS_ERROR_OWN_PIECE,              /* an own piece stands on the square */
    KS_ERROR_KING_CAPTURE,           /* the enemy king stands there */
    KS_ERROR_NOTHING_TO_CAPTURE,     /* a pawn goes diagonally, or SAN says x, and the square is empty */
    KS_ERROR_EN_PASSANT_UNAVAILABLE, /* the pawn that would be captured has not just moved two squares */
    KS_ERROR_CASTLING_UNAVAILABLE,   /* the right is lost */
    KS_ERROR_CASTLING_ROOK_MISSING,  /* no rook stands on that side of the king */
    KS_ERROR_CASTLING_BLOCKED,       /* a piece stands in the way of king or rook */
    KS_ERROR_CASTLING_OUT_OF_CHECK,
    KS_ERROR_CASTLING_THROUGH_CHECK,
    KS_ERROR_CASTLING_INTO_CHECK,
    KS_ERROR_DOUBLE_CHECK,        /* two pieces give check, and this is no king's move */
    KS_ERROR_CHECK_UNANSWERED,    /* the king stays in check */
    KS_ERROR_KING_INTO_CHECK,     /* the king goes where it is attacked */
    KS_ERROR_PIECE_PINNED,        /* the piece leaves its king to an attacker */
    KS_ERROR_EN_PASSANT_UNCOVERS, /* so do the two pawns together */
    KS_ERROR_AMBIGUOUS,           /* SAN: several pieces can */

    /* Variants: what else can be wrong with a move. */
    KS_ERROR_PROMOTION_LIMIT, /* the side has as many such pieces as it may */
    KS_ERROR_NO_HURDLE,       /* no piece stands where a hopper needs one */
    KS_ERROR_GAME_OVER,       /* a bare king has ended the game */

    /* Variants: what can be wrong with their text. */
    KS_ERROR_INI,             /* a line that is no section, no "key = value" and no comment, or too long */
    KS_ERROR_VARIANT_SECTION, /* a variant's name that can't be, or that another one has */
    KS_ERROR_VARIANT_BASE,    /* a variant that inherits from an unknown one, or from itself */
    KS_ERROR_VARIANT_KEY,     /* a key that isn't known, or is given twice */
    KS_ERROR_VARIANT_VALUE,   /* a value that the key can't have */
    KS_ERROR_VARIANT_PIECES,  /* pieces that can't be on one board: two with one letter, no royal one */
    KS_ERROR_BETZA,           /* a piece's moves that aren't Betza notation */
    KS_ERROR_VARIANT_START,   /* the position that games start from isn't one */
    KS_ERROR_MEMORY           /* there is not enough of it */
};

/* What went wrong, and where. */
typedef struct ks_error {
    int code;          /* enum ks_error_code */
    size_t offset;     /* FEN, move: byte offset in the text; pieceset: index in the list of pieces; else 0 */
    char message[184]; /* one line without a full stop: what was expected and what was found */
} ks_error;

/* ---- Is the king in check? ------------------------------------------------------------------- */

/* 1 when a piece of the other side attacks king_square, else 0.
 * board: 64 bytes in Kingscan's codes; king_square: 0-63 (precondition); side: KS_WHITE or KS_BLACK,
 * the king's colour (precondition). What stands on king_square itself doesn't matter, not even
 * whether it is a king. Reads just the 64 bytes; writes nothing.
 * Method: the selected kernel's; each asm file explains its own, c/core/reference.c specifies all. */
KS_API int ks_in_check(const uint8_t board[64], unsigned king_square, unsigned side);

/* The squares from which pieces of by_side attack square: bit n is set when the piece on square n
 * does. Preconditions and method as for ks_in_check; a piece that is pinned attacks all the same. */
KS_API uint64_t ks_attackers(const uint8_t board[64], unsigned square, unsigned by_side);

/* What bears on a king, as masks of squares (bit n: square n): what a generator of legal moves needs. */
typedef struct ks_king_lines {
    uint64_t checkers;    /* enemy pieces that attack the king */
    uint64_t check_lines; /* these, and for each that slides the squares between it and the king: one checker
                             is answered by a king's move or by one that ends here */
    uint64_t pinned;      /* own pieces that alone stand between the king and an enemy slider */
    uint64_t pin_orthogonal; /* the lines of pins along ranks and files: every square from the king, without
                                it, to the pinning piece: a piece pinned so has to stay on these */
    uint64_t pin_diagonal;   /* the same of pins along diagonals */
} ks_king_lines;

/* Fills in *lines for side's king on king_square: checkers and pins in one go. Preconditions and method as
 * for ks_in_check; lines->checkers is what ks_attackers would say. Which piece is an own one is what the
 * codes say; a square of one pin's line never lies on another's. */
KS_API void ks_king_scan(const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines);

/* ks_in_check for n boards in memory. boards: the first byte of the first board, each next one stride bytes
 * further (at least 64: precondition), at any alignment; king_squares, sides: n bytes each. Bit i & 63 of
 * out_bits[i >> 6] is the answer for board i; (n + 63) / 64 words are written, their unused bits 0.
 * Reads just the 64 bytes of each board. */
KS_API void ks_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                              const uint8_t *sides, size_t n, uint64_t *out_bits);

/* The square of side's king: the lowest-numbered one when there are several, KS_NO_SQUARE when there
 * is none. Kingscan's codes; side: KS_WHITE or KS_BLACK (precondition). */
KS_API unsigned ks_find_king(const uint8_t board[64], unsigned side);

/* ---- Other people's boards ------------------------------------------------------------------- */

/* Attack classes: what a check routine needs to know of a piece. A queen is ORTHOGONAL|DIAGONAL, a
 * king WAZIR|FERZ, a cardinal DIAGONAL|KNIGHT. The last two are for the tables of a ks_pieceset. */
enum ks_attack_class {
    KS_ORTHOGONAL = 1 << 0, /* slides along rank and file */
    KS_DIAGONAL = 1 << 1,   /* slides along diagonals */
    KS_KNIGHT = 1 << 2,     /* leaps like a knight */
    KS_WAZIR = 1 << 3,      /* one step orthogonally */
    KS_FERZ = 1 << 4,       /* one step diagonally */
    KS_PAWN = 1 << 5,       /* one step diagonally, towards the enemy */
    KS_OWN = 1 << 6,        /* stands on the king's side */
    KS_OCCUPIED = 1 << 7    /* hides what is behind it */
};

/* One line of a description of somebody's codes. */
typedef struct ks_piece {
    uint8_t code;    /* the byte on the board */
    uint8_t side;    /* KS_WHITE, KS_BLACK; KS_NEITHER: the code means an empty square */
    uint8_t attacks; /* KS_ORTHOGONAL ... KS_PAWN or-ed; 0 for a piece that only stands in the way */
} ks_piece;

enum ks_pieceset_flag {
    KS_A1_FIRST = 1 << 0, /* byte 0 of the board is a1, byte 7 h1, byte 63 h8 */
    KS_WIDE = 1 << 1      /* look at all eight bits of a byte even if every code is below 16 */
};

/* What each byte of a board means. Made by ks_pieceset_init; read-only from then on, so one may serve
 * any number of threads. A set is narrow when all codes are below 16 and KS_WIDE isn't given: then
 * only the low four bits of a byte are looked at, which the vector kernels do fastest. */
typedef struct ks_pieceset {
    uint8_t classes[2][256]; /* [colour of the king asked about][byte]: attack classes of that byte */
    uint32_t a1_first;       /* 1: rows count from the bottom, so white pawns attack upwards in number */
    uint32_t wide;           /* 0: classes repeat every 16 bytes */
} ks_pieceset;

/* Kingscan's own codes, as a narrow set. */
KS_API extern const ks_pieceset ks_chess_pieces;

/* Describes a board of somebody else's codes.
 * pieces: count of them, in any order; codes that aren't listed mean an empty square. flags: of
 * enum ks_pieceset_flag. On an error *set isn't usable; error->offset is the index of the piece that
 * contradicts an earlier one or itself, and the message names its code. */
KS_API int ks_pieceset_init(ks_pieceset *set, const ks_piece *pieces, size_t count, unsigned flags,
                            ks_error *error);

/* The functions above on a board in the set's codes. Squares are numbered as the bytes of
 * that board, from a8 or from a1, in the arguments and in the answer. */
KS_API int ks_in_check_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                           unsigned side);
KS_API uint64_t ks_attackers_set(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                                 unsigned by_side);
KS_API void ks_king_scan_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                             unsigned side, ks_king_lines *lines);
KS_API void ks_in_check_batch_set(const ks_pieceset *set, const uint8_t *boards, size_t stride,
                                  const uint8_t *king_squares, const uint8_t *sides, size_t n,
                                  uint64_t *out_bits);

/* ---- Positions as text ----------------------------------------------------------------------- */

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

enum ks_fen_flag {
    KS_STRICT = 1 << 0, /* castling letters and en-passant squares that can't be are errors, not dropped */
    KS_LENIENT = 1 << 1 /* only the side to move needs its one king; pawns may stand anywhere, and the
                           side not to move may be in check */
};

/* Reads FEN or EPD: four to six fields, then EPD operations, which are skipped. Fields are separated
 * by spaces or tabs. Castling: KQkq (X-FEN: the outermost rook) or the rooks' files (Shredder-FEN).
 * text: length bytes, of any kind, not necessarily terminated. flags: of enum ks_fen_flag.
 * Returns KS_OK; or the error's code, with the byte offset of the trouble in error->offset, and then
 * *position is not to be used.
 * Source: S. Edwards, PGN Specification and Implementation Guide (1994), section 16; R. Scharnagl, X-FEN. */
KS_API int ks_read_fen(const char *text, size_t length, unsigned flags, ks_position *position,
                       ks_error *error);

/* Writes the position as a six-field FEN and a terminating zero into text[KS_FEN_SIZE]; returns its
 * length. Castling letters are KQkq where these mean the right rook, else the rook's file (X-FEN). */
KS_API size_t ks_write_fen(const ks_position *position, char text[KS_FEN_SIZE]);

/* The name of a square, such as "e4", static; "-" for KS_NO_SQUARE and above. */
KS_API const char *ks_square_name(unsigned square);

/* The FEN letter of one of Kingscan's codes; '.' for an empty square. */
KS_API char ks_code_letter(unsigned code);

/* ---- Moves ----------------------------------------------------------------------------------- */

/* A move: where from, where to, and of what kind. Castling goes from the king's square to the rook's. */
typedef uint16_t ks_move;

enum ks_move_kind {
    KS_MOVE_PLAIN,
    KS_MOVE_DOUBLE_PUSH,
    KS_MOVE_EN_PASSANT,
    KS_MOVE_CASTLING,
    KS_MOVE_TO_KNIGHT, /* promotions; the white code promoted to is KS_WHITE_KNIGHT + (kind & 3) */
    KS_MOVE_TO_BISHOP,
    KS_MOVE_TO_ROOK,
    KS_MOVE_TO_QUEEN
};

#define KS_MOVE(from, to, kind) ((ks_move)((unsigned)(from) | (unsigned)(to) << 6 | (unsigned)(kind) << 12))
#define KS_MOVE_FROM(move) ((unsigned)(move)&63u)
#define KS_MOVE_TO(move) ((unsigned)(move) >> 6 & 63u)
#define KS_MOVE_KIND(move) ((unsigned)(move) >> 12 & 7u)

enum {
    KS_NO_MOVE = 0,
    KS_MOVES_MAX =
        1100 /* no board has more: at most 16 pieces reach a square, and promotions count four times */
};

/* The functions below take positions as ks_read_fen gives them, also with KS_LENIENT: the side to move has
 * one king. A pawn on its last rank has no moves, on its first a single push, and the enemy king is never
 * captured. */

/* All legal moves of the side to move, in no particular order; returns how many.
 * Method: checkers and pins by one ks_king_scan, then only moves that leave the king safe. */
KS_API size_t ks_legal_moves(const ks_position *position, ks_move moves[KS_MOVES_MAX]);

/* The same by the textbook: each pseudo-legal move is made, ks_in_check asked, the move taken back. */
KS_API size_t ks_legal_moves_reference(const ks_position *position, ks_move moves[KS_MOVES_MAX]);

/* 1 when the side to move has any legal move; faster than listing them. */
KS_API int ks_has_legal_move(const ks_position *position);

/* What ks_make_move changes and can't be told from the move. */
typedef struct ks_undo {
    uint64_t key;
    uint16_t halfmove_clock, fullmove_number;
    uint8_t captured; /* code */
    uint8_t en_passant;
    uint8_t castling_rook[2][2];
} ks_undo;

/* Makes a move, which has to be pseudo-legal (precondition), and keeps in *undo what ks_unmake_move needs to
 * take it back and restore every field. The en-passant square is kept only where an enemy pawn stands ready
 * to capture; clocks stay at KS_CLOCK_MAX once there. */
KS_API void ks_make_move(ks_position *position, ks_move move, ks_undo *undo);
KS_API void ks_unmake_move(ks_position *position, ks_move move, const ks_undo *undo);

/* The Zobrist key of a position, from nothing: of its pieces, side to move, castling rooks, and of the
 * en-passant file where an enemy pawn stands ready to capture. ks_read_fen and ks_make_move keep it in
 * position->key. Source: A. Zobrist, "A New Hashing Method with Application for Game Playing", 1970; numbers
 * by splitmix64. */
KS_API uint64_t ks_position_key(const ks_position *position);

/* How often the last of the keys stood before in the game: keys[count] of all positions in their order, the
 * last one's halfmove clock. 2 and more: threefold repetition; 4 and more: fivefold. */
KS_API unsigned ks_repetitions(const uint64_t *keys, size_t count, unsigned halfmove_clock);

enum ks_draw { KS_DRAW_NONE, KS_DRAW_MATERIAL, KS_DRAW_FIFTY_MOVES, KS_DRAW_SEVENTY_FIVE_MOVES };

/* Whether the position is a draw by insufficient material (neither side can mate by any sequence of moves:
 * bare kings, a single minor piece, or bishops of one square colour alone), or may be claimed one by the
 * fifty-move rule, or is one by the seventy-five-move rule. Mate comes before the latter two: ask ks_judge
 * first. */
KS_API enum ks_draw ks_find_draw(const ks_position *position);

enum ks_verdict { KS_SAFE, KS_CHECK, KS_DOUBLE_CHECK, KS_CHECKMATE, KS_STALEMATE, KS_VERDICTS };

/* The verdict on the side to move; the squares of the checkers go to *checkers unless it is NULL. */
KS_API enum ks_verdict ks_judge(const ks_position *position, uint64_t *checkers);

/* "safe", "check", "double-check", "checkmate", "stalemate". */
KS_API const char *ks_verdict_name(enum ks_verdict verdict);

/* ---- Text with a position a line ------------------------------------------------------------- */

/* What was found in a line of text. */
typedef struct ks_checked_line {
    size_t offset, length; /* where in the text the line is, without its LF or CR LF */
    uint64_t number;       /* which line it is */
    uint64_t checkers;     /* squares; 0 where there is no position */
    uint8_t verdict;       /* enum ks_verdict; KS_VERDICTS: no position, and ks_read_fen says why */
} ks_checked_line;

/* How far a text has been read. Zeros at first, but for `line` when the text isn't the beginning. */
typedef struct ks_text_cursor {
    size_t offset; /* of the next line */
    uint64_t line; /* lines read so far; the first one is number 1 */
} ks_text_cursor;

/* ks_read_fen and ks_judge for the next lines of FEN or EPD of a text, at many times their speed. Blank lines
 * and those that begin with '#' are counted, and passed over. The last line may end without LF. text: n
 * bytes, of any kind; flags: of enum ks_fen_flag; *cursor: where to begin, and where the next call goes on.
 * Fills in at most max lines (at least 1: precondition) and returns how many; fewer than max: the text is
 * read to its end. */
KS_API size_t ks_check_epd(const char *text, size_t n, unsigned flags, ks_text_cursor *cursor,
                           ks_checked_line *lines, size_t max);

/* The number of move sequences of this length; legal moves of the last ply are counted, not made. depth 0: 1.
 */
KS_API uint64_t ks_perft(const ks_position *position, unsigned depth);

/* What the moves of the last ply of a perft were. */
typedef struct ks_perft_counts {
    uint64_t nodes, captures, en_passant, castles, promotions, checks, double_checks, checkmates;
} ks_perft_counts;

/* Adds the counts of all sequences of this length (at least 1: precondition) to *counts: every move is made.
 */
KS_API void ks_perft_stats(const ks_position *position, unsigned depth, ks_perft_counts *counts);

/* ---- Moves as text --------------------------------------------------------------------------- */

enum { KS_UCI_SIZE = 6, KS_SAN_SIZE = 12 };

enum ks_notation_flag {
    KS_CHESS960 =
        1 << 0 /* UCI: castling is written as the king taking its rook. Without it so is castling that e1g1
                  and its like can't say: a king not on the e-file, or a rook not in its corner */
};

/* Writes a legal move in UCI or SAN (with + or #) and a terminating zero; returns the length. */
KS_API size_t ks_write_uci(const ks_position *position, ks_move move, unsigned flags, char text[KS_UCI_SIZE]);
KS_API size_t ks_write_san(const ks_position *position, ks_move move, char text[KS_SAN_SIZE]);

/* Reads a move that somebody typed or sent, in UCI or SAN (O-O or 0-0; check marks and "!?" are not looked
 * at; x may be left out), and finds it among the legal ones. Returns KS_OK and the move; or the code that
 * says what is wrong with it, first by the piece's own rule, then by the board's, with a sentence in
 * error->message and, for text that is no move, the offset. This is the one function behind "is it legal?"
 * for persons and programs. */
KS_API int ks_explain_move(const ks_position *position, const char *text, size_t length, ks_move *move,
                           ks_error *error);

/* The name of an error code, for programs: "piece-pinned" for KS_ERROR_PIECE_PINNED and so on, "ok" for
 * KS_OK; NULL for what is no code. */
KS_API const char *ks_error_name(int code);

/* ---- Kernels --------------------------------------------------------------------------------- */

/* One implementation of the contract above. The functions may be called directly, without the
 * indirection of ks_in_check and its like, where ks_kernel_usable says yes. */
typedef struct ks_kernel {
    const char *name;
    const char *summary; /* one line */
    int (*in_check)(const uint8_t board[64], unsigned king_square, unsigned side);
    uint64_t (*attackers)(const uint8_t board[64], unsigned square, unsigned by_side);
    void (*king_scan)(const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines);
    void (*in_check_batch)(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                           const uint8_t *sides, size_t n, uint64_t *out_bits);
    int (*in_check_set)(const ks_pieceset *set, const uint8_t board[64], unsigned king_square, unsigned side);
    uint64_t (*attackers_set)(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                              unsigned by_side);
    void (*king_scan_set)(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                          unsigned side, ks_king_lines *lines);
    void (*in_check_batch_set)(const ks_pieceset *set, const uint8_t *boards, size_t stride,
                               const uint8_t *king_squares, const uint8_t *sides, size_t n,
                               uint64_t *out_bits);
} ks_kernel;

/* The kernels of this build, from the reference to the fastest; their number goes to *count. */
KS_API const ks_kernel *ks_kernels(size_t *count);

/* 1 when this processor and its operating system can run the kernel. */
KS_API int ks_kernel_usable(const ks_kernel *kernel);

enum { KS_NEEDS_SIZE = 80 };

/* The processor features that the kernel needs, in words, written to text and returned; empty when it
 * needs none. */
KS_API const char *ks_kernel_needs(const ks_kernel *kernel, char text[KS_NEEDS_SIZE]);

/* The kernel that ks_in_check and its like use: until ks_kernel_select is called, the one that the
 * environment variable KINGSCAN_KERNEL names, and without it the fastest that is usable. */
KS_API const ks_kernel *ks_kernel_current(void);

/* Uses the kernel of this name from now on, in all threads; NULL: the fastest that is usable. On an
 * error the kernel stays what it was, and the message lists those that are usable. */
KS_API int ks_kernel_select(const char *name, ks_error *error);

/* KS_OK when KINGSCAN_KERNEL is unset, empty, or names a usable kernel; else, since the library then
 * ignores it, the error that ks_kernel_select gives for its value. */
KS_API int ks_kernel_environment(ks_error *error);

/* ---- Variants -------------------------------------------------------------------------------- */

/* Chess with other boards, pieces and rules, described in a text: sections of "key = value" lines, the subset
 * of Fairy-Stockfish's variants.ini that `kingscan variants --help` lists. Some are bundled. Boards have up to
 * 12 files and 10 ranks; squares are numbered in the order that FEN is read, from 0 at the top left, row
 * after row of as many as the board has files. */
enum {
    KS_VARIANT_FILES = 12,
    KS_VARIANT_RANKS = 10,
    KS_VARIANT_SQUARES = 120,
    KS_NOWHERE = 255, /* no square */
    KS_VARIANT_FEN_SIZE = 256,
    KS_VARIANT_MOVE_SIZE = 8,
    KS_VARIANT_SAN_SIZE = 12
};

typedef struct ks_variants ks_variants; /* the bundled ones, and those of a text */
typedef struct ks_variant ks_variant;   /* one of them; read-only, so any number of threads may use it */

/* Bit n & 63 of half[n >> 6] is square n. */
typedef struct ks_squares {
    uint64_t half[2];
} ks_squares;

/* Reads all variants of a text of length bytes; NULL: just the bundled ones. A variant may inherit from any
 * other of the text and from the bundled ones. NULL on an error, whose offset is that of a byte of the text.
 * To be freed with ks_variants_free, after which no ks_variant of it is to be used. */
KS_API ks_variants *ks_variants_read(const char *text, size_t length, ks_error *error);
KS_API void ks_variants_free(ks_variants *variants);

/* How many there are; the one of this index, the bundled ones first; the one of this name, or NULL. */
KS_API size_t ks_variants_count(const ks_variants *variants);
KS_API const ks_variant *ks_variants_get(const ks_variants *variants, size_t index);
KS_API const ks_variant *ks_variants_find(const ks_variants *variants, const char *name);

/* A position of a variant. */
typedef struct ks_variant_position {
    uint8_t board[KS_VARIANT_SQUARES]; /* 0: empty; else KS_VARIANT_CODE */
    uint8_t side_to_move;              /* KS_WHITE or KS_BLACK */
    uint8_t king[2];                   /* [side]: square of the royal piece, KS_NOWHERE when there is none
                                          (KS_LENIENT) */
    uint8_t castling_rook[2][2];       /* [side][wing]: square of the rook, KS_NOWHERE without the right */
    uint8_t en_passant_pawn;           /* the pawn that has just gone further than one square, or KS_NOWHERE */
    uint16_t halfmove_clock, fullmove_number;
    ks_squares pieces[2]; /* [side]: where its pieces stand, as the board says */
    ks_squares en_passant; /* the squares on which that pawn can be captured: only where something can */
} ks_variant_position;

/* A piece on the board: kinds count from 0 in the order of ks_variant_kind. */
#define KS_VARIANT_CODE(kind, side) ((((kind) + 1u) << 1) | (side))
#define KS_VARIANT_KIND(code) (((code) >> 1) - 1u)
#define KS_VARIANT_SIDE(code) ((code)&1u)

/* A variant at a glance. */
typedef struct ks_variant_facts {
    const char *name, *base; /* base: the one that it inherits from, or "" */
    unsigned files, ranks;
    unsigned kinds; /* of pieces */
    unsigned royal; /* the kind that must not be left in check */
    int chess960;   /* games start from shuffled pieces */
} ks_variant_facts;

KS_API ks_variant_facts ks_variant_get_facts(const ks_variant *variant);

/* The four names of a piece. */
typedef struct ks_variant_kind {
    char label;            /* on the board: in FEN and behind a promotion; a small letter */
    char letter;           /* in notation; a capital letter */
    const char *code_name; /* for programs */
    const char *name;      /* for people */
} ks_variant_kind;

KS_API ks_variant_kind ks_variant_get_kind(const ks_variant *variant, unsigned kind);

/* What a piece may do, and the other rules, in English: sentences, the latter in lines. Written to text as snprintf
 * does it: as much as fits into size bytes, with a terminating zero; returns the whole length. */
KS_API size_t ks_variant_describe_kind(const ks_variant *variant, unsigned kind, char *text, size_t size);
KS_API size_t ks_variant_describe_rules(const ks_variant *variant, char *text, size_t size);

/* The position that games start from. */
KS_API const ks_variant_position *ks_variant_start(const ks_variant *variant);

/* Reads and writes positions as ks_read_fen and ks_write_fen do, with the letters and the board of the variant.
 * Runs of empty squares are decimal numbers, such as 10. The castling and en-passant fields may be left out
 * together. Several en-passant squares stand side by side, as in c3c4; where the pawn isn't right behind them,
 * its own square is among them. flags: of enum ks_fen_flag. With KS_LENIENT only the side to move needs its one
 * royal piece, all others may stand anywhere, and the side not to move may be in check. The functions below take
 * such positions too: the enemy's royal pieces are never captured, and a side without one is never in check. */
KS_API int ks_variant_read_fen(const ks_variant *variant, const char *text, size_t length, unsigned flags,
                               ks_variant_position *position, ks_error *error);
KS_API size_t ks_variant_write_fen(const ks_variant *variant, const ks_variant_position *position,
                                   char text[KS_VARIANT_FEN_SIZE]);

/* A move. Castling goes from the king's square to the rook's. */
typedef uint32_t ks_variant_move;

#define KS_VARIANT_MOVE_FROM(move) ((move)&127u)
#define KS_VARIANT_MOVE_TO(move) ((move) >> 7 & 127u)
#define KS_VARIANT_MOVE_TYPE(move) ((move) >> 14 & 3u)     /* enum ks_variant_move_type */
#define KS_VARIANT_MOVE_PROMOTION(move) ((move) >> 16)     /* 1 + kind promoted to; 0: none */

enum ks_variant_move_type {
    KS_VARIANT_PLAIN,
    KS_VARIANT_FIRST_PUSH, /* further than one square, so that it may be answered en passant */
    KS_VARIANT_EN_PASSANT,
    KS_VARIANT_CASTLING
};

/* All legal moves, in no particular order, as far as they fit into `room`; returns how many there are. */
KS_API size_t ks_variant_legal_moves(const ks_variant *variant, const ks_variant_position *position,
                                     ks_variant_move *moves, size_t room);

/* Makes a legal move (precondition). To take it back, keep a copy of the position. */
KS_API void ks_variant_make_move(const ks_variant *variant, ks_variant_position *position,
                                 ks_variant_move move);

/* The squares from which pieces of by_side attack a square, with all that hoppers and lame leapers need. The
 * square may be empty or not; what stands there doesn't matter. None attacks KS_NOWHERE. */
KS_API ks_squares ks_variant_attackers(const ks_variant *variant, const ks_variant_position *position,
                                       unsigned square, unsigned by_side);

/* The verdict on the side to move; the squares of the checkers go to *checkers unless it is NULL. */
KS_API enum ks_verdict ks_variant_judge(const ks_variant *variant, const ks_variant_position *position,
                                        ks_squares *checkers);

enum ks_outcome { KS_UNDECIDED, KS_WHITE_WINS, KS_BLACK_WINS, KS_DRAWN };

/* What a position means when it has this verdict: mate, what stalemate is in the variant, and the bare king. */
KS_API enum ks_outcome ks_variant_outcome(const ks_variant *variant, const ks_variant_position *position,
                                          enum ks_verdict verdict);

/* Reads a move that somebody typed or sent: two squares and perhaps the letter promoted to (e2e4, a7a8q, a7a8=Q),
 * or a piece's letter in notation and the square, as in Cd4, with as much of the square that it comes from as
 * needed; O-O and O-O-O. Finds it among the legal ones as ks_explain_move does. Of a wrong one the message is a
 * sentence that says which rule it breaks; *kind is the piece meant, if there is one, else
 * KS_VARIANT_NO_KIND, and the squares are those that it was to go from and to, or KS_NOWHERE. */
typedef struct ks_variant_attempt {
    ks_variant_move move; /* when it is legal */
    unsigned kind, from, to;
} ks_variant_attempt;

enum { KS_VARIANT_NO_KIND = 26 };

KS_API int ks_variant_explain_move(const ks_variant *variant, const ks_variant_position *position,
                                   const char *text, size_t length, ks_variant_attempt *attempt,
                                   ks_error *error);

/* The number of sequences of so many legal moves. */
KS_API uint64_t ks_variant_perft(const ks_variant *variant, const ks_variant_position *position,
                                 unsigned depth);

/* The name of a square, such as "j10", written to text and returned; "-" for KS_NOWHERE. */
KS_API const char *ks_variant_square_name(const ks_variant *variant, unsigned square, char text[4]);

/* Writes a legal move and a terminating zero; returns the length. flags: of enum ks_notation_flag. In UCI,
 * castling is written as the king taking its rook with KS_CHESS960, where the variant is played with shuffled
 * pieces, and where the king's move alone would be unclear. SAN is as Fairy-Stockfish has it, with the
 * variant's letters in notation: Ndf3, exd6, c9=M, O-O-O, + for check and # for a check that leaves no move.
 * The pawn of chess has no letter, pieces that only resemble it have theirs. ks_variant_explain_move reads
 * both. */
KS_API size_t ks_variant_write_uci(const ks_variant *variant, const ks_variant_position *position,
                                   ks_variant_move move, unsigned flags, char text[KS_VARIANT_MOVE_SIZE]);
KS_API size_t ks_variant_write_san(const ks_variant *variant, const ks_variant_position *position,
                                   ks_variant_move move, char text[KS_VARIANT_SAN_SIZE]);

/* The Zobrist key of a position, from nothing: of its pieces, side to move, castling rooks, and of the
 * en-passant squares with their pawn; not of the clocks. Positions of one variant that differ in nothing else
 * have the same key, however they were reached; keys of different variants say nothing about each other.
 * Method: as ks_position_key. */
KS_API uint64_t ks_variant_position_key(const ks_variant *variant, const ks_variant_position *position);

/* Adds the counts of all sequences of so many legal moves (at least 1: precondition) to *counts, as
 * ks_perft_stats does: every move is made. Mate is what ks_variant_judge calls so. */
KS_API void ks_variant_perft_stats(const ks_variant *variant, const ks_variant_position *position,
                                   unsigned depth, ks_perft_counts *counts);

#ifdef __cplusplus
}
#endif
#endif
