/* Names of squares, and labels of pieces. */
#include <stdio.h>
#include <string.h>

#include "variant/fen.h"

const char *ks_variant_square_name(const ks_variant *v, unsigned square, char text[4]) {
    if (square >= v->squares)
        strcpy(text, "-");
    else
        snprintf(text, 4, "%c%u", (char)('a' + square % v->files), (v->ranks - square / v->files) % 100);
    return text;
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

unsigned ks_variant_kind_of_label(const ks_variant *v, int label) {
    for (unsigned kind = 0; kind < v->kind_count; kind++)
        if (v->kinds[kind].label == to_lower(label))
            return kind;
    return NO_KIND;
}
