/* Reads the same text twice, fast and exactly, and compares every field. */
#include "support/readings.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands/fuzz/chess_check.h"
#include "core/board/key.h"
#include "core/fen/read.h"
#include "rules/check_epd.h"
#include "rules/movegen_reference.h"

/* ---- Descriptions of differences ---- */

const char *spell_text(const char *text, size_t length) {
    static char spelled[4 * 400 + 16];
    char *at = spelled;
    for (size_t i = 0; i < length && i < 400; i++) {
        const unsigned char c = (unsigned char)text[i];
        at += c < ' ' || c > '~' ? sprintf(at, "\\%03o", c)
                                 : sprintf(at, c == '"' || c == '\\' ? "\\%c" : "%c", c);
    }
    strcpy(at, length > 400 ? "..." : "");
    return spelled;
}

__attribute__((format(printf, 3, 4))) static const char *tell(const char *text, size_t length,
                                                              const char *format, ...) {
    static char told[2048];
    va_list arguments;
    int used = snprintf(told, sizeof told, "kernel %s, \"%s\": ", ks_kernel_get_current()->name,
                        spell_text(text, length));
    va_start(arguments, format);
    vsnprintf(told + used, sizeof told - (size_t)used, format, arguments);
    va_end(arguments);
    return told;
}

/* ---- One line ---- */

static const char *error_difference(const char *text, size_t length, const ks_error *expected,
                                    const ks_error *found) {
    if (found->code != expected->code || found->offset != expected->offset ||
        strcmp(found->message, expected->message) != 0)
        return tell(text, length, "expected error %d, %s at %zu; found error %d, %s at %zu", expected->code,
                    expected->message, expected->offset, found->code, found->message, found->offset);
    return NULL;
}

const char *fen_difference(const char *text, size_t length, unsigned flags) {
    ks_position expected = {0}, found = {0};
    ks_error error = {0}, found_error = {0};
    const int code = ks_read_fen_exactly(text, length, flags, &expected, &error);
    const int found_code = ks_read_fen(text, length, flags, &found, &found_error);
    if (found_code != code)
        return tell(text, length, "expected code %d %s, found %d %s", code, error.message, found_code,
                    found_error.message);
    if (code != KS_OK)
        return error_difference(text, length, &error, &found_error);
    ks_complete_position(&expected);
    const char *field = differing_field(&expected, &found);
    return field ? tell(text, length, "another %s", field) : NULL;
}

/* ---- Whole texts ---- */

static bool is_passed_over(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (line[i] != ' ' && line[i] != '\t')
            return line[0] == '#';
    return true;
}

static void judge_exactly(const char *line, unsigned flags, ks_checked_line *checked) {
    static ks_move moves[KS_MOVES_MAX];
    ks_position position;
    size_t kernels;
    checked->verdict = KS_VERDICTS;
    checked->checkers = 0;
    if (ks_read_fen_exactly(line, checked->length, flags, &position, NULL) != KS_OK)
        return;
    const unsigned us = position.side_to_move;
    ks_complete_position(&position);
    checked->checkers =
        ks_kernel_get_all(&kernels)[0]->attackers(position.board, ks_king_of(&position, us), us ^ 1u);
    const int checkers = __builtin_popcountll(checked->checkers);
    if (ks_legal_moves_reference(&position, moves) == 0)
        checked->verdict = checkers ? KS_CHECKMATE : KS_STALEMATE;
    else
        checked->verdict = checkers == 0 ? KS_SAFE : checkers == 1 ? KS_CHECK : KS_DOUBLE_CHECK;
}

/* Finds the next line that is not skipped; returns 0 when there is none. */
static int check_exactly(const char *text, size_t n, unsigned flags, ks_text_cursor *cursor,
                         ks_checked_line *checked) {
    while (cursor->offset < n) {
        const size_t begin = cursor->offset;
        size_t end = begin;
        while (end < n && text[end] != '\n')
            end++;
        cursor->offset = end < n ? end + 1 : end;
        cursor->line++;
        if (end > begin && text[end - 1] == '\r')
            end--;
        if (is_passed_over(text + begin, end - begin))
            continue;
        *checked = (ks_checked_line){.offset = begin, .length = end - begin, .number = cursor->line};
        judge_exactly(text + begin, flags, checked);
        return 1;
    }
    return 0;
}

