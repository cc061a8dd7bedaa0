/* Finds check, attackers and pins with words of 64 bits, and no instructions of a particular processor: the
 * kernel portable. Only king scans have branches that depend on the board. A row of the board is a word whose
 * bytes are codes. Transposing the 4 bits of a code with 4 words, for rows 0 to 3 and in the same operations
 * for rows 4 to 7, gives the code's four bits as masks of the whole board, in some fifty operations. The
 * masks are those of a *turned* board: square (file, row) is bit 8 * file + row. Rooks, bishops and knights
 * move alike on both boards; pawns move towards higher or lower bits of a byte.
 *
 * The attackers of a square are among the pieces that a queen sees from it: on a line, the nearest piece
 * below and the nearest above. occupied - square flips the bits from the square to the nearest piece above;
 * the same operation on the bytes in reverse order finds the piece below. Source: hyperbola quintessence, by
 * G. Isenberg and A. Leorke (Chess Programming Wiki). Within a byte, the highest set bit below the square is
 * found by counting leading zeros. */
#include <stdbool.h>
#include <string.h>

#include "core/board/expressions.h"
#include "core/kernels/attacked.h"
#include "core/kernels/kernel.h"
#include "core/processor/processor.h"

/* ---- Squares of the turned board ---- */

/* The lines through a square without the square itself, the squares of leaps and steps, and [side]: the
 * squares from which pawns attack side's king. */
struct view {
    uint64_t byte, across, falling, rising; /* the other squares of its byte, which is a file of the board */
    uint64_t leaps, steps, pawns[2];
};

#define REST(s, line) ((line) & ~((uint64_t)1 << (s)))
#define PAWNS(s, rows) (TARGET(s, rows, 1) | TARGET(s, rows, -1))
#define VIEW(s)                                                                                              \
    {                                                                                                        \
        REST(s, ROW_LINE(s)), REST(s, FILE_LINE(s)), REST(s, FALLING_LINE(s)), REST(s, RISING_LINE(s)),      \
            LEAPS(s), STEPS(s), {                                                                            \
            PAWNS(s, -1), PAWNS(s, 1)                                                                        \
        }                                                                                                    \
    }
static const _Alignas(64) struct view views[64] = {OF_ALL_SQUARES(VIEW)};

static unsigned turned(unsigned square) {
    return (square & 7) << 3 | square >> 3;
}

/* ---- Masks of a board ---- */

/* Exchanges the bits of a at places << shift with the bits of b at places. */
ALWAYS_INLINE void exchange(uint64_t *a, uint64_t *b, unsigned shift, uint64_t places) {
    const uint64_t differ = (*a >> shift ^ *b) & places;
    *a ^= differ << shift;
    *b ^= differ;
}

/* Sets planes[n] to bit n of the codes. */
ALWAYS_INLINE void split(const uint8_t board[64], uint64_t planes[4]) {
    const uint64_t low_halves = 0x0f0f0f0f0f0f0f0f;
    uint64_t rows[8];
    memcpy(rows, board, sizeof rows);
    for (unsigned i = 0; i < 4; i++)
        planes[i] = (rows[i] & low_halves) | (rows[i + 4] & low_halves) << 4;
    exchange(&planes[0], &planes[2], 2, 0x3333333333333333);
    exchange(&planes[1], &planes[3], 2, 0x3333333333333333);
    exchange(&planes[0], &planes[1], 1, 0x5555555555555555);
    exchange(&planes[2], &planes[3], 1, 0x5555555555555555);
}

/* Turns a mask of the turned board into one of the board, and back. */
static uint64_t turn(uint64_t mask) {
    const uint64_t by_1 = (mask ^ mask >> 7) & 0x00aa00aa00aa00aa;
    mask ^= by_1 ^ by_1 << 7;
    const uint64_t by_2 = (mask ^ mask >> 14) & 0x0000cccc0000cccc;
    mask ^= by_2 ^ by_2 << 14;
    const uint64_t by_4 = (mask ^ mask >> 28) & 0x00000000f0f0f0f0;
    return mask ^ by_4 ^ by_4 << 28;
}

/* ---- The view of a queen ---- */

/* Returns the squares of the line from the nearest piece below to the nearest above; these are lower and
 * higher bits. */
