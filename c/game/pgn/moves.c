/* Reads exactly all that stands among the moves of a game: tokens, and words that are moves, which it
 * plays. */

#include <string.h>

#include "core/text/characters.h"
#include "core/text/error.h"
#include "game/explain/move_text.h"
#include "game/pgn/open.h"
#include "game/pgn/reader.h"
#include "game/pgn/window.h"
#include "rules/position.h"
#include "variant/definition/definition.h"

/* ==== Tokens ==== */

/* The exact reader: it reads what stands among the moves one token after the other. It has the last word on
 * what a text means. */

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
    pgn->has_result = true;
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

/* Castling by digits, or a null move as UCI has it. */
static bool is_word_of_zeros(const char *text) {
    const size_t dash = *text == '0' ? dash_at(text + 1, 3) : 0;
    return (dash > 0 && text[1 + dash] == '0') || (strncmp(text, "0000", 4) == 0 && !is_in_word(text[4]));
}

/* Looks at a move number of the main line. Returns whether it begins the next game: after a blank line, it is
 * the first move's number again, or 1. */
static bool begins_next_game(struct ks_pgn *pgn) {
    const uint64_t numbering = ks_numbering_at(pgn->window.text + pgn->window.at);
    if (pgn->first_move == NO_NUMBERING)
        pgn->first_move = numbering;
    const bool again = numbering == pgn->first_move || numbering == WHITE_MOVE_1;
    const bool begins = pgn->has_moves && pgn->after_blank_line && again;
    pgn->after_blank_line = false;
    return begins;
}

