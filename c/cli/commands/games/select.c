/* Chooses games by their tags. A condition is read once; then each game's tags are compared with its value,
 * as what both are. */
#include "cli/commands/games/select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "core/text/characters.h"
#include "game/common/replay.h"
#include "game/common/text.h"

/* ---- Reading ---- */

/* A value between slashes is a regular expression. */
static void take_pattern(const struct option_value *value, struct condition *condition) {
    const size_t length = strlen(condition->value);
    char why[PATTERN_TROUBLE];
    if (length < 2 || condition->value[0] != '/' || condition->value[length - 1] != '/')
        return;
    char *const text = given(strdup(condition->value + 1));
    text[length - 2] = '\0';
    condition->pattern = read_pattern(text, why);
    if (!condition->pattern)
        usage_error("%s: %s: %s", value->name, condition->value, why);
    free(text);
}

void read_condition(const struct option_value *value, void *field) {
    struct selection *const selection = field;
    const char *const text = value->argument;
    const size_t name = strcspn(text, "=!<>~");
    const bool negated = text[name] == '!';
    const char sign = text[name + negated];
    const bool or_equal = sign && strchr("<>", sign) && text[name + 1] == '=';
    if (name == 0 || !sign || !strchr(negated ? "=~" : "=~<>", sign))
        usage_error("%s: expected TAG=VALUE, or != < <= > >= ~ !~ for =, found '%s'", value->name, text);
    if (selection->count == CONDITIONS_MAX)
        usage_error("%s: expected at most %d conditions", value->name, CONDITIONS_MAX);
    selection->conditions[selection->count++] =
        (struct condition){.text = text,
                           .name_length = name,
                           .sign = sign,
                           .or_equal = or_equal,
                           .negated = negated,
                           .value = text + name + negated + 1 + or_equal};
    if (sign == '~')
        take_pattern(value, &selection->conditions[selection->count - 1]);
}

void read_wanted_position(const struct option_value *value, void *field) {
    static const char *const missing[] = {"", " w - -", " - -", " -"};
    struct wanted_position *const wanted = field;
    struct words words = {value->argument, strlen(value->argument), 0};
    struct any_position position;
    char text[2 * KS_FEN_SIZE];
    ks_error error;
    while (wanted->fields < 4 && next_word(&words).length > 0)
        wanted->fields++;
    if (replay_is_start(value->argument, words.length))
        wanted->fields = 4;
    const int length = snprintf(text, sizeof text, "%s%s", value->argument, missing[wanted->fields % 4]);
    if (wanted->fields == 0 || length >= (int)sizeof text)
        usage_error("%s: expected a FEN or its first fields, found '%s'", value->name, value->argument);
    if (replay_read_end(NULL, text, (size_t)length, wanted->fields < 2 ? KS_FEN_LENIENT : 0, &position, NULL,
                        &error) != KS_OK)
        usage_error("%s: %zu: %s", value->name, error.offset + 1, error.message);
    wanted->position = position.chess;
}

/* Reads a number up to `end`; where there is none, the result is `missing`. */
static uint64_t read_bound(const struct option_value *value, const char *text, size_t length,
                           uint64_t missing) {
    char digits[24];
    struct option_value bound = *value;
    if (length == 0)
        return missing;
    snprintf(digits, sizeof digits, "%.*s", (int)length, text);
    bound.argument = digits;
    return value_number(&bound, 0, UINT32_MAX);
}

static const char piece_letters[] = " PNBRQK"; /* in the order of the codes */

/* Reads the pieces of a side, the king first. Returns where they end, or NULL. */
static const char *read_side(const char *text, struct wanted_material *wanted, unsigned side) {
    const char *letter;
    if (*text != 'K')
        return NULL;
    for (unsigned pieces = 0; *text && (letter = strchr(piece_letters + 1, *text)); pieces++) {
        const size_t code = (size_t)(letter - piece_letters);
        if ((code == KS_WHITE_KING && pieces > 0) || pieces == KS_SQUARES)
            break;
        wanted->sides[side].least[code]++;
        text++;
        if (code != KS_WHITE_KING && *text == '*') {
            wanted->sides[side].least[code]--;
            wanted->sides[side].more[code] = true;
            text++;
        }
    }
    return text;
}

void read_wanted_material(const struct option_value *value, void *field) {
    struct wanted_material *const wanted = field;
    const char *text = read_side(value->argument, wanted, 0);
    if (text && *text && strchr("-v", *text))
        text++;
    text = text ? read_side(text, wanted, 1) : NULL;
    if (!text || (*text && (*text != ':' || !text[1])))
        usage_error("%s: expected the pieces of both sides, such as KRPKR or KQP*KQ:10, found '%s'",
                    value->name, value->argument);
    wanted->plies = *text ? read_bound(value, text + 1, strlen(text + 1), 1) : 1;
    if (wanted->plies == 0)
        usage_error("%s: expected 1 ply or more, found '%s'", value->name, value->argument);
}

