/* Finds legal moves of variants: makes each move and tests whether the kings are safe. */
#include "support/variants/naive.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int n) {
    return (n > 0) - (n < 0);
}

/* ---- Pieces ---- */

static int side_of(char letter) {
    return islower((unsigned char)letter) != 0;
}

bool naive_is_piece(char letter) {
    return letter != '.' && letter != '*';
}

static bool is_piece_of(char letter, int side) {
    return naive_is_piece(letter) && side_of(letter) == side;
}

int naive_type_of(const struct naive_variant *v, char letter) {
    int type = 0;
    while (v->types[type].label != tolower((unsigned char)letter))
        type++;
    return type;
}

static const struct naive_type *type_on(const struct naive_variant *v, const struct naive_position *p,
                                        int square) {
    return &v->types[naive_type_of(v, p->board[square])];
}

/* Whether a pawn's first push may be `steps` squares long. */
static bool may_push(const struct naive_variant *v, int side, int from, int steps) {
    return (steps > 1 && steps <= v->push && v->first_push[side][from]) ||
           (steps == 3 && v->triple_push[side][from]);
}

static bool pushes(const struct naive_variant *v, const struct naive_position *p, int from, int to) {
    const int side = side_of(p->board[from]), ahead = side ? v->files : -v->files;
    int square = from;
    for (int steps = 1; steps < v->ranks; steps++) {
        square += ahead;
        if (square < 0 || square >= v->squares || p->board[square] != '.')
            return false;
        if (square == to)
            return may_push(v, side, from, steps);
    }
    return false;
}

/* Whether the variant allows the piece on the square. */
static bool may_go(const struct naive_variant *v, const struct naive_position *p, int from, int to) {
    return type_on(v, p, from)->region[side_of(p->board[from])][to];
}

bool naive_attacks(const struct naive_variant *v, const struct naive_position *p, int from, int to) {
    const struct naive_type *const type = type_on(v, p, from);
    if (!may_go(v, p, from, to))
        return false;
    for (int i = 0; i < type->term_count; i++)
        if (type->terms[i].captures &&
            naive_reaches(v, p, &type->terms[i], side_of(p->board[from]), from, to))
            return true;
    return false;
}

bool naive_never_moves(const struct naive_variant *v, const struct naive_position *p, int from) {
    const struct naive_type *const type = type_on(v, p, from);
    const int side = side_of(p->board[from]), ahead = side ? v->files : -v->files;
    for (int i = 0; i < type->term_count; i++)
        for (int to = 0; to < v->squares; to++)
            if (naive_leaps(v, &type->terms[i], side, from, to) && may_go(v, p, from, to))
                return false;
    for (int steps = 2; type->pawn && steps < v->ranks; steps++) {
        const int to = from + steps * ahead;
        if (to >= 0 && to < v->squares && may_push(v, side, from, steps) && may_go(v, p, from, to))
            return false;
    }
    return true;
}

bool naive_goes_to_empty(const struct naive_variant *v, const struct naive_position *p, int from, int to,
                         bool *first) {
    const struct naive_type *const type = type_on(v, p, from);
    const int side = side_of(p->board[from]);
    bool ordinary = false;
    if (!may_go(v, p, from, to))
        return *first = false;
    *first = type->pawn && pushes(v, p, from, to);
    for (int i = 0; i < type->term_count; i++)
        if (type->terms[i].moves && naive_reaches(v, p, &type->terms[i], side, from, to)) {
            *first |= type->terms[i].first;
            ordinary |= !type->terms[i].first;
        }
    if (!ordinary)
        return *first;
    *first = false;
    return true;
}

/* ---- The king ---- */

static int find_king(const struct naive_variant *v, const struct naive_position *p, int side) {
    const char label = v->types[v->royal].label;
    const char letter = side ? label : (char)toupper((unsigned char)label);
    const char *const found = memchr(p->board, letter, (size_t)v->squares);
    return found ? (int)(found - p->board) : -1;
}

bool naive_is_attacked(const struct naive_variant *v, const struct naive_position *p, int square, int by) {
    for (int from = 0; from < v->squares; from++)
        if (is_piece_of(p->board[from], by) && naive_attacks(v, p, from, square))
            return true;
    return false;
}

