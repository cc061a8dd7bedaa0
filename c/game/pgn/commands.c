/* Reads the commands that servers and engines write into comments, such as [%clk 0:03:00] and [%eval -0.24].
 * */

#include <stdbool.h>
#include <string.h>

#include "core/text/characters.h"
#include "game/pgn/eight_bytes.h"
#include "game/pgn/notes.h"
#include "game/pgn/reader.h"
#include "rules/vectors.h"

/* The rest of a command's value. */
struct value {
    const char *text;
    size_t length;
};

static bool skip(struct value *value, char c) {
    if (value->length == 0 || *value->text != c)
        return false;
    value->text++;
    value->length--;
    return true;
}

/* Reads digits, at most nine. Returns how many. */
static unsigned read_digits(struct value *value, uint32_t *number) {
    unsigned digits = 0;
    for (*number = 0; digits < 9 && value->length > 0 && is_digit(*value->text); digits++) {
        *number = 10 * *number + (uint32_t)(*value->text - '0');
        skip(value, *value->text);
    }
    return digits;
}

/* Reads so many digits behind a point, if there is one; further ones are skipped. */
static uint32_t read_fraction(struct value *value, unsigned digits) {
    uint32_t fraction = 0;
    const bool point = skip(value, '.');
    for (unsigned i = 0; i < digits; i++) {
        const bool digit = point && value->length > 0 && is_digit(*value->text);
        fraction = 10 * fraction + (digit ? (uint32_t)(*value->text - '0') : 0);
        if (digit)
            skip(value, *value->text);
    }
    while (point && value->length > 0 && is_digit(*value->text))
        skip(value, *value->text);
    return fraction;
}

/* Reads hours, minutes and seconds; the first or two may be missing. */
static bool read_time(struct value value, uint32_t *milliseconds) {
    enum { LONGEST = 1000000 /* seconds */ };
    uint64_t seconds = 0;
    uint32_t part;
    for (unsigned parts = 0; parts < 3; parts++) {
        if (read_digits(&value, &part) == 0)
            return false;
        seconds = 60 * seconds + part;
        if (!skip(&value, ':'))
            break;
    }
    const uint32_t fraction = read_fraction(&value, 3);
    if (seconds > LONGEST || value.length > 0)
        return false;
    *milliseconds = (uint32_t)(1000 * seconds) + fraction;
    return true;
}

/* Notes pawns or moves to a mate. No move to it: it is on the board. */
static void note_eval(ks_pgn_commands *commands, bool mate, int32_t number) {
    commands->eval = mate ? 0 : number;
    commands->mate = mate ? number : 0;
    commands->has_eval = mate && number == 0 ? KS_PGN_MATED : 1;
    commands->eval_in_doubt = 0;
}

/* Reads pawns such as -0.24, or moves to a mate such as #-3; perhaps with the depth. */
static void read_eval(struct value value, ks_pgn_commands *commands) {
    enum { LARGEST = 1000000 };
    const bool mate = skip(&value, '#'), minus = skip(&value, '-');
    uint32_t whole, depth;
    if (!minus)
        skip(&value, '+');
    const unsigned digits = read_digits(&value, &whole);
    if (whole > LARGEST || (digits == 0 && (mate || value.length == 0 || *value.text != '.')))
        return;
    const bool is_whole = value.length == 0 || *value.text != '.';
    const int32_t number = (int32_t)(mate ? whole : 100 * whole + read_fraction(&value, 2));
    const bool has_depth = skip(&value, ',');
    if (has_depth && read_digits(&value, &depth) == 0)
        return;
    if (value.length > 0)
        return;
    note_eval(commands, mate, minus ? -number : number);
    commands->eval_in_doubt = !mate && is_whole && has_depth;
}

/* ---- Commands as most are written ---- */

/* KS_SMALL: the module for browsers has the general forms alone. */
#ifdef KS_SMALL

static const char *read_usual(const char *at, const char *end, ks_pgn_commands *commands) {
    (void)at, (void)end, (void)commands;
    return NULL;
}

#else

/* These functions read what nearly all commands are, without the general form of each part. Each returns
 * where the command ends, or NULL when it is written in another way. end: of the comment. */

