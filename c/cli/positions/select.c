/* Chooses games by their tags. A condition is read once; then each game's tags are compared with its value,
 * as what both are. */
#include "cli/positions/select.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "core/text/characters.h"
#include "game/common/replay.h"
#include "game/common/text.h"

/* ==== Values of tags ==== */

/* Numbers, dates, times of day and codes of openings have an order. Numbers are compared digit by digit, so
 * neither their length nor their fraction is lost. */

/* A text may be of several kinds: 2026 is a number and a date. When two texts share several, the first of
 * them in this order is the one they are compared by. */
enum value_kind {
    VALUE_NUMBER = 1, /* a decimal such as 2500, 0.6 or -3 */
    VALUE_DATE = 2, /* such as 2026.11.27, 2026-11 or 2026; a tag's may have ?? and 00 for what is unknown */
    VALUE_TIME = 4, /* such as 18:30 or 18:30:05 */
    VALUE_OPENING = 8 /* a code of ECO, such as B90 or B90a */
};

enum { KINDS_TEXT = 128 };

static size_t count_digits(const char *text) {
    return strspn(text, "0123456789");
}

static const char *skip_blanks(const char *text) {
    while (is_blank(*text))
        text++;
    return text;
}

static bool ends(const char *text) {
    return *skip_blanks(text) == '\0';
}

/* ---- Numbers ---- */

/* The digits without zeros that say nothing. */
struct number {
    bool negative;
    const char *whole, *fraction;
    size_t whole_length, fraction_length;
};

static bool read_decimal(const char *text, struct number *number) {
    text = skip_blanks(text);
    number->negative = *text == '-';
    text += *text == '-' || *text == '+';
    size_t digits = count_digits(text);
    const size_t zeros = strspn(text, "0");
    number->whole = text + zeros;
    number->whole_length = digits - zeros;
    text += digits;
    number->fraction = text + (*text == '.');
    number->fraction_length = *text == '.' ? count_digits(number->fraction) : 0;
    text = number->fraction + number->fraction_length;
    digits += number->fraction_length;
    while (number->fraction_length > 0 && number->fraction[number->fraction_length - 1] == '0')
        number->fraction_length--;
    return digits > 0 && ends(text);
}

/* Returns how two numbers compare, but for their signs. */
static int compare_sizes(const struct number *a, const struct number *b) {
    const size_t shared = a->fraction_length < b->fraction_length ? a->fraction_length : b->fraction_length;
    if (a->whole_length != b->whole_length)
        return a->whole_length < b->whole_length ? -1 : 1;
    int order = memcmp(a->whole, b->whole, a->whole_length);
    if (order == 0)
        order = memcmp(a->fraction, b->fraction, shared);
    return order != 0 ? order : (a->fraction_length > shared) - (b->fraction_length > shared);
}

static int compare_numbers(const struct number *a, const struct number *b) {
    const bool zeros = a->whole_length + a->fraction_length + b->whole_length + b->fraction_length == 0;
    if (zeros || a->negative != b->negative)
        return zeros ? 0 : a->negative ? -1 : 1;
    return a->negative ? compare_sizes(b, a) : compare_sizes(a, b);
}

/* ---- Dates and times ---- */

/* Year, month and day, or hour, minute and second; -1 is not known. */
struct moment {
    int parts[3];
    unsigned count;
};

/* Reads up to three numbers with a separator between. lengths has the most digits of each part, and last its
 * greatest number. Returns false when the text is something else. */
static bool read_parts(const char *text, const char *separators, const int lengths[3], const int last[3],
                       struct moment *moment) {
    text = skip_blanks(text);
    for (moment->count = 0; moment->count < 3; moment->count++) {
        const unsigned i = moment->count;
        if (i > 0 && (!*text || !strchr(separators, *text)))
            break;
        text += i > 0;
        const size_t digits = count_digits(text), length = digits > 0 ? digits : strspn(text, "?");
        if (length == 0 || length > (size_t)lengths[i])
            return false;
        moment->parts[i] = digits > 0 ? (int)strtoul(text, NULL, 10) : -1;
        if (moment->parts[i] > last[i])
            return false;
        text += length;
    }
    return ends(text);
}