ALWAYS_INLINE uint64_t seen_in_byte(uint64_t line, uint64_t square, uint64_t occupied) {
    const uint64_t pieces = occupied & line, below = pieces & (square - 1), above = pieces ^ below;
    const uint64_t nearest_below = (uint64_t)1 << (63 - (unsigned)__builtin_clzll(below | 1));
    return (above ^ (above - nearest_below)) & line;
}

ALWAYS_INLINE uint64_t seen_across_bytes(uint64_t line, uint64_t square, uint64_t occupied) {
    const uint64_t pieces = occupied & line, in_reverse = __builtin_bswap64(pieces);
    const uint64_t below = in_reverse - __builtin_bswap64(square);
    return ((pieces - square) ^ __builtin_bswap64(below)) & line;
}

struct seen {
    uint64_t orthogonally, diagonally;
};

ALWAYS_INLINE struct seen look_around(unsigned square, uint64_t occupied) {
    const struct view *view = &views[square];
    const uint64_t bit = (uint64_t)1 << square;
    return (struct seen){
        seen_in_byte(view->byte, bit, occupied) | seen_across_bytes(view->across, bit, occupied),
        seen_across_bytes(view->falling, bit, occupied) | seen_across_bytes(view->rising, bit, occupied)};
}

/* ---- Boards ---- */

/* The pieces of a board, as masks of the turned board. */
struct pieces {
    uint64_t orthogonal, diagonal; /* sliders */
    uint64_t steppers;             /* pieces that attack the square by a step or a leap */
    uint64_t own, occupied;
};

/* Finds the pieces of a board in the codes of check.h. */
ALWAYS_INLINE void find_pieces(const uint8_t board[64], unsigned square, unsigned side,
                               struct pieces *pieces) {
    const struct view *view = &views[square];
    uint64_t planes[4];
    split(board, planes);
    const uint64_t low = planes[0], middle = planes[1], high = planes[2];
    const uint64_t enemy = planes[3] ^ -(uint64_t)side; /* also some empty squares */
    const uint64_t odd = low & enemy, even = middle & ~low & enemy;
    pieces->occupied = (low ^ middle) | (low ^ high); /* three bits alike mean an empty square */
    pieces->own = pieces->occupied & ~enemy;
    pieces->orthogonal = high & ~middle & enemy;
    pieces->diagonal = (middle ^ high) & odd;
    pieces->steppers =
        (((view->leaps & ~high) | (view->steps & high)) & even) | (view->pawns[side] & odd & ~middle & ~high);
}
_Static_assert(KS_WHITE_PAWN == 1 && KS_WHITE_KNIGHT == 2 && KS_WHITE_BISHOP == 3 && KS_WHITE_ROOK == 4 &&
                   KS_WHITE_QUEEN == 5 && KS_WHITE_KING == 6 && KS_BLACK_BIT == 8,
               "find_pieces takes codes apart");

/* Returns the classes of the eight squares of a row as a word. */
ALWAYS_INLINE uint64_t classes_of_row(const uint8_t classes[256], const uint8_t row[8]) {
    uint64_t word = 0;
    for (unsigned file = 0; file < 8; file++)
        word |= (uint64_t)classes[row[file]] << 8 * file;
    return word;
}

/* Sets words[n] to the squares of class 1 << n. */
ALWAYS_INLINE void split_classes(const uint8_t classes[256], const uint8_t board[64], uint64_t words[8]) {
    static const uint64_t places[3] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f};
    for (unsigned row = 0; row < 8; row++)
        words[row] = classes_of_row(classes, board + 8 * row);
    for (unsigned step = 0; step < 3; step++)
        for (unsigned i = 0; i < 8; i++)
            if (!(i >> step & 1))
                exchange(&words[i], &words[i + (1u << step)], 1u << step, places[step]);
}

/* Finds the pieces of a board in any codes. */
ALWAYS_INLINE void find_pieces_of_set(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                                      unsigned side, struct pieces *pieces) {
    enum { ORTHOGONAL, DIAGONAL, KNIGHT, WAZIR, FERZ, PAWN, OWN, OCCUPIED };
    _Static_assert(KS_CLASS_ORTHOGONAL == 1 << ORTHOGONAL && KS_CLASS_DIAGONAL == 1 << DIAGONAL &&
                       KS_CLASS_KNIGHT == 1 << KNIGHT && KS_CLASS_WAZIR == 1 << WAZIR &&
                       KS_CLASS_FERZ == 1 << FERZ && KS_CLASS_PAWN == 1 << PAWN && KS_CLASS_OWN == 1 << OWN &&
                       KS_CLASS_OCCUPIED == 1 << OCCUPIED,
                   "the words are numbered as the bits of a class");
    const struct view *view = &views[square];
    const uint64_t orthogonal_steps = view->steps & (view->byte | view->across);
    uint64_t words[8];
    split_classes(set->classes[side], board, words);
    pieces->occupied = words[OCCUPIED];
    pieces->own = words[OWN];
    pieces->orthogonal = words[ORTHOGONAL];
    pieces->diagonal = words[DIAGONAL];
    pieces->steppers = (view->leaps & words[KNIGHT]) | (orthogonal_steps & words[WAZIR]) |
                       (view->steps & ~orthogonal_steps & words[FERZ]) |
                       (view->pawns[side ^ set->a1_first] & words[PAWN]);
}

