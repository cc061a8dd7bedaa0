/* Computes what tests expect of kernels, attackers, lines and pins, from the files and rows of two or three
 * squares. */
#include <stdbool.h>
#include <stdlib.h>

#include "support/kernels/geometry.h"

static int file_of(unsigned square) {
    return (int)square % 8;
}

static int row_of(unsigned square) {
    return (int)square / 8;
}

/* Whether a piece on `from` attacks `to` when the squares between are empty. */
static bool reaches(const ks_piece *piece, unsigned from, unsigned to) {
    const int files = abs(file_of(to) - file_of(from)), rows = abs(row_of(to) - row_of(from));
    const int forward = (row_of(to) - row_of(from)) * (piece->side == KS_WHITE ? -1 : 1);
    return ((piece->attacks & KS_CLASS_ORTHOGONAL) && (files == 0 || rows == 0)) ||
           ((piece->attacks & KS_CLASS_DIAGONAL) && files == rows) ||
           ((piece->attacks & KS_CLASS_KNIGHT) && files * rows == 2) ||
           ((piece->attacks & KS_CLASS_WAZIR) && files + rows == 1) ||
           ((piece->attacks & KS_CLASS_FERZ) && files == 1 && rows == 1) ||
           ((piece->attacks & KS_CLASS_PAWN) && files == 1 && forward == 1);
}

/* Whether `square` lies on the straight line between `from` and `to`, ends excluded: the vectors from it to
 * the ends are parallel and point away from each other. */
static bool lies_between(unsigned square, unsigned from, unsigned to) {
    const int files1 = file_of(from) - file_of(square), rows1 = row_of(from) - row_of(square);
    const int files2 = file_of(to) - file_of(square), rows2 = row_of(to) - row_of(square);
    return files1 * rows2 == rows1 * files2 && files1 * files2 + rows1 * rows2 < 0;
}

uint64_t geometric_attackers(const arrangement *a) {
    const int pieces = a->square[1] == KS_NO_SQUARE ? 1 : 2;
    uint64_t attackers = 0;
    for (int i = 0; i < pieces; i++) {
        const bool hidden = pieces == 2 && lies_between(a->square[1 - i], a->square[i], a->king);
        if (a->piece[i]->side != a->side && reaches(a->piece[i], a->square[i], a->king) && !hidden)
            attackers |= UINT64_C(1) << a->square[i];
    }
    return attackers;
}

uint64_t line_from_king(unsigned king, unsigned square) {
    uint64_t line = UINT64_C(1) << square;
    for (unsigned between = 0; between < KS_SQUARES; between++)
        if (lies_between(between, square, king))
            line |= UINT64_C(1) << between;
    return line;
}

/* The class that a piece needs in order to slide to the king; 0 when the squares are not in line. */
static unsigned slide(unsigned from, unsigned king) {
    const int files = abs(file_of(king) - file_of(from)), rows = abs(row_of(king) - row_of(from));
    return files == 0 || rows == 0 ? KS_CLASS_ORTHOGONAL : files == rows ? KS_CLASS_DIAGONAL : 0;
}

/* Adds the pin of piece `own` by piece `enemy` if they stand so. */
static void add_pin(const arrangement *a, int own, int enemy, ks_king_lines *lines) {
    const unsigned along = slide(a->square[enemy], a->king);
    if (a->piece[own]->side != a->side || a->piece[enemy]->side == a->side ||
        !(a->piece[enemy]->attacks & along) || !lies_between(a->square[own], a->square[enemy], a->king))
        return;
    lines->pinned |= UINT64_C(1) << a->square[own];
    *(along == KS_CLASS_DIAGONAL ? &lines->pin_diagonal : &lines->pin_orthogonal) |=
        line_from_king(a->king, a->square[enemy]);
}

ks_king_lines geometric_lines(const arrangement *a) {
    ks_king_lines lines = {.checkers = geometric_attackers(a)};
    for (uint64_t left = lines.checkers; left; left &= left - 1)
        lines.check_lines |= line_from_king(a->king, (unsigned)__builtin_ctzll(left));
    if (a->square[1] != KS_NO_SQUARE) {
        add_pin(a, 0, 1, &lines);
        add_pin(a, 1, 0, &lines);
    }
    return lines;
}