/* Returns the number of two digits; 100 or more when one of them is none. */
static unsigned two_digits(const char *text) {
    const unsigned tens = (unsigned)(uint8_t)text[0] - '0', ones = (unsigned)(uint8_t)text[1] - '0';
    return tens < 10 && ones < 10 ? 10 * tens + ones : 100;
}

/* Reads hours in one digit or two, minutes and seconds, perhaps with a tenth: 0:03:00] and 1:02:03.5]. */
static const char *read_usual_time(const char *at, const char *end, uint32_t *milliseconds) {
    enum { AFTER_HOURS = 7 /* :03:00] */, WITH_TENTH = AFTER_HOURS + 2 };
    if (end - at < 1 + AFTER_HOURS || !is_digit(*at))
        return NULL;
    unsigned hours = (unsigned)(*at++ - '0');
    if (is_digit(*at))
        hours = 10 * hours + (unsigned)(*at++ - '0');
    if (end - at < AFTER_HOURS)
        return NULL;
    const unsigned minutes = two_digits(at + 1), seconds = two_digits(at + 4);
    if (at[0] != ':' || at[3] != ':' || minutes >= 100 || seconds >= 100)
        return NULL;
    *milliseconds = 1000 * (60 * (60 * hours + minutes) + seconds);
    if (at[6] == '.' && end - at >= WITH_TENTH && is_digit(at[7])) {
        *milliseconds += 100 * (unsigned)(at[7] - '0');
        at += 2;
    }
    return at[6] == ']' ? at + 7 : NULL;
}

/* Reads up to four digits and two behind a point: -0.24]; or moves to a mate in two digits: #-3]. */
static const char *read_usual_eval(const char *at, const char *end, ks_pgn_commands *commands) {
    enum { SHORTEST = 3 /* #3] */, AFTER_WHOLE = 4 /* .24] */ };
    int32_t number = 0;
    if (end - at < SHORTEST)
        return NULL;
    const bool mate = *at == '#';
    at += mate;
    const bool minus = *at == '-';
    at += minus;
    const char *const digits = at;
    while (at < digits + 4 && at < end && is_digit(*at))
        number = 10 * number + (*at++ - '0');
    if (at == digits || end - at < (mate ? 1 : AFTER_WHOLE))
        return NULL;
    if (!mate) {
        const unsigned cents = two_digits(at + 1);
        if (*at != '.' || cents >= 100)
            return NULL;
        number = 100 * number + (int32_t)cents;
        at += 3;
    }
    if (*at != ']')
        return NULL;
    note_eval(commands, mate, minus ? -number : number);
    return at + 1;
}

/* at is where the percent sign ends. */
static const char *read_usual(const char *at, const char *end, ks_pgn_commands *commands) {
    enum { SHORTEST = 5 };
    const char *next = NULL;
    uint32_t time;
    if (end - at < SHORTEST)
        return NULL;
    if (memcmp(at, "clk ", 4) == 0) {
        next = read_usual_time(at + 4, end, &time);
        if (next) {
            commands->clock = time;
            commands->has_clock = true;
        }
    } else if (memcmp(at, "eval", 4) == 0 && at[4] == ' ') {
        next = read_usual_eval(at + 5, end, commands);
    } else if (memcmp(at, "emt ", 4) == 0) {
        next = read_usual_time(at + 4, end, &time);
        if (next) {
            commands->elapsed = time;
            commands->has_elapsed = true;
        }
    }
    return next;
}

#endif

/* ---- All commands ---- */

static bool is_name(const struct value *name, const char *other) {
    return name->length == strlen(other) && memcmp(name->text, other, name->length) == 0;
}

static void read_command(struct value name, struct value value, ks_pgn_commands *commands) {
    ks_pgn_commands read = *commands;
    if (is_name(&name, "clk"))
        read.has_clock = read_time(value, &read.clock) || commands->has_clock;
    else if (is_name(&name, "emt"))
        read.has_elapsed = read_time(value, &read.elapsed) || commands->has_elapsed;
    else if (is_name(&name, "eval"))
        read_eval(value, &read);
    else if (is_name(&name, "csl"))
        read.squares = value.text, read.squares_length = value.length;
    else if (is_name(&name, "cal"))
        read.arrows = value.text, read.arrows_length = value.length;
    *commands = read;
}

