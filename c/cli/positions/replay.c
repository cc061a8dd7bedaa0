/* Reads, replays and writes "FEN moves e2e4 e7e5 ...". */
#include "cli/positions/replay.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/text.h"
#include "cli/positions/epd_parts.h"
#include "core/text/characters.h"
#include "core/text/error.h"

/* ---- Reading ---- */

/* Adds a move to a replay. Returns false when that is full. */
static bool add_move(struct replay *replay, any_move move) {
    if (replay->count == REPLAY_MOVES)
        return false;
    replay->moves[replay->count++] = move;
    return true;
}

/* What is kept of the moves that are read; each may be NULL. */
struct kept {
    struct replay *replay;
    struct history *history;
};

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
        any_make_move(end, move);
        if (kept.history)
            history_add(kept.history, end);
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
    find_epd_parts(text, length, &parts);
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
    if (history)
        history_start(history, position);
    return replay_make_moves(text, end_of_moves(text, length, moves), moves, position, history, error);
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