void read_plies(const struct option_value *value, void *field) {
    struct ply_range *const range = field;
    const char *const text = value->argument;
    const size_t first = strcspn(text, "-");
    const char *const last = text[first] ? text + first + 1 : text;
    range->first = read_bound(value, text, first, 0);
    range->last = read_bound(value, last, strlen(last), UINT64_MAX);
    if (!text[strspn(text, "-")])
        usage_error("%s: expected N, N-M, N- or -M, found '%s'", value->name, text);
    if (range->first > range->last)
        usage_error("%s: expected the first ply before the last one, found '%s'", value->name, text);
}

/* ---- Comparing ---- */

enum { DIGITS_MAX = 18 };

/* The number of digits that a text begins with. */
static size_t count_digits(const char *text) {
    return strspn(text, "0123456789");
}

static bool is_number(const char *text) {
    const size_t digits = count_digits(text);
    return digits > 0 && digits <= DIGITS_MAX && text[digits] == '\0';
}

static int lower(char c) {
    return to_lower((unsigned char)c);
}

static int compare_texts(const char *a, const char *b) {
    for (;;) {
        while (is_blank(*a))
            a++;
        while (is_blank(*b))
            b++;
        if (lower(*a) != lower(*b) || !*a)
            return lower(*a) - lower(*b);
        a++;
        b++;
    }
}

static bool begins_with(const char *text, const char *part) {
    for (;; text++, part++) {
        while (is_blank(*text))
            text++;
        while (is_blank(*part))
            part++;
        if (!*part)
            return true;
        if (lower(*text) != lower(*part))
            return false;
    }
}

static bool has_part(const char *text, const char *part) {
    do
        if (begins_with(text, part))
            return true;
    while (*text++);
    return false;
}

/* Compares as numbers when the second value is one; then the first begins with digits (precondition). */
static int compare_values(const char *a, const char *b) {
    if (!is_number(b))
        return compare_texts(a, b);
    const uint64_t x = strtoull(a, NULL, 10), y = strtoull(b, NULL, 10);
    return x < y ? -1 : x > y;
}

/* ---- Dates ---- */

/* Year, month and day; -1: not known. */
struct date {
    int parts[3];
    unsigned count;
};

/* Reads digits of a date, or question marks. Returns how many; *number is -1 for question marks. */
static size_t read_part(const char *text, int *number) {
    const size_t digits = count_digits(text), unknown = strspn(text, "?");
    *number = digits > 0 && digits <= 4 ? (int)strtoul(text, NULL, 10) : -1;
    return digits > 0 ? digits : unknown;
}

/* Reads a date such as 2026.11.27, 2026-11 or 2026.??.??. Returns false when a text is none. */
static bool read_date(const char *text, struct date *date) {
    size_t length = read_part(text, &date->parts[0]);
    if (length != 4)
        return false;
    for (date->count = 1; date->count < 3 && text[length] && strchr(".-/", text[length]); date->count++) {
        const size_t part = read_part(text + length + 1, &date->parts[date->count]);
        if (part == 0 || part > 2)
            return false;
        length += 1 + part;
    }
    return text[length] == '\0';
}

/* Compares two dates as far as the second one goes. Returns false when the first one does not say. */
static bool compare_dates(const struct date *a, const struct date *b, int *order) {
    *order = 0;
    for (unsigned i = 0; i < b->count && *order == 0; i++) {
        if (i >= a->count || a->parts[i] < 0 || b->parts[i] < 0)
            return false;
        *order = (a->parts[i] > b->parts[i]) - (a->parts[i] < b->parts[i]);
    }
    return true;
}

/* ---- Meeting ---- */

/* Compares a tag's value with that of the condition. Returns false when they cannot be compared. A number is
 * a year where the tag has a date. */
static bool compare(const struct condition *condition, const char *found, int *order) {
    struct date date, limit;
    const bool number = is_number(condition->value), dated = read_date(found, &date);
    if (read_date(condition->value, &limit) && (dated ? !number || date.count > 1 : !number))
        return dated && compare_dates(&date, &limit, order);
    if (number && !is_number(found) && condition->sign == '=')
        return false;
    if (number && count_digits(found) == 0)
        return false;
    *order = compare_values(found, condition->value);
    return true;
}

/* Whether a value meets a condition, but for negation. */
static bool meets_plainly(const struct condition *condition, const char *found) {
    int order;
    if (condition->sign == '~')
        return condition->pattern ? has_pattern(found, condition->pattern)
                                  : has_part(found, condition->value);
    if (!compare(condition, found, &order))
        return false;
    if (order == 0)
        return condition->sign == '=' || condition->or_equal;
    return condition->sign == (order < 0 ? '<' : '>');
}

