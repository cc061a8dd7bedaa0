/* Values are compared as numbers when both are, and else as texts, in which neither blanks nor capital
 * letters matter. */
#include "cli/commands/games/select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "core/text/characters.h"

/* ---- Reading ---- */

void read_condition(const struct option_value *value, void *field) {
    struct selection *const selection = field;
    const char *const text = value->argument;
    const size_t name = strcspn(text, "=!<>~");
    const char sign = text[name];
    const bool two = sign && !strchr("=~", sign) && text[name + 1] == '=';
    if (name == 0 || !sign || (sign == '!' && !two))
        usage_error("%s: expected TAG=VALUE, or != < <= > >= ~ for =, found '%s'", value->name, text);
    if (selection->count == CONDITIONS_MAX)
        usage_error("%s: expected at most %d conditions", value->name, CONDITIONS_MAX);
    selection->conditions[selection->count++] = (struct condition){
        .text = text, .name_length = name, .sign = sign, .or_equal = two, .value = text + name + 1 + two};
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

/* Whether a value meets a condition. found: NULL when the game has no such tag. */
static bool meets(const struct condition *condition, const char *found) {
    if (!found)
        return condition->sign == '!';
    if (condition->sign == '~')
        return has_part(found, condition->value);
    const bool less_or_more = condition->sign == '<' || condition->sign == '>';
    if (is_number(condition->value) && !is_number(found) && !less_or_more)
        return condition->sign == '!';
    if (is_number(condition->value) && count_digits(found) == 0)
        return false;
    const int order = compare_values(found, condition->value);
    switch (condition->sign) {
    case '=':
        return order == 0;
    case '!':
        return order != 0;
    case '<':
        return order < 0 || (condition->or_equal && order == 0);
    default:
        return order > 0 || (condition->or_equal && order == 0);
    }
}

/* Elo stands for the ratings of both players; Player for the name of either, or, with !=, for both. */
static bool is_met(const struct condition *condition, ks_pgn *pgn) {
    char name[KS_PGN_WORD_MAX + 1];
    snprintf(name, sizeof name, "%.*s", (int)condition->name_length, condition->text);
    if (strcmp(name, "Elo") == 0)
        return meets(condition, ks_pgn_find_tag(pgn, "WhiteElo")) &&
               meets(condition, ks_pgn_find_tag(pgn, "BlackElo"));
    if (strcmp(name, "Player") == 0) {
        const bool white = meets(condition, ks_pgn_find_tag(pgn, "White")),
                   black = meets(condition, ks_pgn_find_tag(pgn, "Black"));
        return condition->sign == '!' ? white && black : white || black;
    }
    return meets(condition, ks_pgn_find_tag(pgn, name));
}

bool is_selected(const struct selection *selection, ks_pgn *pgn) {
    for (unsigned i = 0; i < selection->count; i++)
        if (!is_met(&selection->conditions[i], pgn))
            return false;
    return true;
}
