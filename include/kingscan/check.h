/* kingscan/check.h: is the king in check? Boards, squares, codes, and the questions that most callers ask.
 *
 *     unsigned king = ks_find_king(board, KS_WHITE);
 *     if (king != KS_NO_SQUARE && ks_in_check(board, king, KS_WHITE))
 *         ...
 *
 * This part stands alone. kingscan.h states the rules of all parts on threads, preconditions and errors.
 *
 * Board      64 bytes, one a square, in the order of FEN: a8 = 0, h8 = 7, a1 = 56, h1 = 63; bits 0-2 of a
 *            square are the file, bits 3-5 the row from the top. Any alignment. (The numbering of D.
 *            Liberman's check routine of 1997, from which this project grew.)
 * Codes      0 empty; 1-6 white pawn, knight, bishop, rook, queen, king; 9-14 the same in black. Only the low
 *            four bits of a byte count; 7, 8 and 15 mean an empty square. pieces.h reads other codes, and
 *            boards that begin with a1, in place.
 * Masks      Sets of squares are of type uint64_t: bit n is square n.
 * Checks     ks_in_check and ks_attackers take a square and then a side. C++ refuses an enum ks_side in the
 *            place of the square. In C, -DKS_CHECKS lets assert end a program that swaps the two.
 * Method     Each function calls the kernel in use (kernels.h). A kernel's file explains its method;
 *            c/core/kernels/reference.c is the specification of all kernels.
 */
#ifndef KINGSCAN_CHECK_H
#define KINGSCAN_CHECK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Marks what the libraries export. On Windows a caller of kingscan.dll defines KS_DLL before including the
 * header; a caller that links libkingscan.a does not. */
#if defined(_WIN32) && defined(KS_DLL)
#define KS_API __declspec(dllimport)
#elif defined(_WIN32)
#define KS_API
#elif defined(__GNUC__)
#define KS_API __attribute__((visibility("default")))
#else
#define KS_API
#endif

/* Marks the functions that headers define, which cost no call. */
#if defined(__cplusplus)
#define KS_INLINE inline /* not static: inline functions of callers may call these */
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
#define KS_INLINE static inline
#elif defined(__GNUC__)
#define KS_INLINE static __inline__
#else
#define KS_INLINE static __inline
#endif

/* Gives flags of one type the operator |, which C has anyway: C++ then refuses the flags of another function,
 * and numbers. */
#if defined(__cplusplus)
#define KS_FLAGS(type)                                                                                       \
    extern "C++" inline type operator|(type one, type other) {                                               \
        return static_cast<type>(static_cast<unsigned>(one) | static_cast<unsigned>(other));                 \
    }
#else
#define KS_FLAGS(type)
#endif

/* A cast of C, and the cast of C++ that warnings about casts of C leave alone. KS_UNSIGNED takes a number of
 * any type: the sum is never unsigned already, which another warning would report. */
#if defined(__cplusplus)
#define KS_CAST(type, value) (static_cast<type>(value))
#else
#define KS_CAST(type, value) ((type)(value))
#endif
#define KS_UNSIGNED(value) KS_CAST(unsigned, 0L + (value))

/* Marks the functions that answer whether their output may be used, has been stored, or has to be freed. A
 * compiler warns when a caller ignores that answer. */
#if defined(__GNUC__)
#define KS_MUST_USE __attribute__((warn_unused_result))
#else
#define KS_MUST_USE
#endif

#define KS_VERSION_MAJOR 1
#define KS_VERSION_MINOR 0
#define KS_VERSION_PATCH 0

/* The version of this header as text, such as "1.0.0". */
#define KS_VERSION KS_VERSION_TEXT(KS_VERSION_MAJOR, KS_VERSION_MINOR, KS_VERSION_PATCH)
#define KS_VERSION_TEXT(major, minor, patch) KS_VERSION_JOIN(major, minor, patch)
#define KS_VERSION_JOIN(major, minor, patch) #major "." #minor "." #patch

