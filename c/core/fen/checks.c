/* Tests whether a position that was read could be one: kings, pawns, the side not to move, and with
 * KS_FEN_POSSIBLE what no game can have. */
#include "core/fen/checks.h"

#include <stdbool.h>
#include <string.h>

#include "core/board/geometry.h"
#include "core/text/error.h"

/* ==== Positions that can occur ==== */

/* The tests of python-chess's Board.status(). The reader of FEN has already checked kings, back ranks,
 * rights, and that the side not to move is not in check. Source: N. Fiekas, python-chess. */

/* ---- Counts ---- */

enum { PAWNS_MAX = 8, PIECES_MAX = 16 };

static const uint64_t ones = 0x0101010101010101;

static uint64_t load_8(const void *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Returns the top bit of each byte that is 0. All bytes are below 0x80. */
static uint64_t zero_bytes(uint64_t word) {
    return ~(word + ones * 0x7f) & ones << 7;
}

/* Returns the sum of the bytes of a word, which is below 256. */
static unsigned add_bytes(uint64_t word) {
    return (unsigned)(word * ones >> 56);
}

/* Returns whether a side has more pawns or pieces than a game begins with. A row at a time is counted, a byte
 * for each of its squares. */
static bool has_surplus(const uint8_t board[64]) {
    uint64_t empty = 0, black = 0, pawns[2] = {0, 0};
    for (unsigned row = 0; row < 8; row++) {
        const uint64_t codes = load_8(board + 8 * row);
        empty += zero_bytes(codes) >> 7;
        black += codes >> 3 & ones;
        pawns[KS_WHITE] += zero_bytes(codes ^ ones * KS_WHITE_PAWN) >> 7;
        pawns[KS_BLACK] += zero_bytes(codes ^ ones * KS_BLACK_PAWN) >> 7;
    }
    const unsigned pieces = KS_SQUARES - add_bytes(empty), blacks = add_bytes(black);
    return blacks > PIECES_MAX || pieces - blacks > PIECES_MAX || add_bytes(pawns[KS_WHITE]) > PAWNS_MAX ||
           add_bytes(pawns[KS_BLACK]) > PAWNS_MAX;
}

static struct impossibility find_surplus(const ks_position *position, unsigned side) {
    const unsigned black = side == KS_BLACK ? KS_BLACK_BIT : 0;
    unsigned pieces = 0, pawns = 0;
    for (unsigned square = 0; square < KS_SQUARES; square++) {
        const unsigned code = position->board[square];
        if (code == KS_EMPTY || (code & KS_BLACK_BIT) != black)
            continue;
        pawns += code == (KS_WHITE_PAWN | black);
        if (pawns > PAWNS_MAX)
            return (struct impossibility){KS_ERROR_MANY_PAWNS, "no more than eight pawns of a side",
                                          "another", square};
        if (++pieces > PIECES_MAX)
            return (struct impossibility){KS_ERROR_MANY_PIECES, "no more than sixteen pieces of a side",
                                          "another", square};
    }
    return (struct impossibility){KS_OK, NULL, NULL, 0};
}

/* ---- Checks ---- */

static unsigned count_bits(uint64_t mask) {
    return (unsigned)__builtin_popcountll(mask);
}

static unsigned lowest(uint64_t mask) {
    return (unsigned)__builtin_ctzll(mask);
}

/* Returns whether three squares lie on one row, file or diagonal. */
static bool are_in_line(unsigned a, unsigned b, unsigned c) {
    const int files[3] = {(int)(a & 7), (int)(b & 7), (int)(c & 7)},
              rows[3] = {(int)(a >> 3), (int)(b >> 3), (int)(c >> 3)};
    return (files[0] == files[1] && files[0] == files[2]) || (rows[0] == rows[1] && rows[0] == rows[2]) ||
           (files[0] - rows[0] == files[1] - rows[1] && files[0] - rows[0] == files[2] - rows[2]) ||
           (files[0] + rows[0] == files[1] + rows[1] && files[0] + rows[0] == files[2] + rows[2]);
}

/* Returns how many of these pieces are not sliders. */
static unsigned count_steppers(const ks_position *position, uint64_t pieces) {
    unsigned steppers = 0;
    for (; pieces; pieces &= pieces - 1) {
        const unsigned kind = position->board[lowest(pieces)] & ~(unsigned)KS_BLACK_BIT;
        steppers += kind == KS_WHITE_PAWN || kind == KS_WHITE_KNIGHT || kind == KS_WHITE_KING;
    }
    return steppers;
}

/* Returns whether the king was in check before the double push that left the en-passant square. Then the
 * push, which does not uncover the one checker, cannot have been played. */
static bool was_check_before_push(const ks_position *position, uint64_t checkers) {
    const int forward = position->side_to_move == KS_WHITE ? 8 : -8; /* of the pawn */
    const unsigned to = (unsigned)((int)position->en_passant + forward),
                   from = (unsigned)((int)position->en_passant - forward);
    uint8_t board[KS_SQUARES];
    if (lowest(checkers) == to)
        return false;
    memcpy(board, position->board, sizeof board);
    board[to] = KS_EMPTY;
    const unsigned us = position->side_to_move, king = ks_find_king(position->board, us);
    board[from] = position->board[king]; /* blocks lines and attacks nothing */
    return ks_in_check(board, king, us);
}

/* Two pieces give check at once only when one of them has uncovered the other. */
static bool is_check_possible(const ks_position *position, unsigned king, uint64_t checkers) {
    const unsigned count = count_bits(checkers);
    if (position->en_passant != KS_NO_SQUARE)
        return count == 1 && !was_check_before_push(position, checkers);
    return count == 1 || (!are_in_line(king, lowest(checkers), lowest(checkers & (checkers - 1))) &&
                          count_steppers(position, checkers) <= 1);
}

/* Returns the first reason found. position: as ks_read_fen accepts it with KS_FEN_RIGHTS; its key may be
 * missing. */
static struct impossibility find_impossibility(const ks_position *position) {
    const unsigned us = position->side_to_move, king = ks_find_king(position->board, us);
    for (unsigned side = KS_WHITE; side <= KS_BLACK && has_surplus(position->board); side++) {
        const struct impossibility surplus = find_surplus(position, side);
        if (surplus.code != KS_OK)
            return surplus;
    }
    const uint64_t checkers = ks_attackers(position->board, king, us ^ 1);
    if (count_bits(checkers) > 2)
        return (struct impossibility){KS_ERROR_MANY_CHECKERS, "no more than two checkers",
                                      "more against the king", king};
    if (checkers && !is_check_possible(position, king, checkers))
        return (struct impossibility){KS_ERROR_IMPOSSIBLE_CHECK, "a check that some move can have given",
                                      "another against the king", king};
    return (struct impossibility){KS_OK, NULL, NULL, 0};
}

/* ---- The fast test ---- */

/* Returns whether a digit follows a digit. Digits are the characters of a placement with 3 in their upper
 * half. */
static bool has_digits_side_by_side(const char *placement, size_t length) {
    uint64_t pairs = 0;
    for (size_t i = 0; i + 1 < length; i += 7) {
        const size_t left = length - i;
        const uint64_t digits = zero_bytes((load_8(placement + i) & ones * 0x70) ^ ones * 0x30),
                       behind = left < 8 ? ~(uint64_t)0 >> (64 - 8 * left) : ~(uint64_t)0;
        pairs |= digits & behind & digits << 8;
    }
    return pairs != 0;
}

bool ks_is_plainly_possible(const uint8_t board[64], const char *placement, size_t length) {
    return !has_surplus(board) && !has_digits_side_by_side(placement, length);
}

/* ==== Checks of every reader ==== */

/* Kings, pawns, the side not to move, and with KS_FEN_POSSIBLE what possible.c finds. The board is read, not
 * the planes. */

struct source {
    const char *placement;
    size_t start;
    ks_error *error;
};

/* Returns the offset of the piece on a square. */
static size_t offset_of_square(const struct source *source, unsigned square) {
    unsigned at = 0;
    if (!source->placement)
        return square;
    for (size_t i = 0;; i++) {
        const char c = source->placement[i];
        if (c >= '1' && c <= '8')
            at += (unsigned)(c - '0');
        else if (c != '/' && at++ == square)
            return source->start + i;
    }
}

static int check_king(const ks_position *position, unsigned side, const struct source *source) {
    const unsigned king = ks_find_king(position->board, side);
    if (king == KS_NO_SQUARE)
        return ks_fail(source->error, KS_ERROR_NO_KING, source->start, "expected one %s king, found none",
                       ks_side_names[side]);
    for (unsigned square = king + 1; square < KS_SQUARES; square++)
        if (position->board[square] == position->board[king])
            return ks_fail(source->error, KS_ERROR_MANY_KINGS, offset_of_square(source, square),
                           "expected one %s king, found a second on %s", ks_side_names[side],
                           ks_square_name(square));
    return KS_OK;
}

static int check_kings(const ks_position *position, ks_fen_flags flags, const struct source *source) {
    int code = KS_OK;
    for (unsigned side = KS_WHITE; side <= KS_BLACK && code == KS_OK; side++)
        if (!(flags & KS_FEN_LENIENT) || side == position->side_to_move)
            code = check_king(position, side, source);
    return code;
}

static bool is_pawn(uint8_t code) {
    return code == KS_WHITE_PAWN || code == KS_BLACK_PAWN;
}

static int check_back_ranks(const ks_position *position, const struct source *source) {
    for (unsigned square = 0; square < KS_SQUARES; square == 7 ? square = 56 : square++)
        if (is_pawn(position->board[square]))
            return ks_fail(source->error, KS_ERROR_PAWN_RANK, offset_of_square(source, square),
                           "expected no pawn on the first or last rank, found one on %s",
                           ks_square_name(square));
    return KS_OK;
}

static int check_waiting_king(const ks_position *position, const struct source *source) {
    const unsigned waiting = position->side_to_move ^ 1u, king = ks_find_king(position->board, waiting);
    return !ks_in_check(position->board, king, waiting)
               ? KS_OK
               : ks_fail(source->error, KS_ERROR_KING_CAPTURABLE, offset_of_square(source, king),
                         "the king on %s is in check, but it is the other side's turn", ks_square_name(king));
}

static int check_possible(const ks_position *position, const struct source *source) {
    const struct impossibility found = find_impossibility(position);
    return found.code == KS_OK ? KS_OK
                               : ks_fail(source->error, found.code, offset_of_square(source, found.square),
                                         "expected %s, found %s on %s", found.expected, found.found,
                                         ks_square_name(found.square));
}

int ks_check_position(const ks_position *position, ks_fen_flags flags, const char *placement, size_t start,
                      ks_error *error) {
    const struct source source = {placement, placement ? start : 0, error};
    int code = check_kings(position, flags, &source);
    if (code != KS_OK || flags & KS_FEN_LENIENT)
        return code;
    if ((code = check_back_ranks(position, &source)) == KS_OK)
        code = check_waiting_king(position, &source);
    return code == KS_OK && flags & KS_FEN_POSSIBLE ? check_possible(position, &source) : code;
}
