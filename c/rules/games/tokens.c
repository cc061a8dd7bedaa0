/* The exact reader: it reads what stands among the moves one token after the other. It has the last word on
 * what a text means. */
#include "core/text/error.h"
#include "rules/games/letters.h"
#include "rules/games/reader.h"

/* ---- The end of a game ---- */

/* Ends the game at `at`. Returns whether there is an item: a variation may lack its end. */
static bool end_game(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    const bool open = pgn->hidden + pgn->line.depth > 0;
    const bool silent = pgn->skipping && pgn->line.depth == 0;
    ks_error error;
    pgn->stage = AFTER_GAME;
    if (pgn->line.depth > 0)
        leave_variation(&pgn->line, 0);
    if (!open || silent)
        return false;
    ks_fail(&error, KS_ERROR_PGN_VARIATION, 0, "expected ) before the end of the game");
    return ks_give_error(pgn, &error, w->at, 0);
}

static bool end_text(struct ks_pgn *pgn) {
    ks_error error;
    if (!pgn->window.failed)
        return end_game(pgn);
    pgn->stage = AFTER_GAME;
    ks_fail(&error, KS_ERROR_PGN_SOURCE, 0, "the text cannot be read on");
    return ks_give_error(pgn, &error, pgn->window.at, 0);
}

/* Results of variations do not count. */
static bool end_by_result(struct ks_pgn *pgn, size_t length, enum ks_outcome result) {
    pgn->window.at += length;
    if (pgn->hidden + pgn->line.depth > 0)
        return false;
    pgn->result = result;
    return end_game(pgn);
}

/* ---- Numbers ---- */

uint32_t ks_read_digits(struct window *w) {
    uint64_t number = 0;
    for (; is_digit(window_peek(w, 0)) && w->at < w->end; window_need(w, 8)) {
        number = 10 * number + (uint64_t)(window_peek(w, 0) - '0');
        number = number < UINT32_MAX ? number : UINT32_MAX;
        w->at++;
    }
    return (uint32_t)number;
}

/* A word that begins with a digit: a result, castling, or a move number. */
static bool read_number(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    const char *const text = w->text + w->at;
    enum ks_outcome result;
    const size_t length = ks_read_result(text, &result);
    if (length > 0)
        return end_by_result(pgn, length, result);
    if (strncmp(text, "0-0", 3) == 0)
        return ks_read_move_word(pgn);
    const uint32_t number = ks_read_digits(w);
    if (pgn->flags & KS_PGN_NUMBERS)
        pgn->number = number;
    return false;
}

/* A dollar sign that no number follows stands for nothing. */
static bool read_nag(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    w->at++;
    if (!is_digit(window_peek(w, 0)))
        return false;
    const size_t begin = w->at - 1;
    const uint32_t number = ks_read_digits(w);
    pgn->item = (ks_pgn_item){.text = w->text + begin,
                              .length = (uint32_t)(w->at - begin),
                              .number = number,
                              .kind = KS_PGN_NAG,
                              .depth = (uint8_t)pgn->line.depth};
    return shows(pgn) && pgn->flags & KS_PGN_COMMENTS;
}

/* ---- Variations ---- */

static bool give_parenthesis(struct ks_pgn *pgn, enum ks_pgn_kind kind, unsigned depth) {
    pgn->item = (ks_pgn_item){.text = pgn->window.text + pgn->window.at - 1,
                              .length = 1,
                              .kind = (uint8_t)kind,
                              .depth = (uint8_t)depth};
    return true;
}

static bool begin_variation(struct ks_pgn *pgn) {
    const bool shown = shows(pgn) && pgn->flags & KS_PGN_VARIATIONS;
    ks_error error;
    pgn->window.at++;
    if (shown && enter_variation(&pgn->line))
        return give_parenthesis(pgn, KS_PGN_BEGIN, pgn->line.depth);
    pgn->hidden++;
    if (!shown)
        return false;
    ks_fail(&error, KS_ERROR_PGN_VARIATION, 0, "%s",
            pgn->line.depth == KS_PGN_DEPTH_MAX ? "variations are too deep" : "expected a move before (");
    return ks_give_error(pgn, &error, pgn->window.at - 1, 1);
}

static bool end_variation(struct ks_pgn *pgn) {
    ks_error error;
    pgn->window.at++;
    if (pgn->hidden > 0) {
        pgn->hidden--;
        return false;
    }
    if (pgn->line.depth > 0) {
        pgn->skipping = false;
        leave_variation(&pgn->line, pgn->line.depth - 1);
        return give_parenthesis(pgn, KS_PGN_END, pgn->line.depth + 1);
    }
    if (!shows(pgn))
        return false;
    ks_fail(&error, KS_ERROR_PGN_VARIATION, 0, "found ) without (");
    return ks_give_error(pgn, &error, pgn->window.at - 1, 1);
}

/* ---- All ---- */

static bool refuse_brace(struct ks_pgn *pgn) {
    ks_error error;
    pgn->window.at++;
    if (!shows(pgn))
        return false;
    ks_fail(&error, KS_ERROR_PGN_COMMENT, 0, "found } without {");
    return ks_give_error(pgn, &error, pgn->window.at - 1, 1);
}

/* Returns whether the bracket at `at` begins the next game. */
static bool tag_begins(const struct window *w) {
    size_t name = 1;
    while (is_blank(window_peek(w, name)) && name < KS_PGN_WORD_MAX)
        name++;
    return line_begins(w) && ks_is_tag_name_character(window_peek(w, name));
}

/* Skips a character that means nothing. */
static bool skip(struct ks_pgn *pgn) {
    const size_t mark = mark_at(&pgn->window);
    pgn->window.at += mark > 0 ? mark : 1;
    return false;
}

bool ks_read_token(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    if (pgn->comment != NO_COMMENT)
        return ks_read_comment(pgn);
    window_need(w, TOKEN_READABLE);
    if (w->at == w->end)
        return end_text(pgn);
    const char c = window_peek(w, 0);
    const bool wanted = shows(pgn) && pgn->flags & KS_PGN_COMMENTS;
    enum ks_outcome result;
    if ((begins_word(c) && mark_at(w) == 0))
        return ks_read_move_word(pgn);
    if (is_digit(c))
        return read_number(pgn);
    switch (c) {
    case '{':
        ks_begin_comment(pgn, IN_BRACES, wanted, 1);
        return false;
    case '}':
        return refuse_brace(pgn);
    case ';':
        ks_begin_comment(pgn, AFTER_SEMICOLON, wanted, 1);
        return false;
    case '%':
        if (line_begins(w))
            ks_begin_comment(pgn, AFTER_SEMICOLON, false, 1);
        else
            w->at++;
        return false;
    case '(':
        return begin_variation(pgn);
    case ')':
        return end_variation(pgn);
    case '[':
        return tag_begins(w) ? end_game(pgn) : skip(pgn);
    case '$':
        return read_nag(pgn);
    case '*':
        return ks_read_result(w->text + w->at, &result) > 0 ? end_by_result(pgn, 1, result) : skip(pgn);
    case '-':
    case '=':
        return ks_read_dashes(pgn);
    default:
        return skip(pgn);
    }
}