/* found: NULL when the game has no such tag. */
static bool meets(const struct condition *condition, const char *found) {
    return (found && meets_plainly(condition, found)) != condition->negated;
}

/* ---- Names that stand for several tags, or for a part of one ---- */

enum { SECONDS_SIZE = 24 };

/* Writes the seconds of a time control such as 180+2, 40/7200:3600 or *180: those of its first period, or
 * what each move adds. Returns false when it does not say. */
static bool read_time_control(const char *control, bool increment, char seconds[SECONDS_SIZE]) {
    const size_t period = strcspn(control, ":");
    const char *const slash = memchr(control, '/', period), *const plus = memchr(control, '+', period);
    const char *const base = slash ? slash + 1 : control + (*control == '*');
    const char *const number = increment && plus ? plus + 1 : base;
    const size_t digits = count_digits(number);
    if (count_digits(base) == 0 || digits == 0 || digits >= SECONDS_SIZE)
        return false;
    snprintf(seconds, SECONDS_SIZE, "%.*s", increment && !plus ? 1 : (int)digits,
             increment && !plus ? "0" : number);
    return true;
}

/* Whether a name stands for a part of the time control. A tag Time has a time of day. */
static bool is_of_time_control(const struct condition *condition, const char *name) {
    return strcmp(name, "Increment") == 0 || (strcmp(name, "Time") == 0 && is_number(condition->value));
}

/* Elo stands for the ratings of both players; Player for the name of either, or, with != and !~, for both. */
static bool is_met(const struct condition *condition, ks_pgn *pgn) {
    char name[KS_PGN_WORD_MAX + 1], seconds[SECONDS_SIZE];
    snprintf(name, sizeof name, "%.*s", (int)condition->name_length, condition->text);
    if (is_of_time_control(condition, name)) {
        const char *const control = ks_pgn_find_tag(pgn, "TimeControl");
        const bool known = control && read_time_control(control, *name == 'I', seconds);
        return meets(condition, known ? seconds : NULL);
    }
    if (strcmp(name, "Elo") == 0)
        return meets(condition, ks_pgn_find_tag(pgn, "WhiteElo")) &&
               meets(condition, ks_pgn_find_tag(pgn, "BlackElo"));
    if (strcmp(name, "Player") == 0) {
        const bool white = meets(condition, ks_pgn_find_tag(pgn, "White")),
                   black = meets(condition, ks_pgn_find_tag(pgn, "Black"));
        return condition->negated ? white && black : white || black;
    }
    return meets(condition, ks_pgn_find_tag(pgn, name));
}

void add_selected_tags(const struct selection *selection, struct named_tags *tags) {
    static const char *const words[] = {"Elo", "Player", "Time", "Increment"};
    for (unsigned i = 0; i < selection->count; i++) {
        const struct condition *const condition = &selection->conditions[i];
        char name[KS_PGN_WORD_MAX + 1];
        bool is_word = false;
        snprintf(name, sizeof name, "%.*s", (int)condition->name_length, condition->text);
        for (size_t j = 0; j < sizeof words / sizeof *words; j++)
            is_word |= strcmp(name, words[j]) == 0;
        if (!is_word)
            add_named_tags(tags, "--select", name);
    }
}

bool is_selected(const struct selection *selection, ks_pgn *pgn) {
    for (unsigned i = 0; i < selection->count; i++)
        if (!is_met(&selection->conditions[i], pgn))
            return false;
    return true;
}

/* ---- Material ---- */

/* counts: [code]: of a position's pieces; side: of `wanted`. */
static bool has_side(const struct wanted_material *wanted, unsigned side, const uint8_t *counts) {
    for (unsigned code = KS_WHITE_PAWN; code <= KS_WHITE_KING; code++) {
        const unsigned least = wanted->sides[side].least[code];
        if (counts[code] < least || (counts[code] > least && !wanted->sides[side].more[code]))
            return false;
    }
    return true;
}

bool is_wanted_material(const struct wanted_material *wanted, const ks_position *position) {
    uint8_t counts[16] = {0};
    for (unsigned square = 0; square < KS_SQUARES; square++)
        counts[position->board[square]]++;
    const uint8_t *const white = counts, *const black = counts + (KS_BLACK_PAWN - KS_WHITE_PAWN);
    return (has_side(wanted, 0, white) && has_side(wanted, 1, black)) ||
           (has_side(wanted, 0, black) && has_side(wanted, 1, white));
}

/* ---- Positions ---- */

/* The key tells rights and the en-passant square apart. */
bool is_wanted(const struct wanted_position *wanted, const ks_position *position) {
    const ks_position *const other = &wanted->position;
    return memcmp(position->board, other->board, sizeof other->board) == 0 &&
           (wanted->fields < 2 || position->side_to_move == other->side_to_move) &&
           (wanted->fields < 3 || ks_castling_rooks(position) == ks_castling_rooks(other)) &&
           (wanted->fields < 4 || position->key == other->key);
}
