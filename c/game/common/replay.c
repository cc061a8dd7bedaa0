/* Reads and writes what UCI calls a position. A game is kept as the keys of its positions. */
#include "game/common/replay.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen/epd.h"
#include "core/text/characters.h"
#include "core/text/error.h"
#include "core/text/growing.h"
#include "game/common/text.h"

/* ==== History ==== */

/* A game is kept as the keys of its positions. */

bool history_start(struct history *history, const struct any_position *first) {
    history->count = 0;
    return history_add(history, first);
}

bool history_add(struct history *history, const struct any_position *next) {
    uint64_t *const keys = grown(history->keys, history->count, 1, &history->room, sizeof *keys);
    if (!keys)
        return false;
    history->keys = keys;
    history->keys[history->count++] = any_key(next);
    return true;
}

void history_free(struct history *history) {
    free(history->keys);
    *history = (struct history){0};
}

enum ks_draw history_find_draw(const struct history *history, const struct any_position *last,
                               enum ks_verdict verdict) {
    return any_find_draw(last, verdict, history->keys, history->count);
}

/* ==== Replays ==== */

/* Reads, replays and writes "FEN moves e2e4 e7e5 ...". */

/* ---- Reading ---- */

/* Adds a move to a replay. Returns false when that is full. */
static bool add_move(struct replay *replay, any_move move) {
    if (replay->count == REPLAY_MOVES)
        return false;
    replay->moves[replay->count++] = move;
    return true;
}

/* Facts to keep of the moves that are read; each may be NULL. */
struct kept {
    struct replay *replay;
    struct history *history;
    struct buffer *san;
    any_move *last;
};

static void add_san(struct buffer *san, const struct any_position *before, any_move move) {
    char text[ANY_SAN_SIZE];
    add_string(san, san->used > 0 ? " " : "");
    add_bytes(san, text, any_write_san(before, move, text));
}

static int lacks_memory(ks_error *error, size_t offset) {
    return ks_fail(error, KS_ERROR_MEMORY, offset, "not enough memory for a game");
}

/* Makes the moves in the text from `at` on. */
static int read_moves(const char *text, size_t length, size_t at, struct kept kept, struct any_position *end,
                      ks_error *error) {
    struct words words = {text, length, at};
    for (struct word word; (word = next_word(&words)).length > 0;) {
        const size_t offset = (size_t)(word.text - text);
        any_move move;
        const int code = any_explain_move(end, word.text, word.length, &move, error);
        if (code != KS_OK) {
            error->offset += offset;
            return code;
        }
        if (kept.replay && !add_move(kept.replay, move)) {
            *error = (ks_error){.code = KS_ERROR_TRAILING_TEXT, .offset = offset};
            snprintf(error->message, sizeof error->message, "there are more than %d moves", REPLAY_MOVES);
            return error->code;
        }
        if (kept.last)
            *kept.last = move;
        if (kept.san)
            add_san(kept.san, end, move);
        any_make_move(end, move);
        if (kept.history && !history_add(kept.history, end))
            return lacks_memory(error, offset);
    }
    return KS_OK;
}

int replay_make_moves(const char *text, size_t length, size_t at, struct any_position *position,
                      struct history *history, ks_error *error) {
    return read_moves(text, length, at, (struct kept){.history = history}, position, error);
}

bool replay_has_moves(const char *text, size_t length, size_t at) {
    struct words words = {text, length, at};
    return word_is(next_word(&words), "moves");
}

bool replay_is_start(const char *text, size_t length) {
    static const char start[] = "startpos";
    enum { LENGTH = sizeof start - 1 };
    for (; length > 0 && is_blank(*text); length--)
        text++;
    return length >= LENGTH && memcmp(text, start, LENGTH) == 0 &&
           (length == LENGTH || is_blank(text[LENGTH]));
}

size_t replay_find_stray(const char *text, size_t length) {
    struct epd_parts parts;
    if (replay_is_start(text, length))
        return length; /* the reader knows what may follow */
    ks_find_epd_parts(text, length, &parts);
    const size_t at = parts.operations.begin, left = parts.operations.length;
    return left == 0 || text[at] == ';' || text[at + left - 1] == ';' || replay_has_moves(text, length, at)
               ? length
               : at;
}