/* Whether the king of the side's enemy is on the rank or file of `square`, with nothing between. */
static bool faces_king(const struct naive_variant *v, const struct naive_position *p, int square, int side) {
    const int king = find_king(v, p, !side);
    const bool rank = king / v->files == square / v->files, file = king % v->files == square % v->files;
    const int step = (king > square ? 1 : -1) * (rank ? 1 : v->files);
    if (!v->faces || king < 0 || king >= v->squares || king == square || (!rank && !file))
        return false;
    for (int between = square + step; between != king; between += step)
        if (p->board[between] != '.')
            return false;
    return true;
}

int naive_facing_king(const struct naive_variant *v, const struct naive_position *p, int side) {
    const int king = find_king(v, p, side);
    return king >= 0 && faces_king(v, p, king, side) ? find_king(v, p, !side) : -1;
}

static bool is_beside(const struct naive_variant *v, int a, int b) {
    return abs(a % v->files - b % v->files) <= 1 && abs(a / v->files - b / v->files) <= 1;
}

bool naive_kings_touch(const struct naive_variant *v, const struct naive_position *p) {
    const int white = find_king(v, p, 0), black = find_king(v, p, 1);
    return v->explodes && (white < 0 || black < 0 || is_beside(v, white, black));
}

static bool is_king_in_check(const struct naive_variant *v, const struct naive_position *p, int side) {
    if (naive_kings_touch(v, p))
        return false;
    return naive_is_attacked(v, p, find_king(v, p, side), !side) || naive_facing_king(v, p, side) >= 0;
}

bool naive_in_check(const struct naive_variant *v, const struct naive_position *p, int side) {
    bool checked[NAIVE_SQUARES];
    return is_king_in_check(v, p, side) || naive_checked_royals(v, p, side, checked);
}

/* ---- Making a move ---- */

int naive_castled_king(const struct naive_variant *v, int side, int wing) {
    const int row = side ? v->castling_rank : v->ranks - 1 - v->castling_rank;
    return row * v->files + v->castling_file[wing];
}

static void castle(const struct naive_variant *v, struct naive_position *p, int king, int rook) {
    const int side = p->side, wing = rook < king, end = naive_castled_king(v, side, wing);
    const char king_letter = p->board[king], rook_letter = p->board[rook];
    p->board[king] = p->board[rook] = '.';
    p->board[end] = king_letter;
    p->board[wing ? end + 1 : end - 1] = rook_letter;
}

/* Whether `square` lies between two squares of one rank, file or diagonal. */
static bool is_between(const struct naive_variant *v, int from, int to, int square) {
    const int x = to % v->files - from % v->files, y = to / v->files - from / v->files;
    const int a = square % v->files - from % v->files, b = square / v->files - from / v->files;
    const int length = abs(x) > abs(y) ? abs(x) : abs(y), part = abs(a) > abs(b) ? abs(a) : abs(b);
    return (!x || !y || abs(x) == abs(y)) && part > 0 && part < length && a == sign(x) * part &&
           b == sign(y) * part;
}

static void lose_rights(const struct naive_variant *v, struct naive_position *p, int square) {
    for (int side = 0; side < 2; side++)
        for (int wing = 0; wing < 2; wing++)
            if (p->castling_rook[side][wing] == square || find_king(v, p, side) == square)
                p->castling_rook[side][wing] = -1;
}

/* Puts the dropped piece on `to`; afterwards the move is made as from there. */
static void pick_up(const struct naive_variant *v, struct naive_position *p, struct naive_move move) {
    const struct naive_type *const type = &v->types[move.promotion - 1];
    p->hand[p->side][type->plain]--;
    p->board[move.to] = p->side ? type->label : (char)toupper((unsigned char)type->label);
}

static void take(const struct naive_variant *v, struct naive_position *p, int square) {
    const struct naive_type *const type = type_on(v, p, square);
    p->hand[p->side][v->loop ? type->kind : type->plain] += v->to_hand;
}

/* to: where the capturing piece stands. */
static void explode(const struct naive_variant *v, struct naive_position *p, int to) {
    for (int square = 0; square < v->squares; square++) {
        if (!is_beside(v, square, to) || !naive_is_piece(p->board[square]))
            continue;
        const struct naive_type *const type = type_on(v, p, square);
        if (type->fireproof || (type->pawn && square != to))
            continue;
        lose_rights(v, p, square);
        p->board[square] = '.';
    }
}

