/* Reads, replays and writes "FEN moves e2e4 e7e5 ...". */
#include "cli/shared/positions/replay.h"

#include <stdio.h>
#include <string.h>

#include "cli/shared/words.h"

/* ---- Reading ---- */

int replay_read_moves(const char *text, size_t length, size_t at, struct replay *replay,
                      struct any_position *end, ks_error *error) {
    struct words words = {text, length, at};
    for (struct word word; (word = next_word(&words)).length > 0; replay->count++) {
        const size_t offset = (size_t)(word.text - text);
        if (replay->count == REPLAY_MOVES) {
            *error = (ks_error){.code = KS_ERROR_TRAILING_TEXT, .offset = offset};
            snprintf(error->message, sizeof error->message, "there are more than %d moves", REPLAY_MOVES);
            return error->code;
        }
        any_move *move = &replay->moves[replay->count];
        const int code = any_explain_move(end, word.text, word.length, move, error);
        if (code != KS_OK) {
            error->offset += offset;
            return code;
        }
        any_make_move(end, *move);
    }
    return KS_OK;
}

/* The offset of the word "moves" behind the fields of a FEN, or `length` when it isn't there. Only the fifth
 * to seventh words are looked at, since an operation of EPD may have any name. */
static size_t find_moves(const char *text, size_t length) {
    struct words words = {text, length, 0};
    for (unsigned field = 1; field <= 7; field++) {
        const struct word word = next_word(&words);
        if (field > 4 && word_is(word, "moves"))
            return (size_t)(word.text - text);
    }
    return length;
}

int replay_read(const ks_variant *variant, const char *text, size_t length, struct replay *replay,
                ks_error *error) {
    const size_t fen = find_moves(text, length);
    const int code = any_read_fen(variant, text, fen, 0, &replay->start, error);
    replay->count = 0;
    if (code != KS_OK || fen == length)
        return code;
    struct any_position end = replay->start;
    return replay_read_moves(text, length, fen + strlen("moves"), replay, &end, error);
}

/* ---- Using ---- */

struct any_position replay_end(const struct replay *replay) {
    struct any_position position = replay->start;
    for (unsigned i = 0; i < replay->count; i++)
        any_make_move(&position, replay->moves[i]);
    return position;
}

/* ---- Writing ---- */

void replay_write_moves(const struct replay *replay, unsigned notation, char text[REPLAY_SIZE]) {
    struct any_position position = replay->start;
    for (unsigned i = 0; i < replay->count; i++) {
        if (i > 0)
            *text++ = ' ';
        text += any_write_uci(&position, replay->moves[i], notation, text);
        any_make_move(&position, replay->moves[i]);
    }
    *text = '\0';
}

void replay_write(const struct replay *replay, unsigned notation, char text[REPLAY_SIZE]) {
    text += any_write_fen(&replay->start, text);
    if (replay->count > 0)
        replay_write_moves(replay, notation, stpcpy(text, " moves "));
}
