/* Writes lines of FEN and EPD as collections have them, and damages some. */
#include "support/texts.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kingscan.h"
#include "support/length.h"
#include "support/positions.h"
#include "support/random.h"

void texts_start(text_source *source, uint64_t seed) {
    source->random = seed;
    games_start(&source->games, NULL, seed);
}

static unsigned draw(text_source *source, unsigned limit) {
    return random_below(&source->random, limit);
}

static bool one_in(text_source *source, unsigned n) {
    return draw(source, n) == 0;
}

#define DRAW(source, array) array[draw(source, (unsigned)LENGTH(array))]

/* ---- Valid texts ---- */

size_t real_text(text_source *source, char text[TEXT_MAX]) {
    size_t count;
    const real_position *real = real_positions(&count);
    const char *line = real[draw(source, (unsigned)count)].line;
    return (size_t)snprintf(text, TEXT_MAX, "%s", line);
}

static void play_on(struct games *games) {
    any_move moves[ANY_MOVES_MAX];
    games_next(games, moves, any_legal_moves(&games->position, moves));
}

/* Writes the letters of the position's castling rights, or of some that it may not have. */
static void write_castling(text_source *source, char text[32]) {
    static const char *const wild[] = {"KQkq", "-", "HAha", "kqKQ", "KQ", "q", "Kk", "AHah", "GBgb", "Q"};
    const ks_position *position = &source->games.position.chess;
    char *at = text;
    if (one_in(source, 8)) {
        strcpy(text, DRAW(source, wild));
        return;
    }
    for (unsigned side = KS_WHITE; side <= KS_BLACK; side++)
        for (unsigned wing = KS_KINGSIDE; wing <= KS_QUEENSIDE; wing++)
            if (ks_castling_rook(position, side, wing) != KS_NO_SQUARE)
                *at++ = (char)((unsigned)"Aa"[side] + (ks_castling_rook(position, side, wing) & 7));
    strcpy(at, at == text ? "-" : "");
}

/* Returns mostly one space; sometimes more than any reader looks ahead. */
static const char *blank(text_source *source) {
#define SPACES_16 "                "
#define SPACES_80 SPACES_16 SPACES_16 SPACES_16 SPACES_16 SPACES_16
    static const char *const blanks[] = {"  ", "\t", " \t ", "     ", SPACES_80, SPACES_80 SPACES_80};
    return one_in(source, 30) ? DRAW(source, blanks) : " ";
}

static size_t write_operations(text_source *source, char *text) {
    static const char *const beginnings[] = {"bm e4;", "c0 \"", "; D1 20 ", ";D1 20", "id 1;", "Z", ""};
    size_t length = (size_t)sprintf(text, "%s", DRAW(source, beginnings));
    for (unsigned left = draw(source, one_in(source, 4) ? 300 : 30); left > 0; left--)
        text[length++] = (char)(' ' + draw(source, 95));
    return length;
}

static size_t write_clocks(text_source *source, char *text) {
    static const char *const wild[] = {"0", "7 65535", "65536 1", "00000 000001", "9999 9999", "10000 12345"};
    if (one_in(source, 10))
        return (size_t)sprintf(text, "%s%s", blank(source), DRAW(source, wild));
    return (size_t)sprintf(text, "%s%u%s%u", blank(source), draw(source, 120), blank(source),
                           1 + draw(source, one_in(source, 10) ? 3000 : 150));
}

size_t game_text(text_source *source, char text[TEXT_MAX]) {
    char fen[KS_FEN_SIZE], castling[32];
    play_on(&source->games);
    const ks_position *position = &source->games.position.chess;
    const size_t fen_length = ks_write_x_fen(position, fen);
    if (one_in(source, 3)) {
        memcpy(text, fen, fen_length);
        return fen_length;
    }
    write_castling(source, castling);
    size_t length = (size_t)sprintf(text, "%.*s%s%c%s%s%s%s", (int)strcspn(fen, " "), fen, blank(source),
                                    "wb"[position->side_to_move], blank(source), castling, blank(source),
                                    ks_square_name(position->en_passant));
    if (!one_in(source, 4))
        length += write_clocks(source, text + length);
    length += (size_t)sprintf(text + length, "%s", one_in(source, 4) ? blank(source) : "");
    if (one_in(source, 3)) {
        length += (size_t)sprintf(text + length, "%s", blank(source));
        length += write_operations(source, text + length);
    }
    return length;
}

/* ---- Wrong texts ---- */

/* Mostly bytes that have a meaning in FEN, and some without. */
static char draw_byte(text_source *source) {
    static const char bytes[] =
        "PNBRQKpnbrqkPNBRQKpnbrqk0123456789123456789////  \t\r\n-wbKQkqabcdefgh;#\0\x80\xaf";
    return one_in(source, 5) ? (char)draw(source, 256) : bytes[draw(source, sizeof bytes)];
}

/* A text to damage. */
struct edit {
    text_source *source;
    char *text;
    size_t length;
};