/* A duck leaves its square for the new one. */
static void build(const struct naive_variant *v, struct naive_position *p, int wall) {
    for (int square = 0; square < v->squares; square++)
        if (v->walling == NAIVE_DUCK && p->board[square] == '*')
            p->board[square] = '.';
    p->board[wall] = '*';
}

void naive_make_move(const struct naive_variant *v, struct naive_position *p, struct naive_move move) {
    const int side = p->side;
    const bool captures = move.kind == NAIVE_EN_PASSANT ||
                          (move.kind != NAIVE_CASTLING && move.from != move.to && p->board[move.to] != '.');
    if (captures)
        take(v, p, move.kind == NAIVE_EN_PASSANT ? p->passer : move.to);
    if (move.kind == NAIVE_DROP)
        pick_up(v, p, move);
    p->halfmoves = captures || type_on(v, p, move.from)->resets_clock ? 0 : p->halfmoves + 1;
    p->fullmoves += side;
    p->passes = move.kind != NAIVE_PASS ? 0 : p->passes ? 2 : 1;
    if (move.kind != NAIVE_PASS) {
        lose_rights(v, p, move.from);
        lose_rights(v, p, move.to);
    }
    if (move.kind == NAIVE_EN_PASSANT)
        p->board[p->passer] = '.';
    if (move.kind == NAIVE_CASTLING) {
        castle(v, p, move.from, move.to);
    } else if (move.from != move.to) {
        const char label = move.promotion ? v->types[move.promotion - 1].label : p->board[move.from];
        p->board[move.to] = side || !move.promotion ? label : (char)toupper((unsigned char)label);
        p->board[move.from] = '.';
    }
    if (captures && v->explodes)
        explode(v, p, move.to);
    if (move.wall)
        build(v, p, move.wall - 1);
    naive_leave_gates(v, p, move);
    p->passer = -1;
    for (int square = 0; square < v->squares; square++) {
        p->passed[square] = move.kind == NAIVE_FIRST_PUSH && p->board[square] == '.' &&
                            is_between(v, move.from, move.to, square);
        if (p->passed[square])
            p->passer = move.to;
    }
    p->side = !side;
    if (v->checks && find_king(v, p, !side) >= 0 && is_king_in_check(v, p, !side))
        p->checks_left[side]--;
}

bool naive_is_safe(const struct naive_variant *v, const struct naive_position *p, struct naive_move move) {
    struct naive_position after = *p;
    naive_make_move(v, &after, move);
    if (v->explodes && find_king(v, &after, p->side) < 0)
        return false;
    return !is_king_in_check(v, &after, p->side) && naive_royals_are_safe(v, p, &after, move);
}

/* ---- Moves ---- */

struct list {
    const struct naive_variant *v;
    const struct naive_position *p;
    struct naive_move *moves;
    int count;
};

static bool may_become(const struct list *list, int type) {
    const struct naive_variant *const v = list->v;
    int there = 0;
    for (int square = 0; square < v->squares; square++)
        there +=
            is_piece_of(list->p->board[square], list->p->side) && type_on(v, list->p, square)->kind == type;
    return v->promotes_to[type] && (!v->types[type].limit || there < v->types[type].limit);
}

/* A placed piece neither shields the king nor may it expose a royal piece. */
static void append_gating(struct list *list, struct naive_move move) {
    for (int by_rook = 0; by_rook < 2 && list->v->gating; by_rook++)
        for (int type = 0; type < list->v->type_count; type++) {
            struct naive_position after = *list->p;
            if (!naive_may_gate(list->v, list->p, move, type, by_rook))
                continue;
            move.gated = type + 1;
            move.by_rook = by_rook;
            naive_make_move(list->v, &after, move);
            if (!naive_in_check(list->v, &after, list->p->side))
                list->moves[list->count++] = move;
        }
}

static void append(struct list *list, struct naive_move move) {
    if (!list->v->walling && naive_is_safe(list->v, list->p, move)) {
        list->moves[list->count++] = move;
        append_gating(list, move);
    }
    for (int square = 0; list->v->walling && square < list->v->squares; square++) {
        struct naive_move walled = move;
        walled.wall = square + 1;
        if (naive_may_wall(list->v, list->p, move, square) && naive_is_safe(list->v, list->p, walled))
            list->moves[list->count++] = walled;
    }
}