/* ---- Answers ---- */

ALWAYS_INLINE uint64_t attackers_among(const struct pieces *pieces, const struct seen *seen) {
    return pieces->steppers | (seen->orthogonally & pieces->orthogonal) |
           (seen->diagonally & pieces->diagonal);
}

ALWAYS_INLINE uint64_t find_attackers(const struct pieces *pieces, unsigned square) {
    const struct seen seen = look_around(square, pieces->occupied);
    return attackers_among(pieces, &seen);
}

/* Returns the squares of a line from one square to another, without the first. */
static uint64_t way(unsigned from, uint64_t line, uint64_t to) {
    const uint64_t first = (uint64_t)1 << from;
    return line & (to > first ? to | (to - first) : (first - 1) & -to);
}

/* Returns the squares between the square and each of these sliders, and the sliders. */
static uint64_t ways(unsigned square, uint64_t sliders, bool diagonal) {
    const struct view *view = &views[square];
    const uint64_t line = diagonal ? view->falling : view->byte,
                   other = diagonal ? view->rising : view->across;
    uint64_t found = 0;
    for (; sliders; sliders &= sliders - 1) {
        const uint64_t slider = sliders & -sliders;
        found |= way(square, slider & line ? line : other, slider);
    }
    return found;
}

/* Fills in the lines of a board with checks or pins. pinning: the sliders that attack the king when the
 * nearest own pieces are removed. */
static void fill_lines(const struct pieces *pieces, unsigned king, const struct seen *seen,
                       const struct seen *pinning, ks_king_lines *lines) {
    const uint64_t checkers = attackers_among(pieces, seen);
    const uint64_t orthogonal = ways(king, pinning->orthogonally, false),
                   diagonal = ways(king, pinning->diagonally, true);
    lines->checkers = turn(checkers);
    lines->check_lines = turn(checkers | ways(king, seen->orthogonally & pieces->orthogonal, false) |
                              ways(king, seen->diagonally & pieces->diagonal, true));
    lines->pinned = turn((orthogonal | diagonal) & pieces->own);
    lines->pin_orthogonal = turn(orthogonal);
    lines->pin_diagonal = turn(diagonal);
}

ALWAYS_INLINE void scan(const struct pieces *pieces, unsigned king, ks_king_lines *lines) {
    const struct seen seen = look_around(king, pieces->occupied);
    const uint64_t hiding = (seen.orthogonally | seen.diagonally) & pieces->own;
    const struct seen behind = look_around(king, pieces->occupied & ~hiding);
    const struct seen pinning = {behind.orthogonally & ~seen.orthogonally & pieces->orthogonal,
                                 behind.diagonally & ~seen.diagonally & pieces->diagonal};
    if (attackers_among(pieces, &seen) | pinning.orthogonally | pinning.diagonally)
        fill_lines(pieces, king, &seen, &pinning, lines);
    else
        memset(lines, 0, sizeof *lines);
}

/* ---- The functions of a kernel ---- */

int ks_portable_in_check(const uint8_t board[64], unsigned king_square, unsigned side) {
    const unsigned king = turned(king_square);
    struct pieces pieces;
    find_pieces(board, king, side, &pieces);
    return find_attackers(&pieces, king) != 0;
}

uint64_t ks_portable_attackers(const uint8_t board[64], unsigned square, unsigned by_side) {
    const unsigned king = turned(square);
    struct pieces pieces;
    find_pieces(board, king, by_side ^ 1, &pieces);
    return turn(find_attackers(&pieces, king));
}

void ks_portable_king_scan(const uint8_t board[64], unsigned king_square, unsigned side,
                           ks_king_lines *lines) {
    const unsigned king = turned(king_square);
    struct pieces pieces;
    find_pieces(board, king, side, &pieces);
    scan(&pieces, king, lines);
}

