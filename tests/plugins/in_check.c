/* Finds check as a user of `kingscan fuzz --plugin` might: an example for its tests. The routine is correct;
 * each of the macros below adds one mistake that the fuzzer must find, and FAILS makes it sometimes fail to
 * answer. IN_CHECK is the answer to a check, mostly 1. It supports the codes 0, 1-6 and 9-14 only. */
#ifdef TELLS_ITS_CALLERS
#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#endif
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { PAWN = 1, KNIGHT, BISHOP, ROOK, QUEEN, KING, BLACK = 8, KING_ON_E4 = 36, KNIGHT_ON_F6 = 21 };

int in_check(const uint8_t board[64], int king_square, int side);

static bool slides(int piece, bool diagonal) {
    return piece == QUEEN || piece == (diagonal ? BISHOP : ROOK);
}

static bool attacked_along(const uint8_t *board, int square, int side, int files, int rows) {
    const int enemy = side ? 0 : BLACK, diagonal = files && rows;
#ifdef PAWNS_BACKWARDS
    const int towards_pawns = side ? -1 : 1;
#else
    const int towards_pawns = side ? 1 : -1;
#endif
    int file = square % 8, row = square / 8;
    for (int distance = 1;; distance++) {
        file += files;
        row += rows;
#ifdef RAYS_WRAP
        row += file < 0 ? -1 : file > 7;
        file &= 7;
#endif
        if (file < 0 || file > 7 || row < 0 || row > 7)
            return false;
        const int piece = board[row * 8 + file] ^ enemy;
        if (board[row * 8 + file] == 0)
            continue;
#ifdef RAYS_PASS_OWN_PAWNS
        if (piece == (PAWN | BLACK))
            continue;
#endif
        return slides(piece, diagonal) || (distance == 1 && piece == KING) ||
               (distance == 1 && diagonal && rows == towards_pawns && piece == PAWN);
    }
}

static bool attacked_by_knight(const uint8_t *board, int square, int side) {
    const int knight = side ? KNIGHT : KNIGHT | BLACK;
    for (int from = 0; from < 64; from++) {
        const int files = from % 8 - square % 8, rows = from / 8 - square / 8;
#ifdef FORGETS_KNIGHTS
        if (board[from] == knight)
            continue;
#endif
#ifdef FORGETS_A_KNIGHT
        if (square == KING_ON_E4 && from == KNIGHT_ON_F6)
            continue;
#endif
        if (board[from] == knight && files * files + rows * rows == 5)
            return true;
    }
    return false;
}

#ifdef FAILS
/* Runs FAILS instead of answering about a white king when a black knight is on the board. */
static void fail_at_a_knight(const uint8_t *board, int side) {
    for (int square = 0; square < 64 && side == 0; square++)
        if (board[square] == (KNIGHT | BLACK)) {
            FAILS;
        }
}
#else
#define fail_at_a_knight(board, side) ((void)0)
#endif

#ifdef FAILS_WHEN_LOADED
__attribute__((constructor)) static void fail_when_loaded(void) {
    FAILS_WHEN_LOADED;
}
#endif

#ifdef TELLS_ITS_CALLERS
/* At the end, prints the places from which the function was called, counted from the start of the program. */
enum { CALLERS_MAX = 16 };
static uintptr_t callers[CALLERS_MAX];

static void note_caller(const void *return_address) {
    Dl_info program;
    if (!dladdr(return_address, &program))
        return;
    const uintptr_t caller = (uintptr_t)return_address - (uintptr_t)program.dli_fbase;
    for (unsigned i = 0; i < CALLERS_MAX && callers[i] != caller; i++)
        if (callers[i] == 0)
            callers[i--] = caller;
}

__attribute__((destructor)) static void tell_callers(void) {
    for (unsigned i = 0; i < CALLERS_MAX && callers[i]; i++)
        fprintf(stderr, "called from %" PRIxPTR "\n", callers[i]);
}
#else
#define note_caller(return_address) ((void)0)
#endif

#ifndef IN_CHECK
#define IN_CHECK 1
#endif

int in_check(const uint8_t board[64], int king_square, int side) {
    note_caller(__builtin_return_address(0));
    fail_at_a_knight(board, side);
    for (int files = -1; files <= 1; files++)
        for (int rows = -1; rows <= 1; rows++)
            if ((files || rows) && attacked_along(board, king_square, side, files, rows))
                return IN_CHECK;
    return attacked_by_knight(board, king_square, side) ? IN_CHECK : 0;
}