static void add(struct list *list, struct naive_move move) {
    const struct naive_variant *const v = list->v;
    struct naive_position there = *list->p;
    there.board[move.to] = there.board[move.from];
    const bool promotes = move.kind != NAIVE_CASTLING && type_on(v, list->p, move.from)->promotes &&
                          v->promotion[list->p->side][move.to];
    const enum naive_move_kind kind = move.kind == NAIVE_EN_PASSANT ? NAIVE_EN_PASSANT : NAIVE_PLAIN;
    bool choices = false;
    for (int type = 0; promotes && type < v->type_count; type++) {
        choices |= v->promotes_to[type];
        if (may_become(list, type))
            append(list, (struct naive_move){
                             .from = move.from, .to = move.to, .kind = kind, .promotion = type + 1});
    }
    const bool must = promotes && v->must_promote && (choices || move.kind != NAIVE_EN_PASSANT);
    const int into = naive_turns_into(v, list->p, move);
    if (into >= 0)
        append(list,
               (struct naive_move){.from = move.from, .to = move.to, .kind = kind, .promotion = into + 1});
    const bool has_to = into >= 0 && v->must_turn && !type_on(v, list->p, move.from)->pawn;
    const bool stuck =
        move.kind != NAIVE_CASTLING && v->must_stay_mobile && naive_never_moves(v, &there, move.to);
    if (!must && !stuck && !has_to)
        append(list, move);
}

/* A king that does not explode is never captured, nor is a piece that spares its kind by such a piece. */
static bool may_capture(const struct list *list, int from, int to) {
    const struct naive_variant *const v = list->v;
    const struct naive_type *const type = type_on(v, list->p, from), *const other = type_on(v, list->p, to);
    return is_piece_of(list->p->board[to], !list->p->side) && (v->explodes || other != &v->types[v->royal]) &&
           !(type->spares && type == other);
}

static void add_move(struct list *list, int from, int to) {
    const struct naive_variant *const v = list->v;
    const struct naive_position *const p = list->p;
    const struct naive_type *const type = type_on(v, p, from);
    const bool attacks = naive_attacks(v, p, from, to);
    bool first = false;
    if (p->board[to] != '.') {
        if (attacks && naive_is_piece(p->board[to]) && may_capture(list, from, to))
            add(list, (struct naive_move){.from = from, .to = to, .kind = NAIVE_PLAIN});
    } else if (naive_goes_to_empty(v, p, from, to, &first)) {
        add(list, (struct naive_move){.from = from,
                                      .to = to,
                                      .kind = first && type != &v->types[v->royal] ? NAIVE_FIRST_PUSH
                                                                                   : NAIVE_PLAIN});
    } else if (attacks && type->en_passant && p->passed[to] && v->en_passant[p->side][to]) {
        add(list, (struct naive_move){.from = from, .to = to, .kind = NAIVE_EN_PASSANT});
    }
}

/* Whether the squares from one to the other are empty, apart from the king and the rook. */
static bool is_free(const struct naive_position *p, int from, int to, int king, int rook) {
    for (int square = from < to ? from : to; square <= (from < to ? to : from); square++)
        if (p->board[square] != '.' && square != king && square != rook)
            return false;
    return true;
}

static void add_castling(struct list *list, int wing) {
    const struct naive_position *const p = list->p;
    const int king = find_king(list->v, p, p->side), rook = p->castling_rook[p->side][wing];
    if (rook < 0 || is_king_in_check(list->v, p, p->side))
        return;
    const int end = naive_castled_king(list->v, p->side, wing);
    if (!is_free(p, king, end, king, rook) || !is_free(p, rook, wing ? end + 1 : end - 1, king, rook))
        return;
    struct naive_position way =
        *p; /* a king beside the other one is safe, and its way is free, until it leaves */
    if (list->v->explodes)
        way.board[king] = '.';
    for (int square = king; square != end; square += sign(end - king))
        if (!(list->v->explodes && is_beside(list->v, square, find_king(list->v, p, !p->side))) &&
            (naive_is_attacked(list->v, &way, square, !p->side) ||
             faces_king(list->v, &way, square, p->side)))
            return;
    add(list, (struct naive_move){.from = king, .to = rook, .kind = NAIVE_CASTLING});
}

/* Leaves the captures alone, if there are any. Returns whether there are. */
static bool keep_captures(struct list *list) {
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        const struct naive_move move = list->moves[i];
        if (move.kind == NAIVE_EN_PASSANT || (move.from != move.to && list->p->board[move.to] != '.'))
            list->moves[kept++] = move;
    }
    list->count = kept ? kept : list->count;
    return kept;
}