int ks_portable_in_check_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                             unsigned side) {
    const unsigned king = turned(king_square);
    struct pieces pieces;
    find_pieces_of_set(set, board, king, side, &pieces);
    return find_attackers(&pieces, king) != 0;
}

uint64_t ks_portable_attackers_set(const ks_pieceset *set, const uint8_t board[64], unsigned square,
                                   unsigned by_side) {
    const unsigned king = turned(square);
    struct pieces pieces;
    find_pieces_of_set(set, board, king, by_side ^ 1, &pieces);
    return turn(find_attackers(&pieces, king));
}

void ks_portable_king_scan_set(const ks_pieceset *set, const uint8_t board[64], unsigned king_square,
                               unsigned side, ks_king_lines *lines) {
    const unsigned king = turned(king_square);
    struct pieces pieces;
    find_pieces_of_set(set, board, king, side, &pieces);
    scan(&pieces, king, lines);
}

/* ---- All attacked squares ---- */

/* The pieces of the attacking side by the ways in which they attack, as masks of the turned board. */
struct attacking {
    uint64_t orthogonal, diagonal, knights, wazirs;
    uint64_t ups, downs; /* pieces that step along diagonals to the row above, and to the row below */
    uint64_t occupied;   /* by pieces of both sides */
};

/* The rows into which a step to a row below leads, and a step to a row above. */
static const uint64_t rows_below = 0xfefefefefefefefe, rows_above = 0x7f7f7f7f7f7f7f7f;

ALWAYS_INLINE uint64_t moved(uint64_t mask, int by) {
    return by < 0 ? mask >> -by : mask << by;
}

/* Returns what is attacked in one direction: the squares up to the first piece before each slider, and those
 * next to the steppers. `into` are the squares to which a step by so many bits leads. Three steps, for 1, 2
 * and 4 squares, fill the lines: asm/attacked.inc. */
ALWAYS_INLINE uint64_t attack_along(uint64_t sliders, uint64_t steppers, uint64_t occupied, int by,
                                    uint64_t into) {
    uint64_t open = into & ~occupied;
    sliders |= open & moved(sliders, by);
    open &= moved(open, by);
    sliders |= open & moved(sliders, 2 * by);
    open &= moved(open, 2 * by);
    sliders |= open & moved(sliders, 4 * by);
    return into & moved(sliders | steppers, by);
}

ALWAYS_INLINE uint64_t attack_by_leaps(uint64_t knights) {
    const uint64_t by_1 = (knights << 1 & rows_below) | (knights >> 1 & rows_above);
    const uint64_t by_2 = (knights << 2 & 0xfcfcfcfcfcfcfcfc) | (knights >> 2 & 0x3f3f3f3f3f3f3f3f);
    return by_1 << 16 | by_1 >> 16 | by_2 << 8 | by_2 >> 8;
}

/* Returns a mask of the board. */
ALWAYS_INLINE uint64_t find_attacked(const struct attacking *a) {
    const uint64_t all = ~(uint64_t)0;
    return turn(attack_along(a->orthogonal, a->wazirs, a->occupied, 8, all) |
                attack_along(a->orthogonal, a->wazirs, a->occupied, -8, all) |
                attack_along(a->orthogonal, a->wazirs, a->occupied, 1, rows_below) |
                attack_along(a->orthogonal, a->wazirs, a->occupied, -1, rows_above) |
                attack_along(a->diagonal, a->downs, a->occupied, 9, rows_below) |
                attack_along(a->diagonal, a->downs, a->occupied, -7, rows_below) |
                attack_along(a->diagonal, a->ups, a->occupied, 7, rows_above) |
                attack_along(a->diagonal, a->ups, a->occupied, -9, rows_above) | attack_by_leaps(a->knights));
}

/* Returns `pieces` when kinds has this kind, or nothing. */
ALWAYS_INLINE uint64_t if_asked(unsigned kinds, unsigned kind, uint64_t pieces) {
    return pieces & -(uint64_t)(kinds >> kind & 1);
}