static size_t draw_place(struct edit *e) {
    /* mostly in the first fields */
    return draw(e->source, (unsigned)(e->length > 60 && !one_in(e->source, 4) ? 60 : e->length));
}

static void delete_byte(struct edit *e) {
    const size_t at = draw_place(e);
    memmove(e->text + at, e->text + at + 1, --e->length - at);
}

static void insert_byte_at(struct edit *e, size_t at, char byte) {
    if (e->length == TEXT_MAX)
        return;
    memmove(e->text + at + 1, e->text + at, e->length++ - at);
    e->text[at] = byte;
}

static void insert_byte(struct edit *e) {
    insert_byte_at(e, draw_place(e), draw_byte(e->source));
}

static void substitute_byte(struct edit *e) {
    e->text[draw_place(e)] = draw_byte(e->source);
}

/* Puts another piece or digit of the same kind in its place. */
static void flip_case(struct edit *e) {
    e->text[draw_place(e)] ^= 0x20;
}

static void set_top_bit(struct edit *e) {
    e->text[draw_place(e)] ^= (char)0x80;
}

static void swap_bytes(struct edit *e) {
    const size_t a = draw_place(e), b = draw_place(e);
    const char byte = e->text[a];
    e->text[a] = e->text[b];
    e->text[b] = byte;
}

/* Keeps the number of squares: 5 becomes 23, or 4P, or 1P1P1. */
static void split_digit(struct edit *e) {
    const size_t at = draw_place(e);
    const int digit = e->text[at] - '0';
    if (digit < 2 || digit > 9)
        return;
    const int first = 1 + (int)draw(e->source, (unsigned)digit - 1);
    e->text[at] = (char)('0' + first);
    insert_byte_at(e, at + 1, digit - first == 1 && one_in(e->source, 2) ? 'P' : (char)('0' + digit - first));
}

/* Moves a slash, mostly not far: rows of wrong lengths, but 64 squares and eight rows in all. */
static void move_slash(struct edit *e) {
    const size_t at = draw_place(e);
    const char *slash = memchr(e->text + at, '/', e->length - at);
    if (!slash)
        return;
    const size_t from = (size_t)(slash - e->text), nearby = from >= 4 ? from - 4 + draw(e->source, 8) : 0;
    const size_t to = one_in(e->source, 3) ? draw_place(e) : nearby < e->length ? nearby : 0;
    memmove(e->text + from, e->text + from + 1, --e->length - from);
    insert_byte_at(e, to > e->length ? e->length : to, '/');
}

/* Moves the rows in front of a slash to the end. */
static void rotate_rows(struct edit *e) {
    char copy[TEXT_MAX];
    const char *blank = memchr(e->text, ' ', e->length);
    const size_t end = blank ? (size_t)(blank - e->text) : e->length, from = draw_place(e);
    const char *slash = memchr(e->text + from, '/', e->length - from);
    if (!slash || slash > e->text + end)
        return;
    const size_t front = (size_t)(slash - e->text), back = end - front - 1;
    memcpy(copy, e->text, end);
    memcpy(e->text, copy + front + 1, back);
    e->text[back] = '/';
    memcpy(e->text + back + 1, copy, front);
}

static void repeat_stretch(struct edit *e) {
    const size_t at = draw_place(e);
    size_t length = 1 + draw(e->source, 20);
    if (length > e->length - at)
        length = e->length - at;
    if (e->length + length > TEXT_MAX)
        return;
    memmove(e->text + at + length, e->text + at, e->length - at);
    e->length += length;
}

static void cut_short(struct edit *e) {
    e->length = 1 + draw(e->source, (unsigned)e->length);
}

static void append_bytes(struct edit *e) {
    for (unsigned left = 1 + draw(e->source, 4); left > 0; left--)
        insert_byte_at(e, e->length, draw_byte(e->source));
}

static void (*const edits[])(struct edit *) = {
    delete_byte,     delete_byte, insert_byte,    insert_byte, substitute_byte, substitute_byte,
    substitute_byte, flip_case,   set_top_bit,    swap_bytes,  split_digit,     move_slash,
    move_slash,      rotate_rows, repeat_stretch, cut_short,   append_bytes,
};

size_t mutated_text(text_source *source, char text[TEXT_MAX]) {
    struct edit e = {source, text, one_in(source, 2) ? real_text(source, text) : game_text(source, text)};
    for (unsigned left = 1 + draw(source, 3); left > 0 && e.length > 1; left--)
        DRAW(source, edits)(&e);
    return e.length;
}

size_t random_text(text_source *source, char text[TEXT_MAX]) {
    const size_t length = draw(source, one_in(source, 8) ? 400 : 90);
    const int any = one_in(source, 4);
    for (size_t i = 0; i < length; i++)
        text[i] = any ? (char)draw(source, 256) : draw_byte(source);
    return length;
}

size_t any_text(text_source *source, char text[TEXT_MAX]) {
    static text_writer *const writers[] = {real_text,    real_text,    game_text,  game_text,
                                           mutated_text, mutated_text, random_text};
    return DRAW(source, writers)(source, text);
}