/* Some programs write 00 for an unknown month or day. */
static bool read_date(const char *text, struct moment *date) {
    static const int lengths[] = {4, 2, 2}, last[] = {9999, 12, 31};
    if (strcspn(skip_blanks(text), ".-/ \t") != 4 || !read_parts(text, ".-/", lengths, last, date))
        return false;
    for (unsigned i = 1; i < date->count; i++)
        if (date->parts[i] == 0)
            date->parts[i] = -1;
    return date->parts[0] >= 0;
}

static bool read_time(const char *text, struct moment *time) {
    static const int lengths[] = {2, 2, 2}, last[] = {99, 59, 59};
    return !strchr(text, '?') && read_parts(text, ":", lengths, last, time) && time->count > 1;
}

static bool compare_moments(const struct moment *a, const struct moment *b, int *order) {
    *order = 0;
    for (unsigned i = 0; i < b->count && *order == 0; i++) {
        if (i >= a->count || a->parts[i] < 0 || b->parts[i] < 0)
            return false;
        *order = (a->parts[i] > b->parts[i]) - (a->parts[i] < b->parts[i]);
    }
    return true;
}

/* ---- Texts ---- */

static int lower(char c) {
    return to_lower((unsigned char)c);
}

/* Compares texts, in which neither blanks nor capital letters matter; with `begins`, as far as b goes. */
static int compare_texts(const char *a, const char *b, bool begins) {
    for (;; a++, b++) {
        a = skip_blanks(a);
        b = skip_blanks(b);
        if (begins && !*b)
            return 0;
        if (lower(*a) != lower(*b) || !*a)
            return lower(*a) - lower(*b);
    }
}

/* Whether a part of the text is this one; neither blanks nor capital letters matter. */
static bool has_part(const char *text, const char *part) {
    do
        if (compare_texts(text, part, true) == 0)
            return true;
    while (*text++);
    return false;
}

/* A letter from A to E, two digits, and perhaps what a database adds. */
static bool is_opening(const char *text) {
    text = skip_blanks(text);
    return lower(*text) >= 'a' && lower(*text) <= 'e' && is_digit(text[1]) && is_digit(text[2]) &&
           ends(text + 3 + strspn(text + 3, "0123456789abcdefghijklmnopqrstuvwxyz"));
}

/* ---- Kinds ---- */

/* Returns the kinds of a text, as bits. Blanks around it do not matter. */
static unsigned kinds_of_value(const char *text) {
    struct number number;
    struct moment moment;
    return (read_decimal(text, &number) ? VALUE_NUMBER : 0u) | (read_date(text, &moment) ? VALUE_DATE : 0u) |
           (read_time(text, &moment) ? VALUE_TIME : 0u) | (is_opening(text) ? VALUE_OPENING : 0u);
}

/* Whether a tag says that its value is unknown or that there is none: "", "?", "-", "????.??.??". */
static bool is_unknown_value(const char *text) {
    return text[strspn(text, "?-./: \t")] == '\0';
}

/* Compares two texts of the same kind; *order is negative, 0 or positive. Dates and times are compared as far
 * as `b` goes. Returns false when `a` does not say, such as the date 2026.??.?? about a month. */
static bool compare_as(enum value_kind kind, const char *a, const char *b, int *order) {
    struct number numbers[2];
    struct moment moments[2];
    if (kind == VALUE_NUMBER && read_decimal(a, &numbers[0]) && read_decimal(b, &numbers[1]))
        *order = compare_numbers(&numbers[0], &numbers[1]);
    else if (kind == VALUE_OPENING)
        *order = compare_texts(a, b, false);
    else {
        bool (*const read_moment)(const char *, struct moment *) = kind == VALUE_DATE ? read_date : read_time;
        return read_moment(a, &moments[0]) && read_moment(b, &moments[1]) &&
               compare_moments(&moments[0], &moments[1], order);
    }
    return true;
}

/* Writes what these kinds are called, such as "a number or a date such as 2026.11.27". Returns text. */
static const char *name_kinds(unsigned kinds, char text[KINDS_TEXT]) {
    static const char *const names[] = {"a number", "a date such as 2026.11.27, 2026-11 or 2026",
                                        "a time such as 18:30", "an ECO code such as B90"};
    size_t length = 0;
    *text = '\0';
    for (unsigned i = 0; i < sizeof names / sizeof *names && length < KINDS_TEXT; i++)
        if (kinds & 1u << i)
            length += (size_t)snprintf(text + length, KINDS_TEXT - length, "%s%s", length > 0 ? ", or " : "",
                                       names[i]);
    return text;
}