ALWAYS_INLINE uint64_t attacked_by(const uint8_t board[64], unsigned by_side, unsigned kinds) {
    uint64_t planes[4];
    split(board, planes);
    const uint64_t low = planes[0], middle = planes[1], high = planes[2];
    const uint64_t own = planes[3] ^ -(uint64_t)(by_side ^ 1); /* also some empty squares */
    const uint64_t queens = if_asked(kinds, KS_WHITE_QUEEN, low & ~middle & high & own);
    const uint64_t kings = if_asked(kinds, KS_WHITE_KING, ~low & middle & high & own);
    const uint64_t pawns = if_asked(kinds, KS_WHITE_PAWN, low & ~middle & ~high & own);
    const struct attacking attacking = {
        .orthogonal = queens | if_asked(kinds, KS_WHITE_ROOK, ~low & ~middle & high & own),
        .diagonal = queens | if_asked(kinds, KS_WHITE_BISHOP, low & middle & ~high & own),
        .knights = if_asked(kinds, KS_WHITE_KNIGHT, ~low & middle & ~high & own),
        .wazirs = kings,
        .ups = kings | (by_side == KS_WHITE ? pawns : 0),
        .downs = kings | (by_side == KS_WHITE ? 0 : pawns),
        .occupied = (low ^ middle) | (low ^ high)};
    return find_attacked(&attacking);
}

uint64_t ks_portable_attacked(const uint8_t board[64], unsigned by_side) {
    return attacked_by(board, by_side, ~0u);
}

uint64_t ks_portable_attacked_by(const uint8_t board[64], unsigned by_side, unsigned kinds) {
    return attacked_by(board, by_side, kinds);
}

uint64_t ks_portable_attacked_set(const ks_pieceset *set, const uint8_t board[64], unsigned by_side) {
    enum { ORTHOGONAL, DIAGONAL, KNIGHT, WAZIR, FERZ, PAWN, OWN, OCCUPIED }; /* as in find_pieces_of_set */
    const bool pawns_go_up = (by_side ^ set->a1_first) == KS_WHITE;
    uint64_t words[8];
    split_classes(set->classes[by_side ^ 1], board, words);
    const struct attacking attacking = {.orthogonal = words[ORTHOGONAL],
                                        .diagonal = words[DIAGONAL],
                                        .knights = words[KNIGHT],
                                        .wazirs = words[WAZIR],
                                        .ups = words[FERZ] | (pawns_go_up ? words[PAWN] : 0),
                                        .downs = words[FERZ] | (pawns_go_up ? 0 : words[PAWN]),
                                        .occupied = words[OCCUPIED]};
    return find_attacked(&attacking);
}

/* ---- Pairs of attacker and attacked ---- */

/* The pieces of both sides by the ways in which they attack, as masks of the turned board. */
struct attackers {
    uint64_t orthogonal, diagonal, knights, kings, pawns[2]; /* [side] */
    uint64_t occupied;
};

static struct attackers find_all_pieces(const uint8_t board[64]) {
    uint64_t planes[4];
    split(board, planes);
    const uint64_t low = planes[0], middle = planes[1], high = planes[2];
    const uint64_t queens = low & ~middle & high, pawns = low & ~middle & ~high;
    return (struct attackers){.orthogonal = queens | (~low & ~middle & high),
                              .diagonal = queens | (low & middle & ~high),
                              .knights = ~low & middle & ~high,
                              .kings = ~low & middle & high,
                              .pawns = {pawns & ~planes[3], pawns & planes[3]},
                              .occupied = (low ^ middle) | (low ^ high)};
}

/* Returns a mask of the board. square is one of the turned board. */
static uint64_t attackers_of(const struct attackers *a, unsigned square) {
    const struct view *view = &views[square];
    const struct seen seen = look_around(square, a->occupied);
    return turn((seen.orthogonally & a->orthogonal) | (seen.diagonally & a->diagonal) |
                (view->leaps & a->knights) | (view->steps & a->kings) |
                (view->pawns[KS_BLACK] & a->pawns[KS_WHITE]) | (view->pawns[KS_WHITE] & a->pawns[KS_BLACK]));
}

size_t ks_portable_attack_pairs(const uint8_t board[64], uint8_t *from, uint8_t *to, size_t room) {
    const struct attackers all = find_all_pieces(board);
    size_t found = 0;
    for (uint64_t left = turn(all.occupied); left; left &= left - 1) {
        const unsigned target = (unsigned)__builtin_ctzll(left);
        for (uint64_t by = attackers_of(&all, turned(target)); by; by &= by - 1, found++)
            if (found < room) {
                from[found] = (uint8_t)__builtin_ctzll(by);
                to[found] = (uint8_t)target;
            }
    }
    return found;
}