/* A word that begins with a digit: a result, castling, a null move, or a move number. */
static bool read_number(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    const char *const text = w->text + w->at;
    enum ks_outcome result;
    const size_t length = ks_read_result(text, &result);
    if (length > 0)
        return end_by_result(pgn, length, result);
    if (is_word_of_zeros(text))
        return ks_read_move_word(pgn);
    if (pgn->hidden + pgn->line.depth == 0 && begins_next_game(pgn))
        return end_game(pgn);
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
    end_commands(pgn);
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

static size_t skip_blanks_from(const struct window *w, size_t distance) {
    while (distance < KS_PGN_WORD_MAX && is_blank(window_peek(w, distance)))
        distance++;
    return distance;
}

/* Returns whether the bracket at `at` begins the next game: a name follows, and where no line begins a quote
 * too. */
static bool tag_begins(const struct window *w) {
    const size_t name = skip_blanks_from(w, 1);
    size_t end = name;
    while (end < KS_PGN_WORD_MAX && is_tag_name_character(window_peek(w, end)))
        end++;
    return end > name && (line_begins(w) || window_peek(w, skip_blanks_from(w, end)) == '"');
}

/* Reads all blanks at `at`, which may have a blank line among them. */
static bool read_blanks(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    unsigned line_feeds = 0;
    for (; w->at < w->end && (unsigned char)window_peek(w, 0) <= ' '; window_need(w, 1)) {
        line_feeds += window_peek(w, 0) == '\n' && line_feeds < 2;
        w->at++;
    }
    if (pgn->hidden + pgn->line.depth == 0 && line_feeds > 1)
        pgn->after_blank_line = true;
    return false;
}

static bool skip(struct ks_pgn *pgn, size_t length) {
    pgn->window.at += length;
    return false;
}

/* Names signs that mean nothing here, and reads on behind them. */
static bool refuse_signs(struct ks_pgn *pgn, size_t length) {
    struct window *const w = &pgn->window;
    const size_t at = w->at;
    ks_error error;
    w->at += length;
    if (!shows(pgn))
        return false;
    ks_unexpected(&error, KS_ERROR_PGN_SIGN, w->text + at, length, 0, "a move");
    return ks_give_error(pgn, &error, at, length);
}

/* Signs that stand for glyphs, as people, Scid and books write them. Source: the PGN specification,
 * section 10. The first ones are evaluations, which may end a word; none of these is the end of another one
 * before it. */
static const struct {
    const char *text;
    uint32_t glyph;
} signs[] = {{"+/-", 16},    {"-/+", 17},    {"+/=", 14},    {"=/+", 15},    {"+--", 20},    {"--+", 21},
             {"+-", 18},     {"-+", 19},     {"+=", 14},     {"=+", 15},     {"=", 10},      {"~", 13},
             {"!", 1},       {"?", 2},       {"!!", 3},      {"??", 4},      {"!?", 5},      {"?!", 6},
             {"\u203c", 3},  {"\u2047", 4},  {"\u2049", 5},  {"\u2048", 6},  {"\u25a1", 7},  {"\u221e", 13},
             {"\u2a72", 14}, {"\u2a71", 15}, {"\u00b1", 16}, {"\u2213", 17}, {"\u2191", 36}, {"\u2192", 40},
             {"\u21c6", 132}};
enum { SIGNS = sizeof signs / sizeof *signs, EVALUATIONS = 12 };

uint32_t ks_glyph_of_sign(const char *text, size_t length) {
    for (size_t i = 0; i < SIGNS; i++)
        if (length == strlen(signs[i].text) && memcmp(text, signs[i].text, length) == 0)
            return signs[i].glyph;
    return 0;
}

/* Words that stand for glyphs, as Scid, ChessBase and kokopu write them, and no variant's moves. */
static uint32_t glyph_of_word(const char *text, size_t length) {
    static const struct {
        const char *text;
        uint32_t glyph;
    } words[] = {{"inf", 13}, {"zz", 22}, {"RR", 145}, {"N", 146}, {"TN", 146}, {"D", 220}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (length == strlen(words[i].text) && memcmp(text, words[i].text, length) == 0)
            return words[i].glyph;
    return 0;
}

/* Moves on past annotations, which are an item when they stand for a glyph and glyphs are wanted. */
static bool pass_annotation(struct ks_pgn *pgn, size_t length, uint32_t glyph) {
    struct window *const w = &pgn->window;
    const char *const text = w->text + w->at;
    w->at += length;
    if (glyph == 0 || !shows(pgn) || !(pgn->flags & KS_PGN_COMMENTS))
        return false;
    pgn->item = (ks_pgn_item){.text = text,
                              .length = (uint32_t)length,
                              .number = glyph,
                              .kind = KS_PGN_NAG,
                              .depth = (uint8_t)pgn->line.depth};
    return true;
}

static bool is_one_of(const char *const *words, size_t count, const char *text, size_t length) {
    for (size_t i = 0; i < count; i++)
        if (length == strlen(words[i]) && memcmp(text, words[i], length) == 0)
            return true;
    return false;
}

/* Returns the length of the annotation that signs begin with which no letter follows: a check mark or an
 * evaluation before any of ! and ?; these; or signs before digits. Returns 0 when they mean nothing. */
static size_t annotation_length(const char *text, size_t length) {
    static const char *const checks[] = {"+", "++", "#", "##"};
    size_t first = length;
    if (is_digit(text[length]) && strspn(text, "+-=#") >= length)
        return length;
    while (first > 0 && (text[first - 1] == '!' || text[first - 1] == '?'))
        first--;
    if (first == 0)
        return length;
    return is_one_of(checks, sizeof checks / sizeof *checks, text, first) || ks_glyph_of_sign(text, first) > 0
               ? first
               : 0;
}

/* Returns how many digits stand at a text, at most as many as numbers here have. */
static size_t count_digits(const char *text) {
    size_t count = 0;
    while (count < 9 && is_digit(text[count]))
        count++;
    return count;
}

/* Returns the length of an evaluation in digits after so many signs, such as -0.35, #-3 and +0.35/12 with its
 * depth; 0 when there is none. A move number, a result or castling may follow a check mark at once. */
static size_t evaluation_length(const char *text, size_t begin) {
    enum ks_outcome result;
    const size_t whole = begin + count_digits(text + begin);
    const size_t fraction = text[whole] == '.' ? count_digits(text + whole + 1) : 0;
    const size_t end = fraction > 0 ? whole + 1 + fraction : whole;
    const size_t depth = text[end] == '/' ? count_digits(text + end + 1) : 0;
    const size_t length = depth > 0 ? end + 1 + depth : end;
    const bool none = whole == begin || strspn(text, "+-=#") < begin || is_in_word(text[length]) ||
                      text[length] == '.' || is_word_of_zeros(text + begin) ||
                      ks_read_result(text + begin, &result) > 0;
    return none ? 0 : length;
}

/* Moves on past an evaluation in digits, which is a comment without braces. */
static bool pass_evaluation(struct ks_pgn *pgn, size_t length) {
    struct window *const w = &pgn->window;
    const char *const text = w->text + w->at;
    w->at += length;
    if (!shows(pgn) || !(pgn->flags & KS_PGN_COMMENTS))
        return false;
    pgn->item = (ks_pgn_item){
        .text = text, .length = (uint32_t)length, .kind = KS_PGN_COMMENT, .depth = (uint8_t)pgn->line.depth};
    return true;
}

/* Returns how many characters of words stand at a text before a letter, a digit, or what ends a word. */
static size_t count_signs(const char *text) {
    size_t count = 0;
    while (count < KS_PGN_WORD_MAX && is_in_word(text[count]) && !begins_word(text[count]) &&
           !is_digit(text[count]))
        count++;
    return count;
}

/* Reads signs: annotations such as !? or +/-, a null move, or what a word begins with, as @e4 and +Rd2 do. */
static bool read_signs(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    const char *const text = w->text + w->at;
    const size_t length = count_signs(text), annotation = annotation_length(text, length),
                 evaluation = evaluation_length(text, length);
    if (evaluation > 0)
        return pass_evaluation(pgn, evaluation);
    if (ks_is_null_move(text, length) || (begins_word(text[length]) && !aside_at(text + length)))
        return ks_read_move_word(pgn);
    return annotation > 0 ? pass_annotation(pgn, annotation, ks_glyph_of_sign(text, annotation))
                          : refuse_signs(pgn, length);
}

static bool open_comment(struct ks_pgn *pgn, enum comment comment, bool counts) {
    ks_begin_comment(pgn, comment, counts, 1);
    return false;
}

/* Reads what no letter, digit, blank or result begins. */
static bool read_mark(struct ks_pgn *pgn) {
    const struct window *const w = &pgn->window;
    switch (window_peek(w, 0)) {
    case '{':
        return open_comment(pgn, IN_BRACES, shows(pgn));
    case ';':
        return open_comment(pgn, AFTER_SEMICOLON, shows(pgn));
    case '%': /* an escaped line, for other programs */
        return line_begins(w) ? open_comment(pgn, AFTER_SEMICOLON, false) : read_signs(pgn);
    case '(':
        return begin_variation(pgn);
    case ')':
        return end_variation(pgn);
    case '[':
        return tag_begins(w) ? end_game(pgn) : refuse_signs(pgn, 1);
    case '$':
        return read_nag(pgn);
    case '.':
    case ',':
        return skip(pgn, 1);
    case '<':
        return ks_is_null_move(w->text + w->at, 2) ? ks_read_move_word(pgn) : refuse_signs(pgn, 1);
    case '}':
        return refuse_brace(pgn);
    case '*':
    case '>':
    case ']':
        return refuse_signs(pgn, 1);
    default:
        return read_signs(pgn);
    }
}

bool ks_read_token(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    if (pgn->comment != NO_COMMENT)
        return ks_read_comment(pgn);
    if (!has_words(pgn))
        window_need(w, TOKEN_READABLE);
    if (w->at == w->end)
        return end_text(pgn);
    const char *const text = w->text + w->at;
    enum ks_outcome result;
    const size_t aside = aside_at(text);
    if (aside > 0)
        return pass_annotation(pgn, aside, ks_glyph_of_sign(text, aside));
    const size_t ending = (unsigned char)*text >= 0x80 || *text == '*' ? ks_read_result(text, &result) : 0;
    if (ending > 0)
        return end_by_result(pgn, ending, result);
    if (begins_word(*text))
        return ks_read_move_word(pgn);
    if (is_digit(*text))
        return read_number(pgn);
    return (unsigned char)*text <= ' ' ? read_blanks(pgn) : read_mark(pgn);
}

/* ==== Words ==== */

/* Words that are moves, and the moves played. */

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
    end_commands(pgn);
    return true;
}

/* Makes an illegal move the item, and skips the moves after it. */
static bool refuse(struct ks_pgn *pgn, const ks_error *error, const ks_pgn_item *move) {
    pgn->skipping = true;
    return ks_give_error(pgn, error, (size_t)(move->text - pgn->window.text), move->length);
}

static int play_variant(const struct ks_pgn *pgn, ks_variant_position *position, ks_pgn_item *item,
                        ks_error *error) {
    const ks_variant *const variant = pgn->line.variant;
    const ks_variant_facts facts = ks_variant_get_facts(variant);
    ks_variant_attempt attempt;
    ks_variant_undo undo;
    const bool passes = ks_is_null_move(item->text, item->length);
    const int code = ks_variant_explain_written(variant, position, pgn->fairy, passes ? "--" : item->text,
                                                passes ? 2 : item->length, &attempt, error);
    if (code != KS_OK)
        return code;
    ks_variant_make_move(variant, position, attempt.move, &undo);
    item->variant_move = attempt.move;
    if (facts.files * facts.ranks <= KS_SQUARES)
        item->checkers = ks_variant_checkers(variant, position, position->side_to_move).half[0];
    return KS_OK;
}

static int play(struct ks_pgn *pgn, ks_pgn_item *move, ks_error *error) {
    struct level *const level = current_level(&pgn->line);
    union station after;
    int code;
    if (pgn->line.variant) {
        after.variant = level->now.variant;
        code = play_variant(pgn, &after.variant, move, error);
    } else {
        code = ks_read_move(current_position(&pgn->line), move->text, move->length, &move->move, error);
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

/* ---- One word ---- */

static bool is_en_passant_remark(const char *text) {
    return memcmp(text, "e.p.", 4) == 0 && !is_in_word(text[4]);
}

bool ks_is_null_move(const char *text, size_t length) {
    static const char *const written[] = {"--", "Z0", "0000", "@@@@", "<>", "null", "pass"};
    return is_one_of(written, sizeof written / sizeof *written, text, length);
}

/* Returns whether a comma at a text stands before the square of a wall. */
static bool is_before_wall(const struct ks_pgn *pgn, const char *text) {
    return *text == ',' && pgn->line.variant && pgn->line.variant->walling.rule && begins_word(text[1]);
}

/* Returns the length of the word at `at`, with "e.p." when that follows at once; more than KS_PGN_WORD_MAX
 * when it is longer than moves are. */
static size_t word_length(const struct ks_pgn *pgn) {
    const char *const text = pgn->window.text + pgn->window.at;
    size_t length = ks_is_null_move(text, 2) ? 2 : 0; /* <> */
    while (length <= KS_PGN_WORD_MAX && !aside_at(text + length) &&
           (is_in_word(text[length]) || is_before_wall(pgn, text + length)))
        length++;
    return length > 0 && is_en_passant_remark(text + length - 1) ? length + 3 : length;
}

/* Returns the length of a word without ! and ? at its end. */
static size_t without_opinion(const char *text, size_t length) {
    while (length > 0 && (text[length - 1] == '!' || text[length - 1] == '?'))
        length--;
    return length;
}

/* Returns the length of a move of chess without the evaluation that is written at its end, such as +/- or =,
 * and without ! and ? behind that. */
static size_t without_evaluation(const char *text, size_t length) {
    const size_t end = without_opinion(text, length);
    for (size_t i = 0; i < EVALUATIONS; i++) {
        const size_t sign = strlen(signs[i].text);
        if (end > sign + 1 && memcmp(text + end - sign, signs[i].text, sign) == 0)
            return end - sign;
    }
    return length;
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

/* Notes that a word of the main line is read. */
static void note_word(struct ks_pgn *pgn) {
    if (pgn->hidden + pgn->line.depth > 0)
        return;
    pgn->has_moves = true;
    pgn->after_blank_line = false;
    if (pgn->first_move == NO_NUMBERING)
        pgn->first_move = WHITE_MOVE_1;
}

bool ks_read_move_word(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    note_word(pgn);
    const uint32_t here = (uint32_t)w->at;
    if (shows(pgn) && ks_play_ahead(pgn, &here, 1)) {
        give_played(pgn, here);
        return true;
    }
    const size_t length = word_length(pgn);
    ks_pgn_item move = {.text = w->text + w->at, .length = (uint32_t)length, .kind = KS_PGN_MOVE};
    if (length > KS_PGN_WORD_MAX)
        return refuse_long_word(pgn);
    const size_t end = without_opinion(move.text, length);
    const uint32_t glyph = glyph_of_word(move.text, end);
    if (glyph > 0)
        return pass_annotation(pgn, end, glyph); /* the opinion is read next */
    w->at += length;
    if (!shows(pgn) || is_en_passant_remark(move.text))
        return false;
    if (ks_is_null_move(move.text, length))
        return pass(pgn, &move);
    if (!pgn->line.variant) {
        move.length = (uint32_t)without_evaluation(move.text, length);
        w->at -= length - move.length; /* the evaluation is read next */
    }
    return play_or_refuse(pgn, &move);
}