static void trim(struct value *value) {
    while (value->length > 0 && (unsigned char)*value->text <= ' ')
        skip(value, *value->text);
    while (value->length > 0 && (unsigned char)value->text[value->length - 1] <= ' ')
        value->length--;
}

/* Returns the next bracket, or NULL. Mostly it is the second character, or none is left. */
static inline const char *find_bracket(const char *at, const char *end) {
    if (end - at < 2)
        return NULL; /* not even an empty command fits */
    return at[0] != '[' && at[1] == '[' ? at + 1 : memchr(at, '[', (size_t)(end - at));
}

void ks_add_commands(const char *comment, size_t length, ks_pgn_commands *commands) {
    const char *const end = comment + length;
    const char *at = comment, *close;
    while ((at = find_bracket(at, end)) != NULL) {
        const char *const next = end - at > 2 && at[1] == '%' ? read_usual(at + 2, end, commands) : NULL;
        if (next) {
            at = next;
            continue;
        }
        at++;
        if (at == end || *at != '%')
            continue;
        close = memchr(at, ']', (size_t)(end - at));
        if (!close)
            return; /* nor does another command end */
        struct value name = {at + 1, 0};
        while (name.text + name.length < close && (unsigned char)name.text[name.length] > ' ')
            name.length++;
        struct value value = {name.text + name.length, (size_t)(close - name.text) - name.length};
        trim(&value);
        read_command(name, value, commands);
        at = close;
    }
}

void ks_pgn_read_commands(const char *comment, size_t length, ks_pgn_commands *commands) {
    *commands = (ks_pgn_commands){0};
    ks_add_commands(comment, length, commands);
    ks_add_note(comment, length, commands);
}

/* ---- Commands between two words ---- */

/* Reads comment after comment. */
static __attribute__((noinline)) void add_one_by_one(const char *text, size_t length,
                                                     ks_pgn_commands *commands) {
    const char *const end = text + length;
    const char *open = text, *close;
    while ((open = memchr(open, '{', (size_t)(end - open))) != NULL &&
           (close = memchr(open, '}', (size_t)(end - open))) != NULL) {
        ks_add_commands(open + 1, (size_t)(close - open - 1), commands);
        ks_add_note(open + 1, (size_t)(close - open - 1), commands);
        open = close;
    }
}

#ifdef KS_SMALL

void ks_add_commands_between(const char *text, size_t length, ks_pgn_commands *commands) {
    add_one_by_one(text, length, commands);
}

static bool read_usual_commands(const char *text, size_t length, ks_pgn_commands *commands) {
    (void)text, (void)length, (void)commands;
    return false;
}

unsigned ks_take_usual_moves(ks_pgn *pgn, struct told *told, unsigned room, unsigned side, uint32_t *forms) {
    (void)pgn, (void)told, (void)room, (void)side;
    *forms = 0;
    return 0;
}

#else

/* Such a text has brackets in comments alone. So brackets are looked for, not braces, and commands in the two
 * forms that nearly all have are read eight bytes at a time, without a branch that depends on the digits. */

/* Returns byte n. */
static inline uint32_t byte_of(uint64_t eight, unsigned n) {
    return (uint32_t)(eight >> 8 * n & 0xff);
}

/* Returns in byte n the number that digits n and n + 1 make. */
static inline uint64_t pairs_of(uint64_t digits) {
    return 10 * digits + (digits >> 8);
}

/* Returns whether bytes are digits from 0 to 9 but for those that should be zeros. others: all ones there. */
static inline bool are_digits(uint64_t eight, uint64_t others) {
    return ((eight | (eight + (DIGIT_ROOM & ~others))) & (DIGIT_UPPER | others)) == 0;
}