/* ==== Conditions ==== */

/* ---- Reading ---- */

/* The C library's time grows with the square of a pattern's length with its repetitions written out: this
 * much takes it a second. */
enum { PATTERN_MOST = 50000 };

/* Returns a bound of a pattern's length when repetitions such as {1,255} are written out, each within all
 * others. */
static uint64_t written_out(const char *pattern) {
    uint64_t length = strlen(pattern);
    for (const char *text = pattern; (text = strchr(text, '{')) != NULL && length <= PATTERN_MOST; text++) {
        const char *const comma = text + 1 + strspn(text + 1, "0123456789");
        const uint64_t least = strtoull(text + 1, NULL, 10),
                       most = *comma == ',' ? strtoull(comma + 1, NULL, 10) : 0,
                       times = least > most ? least : most;
        length = times > PATTERN_MOST ? times : times > 1 ? length * times : length;
    }
    return length;
}

/* A value between slashes is a regular expression. */
static void take_pattern(const struct option_value *value, struct condition *condition) {
    const size_t length = strlen(condition->value);
    char why[PATTERN_TROUBLE];
    if (length < 2 || condition->value[0] != '/' || condition->value[length - 1] != '/')
        return;
    char *const text = given(strdup(condition->value + 1));
    text[length - 2] = '\0';
    if (written_out(text) > PATTERN_MOST)
        usage_error("%s: %s: expected repetitions such as {1,9} that multiply the pattern to at most %d "
                    "characters",
                    value->name, condition->value, PATTERN_MOST);
    condition->pattern = read_pattern(text, why);
    if (!condition->pattern)
        usage_error("%s: %s: %s", value->name, condition->value, why);
    free(text);
}

/* The signs of a condition, and what people write for them. */
static const char *const signs[][2] = {{"=", "="},   {"!=", "!="}, {"<", "<"},   {"<=", "<="}, {">", ">"},
                                       {">=", ">="}, {"~", "~"},   {"!~", "!~"}, {"=>", ">="}, {"=<", "<="},
                                       {"==", "="},  {"<>", "!="}, {"=~", "~"},  {"~=", "~"},  {"===", "="},
                                       {"=!", "!="}, {"!==", "!="}};

/* Returns the sign that is meant, or NULL. */
static const char *find_sign(const char *text, size_t length) {
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strlen(signs[i][0]) == length && memcmp(signs[i][0], text, length) == 0)
            return signs[i][1];
    return NULL;
}

_Noreturn static void refuse_sign(const struct option_value *value, size_t name, size_t length) {
    const char *const text = value->argument, *const right = find_sign(text + name, length);
    if (right && strncmp(right, text + name, length) != 0)
        usage_error(
            "%s: expected TAG=VALUE, or != < <= > >= ~ !~ for =, found '%s'; did you mean '%.*s%s%s'?",
            value->name, text, (int)name, text, right, text + name + length);
    usage_error("%s: expected TAG=VALUE, or != < <= > >= ~ !~ for =, found '%s'", value->name, text);
}

/* The kinds of value that a name stands for. */
static unsigned kinds_of_name(const char *name) {
    const size_t length = strlen(name);
    if (strcmp(name, "Time") == 0)
        return VALUE_NUMBER | VALUE_TIME;
    if (strcmp(name, "Increment") == 0 || (length >= 3 && strcmp(name + length - 3, "Elo") == 0))
        return VALUE_NUMBER;
    if (has_part(name, "date"))
        return VALUE_DATE;
    return VALUE_NUMBER | VALUE_DATE | VALUE_TIME | VALUE_OPENING;
}

/* A value with question marks has no place in an order. */
static void take_kinds(const struct option_value *value, struct condition *condition) {
    char names[KINDS_TEXT];
    const unsigned asked = kinds_of_name(condition->name);
    condition->kinds = strchr(condition->value, '?') ? 0 : kinds_of_value(condition->value) & asked;
    if (condition->kinds == 0 && (condition->sign != '=' || strcmp(condition->name, "Increment") == 0))
        usage_error("%s: %s: expected %s after '%c%s', found '%s'", value->name, condition->text,
                    name_kinds(asked, names), condition->sign, condition->or_equal ? "=" : "",
                    condition->value);
}

