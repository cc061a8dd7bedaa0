/* Reads comments, move numbers and results of PGN, and reports errors, for the readers of a game's beginning
 * and of its moves. */
#include <string.h>

#include "core/text/characters.h"
#include "core/text/error.h"
#include "game/pgn/notes.h"
#include "game/pgn/reader.h"
#include "game/pgn/window.h"

/* ---- Errors ---- */

/* Errors in games. An error keeps a copy of its text, since the window may move on before it is given. */

static struct mishap make_mishap(const ks_error *error, ks_pgn_place place, const char *text, size_t length) {
    struct mishap mishap = {.error = *error, .place = place};
    mishap.place.offset += error->offset;
    mishap.place.column += error->offset;
    mishap.length = length < KS_PGN_WORD_MAX ? length : KS_PGN_WORD_MAX;
    memcpy(mishap.text, text, mishap.length);
    return mishap;
}

static bool give(struct ks_pgn *pgn, const struct mishap *mishap) {
    pgn->last = *mishap;
    if (pgn->first.error.code == KS_OK)
        pgn->first = *mishap;
    pgn->item = (ks_pgn_item){.text = pgn->last.text,
                              .length = (uint32_t)mishap->length,
                              .kind = KS_PGN_ERROR,
                              .depth = (uint8_t)pgn->line.depth};
    return true;
}

bool ks_give_error(struct ks_pgn *pgn, const ks_error *error, size_t index, size_t length) {
    struct window *const w = &pgn->window;
    const struct mishap mishap = make_mishap(error, ks_window_place(w, index), w->text + index, length);
    return give(pgn, &mishap);
}

void ks_keep_error(struct ks_pgn *pgn, const ks_error *error, ks_pgn_place place, const char *text,
                   size_t length) {
    enum { ROOM = sizeof pgn->waiting / sizeof *pgn->waiting };
    if (pgn->waiting_count == ROOM)
        return;
    const struct mishap mishap = make_mishap(error, place, text, length);
    pgn->waiting[pgn->waiting_count++] = mishap;
    if (pgn->first.error.code == KS_OK)
        pgn->first = mishap;
}

bool ks_give_kept_error(struct ks_pgn *pgn) {
    return pgn->waiting_given < pgn->waiting_count && give(pgn, &pgn->waiting[pgn->waiting_given++]);
}

/* ---- Results ---- */

/* Returns the length of a dash or a colon with blanks around it, or 0. */
static size_t separator_at(const char *text) {
    enum { BLANKS = 8 };
    size_t begin = 0;
    while (begin < BLANKS && is_blank(text[begin]))
        begin++;
    const size_t sign = text[begin] == ':' ? 1 : dash_at(text + begin, 3);
    size_t end = begin + sign;
    while (sign > 0 && end < begin + BLANKS && is_blank(text[end]))
        end++;
    return sign > 0 ? end : 0;
}

/* Returns the length of a text that is written so, with any separator for '-'; 0 when it is another. */
static size_t length_of(const char *text, const char *written) {
    size_t length = 0;
    for (; *written; written++) {
        const size_t part = *written == '-' ? separator_at(text + length) : text[length] == *written;
        if (part == 0)
            return 0;
        length += part;
    }
    return length;
}

size_t ks_read_result(const char *text, enum ks_outcome *result) {
    static const struct {
        const char *text;
        enum ks_outcome result;
    } results[] = {{"1-0", KS_WHITE_WINS}, {"0-1", KS_BLACK_WINS}, {"1/2-1/2", KS_DRAWN},
                   {"0.5-0.5", KS_DRAWN},  {"1/2", KS_DRAWN},      {"\xc2\xbd-\xc2\xbd", KS_DRAWN},
                   {"\xc2\xbd", KS_DRAWN}, {"*", KS_UNDECIDED}};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        const size_t length = *text == *results[i].text ? length_of(text, results[i].text) : 0;
        const bool goes_on = is_in_word(text[length]) || (text[length] == '.' && is_digit(text[length + 1]));
        if (length > 0 && (!goes_on || aside_at(text + length))) {
            *result = results[i].result;
            return length;
        }
    }
    return 0;
}

