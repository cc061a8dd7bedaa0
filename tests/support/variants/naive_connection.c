/* Finds connected pieces as simply as possible. Shares no code with c/variant. */
#include <ctype.h>
#include <stdlib.h>

#include "support/variants/naive.h"

/* The board as seen by the rule: the squares of the pieces that count. */
struct counted {
    const struct naive_variant *v;
    bool there[NAIVE_SQUARES];
};

static bool has(const struct counted *counted, int file, int row) {
    const struct naive_variant *const v = counted->v;
    return file >= 0 && row >= 0 && file < v->files && row < v->ranks &&
           counted->there[row * v->files + file];
}

static bool is_line(const struct naive_connection *rule, int files, int rows) {
    return (files || rows) && (rows == 0 ? rule->ranks : files == 0 ? rule->files : rule->diagonals);
}

/* Whether the line that leaves a square in this direction has enough pieces. */
static bool has_line(const struct counted *counted, int square, int files, int rows) {
    const struct naive_variant *const v = counted->v;
    const struct naive_connection *const rule = &v->connection;
    int together = 0, all = 0;
    for (int step = 0; step < v->files || step < v->ranks; step++) {
        const bool there = has(counted, square % v->files + step * files, square / v->files + step * rows);
        together += there && together == step;
        all += there;
    }
    return (rule->row && together >= rule->row) || (rule->scattered && all >= rule->scattered);
}

static bool has_lines(const struct counted *counted, int square) {
    for (int files = -1; files <= 1; files++)
        for (int rows = -1; rows <= 1; rows++)
            if (is_line(&counted->v->connection, files, rows) && has_line(counted, square, files, rows))
                return true;
    return false;
}

static bool has_block(const struct counted *counted, int square) {
    const int files = counted->v->files, width = counted->v->connection.block;
    for (int i = 0; i < width * width; i++)
        if (!has(counted, square % files + i % width, square / files + i / width))
            return false;
    return width > 0;
}

/* Whether a chain leads from the square to the other end. Clears the squares that it has seen. */
static bool leads(struct counted *counted, int square, const bool *end) {
    const int files = counted->v->files;
    if (end[square])
        return true;
    counted->there[square] = false;
    for (int next = 0; next < counted->v->squares; next++) {
        const int x = next % files - square % files, y = next / files - square / files;
        if (counted->there[next] && abs(x) <= 1 && abs(y) <= 1 && is_line(&counted->v->connection, x, y) &&
            leads(counted, next, end))
            return true;
    }
    return false;
}

bool naive_has_connected(const struct naive_variant *v, const struct naive_position *p, int side) {
    const struct naive_connection *const rule = &v->connection;
    struct counted counted = {.v = v};
    for (int square = 0; square < v->squares; square++)
        counted.there[square] = naive_is_piece(p->board[square]) &&
                                (islower((unsigned char)p->board[square]) != 0) == side &&
                                rule->types[v->types[naive_type_of(v, p->board[square])].kind];
    for (int square = 0; square < v->squares; square++)
        if (counted.there[square] && (has_lines(&counted, square) || has_block(&counted, square)))
            return true;
    for (int square = 0; rule->chain && square < v->squares; square++)
        if (counted.there[square] && rule->ends[side][0][square] &&
            leads(&counted, square, rule->ends[side][1]))
            return true;
    return false;
}