static bool same_lines(const ks_checked_line *a, const ks_checked_line *b) {
    return a->offset == b->offset && a->length == b->length && a->number == b->number &&
           a->checkers == b->checkers && a->verdict == b->verdict;
}

static const char *line_difference(const char *text, const ks_checked_line *expected,
                                   const ks_checked_line *found) {
    if (same_lines(expected, found))
        return NULL;
    return tell(text + expected->offset, expected->length,
                "expected line %" PRIu64 ", %zu bytes at %zu, verdict %d, checkers 0x%" PRIx64
                "; found line %" PRIu64 ", %zu bytes at %zu, verdict %d, checkers 0x%" PRIx64,
                expected->number, expected->length, expected->offset, expected->verdict, expected->checkers,
                found->number, found->length, found->offset, found->verdict, found->checkers);
}

/* Expects the key of the position that the exact reader reads from a line. */
static const char *key_difference(const char *text, unsigned flags, const ks_checked_line *line,
                                  const struct position_key *found) {
    ks_position position;
    if (ks_read_fen_exactly(text + line->offset, line->length, flags, &position, NULL) != KS_OK)
        return NULL;
    const struct position_key expected = key_of_chess(&position);
    if (expected.high == found->high && expected.low == found->low)
        return NULL;
    return tell(text + line->offset, line->length,
                "expected key %016" PRIx64 "%016" PRIx64 ", found %016" PRIx64 "%016" PRIx64, expected.high,
                expected.low, found->high, found->low);
}

/* Compares the lines of one call, their keys, and the position of the cursor. */
static const char *call_difference(const char *text, size_t n, unsigned flags, ks_text_cursor *cursor,
                                   ks_checked_line *lines, struct position_key *keys, size_t max,
                                   size_t *count) {
    ks_text_cursor exact = *cursor, again = *cursor;
    ks_checked_line expected = {0};
    const char *trouble = NULL;
    const size_t with_keys = ks_check_epd_with_keys(text, n, flags, &again, lines, keys, max);
    for (size_t i = 0; i < with_keys && i < max && !trouble; i++)
        trouble = key_difference(text, flags, &lines[i], &keys[i]);
    if (trouble)
        return trouble;
    memset(lines, 0, max * sizeof *lines);
    *count = ks_check_epd(text, n, flags, cursor, lines, max);
    if (*count != with_keys || cursor->offset != again.offset || cursor->line != again.line)
        return tell(text, n, "%zu lines, %zu with keys", *count, with_keys);
    if (*count > max)
        return tell(text, n, "%zu lines where there is room for %zu", *count, max);
    for (size_t i = 0; i < *count && !trouble; i++)
        trouble = check_exactly(text, n, flags, &exact, &expected)
                      ? line_difference(text, &expected, &lines[i])
                      : tell(text, n, "%zu lines, expected %zu", *count, i);
    if (!trouble && *count < max && check_exactly(text, n, flags, &exact, &expected))
        trouble = tell(text, n, "line %" PRIu64 " is left out", expected.number);
    if (!trouble && (cursor->offset != exact.offset || cursor->line != exact.line))
        trouble = tell(text, n, "expected cursor at %zu, line %" PRIu64 "; found %zu, line %" PRIu64,
                       exact.offset, exact.line, cursor->offset, cursor->line);
    return trouble;
}

const char *epd_difference(const char *text, size_t n, unsigned flags, size_t max) {
    /* the exact size, so that sanitizers notice an overrun */
    ks_checked_line *lines = malloc(max * sizeof *lines);
    struct position_key *keys = malloc(max * sizeof *keys);
    ks_text_cursor cursor = {0};
    const char *trouble = NULL;
    size_t count = max;
    if (!lines || !keys)
        abort();
    while (count == max && !trouble)
        trouble = call_difference(text, n, flags, &cursor, lines, keys, max, &count);
    free(lines);
    free(keys);
    return trouble;
}
