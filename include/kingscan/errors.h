/* kingscan/errors.h: errors as numbers, names and sentences.
 *
 * Each subject has a group of numbers; the texts of functions name groups, in which later versions add codes:
 *
 *     errors of FEN                   1-99      ks_read_fen and others that make positions
 *     errors of a pieceset            100-199   ks_pieceset_init
 *     errors of a kernel              200-299   ks_kernel_select, ks_kernel_check_environment
 *     errors of a move                300-499   ks_read_move, ks_game_play and others
 *     errors of a text of variants    500-599   ks_variants_new, ks_variants_find
 *     errors of PGN                   600-699   items of kind KS_PGN_ERROR
 *     errors of training data         700-799   ks_data_open, faults of ks_data_next
 *     KS_ERROR_MEMORY                           functions that allocate
 *
 * A code keeps its number and its group in all versions. The order within a group means nothing. */
#ifndef KINGSCAN_ERRORS_H
#define KINGSCAN_ERRORS_H

#include "check.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ks_error_code {
    KS_OK = 0,

    /* FEN and EPD: ks_read_fen, ks_variant_read_fen. */
    KS_ERROR_PLACEMENT_CHARACTER = 1, /* not a piece letter, a digit 1-8 or a slash */
    KS_ERROR_ROW_TOO_LONG = 2,        /* more than eight squares in a row */
    KS_ERROR_ROW_TOO_SHORT = 3,       /* fewer than eight squares in a row */
    KS_ERROR_ROWS_TOO_MANY = 4,       /* a ninth row */
    KS_ERROR_ROWS_TOO_FEW = 5,        /* the placement ends before its eighth row */
    KS_ERROR_FIELD_MISSING = 6,       /* the text ends before its fourth field */
    KS_ERROR_SIDE = 7,                /* the side to move is not "w" or "b" */
    KS_ERROR_CASTLING = 8,            /* the castling field is not "-" or letters out of KQkq, A-H, a-h */
    KS_ERROR_EN_PASSANT = 9,          /* the en-passant field is not "-" or a square */
    KS_ERROR_HALFMOVE_CLOCK = 10,     /* not a number from 0 to KS_CLOCK_MAX */
    KS_ERROR_FULLMOVE_NUMBER = 11,    /* not a number from 0 to KS_CLOCK_MAX */
    KS_ERROR_TRAILING_TEXT = 12,      /* the text after the fields is no EPD operation */
    KS_ERROR_NO_KING = 13,            /* a side has no king */
    KS_ERROR_MANY_KINGS = 14,         /* a side has more than one king */
    KS_ERROR_PAWN_RANK = 15,          /* a pawn on the first or last rank */
    KS_ERROR_KING_CAPTURABLE = 16,    /* the side not to move is in check */
    KS_ERROR_CASTLING_RIGHT = 17,     /* KS_FEN_RIGHTS: castling letter without its king or rook */
    KS_ERROR_EN_PASSANT_SQUARE = 18,  /* KS_FEN_RIGHTS: no double push can have left this square */
    KS_ERROR_MANY_PAWNS = 19,         /* KS_FEN_POSSIBLE: a side has more than eight pawns */
    KS_ERROR_MANY_PIECES = 20,        /* KS_FEN_POSSIBLE: a side has more than sixteen pieces */
    KS_ERROR_MANY_CHECKERS = 21,      /* KS_FEN_POSSIBLE: more than two pieces give check */
    KS_ERROR_IMPOSSIBLE_CHECK = 22, /* KS_FEN_POSSIBLE, or a variant without checks: a check that no move can
                                       have given */
    KS_ERROR_CHECK_COUNTS = 23,     /* in variants: counts of checks not of the form 3+3 or +0+0 */

    /* Piecesets: ks_pieceset_init. */
    KS_ERROR_PIECE_CODE = 100,     /* a code given twice, or no code left for empty squares */
    KS_ERROR_PIECE_SIDE = 101,     /* a side that is not KS_WHITE, KS_BLACK or KS_NEITHER */
    KS_ERROR_PIECE_CLASSES = 102,  /* attack classes that a piece cannot have */
    KS_ERROR_PIECESET_FLAGS = 103, /* unknown flags */

    /* Kernels: ks_kernel_select, ks_kernel_check_environment. */
    KS_ERROR_KERNEL_UNKNOWN = 200,  /* no kernel has this name */
    KS_ERROR_KERNEL_UNUSABLE = 201, /* this processor, or its operating system, lacks what the kernel needs */

    /* Moves: ks_read_move and ks_variant_read_move, in the order of their tests. First: the text, and
     * the piece that it means. */
    KS_ERROR_MOVE_TEXT = 300,     /* neither UCI nor SAN */
    KS_ERROR_OFF_BOARD = 301,     /* a square that is not on the board, such as e9 */
    KS_ERROR_NO_SUCH_PIECE = 302, /* SAN: the side to move has no such piece there */
    KS_ERROR_SAME_SQUARE = 303,   /* from a square to itself */
    KS_ERROR_SQUARE_EMPTY = 304,  /* no piece stands there */
    KS_ERROR_WRONG_SIDE = 305,    /* the piece is the other side's */

    /* Moves: how the piece moves. */
    KS_ERROR_PIECE_RULE = 320,           /* no such piece moves like that */
    KS_ERROR_NONE_FITS = 321,            /* SAN: none of several such pieces moves like that */
    KS_ERROR_PAWN_DOUBLE_PUSH = 322,     /* two squares ahead, but not from the pawn's first square */
    KS_ERROR_PROMOTION_IMPOSSIBLE = 323, /* not a pawn, or not on its last rank */
    KS_ERROR_PROMOTION_MISSING = 324,    /* a pawn on its last rank, but the text names no piece */
    KS_ERROR_PROMOTION_PIECE = 325,      /* to a king or a pawn */

    /* Moves: the other pieces on the board. */
    KS_ERROR_PIECE_BLOCKED = 340,      /* a piece stands in the way */
    KS_ERROR_PAWN_BLOCKED = 341,       /* a piece stands ahead of a pawn */
    KS_ERROR_OWN_PIECE = 342,          /* an own piece stands on the square */
    KS_ERROR_KING_CAPTURE = 343,       /* the enemy king stands there */
    KS_ERROR_NOTHING_TO_CAPTURE = 344, /* a pawn moves diagonally, or SAN has an x, and the square is empty */
    KS_ERROR_EN_PASSANT_UNAVAILABLE = 345, /* the pawn to capture has not just moved two squares */

    /* Moves: castling. */
    KS_ERROR_CASTLING_UNAVAILABLE = 360,   /* the right is lost */
    KS_ERROR_CASTLING_ROOK_MISSING = 361,  /* no rook stands on that side of the king */
    KS_ERROR_CASTLING_BLOCKED = 362,       /* a piece stands in the way of king or rook */
    KS_ERROR_CASTLING_OUT_OF_CHECK = 363,  /* the king is in check */
    KS_ERROR_CASTLING_THROUGH_CHECK = 364, /* the king would pass over an attacked square */
    KS_ERROR_CASTLING_INTO_CHECK = 365,    /* the king would end on an attacked square */

    /* Moves: the king's safety; and last, a text that fits several legal moves. */
    KS_ERROR_DOUBLE_CHECK = 380,        /* two pieces give check, and this is no king's move */
    KS_ERROR_CHECK_UNANSWERED = 381,    /* the king stays in check */
    KS_ERROR_KING_INTO_CHECK = 382,     /* the king moves to an attacked square */
    KS_ERROR_PIECE_PINNED = 383,        /* the piece leaves its king open to an attack */
    KS_ERROR_EN_PASSANT_UNCOVERS = 384, /* without both pawns the king is open to an attack */
    KS_ERROR_AMBIGUOUS = 385,           /* SAN: several pieces can make the move */
    KS_ERROR_MOVE_ILLEGAL = 386,        /* ks_game_play: a number that is no legal move in the position */

    /* Moves, in variants alone. */
    KS_ERROR_PROMOTION_LIMIT = 400, /* the side has as many such pieces as it may */
    KS_ERROR_NO_HURDLE = 401,       /* no piece stands where a hopper needs one */
    KS_ERROR_GAME_OVER = 402,       /* a rule other than mate and stalemate has ended the game */
    KS_ERROR_DROP_IMPOSSIBLE = 403, /* a drop in a variant without drops */
    KS_ERROR_NOT_IN_HAND = 404,     /* a drop of a piece that the side does not have in hand */
    KS_ERROR_DROP_OCCUPIED = 405,   /* a drop on an occupied square */
    KS_ERROR_DROP_SQUARE = 406,     /* a drop on a square that such a piece may not be dropped on */
    KS_ERROR_MUST_CAPTURE = 407,    /* no capture, though one is possible */
    KS_ERROR_OWN_EXPLOSION = 408,   /* the capture would blow up the own king */
    KS_ERROR_GIVES_CHECK = 409,     /* the move gives check, which is not allowed */
    KS_ERROR_DROP_DOUBLED = 410,    /* a drop on a file that already has such a piece of the side */
    KS_ERROR_DROP_MATE = 411,       /* a drop that gives mate, which is forbidden for this piece */
    KS_ERROR_MUST_DROP = 412,       /* no drop, though the side must drop */
    KS_ERROR_KINGS_FACE = 420,      /* the kings would stand on one line with nothing between them */
    KS_ERROR_PASS_IMPOSSIBLE = 421, /* a pass that the variant does not allow */
    KS_ERROR_SPARED = 422,          /* the capture of a piece of a type that spares its own */
    KS_ERROR_WALL_SQUARE = 423,     /* a wall where the move may not build it */

    /* The text of variants: ks_variants_new. */
    KS_ERROR_INI = 500,             /* a line that is no section, "key = value" or comment, or is too long */
    KS_ERROR_VARIANT_SECTION = 501, /* a name that is not allowed, or that another variant has */
    KS_ERROR_VARIANT_BASE = 502,    /* a variant that inherits from an unknown one, or from itself */
    KS_ERROR_VARIANT_KEY = 503,     /* a key that is unknown, or given twice */
    KS_ERROR_VARIANT_VALUE = 504,   /* a value that the key cannot have */
    KS_ERROR_VARIANT_PIECES = 505, /* pieces that cannot be on one board: two with one letter, no royal one */
    KS_ERROR_BETZA = 506,          /* a piece's moves that are not Betza notation */
    KS_ERROR_VARIANT_START = 507,  /* the position that games start from is not valid */
    KS_ERROR_VARIANT_UNKNOWN = 508, /* ks_variants_find: no variant has this name */

    /* Games: items of kind KS_PGN_ERROR, besides the codes of FEN and of moves. */
    KS_ERROR_PGN_TAG = 600,     /* text in brackets that is no tag, or more tags than a game may have */
    KS_ERROR_PGN_VARIANT = 601, /* the tag Variant names a variant that the reader does not have */
    KS_ERROR_PGN_COMMENT = 602, /* a closing brace without a comment, or a comment without a closing brace */
    KS_ERROR_PGN_VARIATION = 603, /* a parenthesis without its partner, or variations that are too deep */
    KS_ERROR_PGN_NULL_MOVE = 604, /* a null move that the flags do not allow, or in check */
    KS_ERROR_PGN_SOURCE = 605,    /* the text cannot be read on */
    KS_ERROR_PGN_SIGN = 606,      /* signs among the moves that mean nothing there */

    /* Training data: ks_data_open, and faults of ks_data_next, besides the codes of FEN. */
    KS_ERROR_DATA_FORMAT = 700,        /* the format is not known */
    KS_ERROR_DATA_SOURCE = 701,        /* the data cannot be read on */
    KS_ERROR_DATA_TRUNCATED = 702,     /* the data ends within a block, a record or a game */
    KS_ERROR_DATA_MAGIC = 703,         /* .binpack: a block does not begin with BINP */
    KS_ERROR_DATA_BLOCK_SIZE = 704,    /* .binpack: a block of more than KS_DATA_BLOCK_MAX bytes */
    KS_ERROR_DATA_LEFT_OVER = 705,     /* .binpack: bytes after the last chain of a block */
    KS_ERROR_DATA_BEYOND = 706,        /* .binpack: the moves of a chain reach beyond its block */
    KS_ERROR_DATA_PADDING = 707,       /* .binpack: bits after the last move of a chain are not zero */
    KS_ERROR_DATA_PIECE_NUMBER = 708,  /* .binpack: a move by a piece that the side does not have */
    KS_ERROR_DATA_TARGET_NUMBER = 709, /* .binpack: a move that the piece does not have */
    KS_ERROR_DATA_MANY_PIECES = 710,   /* more than 32 pieces */
    KS_ERROR_DATA_PIECE = 711,         /* a code that means no piece, or one after the last piece */
    KS_ERROR_DATA_KINGS = 712,         /* a side without exactly one king */
    KS_ERROR_DATA_KING_SQUARE = 713,   /* bulletformat: the king stands elsewhere than the record says */
    KS_ERROR_DATA_CASTLING = 714,      /* a castling right without its king or rook */
    KS_ERROR_DATA_EN_PASSANT = 715,    /* an en-passant square that no double push can have left */
    KS_ERROR_DATA_MOVE = 716,          /* a move that no piece of the side to move makes */
    KS_ERROR_DATA_KING_CAPTURE = 717,  /* the move captures the king */
    KS_ERROR_DATA_SCORE = 718,         /* .binpack: a score of more than 16 bits */
    KS_ERROR_DATA_RESULT = 719,        /* a result that is none */
    KS_ERROR_DATA_ZEROS = 720,         /* a record of zeros */
    KS_ERROR_DATA_KEY = 721,           /* .plain: a line that is not "key value", or a value that is none */
    KS_ERROR_DATA_LACKS = 722,         /* the format has no room for a part of the entry */
    KS_ERROR_DATA_SINK = 723,          /* the data cannot be stored */
    KS_ERROR_DATA_ILLEGAL = 724,       /* the move is not legal */
    KS_ERROR_DATA_CLOCK = 725,         /* a halfmove clock that no game has there */
    KS_ERROR_DATA_PLY = 726,           /* a ply that does not go on from the entry before */
    KS_ERROR_DATA_OTHER_RESULT = 727,  /* a result that differs from the result of the entry before */

    /* Sets of features: ks_features_new, ks_features_list, ks_features_fill, and KS_ERROR_INI. */
    KS_ERROR_FEATURES_UNKNOWN = 800, /* no description has this name */
    KS_ERROR_FEATURES_KEY = 801,     /* a key that is unknown, missing, given twice, or of another kind */
    KS_ERROR_FEATURES_VALUE = 802,   /* a word that is unknown, or a number outside its range */
    KS_ERROR_FEATURES_COUNT = 803,   /* a wrong count of numbers in a row, or of inputs */
    KS_ERROR_FEATURES_OVERLAP = 804, /* two features would have the same index */
    KS_ERROR_FEATURES_WIDTH = 805,   /* a position has more features than the width of the set */

    /* Functions that allocate: ks_variants_new, ks_pgn_open, ks_data_open. */
    KS_ERROR_MEMORY = 900 /* there is not enough memory */
};

/* An error and its place. */
typedef struct ks_error {
    int code;      /* enum ks_error_code */
    size_t offset; /* for text: the byte offset; for a board: a square; for a pieceset: the index in the list
                      of pieces; for others: 0 */
    char message[184]; /* one line without a full stop: what was expected and what was found */
} ks_error;

/* Returns the name of an error code, for programs: "piece-pinned" for KS_ERROR_PIECE_PINNED and so on, "ok"
 * for KS_OK. Static. NULL when code is no error code. */
KS_API const char *ks_error_name(int code);

#ifdef __cplusplus
}
#endif
#endif
