/* Texts with a position a line, line by line: the four lines at a time of c/rules/check_epd.c are KB that
 * every page would load. */
#include <string.h>

#include "core/text/characters.h"
#include "exports.h"

/* Fills in the answer for a line. Returns false when the line is skipped. */
static bool check_line(const char *line, unsigned flags, ks_checked_line *checked) {
    ks_position position;
    if (is_blank_or_comment(line, checked->length))
        return false;
    checked->verdict = KS_VERDICTS;
    if (ks_read_fen(line, checked->length, flags, &position, NULL) == KS_OK)
        checked->verdict = (uint8_t)ks_judge(&position, &checked->checkers);
    return true;
}

/* Reads the next lines as ks_check_epd does, and moves the cursor on. Returns their number. */
EXPORT(size_t, lines_check,
       (const char *text, size_t length, unsigned flags, ks_text_cursor *cursor, ks_checked_line *lines,
        size_t max)) {
    size_t count = 0;
    while (count < max && cursor->offset < length) {
        const char *const line = text + cursor->offset;
        const size_t left = length - cursor->offset;
        const char *const newline = memchr(line, '\n', left);
        const size_t whole = newline ? (size_t)(newline - line) : left;
        lines[count] = (ks_checked_line){
            .offset = cursor->offset, .length = length_without_cr(line, whole), .number = ++cursor->line};
        cursor->offset += newline ? whole + 1 : whole;
        count += check_line(line, flags, &lines[count]);
    }
    return count;
}
_Static_assert(sizeof(ks_text_cursor) == 16 && sizeof(ks_checked_line) == 32, "JavaScript finds the members");

/* Fills in the error of a line that is no position. */
EXPORT(int, lines_error, (const char *text, size_t length, unsigned flags, struct answer *answer)) {
    ks_position position;
    return ks_read_fen(text, length, flags, &position, &answer->error);
}