/* The names live as long as the program, which has one selection. */
void read_condition(const struct option_value *value, void *field) {
    static char *names[CONDITIONS_MAX];
    struct selection *const selection = field;
    const char *const text = value->argument;
    const size_t name = strcspn(text, "=!<>~"), length = strspn(text + name, "=!<>~");
    size_t name_end = name;
    while (name_end > 0 && is_blank(text[name_end - 1]))
        name_end--;
    const char *const sign = find_sign(text + name, length);
    if (name_end == 0 || !sign || strncmp(sign, text + name, length) != 0)
        refuse_sign(value, name, length);
    if (selection->count == CONDITIONS_MAX)
        usage_error("%s: expected at most %d conditions", value->name, CONDITIONS_MAX);
    const bool negated = text[name] == '!';
    const size_t blanks = strspn(text, " \t");
    char *const own = names[selection->count] = given(strdup(text + blanks));
    own[name_end - blanks] = '\0';
    struct condition *const condition = &selection->conditions[selection->count++];
    *condition = (struct condition){.text = text,
                                    .name = own,
                                    .sign = text[name + negated],
                                    .or_equal = !negated && length == 2,
                                    .negated = negated,
                                    .value = text + name + length};
    if (condition->sign == '~')
        take_pattern(value, condition);
    else
        take_kinds(value, condition);
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
    struct option_value plies = *value;
    plies.argument = value->argument + (text - value->argument) + 1;
    wanted->plies = *text ? value_number(&plies, 1, UINT32_MAX) : 1;
}

/* ---- Meeting ---- */

/* Compares a tag's value with the condition's. Returns false when they cannot be compared; *strange is then
 * set if the tag's value is not unknown, but no number or date or what else the condition has. */
static bool compare(const struct condition *condition, const char *found, int *order, bool *strange) {
    const unsigned kinds = condition->kinds & kinds_of_value(found);
    if (kinds != 0)
        return compare_as(kinds & -kinds, found, condition->value, order);
    if (condition->sign == '=') {
        *order = compare_texts(found, condition->value, false);
        return true;
    }
    *strange |= !is_unknown_value(found);
    return false;
}

/* Whether a value meets a condition, but for negation. */
static bool meets_plainly(const struct condition *condition, const char *found, bool *strange) {
    int order = 0;
    if (condition->sign == '~')
        return condition->pattern ? has_pattern(found, condition->pattern)
                                  : has_part(found, condition->value);
    if (!compare(condition, found, &order, strange))
        return false;
    if (order == 0)
        return condition->sign == '=' || condition->or_equal;
    return condition->sign == (order < 0 ? '<' : '>');
}

/* A tag's value that a condition looks at. */
struct look {
    const struct condition *condition;
    const char *strange; /* the first one that cannot be compared, or NULL */
};

/* found is the tag's value, or NULL when the game has no such tag. */
static bool meets(struct look *look, const char *found) {
    bool strange = false;
    const bool met = found && meets_plainly(look->condition, found, &strange);
    if (strange && !look->strange)
        look->strange = found;
    return met != look->condition->negated;
}

/* ---- Names that stand for several tags, or for a part of one ---- */

static const char *const words[] = {"Elo", "Player", "Time", "Increment", NULL};

/* Returns the length of a number such as 60 or 0.6, without a sign. */
static size_t count_number(const char *text) {
    const size_t length = strspn(text, "0123456789.");
    char number[KS_PGN_WORD_MAX + 1];
    snprintf(number, sizeof number, "%.*s", (int)(length <= KS_PGN_WORD_MAX ? length : 0), text);
    return kinds_of_value(number) & VALUE_NUMBER ? length : 0;
}

/* Writes the seconds of the first period of a time control such as 180+2, 2.4+0.01, 40/7200:3600 or *180, or
 * what each of its moves adds. Returns false when the text is none. */
