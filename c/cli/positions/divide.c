/* Counts a divide, or reads one that another program prints. */
#include "cli/positions/divide.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/base/messages.h"
#include "cli/base/waiting.h"
#include "core/text/characters.h"
#include "game/common/text.h"

/* ---- Kingscan's ---- */

static int compare_entries(const void *a, const void *b) {
    return strcmp(((const struct divide_entry *)a)->text, ((const struct divide_entry *)b)->text);
}

static bool is_over(const struct divide_watch *watch) {
    return interrupted || (watch && watch->must_end(watch->context));
}

/* The depth to which chess is counted between two looks, and the deepest in a variant, if so many nodes are
 * expected there. Boards may have thousands of moves. */
enum { CHESS_CHUNK = 3, DEEPEST_CHUNK = 12, CHUNK_NODES = 64 * 64 * 64 };

/* Returns whether a perft of a variant is little work, if positions have at most so many moves. */
static bool is_little_work(size_t moves, unsigned depth) {
    size_t nodes = 1;
    for (unsigned ply = 0; ply < depth && nodes <= CHUNK_NODES; ply++)
        nodes *= moves;
    return depth <= DEEPEST_CHUNK && nodes <= CHUNK_NODES;
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Counts as any_perft does, but may end early; *over then says so, and the count is partial. before, last:
 * the numbers of moves of the two positions before, since one in check has few for once. */
static uint64_t count_nodes(const struct any_position *position, unsigned depth, size_t before, size_t last,
                            const struct divide_watch *watch, bool *over) {
    uint64_t nodes = 0;
    size_t count;
    if (depth <= (position->variant ? 1 : CHESS_CHUNK))
        return any_perft(position, depth);
    any_move *const moves = given(any_list_moves(position, &count));
    const bool little = position->variant && is_little_work(larger(count, larger(before, last)), depth);
    if (little)
        nodes = any_perft(position, depth);
    for (size_t i = 0; i < count && !little && !(*over = *over || is_over(watch)); i++) {
        struct any_position after = *position;
        any_make_move(&after, moves[i]);
        nodes += count_nodes(&after, depth - 1, last, count, watch, over);
    }
    free(moves);
    return nodes;
}

enum divide_end divide_count(const struct any_position *position, unsigned depth, unsigned notation,
                             const struct divide_watch *watch, struct divide *divide) {
    any_move moves[ANY_MOVES_MAX];
    const size_t count = depth > 0 ? any_legal_moves(position, moves) : 0;
    bool over = false;
    divide->count = 0;
    divide->total = depth == 0;
    divide->has_total = true;
    if (count > ANY_MOVES_MAX)
        return DIVIDE_TOO_MANY;
    for (size_t i = 0; i < count && !(over = over || is_over(watch)); i++) {
        struct divide_entry *entry = &divide->entries[divide->count++];
        struct any_position after = *position;
        any_make_move(&after, moves[i]);
        any_write_uci(position, moves[i], notation, entry->text);
        entry->move = moves[i];
        entry->count = count_nodes(&after, depth - 1, count, count, watch, &over);
        divide->total += entry->count;
    }
    qsort(divide->entries, divide->count, sizeof *divide->entries, compare_entries);
    return over ? DIVIDE_STOPPED : DIVIDE_DONE;
}

/* ---- Another program's ---- */

enum number { NO_NUMBER, COUNT, NO_COUNT /* below 0, or larger than 64 bits */ };

/* Whether the sign of a number stands at `at`. */
static bool is_minus(const char *line, size_t length, size_t at) {
    return at + 1 < length && line[at] == '-' && is_digit(line[at + 1]);
}

/* Reads the number that begins at `at`; NO_NUMBER also when more than a blank follows it. */
static enum number read_number(const char *line, size_t length, size_t at, uint64_t *number) {
    const bool below_0 = is_minus(line, length, at);
    const size_t start = at += below_0;
    bool too_large = false;
    *number = 0;
    for (; at < length && is_digit(line[at]); at++) {
        const unsigned digit = (unsigned)(line[at] - '0');
        too_large |= *number > (UINT64_MAX - digit) / 10;
        *number = *number * 10 + digit;
    }
    if (at == start || (at < length && !is_blank(line[at])))
        return NO_NUMBER;
    return below_0 || too_large ? NO_COUNT : COUNT;
}

static bool is_separator(char c) {
    return is_blank(c) || c == ':' || c == '-' || c == '=';
}

/* The offset after the separators that begin at `at`. */
static size_t skip_separators(const char *line, size_t length, size_t at) {
    while (at < length && is_separator(line[at]) && !is_minus(line, length, at))
        at++;
    return at;
}

static bool has_letters(const char *text, size_t length, const char *letters) {
    const size_t wanted = strlen(letters);
    for (size_t i = 0; i + wanted <= length; i++)
        if (strncasecmp(text + i, letters, wanted) == 0)
            return true;
    return false;
}

static bool is_number(const char *line, size_t length) {
    struct words words = {line, length, 0};
    const struct word word = next_word(&words);
    for (size_t i = 0; i < word.length; i++)
        if (!is_digit(word.text[i]))
            return false;
    return word.length > 0 && next_word(&words).length == 0;
}

static enum divide_line read_total(struct divide *divide, const char *line, size_t length) {
    size_t digits = 0;
    uint64_t total;
    while (digits < length && !is_digit(line[digits]))
        digits++;
    const bool named = has_letters(line, digits, "nodes") || has_letters(line, digits, "total");
    if (!named && !is_number(line, length))
        return DIVIDE_OTHER;
    if (digits > 1 && is_minus(line, length, digits - 1) && is_separator(line[digits - 2]))
        digits--;
    const enum number kind = read_number(line, length, digits, &total);
    if (kind != COUNT)
        return kind == NO_COUNT ? DIVIDE_WRONG : DIVIDE_OTHER;
    divide->total = total;
    divide->has_total = true;
    return DIVIDE_TOTAL;
}

/* Whether a word begins as a drop does: N@f3 or +N@f3. */
static bool is_drop(const char *word, size_t length) {
    const size_t plus = length > 0 && *word == '+';
    return length >= 4 + plus && to_lower(word[plus]) >= 'a' && to_lower(word[plus]) <= 'z' &&
           word[plus + 1] == '@';
}

/* The length of the word that a line begins with: a move, perhaps with a count after it. */
static size_t word_length(const char *line, size_t length) {
    size_t end = 0;
    while (end < length && !is_blank(line[end]) && line[end] != ':' && line[end] != '=')
        end++;
    return end;
}

static bool is_like_a_move(const char *line, size_t length) {
    return length >= 4 && 'a' <= line[0] && line[0] <= 'z' && is_digit(line[1]);
}

static void add_entry(struct divide *divide, const char *move, size_t length, uint64_t count) {
    const bool drops = is_drop(move, length);
    struct divide_entry *const entry = &divide->entries[divide->count++];
    *entry = (struct divide_entry){.count = count};
    for (size_t i = 0; i < length && i < DIVIDE_MOVE_SIZE - 1; i++)
        entry->text[i] = drops && i <= (*move == '+') ? move[i] : (char)to_lower(move[i]);
}

enum divide_line divide_read(struct divide *divide, const char *line, size_t length) {
    const size_t end = word_length(line, length);
    uint64_t count;
    if (length >= 4 && memcmp(line, "info", 4) == 0)
        return DIVIDE_OTHER;
    if (!is_like_a_move(line, end) && !is_drop(line, end))
        return read_total(divide, line, length);
    const enum number kind = read_number(line, length, skip_separators(line, length, end), &count);
    if (kind != COUNT) /* some programs write the moves that they think of, but not with a colon */
        return kind == NO_COUNT || (end < length && !is_blank(line[end])) ? DIVIDE_WRONG : DIVIDE_OTHER;
    if (divide->count == ANY_MOVES_MAX)
        return DIVIDE_FULL;
    add_entry(divide, line, end, count);
    return DIVIDE_MOVE;
}

enum divide_line divide_list(struct divide *divide, const char *line, size_t length) {
    const size_t listed = divide->listed, end = word_length(line, length);
    size_t after = end;
    while (after < length && is_blank(line[after]))
        after++;
    const bool alone = after == length && divide->count == listed && !divide->has_total &&
                       (is_like_a_move(line, end) || is_drop(line, end));
    if (alone && divide->count == ANY_MOVES_MAX)
        return DIVIDE_FULL;
    if (alone) {
        add_entry(divide, line, end, 1);
        divide->listed++;
        return DIVIDE_MOVE;
    }
    const enum divide_line kind = divide_read(divide, line, length);
    if (kind == DIVIDE_MOVE || kind == DIVIDE_TOTAL) {
        divide->count -= listed;
        memmove(divide->entries, divide->entries + listed, divide->count * sizeof *divide->entries);
        divide->listed = 0;
    }
    return kind;
}
