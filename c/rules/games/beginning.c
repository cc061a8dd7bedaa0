/* The text between two games, the tags of a game, and the position that it begins with. */
#include <string.h>

#include "core/text/error.h"
#include "rules/games/letters.h"
#include "rules/games/reader.h"

/* ---- Between two games ---- */

size_t ks_read_result(const char *text, enum ks_outcome *result) {
    static const struct {
        char text[8];
        size_t length;
        enum ks_outcome result;
    } results[] = {{"1-0", 3, KS_WHITE_WINS},
                   {"0-1", 3, KS_BLACK_WINS},
                   {"1/2-1/2", 7, KS_DRAWN},
                   {"1/2", 3, KS_DRAWN},
                   {"*", 1, KS_UNDECIDED}};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (*text == *results[i].text && strncmp(text, results[i].text, results[i].length) == 0 &&
            !is_in_word(text[results[i].length])) {
            *result = results[i].result;
            return results[i].length;
        }
    return 0;
}

static void skip_comment(struct ks_pgn *pgn, enum comment comment) {
    ks_begin_comment(pgn, comment, false, 1);
    while (pgn->comment != NO_COMMENT)
        ks_read_comment(pgn);
}

/* Skips one thing that is no part of a game. Returns false when a game begins at `at`. */
static bool skip_between_games(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    const char c = window_peek(w, 0);
    enum ks_outcome result;
    const size_t skipped = mark_at(w) + ks_read_result(w->text + w->at, &result);
    if (skipped > 0)
        w->at += skipped;
    else if (c == '{')
        skip_comment(pgn, IN_BRACES);
    else if (c == ';' || (c == '%' && line_begins(w)))
        skip_comment(pgn, AFTER_SEMICOLON);
    else if (c == '$') /* and its number */
        for (w->at++; is_digit(window_peek(w, 0)); w->at++)
            window_need(w, 2);
    else if (begins_word(c) || is_digit(c) || c == '[')
        return false;
    else
        w->at++;
    return true;
}

bool ks_find_game(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    do
        window_need(w, TOKEN_READABLE);
    while (w->at < w->end && skip_between_games(pgn));
    return w->at < w->end;
}

/* ---- Tags ---- */

/* Returns whether the tag that has been read last has a namesake before it. */
static bool last_tag_is_double(const struct tags *tags) {
    const ks_pgn_tag *const last = &tags->all[tags->count - 1];
    return ks_find_tag(tags, last->name) != last;
}

static void report_tag(struct ks_pgn *pgn, const struct tag_reading *reading) {
    struct window *const w = &pgn->window;
    const char *const tag = w->text + w->at, *const line_end = memchr(tag, '\n', w->end - w->at);
    const size_t length = length_without_cr(tag, line_end ? (size_t)(line_end - tag) : w->end - w->at);
    const size_t failed = reading->failed_at - w->at;
    ks_error error;
    if (!reading->expected)
        ks_fail(&error, KS_ERROR_PGN_TAG, 0, "the tags of a game may be %d in number and %d bytes long",
                KS_PGN_TAGS_MAX, KS_PGN_TAGS_SIZE);
    else if (failed >= length)
        ks_fail(&error, KS_ERROR_PGN_TAG, failed, "expected %s, found the end of the line",
                reading->expected);
    else
        ks_unexpected(&error, KS_ERROR_PGN_TAG, tag, length, failed, reading->expected);
    ks_keep_error(pgn, &error, ks_window_place(w, w->at), tag, length);
}

/* Reads a tag. Returns false when it is the first one of the next game. */
static bool read_tag(struct ks_pgn *pgn, bool after_blank_line) {
    struct window *const w = &pgn->window;
    struct tags *const tags = &pgn->tags;
    struct tag_reading reading;
    ks_read_kept_tags(tags);
    window_need(w, TAG_READABLE);
    const size_t at = w->at;
    if (!ks_read_tag(tags, w, &reading)) {
        report_tag(pgn, &reading);
        skip_comment(pgn, AFTER_SEMICOLON);
        return true;
    }
    const char *const name = tags->all[tags->count - 1].name;
    if (after_blank_line && last_tag_is_double(tags)) {
        w->at = at;
        tags->count--;
        return false;
    }
    if (*name == 'F' && strcmp(name, "FEN") == 0 && !last_tag_is_double(tags))
        pgn->fen_place = ks_window_place(w, reading.value_at);
    if (*name == 'V' && strcmp(name, "Variant") == 0 && !last_tag_is_double(tags))
        pgn->variant_place = ks_window_place(w, reading.value_at);
    return true;
}

/* Reads tags, and skips blanks and escaped lines among them. */
static void read_tags(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    unsigned line_feeds = pgn->skip_tags && ks_keep_plain_tags(&pgn->tags, w, pgn->skip_tags);
    for (;; window_need(w, 8)) {
        const char c = window_peek(w, 0);
        if (w->at == w->end)
            return;
        if (c == '[') {
            if (!read_tag(pgn, line_feeds > 1)) {
                pgn->stage = AFTER_GAME;
                return;
            }
            line_feeds = 0;
        } else if (c == ';' || (c == '%' && line_begins(w))) {
            skip_comment(pgn, AFTER_SEMICOLON);
            line_feeds = 0;
        } else if ((unsigned char)c <= ' ' || mark_at(w) > 0) {
            line_feeds += c == '\n';
            w->at += (unsigned char)c <= ' ' ? 1 : mark_at(w);
        } else {
            return;
        }
    }
}

/* ---- The first position ---- */

static void refuse_start(struct ks_pgn *pgn, const ks_error *error, ks_pgn_place place, const char *text) {
    ks_keep_error(pgn, error, place, text, strlen(text));
    pgn->line.playable = false;
    pgn->skipping = true;
}

/* A tag that is kept as it is written is neither of the two. */
static void set_up(struct ks_pgn *pgn) {
    const ks_pgn_tag *const fen = ks_find_tag(&pgn->tags, "FEN"), *const variant =
                                                                      ks_find_tag(&pgn->tags, "Variant");
    union station *const now = &pgn->line.levels[0].now;
    ks_error error = {KS_OK, 0, ""};
    if (variant && pgn->rules->find(pgn->variants, variant->value, &pgn->line.variant, &error) != KS_OK)
        refuse_start(pgn, &error, pgn->variant_place, variant->value);
    else if (pgn->line.variant)
        pgn->rules->start(pgn->line.variant, fen ? fen->value : NULL, &now->variant, &error);
    else if (fen)
        error.code = ks_read_fen(fen->value, strlen(fen->value), 0, &now->chess, &error);
    else
        now->chess = pgn->start;
    if (error.code != KS_OK && pgn->line.playable)
        refuse_start(pgn, &error, pgn->fen_place, fen->value);
}

void ks_begin_game(struct ks_pgn *pgn) {
    ks_window_mark(&pgn->window);
    pgn->stage = AMONG_MOVES;
    pgn->where = AT_BEGINNING;
    pgn->result = KS_UNDECIDED;
    pgn->tags.count = pgn->tags.used = pgn->tags.as_written_length = 0;
    pgn->number = pgn->hidden = 0;
    pgn->skipping = false;
    pgn->first.error.code = KS_OK;
    pgn->waiting_count = pgn->waiting_given = 0;
    pgn->line.variant = NULL;
    pgn->line.playable = true;
    pgn->line.levels[0].moved = false;
    leave_variation(&pgn->line, 0);
    read_tags(pgn);
    set_up(pgn);
}
