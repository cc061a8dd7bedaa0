/* kingscan/check.h: is the king in check? Boards, squares, codes, and the questions that most callers ask.
 *
 *     unsigned king = ks_find_king(board, KS_WHITE);
 *     if (king != KS_NO_SQUARE && ks_in_check(board, king, KS_WHITE))
 *         ...
 *
 * This part stands alone. kingscan.h says what holds in all parts: of threads, preconditions and errors.
 *
 * Board      64 bytes, one a square, in the order that FEN is read: a8 = 0, h8 = 7, a1 = 56, h1 = 63;
 *            bits 0-2 of a square are the file, bits 3-5 the row from the top. Any alignment.
 *            (The numbering of D. Liberman's check routine of 1997, from which this project grew.)
 * Codes      0 empty; 1-6 white pawn, knight, bishop, rook, queen, king; 9-14 the same in black.
 *            Only the low four bits of a byte are looked at; 7, 8 and 15 mean an empty square.
 *            Other codes and boards that begin with a1 are read in place: see pieces.h.
 * Masks      Sets of squares are of type uint64_t: bit n is square n.
 * Method     Each function calls the kernel in use (kernels.h). A kernel's file explains its method;
 *            c/core/reference.c specifies what all kernels answer.
 */
#ifndef KINGSCAN_CHECK_H
#define KINGSCAN_CHECK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Marks what the libraries export. On Windows a caller of kingscan.dll defines KS_DLL before the header; who
 * links libkingscan.a doesn't. */
#if defined(_WIN32) && defined(KS_DLL)
#define KS_API __declspec(dllimport)
#elif defined(_WIN32)
#define KS_API
#elif defined(__GNUC__)
#define KS_API __attribute__((visibility("default")))
#else
#define KS_API
#endif

#define KS_VERSION_MAJOR 0
#define KS_VERSION_MINOR 1
#define KS_VERSION_PATCH 0

/* The same as text, such as "0.1.0". */
#define KS_VERSION KS_VERSION_TEXT(KS_VERSION_MAJOR, KS_VERSION_MINOR, KS_VERSION_PATCH)
#define KS_VERSION_TEXT(major, minor, patch) KS_VERSION_JOIN(major, minor, patch)
#define KS_VERSION_JOIN(major, minor, patch) #major "." #minor "." #patch

/* The version of the library that is linked, as KS_VERSION was when it was built. */
KS_API const char *ks_version(void);

/* ---- Squares, sides, codes ------------------------------------------------------------------- */

/* Square (file 0-7 for a-h, row 0-7 from the top, so that rank 8 is row 0). */
#define KS_SQUARE(file, row) ((unsigned)((row)*8 + (file)))

enum { KS_SQUARES = 64, KS_NO_SQUARE = 64 };

enum ks_side { KS_WHITE, KS_BLACK, KS_NEITHER };

/* What a byte of the board means. KS_KNIGHT (pieces.h) is no code but an attack class: it says how a piece
 * goes. */
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

/* The name of a square, such as "e4", static; "-" for KS_NO_SQUARE and above. */
KS_API const char *ks_square_name(unsigned square);

/* The FEN letter of a code; '.' for an empty square. */
KS_API char ks_code_letter(unsigned code);

/* ---- One board ------------------------------------------------------------------------------- */

/* The square of side's king: the lowest-numbered one when there are several, KS_NO_SQUARE when there
 * is none. board: 64 bytes; side: KS_WHITE or KS_BLACK (precondition). */
KS_API unsigned ks_find_king(const uint8_t board[64], unsigned side);

/* 1 when a piece of the other side attacks king_square, else 0.
 * board: 64 bytes; king_square: 0-63 (precondition); side: KS_WHITE or KS_BLACK, the king's colour
 * (precondition). What stands on king_square itself doesn't matter, not even whether it is a king.
 * Reads just the 64 bytes; writes nothing. */
KS_API int ks_in_check(const uint8_t board[64], unsigned king_square, unsigned side);

/* The squares from which pieces of by_side attack `square`, as a mask. A pinned piece attacks all the same.
 * board, square: as board and king_square of ks_in_check; by_side: KS_WHITE or KS_BLACK (precondition). */
KS_API uint64_t ks_attackers(const uint8_t board[64], unsigned square, unsigned by_side);

/* What bears on a king, as masks: what a generator of legal moves needs. */
typedef struct ks_king_lines {
    /* Enemy pieces that attack the king. */
    uint64_t checkers;
    /* The checkers, and for each that slides the squares between it and the king: one checker is answered by
     * a king's move, or by a move that ends here. */
    uint64_t check_lines;
    /* Own pieces that alone stand between the king and an enemy slider. */
    uint64_t pinned;
    /* The lines of pins along ranks and files, and of pins along diagonals. A line has the squares
     * between the king and the pinning piece, and the pinning piece's. A pinned piece has to stay on it. */
    uint64_t pin_orthogonal, pin_diagonal;
} ks_king_lines;

/* Fills in *lines for side's king on king_square: checkers and pins in one go. board, king_square, side: as
 * of ks_in_check. lines->checkers is what ks_attackers would answer. Codes alone say which piece is an own
 * one. The lines of two pins share no square. */
KS_API void ks_king_scan(const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines);

/* ---- Many boards ----------------------------------------------------------------------------- */

/* ks_in_check for n boards in memory. boards: the first byte of the first board, each next one stride bytes
 * further (at least 64: precondition), at any alignment; king_squares, sides: n bytes each, which are 0-63,
 * and KS_WHITE or KS_BLACK (preconditions). With n = 0 all pointers may be NULL. Bit i & 63 of out_bits[i >>
 * 6] is the answer for board i; (n + 63) / 64 words are written, their unused bits 0. Reads just the 64 bytes
 * of each board. */
KS_API void ks_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                              const uint8_t *sides, size_t n, uint64_t *out_bits);

#ifdef __cplusplus
}
#endif
#endif
