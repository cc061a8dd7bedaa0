/* What the tests share: the kernels under test, the truth by geometry, boards to ask about, and how a wrong
 * answer is told. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "kingscan.h"
#include "support/random.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* ---- Kernels ---- */

/* The first row of the kernel table: the specification. */
const ks_kernel *reference(void);

/* Those that this machine can run; returns how many. */
enum { KERNELS_MAX = 16 };
size_t usable_kernels(const ks_kernel *usable[KERNELS_MAX]);

/* Asks every function but batches of every kernel that this machine can run which pieces attack a king of
 * `side` on `square`. NULL when all answer `expected`; else the kernel, the function, both answers and the
 * board. */
const char *difference(const ks_pieceset *set, const uint8_t board[64], unsigned square, unsigned side,
                       uint64_t expected);

/* The same, and every mask of a king scan. */
const char *lines_difference(const ks_pieceset *set, const uint8_t board[64], unsigned square, unsigned side,
                             const ks_king_lines *expected);

/* The same of all kernels but the reference, held against its king scan. */
const char *reference_difference(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                                 unsigned side);

/* The same text for an answer that was found otherwise. */
const char *describe_difference(const char *kernel, const char *function, const uint8_t board[64],
                                unsigned square, unsigned side, uint64_t expected, uint64_t found);

/* ---- Pieces and the truth by geometry ---- */

/* Kingscan's own codes, as a caller would describe them to ks_pieceset_init. */
extern const ks_piece chess_pieces[12];

/* One or two pieces, and the square that a king of `side` stands on. */
typedef struct arrangement {
    uint8_t board[64];
    unsigned king, side;
    const ks_piece *piece[2];
    unsigned square[2]; /* the second: KS_NO_SQUARE when there is one piece only */
} arrangement;

/* The square and those between it and the king's, if it lies in line with that. */
uint64_t line_from_king(unsigned king, unsigned square);

/* The pieces that attack the king, and all that a king scan says, by coordinates alone: rows count from the
 * top. */
uint64_t geometric_attackers(const arrangement *a);
ks_king_lines geometric_lines(const arrangement *a);

/* Visits every arrangement of an attacker on every square, without and with a blocker on every other square.
 * pieces: where codes are looked for; attackers and blockers: their codes, ended by 0. */
void each_arrangement(const ks_piece *pieces, unsigned side, const char *attackers, const char *blockers,
                      void (*visit)(const arrangement *a, void *context), void *context);

/* The codes of side's six pieces, for each_arrangement. */
const char *codes_of(unsigned side);

/* ---- Mirrors ---- */

enum mirror { MIRROR_FILES = 7, MIRROR_ROWS = 56 }; /* what a square number is xored with */

void mirror_board(const uint8_t board[64], enum mirror mirror, uint8_t out[64]);
uint64_t mirror_squares(uint64_t squares, enum mirror mirror);
ks_king_lines mirror_lines(const ks_king_lines *lines, enum mirror mirror);

/* ---- Real positions ---- */

typedef struct real_position {
    ks_position position;
    uint64_t checkers; /* as Stockfish reports them */
    const char *line;  /* without its end */
} real_position;

/* All of tests/data/positions.epd; fails the test when the file can't be read or has a wrong line. */
const real_position *real_positions(size_t *count);

#endif
