/* Names squares, labels pieces, and finds lines between squares. */
#include "variant/definition/squares.h"

#include <stdlib.h>

/* ---- Squares ---- */

#define RANK(n) "a" n, "b" n, "c" n, "d" n, "e" n, "f" n, "g" n, "h" n, "i" n, "j" n, "k" n, "l" n

const char *ks_variant_square_name(const ks_variant *v, unsigned square) {
    static const char names[KS_VARIANT_RANKS_MAX][KS_VARIANT_FILES_MAX][4] = {
        {RANK("1")}, {RANK("2")}, {RANK("3")}, {RANK("4")}, {RANK("5")},
        {RANK("6")}, {RANK("7")}, {RANK("8")}, {RANK("9")}, {RANK("10")}};
    return square < v->squares ? names[v->ranks - 1 - square / v->files][square % v->files] : "-";
}

bool ks_variant_read_square(const ks_variant *v, reader *r, unsigned *square) {
    const size_t start = r->at;
    const int file = peek(r) - 'a';
    unsigned rank = 0;
    r->at += file >= 0 && file < (int)v->files;
    while (r->at > start && is_digit(peek(r)) && rank < 10)
        rank = rank * 10 + (unsigned)(r->text[r->at++] - '0');
    if (rank < 1 || rank > v->ranks || r->text[start + 1] == '0') {
        r->at = start;
        return false;
    }
    *square = (v->ranks - rank) * v->files + (unsigned)file;
    return true;
}

unsigned ks_variant_type_of_label(const ks_variant *v, int label) {
    for (unsigned type = 0; type < v->type_count; type++)
        if (v->types[type].label == to_lower(label))
            return type;
    return NO_TYPE;
}

unsigned ks_variant_count_type(const ks_variant *v, const ks_variant_position *p, unsigned side,
                               unsigned type) {
    unsigned count = 0;
    for (ks_variant_squares left = p->pieces[side]; !is_empty_set(&left);) {
        const unsigned here = KS_VARIANT_TYPE(p->board[take_square(&left)]);
        count += (v->turns ? v->types[here].kind : here) == type;
    }
    return count;
}

bool ks_variant_has_hand(const ks_variant *v, const ks_variant_position *p, unsigned side) {
    for (unsigned type = 0; type < v->type_count; type++)
        if (p->hand[side][type])
            return true;
    return false;
}

ks_variant_squares ks_variant_between(const ks_variant *v, unsigned from, unsigned to) {
    const int files = (int)(to % v->files) - (int)(from % v->files);
    const int rows = (int)(to / v->files) - (int)(from / v->files);
    const int far = abs(files) > abs(rows) ? abs(files) : abs(rows);
    ks_variant_squares between = {{0}};
    if (far > 1 && (files == 0 || rows == 0 || abs(files) == abs(rows)))
        for (int step = ((int)to - (int)from) / far, square = (int)from + step; square != (int)to;
             square += step)
            add_square(&between, (unsigned)square);
    return between;
}
