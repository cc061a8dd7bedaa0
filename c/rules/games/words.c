/* Words that are moves, and the moves played. */
#include <string.h>

#include "core/text/error.h"
#include "rules/games/letters.h"
#include "rules/games/reader.h"
#include "rules/position.h"

/* ---- Playing ---- */

void ks_catch_up(struct pgn_line *line) {
    struct level *const level = current_level(line);
    if (line->made == line->given)
        return;
    for (; line->made < line->given; line->made++)
        ks_make_move(&level->now.chess, line->played[line->made].move, &level->before.undo);
    level->moved = true;
}

static bool give_move(struct ks_pgn *pgn, const ks_pgn_item *move) {
    pgn->item = *move;
    pgn->item.depth = (uint8_t)pgn->line.depth;
    pgn->item.number = pgn->number;
    pgn->number = 0;
    return true;
}

/* Makes an illegal move the item, and skips the moves after it. */
static bool refuse(struct ks_pgn *pgn, const ks_error *error, const ks_pgn_item *move) {
    pgn->skipping = true;
    return ks_give_error(pgn, error, (size_t)(move->text - pgn->window.text), move->length);
}

static int play(struct ks_pgn *pgn, ks_pgn_item *move, ks_error *error) {
    struct level *const level = current_level(&pgn->line);
    union station after;
    int code;
    if (pgn->line.variant) {
        after.variant = level->now.variant;
        code = pgn->rules->play(pgn->line.variant, &after.variant, move, error);
    } else {
        code =
            pgn->rules->explain(current_position(&pgn->line), move->text, move->length, &move->move, error);
        if (code == KS_OK) {
            ks_after_move(&level->now.chess, move->move, &after.chess);
            move->checkers = checkers_of(&after.chess);
        }
    }
    if (code != KS_OK)
        return code;
    level->before = level->now;
    level->now = after;
    level->moved = true;
    forget_played(&pgn->line);
    return KS_OK;
}

bool ks_play_ahead(struct ks_pgn *pgn, const uint32_t *words, size_t count) {
    struct pgn_line *const line = &pgn->line;
    enum { AT_ONCE = PLAYED_AT_ONCE }; /* more would be in vain when the rest of a game is skipped */
    if (line->variant || !line->player)
        return false;
    if (line->played_ahead > PLAYED_MAX - AT_ONCE || !line->quick_started) {
        const ks_position *const position = current_position(line);
        if (!line->quick_started)
            line->player->start(&line->quick, position);
        forget_played(line);
        line->quick_started = true;
    }
    line->first_ahead = line->played_ahead;
    line->played_ahead += line->player->play(
        &line->quick, &pgn->by, pgn->window.text, words, (unsigned)(count < AT_ONCE ? count : AT_ONCE),
        line->played + line->played_ahead, line->checkers + line->played_ahead);
    return line->played_ahead > line->given;
}

static bool play_or_refuse(struct ks_pgn *pgn, ks_pgn_item *move) {
    ks_error error;
    return play(pgn, move, &error) == KS_OK ? give_move(pgn, move) : refuse(pgn, &error, move);
}

/* Some variants have moves that are written as null moves. */
static bool pass(struct ks_pgn *pgn, ks_pgn_item *move) {
    struct level *const level = current_level(&pgn->line);
    const bool allowed = pgn->flags & KS_PGN_NULL_MOVES;
    ks_error error;
    if (pgn->line.variant)
        return play_or_refuse(pgn, move);
    if (!allowed || checkers_of(current_position(&pgn->line))) {
        ks_fail(&error, KS_ERROR_PGN_NULL_MOVE, 0, "a null move is %s",
                allowed ? "impossible in check" : "no legal move");
        return refuse(pgn, &error, move);
    }
    level->before = level->now;
    level->moved = true;
    forget_played(&pgn->line);
    ks_after_null_move(&level->before.chess, &level->now.chess);
    move->kind = KS_PGN_NULL_MOVE;
    return give_move(pgn, move);
}

/* ---- Words ---- */

static bool is_en_passant_remark(const char *text) {
    return memcmp(text, "e.p.", 4) == 0 && !is_in_word(text[4]);
}

/* Returns the length of the word at `at`, with "e.p." when that follows at once; more than KS_PGN_WORD_MAX
 * when it is longer than moves are. */
static size_t word_length(const struct window *w) {
    const char *const text = w->text + w->at;
    size_t length = 0;
    while (length <= KS_PGN_WORD_MAX && is_in_word(text[length]))
        length++;
    return length > 0 && is_en_passant_remark(text + length - 1) ? length + 3 : length;
}

static bool refuse_long_word(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    const ks_pgn_item word = {.text = w->text + w->at, .length = KS_PGN_WORD_MAX};
    const bool shown = shows(pgn);
    ks_error error;
    if (shown) {
        ks_fail(&error, KS_ERROR_MOVE_TEXT, 0, "expected a move, found a word of more than %d bytes",
                KS_PGN_WORD_MAX);
        refuse(pgn, &error, &word);
    }
    for (; is_in_word(window_peek(w, 0)); window_need(w, 8))
        w->at++;
    return shown;
}

bool ks_read_move_word(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    const uint32_t here = (uint32_t)w->at;
    if (shows(pgn) && ks_play_ahead(pgn, &here, 1)) {
        give_played(pgn, here);
        return true;
    }
    const size_t length = word_length(w);
    ks_pgn_item move = {.text = w->text + w->at, .length = (uint32_t)length, .kind = KS_PGN_MOVE};
    if (length > KS_PGN_WORD_MAX)
        return refuse_long_word(pgn);
    w->at += length;
    if (!shows(pgn) || is_en_passant_remark(move.text))
        return false;
    const bool passes = length == 2 && memcmp(move.text, "Z0", 2) == 0;
    return passes ? pass(pgn, &move) : play_or_refuse(pgn, &move);
}

bool ks_read_dashes(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    ks_pgn_item move = {.text = w->text + w->at, .length = 2};
    const bool passes = memcmp(move.text, "--", 2) == 0 && !is_in_word(move.text[2]);
    for (; is_dash(window_peek(w, 0)); window_need(w, 8))
        w->at++;
    return passes && shows(pgn) && pass(pgn, &move);
}
