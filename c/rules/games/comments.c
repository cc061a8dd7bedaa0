/* Comments, in pieces: memory does not depend on their length. Escaped lines are read as comments that are
 * not given. */
#include <string.h>

#include "core/text/characters.h"
#include "core/text/error.h"
#include "rules/games/reader.h"

void ks_begin_comment(struct ks_pgn *pgn, enum comment comment, bool shown, size_t length) {
    pgn->window.at += length;
    pgn->comment = comment;
    pgn->comment_shown = shown;
    pgn->comment_goes_on = false;
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

bool ks_read_comment(struct ks_pgn *pgn) {
    struct window *const w = &pgn->window;
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
    w->at += end ? length + (braces ? 1 : 0) : length; /* a line feed stays: the next line begins after it */
    const bool ends = end || (!braces && w->at == w->end && w->complete);
    if (ends)
        pgn->comment = NO_COMMENT;
    if (ends && !braces)
        length = length_without_cr(text, length);
    return pgn->comment_shown && give_piece(pgn, text, length);
}