static bool read_time_control(const char *control, bool increment, char seconds[KS_PGN_WORD_MAX + 1]) {
    const char *base = control + strspn(control, " \t");
    const size_t moves = strspn(base, "0123456789");
    base += *base == '*' ? 1 : moves > 0 && base[moves] == '/' ? moves + 1 : 0;
    const size_t length = count_number(base);
    const bool adds = base[length] == '+';
    const char *const added = base + length + 1;
    const size_t added_length = adds ? count_number(added) : 0;
    const char *const end = adds ? added + added_length : base + length;
    if (length == 0 || (adds && added_length == 0) || (!strchr(": \t", *end)))
        return false;
    snprintf(seconds, KS_PGN_WORD_MAX + 1, "%.*s",
             (int)(!increment ? length
                   : adds     ? added_length
                              : 1),
             !increment ? base
             : adds     ? added
                        : "0");
    return true;
}

/* Whether a name stands for a part of the time control. A tag Time has a time of day. */
static bool is_of_time_control(const struct condition *condition) {
    return strcmp(condition->name, "Increment") == 0 ||
           (strcmp(condition->name, "Time") == 0 && (condition->kinds & VALUE_NUMBER));
}

static bool meets_time_control(struct look *look, const char *control) {
    char seconds[KS_PGN_WORD_MAX + 1];
    if (control && read_time_control(control, *look->condition->name == 'I', seconds))
        return meets(look, seconds);
    if (control && !is_unknown_value(control))
        look->strange = control;
    return look->condition->negated;
}

/* Elo stands for the ratings of both players; Player for the name of either, or, with != and !~, for both. */
static bool is_met(struct look *look, ks_pgn *pgn) {
    const struct condition *const condition = look->condition;
    if (is_of_time_control(condition))
        return meets_time_control(look, ks_pgn_find_tag(pgn, "TimeControl"));
    if (strcmp(condition->name, "Elo") == 0)
        return meets(look, ks_pgn_find_tag(pgn, "WhiteElo")) && meets(look, ks_pgn_find_tag(pgn, "BlackElo"));
    if (strcmp(condition->name, "Player") == 0) {
        const bool white = meets(look, ks_pgn_find_tag(pgn, "White")),
                   black = meets(look, ks_pgn_find_tag(pgn, "Black"));
        return condition->negated ? white && black : white || black;
    }
    return meets(look, ks_pgn_find_tag(pgn, condition->name));
}

void add_selected_tags(const struct selection *selection, struct named_tags *tags) {
    for (unsigned i = 0; i < selection->count; i++) {
        const struct condition *const condition = &selection->conditions[i];
        const char *const *word = words;
        while (*word && strcmp(condition->name, *word) != 0)
            word++;
        if (!*word)
            add_named_tags(tags, (struct named_tag){.option = "--select", .words = words}, condition->name);
    }
}

bool is_selected(const struct selection *selection, ks_pgn *pgn, const char *file, uint64_t line,
                 struct left_out *left_out) {
    for (unsigned i = 0; i < selection->count; i++) {
        struct look look = {&selection->conditions[i], NULL};
        if (is_met(&look, pgn))
            continue;
        if (look.strange && left_out[i].games++ == 0) {
            snprintf(left_out[i].value, sizeof left_out[i].value, "%s", look.strange);
            left_out[i].file = file;
            left_out[i].line = line;
        }
        return false;
    }
    return true;
}

void merge_left_out(struct left_out *left_out, const struct left_out *others) {
    for (unsigned i = 0; i < CONDITIONS_MAX; i++)
        if (left_out[i].games == 0)
            left_out[i] = others[i];
        else
            left_out[i].games += others[i].games;
}

void report_left_out(const struct selection *selection, const struct left_out *left_out) {
    char names[KINDS_TEXT];
    for (unsigned i = 0; i < selection->count; i++) {
        const struct condition *const condition = &selection->conditions[i];
        if (left_out[i].games > 0)
            complain("warning: --select: %s: %" PRIu64 " game%s left out, the first at %s:%" PRIu64
                     ": expected %s, found '%s'",
                     condition->text, left_out[i].games, left_out[i].games == 1 ? " is" : "s are",
                     left_out[i].file, left_out[i].line, name_kinds(condition->kinds, names),
                     left_out[i].value);
    }
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