/* ---- Move numbers ---- */

uint64_t ks_numbering_at(const char *text) {
    enum { DIGITS = 9, FAR = 16 };
    uint64_t number = 0;
    unsigned points = 0, at = 0;
    for (; at < DIGITS && is_digit(text[at]); at++)
        number = 10 * number + (uint64_t)(text[at] - '0');
    for (; at < FAR && (text[at] == '.' || (unsigned char)text[at] <= ' '); at++)
        points += text[at] == '.';
    return 2 * number + (points > 1);
}

/* ---- Comments ---- */

/* Comments, in pieces: memory does not depend on their length. Escaped lines are read as comments that are
 * not given. */

void ks_begin_comment(struct ks_pgn *pgn, enum comment comment, bool counts, size_t length) {
    pgn->window.at += length;
    pgn->comment = comment;
    pgn->comment_shown = counts && pgn->flags & KS_PGN_COMMENTS;
    pgn->comment_read = counts && pgn->flags & COMMANDS;
    pgn->comment_goes_on = false;
    pgn->note_is_due = pgn->comment_read;
}

static bool report_open_comment(struct ks_pgn *pgn) {
    ks_error error;
    pgn->comment = NO_COMMENT;
    if (pgn->stage != AMONG_MOVES || (pgn->skipping && pgn->line.depth == 0))
        return false;
    ks_fail(&error, KS_ERROR_PGN_COMMENT, 0,
            "expected a brace that ends the comment, found the end of the text");
    return ks_give_error(pgn, &error, pgn->window.end, 0);
}

static bool give_piece(struct ks_pgn *pgn, const char *text, size_t length) {
    if (length == 0 && pgn->comment_goes_on)
        return false;
    pgn->item = (ks_pgn_item){.text = text,
                              .length = (uint32_t)length,
                              .kind = pgn->comment_goes_on ? KS_PGN_COMMENT_GOES_ON : KS_PGN_COMMENT,
                              .depth = (uint8_t)pgn->line.depth};
    pgn->comment_goes_on = true;
    return true;
}

/* Returns the length of a piece of a comment without the command at its end that goes on in the next piece,
 * if there is one. */
static size_t length_of_whole_commands(const char *text, size_t length) {
    const size_t least = length > KS_PGN_WORD_MAX ? length - KS_PGN_WORD_MAX : 0;
    for (size_t at = length; at > least && text[at - 1] != ']'; at--)
        if (text[at - 1] == '[')
            return at > 1 ? at - 1 : length;
    return length;
}

bool ks_read_comment(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
    if (!has_words(pgn))
        window_need(w, KS_PGN_COMMENT_MAX + 1);
    const bool braces = pgn->comment == IN_BRACES;
    const char *const text = w->text + w->at;
    size_t here = w->end - w->at;
    if (here == 0 && braces)
        return report_open_comment(pgn);
    if (pgn->comment_shown && here > KS_PGN_COMMENT_MAX)
        here = KS_PGN_COMMENT_MAX + 1;
    const char *const end = memchr(text, braces ? '}' : '\n', here);
    size_t length = end ? (size_t)(end - text) : here;
    if (!end && pgn->comment_shown && length > KS_PGN_COMMENT_MAX)
        length = KS_PGN_COMMENT_MAX;
    if (COMMANDS != 0 && pgn->comment_read && !end && (braces || !w->complete))
        length = length_of_whole_commands(text, length);
    w->at += end ? length + (braces ? 1 : 0) : length; /* a line feed stays: the next line begins after it */
    const bool ends = end || (!braces && w->at == w->end && w->complete);
    if (ends)
        pgn->comment = NO_COMMENT;
    if (ends && !braces)
        length = length_without_cr(text, length);
    if (COMMANDS != 0 && pgn->comment_read)
        ks_add_commands(text, length, next_commands(pgn));
    if (COMMANDS != 0 && pgn->note_is_due && ends)
        ks_add_note(text, length, next_commands(pgn));
    pgn->note_is_due = false;
    return pgn->comment_shown && give_piece(pgn, text, length);
}