/* Returns the version of the linked library: the KS_VERSION that it was built with. Static. */
KS_API const char *ks_version(void);

/* ---- Squares, sides, codes ------------------------------------------------------------------- */

/* Square (file 0-7 for a-h, row 0-7 from the top, so that rank 8 is row 0). */
#define KS_SQUARE(file, row) KS_UNSIGNED((row)*8 + (file))

enum { KS_SQUARES = 64, KS_NO_SQUARE = 64 };

enum ks_side { KS_WHITE, KS_BLACK, KS_NEITHER };

/* The meaning of a byte of the board. KS_CLASS_KNIGHT (pieces.h) is no code but an attack class: it says how
 * a piece moves. */
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

/* Returns the name of a square, such as "e4"; "-" for KS_NO_SQUARE and above. Static. */
KS_API const char *ks_square_name(unsigned square);

/* Returns the FEN letter of a code; '.' for an empty square. */
KS_API char ks_code_letter(unsigned code);

/* ---- One board ------------------------------------------------------------------------------- */

/* Returns the square of side's king: the lowest-numbered one when there are several, KS_NO_SQUARE when there
 * is none.
 * board has 64 bytes.
 * side is KS_WHITE or KS_BLACK (precondition). */
KS_API unsigned ks_find_king(const uint8_t board[64], unsigned side);

/* Returns 1 when a piece of the other side attacks king_square, else 0.
 * board has 64 bytes.
 * king_square is 0-63 (precondition).
 * side is KS_WHITE or KS_BLACK, the king's colour (precondition).
 * The contents of king_square itself do not matter: it may be empty. Reads exactly the 64 bytes; writes
 * nothing. A board may begin anywhere; when it crosses a cache line, the answer comes later (AMD Zen 4: 8.8
 * instead of 8.5 ns). */
KS_API int ks_in_check(const uint8_t board[64], unsigned king_square, unsigned side);

/* Returns the squares from which pieces of by_side attack `square`, as a mask. A pinned piece attacks too.
 * board and square are as board and king_square of ks_in_check.
 * by_side is KS_WHITE or KS_BLACK (precondition). */
KS_API uint64_t ks_attackers(const uint8_t board[64], unsigned square, unsigned by_side);

/* Returns the squares that by_side attacks, as a mask: those from which ks_attackers finds somebody. Squares
 * of own pieces and of the enemy king count too. Every piece stops a slider, the enemy king too: take it off
 * the board to learn where it cannot flee. Captures en passant do not count.
 * board has 64 bytes.
 * by_side is KS_WHITE or KS_BLACK (precondition).
 * A kernel that is selected by its name bounds the code that answers (kernels.h). */
KS_API uint64_t ks_attacked(const uint8_t board[64], unsigned by_side);

/* Returns the same for some kinds of pieces alone. All pieces still stop sliders.
 * kinds has bit KS_WHITE_PAWN for the pawns of by_side, bit KS_WHITE_KNIGHT for its knights, and so on, such
 * as 1 << KS_WHITE_KNIGHT | 1 << KS_WHITE_BISHOP. Its other bits do not count. */
KS_API uint64_t ks_attacked_by(const uint8_t board[64], unsigned by_side, unsigned kinds);

enum { KS_ATTACK_PAIRS_MAX = 1024 };

/* Lists who attacks whom: each pair of a piece and an occupied square that this piece attacks. Pieces of both
 * sides attack, and those of both sides are attacked, also by their own side; kings are no exception. The
 * order is that of attacked squares, and, on the same one, of their attackers' squares.
 * Returns the number of all pairs, at most KS_ATTACK_PAIRS_MAX on any board.
 * board has 64 bytes.
 * from[i] becomes the square of the attacker of pair i, and to[i] the attacked square.
 * room is the number of elements that from has, and to. When there are more pairs, the first ones are stored.
 * Elements behind the last pair may change too, those from `room` on never. With a room of 0 from and to may
 * be NULL. */