/* Reads a time such as 0:03:00]. Returns whether it is one. */
static inline bool read_plain_time(uint64_t text, uint32_t *milliseconds) {
    const uint64_t digits = text ^ PLAIN_TIME, pairs = pairs_of(digits);
    *milliseconds = 3600000 * byte_of(digits, 0) + 60000 * byte_of(pairs, 2) + 1000 * byte_of(pairs, 5);
    return are_digits(digits, PLAIN_TIME_OTHERS);
}

/* Reads pawns such as -0.24], with up to three digits before the point. end is the character behind them.
 * Returns their length with that character; 0 when these are none. */
static inline unsigned read_plain_eval(uint64_t text, char end, int32_t *eval) {
    enum { MOST = 3 /* digits before the point */ };
    const unsigned minus = (text & 0xff) == '-';
    const uint64_t number = text >> 8 * minus, points = ~number & EVAL_POINTS;
    if (points == 0)
        return 0;
    const unsigned before = (unsigned)__builtin_ctzll(points) / 8, missing = 8 * (MOST - before);
    const uint64_t written =
                       ((EVAL_WHOLE << missing) & EVAL_WHOLE) | EVAL_REST | (uint64_t)(uint8_t)end << 48,
                   digits = ((number << missing) ^ written) << 8 >> 8, pairs = pairs_of(digits);
    const int32_t cents = (int32_t)(1000 * byte_of(pairs, 0) + 100 * byte_of(digits, 2) + byte_of(pairs, 4));
    *eval = (cents ^ -(int32_t)minus) + (int32_t)minus;
    return are_digits(digits, EVAL_OTHERS) ? minus + before + 4 : 0;
}

/* Reads a time such as 0:03:00] or 0:03:00.5]. Returns whether it is one. */
static inline bool read_plain_clock(const char *text, uint32_t *milliseconds) {
    const uint64_t eight = eight_bytes(text);
    if (read_plain_time(eight, milliseconds))
        return true;
    const unsigned tenths = (unsigned)(uint8_t)text[8] - '0';
    if (text[7] != '.' || tenths > 9 || text[9] != ']' ||
        !read_plain_time(eight ^ EIGHT(0, 0, 0, 0, 0, 0, 0, '.' ^ ']'), milliseconds))
        return false;
    *milliseconds += 100 * tenths;
    return true;
}

/* Reads the command at a text, from its bracket on. Returns whether its form is one of these. */
static inline bool read_plain(const char *text, ks_pgn_commands *commands) {
    enum { CLOCK = 6 /* bytes before the value */, EVAL = 7 };
    uint32_t time;
    int32_t eval;
    if (memcmp(text, "[%clk ", CLOCK) == 0) {
        if (!read_plain_clock(text + CLOCK, &time))
            return false;
        commands->clock = time;
        commands->has_clock = 1;
        return true;
    }
    if (memcmp(text, "[%ev", 4) == 0 && memcmp(text + 4, "al ", 3) == 0) {
        if (!read_plain_eval(eight_bytes(text + EVAL), ']', &eval))
            return false;
        note_eval(commands, false, eval);
        return true;
    }
    return false;
}

#ifdef __clang__
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 3")
#endif

enum { TOGETHER = 48 }; /* as many as most comments have */

/* Returns the brackets that open in 48 bytes: bit n is byte n. */
static inline uint64_t opening_brackets(const char *text) {
    uint64_t found = 0;
    UNROLLED for (unsigned at = 0; at < TOGETHER; at += sizeof(masks)) found |=
        highest_bits_of_bytes((masks)((bytes)load(text + at) == '[')) << at;
    return found;
}

/* What such a text says. */
struct usual {
    int32_t score; /* as it is written; 0 without one */
    uint32_t clock;
    unsigned form; /* of the score, of enum ks_pgn_scores */
    bool has_clock;
};

/* Returns whether no comment and no command begins in a text of at most 16 bytes. */
static inline bool is_plain_rest(const char *text, ptrdiff_t length) {
    if (length < 0 || length > (ptrdiff_t)sizeof(bytes16))
        return false;
    const bytes rest = (bytes)load(text);
    const uint64_t others = highest_bits_of_bytes((masks)((rest | ('[' ^ '{')) == ('[' | '{')));
    return (others & (((uint64_t)1 << length) - 1)) == 0;
}