int naive_legal_moves(const struct naive_variant *v, const struct naive_position *p,
                      struct naive_move moves[NAIVE_MOVES]) {
    struct list list = {v, p, moves, 0};
    bool drops_alone = false;
    if (naive_is_over(v, p))
        return 0;
    if (v->drops)
        list.count = naive_drops(v, p, moves, &drops_alone);
    if (drops_alone)
        return list.count;
    for (int from = 0; from < v->squares; from++)
        for (int to = 0; to < v->squares && is_piece_of(p->board[from], p->side); to++)
            if (from != to)
                add_move(&list, from, to);
    if (v->must_capture && keep_captures(&list))
        return list.count;
    add_castling(&list, 0);
    add_castling(&list, 1);
    if ((v->passes || (v->passes_stuck && list.count == 0)) && !naive_in_check(v, p, p->side)) {
        const int king = find_king(v, p, p->side);
        moves[list.count++] = (struct naive_move){.from = king, .to = king, .kind = NAIVE_PASS};
    }
    return list.count;
}

unsigned long naive_perft(const struct naive_variant *v, const struct naive_position *p, int depth) {
    struct naive_move moves[NAIVE_MOVES];
    const int count = naive_legal_moves(v, p, moves);
    unsigned long nodes = 0;
    if (depth <= 1)
        return (unsigned long)count;
    for (int i = 0; i < count; i++) {
        struct naive_position after = *p;
        naive_make_move(v, &after, moves[i]);
        nodes += naive_perft(v, &after, depth - 1);
    }
    return nodes;
}

/* ---- FEN ---- */

static char *write_square(const struct naive_variant *v, int square, char *out) {
    return out + sprintf(out, "%c%d", 'a' + square % v->files, v->ranks - square / v->files);
}

static char *write_letter(const struct naive_variant *v, char letter, char *out) {
    if (letter == '*') {
        *out++ = letter;
        return out;
    }
    const struct naive_type *const type = &v->types[naive_type_of(v, letter)];
    const char label = v->types[type->plain].label;
    if (label != type->label)
        *out++ = '+';
    *out++ = side_of(letter) ? label : (char)toupper((unsigned char)label);
    return out;
}

/* Leaves room for a blank at the end. */
static char *write_hands(const struct naive_variant *v, const struct naive_position *p, char *out) {
    *out++ = '[';
    for (int side = 0; side < 2; side++)
        for (int type = 0; type < v->type_count; type++)
            for (int i = 0; i < p->hand[side][type]; i++)
                out = write_letter(
                    v, side ? v->types[type].label : (char)toupper((unsigned char)v->types[type].label), out);
    *out++ = ']';
    return out + 1;
}

void naive_write_fen(const struct naive_variant *v, const struct naive_position *p, char fen[NAIVE_FEN]) {
    char *out = fen;
    for (int square = 0, empty = 0; square < v->squares; square++) {
        empty += p->board[square] == '.';
        if (empty && (p->board[square] != '.' || (square + 1) % v->files == 0)) {
            out += sprintf(out, "%d", empty);
            empty = 0;
        }
        if (p->board[square] != '.')
            out = write_letter(v, p->board[square], out);
        if ((square + 1) % v->files == 0)
            *out++ = '/';
    }
    out = v->drops || v->gating ? write_hands(v, p, out - 1) : out;
    out[-1] = ' ';
    *out++ = p->side ? 'b' : 'w';
    *out++ = ' ';
    const char *const castling = out;
    for (int side = 0; side < 2; side++)
        out = naive_write_gates(v, p, side, out);
    for (int pass = 0; pass < p->passes; pass++)
        *out++ = 'p';
    if (out == castling)
        *out++ = '-';
    *out++ = ' ';
    for (int square = 0; square < v->squares; square++)
        if (p->passed[square])
            out = write_square(v, square, out);
    if (p->passer >= 0)
        out = write_square(v, p->passer, out);
    else
        *out++ = '-';
    const bool given = p->halfmoves % 2; /* some programs write the checks given, others those left */
    if (v->checks && !given)
        out += sprintf(out, " %d+%d", p->checks_left[0], p->checks_left[1]);
    out += sprintf(out, " %d %d", p->halfmoves, p->fullmoves);
    if (v->checks && given)
        sprintf(out, " +%d+%d", v->checks - p->checks_left[0], v->checks - p->checks_left[1]);
}