KS_API KS_MUST_USE size_t ks_attack_pairs(const uint8_t board[64], uint8_t *from, uint8_t *to, size_t room);

/* The checks and pins on a king, as masks: a generator of legal moves needs these. */
typedef struct ks_king_lines {
    /* Enemy pieces that attack the king. */
    uint64_t checkers;
    /* The checkers, and the squares between each sliding checker and the king. The answer to a single checker
     * is a king's move, or another piece's move to one of these squares. */
    uint64_t check_lines;
    /* Own pieces. Each is the only piece between the king and an enemy slider. */
    uint64_t pinned;
    /* The lines of pins along ranks and files, and those along diagonals. A line holds the squares between
     * the king and the pinning piece, and the pinning piece's square. A pinned piece stays on its line. */
    uint64_t pin_orthogonal, pin_diagonal;
} ks_king_lines;

/* Finds checkers and pins of side's king on king_square and fills in *lines.
 * board, king_square and side are as for ks_in_check.
 * lines->checkers equals the result of ks_attackers. A piece is an own one when its code is of that side. The
 * lines of two pins share no square. */
KS_API void ks_king_scan(const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines);

/* ---- Many boards ----------------------------------------------------------------------------- */

/* Calls ks_in_check for n boards in memory.
 * boards points to the first byte of the first board, at any alignment.
 * stride is how many bytes lie from one board to the next, at least 64 (precondition).
 * king_squares has n bytes, each 0-63 (precondition).
 * sides has n bytes, each KS_WHITE or KS_BLACK (precondition).
 * With n = 0 all pointers may be NULL. Bit i & 63 of out_bits[i >> 6] is the answer for board i. (n + 63) /
 * 64 words are written; their unused bits are 0. Reads exactly the 64 bytes of each board. */
KS_API void ks_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
                              const uint8_t *sides, size_t n, uint64_t *out_bits);

/* Calls ks_attacked for n boards in memory, and stores the answer for board i in out_attacked[i].
 * boards and stride are as for ks_in_check_batch.
 * by_sides has n bytes, each KS_WHITE or KS_BLACK (precondition).
 * With n = 0 all pointers may be NULL. */
KS_API void ks_attacked_batch(const uint8_t *boards, size_t stride, const uint8_t *by_sides, size_t n,
                              uint64_t *out_attacked);

/* ---- Arguments in the wrong order ------------------------------------------------------------ */

#ifdef __cplusplus
}
#if __cplusplus >= 201103L
/* A side is no square: in C++, these calls do not compile. */
extern "C++" {
int ks_in_check(const uint8_t *board, ks_side king_square, unsigned side) = delete;
int ks_in_check(const uint8_t *board, ks_side king_square, ks_side side) = delete;
uint64_t ks_attackers(const uint8_t *board, ks_side square, unsigned by_side) = delete;
uint64_t ks_attackers(const uint8_t *board, ks_side square, ks_side by_side) = delete;
}
#endif
#elif defined(KS_CHECKS)

/* In C, calls are checked with assert when KS_CHECKS is defined before the header is included: a square of 2
 * or more in the place of the side ends the program. The functions themselves stay as they are. */
#include <assert.h>

KS_INLINE int ks_in_check_checked(const uint8_t board[64], unsigned king_square, unsigned side) {
    assert(king_square < 64 && "expected a square, and then a side");
    assert(side < 2 && "expected a side after the square");
    return ks_in_check(board, king_square, side);
}

KS_INLINE uint64_t ks_attackers_checked(const uint8_t board[64], unsigned square, unsigned by_side) {
    assert(square < 64 && "expected a square, and then a side");
    assert(by_side < 2 && "expected a side after the square");
    return ks_attackers(board, square, by_side);
}

#define ks_in_check(board, king_square, side) ks_in_check_checked(board, king_square, side)
#define ks_attackers(board, square, by_side) ks_attackers_checked(board, square, by_side)
#endif
#endif