/* Reads a text such as " { [%clk 0:03:00] } 1... " or " { [%eval 0.17] [%clk 0:03:00] } 1... ", as stands
 * between most moves of a server. Returns whether it is one. */
static inline bool read_usual_comment(const char *text, size_t length, struct usual *said) {
    enum {
        TO_EVAL = sizeof " { [%eval " - 1,
        TO_CLOCK = sizeof " [%clk " - 1,
        TO_REST = sizeof "0:03:00" - 1
    };
    const char *const end = text + length, *at = text + sizeof " {" - 1;
    const bool has_eval = eight_bytes(text) == EIGHT(' ', '{', ' ', '[', '%', 'e', 'v', 'a');
    if (has_eval) {
        const unsigned used = read_plain_eval(eight_bytes(text + TO_EVAL), ']', &said->score);
        if (text[8] != 'l' || text[9] != ' ' || used == 0)
            return false;
        at = text + TO_EVAL + used;
    } else if (eight_bytes(text) != EIGHT(' ', '{', ' ', '[', '%', 'c', 'l', 'k')) {
        return false;
    }
    if ((eight_bytes(at) ^ EIGHT(' ', '[', '%', 'c', 'l', 'k', ' ', 0)) << 8 ||
        !read_plain_time(eight_bytes(at + TO_CLOCK), &said->clock))
        return false;
    at += TO_CLOCK + TO_REST;
    said->has_clock = true;
    said->form = has_eval ? KS_PGN_SCORES_EVAL : KS_PGN_SCORES_NONE;
    return at < end && is_plain_rest(at, end - at);
}

/* Returns the digits among 16 bytes: bit n is byte n. */
static inline uint64_t digits_among(const char *text) {
    const bytes some = (bytes)load(text);
    return highest_bits_of_bytes((masks)(some >= '0') & (masks)(some <= '9'));
}

/* Reads a text such as " {+0.31/12 1.2s} 1... ", as cutechess writes it. Returns whether it is one. */
static inline bool read_usual_note(const char *text, size_t length, struct usual *said) {
    enum { TO_SCORE = sizeof " {" - 1, MOST = 6 /* digits of seconds */ };
    const bool plus = text[TO_SCORE] == '+';
    const unsigned used = read_plain_eval(eight_bytes(text + TO_SCORE + plus), '/', &said->score);
    if ((unsigned char)text[0] > ' ' || text[1] != '{' || used == 0 || (plus && text[TO_SCORE + 1] == '-'))
        return false;
    const char *const depth = text + TO_SCORE + plus + used;
    const uint64_t others = ~digits_among(depth);
    const unsigned blank = (unsigned)__builtin_ctzll(others);
    unsigned end = (unsigned)__builtin_ctzll(others & -(UINT64_C(2) << blank));
    if (blank == 0 || depth[blank] != ' ' || end == blank + 1 || end > blank + 1 + MOST)
        return false;
    if (depth[end] == '.') {
        const unsigned point = end;
        end = (unsigned)__builtin_ctzll(others & -(UINT64_C(2) << point));
        if (end == point + 1)
            return false;
    }
    const char *const rest = depth + end + sizeof "s}" - 1;
    said->form = KS_PGN_SCORES_CUTECHESS;
    return end < sizeof(bytes16) && depth[end] == 's' && depth[end + 1] == '}' && rest <= text + length &&
           is_plain_rest(rest, text + length - rest);
}

/* Reads what stands between two moves, if it is written as it mostly is. */
static inline bool read_usual_text(const char *text, size_t length, struct usual *said) {
    *said = (struct usual){.form = KS_PGN_SCORES_NONE};
    return is_plain_rest(text, (ptrdiff_t)length) ||
           ((read_usual_comment(text, length, said) || read_usual_note(text, length, said)) &&
            said->score < LEAST_MATE_SCORE && said->score > -LEAST_MATE_SCORE);
}

