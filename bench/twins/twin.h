/* A twin: the method of one kernel in C, as close to the assembly as C comes. bench.mk compiles each twin
 * with each compiler it finds. Like baselines, all objects leave a pointer in one section, where
 * bench/twins/compare.c finds them.
 *
 * A twin's file defines `answer`, an inline in_check. The macros here make the two functions of it whose code
 * is timed and counted. */
#ifndef TWIN_H
#define TWIN_H

#include <string.h>

#include "baselines/compiler.h"
#include "baselines/geometry.h"
#include "bench.h"

/* One kernel's twin by one compiler. */
struct twin {
    const char *compiler, *flags;
    void (*start)(void); /* fills its tables, once before anything else */
    ks_kernel kernel;    /* named like the one it goes with, with in_check and in_check_batch alone */
};

/* The tables' rows for a white king, and for a black one. */
enum { COLOURS = 2, WORD_BOARDS = 64, PREFETCH_BOARDS = 64 };

/* The classes with which a piece on `square` attacks the king when the squares between are empty: RELATION of
 * asm/board.inc. */
static inline uint8_t relation(int king, int square, int colour) {
    const int files = (square & 7) - (king & 7), rows = (square >> 3) - (king >> 3);
    const int distance = files * files + rows * rows; /* squared */
    if (distance == 0)
        return 0;
    if (files == 0 || rows == 0)
        return (uint8_t)(KS_CLASS_ORTHOGONAL | (distance == 1 ? KS_CLASS_WAZIR : 0));
    if (files == rows || files == -rows)
        return (uint8_t)(KS_CLASS_DIAGONAL | (distance == 2 ? KS_CLASS_FERZ : 0) |
                         (distance == 2 && rows == (colour == KS_WHITE ? -1 : 1) ? KS_CLASS_PAWN : 0));
    return distance == 5 ? KS_CLASS_KNIGHT : 0;
}

/* ---- Seen kinds, as in asm/seen.inc ---- */

enum {
    CODES = 16,
    KIND_PAWN_ABOVE = 2, /* black's, which attacks a white king from above */
    KIND_BLOCKER = 16,
    KNIGHT_BIT = 0x40, /* of a knight's kind */
    LEAP_LENDS = 0xd0,
    CLASS_PAWN_ABOVE = KS_CLASS_PAWN,
    CLASS_PAWN_BELOW = KS_CLASS_FERZ,
    CLASS_KING = KS_CLASS_WAZIR
};

/* The kinds of the codes against a side's king, and the classes of kinds that it sees, less 1. */
struct kinds {
    uint8_t of_side[COLOURS][CODES];
    uint8_t classes[16];
};

static inline uint8_t kind_of(int code, int side) {
    const int piece = code & (KS_BLACK_BIT - 1), black = (code & KS_BLACK_BIT) != 0;
    if (piece < KS_WHITE_PAWN || piece > KS_WHITE_KING)
        return 0;
    if (black == (side == KS_BLACK))
        return KIND_BLOCKER;
    if (piece == KS_WHITE_PAWN && black)
        return KIND_PAWN_ABOVE;
    return (uint8_t)(2 * (piece + 1) + (piece == KS_WHITE_KNIGHT ? KNIGHT_BIT : 0));
}

static inline void fill_kinds(struct kinds *kinds) {
    static const uint8_t classes[16] = {0,
                                        CLASS_PAWN_ABOVE,
                                        0,
                                        CLASS_PAWN_BELOW,
                                        0,
                                        KS_CLASS_KNIGHT,
                                        KS_CLASS_KNIGHT,
                                        KS_CLASS_DIAGONAL,
                                        0,
                                        KS_CLASS_ORTHOGONAL,
                                        0,
                                        KS_CLASS_DIAGONAL | KS_CLASS_ORTHOGONAL,
                                        0,
                                        CLASS_KING,
                                        0,
                                        0};
    for (int side = 0; side < COLOURS; side++)
        for (int code = 0; code < CODES; code++)
            kinds->of_side[side][code] = kind_of(code, side);
    memcpy(kinds->classes, classes, sizeof classes);
}

/* The classes with which a piece attacks a king of either colour. */
static inline uint8_t seen_relation(int king, int square) {
    const uint8_t above = relation(king, square, KS_WHITE), below = relation(king, square, KS_BLACK);
    const uint8_t near = above & (KS_CLASS_WAZIR | KS_CLASS_FERZ);
    return (uint8_t)((above & ~near) | (near ? CLASS_KING : 0) |
                     (below & KS_CLASS_PAWN ? CLASS_PAWN_BELOW : 0));
}

/* ---- Functions ---- */

/* in_check of `answer`, and a batch as asm/batch.inc has it: `byte` of each board stored, which is 0 when the
 * king is not in check, 64 of them made a bit each by `pack`, boards fetched 64 ahead. */
#define TWIN_FUNCTIONS(answer, byte, pack)                                                                   \
    static int twin_in_check(const uint8_t board[64], unsigned king, unsigned side) {                        \
        return answer(board, king, side);                                                                    \
    }                                                                                                        \
    static void twin_batch(const uint8_t *boards, size_t stride, const uint8_t *kings, const uint8_t *sides, \
                           size_t n, uint64_t *out_bits) {                                                   \
        uint8_t answers[WORD_BOARDS] __attribute__((aligned(64)));                                           \
        for (; n >= WORD_BOARDS; n -= WORD_BOARDS, kings += WORD_BOARDS, sides += WORD_BOARDS) {             \
            for (size_t i = 0; i < WORD_BOARDS; i++, boards += stride) {                                     \
                __builtin_prefetch(boards + PREFETCH_BOARDS * stride);                                       \
                answers[i] = (uint8_t)byte(boards, kings[i], sides[i]);                                      \
            }                                                                                                \
            *out_bits++ = pack(answers);                                                                     \
        }                                                                                                    \
        if (n == 0)                                                                                          \
            return;                                                                                          \
        memset(answers, 0, sizeof answers);                                                                  \
        for (size_t i = 0; i < n; i++, boards += stride)                                                     \
            answers[i] = (uint8_t)byte(boards, kings[i], sides[i]);                                          \
        *out_bits = pack(answers);                                                                           \
    }

/* Registers the functions above. */
#define TWIN(kernel_name, start)                                                                             \
    static const struct twin twin = {                                                                        \
        COMPILER,                                                                                            \
        BENCH_FLAGS,                                                                                         \
        start,                                                                                               \
        {.name = kernel_name, .in_check = twin_in_check, .in_check_batch = twin_batch}};                     \
    static const struct twin *const twin_entry __attribute__((used, section("twins"))) = &twin
#endif
