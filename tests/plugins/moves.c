/* Finds attack maps, exchanges, and whether a move gives check, as a user of `kingscan fuzz --plugin` might:
 * an example for its tests. All are correct; each of the macros below adds one mistake that the fuzzer must
 * find. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAWN = 1, KNIGHT, BISHOP, ROOK, QUEEN, KING, BLACK = 8 };

uint64_t attacked(const uint8_t board[64], int by_side);
int see_at_least(const uint8_t board[64], int from, int to, int threshold);
int gives_check(const uint8_t board[64], int from, int to);

/* Whether the piece on a square attacks another square. */
static bool attacks(const uint8_t *board, int from, int to) {
    const int kind = board[from] & 7, files = to % 8 - from % 8, rows = to / 8 - from / 8;
    const int distance = abs(files) > abs(rows) ? abs(files) : abs(rows);
    const bool straight = !files != !rows, diagonal = files && abs(files) == abs(rows);
    if (!board[from] || from == to)
        return false;
    if (kind == PAWN)
        return abs(files) == 1 && rows == (board[from] & BLACK ? 1 : -1);
    if (kind == KNIGHT)
        return files * files + rows * rows == 5;
    if (kind == KING)
        return distance == 1;
    if (!(straight && kind != BISHOP) && !(diagonal && kind != ROOK))
        return false;
    for (int i = 1; i < distance; i++)
        if (board[from + i * (files / distance) + 8 * i * (rows / distance)])
            return false;
    return true;
}

static bool is_attacked(const uint8_t *board, int square, int by_side) {
    for (int from = 0; from < 64; from++)
        if (board[from] && board[from] >> 3 == by_side && attacks(board, from, square))
            return true;
    return false;
}

uint64_t attacked(const uint8_t board[64], int by_side) {
    uint64_t found = 0;
    for (int square = 0; square < 64; square++)
        found |= (uint64_t)is_attacked(board, square, by_side) << square;
#ifdef NO_OWN_PIECES
    for (int square = 0; square < 64; square++)
        if (board[square] && board[square] >> 3 == by_side)
            found &= ~((uint64_t)1 << square);
#endif
    return found;
}

static const int values[8] = {0, 100, 300, 300, 500, 900, 0, 0};

/* What a side wins that may take a piece of this value. */
static int win(uint8_t *board, int to, int side, int value) {
    int taker = -1;
    for (int rank = 7; rank >= 0; rank--)
        for (int from = 8 * rank; from < 8 * rank + 8; from++)
            if (board[from] && board[from] >> 3 == side && attacks(board, from, to) &&
                (taker < 0 || (board[from] & 7) < (board[taker] & 7)))
                taker = from;
    if (taker < 0)
        return 0;
    const int kind = board[taker] & 7;
#ifndef KINGS_STAY
    board[taker] = 0;
#endif
    if (kind == KING && is_attacked(board, to, side ^ 1))
        return 0;
    board[taker] = 0;
    const int won = value - (kind == KING ? 0 : win(board, to, side ^ 1, values[kind]));
    return won > 0 ? won : 0;
}

int see_at_least(const uint8_t board[64], int from, int to, int threshold) {
    uint8_t left[64];
    memcpy(left, board, sizeof left);
    left[from] = left[to] = 0;
#ifdef CRASHES
    if ((board[to] & 7) == QUEEN)
        abort();
#endif
    return values[board[to] & 7] - win(left, to, !(board[from] >> 3), values[board[from] & 7]) >= threshold;
}

int gives_check(const uint8_t board[64], int from, int to) {
    uint8_t after[64];
    const int side = board[from] >> 3;
    int king = 0;
    memcpy(after, board, sizeof after);
    after[to] = board[from];
    after[from] = 0;
    while (king < 63 && after[king] != (KING | (side ? 0 : BLACK)))
        king++;
#ifdef DIRECT_CHECKS_ALONE
    return attacks(after, to, king);
#else
    return is_attacked(after, king, side);
#endif
}