/* Reads "startpos" and "moves" or nothing after it, as read_start does. */
static int read_startpos(const ks_variant *variant, const char *text, size_t length,
                         struct any_position *start, size_t *moves, ks_error *error) {
    struct words words = {text, length, 0};
    next_word(&words);
    const struct word word = next_word(&words);
    const size_t offset = (size_t)(word.text - text);
    *start = any_start(variant);
    *moves = words.at;
    return word.length == 0 || word_is(word, "moves")
               ? KS_OK
               : ks_unexpected(error, KS_ERROR_TRAILING_TEXT, text, length, offset,
                               "'moves' after 'startpos', or the end of the position");
}

/* Reads the FEN, or "startpos". *moves: the offset after the word "moves" that follows, or the text's length.
 * The reader of FEN says where that word stands: it may be an operand of EPD elsewhere. */
static int read_start(const ks_variant *variant, const char *text, size_t length, ks_fen_flags flags,
                      struct any_position *start, size_t *moves, ks_error *error) {
    if (replay_is_start(text, length))
        return read_startpos(variant, text, length, start, moves, error);
    const int code = any_read_fen(variant, text, length, flags, start, error);
    *moves = length;
    if (code != KS_ERROR_TRAILING_TEXT || !replay_has_moves(text, length, error->offset))
        return code;
    const size_t fen_length = error->offset;
    *moves = fen_length + strlen("moves");
    return any_read_fen(variant, text, fen_length, flags, start, error);
}

/* As an operation of EPD, moves end at a semicolon. */
static size_t end_of_moves(const char *text, size_t length, size_t moves) {
    const char *const semicolon = memchr(text + moves, ';', length - moves);
    return semicolon ? (size_t)(semicolon - text) : length;
}

int replay_read(const ks_variant *variant, const char *text, size_t length, ks_fen_flags flags,
                struct replay *replay, ks_error *error) {
    size_t moves;
    length = length_without_line_end(text, length);
    const int code = read_start(variant, text, length, flags, &replay->start, &moves, error);
    replay->count = 0;
    if (code != KS_OK)
        return code;
    struct any_position end = replay->start;
    return read_moves(text, end_of_moves(text, length, moves), moves, (struct kept){.replay = replay}, &end,
                      error);
}

int replay_read_end(const ks_variant *variant, const char *text, size_t length, ks_fen_flags flags,
                    struct any_position *position, struct history *history, ks_error *error) {
    size_t moves;
    length = length_without_line_end(text, length);
    const int code = read_start(variant, text, length, flags, position, &moves, error);
    if (code != KS_OK)
        return code;
    if (history && !history_start(history, position))
        return lacks_memory(error, 0);
    return replay_make_moves(text, end_of_moves(text, length, moves), moves, position, history, error);
}

/* Reads the start of a text, then the moves, and keeps something of each. */
static int read_and_keep(const ks_variant *variant, const char *text, size_t length, ks_fen_flags flags,
                         struct any_position *position, struct kept kept, ks_error *error) {
    size_t moves;
    length = length_without_line_end(text, length);
    const int code = read_start(variant, text, length, flags, position, &moves, error);
    return code == KS_OK ? read_moves(text, end_of_moves(text, length, moves), moves, kept, position, error)
                         : code;
}

int replay_read_last(const ks_variant *variant, const char *text, size_t length, ks_fen_flags flags,
                     struct any_position *position, any_move *last, ks_error *error) {
    *last = KS_NO_MOVE;
    return read_and_keep(variant, text, length, flags, position, (struct kept){.last = last}, error);
}

int replay_add_san(const ks_variant *variant, const char *text, size_t length, ks_fen_flags flags,
                   struct buffer *san, ks_error *error) {
    struct any_position position;
    return read_and_keep(variant, text, length, flags, &position, (struct kept){.san = san}, error);
}

/* ---- Using ---- */

struct any_position replay_end(const struct replay *replay) {
    struct any_position position = replay->start;
    for (unsigned i = 0; i < replay->count; i++)
        any_make_move(&position, replay->moves[i]);
    return position;
}

/* ---- Writing ---- */

static void write_moves(const struct replay *replay, unsigned notation, char *text) {
    struct any_position position = replay->start;
    for (unsigned i = 0; i < replay->count; i++) {
        if (i > 0)
            *text++ = ' ';
        text += any_write_uci(&position, replay->moves[i], notation, text);
        any_make_move(&position, replay->moves[i]);
    }
    *text = '\0';
}

void replay_write_moves(const struct replay *replay, unsigned notation, char text[REPLAY_SIZE]) {
    write_moves(replay, notation, text);
}

void replay_write(const struct replay *replay, unsigned notation, char text[REPLAY_SIZE]) {
    text += any_write_fen(&replay->start, text);
    if (replay->count > 0)
        write_moves(replay, notation, stpcpy(text, " moves "));
}