unsigned ks_take_usual_moves(ks_pgn *pgn, struct told *told, unsigned room, unsigned side, uint32_t *forms) {
    struct pgn_line *const line = &pgn->line;
    *forms = 0;
    if (!pgn->commands_given || pgn->flags & (KS_PGN_COMMENTS | KS_PGN_NUMBERS))
        return 0;
    const unsigned most = line->played_ahead - line->given;
    const char *const text = pgn->window.text;
    const struct played *const played = line->played + line->given;
    const uint32_t *const words = pgn->scan.words + pgn->scan.next;
    size_t at = pgn->window.at;
    uint32_t found = 0;
    unsigned n = 0;
    if (pgn->read_comments)
        n = pgn->read_comments(text, at, words, played, most < room ? most : room, side, told, &found);
    at = n > 0 ? words[n - 1] + played[n - 1].length : at;
    for (side ^= n % 2; n < most && n < room; n++, side ^= 1) {
        struct usual usual;
        if (!read_usual_text(text + at, words[n] - at, &usual))
            break;
        const bool is_eval = usual.form == KS_PGN_SCORES_EVAL;
        found |= (uint32_t)1 << usual.form;
        told[n] = (struct told){.clock = usual.clock,
                                .eval = (int16_t)(side == KS_WHITE ? usual.score : -usual.score),
                                .note = (int16_t)usual.score,
                                .note_form = is_eval ? KS_PGN_SCORES_NONE : (uint8_t)usual.form,
                                .has_eval = is_eval,
                                .has_clock = usual.has_clock,
                                .move = played[n].move,
                                .number = played[n].number};
        at = words[n] + played[n].length;
    }
    *forms = found & ~((uint32_t)1 << KS_PGN_SCORES_NONE);
    line->given += n;
    pgn->scan.next += n;
    pgn->window.at = at;
    return n;
}

/* Reads what ks_pgn_get_commands gives. Returns whether it is such a text. */
static inline bool read_usual_commands(const char *text, size_t length, ks_pgn_commands *commands) {
    struct usual said;
    if (!read_usual_comment(text, length, &said))
        return false;
    commands->clock = said.clock;
    commands->has_clock = 1;
    if (said.form == KS_PGN_SCORES_EVAL)
        note_eval(commands, false, said.score);
    return true;
}

/* Adds the notes of comments without looking at brackets. */
static void add_notes(const char *text, size_t length, ks_pgn_commands *commands) {
    const char *const end = text + length;
    const char *open = text, *close;
    while ((open = memchr(open, '{', (size_t)(end - open))) != NULL &&
           (close = memchr(open, '}', (size_t)(end - open))) != NULL) {
        ks_add_note(open + 1, (size_t)(close - open - 1), commands);
        open = close;
    }
}

void ks_add_commands_between(const char *text, size_t length, ks_pgn_commands *commands) {
    for (const char *at = text, *const end = text + length; at < end; at += TOGETHER) {
        uint64_t brackets = opening_brackets(at);
        if (end - at < TOGETHER)
            brackets &= ((uint64_t)1 << (end - at)) - 1;
        for (; brackets; brackets &= brackets - 1)
            if (!read_plain(at + __builtin_ctzll(brackets), commands)) {
                add_one_by_one(text, length, commands);
                return;
            }
    }
    add_notes(text, length, commands);
}

#endif

/* ---- Those beside a move ---- */

const ks_pgn_commands *ks_pgn_get_commands(ks_pgn *pgn) {
    static const ks_pgn_commands none;
    const unsigned kind = pgn->item.kind;
    if (pgn->between < pgn->between_end) {
        const char *const text = pgn->window.text + pgn->between;
        const size_t length = pgn->between_end - pgn->between;
        if (!read_usual_commands(text, length, &pgn->commands))
            ks_add_commands_between(text, length, &pgn->commands);
        pgn->between = pgn->between_end;
    }
    pgn->commands.squares = pgn->commands.arrows = NULL; /* they may have moved on with the window */
    pgn->commands.squares_length = pgn->commands.arrows_length = 0;
    const bool has_its_own =
        pgn->where == AT_ITEM && (kind <= KS_PGN_NULL_MOVE || kind == KS_PGN_BEGIN || kind == KS_PGN_END);
    return pgn->commands_given && !has_its_own ? &none : &pgn->commands;
}
