/* kingscan/pieces.h: the functions of check.h for boards with other codes, read in place.
 *
 * A ks_pieceset says what each byte of a board means, and whether the board begins with a8 or with a1. A
 * program makes it once, from a list of its pieces. */
#ifndef KINGSCAN_PIECES_H
#define KINGSCAN_PIECES_H

#include "check.h"
#include "errors.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Describing a board ---------------------------------------------------------------------- */

/* Attack classes: the facts of a piece that a check routine needs. A queen is KS_CLASS_ORTHOGONAL |
 * KS_CLASS_DIAGONAL, a king KS_CLASS_WAZIR | KS_CLASS_FERZ, a cardinal KS_CLASS_DIAGONAL | KS_CLASS_KNIGHT. A
 * class is no code: KS_CLASS_KNIGHT says how a piece moves, KS_WHITE_KNIGHT (check.h) is the byte of a white
 * knight. The last two classes occur only in the tables of a ks_pieceset. */
enum ks_attack_class {
    KS_CLASS_ORTHOGONAL = 1 << 0, /* slides along rank and file */
    KS_CLASS_DIAGONAL = 1 << 1,   /* slides along diagonals */
    KS_CLASS_KNIGHT = 1 << 2,     /* leaps like a knight */
    KS_CLASS_WAZIR = 1 << 3,      /* one step orthogonally */
    KS_CLASS_FERZ = 1 << 4,       /* one step diagonally */
    KS_CLASS_PAWN = 1 << 5,       /* one step diagonally, towards the enemy */
    KS_CLASS_OWN = 1 << 6,        /* stands on the king's side */
    KS_CLASS_OCCUPIED = 1 << 7    /* blocks the lines through its square */
};

/* One piece of a program's codes. */
typedef struct ks_piece {
    uint8_t code; /* the byte on the board */
    uint8_t side; /* KS_WHITE, KS_BLACK; KS_NEITHER: the code means an empty square */
    uint8_t
        attacks; /* KS_CLASS_ORTHOGONAL ... KS_CLASS_PAWN or-ed; 0 for a piece that only stands in the way */
} ks_piece;

typedef enum ks_pieceset_flags {
    KS_PIECESET_DEFAULT = 0,
    KS_PIECESET_A1_FIRST = 1 << 12, /* byte 0 of the board is a1, byte 7 is h1, byte 63 is h8 */
    KS_PIECESET_WIDE = 1 << 13      /* read all eight bits of a byte even if every code is below 16 */
} ks_pieceset_flags;
KS_FLAGS(ks_pieceset_flags)

/* The meaning of each byte of a board. ks_pieceset_init fills in a set. Later calls only read the set, so any
 * number of threads may share it. A set is narrow when all codes are below 16 and KS_PIECESET_WIDE is not
 * given: then only the low four bits of a byte count. The vector kernels are fastest with narrow sets. */
typedef struct ks_pieceset {
    uint8_t classes[2][256]; /* [colour of the king asked about][byte]: attack classes of that byte */
    uint32_t a1_first;       /* 1: rows count from the bottom, so white pawns attack towards higher squares */
    uint32_t wide;           /* 0 when classes repeat every 16 bytes */

    /* A table of sixteen cells makes wide sets of few codes nearly as fast as narrow ones. The cell of code c
     * is c ^ cell_of_upper[c >> 4]. The code has the classes of that cell when cell_upper of the cell is c >>
     * 4; otherwise it is an empty square. */
    uint32_t cells;              /* 1: each occupied code has its cell alone; 0: the set does not use cells */
    uint8_t cell_of_upper[16];   /* [upper half of a code]: that half in place, or-ed with the value that the
                                    lower half is xored with */
    uint8_t cell_upper[16];      /* [cell]: upper half of the code in this cell */
    uint8_t cell_classes[2][32]; /* [colour ^ a1_first][cell], the sixteen cells twice */

    uint8_t reserved[148]; /* zeros */
} ks_pieceset;

/* The codes of check.h, as a narrow set. */
KS_API extern const ks_pieceset ks_chess_pieces;

/* Fills in *set from a list of pieces.
 * pieces has `count` pieces, in any order; a code that is not listed means an empty square.
 * flags are of enum ks_pieceset_flags, or-ed.
 * Returns KS_OK or an error of a pieceset. After an error *set is not usable; error->offset is the index of
 * the piece that contradicts an earlier one or itself, and the message names its code. */
KS_API KS_MUST_USE int ks_pieceset_init(ks_pieceset *set, const ks_piece *pieces, size_t count,
                                        ks_pieceset_flags flags, ks_error *error);

/* ---- Asking ---------------------------------------------------------------------------------- */

/* Each function does the same as the one of check.h without _set, on a board in the set's codes. Squares in
 * arguments and results are numbered as the bytes of that board, from a8 or from a1. For squares that pieces
 * of some kinds attack, as of ks_attacked_by, make a second set, in which all other pieces attack nothing:
 * they still stand in the way. */
KS_API int ks_in_check_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                           unsigned side);
KS_API uint64_t ks_attackers_set(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                                 unsigned by_side);
KS_API uint64_t ks_attacked_set(const ks_pieceset *set, const uint8_t board[64], unsigned by_side);
KS_API void ks_king_scan_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                             unsigned side, ks_king_lines *lines);
KS_API void ks_in_check_batch_set(const ks_pieceset *set, const uint8_t *boards, size_t stride,
                                  const uint8_t *king_squares, const uint8_t *sides, size_t n,
                                  uint64_t *out_bits);

#ifdef __cplusplus
}
#endif
#endif
